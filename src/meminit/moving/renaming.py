"""Finds the documents that ids concern, and the edits by which they and all that mention them get new ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.documents import front_matter, read
from meminit.documents.read import Reading
from meminit.model.document import Document
from meminit.model.node import Mapped, leaves
from meminit.model.node import Sequence as Listed
from meminit.model.plan import TextEdit
from meminit.moving import scalars
from meminit.moving.mentions import Depth, Mentions, Page, Stays, without_overlaps
from meminit.queue.reading import read as read_queue
from meminit.sources import gate, lines
from meminit.workspace.run import Run

FIELDS = Depth()


class Renamed(NamedTuple):
    """A document that holds or mentions one of the ids: its bytes as they were read, and its edits in their order."""

    file: str
    content: bytes
    edits: tuple[TextEdit, ...]
    stays: tuple[Stays, ...] = ()


class Ids(NamedTuple):
    """New ids by old ones for all who mention them, and new ids of documents, by their files.

    A document may get a new id that nobody mentions, where the old one is that of another document too.
    """

    mentioned: Mapping[str, str]
    own: Mapping[str, str]


def renamed(run: Run, ids: Ids, depth: Depth = FIELDS, among: Iterable[int] | None = None) -> Iterator[Renamed]:
    """The documents among some, or among all, in the order of paths."""
    workspace, summaries = run.workspace, run.summaries
    settings, tree = workspace.settings, workspace.tree
    mentions = Mentions(ids.mentioned, settings.ids.naming)
    anchored = _anchored(run, ids.mentioned) if depth.words else frozenset()
    how = Reading(settings.links, tree.limits)
    for number in sorted(range(len(summaries.all)) if among is None else among):
        candidate = summaries.candidates[number]
        file = read.opened(tree, candidate, workspace.governing(candidate.namespace))
        text = _text(file.content)
        own = ids.own.get(candidate.file)
        if text is None or not isinstance(file.content, bytes) or (own is None and not mentions.are_in(text)):
            continue
        (document,) = read.whole((file,), how)
        if not isinstance(document, Document):
            continue
        page = _page(document, text)
        found = [*(mentions.of_own(page, settings.ids.field, own) if own else ())]
        found += mentions.of(page, settings.links, depth, anchored | _anchored_within(document, ids.mentioned))
        edits = without_overlaps(each for each in found if isinstance(each, TextEdit))
        stays = tuple(each for each in found if isinstance(each, Stays))
        if edits or stays:
            yield Renamed(candidate.file, file.content, edits, stays)


def in_queue(run: Run, ids: Mapping[str, str]) -> Renamed | None:
    """The file of the work queue, whose entries are named by ids; None where it holds none of these."""
    workspace = run.workspace
    path = workspace.settings.queue_path
    try:
        content = workspace.tree.sources.read(path, workspace.effort.limits.document)
    except gate.SourceError:
        return None
    text = _text(content)
    documents = read_queue(text).documents if text is not None else None
    if text is None or documents is None:
        return None
    found = [each for each in _queued(documents, lines.split(text), ids) if each]
    return Renamed(path, content, tuple(sorted(set(found)))) if found else None


def _queued(documents: Mapped, text: Sequence[str], ids: Mapping[str, str]) -> Iterator[TextEdit | None]:
    for name, entry in documents.entries.items():
        if name in ids:
            yield _replaced(text, (entry.line, entry.column), name, ids[name])
        needed = entry.node.entries.get("depends_on") if isinstance(entry.node, Mapped) else None
        for each in leaves(Listed((needed.node,), needed.line, needed.column)) if needed else ():
            if each.written in ids:
                yield _replaced(text, (each.line, each.column), each.written, ids[each.written])


def _replaced(text: Sequence[str], place: tuple[int, int], old: str, new: str) -> TextEdit | None:
    line, column = place
    found = scalars.written(text[line - 1], column, old)
    written = scalars.in_place(found, new) if found else None
    return TextEdit(line, column, found.text, written) if found and written else None


def _text(content: object) -> str | None:
    try:
        return gate.decode(content) if isinstance(content, bytes) else None
    except gate.BadEncoding:
        return None


def _page(document: Document, text: str) -> Page:
    front = front_matter.read(text)
    return Page(document.metadata, tuple(document.block), lines.split(text), text[front.body_at :], front.body_line)


def _anchored_within(document: Document, ids: Iterable[str]) -> frozenset[str]:
    """The same for links of the document to its own headings."""
    fragments = " ".join(each.target.casefold() for each in document.links if each.target.startswith("#"))
    return frozenset(each for each in ids if each.casefold() in fragments) if fragments else frozenset()


def _anchored(run: Run, ids: Iterable[str]) -> frozenset[str]:
    """The ids that stand in a fragment of some link; which heading it means is not looked for."""
    every = set().union(*(each.all_lookups() for each in run.summaries.all))
    fragments = " ".join(each.partition("#")[2].casefold() for each in every if "#" in each)
    anchors = " ".join(each.anchors or "" for each in run.summaries.all).casefold() if fragments else ""
    return frozenset(each for each in ids if each.casefold() in fragments and each.casefold() in anchors)
