"""The command line of `meminit protocol`."""

from meminit.commands.face import Example, Face
from meminit.commands.options import CHANGING, COMMON, Options
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def protocol(_options: Options) -> None:
    """Keep the instructions to agents in this repository in step with meminit.

    It is a block of lines in AGENTS.md, and in CLAUDE.md, .github/copilot-instructions.md and
    .cursor/rules/meminit.mdc where these exist.
    """


def check(options: Options) -> Outcome:
    """Show how the block stands in each file; exit with 1 if it is not as this version of meminit has it."""
    from meminit.config.load import load  # noqa: PLC0415 - paid for by this command alone
    from meminit.operations.protocol import check as checked  # noqa: PLC0415 - as above

    load(options.repository())
    return checked(options.repository().root)


def sync(options: Options) -> Outcome:
    """Write the block again where it differs, and nothing else. Without --apply it shows the change."""
    from meminit.operations.protocol import sync as synced  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    return synced(Workspace(options.repository(), options.effort()), wish(options, ("protocol", "sync")))


FACES = {
    "protocol": Face(protocol, CHANGING),
    "protocol check": Face(check, COMMON),
    "protocol sync": Face(
        sync, CHANGING, examples=(Example("protocol sync --apply --yes", "write the block where it differs"),)
    ),
}
