"""What a command is called with, told as values, from which click's commands are made where click is needed."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from meminit.model.outcome import Outcome


class Whole(NamedTuple):
    """A whole number within bounds."""

    least: int
    most: int | None = None


class OneOf(NamedTuple):
    """One of these words, in this spelling."""

    words: tuple[str, ...]


Kind: TypeAlias = Whole | OneOf | Literal["text", "seconds", "limits"]


class Option(NamedTuple):
    """One without a metavar is a flag. `into` is what it fills, where that is not called like the option."""

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    kind: Kind = "text"
    into: str = ""
    multiple: bool = False

    @property
    def field(self) -> str:
        return self.into or self.names[0].removeprefix("--").replace("-", "_")


class Argument(NamedTuple):
    """What is given by its place; of several, all that stand there."""

    name: str
    metavar: str | None = None
    required: bool = True
    several: bool = False


class Face(NamedTuple):
    """How a command is called, and what is done then; a group of commands does nothing.

    The shared options go into `Options`, which come first; all others are given by their names. What is said of
    the command is the docstring of what it does.
    """

    run: "Callable[..., Outcome | None]"
    shared: tuple[Option, ...]
    own: tuple[Option, ...] = ()
    arguments: tuple[Argument, ...] = ()

    @property
    def formats(self) -> tuple[str, ...]:
        return next(each.kind.words for each in self.shared if isinstance(each.kind, OneOf))


class Call(NamedTuple):
    """A command line that was understood: the values of the shared options, and all others by their names."""

    face: Face
    shared: Mapping[str, object]
    own: Mapping[str, object]
