"""The outcome of a command, independent of formats: data, findings, advice, a failure, a view for people."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from meminit.model.finding import Finding, Severity, Statistic
from meminit.model.suppression import Suppressed

Made = TypeVar("Made")
Data: TypeAlias = Mapping[str, object]
_NO_DATA: Data = {}
Part: TypeAlias = Literal["data", "view", "drawing"]  # of an outcome; a format shows one of them
_AFTER_EVERY_LINE = float("inf")
# The envelope in which a command prints JSON; with none, a successful command prints a document of its own.
Envelope: TypeAlias = Literal["v1", "v2", "none"]


class Exit(IntEnum):
    """The exit codes, the same in every format."""

    SUCCESS = 0
    VIOLATIONS = 1
    PARTIAL = 2
    BAD_ARGUMENT = 3
    PRECONDITION = 4
    NOT_FOUND = 5
    CONFLICT = 6
    FORBIDDEN = 7
    UNAUTHENTICATED = 8
    TIMED_OUT = 10
    RATE_LIMITED = 11
    UNAVAILABLE = 12
    REDIRECTED = 13
    INTERNAL = 70
    UNWRITABLE = 74
    HUNG_UP = 129
    INTERRUPTED = 130
    QUIT = 131
    TERMINATED = 143


class Advice(NamedTuple):
    """One that `is_standing` is about the configuration: it would be the same under the answer to any question."""

    code: str
    message: str
    details: Mapping[str, object] = {}
    is_standing: bool = False


class Failure(NamedTuple):
    """Why a run failed."""

    code: str
    exit: Exit
    message: str
    details: Mapping[str, object] = {}


class Counters(NamedTuple):
    """The ten numbers of a check, in the order in which they are printed."""

    files_checked: int = 0
    files_passed: int = 0
    files_failed: int = 0
    missing_paths_count: int = 0
    schema_failures_count: int = 0
    warnings_count: int = 0
    violations_count: int = 0
    files_with_warnings: int = 0
    files_outside_docs_root_count: int = 0
    checked_paths_count: int = 0


class FromRoot(str):
    """A line or a cell that is a path from the root of the repository; people see it from where they are."""

    __slots__ = ()


class Text(NamedTuple):
    """Lines for people."""

    lines: tuple[str, ...]


class Table(NamedTuple):
    """Rows for people, aligned by the renderer."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Diff(NamedTuple):
    """The lines of a unified diff, coloured on a terminal."""

    lines: tuple[str, ...]


Block: TypeAlias = Text | Table | Diff
Blocks: TypeAlias = tuple[Block, ...]


class Arrows(NamedTuple):
    """Arrows of one kind from one box to others, by number: there are too many for one value each."""

    source: int
    kind: str
    targets: Sequence[int]


class Drawing(NamedTuple):
    """Boxes, each with a name and a title that may be empty, and arrows between them."""

    boxes: Sequence[tuple[str, str]]
    arrows: Sequence[Arrows]


class Later(Generic[Made]):
    """A part of an outcome that is made once, when a format asks for it: in a large repository each takes time."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make: Callable[[], Made] | None = make
        self._made: list[Made] = []

    def made(self) -> Made:
        if self._make:
            self._made.append(self._make())
            self._make = None
        return self._made[0]


def made(part: Made | Later[Made]) -> Made:
    return part.made() if isinstance(part, Later) else part


class Grounds(NamedTuple):
    """What a check has looked at, besides the configuration: documents with their states, other files and folders.

    Paths are below the root, but for those whose links were followed, which are whole.
    """

    documents: Mapping[str, tuple[int, int, int, int, int] | None]
    looked_at: Iterable[str]
    followed: Iterable[str]


class Printed(NamedTuple):
    """What was written to standard output, in pieces, and to standard error, and the run that it says."""

    answer: Sequence[bytes]
    aside: bytes
    run: "Run"


class Judged(NamedTuple):
    """How many violations a run found, and in how many files."""

    violations: int
    files: int


class Outcome(NamedTuple):
    """`verbatim` is for the one command whose output is a document of its own and not an envelope. `raw` is what is
    printed in text, byte by byte, where the answer is a file.

    `crashes` are the exceptions that rules raised, kept for --debug; each is a finding as well. `is_viewed` says that
    the view shows the findings too. `statistics` are shown to people instead of the findings. `known` are the
    findings of the file `baseline`, which are reported nowhere else, and `unreported` those that are no news since a
    commit. `unique_ids` are the ids of documents by their paths, without those that several documents share. `judged`
    is set where only a page of the violations is here. `text_of` gives the text of a file that was judged as it stands
    in the index of git; None for one that is the same on the disk. `grounds` are there where nothing else decided.
    """

    command: str
    data: Data | Later[Data] = _NO_DATA
    violations: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    advice: tuple[Advice, ...] = ()
    document_ids: Mapping[str, str] = {}
    counters: Counters | None = None
    failure: Failure | None = None
    view: Blocks | Later[Blocks] = ()
    drawing: Drawing | Later[Drawing] = Drawing((), ())
    verbatim: Mapping[str, object] | None = None
    raw: bytes | None = None
    crashes: tuple[Exception, ...] = ()
    is_viewed: bool = False
    statistics: tuple[Statistic, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    known: tuple[Finding, ...] = ()
    baseline: str = ""
    unreported: tuple[Finding, ...] = ()
    unique_ids: Later[Mapping[str, str]] | None = None
    text_of: Callable[[str], bytes | None] | None = None
    judged: Judged | None = None
    grounds: Callable[[], Grounds] | None = None

    def prepared(self, part: Part) -> "Outcome":
        """The same outcome with this part made, so that an error in making it is an error of the command."""
        return self._replace(**{part: made(getattr(self, part))})

    @property
    def exit(self) -> Exit:
        """The exit code; it is decided only here."""
        if self.failure:
            return self.failure.exit
        found = self.judged.violations if self.judged else len(self.violations)
        return Exit.VIOLATIONS if found else Exit.SUCCESS

    @property
    def success(self) -> bool:
        return self.exit is Exit.SUCCESS


def divided(findings: list[Finding], *, strict: bool) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Violations and warnings, each in its printed order; strict makes every warning a violation."""
    violations = [each for each in findings if strict or each.severity is Severity.ERROR]
    warnings = [each for each in findings if not strict and each.severity is Severity.WARNING]
    return tuple(sorted(violations, key=_violation_order)), tuple(sorted(warnings, key=_warning_order))


def noted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings that are printed with an answer as notes, in order; they do not affect the exit code."""
    return tuple(sorted(findings, key=_warning_order))


def _place(number: int | None) -> float:
    return _AFTER_EVERY_LINE if number is None else number


def _violation_order(finding: Finding) -> tuple[str, str, str, float, str, float]:
    return finding.path, finding.code, finding.severity, _place(finding.line), finding.message, _place(finding.column)


def _warning_order(finding: Finding) -> tuple[str, float, str, str, float]:
    return finding.path, _place(finding.line), finding.code, finding.message, _place(finding.column)


class Revision(NamedTuple):
    """Where a repository comes from, and what is checked out."""

    address: str
    commit: str
    branch: str | None = None


class Run(NamedTuple):
    """`envelope` is the command's own; `is_response` asks for the response envelope in place of it.

    `here` is the current directory as a path from the root; it is empty at the root, and outside of it.

    `max_findings` is how many findings are shown to people, `revision` what git says of the root.
    """

    run_id: str
    root: str
    seconds: float
    began: float = 0.0  # by the clock of `time.monotonic`
    timestamp: str | None = None
    format: str = "text"
    envelope: Envelope = "v1"
    quiet: bool = False
    colour: bool = False
    here: str = ""
    is_response: bool = False
    links: bool = False  # whether text may hold hyperlinks
    max_findings: int | None = None
    revision: Callable[[], "Revision | None"] = lambda: None
