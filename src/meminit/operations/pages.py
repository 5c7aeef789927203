"""Writes pages about all documents: a catalogue by type, and a board by status.

They are governed documents: front matter that is there is kept, and a page that would break the rules of the repository
is not written.
"""

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import NamedTuple, TypeAlias

import orjson

from meminit import as_json
from meminit.config.settings import DEFAULT_OWNER, Namespace
from meminit.documents import front_matter as reading
from meminit.edits.putting import Destination, destination, foreign, put, seen
from meminit.faults import PAGE_INVALID, MeminitError
from meminit.model.finding import Problem
from meminit.operations import as_markdown
from meminit.operations.index import index_destination
from meminit.operations.inventory import Inventory
from meminit.sources import gate
from meminit.words import counted, lines_in_pieces
from meminit.workspace import encoded

_TYPE = "INDEX"
_MARK = "<!-- Written by `meminit index --"
_FIRST_DAY = "1970-01-01"  # where no document says when it was updated
# Of a document: its namespace, then its type and its row in the catalogue, its status and its line on the board.
_Entry: TypeAlias = tuple[str, tuple[str, str, str, str]]


class _Overview(NamedTuple):
    title: str
    body: Callable[[Iterable[_Entry], Sequence[str]], Iterator[str]]


def write(inventory: Inventory, names: Iterable[str]) -> bool:
    """Writes the pages that are out of date. True where there were some: the inventory is out of date then.

    Each page, and the path of the index, is checked before the first page is written.
    """
    index_destination(inventory)
    every = _entries(inventory)
    taken: set[str] = set()
    pages = []
    for name in names:
        overview, there = _OVERVIEWS[name], _existing(inventory, name)
        head = _front_matter(inventory, there, overview.title, taken)
        top = [head, f"# {overview.title}", "", _mark(name), "", f"{counted(len(every), 'document')}.", ""]
        pages.append(_Page(there.where, _Text([*top, *overview.body(every, inventory.settings.project.statuses)][:-1])))
    new = [page for page in pages if not page.is_up_to_date(inventory.limits.document)]
    for page in pages:
        _refuse_errors(inventory, page, is_new=page in new)
    for page in new:
        put(page.where, page.text)
    return bool(new)


class _Text:
    """A file of these lines, in pieces; it can be iterated over again."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        return lines_in_pieces(self._lines)


class _Page(NamedTuple):
    where: Destination
    text: _Text

    def is_up_to_date(self, limit: int) -> bool:
        """Whether the file that is there has this text."""
        return bool(seen(self.where, lambda path: gate.is_made_of(path, limit, self.text)))


def _refuse_errors(inventory: Inventory, page: _Page, *, is_new: bool) -> None:
    path = page.where.relative
    found = inventory.errors_of(path, b"".join(page.text)) if is_new else inventory.errors_in(path)
    if found:
        words = f"{path} would have an error: {found[0].code} {found[0].message}"
        problems = [{"code": each.code, "message": f"{each.code} {each.message}"} for each in found]
        raise MeminitError(PAGE_INVALID, words, path=path, problems=problems)


def _mark(name: str) -> str:
    """The comment by which meminit recognises a page that it wrote."""
    return f"{_MARK}{name}`: everything below the front matter is replaced. -->"


class _Existing(NamedTuple):
    """The path of a page, and the text of the front matter of the file that is there; empty where there is none."""

    where: Destination
    front_matter: str


def _existing(inventory: Inventory, name: str) -> _Existing:
    """Raises WRITE_REFUSED for a file that meminit did not write and that holds more than front matter.

    Raises PAGE_INVALID for front matter that cannot be understood, and so not be kept.
    """
    where = destination(inventory.root, inventory.settings.project.page(name))
    most = 2 * inventory.limits.front_matter  # bytes; the mark is right below the front matter
    beginning = seen(where, partial(gate.beginning, limit=inventory.limits.document, size=most)) or b""
    is_whole = len(beginning) < most
    if not is_whole:  # perhaps cut in the middle of a character
        beginning = beginning[: beginning.rfind(b"\n") + 1]
    try:
        text = gate.decode(beginning)
    except gate.BadEncoding:
        raise foreign(where) from None
    front = reading.read(text, inventory.limits)
    rest = text[front.body_at :]
    if _MARK not in rest and not (is_whole and _is_waiting(front, text, rest)):
        raise foreign(where)
    for each in front.problems:
        if front.fields is None and each.code == "INVALID_FRONTMATTER":
            raise _unusable(where.relative, each)
    return _Existing(where, text[: front.body_at] if front.fields else "")


def _is_waiting(front: reading.FrontMatter, text: str, rest: str) -> bool:
    """Whether the file is empty, or has front matter and nothing else."""
    return not rest.strip() and (front.fields is not None or not text.strip())


def _unusable(path: str, problem: Problem) -> MeminitError:
    words = f"{path}: the front matter cannot be kept: {problem.context['problem']}"
    details = {"code": problem.code, "message": f"{problem.code} {problem.context['problem']}"}
    return MeminitError(PAGE_INVALID, f"{words} (line {problem.line})", path=path, problems=[details])


def _front_matter(inventory: Inventory, there: _Existing, title: str, taken: set[str]) -> str:
    """The front matter with both fences. The id of a new page is added to `taken`."""
    if there.front_matter:
        return there.front_matter.rstrip("\r\n") + "\n"
    return _new(inventory, there.where.relative, title, taken)


def _new(inventory: Inventory, path: str, title: str, taken: set[str]) -> str:
    namespace = inventory.settings.governing(path) or inventory.settings.namespaces[-1]
    kind = _type(namespace, path)
    fields: dict[str, str] = {}
    if inventory.settings.ids.field:
        fields[inventory.settings.ids.field] = _free_id(inventory, namespace, kind, taken)
    fields |= {
        "type": kind,
        "title": title,
        "status": "Draft" if namespace.owner == DEFAULT_OWNER else "Approved",  # for Approved, an owner is needed
        "version": "1.0",
        "last_updated": max(_days(inventory), default=_FIRST_DAY),
        "owner": namespace.owner,
        "docops_version": namespace.docops_version,
    }
    lines = (f"{name}: {orjson.dumps(value).decode()}" for name, value in fields.items())  # JSON is YAML
    return "\n".join(["---", *lines, "---", ""])


def _days(inventory: Inventory) -> Iterator[str]:
    """The dates in `last_updated` of all documents."""
    for number in range(len(inventory.summaries.all)):
        day = encoded.text(inventory.fields(number).get("last_updated")) or ""
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            with suppress(ValueError):
                yield date.fromisoformat(day).isoformat()


def _type(namespace: Namespace, path: str) -> str:
    """INDEX; where types are configured without it, the type whose folder this is."""
    if not namespace.types or _TYPE in namespace.types:
        return _TYPE
    folder = posixpath.relpath(posixpath.dirname(path) or ".", namespace.root or ".")
    return next((name for name, kind in namespace.types.items() if kind.directory == folder), _TYPE)


def _free_id(inventory: Inventory, namespace: Namespace, kind: str, taken: set[str]) -> str:
    held = taken.union(filter(None, inventory.summaries.ids))
    prefixes = Counter(each.partition("-")[0] for each in held)
    prefix = namespace.prefix or min(prefixes, key=lambda each: (-prefixes[each], each), default="DOC")
    number = next(each for each in range(1, len(held) + 2) if f"{prefix}-{kind}-{each:03}" not in held)
    taken.add(f"{prefix}-{kind}-{number:03}")
    return f"{prefix}-{kind}-{number:03}"


class _Cells(dict[str, str]):
    """Values that many documents share, escaped for Markdown once."""

    def __missing__(self, plain: str) -> str:
        self[plain] = written = as_markdown.text(plain)
        return written


def _entries(inventory: Inventory) -> list[_Entry]:
    """The entries of all documents except the pages themselves."""
    candidates, entries, pages = inventory.summaries.candidates, inventory.rows.pages, inventory.settings.project.pages
    numbers = [number for number, each in enumerate(candidates) if each.path not in pages]
    missing = [number for number in numbers if not entries[number]]
    if missing:
        inventory.keep_pages(dict(_new_entries(inventory, missing)))
    lines = as_json.read(map(entries.__getitem__, numbers))
    return list(zip([candidates[number].namespace for number in numbers], lines, strict=True))


def _new_entries(inventory: Inventory, numbers: list[int]) -> Iterator[tuple[int, bytes]]:
    """The entries of documents in pages; each depends only on its document and on the configuration."""
    text, cells = as_markdown.text, _Cells()
    urls = as_markdown.Urls(posixpath.dirname(inventory.settings.project.index_path) or ".")
    for number, node in zip(numbers, as_json.one_by_one(map(inventory.rows.nodes.__getitem__, numbers)), strict=True):
        name, candidate = text(inventory.names[number]), inventory.summaries.candidates[number]
        # A symbolic link to nothing, or out of the repository, gets a name without a link.
        link = name if candidate.problem else f"[{name}]({urls.to(candidate.file)})"
        title, owner, updated = text(node.get("title", "")), node.get("owner", ""), node.get("last_updated", "")
        kind, status = node.get("type", ""), node.get("status", "")
        row = f"| {link} | {title} | {cells[status]} | {cells[owner]} | {cells[updated]} |"
        facts = ", ".join(cell for cell in (cells[owner], cells[updated]) if cell)
        line = " ".join(part for part in (f"- {link}", title, f"({facts})" if facts else "") if part)
        yield number, as_json.written((kind, row, status, line))


def _catalogue(entries: Iterable[_Entry], _statuses: Sequence[str]) -> Iterator[str]:
    """A table for each type, and for each namespace where there are several."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for namespace, (kind, row, _, _) in entries:
        groups[namespace, kind].append(row)
    several = len({namespace for namespace, _ in groups}) > 1
    for (namespace, kind), rows in sorted(groups.items(), key=lambda item: (item[0][0], not item[0][1], item[0][1])):
        named = as_markdown.text(kind) or "Without a type"
        yield f"## {as_markdown.text(namespace)}: {named}" if several and namespace else f"## {named}"
        yield from ("", "| Document | Title | Status | Owner | Updated |", "|---|---|---|---|---|", *rows, "")


def _board(entries: Iterable[_Entry], statuses: Sequence[str]) -> Iterator[str]:
    """A list for each status, in the order in which documents go through them."""
    groups: dict[str, list[str]] = defaultdict(list)
    for _, (_, _, status, line) in entries:
        groups[status].append(line)
    order = {name: number for number, name in enumerate(statuses)}
    for status in sorted(groups, key=lambda name: (not name, order.get(name, len(order)), name)):
        yield from (f"## {as_markdown.text(status) or 'Without a status'}", "", *groups[status], "")


_OVERVIEWS: Mapping[str, _Overview] = {
    "catalog": _Overview("Catalogue", _catalogue),
    "kanban": _Overview("Board", _board),
}
