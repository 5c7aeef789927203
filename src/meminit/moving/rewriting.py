"""Finds the documents that what moves concerns, and the edits of their links. No file is touched."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.config.settings import DEFAULT_INCLUDE, Namespace, Settings
from meminit.documents import front_matter, read
from meminit.documents.discover import MARKDOWN, Candidate, discover
from meminit.documents.prose import definitions
from meminit.documents.read import Governing, Reading
from meminit.documents.tree import Tree
from meminit.linking.targets import lookups_of
from meminit.model.document import Placed
from meminit.model.link import Link
from meminit.model.plan import TextEdit
from meminit.moving.moves import Moves
from meminit.moving.relinking import Left, Relinked, Relinking
from meminit.moving.worlds import Worlds
from meminit.sources import gate
from meminit.sources.globs import Patterns
from meminit.workspace.run import Run
from meminit.workspace.summaries import Summaries

_UNUSED = b"UNUSED_DEFINITION"  # a finding of the document; what the definition leads to is not kept
_OF_NO_NAMESPACE = Governing(None, broken=False, by_type={}, id_field="", id_form=None)


class Rewritten(NamedTuple):
    """A document whose links have to be rewritten: its bytes as they were read, and its edits in their order.

    `covers` are those of entries by which it says what it covers.
    """

    file: str
    content: bytes
    links: tuple[Relinked, ...]
    left: tuple[Left, ...] = ()
    covers: tuple[TextEdit, ...] = ()

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        links = (TextEdit(*each.place[:3], each.target) for each in self.links)
        return tuple(sorted((*self.covers, *links), key=lambda each: each[:2])) if self.covers else tuple(links)


def rewritten(run: Run, moves: Moves, *, everywhere: bool = False) -> Iterator[Rewritten]:
    """The documents with links to, from and within what moves, sorted by path; with all other Markdown if wanted."""
    workspace, summaries = run.workspace, run.summaries
    settings, tree = workspace.settings, workspace.tree
    worlds = Worlds(summaries, tree, settings.links, moves)
    touched = worlds.touched(summaries.all)
    concerned = [summaries.candidates[number] for number in _concerned(summaries, moves, touched)]
    others = _ungoverned(tree, settings, summaries, moves, everywhere=everywhere)
    reading = _Reading(
        tree, _governing(workspace.governing), Reading(settings.links, tree.limits), Relinking(worlds), touched
    )
    for candidate in sorted((*concerned, *others), key=lambda each: each.path):
        found = reading.of(candidate)
        if found and (found.links or found.left):
            yield found


def outside(run: Run, moves: Moves) -> Iterator[Rewritten]:
    """The Markdown at the top of the repository that no namespace governs, with links that would have to follow.

    It is what most readers see first; files further below are looked at where all Markdown is asked for.
    """
    workspace, summaries = run.workspace, run.summaries
    tree, links = workspace.tree, workspace.settings.links
    names = [name for name in tree.entries(()) or () if name.lower().endswith(MARKDOWN) and name not in summaries]
    moving = {old[-1].encode("utf-8", "surrogateescape") for old in (*moves.files, *moves.folders)}
    reading: _Reading | None = None
    for name in names:
        if (name,) in moves.files or not _may_name(tree, name, moving):
            continue
        worlds = Worlds(summaries, tree, links, moves)
        reading = reading or _Reading(
            tree, lambda _: _OF_NO_NAMESPACE, Reading(links, tree.limits), Relinking(worlds), frozenset()
        )
        found = reading.of(Candidate(name, name, ""))
        if found and found.links:
            yield found


def _may_name(tree: Tree, name: str, moving: Iterable[bytes]) -> bool:
    """Whether the name of something that moves stands in a file at all, as far as it needs no escapes."""
    try:
        content = tree.sources.read(name, tree.limits.document)
    except gate.SourceError:
        return False
    return any(each in content for each in moving)


def _governing(known: Callable[[str], Governing]) -> Callable[[str], Governing]:
    return lambda namespace: known(namespace) if namespace else _OF_NO_NAMESPACE


class _Reading(NamedTuple):
    """Reads documents, and finds what becomes of their links."""

    tree: Tree
    governing: Callable[[str], Governing]
    how: Reading
    relinking: Relinking
    touched: AbstractSet[str]

    def of(self, candidate: Candidate) -> Rewritten | None:
        file = read.opened(self.tree, candidate, self.governing(candidate.namespace))
        if not isinstance(file.content, bytes):
            return None
        try:
            text = gate.decode(file.content)
        except gate.BadEncoding:
            return None
        (placed,) = read.placed((file,), self.how)
        concerned = [*self._concerned(placed, candidate), *self._unused(placed, text)]
        found = list(self.relinking.of(concerned, candidate.file, text))
        links = {(each.place.line, each.place.column): each for each in found if isinstance(each, Relinked)}
        left = tuple(each for each in found if isinstance(each, Left))
        return Rewritten(candidate.file, file.content, tuple(links[place] for place in sorted(links)), left)

    def _concerned(self, placed: Placed, candidate: Candidate) -> Sequence[Link]:
        """Of a document that stays, the links that lead to something that moves; else all."""
        if self.relinking.moves.path(candidate.file) != candidate.file or not candidate.namespace:
            return placed.links
        here = lookups_of(candidate.file, self.how.links.sites)
        return [each for each in placed.links if here.of(each, ()) in self.touched]

    def _unused(self, placed: Placed, text: str) -> Iterator[Link]:
        """Definitions that nothing uses, which are no links for the check; one that cannot be rewritten is let be."""
        if "]:" not in text:
            return
        front = front_matter.read(text)
        known = {each.target_place for each in placed.links}
        for each in definitions(text[front.body_at :], front.body_line, self.how.links):
            if each.target_place not in known:
                yield each


def _concerned(summaries: Summaries, moves: Moves, touched: AbstractSet[str]) -> Iterator[int]:
    """The documents that move, and those with links to something that moves."""
    moving = frozenset(map("/".join, moves.files))
    for number, (candidate, summary) in enumerate(zip(summaries.candidates, summaries.all, strict=True)):
        is_concerned = candidate.file in moving or not touched.isdisjoint(summary.all_lookups())
        if is_concerned or (summary.findings and _UNUSED in bytes(summary.findings)):
            yield number


def _ungoverned(
    tree: Tree, settings: Settings, summaries: Summaries, moves: Moves, *, everywhere: bool
) -> Iterator[Candidate]:
    """Markdown that no namespace governs: what becomes a document where it moves to, or all of it."""
    every = _all_markdown(tree, settings) if everywhere else _becoming(settings, moves)
    return (each for each in every if each.file not in summaries and each.problem is None)


def _becoming(settings: Settings, moves: Moves) -> Iterator[Candidate]:
    for old, new in moves.files.items():
        if settings.selecting("/".join(new)):
            yield Candidate("/".join(old), "/".join(old), "")


def _all_markdown(tree: Tree, settings: Settings) -> Iterable[Candidate]:
    whole = Namespace("", "", "", Patterns(DEFAULT_INCLUDE, ignore_case=True), Patterns(()), "", {})
    return discover(tree, settings._replace(namespaces=(whole,))).candidates
