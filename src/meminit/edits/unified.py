"""Shows a change as a unified diff, made from its edits: a comparison of all lines would take long for large files."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit.edits.spans import Splice, decoded, difference, splices
from meminit.edits.verifying import Ready
from meminit.words import escape_unencodable

LARGEST = 64 * 1024  # bytes of a diff, in JSON
_CONTEXT = 3  # lines
_NO_FILE = "/dev/null"
_NO_NEWLINE = "\\ No newline at end of file"


class _Block(NamedTuple):
    """Whole lines that are replaced by others; `start` is the number of the first one, from 0."""

    start: int
    old: list[str]
    new: list[str]


def unified(ready: Ready) -> str:
    """The diff of one file, each line with a line feed. Text that is not UTF-8 is shown as far as it can be."""
    change = ready.change
    head = _head(ready)
    if ready.before == ready.after or (ready.before is None and ready.after is None):
        return "".join(f"{line}\n" for line in head)
    text, found = _texts(ready)
    names = (_NO_FILE if change.op == "create" else f"a/{escape_unencodable(change.path)}",
             _NO_FILE if change.op == "remove" else f"b/{escape_unencodable(change.target)}")  # fmt: skip
    shown = [*head, f"--- {names[0]}", f"+++ {names[1]}", *_hunks(_lines(text), list(_blocks(text, found)))]
    return "".join(f"{line}\n" for line in shown)


def _head(ready: Ready) -> list[str]:
    change = ready.change
    if change.op != "rename":
        return []
    return [f"rename from {escape_unencodable(change.path)}", f"rename to {escape_unencodable(change.target)}"]


def _texts(ready: Ready) -> tuple[str, list[Splice]]:
    """The old text, and what replaces parts of it."""
    change = ready.change
    if change.edits and not change.encoding:
        _, text = decoded(ready.before or b"")
        return text, splices(text, change.edits)
    old, new = ((each or b"").decode("utf-8", "replace") for each in (ready.before, ready.after))
    return old, splices(old, difference(old, new))


def _lines(text: str) -> list[str]:
    """With their line ends. A line ends at LF alone, as in other tools; a CR is shown."""
    lines = text.split("\n")
    last = lines.pop()
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _blocks(text: str, found: Iterable[Splice]) -> Iterator[_Block]:
    """Whole lines around the splices; those that share a line are one block."""
    number, counted = 0, 0
    for start, end, inside in _spans(text, found):
        number += text.count("\n", counted, start)
        counted = start
        parts: list[str] = []
        at = start
        for each in inside:
            parts += (text[at : each.start], each.new)
            at = each.end
        old, new = _lines(text[start:end]), _lines("".join((*parts, text[at:end])))
        before = _alike(old, new)
        after = _alike(old[before:][::-1], new[before:][::-1])
        if old != new:
            yield _Block(number + before, old[before : len(old) - after], new[before : len(new) - after])


def _spans(text: str, found: Iterable[Splice]) -> Iterator[tuple[int, int, list[Splice]]]:
    """From the start of a line to the end of one, with the splices in between."""
    pending: tuple[int, int, list[Splice]] | None = None
    for each in found:
        start = text.rfind("\n", 0, each.start) + 1
        is_at_end_of_line = each.end == 0 or text[each.end - 1] == "\n"
        is_whole = is_at_end_of_line and (each.new.endswith("\n") or (not each.new and start == each.start))
        end = each.end if is_whole else text.find("\n", each.end) + 1 or len(text)
        if pending and start < pending[1]:
            pending = (pending[0], max(end, pending[1]), [*pending[2], each])
            continue
        if pending:
            yield pending
        pending = (start, end, [each])
    if pending:
        yield pending


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _hunks(lines: list[str], blocks: list[_Block]) -> Iterator[str]:
    groups: list[list[_Block]] = []
    for each in blocks:
        near = groups and each.start - (groups[-1][-1].start + len(groups[-1][-1].old)) <= 2 * _CONTEXT
        if near:
            groups[-1].append(each)
        else:
            groups.append([each])
    shift = 0
    for group in groups:
        first = max(0, group[0].start - _CONTEXT)
        end = min(len(lines), group[-1].start + len(group[-1].old) + _CONTEXT)
        added = sum(len(each.new) - len(each.old) for each in group)
        yield f"@@ -{_range(first, end - first)} +{_range(first + shift, end - first + added)} @@"
        at = first
        for each in group:
            yield from _marked(" ", lines[at : each.start])
            yield from _marked("-", each.old)
            yield from _marked("+", each.new)
            at = each.start + len(each.old)
        yield from _marked(" ", lines[at:end])
        shift += added


def _range(start: int, length: int) -> str:
    return f"{start + 1 if length else start},{length}" if length != 1 else str(start + 1)


def _marked(mark: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _NO_NEWLINE
