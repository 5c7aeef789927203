"""The options that commands share, and the values that a command line gives them."""

import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from meminit import colours
from meminit.commands.face import Also, Call, Declaration, Extra, OneOf, Option, RaisedLimits, Seconds, Whole
from meminit.config.find import Repository, find
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.model.outcome import Outcome
from meminit.sources.limits import DEFAULT, Limits
from meminit.stages import Stages
from meminit.watch import ENVELOPE_OPTION, FORMAT_OPTION, JSON, JSON_LINES, JSON_NAMES, RESPONSE, USUAL_SECONDS
from meminit.words import escape_unencodable, quoted

if TYPE_CHECKING:
    from meminit.model.event import Listener
    from meminit.model.outcome import Part, Printed, Run
    from meminit.operations.inventory import Inventory
    from meminit.operations.shaping import Shape
    from meminit.watch import Watch
    from meminit.workspace.workspace import Effort

ENVELOPES = ("auto", RESPONSE)
ETAG, NEW_ETAG = "sha256:", "new"  # how a value of --etag begins, and what it is where none is given
_RUN_ID = "MEMINIT_RUN_ID"
_UUID4 = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}"
_OF_ANY = (
    Option(("--output",), "Write to FILE instead of standard output.", "FILE"),
    Option(("--root",), "The repository; the default is to look from the current directory upwards.", "DIR"),
    Option(("--config",), "The configuration file.", "FILE"),
    Option(("--run-id",), f"The id of the run; the default is {_RUN_ID}, or a new one.", "UUID4"),
    Option(("--include-timestamp",), "Put the time into JSON output."),
    Option(
        (ENVELOPE_OPTION,),
        "The shape of JSON output: auto is the command's own, response has the same five keys for every command.",
        "|".join(ENVELOPES),
        OneOf(ENVELOPES),
    ),
    Option(("--quiet", "-q"), "Print only answers and failures."),
    Option(("--color",), "Print with colours wherever text goes; so does FORCE_COLOR."),
    Option(("--no-color",), "Print without colours; so does NO_COLOR."),
    Option(("--debug",), "Print a traceback to standard error when meminit itself fails."),
    Option(
        ("--timeout",), f"End the run after this many seconds; the default is {USUAL_SECONDS:g}.", "SECONDS", Seconds()
    ),
)
_CACHE_DIR = Option(("--cache-dir",), "The cache directory; the default is the user's own.", "DIR")
_OF_READERS = (
    Option(("--jobs",), "Read documents in N processes; the default is automatic.", "N", Whole(1, 256)),
    _CACHE_DIR,
    Option(("--no-cache",), "Neither read nor write the cache."),
    Option(
        ("--limits",),
        "Raise the limits on what is read, for example links=50000,document=8388608.",
        "NAME=N,...",
        RaisedLimits(),
    ),
    Option(("--no-progress",), "Do not report progress."),
    Option(("--profile",), "Print to standard error how long each stage of the run took."),
)
_OF_CHANGERS = (
    Option(("--diff",), "Show the changes as a unified diff, also in JSON; text always does."),
    Option(("--plan-out",), "Write the plan to FILE, as JSON for `fix --plan`.", "FILE"),
    Option(("--apply",), "Make the changes; without it they are only planned."),
    Option(("--yes", "-y"), "Do not ask: confirms --apply."),
)
_ETAG = Option(
    ("--etag",),
    "Give the answer an etag; with the VALUE that still holds, a passing answer is only said not to be modified.",
    "[VALUE]",
)
_OF_PAGES = (
    Option(
        ("--limit",), "At most N documents, findings, edges or entries; those of a path stay together.", "N", Whole(1)
    ),
    Option(("--cursor",), "With --limit: go on where the page with this cursor ended.", "CURSOR"),
)
_FIELDS = Option(("--fields",), "In JSON, only these fields of each document.", "FIELD,...")
_OF_KEEPERS = (Option(("--all",), "Include every repository."), _CACHE_DIR)


class Format(NamedTuple):
    """A format by its name, as `render` knows it: what it shows of an outcome, and the commands that have it.

    Without `commands`, all of them do. `to_errors` says that it may be written to standard error as well.
    """

    name: str
    part: "Part"
    commands: tuple[str, ...] = ()
    to_errors: bool = False


_CHECK, _GRAPH = ("check",), ("graph",)
FORMATS = (
    Format("text", "view"),
    Format("concise", "view", _CHECK),
    Format(JSON, "data"),
    Format(JSON_LINES, "data"),
    Format("md", "view", (*_CHECK, "compare")),
    Format("github", "view", _CHECK, to_errors=True),
    Format("gitlab", "view", _CHECK),
    Format("azure", "view", _CHECK, to_errors=True),
    Format("sarif", "view", _CHECK),
    Format("junit", "view", _CHECK),
    Format("rdjson", "view", _CHECK),
    Format("mermaid", "drawing", _GRAPH),
    Format("dot", "drawing", _GRAPH),
    Format("svg", "drawing", _GRAPH),
)
FORMAT_NAMES = tuple(each.name for each in FORMATS)


def part_of(name: str) -> "Part":
    return next(each.part for each in FORMATS if each.name == name)


def _chosen(*commands: str) -> tuple[Format, ...]:
    """The formats that every command has, and those of these commands."""
    return tuple(each for each in FORMATS if not each.commands or not set(commands).isdisjoint(each.commands))


def _format(*commands: str) -> Option:
    chosen = _chosen(*commands)
    names = tuple(each.name for each in chosen)
    reports = ["a report for a CI"] if any(each.to_errors for each in chosen) else []
    drawings = ["a drawing"] if any(each.part == "drawing" for each in chosen) else []
    *words, last = "text", "one JSON object", "a line of JSON for each event", *reports, *drawings
    return Option((FORMAT_OPTION,), f"Print {', '.join(words)}, or {last}.", "|".join(names), OneOf(names, JSON_NAMES))


_REPORTS = tuple(each.name for each in _chosen("check"))
_OF_CHECKERS = (
    Option(
        ("--also",),
        "Write a further format to FILE; github and azure without a file go to standard error.",
        "FORMAT:FILE",
        Also(OneOf(_REPORTS, JSON_NAMES), tuple(each.name for each in FORMATS if each.to_errors)),
        multiple=True,
    ),
    Option(("--max-findings",), "Print the first N findings in text and concise.", "N", Whole(0)),
)
ABOVE = (
    _format(*(name for each in FORMATS for name in each.commands)),
    *_OF_ANY,
)  # before a command's name: all of them
COMMON = (_format(), *_OF_ANY)
READING = (*_OF_READERS, *COMMON)  # of commands that read documents
CHECKING = (*_OF_READERS, *_OF_CHECKERS, _format("check"), *_OF_ANY)
COMPARING = (_format("compare"), *_OF_ANY)
DRAWING = (*_OF_READERS, _format("graph"), *_OF_ANY)
CHANGING = (*_OF_CHANGERS, *READING)  # of commands that change documents
KEEPING = (*_OF_KEEPERS, *COMMON)  # of commands about the cache
# Each of these that any command takes.
SHARED = (_ETAG, *_OF_PAGES, _FIELDS, *_OF_CHANGERS, *_OF_KEEPERS, *_OF_READERS, *_OF_CHECKERS, *ABOVE)
_IN_PAGES = frozenset({"backlinks", "check", "graph", "list", "scan"})
_WITH_ROWS = frozenset({"graph", "index", "list"})


def shaping(name: str, declared: Declaration) -> tuple[Option, ...]:
    """The options by which the answer of this command can be shaped."""
    is_tagged = declared.effect == "read" and declared.envelope != "none"
    pages = _OF_PAGES if name in _IN_PAGES else ()
    return (*((_ETAG,) if is_tagged else ()), *pages, *((_FIELDS,) if name in _WITH_ROWS else ()))


class Prints(Protocol):
    """Prints the answer of a run, and reports its events."""

    printed: "Printed | None"

    def listen(self, run: "Run", *, shows_progress: bool) -> None: ...

    def print(self, outcome: Outcome, run: "Run", file: str | None) -> Outcome: ...


class Options:
    """The values of the shared options; filled while the command line is read.

    `has_begun` says that the command line has been read, and the command's work has begun; `prepare` is called just
    before. `streams` says that the command reports its events, and `listener` takes them.
    """

    # Not a dataclass, which would take longer than all else in a start without work.
    format: str = "text"
    output: str | None = None
    root: str | None = None
    config: str | None = None
    run_id: str | None = None
    include_timestamp: bool = False
    envelope: str = "auto"
    quiet: bool = False
    color: bool = False
    no_color: bool = False
    debug: bool = False
    jobs: int | None = None
    cache_dir: str | None = None
    no_cache: bool = False
    profile: bool = False
    all: bool = False
    diff: bool = False
    plan_out: str | None = None
    apply: bool = False
    yes: bool = False
    timeout: float = USUAL_SECONDS
    limits: Limits = DEFAULT
    no_progress: bool = False
    also: tuple[Extra, ...] = ()
    max_findings: int | None = None
    etag: str | None = None
    limit: int | None = None
    cursor: str | None = None
    fields: str | None = None
    command: str = "meminit"
    words: tuple[str, ...] = ()
    streams: bool = False
    listener: "Listener | None" = None
    printer: Prints | None = None
    prepare: "Callable[[], None] | None" = None
    has_begun: bool = False
    watch: "Watch | None" = None
    found: Repository | None = None
    afterwards: "Callable[[], None] | None" = None  # what is left to do once the answer is printed

    def __init__(self) -> None:
        self.stages = Stages()

    def repository(self) -> Repository:
        """The repository that was named, or the one that the current directory is in; looked for once."""
        if self.found is None:
            self.found = find(self.root, self.config)
        return self.found

    @property
    def part(self) -> "Part":
        """What of an outcome the format shows."""
        return part_of(self.format)

    @property
    def has_colours(self) -> bool:
        return colours.are_wanted(asked=self.color, refused=self.no_color, into_file=self.output is not None)

    def take_name(self, command: str, *, streams: bool) -> None:
        """Answers in the name of another command, to which the line is redirected."""
        self.command, self.streams = command, streams

    def begin(self, call: Call) -> "Outcome | None":
        """Runs the command: its whole command line has been read."""
        for field, value in call.shared.items():
            setattr(self, field, value)
        if self.format == JSON_LINES and self.envelope != "auto":
            self.envelope = "auto"  # of the error
            raise misused(self.command, f"--envelope cannot be combined with --format {JSON_LINES}")
        if self.format == JSON_LINES and not self.streams:
            self.format = "json"
        if self.watch:
            self.watch.limit(self.timeout)
        shape = self._shape()
        self.has_begun = True
        if self.prepare:
            self.prepare()
        outcome = call.face.run(self, **call.own)
        if outcome is None or shape is None:
            return outcome
        from meminit.operations.shaping import shaped  # noqa: PLC0415 - paid for where it is asked for

        return shaped(outcome, shape)

    def _shape(self) -> "Shape | None":
        """How the answer is to be shaped; refuses what the format or the other options do not allow."""
        given = {"--limit": self.limit, "--cursor": self.cursor, "--etag": self.etag, "--fields": self.fields}
        asked = [name for name, value in given.items() if value is not None]
        if not asked:
            return None
        if self.cursor is not None and self.limit is None:
            raise misused(self.command, "--cursor needs --limit")
        in_text = self.format == "text" and asked == ["--limit"] and self.command in {"check", "list"}
        if self.format != JSON and not in_text:
            raise misused(self.command, f"{asked[-1]} needs --format json")
        if self.also and self.limit is not None:
            raise misused(self.command, "--limit cannot be combined with --also")
        if self.etag and self.etag != NEW_ETAG and not self.etag.startswith(ETAG):
            raise misused(self.command, f"--etag: a value begins with {ETAG}")
        from meminit.operations.shaping import Shape  # noqa: PLC0415 - paid for where it is asked for

        is_cut = self.format == "text" and self.command == "list"  # by the command itself
        return None if is_cut else Shape(self.limit, self.cursor, self.etag, names(self.fields))

    @property
    def has_own_timeout(self) -> bool:
        """Whether --timeout was given."""
        return "timeout" in vars(self)

    @property
    def is_stream(self) -> bool:
        """Whether the answer is a stream of events; else the format is that of one JSON object."""
        return self.streams and self.format == JSON_LINES

    @property
    def has_stream(self) -> bool:
        """Whether some format is made of events."""
        return self.is_stream or (self.streams and any(each.format == JSON_LINES for each in self.also))

    def compare_outputs(self) -> None:
        """Refuses one format, or one file, for two answers."""
        formats = [self.format, *(each.format for each in self.also)]
        files = [os.path.abspath(each) for each in (self.output, *(each.file for each in self.also)) if each]
        for what, each in (("format", formats), ("file", files)):
            if len(set(each)) < len(each):
                self.also = ()  # no file is written then
                raise misused(self.command, f"the same {what} is asked for twice, by --format, --output or --also")

    def effort(self) -> "Effort":
        """How documents are to be read."""
        from meminit.workspace.workspace import Effort  # noqa: PLC0415 - paid for by the commands that read

        jobs = 1 if self.debug else self.jobs  # only a failure in this process has a traceback
        return Effort(jobs, self.cache_dir, uses_cache=not self.no_cache, limits=self.limits)

    def settle_run_id(self) -> None:
        """Takes the id that was asked for, or a new one; refuses one that is not a UUID of version 4."""
        source, chosen = ("--run-id", self.run_id) if self.run_id else (_RUN_ID, os.environ.get(_RUN_ID))
        self.run_id = chosen if chosen and re.fullmatch(_UUID4, chosen) else new_run_id()
        if chosen and self.run_id != chosen:
            raise MeminitError(
                INVALID_ARGUMENT, f"{source}: {quoted(escape_unencodable(chosen))} is not a UUID of version 4"
            )


def misused(command: str, words: str) -> MeminitError:
    """The error for options that do not go together."""
    return MeminitError(INVALID_ARGUMENT, words, suggestion=f"meminit {command} --help")


def names(listed: str | None) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name for each in (listed or "").split(",") if (name := each.strip()))


def settled(words: Sequence[str]) -> list[str]:
    """The words with `--etag` written together with its value, which may be left out."""
    found: list[str] = []
    is_open = False  # whether the word before is an --etag that may have a value
    for number, word in enumerate(words):
        if word == "--":
            return [*found, *words[number:]]
        if is_open and (not word or word.startswith(ETAG)):
            found[-1] = f"--etag={word or NEW_ETAG}"
            is_open = False
            continue
        is_open = word == "--etag"
        found.append(f"--etag={NEW_ETAG}" if is_open else word)
    return found


def new_run_id() -> str:
    """A UUID of version 4; the standard module for it costs more to import than all of this."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def answer(options: Options, asked: Callable[["Inventory"], Outcome], listener: "Listener | None" = None) -> Outcome:
    from meminit.operations.inventory import answered  # noqa: PLC0415 - paid for by these commands alone

    return answered(options.repository(), options.effort(), options.stages, options.part, asked, listener)
