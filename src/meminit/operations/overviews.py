"""What stands on the pages about all documents: a table for each type, and a list for each status."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from meminit import as_json
from meminit.operations import as_markdown
from meminit.operations.knowing import Knowledge

_STATUSES = ("Draft", "In Review", "Approved", "Superseded")
_AT_ONCE = 512  # documents

# A document on a page: a link to it, its namespace, type and status as they are, and its title, its owner and its day,
# all three as they may stand in Markdown.
Entry: TypeAlias = tuple[str, str, str, str, str, str, str]


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
    pages, text = known.settings.project.pages, as_markdown.text
    urls, cells = as_markdown.Urls(posixpath.dirname(known.settings.project.index_path) or "."), _Cells()
    every: list[Entry] = []
    for start in range(0, len(known.told), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        documents = zip(known.library.candidates[part], known.names[part], as_json.read(known.told[part]), strict=True)
        for (path, file, namespace, problem), plain, told in documents:
            if path not in pages:
                name, field = text(plain), told.get
                # What is a link to nothing, or out of the repository, is named and not linked to.
                link = name if problem else f"[{name}]({urls.to(file)})"
                title, owner, updated = field("title", ""), field("owner", ""), field("last_updated", "")
                kind, status = field("type", ""), field("status", "")
                every.append((link, namespace, kind, status, text(title), cells[owner], cells[updated]))
    return every


def _catalogue(entries: Iterable[Entry]) -> Iterator[str]:
    """A table for each type, and for each namespace where there are several."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    cells = _Cells()
    for link, namespace, kind, status, title, owner, updated in entries:
        groups[namespace, kind].append(f"| {link} | {title} | {cells[status]} | {owner} | {updated} |")
    several = len({namespace for namespace, _ in groups}) > 1
    for (namespace, kind), rows in sorted(groups.items(), key=lambda item: (item[0][0], not item[0][1], item[0][1])):
        named = cells[kind] or "Without a type"
        yield f"## {cells[namespace]}: {named}" if several and namespace else f"## {named}"
        yield from ("", "| Document | Title | Status | Owner | Updated |", "|---|---|---|---|---|", *rows, "")


def _board(entries: Iterable[Entry]) -> Iterator[str]:
    """A list for each status, in the order in which documents go through them."""
    groups: dict[str, list[str]] = defaultdict(list)
    for link, _, _, status, title, owner, updated in entries:
        facts = f"{owner}, {updated}" if owner and updated else owner or updated
        item = f"- {link} {title}" if title else f"- {link}"
        groups[status].append(f"{item} ({facts})" if facts else item)
    order = {name: number for number, name in enumerate(_STATUSES)}
    for status in sorted(groups, key=lambda name: (not name, order.get(name, len(order)), name)):
        yield from (f"## {as_markdown.text(status) or 'Without a status'}", "", *groups[status], "")


OVERVIEWS: Mapping[str, Overview] = {
    "catalog": Overview("Catalogue", _catalogue),
    "kanban": Overview("Board", _board),
}
