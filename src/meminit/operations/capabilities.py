"""Describes meminit for programs: commands, options, effects, exit codes, formats, limits, error codes."""

from collections.abc import Mapping
from typing import NamedTuple

from meminit import __version__
from meminit.cache.directory import MOST_BYTES
from meminit.catalogue import Entry, catalogue
from meminit.config.find import OTHER_NAME, OWN_NAME
from meminit.documents.flavours import FLAVOURS
from meminit.model.outcome import Outcome, Table, Text
from meminit.sources.limits import DEFAULT, HIGHEST
from meminit.watch import MOST_SECONDS, USUAL_SECONDS

_VERSION = "1.0"  # of this description
_MORE = (
    "",
    "`meminit help COMMAND` shows the options of a command. For programs, `meminit help --json` describes all",
    "commands, and `meminit help COMMAND --json` describes one.",
)


class Argument(NamedTuple):
    name: str
    required: bool
    multiple: bool
    metavar: str | None


class Range(NamedTuple):
    """The numbers that an option takes; an open end is not one of them."""

    minimum: float | None
    maximum: float | None
    minimum_open: bool
    maximum_open: bool


class Option(NamedTuple):
    """Values that are None are left out: no default, no choices, no range."""

    names: tuple[str, ...]
    help: str
    type: str
    required: bool
    multiple: bool
    is_flag: bool
    metavar: str | None = None
    default: object = None
    choices: tuple[str, ...] | None = None
    range: Range | None = None
    effect: str | None = None


class Command(NamedTuple):
    name: str
    description: str
    effect: str
    streams: bool
    envelope: str
    args: tuple[Argument, ...]
    options: tuple[Option, ...]
    exit_codes: tuple[int, ...]
    errors: tuple[str, ...]
    output_schema: str


def described(
    commands: tuple[Command, ...], options: tuple[Option, ...], formats: tuple[str, ...], renamed: Mapping[str, str]
) -> Outcome:
    """`options` are those of meminit itself, given before the name of a command."""
    data = {
        "capabilities_version": _VERSION,
        "cli_version": __version__,
        "commands": [_command(each) for each in commands],
        "mutating_commands": [each.name for each in commands if each.effect != "read"],
        "options": [_option(each) for each in options],
        "output_formats": list(formats),
        "features": _features(),
        "error_codes": [_code(entry) for entry in catalogue().values()],
        "redirects": dict(renamed),
    }
    rows = tuple((each.name, each.effect, each.description.partition("\n")[0]) for each in commands)
    return Outcome(
        command="capabilities", data=data, view=(Table(("COMMAND", "EFFECT", "WHAT IT DOES"), rows), Text(_MORE))
    )


def _command(command: Command) -> dict[str, object]:
    return {
        **command._asdict(),
        "args": [_known(each) for each in command.args],
        "options": [_option(each) for each in command.options],
    }


def _option(option: Option) -> dict[str, object]:
    return {**_known(option), **({"range": _known(option.range)} if option.range else {})}


def _known(values: Argument | Option | Range) -> dict[str, object]:
    return {name: value for name, value in values._asdict().items() if value is not None}


def _code(entry: Entry) -> dict[str, object]:
    values = {
        "code": entry.code,
        "kind": entry.kind,
        "category": entry.category,
        "severity": entry.severity,
        "exit_code": entry.exit_code,
        "summary": entry.summary,
    }
    return {name: value for name, value in values.items() if value is not None}


def _features() -> Mapping[str, object]:
    highest = HIGHEST._asdict()
    return {
        "config_formats": [OWN_NAME, OTHER_NAME],
        "slugs": sorted(FLAVOURS),
        "cache": {"most_bytes": MOST_BYTES},
        "timeout": {"default_seconds": USUAL_SECONDS, "most_seconds": MOST_SECONDS},
        "limits": {
            name.replace("_", "-"): {"default": usual, "highest": highest[name]}
            for name, usual in DEFAULT._asdict().items()
        },
    }
