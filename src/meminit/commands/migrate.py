"""The command line of `meminit migrate`."""

from meminit.commands.face import Face, Option
from meminit.commands.options import CHANGING, Options, misused
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def migrate(_options: Options) -> None:
    """Bring ids, a configuration or templates into the form of today."""


def ids(options: Options, *, prefix: str | None, map_file: str | None, in_text: bool) -> Outcome:
    """Give documents ids of the configured form, and change all that mentions them: fields, visible blocks, links.

    With --map, only the ids in that file change. All change in one step, so that two may take each other's place.
    """
    from meminit.operations import migrate_ids as operation  # noqa: PLC0415 - paid for by this command alone
    from meminit.operations.changing import see_to_confirmation  # noqa: PLC0415 - as above
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    if prefix is not None and map_file is not None:
        raise misused("migrate ids", "--prefix and --map do not go together: a map names whole ids")
    chosen = [*(["--prefix", prefix] if prefix is not None else []), *(["--map", map_file] if map_file else [])]
    wanted = wish(options, ("migrate", "ids", *chosen, *(["--in-text"] if in_text else [])))
    see_to_confirmation("migrate ids", wanted)
    pairs = operation.read_map(map_file) if map_file is not None else None
    request = operation.Request(prefix, pairs, in_text)
    return operation.run(Workspace(options.repository(), options.effort()), request, wanted, options.stages)


def config(options: Options, *, remove: bool) -> Outcome:
    """Write a .meminit.toml that says what docops.config.yaml says. Both are run and compared before it is offered."""
    from meminit.operations.migrate_config import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    wanted = wish(options, ("migrate", "config", *(["--remove"] if remove else [])))
    return run(Workspace(options.repository(), options.effort()), wanted, options.stages, remove=remove)


def templates(options: Options) -> Outcome:
    """Give the placeholders of older templates the names that they have now: `{title}` becomes `{{title}}`."""
    from meminit.operations.migrate_templates import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    wanted = wish(options, ("migrate", "templates"))
    return run(Workspace(options.repository(), options.effort()), wanted, options.stages)


FACES = {
    "migrate": Face(migrate, CHANGING),
    "migrate ids": Face(
        ids,
        CHANGING,
        own=(
            Option(("--prefix",), "The prefix that ids get, in place of the configured one.", "PREFIX"),
            Option(("--map",), "A JSON object of new ids by old ones: only these change.", "FILE", into="map_file"),
            Option(("--in-text",), "Change the ids in prose as well, wherever they stand as words outside code."),
        ),
    ),
    "migrate config": Face(
        config, CHANGING, own=(Option(("--remove",), "Remove docops.config.yaml, whose place it takes."),)
    ),
    "migrate templates": Face(templates, CHANGING),
}
