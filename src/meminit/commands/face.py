"""What a command line is made of, as values: each reader of command lines works from these."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from meminit.commands.kinds import Kind, OneOf, Text

if TYPE_CHECKING:
    from meminit.model.outcome import Outcome


class Option(NamedTuple):
    """One without a metavar is a flag. `into` names what it fills, where that differs from the option's own name.

    `effect` is what the command does to files with it, where that differs from what it does otherwise.
    """

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    kind: Kind = Text()
    into: str = ""
    multiple: bool = False
    effect: str = ""

    @property
    def field(self) -> str:
        return self.into or self.names[0].removeprefix("--").replace("-", "_")


class Argument(NamedTuple):
    """What is given by its place on the command line; one that takes `several` takes all that stand there."""

    name: str
    metavar: str | None = None
    required: bool = True
    several: bool = False


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
        return next(each.kind.words for each in self.shared if isinstance(each.kind, OneOf))


class Call(NamedTuple):
    """A command line that was read: the values of the shared options, and of all else, by their names."""

    face: Face
    shared: Mapping[str, object]
    own: Mapping[str, object]
