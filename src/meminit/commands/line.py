"""Reads a command line of the plainest form, as nearly all are: a command, options by their names, values.

Everything else, such as help, mistakes and odd forms, is left to click, which takes a sixth of a quick run. Before that
the format and other shared options are noted, so that a mistake is answered in the format that was asked for.
"""

import os
from collections import deque
from contextlib import suppress

from meminit.commands import COMMANDS, FIRST_WORDS, face_of
from meminit.commands.face import Also, Argument, Call, Face, OneOf, Option, Text
from meminit.commands.options import SHARED, Options, settled
from meminit.watch import JSON, JSON_OPTION

COMPLETION = "_MEMINIT_COMPLETE"  # asks click for what a shell may complete
_MOST_WORDS = 2  # of the name of a command


class Line:
    """A command line, divided into options with their values, and words whose place gives them their meaning."""

    def __init__(self, words: list[str]) -> None:
        self.words = settled(words)
        self._places: list[str] = []
        self._given: list[tuple[str, str | None]] = []  # options as they are written, and what follows them
        self._known = {name: option for option in SHARED for name in option.names}
        self._face: Face | None = None
        self._is_odd = COMPLETION in os.environ
        self._name = ""
        self._divide(deque(self.words))

    @property
    def command(self) -> str:
        """The command, or the group, or only the program, as far as the words name one."""
        first = self._places[0] if self._places else ""
        return self._name or (first if first in FIRST_WORDS else "meminit")

    def foreseen(self) -> Options:
        """The shared options as far as they can be read from a line that may be wrong."""
        options = Options()
        options.command = self.command
        shared = {name: option for option in SHARED for name in option.names}
        own = {name for option in (self._face.own if self._face else ()) for name in option.names}
        for name, value in self._given:
            option = None if name in own else shared.get(name)
            if name == JSON_OPTION:
                options.format = JSON  # also where there is no such option: no other answer can be wanted
            elif option and option.metavar is None:
                setattr(options, option.field, value is None)
            elif option and value and isinstance(option.kind, Text | OneOf | Also):
                with suppress(ValueError):
                    read = option.kind.read(value)
                    before = getattr(options, option.field) if option.multiple else ()
                    setattr(options, option.field, (*before, read) if option.multiple else read)
        options.streams = self._streams
        return options

    @property
    def _streams(self) -> bool:
        """Whether the command reports its events, if the format is made of them."""
        declared = COMMANDS.get(self._name)
        way = declared.streams if declared else False
        return way in {name for name, _ in self._given} if isinstance(way, str) else way

    def call(self) -> Call | None:
        """The call that the words make; None if click has to read them."""
        if self._face is None or self._is_odd:
            return None
        try:
            given = self._read(self._face)
            arguments = _placed(self._places[1 + self._name.count(" ") :], self._face.arguments)
        except ValueError:  # click finds the same, and says it
            return None
        own = {each.field: given.get(each.field, _absent(each)) for each in self._face.own}
        shared = {each.field: given[each.field] for each in self._face.shared if each.field in given}
        return Call(self._face, shared, {**own, **arguments})

    def _divide(self, words: deque[str]) -> None:
        while words:
            word = words.popleft()
            if word == "--":
                self._is_odd = True
                return
            if word.startswith("-"):
                self._take_option(word, words)
            else:
                self._places.append(word)
                self._find_command()
                self._is_odd |= not word

    def _take_option(self, word: str, following: deque[str]) -> None:
        name, mark, value = word.partition("=")
        option = self._known.get(name)
        text = value if mark else None
        if option is None or option.metavar is None:
            self._is_odd |= bool(mark)
        elif option.optional:
            is_next = following and not following[0].startswith("-")
            text = value if mark else following.popleft() if is_next else ""
        else:
            text = value if mark else following.popleft() if following else None
            self._is_odd |= not text or (not mark and text.startswith("-"))  # it may be meant as an option
        self._is_odd |= self._face is None or (bool(mark) and not name.startswith("--"))
        self._given.append((name, text))

    def _find_command(self) -> None:
        words = len(self._places)
        if self._face or words > _MOST_WORDS:
            return
        name = " ".join(self._places)
        if name in COMMANDS and name.count(" ") == words - 1:  # no word with a space in it
            self._name, self._face = name, face_of(name)
            self._known |= {each: option for option in self._face.own for each in option.names}

    def _read(self, face: Face) -> dict[str, object]:
        """The values of the options; raises ValueError for what only click can say."""
        known = {name: option for option in (*face.shared, *face.own) for name in option.names}
        given: dict[str, object] = {}
        for name, text in self._given:
            option = known.get(name)
            if option is None or (option.field in given and not option.multiple):
                raise ValueError(name)
            value = True if text is None else option.kind.read(text)
            given[option.field] = (*_several(given.get(option.field)), value) if option.multiple else value
        return given


def _several(values: object) -> tuple[object, ...]:
    return values if isinstance(values, tuple) else ()


def _placed(places: list[str], arguments: tuple[Argument, ...]) -> dict[str, object]:
    """The arguments by their names; one that takes several stands alone."""
    if len(arguments) == 1 and arguments[0].several:
        return {arguments[0].name: tuple(places)}
    if len(places) > len(arguments) or any(each.required for each in arguments[len(places) :]):
        raise ValueError(places)
    given = [*places, *[None] * (len(arguments) - len(places))]
    return {each.name: value for each, value in zip(arguments, given, strict=True)}


def _absent(option: Option) -> object:
    return False if option.metavar is None else () if option.multiple else None
