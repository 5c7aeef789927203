"""The command line of `meminit org`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import CHANGING, COMMON, Options
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def org(_options: Options) -> None:
    """Share a metadata schema, templates and policies between the repositories of an organisation.

    A profile is a folder with metadata.schema.json, templates/ and policies/, a wheel of one, or an installed package
    with an entry point of the group meminit.profiles. Nothing is downloaded.
    """


def install(_options: Options, *, source: str) -> Outcome:
    """Copy the profile at SOURCE to your own profiles: a folder, a wheel, or the name of an installed package."""
    from meminit.operations import org as operation  # noqa: PLC0415 - paid for by these commands alone

    return operation.install(source)


def vendor(options: Options, *, name: str | None, force: bool) -> Outcome:
    """Copy the profile NAME into the repository, and note in a lock what was copied.

    Files that were changed here stay as they are. Without --apply it shows the changes.
    """
    from meminit.operations import org as operation  # noqa: PLC0415 - as above
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    words = ["org", "vendor", *([name] if name else []), *(["--force"] if force else [])]
    workspace = Workspace(options.repository(), options.effort())
    return operation.vendor(workspace, name, wish(options, words), force=force)


def status(options: Options) -> Outcome:
    """Show which copied files differ from what was copied, and from the profile as it is now."""
    from meminit.config.load import load  # noqa: PLC0415 - as above
    from meminit.operations import org as operation  # noqa: PLC0415 - as above

    return operation.status(options.repository().root, load(options.repository()))


FACES = {
    "org": Face(org, CHANGING),
    "org install": Face(
        install,
        COMMON,
        arguments=(Argument("source"),),
        examples=(Example("org install ../standards/acme", "the profile in a folder"),),
    ),
    "org vendor": Face(
        vendor,
        CHANGING,
        own=(Option(("--force",), "Replace files as well that were changed here, or were there before."),),
        arguments=(Argument("name", required=False),),
        examples=(Example("org vendor acme --apply --yes", "copy it here, and note its digests"),),
    ),
    "org status": Face(status, COMMON),
}
