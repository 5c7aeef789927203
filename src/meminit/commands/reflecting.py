"""Describes the command line of each command, as click has it."""

from collections.abc import Iterable
from typing import Any

import click

from meminit.commands import COMMANDS, face_of, output_schema
from meminit.commands.clicking import command, top
from meminit.commands.options import FORMAT_NAMES, Options
from meminit.commands.redirecting import RENAMED
from meminit.model.outcome import Outcome
from meminit.operations.capabilities import Argument, Command, Option, Range, described
from meminit.sources.limits import Limits

_TYPES = (
    (click.Choice, "choice"),
    ((click.types.IntParamType, click.IntRange), "integer"),
    ((click.types.FloatParamType, click.FloatRange), "number"),
    (click.types.BoolParamType, "boolean"),
)


def capabilities(names: Iterable[str] = COMMANDS) -> Outcome:
    """What the commands of these names can do, and meminit as a whole."""
    root = top()
    commands = tuple(_described(name, root) for name in sorted(names))
    return described(commands, _options(root), FORMAT_NAMES, RENAMED)


def _described(name: str, root: click.Context) -> Command:
    declared, face = COMMANDS[name], command(name)
    effects = {each.names[0]: each.effect for each in face_of(name).own if each.effect}
    context = click.Context(face, info_name=name, parent=root)
    arguments = (each for each in face.get_params(context) if isinstance(each, click.Argument))
    return Command(
        name=name,
        description=_paragraphs(face.help or ""),
        effect=declared.effect,
        streams=bool(declared.streams),
        envelope=declared.envelope,
        args=tuple(_argument(each) for each in arguments),
        options=tuple(each._replace(effect=effects.get(each.names[0])) for each in _options(context)),
        exit_codes=tuple(int(each) for each in declared.exits),
        errors=tuple(each.code for each in declared.errors),
        output_schema=output_schema(name),
    )


def _options(context: click.Context) -> tuple[Option, ...]:
    found = [each for each in context.command.get_params(context) if isinstance(each, click.Option)]
    return tuple(_option(each, context) for each in sorted(found, key=lambda each: each.opts))


def _argument(argument: click.Argument) -> Argument:
    return Argument(argument.name or "", argument.required, argument.nargs == -1, argument.metavar)


def _option(option: click.Option, context: click.Context) -> Option:
    return Option(
        names=(*option.opts, *option.secondary_opts),
        help=option.help or "",
        type=next((name for kind, name in _TYPES if isinstance(option.type, kind)), "text"),
        required=option.required,
        multiple=option.multiple,
        is_flag=option.is_flag,
        metavar=None if option.is_flag else option.make_metavar(context),
        default=_default(option),
        choices=tuple(map(str, option.type.choices)) if isinstance(option.type, click.Choice) else None,
        range=_range(option.type),
    )


def _range(kind: click.ParamType[Any]) -> Range | None:
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return None
    return Range(kind.min, kind.max, kind.min_open, kind.max_open)


def _default(option: click.Option) -> object:
    """The value where the option is not given; a shared option has its default in `Options`."""
    usual = option.to_info_dict()["default"] if option.expose_value else getattr(Options, option.name or "", None)
    if isinstance(usual, Limits):
        return written(usual)
    return None if usual in {False, ()} else usual


def written(limits: Limits) -> str:
    """The limits as the command line takes them."""
    return ",".join(f"{name.replace('_', '-')}={number}" for name, number in limits._asdict().items())


def _paragraphs(text: str) -> str:
    """The text with each paragraph on a line of its own."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
