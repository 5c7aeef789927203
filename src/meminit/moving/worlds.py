"""Where links lead, before something moves and afterwards."""

from collections.abc import Iterable, Iterator, Sequence

from meminit.config.settings import Links, parts
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Found, Tree, folded
from meminit.linking.affected import Affected, Changed, are_clear
from meminit.linking.following import Following, KnownDocuments, Reached
from meminit.linking.guessing import Guesses
from meminit.linking.targets import Address, Understanding, address
from meminit.model.document import KeptDocument
from meminit.model.link import Link
from meminit.model.summary import Summary, is_path
from meminit.moving.moves import Moves
from meminit.sources.files import Files, Names, Overlay


class World:
    """One state of a repository, in which links are followed without guesses."""

    def __init__(self, documents: KnownDocuments, tree: Tree, links: Links) -> None:
        self.tree = tree
        self._guesses = Guesses()
        self._following = Following(documents, tree, links, self._guesses)

    def reached(self, link: Link, file: str, where: Address | None = None) -> Reached | None:
        """What a link in a file leads to; None where that is nothing of the repository."""
        self._guesses.forgo()
        source = KeptDocument(file, "", file)
        result = self._following.follow(link, source, where or address(link.target))
        return result if isinstance(result, Reached) and result.is_certain else None

    def counts_from_address(self, link: Link, path: str, file: str) -> bool:
        """Whether a link in a file means an address of a site, and no path."""
        return link.kind not in {"field", "wiki"} and self._following.counts_from_address(path, file)

    def address_of(self, names: Names) -> str | None:
        """The address of a page or a file on a site."""
        return self._following.address_of(names)

    def index(self, names: Names) -> Names | None:
        """The file that stands for a folder."""
        return self._following.index(names)

    def is_folder(self, names: Names) -> bool:
        found = self.tree.find(names)
        return isinstance(found, Found) and found.is_folder


class _MovedDocuments:
    """The documents as they will be, as far as following needs to know them."""

    def __init__(self, documents: KnownDocuments, moves: Moves) -> None:
        self._documents = documents
        self._moves = moves
        self._back = moves.turned()

    @property
    def files(self) -> Iterable[str]:
        return map(self._moves.path, self._documents.files)

    def __contains__(self, file: object) -> bool:
        return isinstance(file, str) and self._back.path(file) in self._documents

    def anchors(self, file: str) -> str | None:
        return self._documents.anchors(self._back.path(file))

    def get(self, file: str) -> KeptDocument | None:
        return self._documents.get(self._back.path(file))

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        return ((value, self._moves.path(file)) for value, file in self._documents.values(field))

    def named(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        return ((self._moves.path(file), pairs) for file, pairs in self._documents.named())


class Worlds:
    """The same repository before something moves and afterwards."""

    def __init__(self, documents: KnownDocuments, tree: Tree, links: Links, moves: Moves) -> None:
        self.moves = moves
        self.links = links
        self._documents = documents
        self._understanding = Understanding(documents.files)
        self.before = World(documents, tree, links)
        self.after = World(_MovedDocuments(documents, moves), _moved_tree(tree, moves), links)
        self._touched = frozenset(self._all_touched())
        changing = (*moves.files, *moves.files.values())
        self._stems = frozenset(names[-1].rpartition(".")[0].lower() for names in changing)  # of pages
        self._symbolic = tuple(folded("/".join(names)) for names, kind in tree.listed() if kind == "link")

    def touched(self, summaries: Sequence[Summary]) -> set[str]:
        """Those lookups of documents of which what moves may change the answer."""
        lookups: Iterable[str] = set().union(*(each.all_lookups() for each in self._affected(summaries)))
        return {each for each in lookups if self._is_touched(each)}

    def _affected(self, summaries: Sequence[Summary]) -> Iterable[Summary]:
        files = {*map("/".join, self.moves.files), *map("/".join, self.moves.files.values())}
        if not are_clear(files, self.links, summaries):
            return summaries
        named = (value for file, pairs in self._documents.named() if pairs and file in files for _, value in pairs)
        changed = Changed(files, self.before.tree, self.after.tree, named)
        return (summaries[at] for at in Affected(changed, self.links, self._documents.files).documents(summaries))

    def _is_touched(self, lookup: str) -> bool:
        if is_path(lookup):
            path = folded(lookup.partition("#")[0])
            return path in self._touched or (bool(self._symbolic) and path.startswith(self._symbolic))
        asked = self._understanding.of(lookup)
        if asked is None:
            return False
        link, file = Link(asked.target, asked.kind, 1, None), asked.source(self.links.sites)
        where = address(asked.target)
        before = self.before.reached(link, file, where)
        if before is None:
            return False
        if folded("/".join(before.names)) in self._touched:
            return True
        if asked.kind == "wiki":
            return before.names[-1].rpartition(".")[0].lower() in self._stems
        after = self.after.reached(link, self.moves.path(file), where)
        return after is None or after.names != before.names

    def _all_touched(self) -> Iterator[str]:
        """What moves, what may be written for it, and the folders for which it may stand."""
        for old in (*self.moves.files, *self.moves.folders):
            yield folded("/".join(old))
            if self.links.implicit_extension and old[-1].lower().endswith(MARKDOWN):
                yield folded("/".join(old)).rpartition(".")[0]
            if old[-1] in self.links.index_names or not self.after.is_folder(old[:-1]):
                yield folded("/".join(old[:-1]))


def _moved_tree(tree: Tree, moves: Moves) -> Tree:
    contents: dict[str, bytes | None] = {"/".join(old): None for old in (*moves.files, *moves.folders)}
    contents |= {"/".join(new): b"" for new in moves.files.values()}
    moved = Tree(Files(tree.root, Overlay(contents), tree), tree.limits)
    listed = {names[:-1] for names, _ in tree.listed()}
    for folder in {*listed, *(new[:-1] for new in moves.files.values())}:
        moved.entries(moves.of(folder))
    return moved


def folder_of(file: str) -> Names:
    return parts(file)[:-1]
