"""The command line of `meminit fix`."""

from meminit.commands.face import Argument, Face, OneOf, Option
from meminit.commands.options import CHANGING, Options, misused
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome

_HINTS = 20_000  # for one document: as many as it may have links; each round reads and judges it anew, which costs more


def fix(
    options: Options, *, paths: tuple[str, ...], code: tuple[str, ...], plan: str | None, **more: object
) -> Outcome:
    """Correct what can be corrected: in all documents, or in those that PATHs name.

    Without --apply it shows what it would change. What it cannot correct is listed with the reason.
    """
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - paid for by this command alone

    with_unsafe, only_checks = bool(more["unsafe"]), bool(more["check"])
    workspace = Workspace(options.repository(), options.effort()._replace(hints=_HINTS))
    if plan is not None:
        if paths or code or only_checks or more["today"] or more["date_order"]:
            raise misused("fix", "with --plan, there is nothing to choose: the plan says what changes")
        from meminit.operations.handed_in import run as run_plan  # noqa: PLC0415 - as above

        wanted = wish(options, ("fix", "--plan", plan, *(["--unsafe"] if with_unsafe else [])))
        return run_plan(workspace, plan, wanted, options.stages, with_unsafe=with_unsafe, listener=options.listener)
    if only_checks and options.apply:
        raise misused("fix", "--check writes nothing, and does not go with --apply")
    from meminit.composing.today import today  # noqa: PLC0415 - as above
    from meminit.operations.fix import run  # noqa: PLC0415 - as above
    from meminit.operations.fix_state import Asked  # noqa: PLC0415 - as above

    day, order = more["today"], more["date_order"]
    words = [
        "fix",
        *paths,
        *(word for each in code for word in ("--code", each)),
        *(["--unsafe"] if with_unsafe else []),
    ]
    words += [
        word for name, value in (("--today", day), ("--date-order", order)) if value for word in (name, str(value))
    ]
    asked = Asked(
        paths,
        frozenset(code),
        with_unsafe,
        today(str(day) if day else None),
        "dmy" if order == "dmy" else "mdy" if order else None,
    )
    return run(
        workspace, asked, wish(options, words), options.stages, only_checks=only_checks, listener=options.listener
    )


FACES = {
    "fix": Face(
        fix,
        CHANGING,
        own=(
            Option(
                ("--code",), "Correct only findings with this code; may be given several times.", "CODE", multiple=True
            ),
            Option(("--unsafe",), "Make corrections as well that may not be what the author meant."),
            Option(("--check",), "Exit with 1 if there is anything to correct, and write nothing."),
            Option(("--plan",), "Apply the plan in FILE, or on standard input for -, and nothing else.", "FILE"),
            Option(
                ("--today",), "The day for fields that hold one; the default is SOURCE_DATE_EPOCH, or today.", "DATE"
            ),
            Option(("--date-order",), "How days like 02/01/2026 are meant.", "dmy|mdy", OneOf(("dmy", "mdy"))),
        ),
        arguments=(Argument("paths", "[PATH]...", required=False, several=True),),
    )
}
