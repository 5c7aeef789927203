"""The command line of `meminit install-precommit`."""

from meminit.commands.face import Example, Face
from meminit.commands.options import CHANGING, Options
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def install_precommit(options: Options) -> Outcome:
    """Add a hook to .pre-commit-config.yaml that runs `meminit check` before each commit.

    Comments, order and layout of the file stay. Without --apply it shows the change.
    """
    from meminit.operations.install_precommit import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    return run(Workspace(options.repository(), options.effort()), wish(options, ("install-precommit",)))


FACES = {
    "install-precommit": Face(
        install_precommit,
        CHANGING,
        examples=(Example("install-precommit --apply --yes", "add the hook"),),
    )
}
