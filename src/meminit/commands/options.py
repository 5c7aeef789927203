"""The options that every command takes, before or after its name, and what they come to."""

import os
import re
from typing import TYPE_CHECKING

from meminit.commands.face import Call, OneOf, Option, Whole
from meminit.config.find import Repository, find
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.sources.limits import DEFAULT, Limits
from meminit.stages import Stages
from meminit.watch import USUAL_SECONDS
from meminit.words import encodable, quoted

if TYPE_CHECKING:
    from meminit.model.outcome import Outcome
    from meminit.workspace.session import Effort

FORMATS = ("text", "json")
PICTURES = ("mermaid", "dot", "svg")  # of graphs alone
_RUN_ID = "MEMINIT_RUN_ID"
_UUID4 = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}"

_SHARED = (
    Option(("--output",), "Write to FILE instead of standard output.", "FILE"),
    Option(("--root",), "The repository; otherwise it is found from the current directory upwards.", "DIR"),
    Option(("--config",), "The configuration file.", "FILE"),
    Option(("--run-id",), f"Identify the run; also {_RUN_ID}.", "UUID4"),
    Option(("--include-timestamp",), "Put the time into JSON output."),
    Option(("--quiet", "-q"), "Show nothing but answers and failures."),
    Option(("--no-color",), "Do not colour the output."),
    Option(("--debug",), "Print a traceback to standard error when meminit itself fails."),
    Option(("--timeout",), f"End the run after so many seconds; {USUAL_SECONDS:g} by default.", "SECONDS", "seconds"),
)
_OF_KEEPERS = (Option(("--cache-dir",), "Keep what was read of documents in DIR, not in the user's cache.", "DIR"),)
_OF_ALL = (Option(("--all",), "Of all repositories, and not of this one alone."), *_OF_KEEPERS)
_OF_READERS = (
    Option(("--jobs",), "Read documents in N processes; by default in as many as pay.", "N", Whole(1, 256)),
    *_OF_KEEPERS,
    Option(("--no-cache",), "Neither use nor keep what was read of documents."),
    Option(
        ("--limits",), "Raise the limits on what is read, as in links=50000,document=8388608.", "NAME=N,...", "limits"
    ),
    Option(("--profile",), "Tell on standard error where the time of the run went."),
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

    def begin(self, call: Call) -> "Outcome | None":
        """Does what a command is for: its whole command line has been understood."""
        for field, value in call.shared.items():
            setattr(self, field, value)
        self.has_begun = True
        return call.face.run(self, **call.own)

    def effort(self) -> "Effort":
        """How documents shall be read."""
        from meminit.workspace.session import Effort  # noqa: PLC0415 - paid for by the commands that read

        jobs = 1 if self.debug else self.jobs  # only what fails in this process can be told
        return Effort(jobs, self.cache_dir, uses_cache=not self.no_cache, limits=self.limits)

    def settle_run_id(self) -> None:
        """Takes the id that was asked for, or a new one; one that is no UUID of version 4 is refused."""
        source, chosen = ("--run-id", self.run_id) if self.run_id else (_RUN_ID, os.environ.get(_RUN_ID))
        self.run_id = chosen if chosen and re.fullmatch(_UUID4, chosen) else new_run_id()
        if chosen and self.run_id != chosen:
            raise MeminitError(INVALID_ARGUMENT, f"{source}: {quoted(encodable(chosen))} is not a UUID of version 4")


def misused(command: str, words: str) -> MeminitError:
    """What is said where options do not go together."""
    return MeminitError(INVALID_ARGUMENT, words, suggestion=f"meminit {command} --help")


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


def _note(options: Options, shared: Option, value: str | None) -> None:
    if value and (value in (*FORMATS, *PICTURES) if shared.field == "format" else shared.kind == "text"):
        setattr(options, shared.field, value)


def _format(names: tuple[str, ...]) -> Option:
    words = "How to print: for people, or one JSON object" + (", or a drawing." if names != FORMATS else ".")
    return Option(("--format",), words, "|".join(names), OneOf(names))


ABOVE = (_format((*FORMATS, *PICTURES)), *_SHARED)  # what may stand before a command's name: all that one of them takes
COMMON = (_format(FORMATS), *_SHARED)
READING = (*_OF_READERS, *COMMON)  # of commands that read documents
DRAWING = (*_OF_READERS, *ABOVE)  # of those that can draw as well
KEEPING = (*_OF_ALL, *COMMON)  # of commands about what is kept of documents
