"""Takes a target apart as it is written, and writes another path in its manner.

Names that both paths have keep their spelling to the letter; what is new is written as plainly as its place allows.
"""

import re
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from meminit.documents.html import unescaped
from meminit.linking.targets import decoded

Enclosure = Literal["bare", "angle", "quoted", "unquoted", "plain"]
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")
_FOREIGN_ESCAPE = re.compile("%[89A-Fa-f][0-9A-Fa-f]")
_PATH_END = re.compile("[?#]")
# What may stand as it is in a name, besides letters and digits.
_HARMLESS = "-._~!$*+,;=@"
_ALLOWED = {
    "bare": frozenset(_HARMLESS + "':&"),
    "angle": frozenset(_HARMLESS + "':& ()[]"),
    "quoted": frozenset(_HARMLESS + ":&()"),
    "unquoted": frozenset(_HARMLESS + ":&()"),
}
_NEVER = frozenset("%#?")


class _Piece(NamedTuple):
    """A character as it is meant, and as it is written."""

    meant: str
    written: str


class Target(NamedTuple):
    """A target as it is written: the names of its path with their spelling, and what follows the path."""

    enclosure: Enclosure
    path: str  # as it is meant
    spellings: dict[str, str]  # of names, by what they mean
    rest: str  # from the query or the fragment on
    literal: frozenset[str]  # characters of the path that are written as they are
    escapes_letters: bool = False  # whether letters beyond ASCII are percent-encoded
    escapes_blanks: bool = False
    has_references: bool = False  # whether an ampersand is written as a character reference
    is_markdown: bool = False  # whether a backslash escapes what follows

    def meaning(self, written: str) -> str:
        """What a browser would be given for a text in the same place."""
        if _is_plain(written, is_markdown=self.is_markdown):
            return written
        pieces = _pieces(written, is_markdown=self.is_markdown, has_references=self.enclosure != "plain")
        return "".join(each.meant for each in pieces)

    def with_path(self, path: str) -> str:
        """The same target with another path, which is given as it is meant."""
        names = path.split("/")
        written = [self.spellings.get(name) if name else "" for name in names]
        spelled = "/".join(
            self._spelled(name) if each is None else each for name, each in zip(names, written, strict=True)
        )
        if self.enclosure == "bare" and not _balanced(spelled):
            spelled = re.sub(r"(?<!\\)[()]", lambda found: _percented(found[0]), spelled)
        return spelled + self.rest

    def _spelled(self, name: str) -> str:
        if self.enclosure == "plain":
            return "".join(_percented(each) if each in _NEVER else each for each in name)
        means_more = unescaped(name) != name
        return "".join(self._character(each, means_more=means_more) for each in name)

    def _character(self, character: str, *, means_more: bool) -> str:
        if character == "&" and (means_more or self.has_references):
            return "&amp;" if self.has_references else _percented(character)
        if self._stays(character):
            return character
        return _percented(character)

    def _stays(self, character: str) -> bool:
        if character in _NEVER or character < " " or character == "\x7f":
            return False
        if not character.isascii():
            return not self.escapes_letters and not "\udc80" <= character <= "\udcff" and character.isprintable()
        if character == " " and self.enclosure == "angle":
            return not self.escapes_blanks
        if self.enclosure == "bare" and character in "()":
            return True  # where they are balanced, which is seen to for the whole path
        return character.isalnum() or character in _ALLOWED[self.enclosure] or character in self.literal


def read(written: str, enclosure: Enclosure, *, is_markdown: bool) -> Target:
    """`is_markdown` says that a backslash escapes what follows."""
    if _is_plain(written, is_markdown=is_markdown):
        return _read_plain(written, enclosure, is_markdown=is_markdown)
    pieces = list(_pieces(written, is_markdown=is_markdown, has_references=enclosure != "plain"))
    end = next((at for at, each in enumerate(pieces) if each.meant in {"?", "#"}), len(pieces))
    path = pieces[:end]
    meant = "".join(each.meant for each in path)
    return Target(
        enclosure,
        decoded(meant, errors="surrogateescape"),
        _spellings(path),
        "".join(each.written for each in pieces[end:]),
        frozenset(each.meant for each in path if each.meant == each.written),
        escapes_letters=_FOREIGN_ESCAPE.search(meant) is not None,
        escapes_blanks="%20" in meant,
        has_references=any(each.meant == "&" != each.written for each in path),
        is_markdown=is_markdown,
    )


def _is_plain(written: str, *, is_markdown: bool) -> bool:
    """Whether each character is written as it is meant, as nearly always."""
    return "&" not in written and not (is_markdown and "\\" in written)


def _read_plain(written: str, enclosure: Enclosure, *, is_markdown: bool) -> Target:
    path = _PATH_END.split(written, maxsplit=1)[0]
    return Target(
        enclosure,
        decoded(path, errors="surrogateescape"),
        {decoded(name, errors="surrogateescape"): name for name in reversed(path.split("/"))},
        written[len(path) :],
        frozenset(path),
        escapes_letters=_FOREIGN_ESCAPE.search(path) is not None,
        escapes_blanks="%20" in path,
        is_markdown=is_markdown,
    )


def wiki(written: str) -> Target:
    """`[[page#heading]]`, where nothing is escaped."""
    page, mark, heading = written.partition("#")
    return Target("plain", page, {}, mark + heading, frozenset())


def _pieces(text: str, *, is_markdown: bool, has_references: bool) -> Iterator[_Piece]:
    at = 0
    while at < len(text):
        reference = _REFERENCE.match(text, at) if has_references and text[at] == "&" else None
        if reference and unescaped(reference[0]) != reference[0]:
            yield _Piece(unescaped(reference[0]), reference[0])
            at = reference.end()
        elif is_markdown and text[at] == "\\" and text[at + 1 : at + 2] in _PUNCTUATION:
            yield _Piece(text[at + 1], text[at : at + 2])
            at += 2
        else:
            yield _Piece(text[at], text[at])
            at += 1


def _spellings(path: Collection[_Piece]) -> dict[str, str]:
    found: dict[str, str] = {}
    meant, written = "", ""
    for each in (*path, _Piece("/", "/")):
        if each.meant == "/":
            found.setdefault(decoded(meant, errors="surrogateescape"), written)
            meant = written = ""
        else:
            meant, written = meant + each.meant, written + each.written
    return found


def _balanced(text: str) -> bool:
    depth = 0
    for each in re.sub(r"\\.", "", text):
        depth += (each == "(") - (each == ")")
        if depth < 0:
            return False
    return depth == 0


def _percented(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
