"""What documents cover now: the files and symbols of their entries, the digests of these, and what covers nothing."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from meminit.covering.covers import Cover, Entry, entry
from meminit.covering.digests import FileDigests
from meminit.covering.guessing import nearest_pattern, nearest_symbol
from meminit.covering.languages import languages_of
from meminit.covering.selecting import Selected, all_files, kept, kind_of, reason
from meminit.documents.tree import Tree
from meminit.sources import gate
from meminit.words import did_you_mean, quoted

if TYPE_CHECKING:
    from meminit.covering.symbols import Symbols

MOST_HINTS = 50
_LONGEST = 200  # characters of an entry that a message shows


class Covering(NamedTuple):
    """A document that covers something: its path as it is shown and as it is, and its entries."""

    path: str
    file: str
    covers: tuple[Cover, ...]

    @property
    def own_lines(self) -> list[str]:
        """Its patterns, those that take back among them."""
        return [each.pattern for each in map(entry, self.entries) if not each.file]

    @property
    def entries(self) -> list[str]:
        return [each.written for each in self.covers]

    @property
    def takes_back(self) -> bool:
        return any(entry(each).takes_back for each in self.entries)


class Coverage:
    """`left_out` are files that nobody means, such as the one that holds what was affirmed."""

    def __init__(
        self,
        tree: Tree,
        every: Sequence[Covering],
        left_out: Collection[str],
        tracked: Callable[[], Iterable[str]],
    ) -> None:
        self._tree = tree
        self._left_out = frozenset(left_out)
        entries = {each for covering in every for each in covering.entries}
        self._wanted: dict[str, set[str]] = {}
        lines = []
        for each in sorted(map(self.meant, entries)):
            if each.file:
                self._wanted.setdefault(each.file, set()).add(each.name)
            if not each.takes_back:
                lines.append(each.line)
        self._ignores = not tree.sources.overlay.is_whole
        self._selected = Selected(tree, lines, tracked, ignores=self._ignores)
        self._digests = FileDigests(tree)
        self._symbols: dict[str, Symbols] = {}
        self._kept: tuple[Covering | None, dict[str, list[str]]] = None, {}
        self._hints = MOST_HINTS

    def meant(self, written: str) -> Entry:
        """A file of just this name is no symbol."""
        meant = entry(written)
        return Entry(written) if meant.file and kind_of(self._tree, written) else meant

    def files(self, covering: Covering, written: str) -> list[str]:
        """The files of an entry, sorted, without those that the document takes back, and without the document."""
        if self._kept[0] is not covering:
            self._kept = covering, {}
        known = self._kept[1]
        if written not in known:
            meant = self.meant(written)
            found = self._selected.files(meant.line)
            if covering.takes_back and not meant.file:
                found = kept(covering.own_lines, found)
            known[written] = [each for each in found if each != covering.file and each not in self._left_out]
        return known[written]

    def by_line(self, files: Iterable[str]) -> Mapping[str, list[str]]:
        """Of these files, which need not be there, those that each pattern selects; sorted by path."""
        found: dict[str, list[str]] = {}
        for file in sorted(files):
            for line in self._selected.lines_of(file):
                found.setdefault(line, []).append(file)
        return found

    def among(self, covering: Covering, written: str, by_line: Mapping[str, list[str]]) -> list[str]:
        """Of files by pattern, those that an entry covers."""
        meant = self.meant(written)
        found = by_line.get(meant.line.rstrip("\r\n"), [])
        if found and covering.takes_back and not meant.file:
            found = kept(covering.own_lines, found)
        return [each for each in found if each != covering.file and each not in self._left_out]

    def digest(self, covering: Covering, written: str) -> str:
        """Of an entry that covers something.

        Raises gate.SourceError where a file cannot be read, or GRAMMAR_MISSING.
        """
        meant = self.meant(written)
        if meant.file:
            found = self.symbols(meant.file)
            if found.is_sound:
                return found.digests[meant.name]
        return self._digests.of_files(self.files(covering, written))

    def symbols(self, file: str) -> "Symbols":
        """What is known of the symbols of a file that documents cover."""
        from meminit.covering.symbols import LARGEST, Symbols, symbols  # noqa: PLC0415 - few entries name a symbol

        if file not in self._symbols:
            try:
                content = self._tree.sources.read_inside(file, LARGEST)
            except gate.SourceError:
                self._symbols[file] = Symbols(is_sound=False)
            else:
                self._symbols[file] = symbols(file, content, self._wanted[file])
        return self._symbols[file]

    def nothing(self, covering: Covering, written: str) -> str:
        """Why an entry covers nothing, in words; empty where it covers something, or where that cannot be known."""
        meant = self.meant(written)
        if not self._selected.selects(meant.line):
            return "" if self._selected.is_doubtful(meant.line) else self._unmatched(meant)
        if not self.files(covering, written):
            return f"all that {shown(written)} matches is the document itself, or taken back by another entry"
        return self._unknown(meant) if meant.file else ""

    def _unmatched(self, meant: Entry) -> str:
        why = "" if meant.file else reason(meant.pattern)
        if why:
            return f"no file matches {shown(meant.pattern)}: {why}"
        named = (meant.file or meant.pattern).strip("/")
        if kind_of(self._tree, named) and not named.startswith("."):
            return f"nothing that git does not ignore is at {shown(meant.file or meant.pattern)}"
        near = self._near(meant.file or meant.pattern, is_file=bool(meant.file))
        if meant.file:
            return f"there is no file {shown(meant.file)}{did_you_mean(near and f'{near}#{meant.name}')}"
        return f"no file matches {shown(meant.pattern)}{did_you_mean(near)}"

    def _near(self, pattern: str, *, is_file: bool) -> str | None:
        self._hints -= 1
        return None if self._hints < 0 else nearest_pattern(self._tree, pattern, lambda: self._every, is_file=is_file)

    @cached_property
    def _every(self) -> list[str]:
        return all_files(self._tree, ignores=self._ignores)

    def _unknown(self, meant: Entry) -> str:
        """Why a symbol is not known, though its file is there."""
        if not languages_of(meant.file):
            return f"symbols of {shown(meant.file)} are not understood; cover the file"
        found = self.symbols(meant.file)
        if not found.is_sound or meant.name in found.digests:
            return ""
        near = nearest_symbol(meant.name, found.names)
        return f"{shown(meant.file)} has no {shown(meant.name)}{did_you_mean(near and f'{meant.file}#{near}')}"


def shown(text: str) -> str:
    return quoted(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
