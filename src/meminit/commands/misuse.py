"""Errors for a command line that cannot be read, in our own words, since those of click may change."""

from collections.abc import Iterable

import click

from meminit.commands import COMMANDS
from meminit.faults import INVALID_ARGUMENT, UNKNOWN_COMMAND, MeminitError
from meminit.words import did_you_mean, escape_unencodable, nearest, quoted

NO_COMMAND = "no command was given"
# What other tools call what a command does. A name that looks like another one may mean something else: lint, list.
_CALLED = {
    "check": ("lint", "validate", "verify", "test", "audit"),
    "context": ("config", "settings", "configuration", "info"),
    "explain": ("rule", "code", "why"),
    "fix": ("format", "fmt", "repair", "autofix", "mend"),
    "help": ("man", "usage", "commands"),
    "index": ("build", "catalog", "catalogue"),
    "init": ("setup", "start", "bootstrap"),
    "list": ("ls", "find", "query", "search", "documents"),
    "backlinks": ("references", "refs", "mentions"),
    "move": ("mv", "rename"),
    "new": ("create", "add"),
    "rollback": ("undo", "revert", "restore"),
    "scan": ("survey", "detect", "propose", "analyze", "analyse"),
}
_MEANT = {called: name for name, every in _CALLED.items() for called in every}


def unknown_command(name: str, known: Iterable[str], group: str = "") -> MeminitError:
    """`known` are the commands of the group that was searched, by their whole names."""
    shown, listed = escape_unencodable(name), tuple(known)
    usual = _MEANT.get(shown.lower())
    meant = usual if usual in listed else nearest(shown, listed)
    suggestion = f"meminit {_harmless(meant) if meant else f'{group} --help'.strip()}"
    return MeminitError(
        UNKNOWN_COMMAND, f"there is no command {quoted(shown)}{did_you_mean(meant)}", suggestion=suggestion
    )


def _harmless(name: str) -> str:
    """The command, or its help: a typing error must not lead to a command that changes files."""
    declared = COMMANDS.get(name)
    return name if declared and declared.effect == "read" else f"{name} --help"


def misuse(error: click.ClickException) -> MeminitError:
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "meminit"
    return MeminitError(INVALID_ARGUMENT, escape_unencodable(_words(error)), suggestion=f"{command} --help")


def _words(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption):
        known = [name for option in _options(error) for name in option.opts if name.startswith("--")]
        return f"there is no option {error.option_name}{did_you_mean(nearest(error.option_name, known))}"
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Option) and error.message:
        return f"{error.param.opts[0]} {error.message}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} needs a value, and one only"
    if error.message == "Missing command.":
        return NO_COMMAND
    return error.format_message().rstrip(".")


def _options(error: click.UsageError) -> list[click.Parameter]:
    return list(error.ctx.command.params) if error.ctx else []
