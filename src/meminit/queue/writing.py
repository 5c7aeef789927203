"""Changes the file of the work queue line by line: comments, order and layout of everything else stay."""

import json
import re
from collections.abc import Iterator, Mapping

from meminit.model.node import Mapped
from meminit.queue.entries import FIELDS, LISTS, Entry
from meminit.queue.reading import VERSION, Read, read

_FIRST = f"""\
# The work queue over documents; `meminit state` writes it.
state_schema_version: "{VERSION}"
documents:
"""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/.-]*(?: [A-Za-z0-9_/.-]+)*")
_WORDS_OF_YAML = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
# A value on one line, with the comment behind it.
_COMMENT = re.compile(
    r"""^\s*[^\s:#]+\s*:"""
    r"""(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]"']*\]|[^"'\[{|>&*!#\s][^#]*?))?(\s+#.*)$"""
)


class CannotWrite(Exception):  # noqa: N818 - it names what was seen
    """The file is written in a way in which lines cannot be changed one by one."""


def written(text: str, entry: Entry) -> str:
    """The text with this entry, in its place by id; raises CannotWrite."""
    made = _written(text or _FIRST, entry)
    after = read(made)
    if after.queue.entries != read(text).queue.with_entry(entry).entries or after.wrong:
        raise CannotWrite
    return made


def _written(text: str, entry: Entry) -> str:
    found = read(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += newline
    if found.documents is None or not found.documents.entries:
        _begin(lines, found, newline)
        return "".join([*lines, *(each + newline for each in _fresh(entry, 2, 2))])
    own = found.documents.entries.get(entry.document_id)
    indent = found.documents.column - 1
    if own is None or not isinstance(own.node, Mapped) or not own.node.entries:
        start, end = _room(lines, found.documents, entry.document_id)
        step = max(_step(found.documents), 1)
        added = [each + newline for each in _fresh(entry, indent, step)]
        return "".join([*lines[:start], *added, *lines[end:]])
    before = found.queue.entries[entry.document_id]
    values = {name: getattr(entry, name) for name in FIELDS}
    changed = {name: value for name, value in values.items() if value != getattr(before, name)}
    _change(lines, own.node, changed, newline)
    return "".join(lines)


def _begin(lines: list[str], found: Read, newline: str) -> None:
    """Sees to it that the text ends with the line `documents:`, on which an entry may follow."""
    entries = found.root.entries if found.root else {}
    if "documents" not in entries:
        lines += [f'state_schema_version: "{VERSION}"{newline}'] if "state_schema_version" not in entries else []
        lines.append(f"documents:{newline}")
        return
    number = entries["documents"].line
    plain = re.match(r"^documents\s*:\s*(?:\{\s*\}|~|null)?\s*(#.*)?$", lines[number - 1].rstrip("\r\n"))
    if not plain or any(each.strip() and not each.lstrip().startswith("#") for each in lines[number:]):
        raise CannotWrite
    lines[number - 1] = f"documents:{'  ' + plain[1] if plain[1] else ''}{newline}"


def _room(lines: list[str], documents: Mapped, document_id: str) -> tuple[int, int]:
    """The lines that the new entry takes: those of an empty one, or none before the next id or at the end."""
    own = documents.entries.get(document_id)
    if own is not None:
        return own.line - 1, own.line
    following = [each.line for name, each in documents.entries.items() if name > document_id]
    last = max(each.line for each in documents.entries.values())
    at = _above_comments(lines, min(following) - 1) if following else _end(lines, last, documents.column - 1)
    return at, at


def _above_comments(lines: list[str], at: int) -> int:
    """Comments right above an entry belong to it."""
    while at > 0 and lines[at - 1].lstrip().startswith("#") and lines[at - 1].startswith(" "):
        at -= 1
    return at


def _end(lines: list[str], line: int, indent: int) -> int:
    """The number of the last line of what begins on this line, without comments and empty lines behind it."""
    last = line
    for number in range(line, len(lines)):
        content = lines[number].strip()
        is_above = len(lines[number]) - len(lines[number].lstrip(" ")) <= indent
        if not content or (content.startswith("#") and is_above):
            continue
        if is_above and not content.startswith("- "):
            break
        last = number + 1
    return last


def _step(documents: Mapped) -> int:
    """How far the fields of entries are indented below the ids."""
    nodes = (each.node for each in documents.entries.values())
    return next((each.column - documents.column for each in nodes if isinstance(each, Mapped)), 2)


def _fresh(entry: Entry, indent: int, step: int) -> Iterator[str]:
    yield f"{' ' * indent}{_text(entry.document_id)}:"
    for field in FIELDS:
        value = getattr(entry, field)
        if value:
            yield f"{' ' * (indent + step)}{field}: {_value(field, value)}"


def _change(lines: list[str], own: Mapped, values: Mapping[str, str | tuple[str, ...] | None], newline: str) -> None:
    """Changes these fields, from the last line upwards, so that the numbers of others stay right."""
    if len({each.line for each in own.entries.values()}) < len(own.entries):
        raise CannotWrite  # in braces on one line
    indent = own.column - 1
    bottom = max(_end(lines, each.line, indent) for each in own.entries.values())
    edits: list[tuple[int, int, list[str]]] = []
    added: list[str] = []
    for field, value in values.items():
        there = own.entries.get(field)
        line = f"{' ' * indent}{field}: {_value(field, value)}" if value else ""
        if there is None:
            added += [line + newline] if value else []
        else:
            start, end = there.line - 1, _end(lines, there.line, indent)
            comment = _COMMENT.match(lines[start].rstrip("\r\n")) if end == start + 1 else None
            edits.append((start, end, [f"{line}{comment[1] if comment else ''}{newline}"] if value else []))
    for start, end, new in ((bottom, bottom, added), *sorted(edits, key=lambda each: each[0], reverse=True)):
        lines[start:end] = new


def _value(field: str, value: str | tuple[str, ...]) -> str:
    if field in LISTS:
        return f"[{', '.join(_text(each) for each in value)}]"
    return _text(str(value))


def _text(text: str) -> str:
    """JSON is YAML; plain words need no quotes."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS_OF_YAML:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else _escaped(each) for each in quoted)


def _escaped(character: str) -> str:
    """Some of what is not printable YAML reads as the end of a line, and some not at all."""
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"
