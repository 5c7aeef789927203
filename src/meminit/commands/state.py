"""The command line of `meminit state`."""

from typing import TYPE_CHECKING

from meminit.commands.face import Argument, Example, Face, OneOf, Option
from meminit.commands.options import READING, Options
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.model.outcome import Outcome
from meminit.words import did_you_mean, listed, nearest, quoted

if TYPE_CHECKING:
    from meminit.operations.state import Way

_STATES = OneOf(("Not Started", "In Progress", "Blocked", "QA Required", "Done"))
_PRIORITIES = OneOf(("P0", "P1", "P2", "P3"))


def state(_options: Options) -> None:
    """Keep a work queue over documents: what is done, what depends on what, and what comes next."""


def change(options: Options, *, id: str, **own: object) -> Outcome:  # noqa: A002 - its name on the command line
    """Set fields of the entry of the document with ID; a new entry is Not Started.

    Lists are replaced as a whole. The file is meminit's own, and is written at once.
    """
    from meminit.operations import state as operation  # noqa: PLC0415 - paid for by these commands alone

    values: dict[str, str | tuple[str, ...]] = {}
    for name, value in own.items():
        if name != "clear" and value is not None and value != ():
            values[name] = _ids(value) if name == "depends_on" else value  # type: ignore[assignment]  # text or texts
    return operation.change(_way(options), operation.Asked(id, values, _cleared(own["clear"])))


def _ids(value: object) -> tuple[str, ...]:
    """Each option may hold several, with commas between them."""
    texts = value if isinstance(value, tuple) else ()
    return tuple(dict.fromkeys(item for each in texts for part in str(each).split(",") if (item := part.strip())))


def _cleared(value: object) -> tuple[str, ...]:
    from meminit.operations.state import CLEARED  # noqa: PLC0415 - as above

    names = [str(each).replace("-", "_") for each in (value if isinstance(value, tuple) else ())]
    unknown = next((each for each in names if each not in CLEARED), None)
    if unknown is not None:
        meant = did_you_mean(nearest(unknown, CLEARED)) or f"; there are {listed(CLEARED)}"
        raise MeminitError(INVALID_ARGUMENT, f"--clear: there is no field {quoted(unknown)}{meant}")
    return tuple(dict.fromkeys(names))


def get(options: Options, *, id: str) -> Outcome:  # noqa: A002 - as above
    """Show the entry of the document with ID."""
    from meminit.operations.state import show  # noqa: PLC0415 - as above

    return show(_way(options), id)


def list_entries(options: Options, *, state: str | None, ready: bool) -> Outcome:
    """List the entries by id."""
    from meminit.operations.state import every  # noqa: PLC0415 - as above

    return every(_way(options), state, only_ready=ready)


def following(options: Options) -> Outcome:
    """Show what to begin next: it is ready, and has the highest priority, then the longest chain behind it."""
    from meminit.operations.state import following as found  # noqa: PLC0415 - as above

    return found(_way(options))


def blockers(options: Options) -> Outcome:
    """Show what is blocked, and by what."""
    from meminit.operations.state import blockers as found  # noqa: PLC0415 - as above

    return found(_way(options))


def _way(options: Options) -> "Way":
    from meminit.operations.state import Way  # noqa: PLC0415 - as above

    return Way(options.repository(), options.effort(), options.stages, options.part)


_ID = (Argument("id", completes="id"),)
FACES = {
    "state": Face(state, READING),
    "state set": Face(
        change,
        READING,
        own=(
            Option(("--impl-state",), "How far the work is.", "STATE", _STATES),
            Option(("--priority",), "P0 is the highest; default: P2.", "P0|P1|P2|P3", _PRIORITIES),
            Option(
                ("--depends-on",),
                "Ids of what comes before; repeatable.",
                "ID,...",
                multiple=True,
                completes="id",
            ),
            Option(("--blocked-by",), "What else is in the way; repeatable.", "TEXT", multiple=True),
            Option(("--assignee",), "Who does it.", "NAME"),
            Option(("--notes",), "Notes.", "TEXT"),
            Option(("--next-action",), "What to do first.", "TEXT"),
            Option(("--clear",), "Remove this field; repeatable.", "FIELD", multiple=True),
        ),
        arguments=_ID,
        examples=(
            Example("state set PAY-ADR-002 --priority P1 --depends-on PAY-ADR-001", "when it comes, and after what"),
            Example('state set PAY-ADR-002 --impl-state "In Progress" --assignee Ann', "who is at it"),
            Example("state set PAY-ADR-002 --clear blocked_by --impl-state Done", "what was in the way is gone"),
        ),
    ),
    "state get": Face(get, READING, arguments=_ID),
    "state list": Face(
        list_entries,
        READING,
        own=(
            Option(("--state",), "Only entries in this state.", "STATE", _STATES),
            Option(("--ready",), "Only what can be begun."),
        ),
    ),
    "state next": Face(following, READING, examples=(Example("state next", "what to begin next"),)),
    "state blockers": Face(blockers, READING),
}
