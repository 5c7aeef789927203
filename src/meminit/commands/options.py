"""The options that every command takes, before or after its name, and what they come to."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from meminit.config.find import Repository, find
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.words import encodable, quoted

FORMATS = ("text", "json")
_RUN_ID = "MEMINIT_RUN_ID"
# Options of this table that take a value; the argv is searched for them before the parser has had its say.
_VALUES = {"--format": "format", "--output": "output", "--root": "root", "--config": "config", "--run-id": "run_id"}
_FLAGS = {
    "--include-timestamp": "include_timestamp",
    "--quiet": "quiet",
    "-q": "quiet",
    "--no-color": "no_color",
    "--debug": "debug",
}
_UUID4 = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}")
Face = TypeVar("Face", bound=Callable[..., Any])


@dataclass(slots=True)
class Options:
    """What was asked for; filled while the command line is read, before and after the command's name."""

    format: str = "text"
    output: str | None = None
    root: str | None = None
    config: str | None = None
    run_id: str | None = None
    include_timestamp: bool = False
    quiet: bool = False
    no_color: bool = False
    debug: bool = False
    command: str = "meminit"

    def repository(self) -> Repository:
        return find(self.root, self.config)

    def settle_run_id(self) -> None:
        """Takes the id that was asked for, or a new one; one that is no UUID of version 4 is refused."""
        source, chosen = ("--run-id", self.run_id) if self.run_id else (_RUN_ID, os.environ.get(_RUN_ID))
        self.run_id = chosen if chosen and _UUID4.fullmatch(chosen) else new_run_id()
        if chosen and self.run_id != chosen:
            raise MeminitError(INVALID_ARGUMENT, f"{source}: {quoted(encodable(chosen))} is not a UUID of version 4")


def new_run_id() -> str:
    """A UUID of version 4; the standard module for it costs more to import than all of this."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def foreseen(arguments: list[str], commands: frozenset[str]) -> Options:
    """What a first look at the command line tells, so that even its mistakes are answered in the format asked for."""
    options = Options()
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "--":
            break
        name, separator, value = argument.partition("=")
        if name in _VALUES:
            _note(options, _VALUES[name], value if separator else next(remaining, None))
        elif argument in _FLAGS:
            setattr(options, _FLAGS[argument], True)
        elif not argument.startswith("-") and options.command == "meminit":
            options.command = argument if argument in commands else ""
    options.command = options.command or "meminit"
    return options


def _note(options: Options, name: str, value: str | None) -> None:
    if value is not None and (name != "format" or value in FORMATS):
        setattr(options, name, value)


def common(face: Face) -> Face:
    """Adds the options that every command takes."""
    for option in reversed(_options()):
        face = option(face)
    return face


def _options() -> list[Callable[[Face], Face]]:
    return [
        _option("--format", type=click.Choice(FORMATS), help="How to print: for people, or one JSON object."),
        _option("--output", metavar="FILE", help="Write to FILE instead of standard output."),
        _option(
            "--root", metavar="DIR", help="The repository; otherwise it is found from the current directory upwards."
        ),
        _option("--config", metavar="FILE", help="The configuration file."),
        _option("--run-id", metavar="UUID4", help=f"Identify the run; also {_RUN_ID}."),
        _option("--include-timestamp", is_flag=True, default=None, help="Put the time into JSON output."),
        _option("--quiet", "-q", is_flag=True, default=None, help="Show nothing but failures."),
        _option("--no-color", is_flag=True, default=None, help="Do not colour the output."),
        _option(
            "--debug", is_flag=True, default=None, help="Print a traceback to standard error when meminit itself fails."
        ),
    ]


def _option(*names: str, **attributes: Any) -> Callable[[Face], Face]:  # noqa: ANN401 - passed on to click as they are
    return click.option(*names, expose_value=False, callback=_remember, **attributes)


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value is not None and parameter.name:
        setattr(context.find_object(Options), parameter.name, value)
