"""The command line of `meminit help`."""

from meminit.commands import COMMANDS
from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import COMMON, Options
from meminit.model.outcome import Outcome
from meminit.watch import JSON_OPTION


def help_(options: Options, *, names: tuple[str, ...], as_json: bool) -> Outcome:
    """Show the help on meminit, or on a COMMAND.

    As JSON, the output of `meminit capabilities`, or the part of it about the COMMAND.
    """
    from meminit.commands.clicking import context_of, help_on  # noqa: PLC0415 - paid for by this command alone

    words = " ".join(names).split()
    context = context_of(words)
    if as_json:
        options.format = "json"
    if options.format == "json":
        from meminit.commands.reflecting import capabilities  # noqa: PLC0415 - wanted only here

        return capabilities(_named(" ".join(words)))
    return help_on(context)


def _named(name: str) -> list[str]:
    """The commands of that name: itself, or those of the group, or every one."""
    return [each for each in COMMANDS if name in {"", each} or each.startswith(f"{name} ")]


FACES = {
    "help": Face(
        help_,
        COMMON,
        own=(Option((JSON_OPTION,), "Print JSON; the same as --format json.", into="as_json"),),
        arguments=(Argument("names", "[COMMAND]", several=True),),
        examples=(
            Example("help check", "the same as meminit check --help"),
            Example("help --json", "every command and option, for a program"),
        ),
    )
}
