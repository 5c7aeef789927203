"""The command line of `meminit fix`."""

from meminit.commands.face import Face, Option
from meminit.commands.options import CHANGING, Options, misused
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def fix(options: Options, *, unsafe: bool, plan: str | None) -> Outcome:
    """Make the changes of a plan. Without --apply it shows them."""
    if plan is None:
        raise misused("fix", "give --plan FILE")
    from meminit.operations.handed_in import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    wanted = wish(options, ("fix", *(["--unsafe"] if unsafe else []), "--plan", plan))
    return run(Workspace(options.repository(), options.effort()), plan, wanted, options.stages, with_unsafe=unsafe)


FACES = {
    "fix": Face(
        fix,
        CHANGING,
        own=(
            Option(("--unsafe",), "Make changes as well that may not be what the author meant."),
            Option(("--plan",), "Apply the plan in FILE, or on standard input for -, and nothing else.", "FILE"),
        ),
    )
}
