"""The labels of a document: what is defined, what is used, and what does not fit together."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from meminit.model.link import Label, LabelKind, Link, TargetPlace
from meminit.words import MOST_HINTS, nearest

_PAGE = re.compile(r"(?!_TOC_\Z)\s*[^\s\[\]][^\[\]]*")
PlaceOf: TypeAlias = Callable[[int], tuple[int, int | None]]
_FOOTNOTE = re.compile(r"\^[\w.:-]*\w")
_CHARACTER_RANGE = re.compile(r"\^(?:\w-\w)++")  # as in [^a-z]; possessive: see PLAIN
MASK = "\x7f"  # in place of each byte of a mark of a footnote, which has four at least
_MASKED = re.compile("\x7f{4,}")
_COMMENT_TARGETS = frozenset({"", "#"})
_COMMENT_LABEL = re.compile(r"comment|\W+\Z", re.IGNORECASE)


class Definition(NamedTuple):
    """`[label]: target`; the target_place is where the target stands."""

    label: str
    target: str
    start: int
    target_place: TargetPlace | None

    @property
    def is_comment(self) -> bool:
        """`[//]: # (words)`, `[comment]: <> (words)`: a comment that is not shown."""
        return is_comment(self.label, self.target)


class _Unfit(NamedTuple):
    kind: LabelKind
    label: str
    start: int


class Labels:
    """Labels are the same whatever their letter case and spaces. Of two definitions the first one counts."""

    def __init__(self) -> None:
        self._definitions: dict[str, Definition] = {}
        self._uses: dict[str, bool] = {}  # and whether anything but an image uses it
        self._kept: set[str] = set()  # what is used in text that is not shown
        self._footnotes: dict[str, tuple[str, int]] = {}
        self._footnote_uses: Counter[str] = Counter()
        self._first_uses: dict[str, int] = {}
        self._marks: list[tuple[str, int]] = []
        self._unfit: list[_Unfit] = []

    def define(self, definition: Definition) -> None:
        self._definitions.setdefault(normal(definition.label), definition)

    def define_again(self, label: str, start: int) -> None:
        first = self._definitions.get(normal(label))
        if first and not first.is_comment:
            self._unfit.append(_Unfit("duplicate", label, start))

    def use(self, label: str, *, is_image: bool) -> None:
        name = normal(label)
        self._uses[name] = self._uses.get(name, False) or not is_image

    def keep(self, uses: Iterable[tuple[str, bool]]) -> None:
        """References in what is not shown: their links are not followed, yet their definitions serve something."""
        self._kept.update(normal(label) for label, _ in uses)

    def undefined(self, label: str, start: int) -> None:
        # A footnote is judged by its mark, and `[a-z][0-9]` is an expression.
        if not label.startswith("^") and not _CHARACTER_RANGE.fullmatch(f"^{label}"):
            self._unfit.append(_Unfit("undefined", label, start))

    def define_footnote(self, label: str, start: int) -> str | None:
        """The name of the footnote; None where another one has it, and this one is not shown."""
        name = normal(label)
        if name in self._footnotes:
            self._unfit.append(_Unfit("duplicate", f"^{label}", start))
            return None
        self._footnotes[name] = (label, start)
        return name

    def use_footnote(self, label: str, start: int) -> None:
        name = normal(label)
        self._footnote_uses[name] += 1
        self._first_uses[name] = min(start, self._first_uses.get(name, start))

    def used_footnotes(self) -> list[str]:
        """The names of those that something refers to, in the order of the first references; others are not shown."""
        used = [name for name in self._first_uses if name in self._footnotes]
        return sorted(used, key=self._first_uses.__getitem__)

    def note_footnote(self, label: str, start: int) -> None:
        """`[^label]` that the parser took for text; where other brackets follow it, it is a mark all the same."""
        self._marks.append((label, start))

    def links(self, place: PlaceOf) -> Iterator[Link]:
        """A link for each definition that is used."""
        for name, each in self._definitions.items():
            if name in self._uses:
                yield Link(each.target, "link" if self._uses[name] else "image", *place(each.start), each.target_place)

    def settle_marks(self) -> None:
        """Separates marks of footnotes from marks of nothing, once all footnotes are known."""
        for label, start in self._marks:
            if normal(label) in self._footnotes:
                self.use_footnote(label, start)
            else:
                self._unfit.append(_Unfit("undefined_footnote", label, start))

    def judged(self, place: PlaceOf) -> Iterator[Label]:
        for name, each in self._definitions.items():
            if name not in self._uses and name not in self._kept and not each.is_comment:
                yield Label("unused", each.label, *place(each.start))
        for name, (label, start) in self._footnotes.items():
            if name not in self._footnote_uses:
                yield Label("unused_footnote", label, *place(start))
        for number, unfit in enumerate(self._unfit):
            first = place(self._first(unfit.label))[0] if unfit.kind == "duplicate" else None
            meant = self._meant(unfit) if number < MOST_HINTS else None
            yield Label(unfit.kind, unfit.label, *place(unfit.start), first, meant)

    def footnote_anchors(self, mark: str) -> Iterator[str]:
        """The places that footnotes open, there and back; generators name them by label or by number."""
        for number, name in enumerate(self.used_footnotes(), start=1):
            label = self._footnotes[name][0]
            for key in (label, name, str(number)):
                yield f"fn{mark}{key}"
                yield f"fnref{mark}{key}"
                for repeat in range(1, self._footnote_uses[name] + 1):
                    yield f"fnref{mark}{key}{mark}{repeat}"
                    yield f"fnref{repeat}{mark}{key}"

    def _first(self, label: str) -> int:
        # What begins with ^ and is no name of a footnote, as in `[^]: x`, is a definition like any other.
        footnote = self._footnotes.get(normal(label[1:])) if label.startswith("^") else None
        return footnote[1] if footnote else self._definitions[normal(label)].start

    def _meant(self, unfit: _Unfit) -> str | None:
        if unfit.kind == "undefined":
            return nearest(unfit.label, (each.label for each in self._definitions.values()))
        if unfit.kind == "undefined_footnote":
            return nearest(unfit.label, (label for label, _ in self._footnotes.values()))
        return None


def is_comment(label: str, target: str) -> bool:
    return target in _COMMENT_TARGETS and bool(_COMMENT_LABEL.match(label))


def is_footnote(text: str) -> bool:
    """Whether `[^text]` means a footnote, and not a set of characters as in regular expressions."""
    return bool(_FOOTNOTE.fullmatch(text)) and not _CHARACTER_RANGE.fullmatch(text)


def is_page(text: str) -> bool:
    """Whether `[[text]]` can name a page; `[[1, 2], [3]]` does not, nor does GitLab's `[[_TOC_]]`."""
    return bool(_PAGE.fullmatch(text))


def is_index(data: bytes, start: int) -> bool:
    """Whether the brackets that begin here are those of `a[i][j]`: an index of something, and no link."""
    return data[start : start + 1] == b"[" and follows_a_word(data[max(0, start - 4) : start].decode("utf-8", "ignore"))


def follows_a_word(before: str) -> bool:
    """Whether a bracket behind this text is an index, as in `a[i][j]`, and not the text of a link.

    Scripts without capitals are often written without spaces; there, a letter before a bracket means nothing.
    """
    last = before[-1:]
    return last in {"_", "]"} or last.isdecimal() or last.lower() != last.upper()


def normal(label: str) -> str:
    return " ".join(label.casefold().split())


def ends_of_links(data: bytes) -> list[tuple[int, int]]:
    """For each paragraph that holds marks: where it begins, and where its last link may end."""
    found, start, at = [], 0, 0
    for line in (*data.splitlines(keepends=True), b""):
        if not line.strip():
            paragraph = data[start:at]
            last = max(paragraph.rfind(b"]("), paragraph.rfind(b"][")) if b"[^" in paragraph else -1
            found += [(start, start + last + 1)] if last >= 0 else []
            start = at + len(line)
        at += len(line)
    return found


def masked(data: bytes, marks: Iterable[tuple[str, int, int]]) -> bytes:
    """The text without these marks, in its old length."""
    pieces: list[bytes] = []
    at = 0
    for _, start, end in marks:
        pieces += [data[at:start], MASK.encode() * (end - start)]
        at = end
    return b"".join([*pieces, data[at:]])


def without_masks(text: str) -> str:
    """Some text of it as it is shown."""
    return _MASKED.sub("", text) if MASK in text else text
