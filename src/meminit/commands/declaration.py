"""What is said of a command that nobody can read off its command line, and what follows from it."""

from typing import Literal, NamedTuple, TypeAlias

from meminit.faults import SHARED, VIOLATIONS_FOUND, Fault
from meminit.model.outcome import Exit
from meminit.model.run import Envelope

# What a command may do to files: nothing, add some that are not there, or change, rename or remove some that are.
# What meminit keeps by itself of what it has read does not count.
Effect: TypeAlias = Literal["read", "create", "modify"]


class Declaration(NamedTuple):
    """`faults` are those of its own; the ones that every command may end with need not be named.

    `judges` says that it may find violations. `output` is the published schema of its `data`; where none is named,
    the one that bears the command's name.
    """

    effect: Effect
    faults: tuple[Fault, ...] = ()
    envelope: Envelope = "v1"
    judges: bool = False
    streams: bool = False
    output: str | None = None

    @property
    def errors(self) -> tuple[Fault, ...]:
        """All that can stand in `error`, by code; version 2 has none for violations."""
        judged = (VIOLATIONS_FOUND,) if self.judges and self.envelope != "v2" else ()
        return tuple(sorted({*SHARED, *self.faults, *judged}))

    @property
    def exits(self) -> tuple[Exit, ...]:
        found = {Exit.SUCCESS, *(each for fault in self.errors for each in fault.exits)}
        return tuple(sorted(found | {Exit.VIOLATIONS} if self.judges else found))
