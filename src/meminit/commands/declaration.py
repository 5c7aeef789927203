"""What is declared of a command besides its command line: its effect, its errors and its exit codes."""

from typing import Literal, NamedTuple, TypeAlias

from meminit.faults import SHARED, VIOLATIONS_FOUND, Fault
from meminit.model.outcome import Exit
from meminit.model.run import Envelope

# What a command may do to files: nothing, add some that are not there, or change, rename or remove some that are.
# The cache does not count.
Effect: TypeAlias = Literal["read", "create", "modify"]


class Declaration(NamedTuple):
    """`faults` are the command's own; those that every command may end with are added.

    `judges` says that it may find violations. `output` is the published schema of its `data`; the default is the one
    with the command's name.
    """

    effect: Effect
    faults: tuple[Fault, ...] = ()
    envelope: Envelope = "v1"
    judges: bool = False
    streams: bool = False
    output: str | None = None

    @property
    def errors(self) -> tuple[Fault, ...]:
        """All that `error` may hold, by code; version 2 of the envelope has none for violations."""
        judged = (VIOLATIONS_FOUND,) if self.judges and self.envelope != "v2" else ()
        return tuple(sorted({*SHARED, *self.faults, *judged}))

    @property
    def exits(self) -> tuple[Exit, ...]:
        found = {Exit.SUCCESS, *(each for fault in self.errors for each in fault.exits)}
        return tuple(sorted(found | {Exit.VIOLATIONS} if self.judges else found))
