"""The command line of `meminit help`."""

import click

from meminit.commands import COMMANDS
from meminit.commands.misuse import unknown_command
from meminit.commands.options import Options, common
from meminit.model.outcome import Outcome, Text


@click.command("help")
@click.argument("names", metavar="[COMMAND]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Tell it to programs; the same as --format json.")
@common
@click.pass_obj
def help_(options: Options, *, names: tuple[str, ...], as_json: bool) -> Outcome:
    """Tell how meminit is called, or how a COMMAND is.

    As JSON, what `meminit capabilities` tells, or the part of it that concerns the COMMAND.
    """
    words = " ".join(names).split()
    context = _context(words)
    if as_json:
        options.format = "json"
    if options.format == "json":
        from meminit.commands import reflecting  # noqa: PLC0415 - wanted only here

        return reflecting.capabilities(context.find_root(), _named(" ".join(words)))
    return Outcome(command="help", view=(Text(tuple(context.get_help().splitlines())),))


def _named(name: str) -> list[str]:
    """The commands of that name: itself, or those of the group, or every one."""
    return [each for each in COMMANDS if name in {"", each} or each.startswith(f"{name} ")]


def _context(names: list[str]) -> click.Context:
    """What click asks help of."""
    found = click.get_current_context().find_root()
    for number, name in enumerate(names):
        group = found.command
        known = group.list_commands(found) if isinstance(group, click.Group) else []
        inner = group.get_command(found, name) if isinstance(group, click.Group) else None
        if inner is None:
            above = " ".join(names[:number])
            raise unknown_command(" ".join(names), [f"{above} {each}".strip() for each in known])
        found = click.Context(inner, info_name=name, parent=found)
    return found
