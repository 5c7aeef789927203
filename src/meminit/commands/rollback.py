"""The command line of `meminit rollback`."""

from meminit.commands.face import Argument, Face, Option
from meminit.commands.options import CHANGING, Options, misused
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def rollback(options: Options, *, snapshot: str | None, force: bool, listing: bool) -> Outcome:
    """Put back what was there before an apply: the last one, or the one with the id SNAPSHOT.

    Without --apply it shows what it would change. It takes a snapshot of its own first, so that it can be undone too.
    """
    from meminit.operations import rollback as operation  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    if listing:
        if snapshot is not None or force or options.apply:
            raise misused("rollback", "--list goes with no other option")
        return operation.listing(options.repository().root)
    words = ["rollback", *([snapshot] if snapshot else []), *(["--force"] if force else [])]
    workspace = Workspace(options.repository(), options.effort())
    return operation.run(workspace, snapshot, wish(options, words), force=force)


FACES = {
    "rollback": Face(
        rollback,
        CHANGING,
        own=(
            Option(
                ("--force",), "Put back files as well that were edited since; the snapshot keeps what they are now."
            ),
            Option(("--list",), "List the snapshots, the newest first.", into="listing"),
        ),
        arguments=(Argument("snapshot", required=False),),
    )
}
