"""How a command is called, as values: its options and arguments, what kinds of values they take, and its effect."""

from collections.abc import Callable, Mapping
from math import isnan
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from meminit.faults import COMMAND_MISTYPED, COMMAND_RENAMED, SHARED, VIOLATIONS_FOUND, Fault
from meminit.model.outcome import Envelope, Exit
from meminit.sources.limits import DEFAULT, HIGHEST, Limits
from meminit.watch import MOST_SECONDS
from meminit.words import listed, quoted

if TYPE_CHECKING:
    from meminit.model.outcome import Outcome


_MOST_DIGITS = 12  # of a limit
# What a command may do to files: nothing, add some that are not there, or change, rename or remove some that are; or it
# runs a process, which may do anything. The cache does not count.
Effect: TypeAlias = Literal["read", "create", "modify", "run"]


class Text:
    def read(self, text: str) -> str:
        return text


class Whole(NamedTuple):
    """A whole number within bounds."""

    least: int
    most: int | None = None

    def read(self, text: str) -> int:
        number = _number(int, text)
        if number is None or number < self.least or (self.most is not None and number > self.most):
            bounds = f"of {self.least} or more" if self.most is None else f"from {self.least} to {self.most}"
            raise ValueError(f"takes a whole number {bounds}, not {quoted(text)}")
        return int(number)


class OneOf(NamedTuple):
    """One of these words, in this spelling; `also` are other words for some of them."""

    words: tuple[str, ...]
    also: Mapping[str, str] = {}

    def read(self, text: str) -> str:
        text = self.also.get(text, text)
        if text not in self.words:
            raise ValueError(f"must be one of {listed(self.words, 20)}")
        return text


class Extra(NamedTuple):
    """A further format in which an answer is written, and its file; None is standard error."""

    format: str
    file: str | None


class Also(NamedTuple):
    """FORMAT:FILE, in one of these formats; some are read from standard error, and need no file."""

    formats: OneOf
    fileless: tuple[str, ...] = ()

    def read(self, text: str) -> Extra:
        word, _, file = text.partition(":")
        name = self.formats.also.get(word, word)
        if name not in self.formats.words:
            raise ValueError(f"takes FORMAT:FILE, with one of the formats {listed(self.formats.words, 20)}")
        if not file and name not in self.fileless:
            raise ValueError(f"needs a file for {name}, as in {name}:FILE")
        return Extra(name, file or None)


class Seconds:
    """A number above zero."""

    def read(self, text: str) -> float:
        number = _number(float, text)
        if number is None or isnan(number) or not 0 < number <= MOST_SECONDS:
            raise ValueError(f"takes a number of seconds above 0 and up to {MOST_SECONDS}, not {quoted(text)}")
        return number


class RaisedLimits:
    """Limits by their names. They can only be raised: a lower one would not hold wherever a short cut is taken."""

    def read(self, text: str) -> Limits:
        chosen = {}
        for each in text.split(","):
            name, _, digits = map(str.strip, each.partition("="))
            field = name.replace("-", "_")
            if field not in DEFAULT._fields or "_" in name:
                names = listed(known.replace("_", "-") for known in DEFAULT._fields)
                raise ValueError(f"has no limit {quoted(name)}; there are {names}")
            lowest, highest = getattr(DEFAULT, field), getattr(HIGHEST, field)
            number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS else 0
            if not lowest <= number <= highest:
                raise ValueError(f"takes a whole number from {lowest} to {highest} for {name}, not {quoted(digits)}")
            chosen[field] = number
        return DEFAULT._replace(**chosen)


Kind: TypeAlias = Text | Whole | OneOf | Also | Seconds | RaisedLimits


def _number(kind: type[int] | type[float], text: str) -> float | None:
    try:
        return kind(text)
    except ValueError:
        return None


class Option(NamedTuple):
    """One without a metavar is a flag. `into` names what it fills, where that differs from the option's own name.

    The value of an `optional` one may be left out, and is empty then.

    `effect` is what the command does to files with it, where that differs from what it does otherwise.
    """

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    kind: Kind = Text()
    into: str = ""
    multiple: bool = False
    optional: bool = False
    effect: str = ""
    completes: str = ""  # what a shell may complete: see `operations.completing`

    @property
    def field(self) -> str:
        return self.into or self.names[0].removeprefix("--").replace("-", "_")


class Argument(NamedTuple):
    """What is given by its place on the command line; one that takes `several` takes all that stand there."""

    name: str
    metavar: str | None = None
    required: bool = True
    several: bool = False
    completes: str = ""


class Example(NamedTuple):
    """A command line, without the program's name, and what it does."""

    line: str
    effect: str


class Face(NamedTuple):
    """How a command is called, and the function that does its work; for a group of commands that does nothing.

    The function gets `Options`, filled with the shared options, and all else by keywords. Its docstring is the
    command's help.
    """

    run: "Callable[..., Outcome | None]"
    shared: tuple[Option, ...]
    own: tuple[Option, ...] = ()
    arguments: tuple[Argument, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def formats(self) -> tuple[str, ...]:
        return next(each.kind.words for each in self.shared if each.field == "format" and isinstance(each.kind, OneOf))


class Call(NamedTuple):
    """A command line that was read: the values of the shared options, and of all else, by their names."""

    face: Face
    shared: Mapping[str, object]
    own: Mapping[str, object]


class Declaration(NamedTuple):
    """`faults` are the command's own; those that every command may end with are added.

    `judges` says that it may find violations. `streams` says that it reports its events in the format json-lines, or
    names the option with which it does. `output` is the published schema of its `data`; the default is the one
    with the command's name.
    """

    effect: Effect
    faults: tuple[Fault, ...] = ()
    envelope: Envelope = "v1"
    judges: bool = False
    streams: bool | str = False
    output: str | None = None

    @property
    def errors(self) -> tuple[Fault, ...]:
        """All that `error` may hold, by code; version 2 of the envelope has none for violations."""
        judged = (VIOLATIONS_FOUND,) if self.judges and self.envelope != "v2" else ()
        redirected = (COMMAND_RENAMED, COMMAND_MISTYPED) if self.effect == "read" else ()
        return tuple(sorted({*SHARED, *self.faults, *judged, *redirected}))

    @property
    def exits(self) -> tuple[Exit, ...]:
        found = {Exit.SUCCESS, *(each for fault in self.errors for each in fault.exits)}
        return tuple(sorted(found | {Exit.VIOLATIONS} if self.judges else found))
