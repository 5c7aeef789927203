"""What another program makes of a plan, and where a correction may edit: neither asks meminit."""

import hashlib
import re
from collections import Counter
from typing import Any

LINE_END = re.compile(r"\r\n|\n|\r")
MARK = b"\xef\xbb\xbf"
HIDING = {"MISSING_FRONTMATTER", "INVALID_FRONTMATTER", "INVALID_ENCODING"}
_FENCE = re.compile(r"(?:-{2,}|\.{3})[ \t]*")  # what is nearly one becomes one
_DEFINITIONS = re.compile(r"""(?:\s*\[[^\[\]]+\]:\s*(?:<[^<>]*>|\S+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)*""")
_IN_FRONT_MATTER = {
    *("DUPLICATE_KEY", "EMPTY_FIELD", "INVALID_FIELD", "INVALID_FRONTMATTER", "MISSING_FIELD", "SUSPICIOUS_FIELD"),
    *("UNKNOWN_FIELD", "UNRESOLVED_REFERENCE"),
}
_IN_ONE_LINE = {"BROKEN_ANCHOR", "BROKEN_LINK", "DIRECTORY_MISMATCH", "FILENAME_CONVENTION", "LINK_CASE_MISMATCH"}
_OF_IDS = {"DUPLICATE_ID", "ID_PREFIX_MISMATCH", "ID_TYPE_MISMATCH", "INVALID_ID_FORMAT"}


def applied(files: dict[str, bytes], changes: list[dict[str, Any]]) -> dict[str, bytes]:
    """The files after the changes, made by their places alone."""
    made = dict(files)
    for change in changes:
        after = _edited(files[change["path"]], change)
        made.pop(change["path"])
        made[change.get("to_path", change["path"])] = after
    return made


def _text(before: bytes, change: dict[str, Any]) -> tuple[bytes, str]:
    encoding = change.get("encoding")
    mark = MARK if before.startswith(MARK) and not encoding else b""
    return mark, before[len(mark) :].decode(encoding or "utf-8")


def _edited(before: bytes, change: dict[str, Any]) -> bytes:
    assert hashlib.sha256(before).hexdigest() == change["before_sha256"]
    mark, text = _text(before, change)
    end = len(text) + 1
    for start, edit in reversed(_placed(text, change)):
        assert text[start : start + len(edit["old"])] == edit["old"]
        assert start + len(edit["old"]) <= end, "edits overlap"
        text, end = text[:start] + edit["new"] + text[start + len(edit["old"]) :], start
    after = mark + text.encode()
    assert hashlib.sha256(after).hexdigest() == change["after_sha256"]
    return after


def _placed(text: str, change: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    return sorted(
        ((starts[each["line"] - 1] + each["column"] - 1, each) for each in change["edits"]), key=lambda each: each[0]
    )


def see_that_edits_keep_to_their_places(files: dict[str, bytes], changes: list[dict[str, Any]]) -> None:
    """Each edit lies where corrections of its code may edit; one may be joined of several."""
    for change in changes:
        _, text = _text(files[change["path"]], change)
        lines = LINE_END.split(text)
        end = _end_of_front_matter(lines)
        for each in change["edits"]:
            assert _may_be(each, lines[each["line"] - 1 : each["line"]], end), (change["path"], each)


def _end_of_front_matter(lines: list[str]) -> int:
    """The number of the last line of the front matter; of the line behind its paragraph where it is not closed."""
    first = next((at for at, each in enumerate(lines) if each.strip()), 0)
    if not _FENCE.fullmatch(lines[first]):
        return first
    later = list(enumerate(lines[first + 1 :], first + 2))
    closed = next((number for number, line in later if _FENCE.fullmatch(line)), None)
    return closed or next((number for number, line in later if not line.strip() or line.startswith("#")), len(lines))


def _may_be(edit: dict[str, Any], line: list[str], end: int) -> bool:
    code, old, new = edit.get("code", ""), edit["old"], edit["new"]
    here = line[0] if line else ""
    is_front = edit["line"] <= end
    is_within = not LINE_END.search(old) and not LINE_END.search(new)
    if code in _IN_FRONT_MATTER:
        return is_front
    if code == "MISSING_FRONTMATTER":
        return (edit["line"], edit["column"]) == (1, 1) or (is_front and not old)
    if code in _IN_ONE_LINE:
        return is_within and bool(old)
    if code in _OF_IDS:
        return is_within and (is_front or here.lstrip().startswith(">"))
    if code == "METADATA_BLOCK_DRIFT":
        return is_within and here.lstrip().startswith(">")
    is_defined = _DEFINITIONS.fullmatch(old) is not None
    if code in {"DUPLICATE_DEFINITION", "UNUSED_DEFINITION"}:
        return is_defined and (not new or "#" in new)
    return code == "MISSING_SECTION" and is_defined and "#" in new


def findings(skipped: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What stays, without mentions of ids that several documents had, which are no findings."""
    return [each for each in skipped if "was the id of several documents" not in each["message"]]


def added(before: list[str], after: list[str], moved: dict[str, str]) -> Counter[tuple[str, str]]:
    """Findings that are more than before, by path and code, but for what a document had hidden; `path:... CODE ...`."""
    was = Counter((moved.get(path, path), code) for path, code in map(_kind, before))
    now = Counter(map(_kind, after))
    hid = {path for path, code in was if code in HIDING}
    unread = {path for path, code in was if code == "INVALID_ENCODING"}
    hid_too = {key for key in now if key[0] in unread or (key[0] in hid and key[1] not in HIDING)}
    return Counter({key: more for key, more in (now - was).items() if key not in hid_too})


def _kind(found: str) -> tuple[str, str]:
    place, code = re.fullmatch(r"(.+?) (?:error|warning) ([A-Z_]+) .*", found, re.DOTALL).groups()
    return re.sub(r":\d+(:\d+)?$", "", place), code
