"""Closes front matter that is not closed, and repairs lines that cannot be read, by quotes, blanks and indentation."""

import re
from collections.abc import Iterator, Sequence

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.documents import front_matter
from meminit.edits.spans import EditError, applied
from meminit.fixes import fences
from meminit.model.finding import Finding
from meminit.model.node import Mapped, Scalar
from meminit.model.plan import TextEdit
from meminit.sources import yaml_text

_VALUE = re.compile(r"(?P<head>[ ]*(?:-[ ]+)*(?:[\w.-]+:[ ]+)?)(?P<value>[^\s'\"|>#].*?)(?P<rest>[ ]*(?:[ ]#.*)?)")
_LIST = re.compile(r"""\[[^\[\]{}"']*\]""")
_ITEM = re.compile(r"[^\s\[\],](?:[^\[\],]*[^\s\[\],])?")
_MORE = re.compile(r"[ \t]+\S|-(?:[ \t]|$)")
_COMMENT = re.compile(r"[ \t]*#")
_ALIAS = re.compile(r"\*([^\s,\[\]{}]+)\s*")
_NO_SPACE = re.compile(r"(?P<key>[\w-]+):(?=[^\s:/])")
_SHIFTED = re.compile(r"(?P<indent>[ ]*\t[ \t]*)(?P<key>[\w-]+)[ \t]*:(?:[ \t]|$)")
_COMPLETE = re.compile(r"[\w-]+[ \t]*:[ \t]+[^\s|>&!#].*")  # a field whose value does not go on below
_INDENT = re.compile(r"[ \t]*\t[ \t]*|(?<=:)[ ]*\t[ \t]*")


_UNCLEAR = Stays("ambiguous", "it is not clear where the front matter ends")


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    front = page.front
    if front.fields is not None or not front.text:
        return Stays("needs_author", "only the author knows what the front matter should say")
    if front.body_at == 0:
        return _closed(finding, page)
    made, _ = _repaired(finding, page, page.lines[1 : front.closing_line - 1])
    return (_closed_earlier(finding, page) or made) if isinstance(made, Stays) else made


def _repaired(
    finding: Finding, page: Page, inner: Sequence[str], fence: tuple[TextEdit, ...] = ()
) -> tuple[Result, Mapped | None]:
    """With all lines repaired that cannot be read, and with a closing fence; and the fields that are read then."""
    meant = next((words for each in inner if (words := _is_meant(each, inner))), None)
    if meant:
        return Stays("needs_author", meant), None
    names = fences.known_names(page)
    if any(_is_shifted(number, inner, names) is None for number in range(len(inner))):
        return Stays("ambiguous", "a tab before a known field may belong to the text above it"), None
    edits = tuple(_repairs(inner, finding.code, names))
    try:
        fields = front_matter.read(applied(page.text, (*edits, *fence))).fields if edits else None
    except EditError:
        fields = None
    if fields is None:
        return Stays("no_clear_correction", finding.message), None
    if not _holds(fields, inner, edits):
        return Stays("ambiguous", "with quotes, something else would be read than what is written"), None
    return Corrected((*edits, *fence)), fields


def _is_meant(line: str, lines: Sequence[str]) -> str | None:
    """Whether an alias or a merge key is meant as one: then values have to be written out by the author."""
    if re.match(r"\s*<<[ \t]*:", line):
        return "a merge key is meant; write the fields out"
    found = _VALUE.fullmatch(line)
    alias = _ALIAS.fullmatch(found["value"]) if found else None
    if alias and any(re.search(rf"&{re.escape(alias[1])}(?![\w-])", each) for each in lines):
        return "an alias is meant; write the value out"
    return None


def _is_shifted(at: int, lines: Sequence[str], names: frozenset[str]) -> bool | None:
    """Whether a line is a field of its own behind a tab; None where it may belong to what stands above it."""
    found = _SHIFTED.match(lines[at])
    if found is None or found["key"] not in names:
        return False
    above = next((each for each in reversed(lines[:at]) if each.strip() and not _COMMENT.match(each)), "")
    if _COMPLETE.fullmatch(above):
        return True
    return False if above.rstrip().endswith(":") else None


def _repairs(lines: Sequence[str], code: str, names: frozenset[str]) -> Iterator[TextEdit]:
    """Each line that cannot be read by itself: its indentation, spaces for its tabs, else quotes around its value."""
    for number, line in enumerate(lines, 2):
        joined = _NO_SPACE.match(line)
        if joined and joined["key"] in names:
            yield TextEdit(number, joined.end() + 1, "", " ", code)
            continue
        if _is_shifted(number - 2, lines, names):
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            yield TextEdit(number, 1, indent, "", code)
            continue
        tabs = [each for each in _INDENT.finditer(line) if each.end() < len(line)]
        if tabs and not _COMMENT.match(line) and not _is_read(line):
            for each in tabs:
                spaces = each[0].replace("\t", "  ") if each.start() == 0 else " "
                yield TextEdit(number, each.start() + 1, each[0], spaces, code)
            continue
        found = _VALUE.fullmatch(line)
        if found and not _is_read(line.strip()) and not _begins_more(found["value"], lines, number):
            if _LIST.fullmatch(found["value"]):
                yield from _quoted_items(number, found, code)
            elif _is_read(f"{found['head'].strip()} {_quoted(found['value'])}".strip()):
                yield TextEdit(number, found.start("value") + 1, found["value"], _quoted(found["value"]), code)


def _quoted_items(number: int, found: re.Match[str], code: str) -> Iterator[TextEdit]:
    """Quotes around those items of a list in brackets that cannot be read."""
    for item in _ITEM.finditer(found["value"]):
        if not _is_read(f"[{item[0]}]"):
            column = found.start("value") + item.start() + 1
            yield TextEdit(number, column, item[0], _quoted(item[0]), code)


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _begins_more(value: str, lines: Sequence[str], number: int) -> bool:
    """Whether a list or mapping in brackets goes on below."""
    following = lines[number - 1] if number - 1 < len(lines) else ""
    return value[0] in "[{" and value[-1] not in "]}" and _MORE.match(following) is not None


def _is_read(line: str) -> bool:
    try:
        yaml_text.parse(f"{line}\n")
    except yaml_text.YamlError:
        return False
    return True


def _holds(fields: Mapped, lines: Sequence[str], edits: Sequence[TextEdit]) -> bool:
    """Whether each value that got quotes is read as it stood there."""
    quoted = [each.old for each in edits if each.new[:1] == "'"]
    found = {each.written for each in _scalars(fields)}
    return all(each in found for each in quoted) and len(lines) > 0


def _scalars(fields: Mapped) -> Iterator[Scalar]:
    from meminit.model.node import scalars  # noqa: PLC0415 - under that name here

    yield from (each for _, each in scalars(fields))


def _closed(finding: Finding, page: Page) -> Result:
    """With a closing fence where the mapping plainly ends."""
    end = fences.end(page)
    if end is None:
        return _UNCLEAR
    edit = fences.closing(page, end, finding.code)
    made: Result = Corrected((edit,))
    fields = front_matter.read(applied(page.text, (edit,))).fields
    if fields is None:
        made, fields = _repaired(finding, page, page.lines[1 : end - 1], (edit,))
    if fields is None or fences.known_names(page).isdisjoint(fields.entries):
        return _UNCLEAR
    return made


def _closed_earlier(finding: Finding, page: Page) -> Result | None:
    """The same where the mapping ends in something that is no fence, and a rule of the body passes for it."""
    end = fences.end(page)
    edit = fences.closing(page, end, finding.code) if end else None
    if edit is None or not edit.old or edit.line >= page.front.closing_line:
        return None
    fields = front_matter.read(applied(page.text, (edit,))).fields
    return Corrected((edit,)) if fields and not fences.known_names(page).isdisjoint(fields.entries) else None


CORRECTION = Correction(("INVALID_FRONTMATTER",), correct)
