"""The row of a fault: its stable code, its exit code, and what is to be said of it."""

from typing import Literal, NamedTuple, TypeAlias

from meminit.model.outcome import Exit

# When a run failed: before it wrote or judged anything, while it worked, or while it cleaned up.
Phase: TypeAlias = Literal["validation", "execution", "cleanup"]

_WORTH_ANOTHER_TRY = frozenset(
    {Exit.BAD_ARGUMENT, Exit.TIMED_OUT, Exit.RATE_LIMITED, Exit.UNAVAILABLE, Exit.REDIRECTED}
)


class Fault(NamedTuple):
    """A row of the table: the stable code, the exit code, a summary, the cause, the remedy and commands that help.

    `other_exits` are used in place of `exit` in some cases: the exit code of an interrupted run depends on the signal.
    `is_passing` says that the same command may succeed later, though the exit code alone does not promise it.
    """

    code: str
    exit: Exit
    summary: str
    cause: str
    remedy: str
    commands: tuple[str, ...] = ()
    since: str = "0.1"
    other_exits: tuple[Exit, ...] = ()
    phase: Phase = "validation"
    is_passing: bool = False

    @property
    def exits(self) -> tuple[Exit, ...]:
        return self.exit, *self.other_exits

    @property
    def is_retryable(self) -> bool:
        """Whether the command may succeed when it is corrected, confirmed, or run again."""
        return self.is_passing or self.exit in _WORTH_ANOTHER_TRY
