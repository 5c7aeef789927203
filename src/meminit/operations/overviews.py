"""What stands on the pages about all documents: a table for each type, and a list for each status."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from meminit import as_json
from meminit.operations import as_markdown
from meminit.operations.knowing import Knowledge

_STATUSES = ("Draft", "In Review", "Approved", "Superseded")
# Of a document: its namespace, then its type and its row in the catalogue, its status and its line on the board.
Entry: TypeAlias = tuple[str, tuple[str, str, str, str]]


class _Cells(dict[str, str]):
    """What many documents have in common, as it may stand in Markdown."""

    def __missing__(self, plain: str) -> str:
        self[plain] = written = as_markdown.text(plain)
        return written


class Overview(NamedTuple):
    title: str
    body: Callable[[Iterable[Entry]], Iterator[str]]


def entries(known: Knowledge) -> list[Entry]:
    """All documents but the pages themselves."""
    candidates, said, pages = known.summaries.candidates, known.rows.pages, known.settings.project.pages
    numbers = [number for number, each in enumerate(candidates) if each.path not in pages]
    unsaid = [number for number in numbers if not said[number]]
    if unsaid:
        known.keep_pages(dict(_said(known, unsaid)))
    lines = as_json.read(map(said.__getitem__, numbers))
    return list(zip([candidates[number].namespace for number in numbers], lines, strict=True))


def _said(known: Knowledge, numbers: list[int]) -> Iterator[tuple[int, bytes]]:
    """What pages say of documents, which hangs on nothing but these and the configuration."""
    text, cells = as_markdown.text, _Cells()
    urls = as_markdown.Urls(posixpath.dirname(known.settings.project.index_path) or ".")
    for number, told in zip(numbers, as_json.one_by_one(map(known.rows.nodes.__getitem__, numbers)), strict=True):
        name, candidate = text(known.names[number]), known.summaries.candidates[number]
        # What is a link to nothing, or out of the repository, is named and not linked to.
        link = name if candidate.problem else f"[{name}]({urls.to(candidate.file)})"
        title, owner, updated = text(told.get("title", "")), told.get("owner", ""), told.get("last_updated", "")
        kind, status = told.get("type", ""), told.get("status", "")
        row = f"| {link} | {title} | {cells[status]} | {cells[owner]} | {cells[updated]} |"
        facts = ", ".join(cell for cell in (cells[owner], cells[updated]) if cell)
        line = " ".join(part for part in (f"- {link}", title, f"({facts})" if facts else "") if part)
        yield number, as_json.written((kind, row, status, line))


def _catalogue(entries: Iterable[Entry]) -> Iterator[str]:
    """A table for each type, and for each namespace where there are several."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for namespace, (kind, row, _, _) in entries:
        groups[namespace, kind].append(row)
    several = len({namespace for namespace, _ in groups}) > 1
    for (namespace, kind), rows in sorted(groups.items(), key=lambda item: (item[0][0], not item[0][1], item[0][1])):
        named = as_markdown.text(kind) or "Without a type"
        yield f"## {as_markdown.text(namespace)}: {named}" if several and namespace else f"## {named}"
        yield from ("", "| Document | Title | Status | Owner | Updated |", "|---|---|---|---|---|", *rows, "")


def _board(entries: Iterable[Entry]) -> Iterator[str]:
    """A list for each status, in the order in which documents go through them."""
    groups: dict[str, list[str]] = defaultdict(list)
    for _, (_, _, status, line) in entries:
        groups[status].append(line)
    order = {name: number for number, name in enumerate(_STATUSES)}
    for status in sorted(groups, key=lambda name: (not name, order.get(name, len(order)), name)):
        yield from (f"## {as_markdown.text(status) or 'Without a status'}", "", *groups[status], "")


OVERVIEWS: Mapping[str, Overview] = {
    "catalog": Overview("Catalogue", _catalogue),
    "kanban": Overview("Board", _board),
}
