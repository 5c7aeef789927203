"""The command line of `meminit doctor`."""

from meminit.commands.face import Example, Face, Option
from meminit.commands.options import READING, Options
from meminit.model.outcome import Outcome


def doctor(options: Options, *, strict: bool) -> Outcome:
    """Find problems of the set-up, and show how to fix them.

    Namespaces that overlap or govern nothing, patterns and rule settings without effect, schemas that contradict
    themselves, templates that break the rules, a stale index, a cache that cannot be written, an old Python. Documents
    are checked by `meminit check`.
    """
    from meminit.operations.doctor import run  # noqa: PLC0415 - paid for by this command alone

    return run(options.repository(), strict=strict, effort=options.effort(), stages=options.stages)


FACES = {
    "doctor": Face(
        doctor,
        READING,
        own=(Option(("--strict",), "Fail on warnings as well."),),
        examples=(Example("doctor", "what is wrong with the set-up, and how to mend it"),),
    )
}
