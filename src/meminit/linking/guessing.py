"""Guesses which name or path was meant by one that leads nowhere, in a time that does not grow with their number.

A guess is reported only if it is clear: a slip of the fingers, a lost ending, another extension. Names that differ
in a number or in a whole word are different things.
"""

import posixpath
import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from meminit.config.settings import Links, parts
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Found, Missing, Tree, folded
from meminit.linking.targets import Address, as_fragment, as_target
from meminit.sources.files import Names
from meminit.words import MOST_HINTS, are_opposites

_FEW = 100  # names that can each be compared
_LONGEST = 200
_DIGITS = re.compile(r"\d+")
_SEPARATORS = "-_. "
_WORD_END = re.compile(f"[{_SEPARATORS}]+")
_SHORTEST_BEGINNING = 4
_FEWEST_LETTERS = 3  # of a name without its signs
_SIGNS = re.compile("[^a-z0-9]+")
_NOWHERE = -(1 << 20)
_PIECE = 16  # letters that are compared at once
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,8}\Z")


class Guesses:
    """How many guesses a document may still ask for."""

    def __init__(self, most: int = MOST_HINTS) -> None:
        self._most = most
        self._left = most

    def renew(self) -> None:
        self._left = self._most

    def forgo(self) -> None:
        """No guess is wanted: only the verdict counts."""
        self._left = 0

    @property
    def were_wanted(self) -> bool:
        """Whether a guess was asked for after none were left."""
        return self._left < 0

    def spend(self) -> bool:
        self._left -= 1
        return self._left >= 0


class _Name(NamedTuple):
    whole: str
    stem: str
    extension: str
    digits: list[str]


class Near:
    """Names that can be asked which of them another one resembles.

    Where it is known what will be `asked`, only the names that this may resemble are kept.
    """

    def __init__(self, names: Iterable[str], *, are_files: bool = False, asked: Iterable[str] | None = None) -> None:
        self._are_files = are_files
        every = [name for name in names if len(name) <= _LONGEST]
        self._are_few = len(every) <= _FEW
        self._names = sorted(every if self._are_few or asked is None else _likely(every, asked))
        self._nearest: dict[str, str | None] = {}

    @cached_property
    def _folded(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self._names:
            found.setdefault(name.casefold(), []).append(name)
        return found

    @cached_property
    def _all_taken(self) -> Sequence[_Name]:
        return [self._taken(name) for name in self._names]

    @cached_property
    def _plain_names(self) -> "Near":
        return Near(self._by_plain_name)

    @cached_property
    def _by_plain_name(self) -> Mapping[str, list[_Name]]:
        found: dict[str, list[_Name]] = {}
        for each in self._all_taken:
            if each.stem.isascii():
                found.setdefault(_plain(each.stem), []).append(each)
        return found

    @cached_property
    def _by_edge(self) -> Mapping[str, list[_Name]]:
        found: dict[str, list[_Name]] = {}
        for name in self._all_taken:
            for edge in _edges(name.stem):
                found.setdefault(edge, []).append(name)
        return found

    def alike(self, name: str) -> list[str]:
        """The names that differ in letter case at most."""
        return self._folded.get(name.casefold(), [])

    def same(self, name: str) -> str | None:
        """The only one of these."""
        found = self.alike(name)
        return found[0] if len(found) == 1 else None

    def nearest(self, name: str) -> str | None:
        """The name that was meant, if one is nearer than all others; among many it has to begin or end alike.

        The same wrong name is often written in many places.
        """
        if not name or len(name) > _LONGEST:
            return None
        if name not in self._nearest:
            self._nearest[name] = self._looked_for(name)
        return self._nearest[name]

    def _looked_for(self, name: str) -> str | None:
        wanted = self._taken(name)
        ranks: dict[int, set[str]] = {}
        for each in self._candidates(wanted):
            rank = _rank(wanted, each)
            if rank is not None:
                ranks.setdefault(rank, set()).add(each.whole)
        if not ranks and self._are_files:
            return self._renamed(wanted)
        best = ranks[min(ranks)] if ranks else set()
        return best.pop() if len(best) == 1 else None

    def _renamed(self, wanted: _Name) -> str | None:
        """The only name of the same letters and digits, as `fix` writes them: `Über_uns.html` may be `uber-uns.md`.

        Where there is none, the nearest of them, if the name itself was not compared with them before.
        """
        key = _plain(wanted.stem)
        if len(key.replace("-", "")) < _FEWEST_LETTERS:
            return None
        meant = key if key in self._by_plain_name or key == wanted.stem else self._plain_names.nearest(key)
        found = self._by_plain_name.get(meant or "", [])
        same = [each for each in found if each.extension == wanted.extension] or found
        return same[0].whole if len(same) == 1 else None

    def _candidates(self, wanted: _Name) -> Iterable[_Name]:
        if self._are_few:
            return self._all_taken
        alike = [self._by_edge.get(edge, ()) for edge in _edges(wanted.stem)]
        return [] if max(map(len, alike)) > _FEW else [name for names in alike for name in names]

    def _taken(self, name: str) -> _Name:
        found = _EXTENSION.search(name) if self._are_files else None
        at = found.start() if found and found.start() else len(name)
        return _Name(name, name[:at].casefold(), name[at:].casefold(), _DIGITS.findall(name))


def _likely(names: Iterable[str], asked: Iterable[str]) -> list[str]:
    """The names that are like one that is asked, or begin or end alike; of many that do, one more than are compared."""
    wanted = {each.casefold() for each in asked}
    counts = dict.fromkeys((edge for each in wanted for edge in _edges(each)), 0)
    found = []
    for name in names:
        stem = name.casefold()
        is_likely = stem in wanted
        for edge in _edges(stem):
            count = counts.get(edge)
            if count is not None:
                counts[edge] = count + 1
                is_likely = is_likely or count <= _FEW
        if is_likely:
            found.append(name)
    return found


def _plain(stem: str) -> str:
    """A name in small letters without accents, and with hyphens for all that is no letter or digit."""
    if not stem.isascii():
        from anyascii import anyascii  # noqa: PLC0415 - slow to import, and most names do not need it

        stem = anyascii(stem).lower()
    return _SIGNS.sub("-", stem).strip("-")


def _edges(stem: str) -> tuple[str, str]:
    return f"^{stem[:4]}", f"{stem[-4:]}$"


def _rank(wanted: _Name, known: _Name) -> int | None:
    """How far apart two names are; None if they are different things."""
    if wanted.digits != known.digits:
        return None
    other_extension = int(wanted.extension != known.extension)
    if wanted.stem == known.stem:
        return other_extension
    allowed = (len(wanted.stem) + 2) // 5  # letters: one in a name of three, two in one of eight
    slips = distance(wanted.stem, known.stem, min(allowed, 3))
    if slips is not None:
        return None if are_opposites(wanted.stem, known.stem) else 2 * slips + other_extension
    return 10 if not other_extension and _differ_in_an_ending(wanted.stem, known.stem) else None


def _differ_in_an_ending(first: str, second: str) -> bool:
    """Whether one word is longer in one of them, `install` and `installation`, and all others are the same."""
    if first[:1] != second[:1] and first[:1] not in _SEPARATORS and second[:1] not in _SEPARATORS:
        return False  # as nearly always; what follows would find the first words to differ, too
    words, others = _WORD_END.split(first), _WORD_END.split(second)
    pairs = [sorted(pair, key=len) for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if len(words) != len(others) or len(pairs) != 1:
        return False
    shorter, longer = pairs[0]
    return len(shorter) >= _SHORTEST_BEGINNING and longer.startswith(shorter)


def distance(first: str, second: str, limit: int) -> int | None:
    """How many letters have to be put in, left out, changed or swapped; None if more than the limit."""
    if abs(len(first) - len(second)) > limit:
        return None
    letters, others = set(first), set(second)
    if len(letters - others) > limit or len(others - letters) > limit:  # each of them is a slip of its own
        return None
    first, second = _without_what_is_alike(first, second)
    return _slips(first, second, limit)


def _without_what_is_alike(first: str, second: str) -> tuple[str, str]:
    """Both without what they begin and end with in common."""
    shorter = min(len(first), len(second))
    start = 0
    while start < shorter and first[start] == second[start]:
        start += 1
    end = 0
    while end < shorter - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[start : len(first) - end], second[start : len(second) - end]


def _slips(first: str, second: str, limit: int) -> int | None:
    """The same by diagonals: how far each number of slips leads on each of them, up to the ends of both.

    A diagonal is how many letters more have been read of the second text. What is alike on the way costs next to
    nothing, so the steps depend on the limit, and hardly on the length.
    """
    goal = len(second) - len(first)
    before: dict[int, int] = {}  # letters of the first text that have been read
    for slips in range(limit + 1):
        here = {}
        for diagonal in range(-slips, slips + 1):
            at = _read(first, second, diagonal, before) if slips else 0
            if at >= 0:
                here[diagonal] = _end_of_likeness(first, second, at, at + diagonal)
        if here.get(goal) == len(first):
            return slips
        before = here
    return None


def _read(first: str, second: str, diagonal: int, before: Mapping[int, int]) -> int:
    """How much of the first text has been read with one more slip; less than nothing where that is none."""
    at = before.get(diagonal, _NOWHERE)
    there = at + diagonal
    furthest = max(before.get(diagonal - 1, _NOWHERE), before.get(diagonal + 1, _NOWHERE) + 1)  # put in, left out
    if at >= 0 and first[at : at + 2] == second[there : there + 2][::-1] and len(first) - at > 1:
        furthest = max(furthest, at + 2)  # swapped
    furthest = max(furthest, at + 1)  # changed
    return min(furthest, len(first), len(second) - diagonal)


def _end_of_likeness(first: str, second: str, at: int, there: int) -> int:
    """Where two texts are no longer alike from these places on, in the first of them."""
    while first[at : at + _PIECE] == second[there : there + _PIECE] and at < len(first) and there < len(second):
        at, there = min(at + _PIECE, len(first)), min(there + _PIECE, len(second))
    while at < len(first) and there < len(second) and first[at] == second[there]:
        at, there = at + 1, there + 1
    return at


class Meant(NamedTuple):
    """What was probably meant, as it would be written; `surely` says that nothing else can have been."""

    target: str
    surely: bool


class Suggesting:
    """Knows the files of the folders that were listed in search of documents, and which of them are documents."""

    def __init__(self, tree: Tree, links: Links, files: Collection[Names], documents: Container[str]) -> None:
        self._tree = tree
        self._links = links
        self._site = parts(links.site_root)
        self._files = files
        self._documents = documents
        self._by_name: dict[str, list[Names]] | None = None
        self._folded: dict[str, list[Names]] | None = None
        self._near: dict[Names, Near] = {}
        self._pages: dict[Names, Near] = {}

    def path(self, names: Names, missing: Missing, source: Names, address: Address) -> Meant | None:
        """What the document meant; never the document itself: a wrong name means another one."""
        found = self._without_extension(names, missing)
        if found and found != source:
            return Meant(self.spelled(found, source[:-1], address), surely=True)
        moved = self._moved(names)
        close = moved or self._close(names, missing)
        if close is None or close == source:
            return None
        is_sure = moved is not None and "/".join(moved) in self._documents
        return Meant(self.spelled(close, source[:-1], address), is_sure)

    def spelled(self, names: Names, folder: Names, address: Address) -> str:
        """A target that leads there, in the manner of the one that was written."""
        path = self._relative(names, folder, address)
        found = self._tree.find(names) if address.path.endswith("/") else None
        is_folder = isinstance(found, Found) and found.is_folder and not path.endswith("/")
        return self.written(f"{path}/" if is_folder else path, address)

    def _relative(self, names: Names, folder: Names, address: Address) -> str:
        if address.path.startswith("/") and names[: len(self._site)] == self._site:
            path = "/" + "/".join(names[len(self._site) :])
        else:
            path = posixpath.relpath("/" + "/".join(names), "/" + "/".join(folder))
            looks_like_a_scheme = ":" in path.partition("/")[0]
            if (address.path.startswith("./") or looks_like_a_scheme) and not path.startswith("."):
                path = f"./{path}"
        return path

    def written(self, path: str, address: Address) -> str:
        query = f"?{as_fragment(address.query)}" if address.query else ""
        fragment = (address.fragment or "") + address.directive
        return as_target(path) + query + (f"#{as_fragment(fragment)}" if fragment else "")

    def page(self, folder: Names, name: str) -> str | None:
        """The page of a folder, a document or a folder itself, whose name is nearest."""
        if folder not in self._pages:
            found = self._tree.find(folder)  # by its own names, whatever links the route leads through
            names = found.names if isinstance(found, Found) and found.is_folder else None
            entries = (self._tree.entries(names) if names is not None else None) or {}
            pages = {
                each.removesuffix(".md") for each, kind in entries.items() if kind != "file" or each.endswith(".md")
            }
            self._pages[folder] = Near(pages)
        return self._pages[folder].same(name) or self._pages[folder].nearest(name)

    def twin(self, names: Names) -> Names | None:
        """The only file whose whole path differs in letter case only, where folders of both spellings exist."""
        if self._folded is None:
            self._folded = {}
            for each in self._files:
                self._folded.setdefault(folded("/".join(each)), []).append(each)
        found = self._folded.get(folded("/".join(names)), ())
        return found[0] if len(found) == 1 else None

    def _without_extension(self, names: Names, missing: Missing) -> Names | None:
        """`guide` where there is a guide.md, and nothing else of that name."""
        entries = self._tree.entries(missing.folder) or {}
        last = missing.depth == len(names) - 1
        found = [names[-1] + each for each in MARKDOWN if names[-1] + each in entries] if last else []
        return (*missing.folder, found[0]) if len(found) == 1 else None

    def _moved(self, names: Names) -> Names | None:
        """Where the only file of that name lives; names of index pages do not count."""
        if self._by_name is None:
            self._by_name = {}
            for each in self._files:
                self._by_name.setdefault(each[-1], []).append(each)
        if not names or names[-1] in self._links.index_names:
            return None
        found = self._by_name.get(names[-1], ())
        return found[0] if len(found) == 1 else None

    def _close(self, names: Names, missing: Missing) -> Names | None:
        """One name mistyped, and the rest of the path as it should be."""
        if missing.folder not in self._near:
            self._near[missing.folder] = Near(self._tree.entries(missing.folder) or (), are_files=True)
        close = self._near[missing.folder].nearest(names[missing.depth])
        found = self._tree.find((*missing.folder, close, *names[missing.depth + 1 :])) if close else None
        return found.names if isinstance(found, Found) and not found.is_misspelled else None
