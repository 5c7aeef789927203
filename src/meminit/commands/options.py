"""The options that every command takes, before or after its name, and what they come to."""

import os
import re
from collections.abc import Callable
from functools import wraps
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from meminit.config.find import Repository, find
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.sources.limits import DEFAULT, HIGHEST, Limits
from meminit.stages import Stages
from meminit.watch import MOST_SECONDS, USUAL_SECONDS
from meminit.words import encodable, listed, quoted

if TYPE_CHECKING:
    from meminit.engine.session import Effort

FORMATS = ("text", "json")
PICTURES = ("mermaid", "dot", "svg")  # of graphs alone
_RUN_ID = "MEMINIT_RUN_ID"
_UUID4 = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}"
Face = TypeVar("Face", bound=Callable[..., Any])


class _Seconds(click.FloatRange):
    """More than none, and a number at all: no comparison excludes what is none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's signature
        seconds = float(super().convert(value, param, ctx))
        return self.fail(f"{value!r} is not a number", param, ctx) if isnan(seconds) else seconds


class _Limits(click.ParamType[Limits]):
    """Limits can only be raised: below the usual ones lie short cuts that do not count."""

    name = "limits"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Limits:  # noqa: ANN401 - click's signature
        chosen = {}
        for each in str(value).split(","):
            name, _, digits = each.partition("=")
            field = name.strip().replace("-", "_")
            if field not in DEFAULT._fields or "_" in name:
                names = listed(known.replace("_", "-") for known in DEFAULT._fields)
                self.fail(f"there is no limit {quoted(name)}; there are {names}", param, ctx)
            lowest, highest = getattr(DEFAULT, field), getattr(HIGHEST, field)
            number = int(digits) if re.fullmatch("[0-9]{1,12}", digits.strip()) else 0
            if not lowest <= number <= highest:
                self.fail(f"{name.strip()} takes a whole number from {lowest} to {highest}", param, ctx)
            chosen[field] = number
        return DEFAULT._replace(**chosen)


def written(limits: Limits) -> str:
    """Limits as they are written on the command line."""
    return ",".join(f"{name.replace('_', '-')}={number}" for name, number in limits._asdict().items())


class _Shared(NamedTuple):
    """An option that every command takes, whose value goes into the field of Options of the same name."""

    names: tuple[str, ...]
    help: str
    metavar: str | None = None  # a flag has none
    type: click.ParamType[Any] | None = None

    @property
    def field(self) -> str:
        return self.names[0].removeprefix("--").replace("-", "_")


_SECONDS = _Seconds(0, MOST_SECONDS, min_open=True)
_SHARED = (
    _Shared(("--output",), "Write to FILE instead of standard output.", "FILE"),
    _Shared(("--root",), "The repository; otherwise it is found from the current directory upwards.", "DIR"),
    _Shared(("--config",), "The configuration file.", "FILE"),
    _Shared(("--run-id",), f"Identify the run; also {_RUN_ID}.", "UUID4"),
    _Shared(("--include-timestamp",), "Put the time into JSON output."),
    _Shared(("--quiet", "-q"), "Show nothing but answers and failures."),
    _Shared(("--no-color",), "Do not colour the output."),
    _Shared(("--debug",), "Print a traceback to standard error when meminit itself fails."),
    _Shared(("--timeout",), f"End the run after so many seconds; {USUAL_SECONDS:g} by default.", "SECONDS", _SECONDS),
)
_OF_KEEPERS = (_Shared(("--cache-dir",), "Keep what was read of documents in DIR, not in the user's cache.", "DIR"),)
_OF_ALL = (_Shared(("--all",), "Of all repositories, and not of this one alone."), *_OF_KEEPERS)
_OF_READERS = (
    _Shared(("--jobs",), "Read documents in N processes; by default in as many as pay.", "N", click.IntRange(1, 256)),
    *_OF_KEEPERS,
    _Shared(("--no-cache",), "Neither use nor keep what was read of documents."),
    _Shared(
        ("--limits",), "Raise the limits on what is read, as in links=50000,document=8388608.", "NAME=N,...", _Limits()
    ),
    _Shared(("--profile",), "Tell on standard error where the time of the run went."),
)


class Options:
    """What was asked for; filled while the command line is read, before and after the command's name."""

    # No dataclass, which would be the dearest thing in a start without work.
    format: str = "text"
    output: str | None = None
    root: str | None = None
    config: str | None = None
    run_id: str | None = None
    include_timestamp: bool = False
    quiet: bool = False
    no_color: bool = False
    debug: bool = False
    jobs: int | None = None
    cache_dir: str | None = None
    no_cache: bool = False
    profile: bool = False
    all: bool = False
    timeout: float = USUAL_SECONDS  # obeyed before the command line is read; here it is only judged
    limits: Limits = DEFAULT
    command: str = "meminit"
    has_begun: bool = False  # the command line has been understood, and work is done
    found: Repository | None = None

    def __init__(self) -> None:
        self.stages = Stages()

    def repository(self) -> Repository:
        """The repository that was named, or the one around the current directory; looked for once."""
        if self.found is None:
            self.found = find(self.root, self.config)
        return self.found

    def effort(self) -> "Effort":
        """How documents shall be read."""
        from meminit.engine.session import Effort  # noqa: PLC0415 - paid for by the commands that read

        jobs = 1 if self.debug else self.jobs  # only what fails in this process can be told
        return Effort(jobs, self.cache_dir, uses_cache=not self.no_cache, limits=self.limits)

    def settle_run_id(self) -> None:
        """Takes the id that was asked for, or a new one; one that is no UUID of version 4 is refused."""
        source, chosen = ("--run-id", self.run_id) if self.run_id else (_RUN_ID, os.environ.get(_RUN_ID))
        self.run_id = chosen if chosen and re.fullmatch(_UUID4, chosen) else new_run_id()
        if chosen and self.run_id != chosen:
            raise MeminitError(INVALID_ARGUMENT, f"{source}: {quoted(encodable(chosen))} is not a UUID of version 4")


def new_run_id() -> str:
    """A UUID of version 4; the standard module for it costs more to import than all of this."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def foreseen(arguments: list[str], commands: frozenset[str]) -> Options:
    """What a first look at the command line tells, so that even its mistakes are answered in the format asked for."""
    every = (_format((*FORMATS, *PICTURES)), *_SHARED, *_OF_READERS)
    options, known = Options(), {name: shared for shared in every for name in shared.names}
    remaining = iter(arguments)
    positional: list[str] = []
    for argument in remaining:
        if argument == "--":
            break
        name, separator, value = argument.partition("=")
        shared = known.get(name)
        if shared and shared.metavar:
            _note(options, shared, value if separator else next(remaining, None))
        elif shared and not separator:
            setattr(options, shared.field, True)
        elif argument == "--json":
            options.format = "json"  # whoever writes so, even where there is no such option, wants no other answer
        elif not argument.startswith("-"):
            positional.append(argument)
    options.command = _named(positional, commands)
    return options


def _named(positional: list[str], commands: frozenset[str]) -> str:
    """The command, or the group, or nothing but the program, as far as the words name one."""
    first, second = [*positional, "", ""][:2]
    pair = f"{first} {second}"
    is_known = first in {each.partition(" ")[0] for each in commands}
    return pair if pair in commands else first if is_known else "meminit"


def _note(options: Options, shared: _Shared, value: str | None) -> None:
    if value and (value in (*FORMATS, *PICTURES) if shared.field == "format" else shared.type is None):
        setattr(options, shared.field, value)


def above(face: Face) -> Face:
    """Adds the options that may stand before a command's name, in every form that one of the commands takes."""
    return _with((_format((*FORMATS, *PICTURES)), *_SHARED), face, (*FORMATS, *PICTURES))


def common(face: Face) -> Face:
    """Adds the options that every command takes."""
    return _with((_format(FORMATS), *_SHARED), face)


def reading(face: Face) -> Face:
    """Adds the options of commands that read documents, and those that every command takes."""
    return _with((*_OF_READERS, _format(FORMATS), *_SHARED), face)


def drawing(face: Face) -> Face:
    """Adds the same options to a command that can draw, with more formats."""
    return _with((*_OF_READERS, _format((*FORMATS, *PICTURES)), *_SHARED), face, (*FORMATS, *PICTURES))


def keeping(face: Face) -> Face:
    """Adds the options of commands about what is kept of documents, and those that every command takes."""
    return _with((*_OF_ALL, _format(FORMATS), *_SHARED), face)


def _format(names: tuple[str, ...]) -> _Shared:
    words = "How to print: for people, or one JSON object" + (", or a drawing." if names != FORMATS else ".")
    return _Shared(("--format",), words, "|".join(names), click.Choice(names))


def _with(options: tuple[_Shared, ...], face: Face, formats: tuple[str, ...] = FORMATS) -> Face:
    face = _begun(face, formats)
    for shared in reversed(options):
        face = click.option(
            *shared.names,
            help=shared.help,
            metavar=shared.metavar,
            type=shared.type,
            is_flag=shared.metavar is None,
            default=None,
            expose_value=False,
            callback=_remember,
        )(face)
    return face


def _begun(face: Face, formats: tuple[str, ...]) -> Face:
    """Notes that the work of a command begins, when its whole command line has been understood."""

    @wraps(face)
    def beginning(*arguments: object, **named: object) -> object:
        context = click.get_current_context()
        options = context.ensure_object(Options)
        if options.format not in formats:  # it stood before the command's name, where others are known as well
            words = f"{context.info_name} has no format {options.format}; there are {listed(formats)}"
            raise MeminitError(INVALID_ARGUMENT, words)
        options.has_begun = not isinstance(context.command, click.Group)  # which has nothing to do
        return face(*arguments, **named)

    return cast("Face", beginning)


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value == "":
        raise MeminitError(INVALID_ARGUMENT, f"{parameter.opts[0]} needs a value")
    if value is not None and parameter.name:
        setattr(context.find_object(Options), parameter.name, value)
