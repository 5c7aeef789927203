"""Reads a command line with click, from the declarations of commands; its errors are in our own words."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, reduce
from inspect import cleandoc
from itertools import chain
from typing import Any, TypeAlias

import click

from meminit import __version__
from meminit.commands import COMMANDS, FIRST_WORDS, face_of
from meminit.commands.face import Also, Call, Example, Face, Kind, OneOf, Option, RaisedLimits, Seconds, Whole
from meminit.commands.line import COMPLETION
from meminit.commands.options import ABOVE, Options, settled
from meminit.commands.redirecting import redirection, unknown_command
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.model.outcome import Outcome, Text
from meminit.watch import HELP_OPTIONS, JSON, JSON_LINES, MOST_SECONDS, VERSION_OPTION
from meminit.words import did_you_mean, escape_unencodable, listed, nearest

_FIRST = frozenset({"format", "output", "quiet", "all", "help"})  # of the shared options: those that are wanted most
_WIDE = 45  # columns of a terminal for a command line in an example
_BEGINNING = (
    Example("scan", "look at a repository: what its documents have in common, and what a check would find"),
    Example("scan --write", "write the configuration that scan proposes"),
    Example("init", "set up a repository that has no documents yet"),
    Example("check", "check every governed document"),
    Example('new ADR "Which message queue"', "create a document that passes the check"),
    Example("explain BROKEN_LINK", "what a code means and what to do"),
)
_HELP = {"help_option_names": list(HELP_OPTIONS)}
_Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
NO_COMMAND = "no command was given"


class _Read(click.ParamType[Any]):
    """A type of click's, for its help, whose values are read as they are without click."""

    kind: Kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        try:
            return self.kind.read(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _Whole(_Read, click.IntRange):
    def __init__(self, kind: Whole) -> None:
        super().__init__(kind.least, kind.most)
        self.kind = kind


class _OneOf(_Read, click.Choice[str]):
    def __init__(self, kind: OneOf) -> None:
        super().__init__(kind.words)
        self.kind = kind


class _Seconds(_Read, click.FloatRange):
    name = "number"

    def __init__(self, kind: Seconds) -> None:
        super().__init__(0, MOST_SECONDS, min_open=True)
        self.kind = kind


class _Limits(_Read):
    name = "limits"

    def __init__(self, kind: RaisedLimits) -> None:
        self.kind = kind


class _Also(_Read):
    name = "also"

    def __init__(self, kind: Also) -> None:
        self.kind = kind


class _Helpful(click.Command):
    """A command whose help shows examples first, then its own options, then those that commands share."""

    examples: tuple[Example, ...] = ()
    own = frozenset[str]()  # the names of the options of its own

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                formatter.write_dl([(f"meminit {each.line}", each.effect) for each in self.examples], col_max=_WIDE)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)
        options = (each for each in self.get_params(ctx) if isinstance(each, click.Option))
        every = [(each.name, each.get_help_record(ctx)) for each in options]
        first = [record for name, record in every if record and name in self.own | _FIRST]
        rest = [record for name, record in every if record and name not in self.own | _FIRST]
        with formatter.section("Options"):
            formatter.write_dl(first)
        with formatter.section("Options that commands share"):
            formatter.write_dl(rest)


class Group(_Helpful, click.Group):
    """A group of commands, which imports one only when it is called or described, and reports an unknown name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        above = _path(ctx)
        within = [name.removeprefix(f"{above} ") for name in COMMANDS if name.startswith(f"{above} ")]
        return sorted(within if above else FIRST_WORDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command(f"{_path(ctx)} {cmd_name}".lstrip()) if cmd_name in self.list_commands(ctx) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            path = _path(ctx)
            known = tuple(f"{path} {each}".strip() for each in self.list_commands(ctx))
            options = ctx.ensure_object(Options)
            place = len(options.words) - len(args)
            error, target = redirection(options.words, place, f"{path} {args[0]}".lstrip(), known, path)
            if target:
                options.take_name(target, streams=COMMANDS[target].streams is True)
            raise error
        return super().resolve_command(ctx, args)


def _path(context: click.Context) -> str:
    """The words after `meminit` that lead to a command."""
    return context.command_path.partition(" ")[2]


@cache
def command(name: str) -> click.Command:
    """The command or group of that name; click asks for it repeatedly."""
    face, is_group = face_of(name), name not in COMMANDS

    @click.pass_context
    def called(context: click.Context, /, **own: object) -> Outcome | None:
        options = context.ensure_object(Options)
        if options.format not in face.formats:  # it stood before the command's name, where others are known as well
            words = f"{context.info_name} has no format {options.format}; there are {listed(face.formats)}"
            raise MeminitError(INVALID_ARGUMENT, words)
        return None if is_group else options.begin(Call(face, {}, own))

    made = _with(_arguments(face), _own(face.own), _shared(face.shared))(called)
    says = cleandoc(face.run.__doc__ or "")
    last = name.rpartition(" ")[2]
    found = click.command(last, cls=Group if is_group else _Helpful, help=says, no_args_is_help=False)(made)
    found.examples, found.own = face.examples, frozenset(each.field for each in face.own)
    return found


def _with(*every: Iterable[_Decorator]) -> _Decorator:
    """All of these; click has the first of them last."""
    found = tuple(chain(*every))
    return lambda face: reduce(lambda made, each: each(made), reversed(found), face)


def _arguments(face: Face) -> Iterator[_Decorator]:
    for each in face.arguments:
        count = -1 if each.several else 1
        yield click.argument(
            each.name,
            metavar=each.metavar,
            nargs=count,
            required=each.required and not each.several,
            shell_complete=_completer(each.completes),
        )


def _own(options: Iterable[Option]) -> Iterator[_Decorator]:
    for each in options:
        names, kind = (*each.names, each.field), _type(each.kind)
        if each.metavar is None:
            yield click.option(*names, help=each.help, is_flag=True)
        else:
            yield click.option(
                *names,
                help=each.help,
                metavar=each.metavar,
                type=kind,
                multiple=each.multiple,
                shell_complete=_completer(each.completes),
                **_optional(each),
            )


def _completer(what: str) -> Callable[[click.Context, click.Parameter, str], list[str]] | None:
    """What a shell may complete in place of a value; click knows the words of its choices by itself."""
    if not what:
        return None

    def complete(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        from meminit.operations.completing import candidates  # noqa: PLC0415 - paid for by completion alone

        options = context.find_object(Options) or Options()
        try:
            return candidates(what, begun, options.repository(), options.effort())
        except MeminitError:  # nothing can be said in the middle of somebody's line
            return []

    return complete


def _optional(option: Option) -> dict[str, Any]:
    """What lets the value of an option be left out."""
    return {"is_flag": False, "flag_value": ""} if option.optional else {}


def _shared(options: Iterable[Option]) -> Iterator[_Decorator]:
    """Options whose values go into `Options`."""
    for each in options:
        yield click.option(
            *each.names,
            help=each.help,
            metavar=each.metavar,
            type=_type(each.kind),
            is_flag=each.metavar is None,
            multiple=each.multiple,
            default=None,
            expose_value=False,
            callback=_remember,
        )


def _type(kind: Kind) -> click.ParamType[Any] | None:
    if isinstance(kind, Whole):
        return _Whole(kind)
    if isinstance(kind, OneOf):
        return _OneOf(kind)
    if isinstance(kind, Seconds):
        return _Seconds(kind)
    if isinstance(kind, Also):
        return _Also(kind)
    return _Limits(kind) if isinstance(kind, RaisedLimits) else None


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value == "":
        raise MeminitError(INVALID_ARGUMENT, f"{parameter.opts[0]} needs a value")
    if value is not None and parameter.name:
        setattr(context.find_object(Options), parameter.name, value)


class _Answered(Exception):  # noqa: N818 - nothing is wrong
    """The version was asked for, in JSON."""


def _version(context: click.Context, _parameter: click.Parameter, is_asked: bool) -> None:  # noqa: FBT001 - click's signature
    if not is_asked or context.resilient_parsing:
        return
    if context.ensure_object(Options).format in {JSON, JSON_LINES}:
        raise _Answered
    click.echo(f"meminit {__version__}")
    context.exit()


@click.group(
    "meminit",
    cls=Group,
    context_settings=_HELP,
    subcommand_metavar="COMMAND [ARGS]...",
    invoke_without_command=True,
)
@click.option(
    VERSION_OPTION,
    is_flag=True,
    is_eager=True,
    expose_value=False,
    help="Show the version and exit.",
    callback=_version,
)
@_with(_shared(ABOVE))
@click.pass_context
def root(context: click.Context) -> Outcome | None:
    """Govern the documentation of a repository."""
    if context.invoked_subcommand:
        return None
    if context.ensure_object(Options).format != "text":
        raise MeminitError(INVALID_ARGUMENT, NO_COMMAND, suggestion="meminit --help")
    return help_on(context)


root.examples = _BEGINNING


def outcome(words: list[str], options: Options) -> Outcome | None:
    """The outcome of the command; None when click has answered by itself, as for --help."""
    words = settled(words)
    options.words = tuple(words)
    try:
        found = root.main(words, prog_name="meminit", standalone_mode=False, obj=options)
    except _Answered:
        return Outcome("meminit", {"cli_version": __version__})
    except click.ClickException as error:
        raise misuse(error) from error
    except SystemExit:
        if COMPLETION in os.environ:  # click has answered a shell
            return None
        raise
    return found if isinstance(found, Outcome) else None


def help_on(context: click.Context) -> Outcome:
    return Outcome(command="help", view=(Text(tuple(context.get_help().splitlines())),))


def top() -> click.Context:
    """The context of the program as a whole, which help and descriptions are made from."""
    return click.Context(root, info_name="meminit", help_option_names=_HELP["help_option_names"])


def context_of(names: Sequence[str]) -> click.Context:
    """The context of the command that the names lead to."""
    found = top()
    for number, name in enumerate(names):
        group = found.command
        known = group.list_commands(found) if isinstance(group, click.Group) else []
        inner = group.get_command(found, name) if isinstance(group, click.Group) else None
        if inner is None:
            above = " ".join(names[:number])
            raise unknown_command(" ".join(names), [f"{above} {each}".strip() for each in known])
        found = click.Context(inner, info_name=name, parent=found)
    return found


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
