"""The command line of `meminit move`."""

from meminit.commands.face import Argument, Face, Option
from meminit.commands.options import CHANGING, Options
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def move(options: Options, *, old: str, new: str, everywhere: bool, git: bool) -> Outcome:
    """Move a file or a folder, and rewrite every link to it, from it and within it. Without --apply it shows how.

    NEW may be a folder that is there. Links keep the form in which they are written.
    """
    from meminit.operations.move import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    chosen = [name for name, is_chosen in (("--everywhere", everywhere), ("--git", git)) if is_chosen]
    words = (f"./{each}" if each.startswith("-") else each for each in (old, new))  # which is no option
    wanted = wish(options, ("move", *chosen, *words))
    workspace = Workspace(options.repository(), options.effort())
    return run(workspace, (old, new), wanted, options.stages, everywhere=everywhere, with_git=git)


FACES = {
    "move": Face(
        move,
        CHANGING,
        own=(
            Option(
                ("--everywhere",), "Rewrite links in all Markdown of the repository, whether it is governed or not."
            ),
            Option(("--git",), "Move it in the index of git as well, as `git mv` does."),
        ),
        arguments=(Argument("old"), Argument("new")),
    )
}
