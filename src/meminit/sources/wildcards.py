"""Parses a line of a .gitignore file into segments, and matches a name against many of them at once.

All patterns of names together are one automaton, with a bit for each position in each pattern. The set of positions
reached is one large number, which a character changes by a few operations. Sets that have occurred are kept with the
sets that characters lead to, so most characters cost no more than a lookup in a dictionary.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from meminit.words import quoted

ANY = ""  # the atom that takes any character
_MOST_KEPT = 4_000_000  # bytes, about, for sets that have occurred and the steps between them, and as many for masks
_SET, _STEP, _MASK = 600, 100, 150  # bytes that each of these takes, besides its bits
_FEW = 8
SegmentTest: TypeAlias = Callable[[str], object]
_BRACKET = re.compile(r"\[(?P<not>[!^]?)(?P<body>\]?(?:\[:\w+:\]|\\.|[^\]\\])*)\]", re.DOTALL)
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "\\x21-\\x7e",
    "lower": "a-z",
    "print": "\\x20-\\x7e",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_CLASS_PART = re.compile(r"\[:(\w+):\]|\\(.)|(.)", re.DOTALL)
_TWO_HYPHENS = re.compile(r"\\.|--", re.DOTALL)
_ANY_DEPTH = re.compile(r"\*{2,}")
_SPECIAL = re.compile(r"[*?\[\\]")


class Glob(NamedTuple):
    """A pattern for one name: its atoms, and before which of them a star stands; after the last one, their number.

    An atom matches one character: a single character itself, ANY any character, and longer text is a set in brackets
    as `re` reads it.
    """

    atoms: tuple[str, ...]
    stars: tuple[int, ...]


class _State(dict[str, "_State"]):
    """A set of positions, the sets that characters lead to as far as they are known, and the patterns it completes."""

    __slots__ = ("bits", "complete")

    def __init__(self, bits: int, complete: int) -> None:
        super().__init__()
        self.bits = bits
        self.complete = complete


class Automaton:
    """Each of the `globs` has a number, by which answers name it."""

    def __init__(self, globs: Iterable[tuple[int, Glob]], *, ignore_case: bool = False) -> None:
        starts: list[int] = []
        stars: list[int] = []
        self._ends: dict[int, int] = {}
        places: dict[str, list[int]] = {}
        at = 0
        for number, (atoms, own_stars) in globs:
            starts.append(at)
            stars += [at + star for star in own_stars]
            for atom in atoms:
                at += 1
                places.setdefault(atom, []).append(at)
            self._ends[at] = number
            at += 1
        self._stars = bits_of(stars)
        self._complete = bits_of(self._ends)
        self._size = at // 8
        self._masks = _Masks(places, self._size, ignore_case=ignore_case)
        self._start = self._state(bits_of(starts))
        self._states = {self._start.bits: self._start}
        self._left = _MOST_KEPT

    def matching(self, name: str) -> int:
        """The numbers of the patterns that match the whole name, as bits."""
        state = self._start
        characters = iter(name)
        for character in characters:
            try:
                state = state[character]
            except KeyError:
                return self._further(state, character + "".join(characters))
        return state.complete

    def _further(self, state: _State, rest: str) -> int:
        """The same for the rest of a name, from a state that its first character has not led from before."""
        for at, character in enumerate(rest):
            known = state.get(character)
            if known is None:
                if self._left < 0:
                    return self._numbers(self._moved(state.bits, rest[at:]))
                bits = self._moved(state.bits, character)
                known = self._states.get(bits)
                if known is None:
                    known = self._states[bits] = self._state(bits)
                    self._left -= _SET + self._size
                state[character] = known
                self._left -= _STEP
            state = known
        return state.complete

    def _moved(self, bits: int, text: str) -> int:
        masks, stars = self._masks, self._stars
        for character in text:
            bits = (bits << 1) & masks[character] | bits & stars
        return bits

    def _state(self, bits: int) -> _State:
        return _State(bits, self._numbers(bits))

    def _numbers(self, bits: int) -> int:
        return bits_of(map(self._ends.__getitem__, numbers_of(bits & self._complete)))


class _Masks(dict[str, int]):
    """For each character the positions behind the atoms that match it, worked out when it first occurs."""

    def __init__(self, places: Mapping[str, Sequence[int]], size: int, *, ignore_case: bool) -> None:
        super().__init__()
        self._flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
        self._ignores_case = ignore_case
        self._most = _MOST_KEPT // (_MASK + size)
        self._any = bits_of(places.get(ANY, ()))
        self._letters = {atom: where for atom, where in places.items() if len(atom) == 1}
        self._cased = "".join(each for each in self._letters if _is_cased(each)) if ignore_case else ""
        self._brackets = [(re.compile(atom, self._flags), where) for atom, where in places.items() if len(atom) > 1]
        # The same brackets match all characters between two of these.
        self._named = sorted({character for atom in places if len(atom) > 1 for character in atom})
        self._bracketed: dict[str | int, int] = {}

    def __missing__(self, character: str) -> int:
        if len(self) >= self._most:
            self.clear()
        mask = self._any
        for letter in self._same(character):
            mask |= bits_of(self._letters.get(letter, ()))
        if self._brackets:
            mask |= self._in_brackets(character)
        self[character] = mask
        return mask

    def _same(self, character: str) -> Iterable[str]:
        """The letters of the patterns that match a character."""
        if not self._ignores_case or not _is_cased(character):
            return (character,)
        return re.findall(re.escape(character), self._cased, self._flags)

    def _in_brackets(self, character: str) -> int:
        kind = self._kind(character)
        if kind not in self._bracketed:
            if len(self._bracketed) >= self._most:
                self._bracketed.clear()
            matching = (where for bracket, where in self._brackets if bracket.fullmatch(character))
            self._bracketed[kind] = bits_of(place for where in matching for place in where)
        return self._bracketed[kind]

    def _kind(self, character: str) -> str | int:
        """Equal for characters that all brackets treat alike: a text may hold a million different ones."""
        at = bisect_right(self._named, character)
        is_named = at and self._named[at - 1] == character
        is_odd = is_named or character.isascii() or character.isspace() or (self._ignores_case and _is_cased(character))
        return character if is_odd else at


def _is_cased(character: str) -> bool:
    return not character.lower() == character.upper() == character


def bits_of(numbers: Iterable[int]) -> int:
    """A number with these bits set."""
    places = list(numbers)
    if len(places) < _FEW:
        found = 0
        for place in places:
            found |= 1 << place
        return found
    whole = bytearray(max(places) // 8 + 1)
    for place in places:
        whole[place // 8] |= 1 << place % 8
    return int.from_bytes(whole, "little")


def numbers_of(bits: int) -> list[int]:
    """The bits that are set in a number."""
    digits = bin(bits)[:1:-1]
    found = []
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found


class BadPattern(ValueError):  # noqa: N818 - it names what was seen
    """A pattern without a meaning, such as a range that runs backwards."""


class Segment:
    """What one name has to look like.

    Nearly all segments are a mere name, `*` and a text, or a text and `*`, which are compared as they are. Any other
    one is a `glob` for an automaton.
    """

    __slots__ = ("beginning", "ending", "glob", "plain")

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        self.plain: str | None = None
        self.ending: str | None = None
        self.beginning: str | None = None
        self.glob: Glob | None = None
        folded = text.lower() if ignore_case else text
        if not _SPECIAL.search(text):
            self.plain = folded
        elif not _SPECIAL.search(text.removesuffix("*")):
            self.beginning = folded[:-1]
        elif not _SPECIAL.search(text.removeprefix("*")):
            self.ending = folded[1:]
        else:
            self.glob = _glob(text)


def segment_test(text: str) -> SegmentTest:
    """A test for one name against a pattern without slashes."""
    return Automaton([(0, _glob(text))]).matching


def _glob(text: str) -> Glob:
    atoms: list[str] = []
    stars: list[int] = []
    at, closes = 0, True
    while at < len(text):
        character = text[at]
        bracket = _BRACKET.match(text, at) if character == "[" and closes else None
        closes = closes and (character != "[" or bracket is not None)  # where one stays open, so do all behind it
        at += 1
        if character == "*":
            stars.append(len(atoms))
        elif character == "?":
            atoms.append(ANY)
        elif bracket:
            atoms.append(_sound(_bracket(bracket), text))
            at = bracket.end()
        else:
            if character == "\\" and at < len(text):
                character = text[at]
                at += 1
            atoms.append(character)
    return Glob(tuple(atoms), tuple(stars))


def _sound(bracket: str, text: str) -> str:
    try:
        re.compile(bracket)
    except re.error as error:
        raise BadPattern(f"the pattern {quoted(text)} has a bad character range") from error
    return bracket


def _bracket(match: re.Match[str]) -> str:
    body = _CLASS_PART.sub(_class_part, match["body"])
    body = _TWO_HYPHENS.sub(lambda found: r"-\-" if found[0] == "--" else found[0], body)  # `re` warns of two bare ones
    return f"[{'^' if match['not'] else ''}{body}]"


def _class_part(match: re.Match[str]) -> str:
    name, escaped, single = match.groups()
    if name is not None:
        return _CLASSES.get(name, "")
    if single == "-":
        return "-"
    return re.escape(escaped if escaped is not None else single)


def parsed(text: str) -> tuple[bool, bool, list[str | None]] | None:
    """Whether a line is negated, whether it is for directories alone, and its segments; None for a line without any."""
    text = _without_trailing_blanks(text)
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text[1:] if keeps else text
    anchored = "/" in text.rstrip("/")
    parts = [part for part in text.split("/") if part]
    if not parts:
        return None
    segments: list[str | None] = [] if anchored else [None]
    for part in parts:
        if not _ANY_DEPTH.fullmatch(part):
            segments.append(part)
        elif not segments or segments[-1] is not None:
            segments.append(None)
    if segments[-1] is None:
        segments.append("*")  # "a/**" is what lies below a, not a itself
    return keeps, text.endswith("/"), segments


def _without_trailing_blanks(text: str) -> str:
    stripped = text.rstrip(" ")
    escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2
    return stripped + " " if escaped and len(stripped) < len(text) else stripped
