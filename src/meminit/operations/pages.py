"""Writes pages about all documents: a catalogue by type, and a board by status.

They are governed documents: the front matter that stands there is kept, and a page that the rules of the repository
would find wrong is not written.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit import pieces
from meminit.edits.putting import Place, put, seen
from meminit.faults import PAGE_INVALID, MeminitError
from meminit.operations.heading_pages import front_matter, mark, standing
from meminit.operations.index_place import index_place
from meminit.operations.knowing import Knowledge
from meminit.operations.overviews import OVERVIEWS, entries
from meminit.sources import gate
from meminit.words import counted


def write(known: Knowledge, names: Iterable[str]) -> bool:
    """Whether anything had to be written: what is known of the documents is not true any more then.

    All of them or none, as far as can be told before: whether the index can be written is seen to as well.
    """
    index_place(known)
    every = entries(known)
    taken: set[str] = set()
    pages = []
    for name in names:
        overview, there = OVERVIEWS[name], standing(known, name)
        head = front_matter(known, there, overview.title, taken)
        top = [head, f"# {overview.title}", "", mark(name), "", f"{counted(len(every), 'document')}.", ""]
        pages.append(_Page(there.where, _Text([*top, *overview.body(every)][:-1])))
    new = [page for page in pages if not page.stands(known.limits.document)]
    for page in pages:
        _refuse_wrong(known, page, is_new=page in new)
    for page in new:
        put(page.where, page.text)
    return bool(new)


class _Text:
    """A file of these lines, piece by piece, as often as it is gone through."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        return pieces.of_lines(self._lines)


class _Page(NamedTuple):
    where: Place
    text: _Text

    def stands(self, limit: int) -> bool:
        """Whether it is there already as it shall be."""
        return bool(seen(self.where, lambda path: gate.is_made_of(path, limit, self.text)))


def _refuse_wrong(known: Knowledge, page: _Page, *, is_new: bool) -> None:
    path = page.where.relative
    found = known.errors_of(path, b"".join(page.text)) if is_new else known.errors_in(path)
    if found:
        words = f"{path} would be wrong here: {found[0].code} {found[0].message}"
        problems = [{"code": each.code, "message": f"{each.code} {each.message}"} for each in found]
        raise MeminitError(PAGE_INVALID, words, path=path, problems=problems)
