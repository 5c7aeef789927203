"""The command line of `meminit agent`: agents that are described by documents."""

import os
from typing import TYPE_CHECKING

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import READING, Options, answer, misused
from meminit.faults import E_CONFIRM_REQUIRED, MeminitError
from meminit.model.outcome import Outcome
from meminit.words import escape_unencodable

if TYPE_CHECKING:
    from meminit.blueprints.session import Heard
    from meminit.model.node import Plain
    from meminit.operations.inventory import Inventory

_LARGEST = 8 << 20  # bytes of an output that is judged
_SLACK = 120.0  # seconds beside those of the agent itself


def agent(_options: Options) -> None:
    """List, show, run agents, and judge what they give.

    An agent is a document of the type AGENT: its front matter says what is run and what its output looks like, its body
    is the prompt.
    """


def list_agents(options: Options) -> Outcome:
    """List the agents by name."""
    from meminit.operations import agents  # noqa: PLC0415 - paid for by this command alone

    return answer(options, agents.list_all)


def show(options: Options, *, name: str) -> Outcome:
    """Show the prompt of an agent, and its schemas."""
    from meminit.operations import agents  # noqa: PLC0415 - as above

    return answer(options, lambda known: agents.show(known, name))


def validate(options: Options, *, name: str, judged: str | None, event: bool) -> Outcome:
    """Judge what an agent gave, as `agent run` would; no process is started."""
    from meminit.commands.given import given  # noqa: PLC0415 - as above
    from meminit.operations import agents  # noqa: PLC0415 - as above

    if judged is None:
        raise misused("agent validate", "--output is missing: the file that is judged")
    text = given(judged, "--output", _LARGEST)
    return answer(options, lambda known: agents.validate(known, name, text, is_event=event))


def run(  # noqa: PLR0913 - one for each option
    options: Options,
    *,
    name: str,
    parameters: tuple[str, ...],
    params: str | None,
    text: str | None,
    resume: str | None,
    confirmed: bool,
    debug_dir: str | None,
) -> Outcome:
    """Run an agent: start its process, judge its output, and ask once more where that does not fit.

    In text the result alone is printed. Only blueprints that you trust should be run: they name the program.
    """
    from meminit.commands.given import given  # noqa: PLC0415 - as above
    from meminit.operations import agents  # noqa: PLC0415 - as above

    _refuse(options, text, params, is_confirmed=confirmed)
    request = agents.Request(
        tuple(_pair(each) for each in parameters),
        _mapping(given(params, "--params")) if params is not None else None,
        given("-", "--input", _LARGEST) if text == "-" else _sound(text, "--input"),
        resume,
        not options.quiet,
        _keeper(debug_dir),
        lambda seconds: _starting(options, seconds),
    )
    found: list[agents.Ready] = []

    def work(known: "Inventory") -> Outcome:
        found[:] = [agents.prepared(known, name, request)]
        return Outcome("agent run")

    # What is known of the documents may be looked up twice, where the cache fails; the process is started once.
    standing = answer(options, work).advice
    return agents.run(found[0], request, options.listener)._replace(advice=standing)


def _refuse(options: Options, text: str | None, params: str | None, *, is_confirmed: bool) -> None:
    """Refuses what is not confirmed, and two texts from one standard input."""
    if options.format != "text" and not is_confirmed:
        raise MeminitError(
            E_CONFIRM_REQUIRED,
            "agent run starts a process; add --yes",
            command="agent run",
            reason_code="confirm_required",
            next_actions=["retry_with_yes"],
        )
    if "-" in {text, params} and text == params:
        raise misused("agent run", "--input and --params cannot both be read from standard input")


def _starting(options: Options, seconds: float) -> None:
    """Has the run watched over so long as its turns may take, and its processes ended with it."""
    if options.watch:
        options.watch.starts_processes()
        if not options.has_own_timeout:
            options.watch.limit(max(options.timeout, 2 * seconds + _SLACK))


def _sound(text: str | None, option: str) -> str | None:
    """The text; refuses what no process could be given as UTF-8."""
    if text is not None and escape_unencodable(text) != text:
        raise misused("agent run", f"{option}: this is not UTF-8")
    return text


def _keeper(folder: str | None) -> "Heard":
    """Keeps each output in a file, where that is asked for."""
    from meminit.output import write_file  # noqa: PLC0415 - as above

    def keep(number: int, text: str) -> None:
        if folder is not None:
            write_file(os.path.join(folder, f"attempt-{number}.txt"), [text.encode()])

    return keep


def _pair(text: str) -> tuple[str, str]:
    name, mark, value = (_sound(text, "--param") or "").partition("=")
    if not mark or not name:
        raise misused("agent run", "--param takes NAME=VALUE")
    return name, value


def _mapping(text: str) -> "dict[str, Plain]":
    from meminit.blueprints.extraction import strict  # noqa: PLC0415 - as above

    try:
        value = strict(text)
    except ValueError as error:
        raise misused("agent run", "--params: this is not JSON") from error
    if not isinstance(value, dict):
        raise misused("agent run", "--params: this is no JSON object")
    return value


_NAME = (Argument("name", "NAME"),)
# Its --output is what is judged, so the answer goes to standard output.
_JUDGING = tuple(each for each in READING if each.field != "output")

FACES = {
    "agent": Face(agent, READING),
    "agent list": Face(list_agents, READING),
    "agent show": Face(show, READING, arguments=_NAME),
    "agent validate": Face(
        validate,
        _JUDGING,
        own=(
            Option(("--output",), "The file that is judged; - for standard input.", "FILE", into="judged"),
            Option(("--event",), "Judge a result event, as `agent run` gives one."),
        ),
        arguments=_NAME,
        examples=(Example("agent validate reviewer --output answer.txt", "does this answer fit the output_schema?"),),
    ),
    "agent run": Face(
        run,
        READING,
        own=(
            Option(("--param",), "A parameter, as NAME=VALUE.", "NAME=VALUE", into="parameters", multiple=True),
            Option(("--params",), "A JSON object with parameters; - for standard input.", "FILE"),
            Option(("--input",), "Text for the agent, after its prompt; - for standard input.", "TEXT", into="text"),
            Option(("--resume",), "Go on with this session.", "SESSION"),
            Option(("--yes", "-y"), "Do not ask: confirms that a process is started.", into="confirmed"),
            Option(("--debug-dir",), "Keep each output of the agent in this folder, which exists.", "DIR"),
        ),
        arguments=_NAME,
        examples=(Example("agent run reviewer --param change=42", "run it, and print its result"),),
    ),
}
