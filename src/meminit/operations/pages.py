"""Writes pages about all documents: a catalogue by type, and a board by status.

They are governed documents: the front matter that stands there is kept, and a page that the rules of the repository
would find wrong is not written.
"""

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.edits.putting import put
from meminit.engine import telling
from meminit.faults import PAGE_INVALID, MeminitError
from meminit.model.node import Plain
from meminit.model.outcome import Outcome
from meminit.operations import as_markdown
from meminit.operations.heading_pages import front_matter, mark, page_place
from meminit.operations.index_place import index_place
from meminit.operations.knowing import Knowledge
from meminit.words import counted

_STATUSES = ("Draft", "In Review", "Approved", "Superseded")
_CELLS = ("title", "status", "owner", "last_updated")


class _Entry(NamedTuple):
    """A document on a page: a link to it, and its fields."""

    link: str
    namespace: str
    fields: Mapping[str, Plain]

    def cell(self, name: str) -> str:
        return as_markdown.text(telling.text(self.fields.get(name)) or "")


class _Page(NamedTuple):
    name: str
    title: str
    body: Callable[[list[_Entry]], Iterator[str]]


def write(known: Knowledge, names: Iterable[str]) -> Outcome:
    """All of them or none, as far as can be told before: whether the index can be written is seen to as well."""
    index_place(known)
    entries = list(_entries(known))
    taken: set[str] = set()
    made = []
    for name in names:
        page, where = PAGES[name], page_place(known, name)
        head = front_matter(known, where, page.title, taken)
        count = f"{counted(len(entries), 'document')}."
        lines = [f"# {page.title}", "", mark(name), "", count, "", *page.body(entries)]
        made.append((where, head + "\n" + "\n".join(lines).rstrip() + "\n"))
    for where, text in made:
        _refuse_wrong(known, where.relative, text)
    for where, text in made:
        put(where, [text.encode()])
    return Outcome("index")


def _entries(known: Knowledge) -> Iterator[_Entry]:
    """All documents but the pages themselves."""
    project = known.settings.project
    folder = posixpath.dirname(project.index_path) or "."
    for number, candidate in enumerate(known.library.candidates):
        if candidate.path not in project.pages:
            name = as_markdown.text(known.names[number])
            # What is a link to nothing, or out of the repository, is named and not linked to.
            link = name if candidate.problem else f"[{name}]({as_markdown.url(candidate.file, folder)})"
            yield _Entry(link, candidate.namespace, known.fields(number))


def _catalogue(entries: list[_Entry]) -> Iterator[str]:
    """A table for each type, and for each namespace where there are several."""
    several = len({each.namespace for each in entries}) > 1
    groups: dict[tuple[str, str], list[_Entry]] = {}
    for each in entries:
        kind = telling.text(each.fields.get("type")) or ""
        groups.setdefault((each.namespace if several else "", kind), []).append(each)
    for (namespace, kind), group in sorted(groups.items(), key=lambda item: (item[0][0], not item[0][1], item[0][1])):
        named = as_markdown.text(kind) or "Without a type"
        yield f"## {as_markdown.text(namespace)}: {named}" if namespace else f"## {named}"
        yield from ("", "| Document | Title | Status | Owner | Updated |", "|---|---|---|---|---|")
        yield from (f"| {' | '.join([each.link, *map(each.cell, _CELLS)])} |" for each in group)
        yield ""


def _board(entries: list[_Entry]) -> Iterator[str]:
    """A list for each status, in the order in which documents go through them."""
    groups: dict[str, list[_Entry]] = {}
    for each in entries:
        groups.setdefault(telling.text(each.fields.get("status")) or "", []).append(each)
    order = {name: number for number, name in enumerate(_STATUSES)}
    for status in sorted(groups, key=lambda name: (not name, order.get(name, len(order)), name)):
        yield from (f"## {as_markdown.text(status) or 'Without a status'}", "")
        for each in groups[status]:
            facts = ", ".join(cell for cell in (each.cell("owner"), each.cell("last_updated")) if cell)
            yield " ".join(
                part for part in (f"- {each.link}", each.cell("title"), f"({facts})" if facts else "") if part
            )
        yield ""


PAGES: Mapping[str, _Page] = {
    "catalog": _Page("catalog", "Catalogue", _catalogue),
    "kanban": _Page("kanban", "Board", _board),
}


def _refuse_wrong(known: Knowledge, path: str, text: str) -> None:
    found = known.errors_of(path, text.encode())
    if found:
        words = f"{path} would be wrong here: {found[0].code} {found[0].message}"
        problems = [{"code": each.code, "message": f"{each.code} {each.message}"} for each in found]
        raise MeminitError(PAGE_INVALID, words, path=path, problems=problems)
