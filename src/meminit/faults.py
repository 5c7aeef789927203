"""What can go wrong with a run: one row for each fault, and the one exception that carries it.

Those of commands that write are in `change_faults.py`, those of git in `git_faults.py`, and can be had from here as
well; those of agents are in `agent_faults.py`.
"""

from collections.abc import Mapping

from meminit.agent_faults import AGENT_FAULTS
from meminit.change_faults import (
    CONFLICT,
    COVERS_LOCK_INVALID,
    E_CONFIRM_REQUIRED,
    E_PLAN_STALE,
    E_ROLLBACK_CONFLICT,
    E_UNSAFE_CONFIRM_REQUIRED,
    FILE_EXISTS,
    GRAMMAR_MISSING,
    LOCKED,
    PARTIAL_FAILURE,
    PLAN_INVALID,
    PROFILE_INVALID,
    PROFILE_NOT_FOUND,
    SNAPSHOT_DAMAGED,
    SNAPSHOT_NOT_FOUND,
    STATE_BLOCKED,
    STATE_CYCLE,
    STATE_INVALID,
    STATE_UNKNOWN_ID,
    STATE_UNUSABLE,
    WRITE_REFUSED,
)
from meminit.fault import Fault
from meminit.git_faults import GIT_UNAVAILABLE, HISTORY_MISSING, NOT_A_REPOSITORY, REVISION_UNKNOWN
from meminit.model.outcome import Exit, Failure
from meminit.words import LONGEST_MESSAGE, shorten, shorten_all

CONFIG_MISSING = Fault(
    "CONFIG_MISSING",
    Exit.PRECONDITION,
    "There is no configuration file.",
    "Neither `.meminit.toml` nor `docops.config.yaml` is in the current directory or in any directory above it, or"
    " the file given with `--config` does not exist.",
    "Run `meminit scan --write` at the top of the repository: it writes a `.meminit.toml` that fits the documents."
    " An empty file is enough to start with, too. Where there are no documents yet, run `meminit init`.",
    ("meminit scan", "meminit scan --write", "meminit init"),
)
CONFIG_INVALID = Fault(
    "CONFIG_INVALID",
    Exit.PRECONDITION,
    "The configuration has an error.",
    "A key is unknown, a value has the wrong type, a path leads out of the repository, or the file cannot be parsed."
    " meminit never ignores part of a configuration silently.",
    "Correct the key that the message names. `meminit schema config` prints the JSON Schema of all keys.",
    ("meminit schema config",),
)
INVALID_ARGUMENT = Fault(
    "INVALID_ARGUMENT",
    Exit.BAD_ARGUMENT,
    "The command line has an error.",
    "An option is unknown or misspelt, a value is missing or not allowed, or no command was given.",
    "Correct the command. `meminit --help` lists the commands, and `meminit COMMAND --help` lists the options of one.",
    ("meminit --help",),
)
UNKNOWN_COMMAND = Fault(
    "UNKNOWN_COMMAND",
    Exit.BAD_ARGUMENT,
    "There is no command of this name.",
    "The name is misspelt, or the command belongs to another version of meminit.",
    "Use one of the commands that `meminit --help` lists.",
    ("meminit --help",),
)
COMMAND_RENAMED = Fault(
    "COMMAND_RENAMED",
    Exit.REDIRECTED,
    "The command has another name.",
    "The command line uses an old name, or the name that other tools have for this.",
    "Run the command line that the error gives, and use the new name from now on.",
    ("meminit --help",),
    since="0.13",
)
COMMAND_MISTYPED = Fault(
    "COMMAND_MISTYPED",
    Exit.REDIRECTED,
    "The name of the command is misspelt.",
    "There is no command of this name, but there is one that is nearly spelt so, and it changes nothing.",
    "If that command was meant, run the command line that the error gives.",
    ("meminit --help",),
    since="0.13",
)
CURSOR_INVALID = Fault(
    "CURSOR_INVALID",
    Exit.BAD_ARGUMENT,
    "A cursor cannot be used.",
    "The value of `--cursor` was not given by meminit, was cut or changed, or belongs to another command.",
    "Use the cursor of the last page as it stands there, or begin again without one.",
    since="0.13",
)
E_CURSOR_STALE = Fault(
    "E_CURSOR_STALE",
    Exit.CONFLICT,
    "The answer has changed since the last page.",
    "Documents or the configuration have changed, or the command has other options than before. Pages of different"
    " answers do not fit together.",
    "Begin again without `--cursor`.",
    since="0.13",
)
UNKNOWN_ERROR_CODE = Fault(
    "UNKNOWN_ERROR_CODE",
    Exit.NOT_FOUND,
    "There is no code of this name.",
    "`meminit explain` was given a code that meminit never prints.",
    "Use one of the codes that `meminit explain --list` prints.",
    ("meminit explain --list",),
)
UNKNOWN_SCHEMA = Fault(
    "UNKNOWN_SCHEMA",
    Exit.NOT_FOUND,
    "There is no published schema of this name.",
    "`meminit schema` was given a name that it does not publish.",
    "Use one of the names that `meminit schema --list` prints.",
    ("meminit schema --list",),
)
FILE_NOT_FOUND = Fault(
    "FILE_NOT_FOUND",
    Exit.NOT_FOUND,
    "The only path on the command line does not exist.",
    "The path is misspelt, is relative to another directory, or the file was deleted. If several paths are given, the"
    " run continues, and each missing path is a violation of the same code.",
    "Correct the path; paths are relative to the current directory.",
)
PATH_ESCAPE = Fault(
    "PATH_ESCAPE",
    Exit.FORBIDDEN,
    "A path leads out of the repository.",
    "A path on the command line points above the root of the repository, or goes through a symbolic link that does."
    " If a document is such a link, this is a violation of the same code, and the document is not read.",
    "Use paths below the root, or run meminit in the repository that contains the file.",
)
DOCS_ROOT_MISSING = Fault(
    "DOCS_ROOT_MISSING",
    Exit.PRECONDITION,
    "There is no docs root, so there is nothing to write an index of.",
    "The configuration governs a folder that does not exist, and there are no documents elsewhere. A check reports this"
    " as a violation of the same code.",
    "Create the folder, or correct `root` in the configuration. `meminit scan` shows where the documents are.",
    ("meminit scan",),
    since="0.13",
)
DOCUMENT_NOT_FOUND = Fault(
    "DOCUMENT_NOT_FOUND",
    Exit.NOT_FOUND,
    "There is no governed document with this id or path.",
    "The id or path is misspelt, the document has no id, or the file exists but is outside every docs root, excluded"
    " or ignored. meminit looks at the files as they are now, not at an index that could be out of date.",
    "Use one of the names that the message suggests, or find the document with `meminit list`.",
    ("meminit list",),
    since="0.5",
)
UNKNOWN_TYPE = Fault(
    "UNKNOWN_TYPE",
    Exit.BAD_ARGUMENT,
    "There is no type of documents with this name.",
    "The type is misspelt, or is not among the `[types]` of the configuration.",
    "Use one of the types that `meminit new --list-types` prints, or add the type to the configuration.",
    ("meminit new --list-types",),
    since="0.13",
)
DUPLICATE_ID = Fault(
    "DUPLICATE_ID",
    Exit.CONFLICT,
    "Another document has this id.",
    "The id that was asked for belongs to a document at another path. Nothing was written.",
    "Choose another id, or leave `--id` out: meminit takes the next free one.",
    since="0.13",
)
ID_UNAVAILABLE = Fault(
    "ID_UNAVAILABLE",
    Exit.PRECONDITION,
    "No id can be made for a new document.",
    "The pattern of ids allows no number above the highest one in use, or nothing shows what ids look like: no prefix"
    " is configured, and no document of this type has an id. Nothing was written.",
    "Allow more digits in the pattern, configure a `prefix`, or give the id with `--id`.",
    since="0.13",
)
DOCUMENT_INVALID = Fault(
    "DOCUMENT_INVALID",
    Exit.PRECONDITION,
    "The new document would break the rules of the repository.",
    "The schema requires a field that nobody gave a value, a value is not allowed, an id that it refers to does not"
    " exist, the template has a fault, or the path is not governed. The details list the findings. Nothing was"
    " written.",
    "Give the missing values with `--set FIELD=VALUE`, or correct the template or the schema.",
    ("meminit new --help",),
    since="0.13",
)
TEMPLATE_UNUSABLE = Fault(
    "TEMPLATE_UNUSABLE",
    Exit.PRECONDITION,
    "A template cannot be used.",
    "It has a placeholder that does not exist, front matter that cannot be read, or is no readable text. Nothing was"
    " written.",
    "Correct the template; `meminit doctor` checks all templates.",
    ("meminit doctor",),
    since="0.13",
)
OUTPUT_UNWRITABLE = Fault(
    "OUTPUT_UNWRITABLE",
    Exit.UNWRITABLE,
    "The output could not be written.",
    "The file given with `--output` is a symbolic link or a directory, its directory does not exist or is not"
    " writable, the disk is full, or the program that reads standard output has ended.",
    "Give another file with `--output`, or make its directory writable.",
    phase="execution",
)
PAGE_INVALID = Fault(
    "PAGE_INVALID",
    Exit.PRECONDITION,
    "A page that meminit was about to write would break the rules of the repository.",
    "The page is a governed document, and the schema or the configuration requires front matter that meminit cannot"
    " know, such as a field of your own. Or the file exists with front matter that meminit keeps, and this front"
    " matter cannot be read. Nothing was written.",
    "Create the file with front matter that passes the check, and with nothing below it; meminit keeps the front"
    " matter. Or switch the rule off for this path with `[[rules.override]]`.",
    since="0.5",
)
GRAPHVIZ_MISSING = Fault(
    "GRAPHVIZ_MISSING",
    Exit.UNAVAILABLE,
    "A picture cannot be drawn without Graphviz.",
    "The Python package `graphviz` or the program `dot` is not installed, or `dot` failed.",
    "Install both: `pip install 'meminit[svg]'`, and the package graphviz of your system. Or use `--format dot` or"
    " `--format mermaid`, which need neither.",
    ("meminit graph --format mermaid", "meminit graph --format dot"),
    since="0.5",
    phase="execution",
)
CACHE_UNUSABLE = Fault(
    "CACHE_UNUSABLE",
    Exit.UNWRITABLE,
    "The cache could not be read or deleted.",
    "The cache directory belongs to another user, cannot be listed or written to, or the disk is broken.",
    "Delete the files by hand; `meminit cache show` prints their directory. Until then, use `--no-cache`.",
    ("meminit cache show", "meminit check --no-cache"),
    since="0.4",
    phase="execution",
)
INTERRUPTED = Fault(
    "INTERRUPTED",
    Exit.INTERRUPTED,
    "The run was stopped from outside.",
    "The process received an interrupt (Ctrl+C) or a request to terminate before it had finished.",
    "Run the command again.",
    other_exits=(Exit.HUNG_UP, Exit.QUIT, Exit.TERMINATED),
    phase="execution",
)
TIME_LIMIT = Fault(
    "TIME_LIMIT",
    Exit.TIMED_OUT,
    "The run took longer than the time limit.",
    "The repository is very large, the machine is slow or busy, or a file was made to be slow to read. A run that is"
    " stopped reports none of its findings, since an incomplete list could be taken for a complete one.",
    "Check fewer documents at once, or raise the limit with `--timeout SECONDS`.",
    ("meminit check --timeout 900",),
    since="0.4",
    phase="execution",
)
E_UNEXPECTED = Fault(
    "E_UNEXPECTED",
    Exit.INTERNAL,
    "meminit itself failed.",
    "This is a bug in meminit, not an error in the repository.",
    "Run the command again with `--debug`, and report the traceback that it prints to standard error.",
    phase="execution",
)

VIOLATIONS_FOUND = Fault(
    "VIOLATIONS_FOUND",
    Exit.VIOLATIONS,
    "Violations were found; the answer lists them.",
    "The run itself succeeded. Version 1 of the envelope repeats in an error that there are violations; `check`"
    " prints version 2, which does not.",
    "Read `violations` in the answer. `meminit explain CODE` prints what a code means and what to do.",
    ("meminit explain --list",),
    since="0.5",
    phase="execution",
)

BASELINE_INVALID = Fault(
    "BASELINE_INVALID",
    Exit.PRECONDITION,
    "The baseline cannot be used.",
    "The file does not exist, is not JSON, perhaps after a merge with conflicts, was not written by meminit, or is of"
    " a version that this meminit does not know.",
    "Resolve the conflict that the message names, or delete the file and write it again with `meminit baseline`.",
    ("meminit baseline",),
    since="0.13",
)
COMPARE_INVALID = Fault(
    "COMPARE_INVALID",
    Exit.BAD_ARGUMENT,
    "What is to be compared is no answer of a check.",
    "A file is not JSON, is the answer of another command or of another version, a page of an answer, or the answer of"
    " a run that could not be done.",
    "Give two answers that `meminit check --format json` has written.",
    ("meminit check --format json --output FILE",),
    since="0.13",
)

FAULTS = (
    CONFIG_MISSING,
    CONFIG_INVALID,
    INVALID_ARGUMENT,
    UNKNOWN_COMMAND,
    COMMAND_RENAMED,
    COMMAND_MISTYPED,
    CURSOR_INVALID,
    E_CURSOR_STALE,
    UNKNOWN_ERROR_CODE,
    UNKNOWN_SCHEMA,
    FILE_NOT_FOUND,
    PATH_ESCAPE,
    DOCS_ROOT_MISSING,
    DOCUMENT_NOT_FOUND,
    UNKNOWN_TYPE,
    DUPLICATE_ID,
    FILE_EXISTS,
    CONFLICT,
    GIT_UNAVAILABLE,
    ID_UNAVAILABLE,
    DOCUMENT_INVALID,
    TEMPLATE_UNUSABLE,
    OUTPUT_UNWRITABLE,
    PAGE_INVALID,
    WRITE_REFUSED,
    PLAN_INVALID,
    E_CONFIRM_REQUIRED,
    E_UNSAFE_CONFIRM_REQUIRED,
    E_PLAN_STALE,
    PARTIAL_FAILURE,
    E_ROLLBACK_CONFLICT,
    SNAPSHOT_NOT_FOUND,
    SNAPSHOT_DAMAGED,
    GRAPHVIZ_MISSING,
    BASELINE_INVALID,
    NOT_A_REPOSITORY,
    REVISION_UNKNOWN,
    HISTORY_MISSING,
    COMPARE_INVALID,
    COVERS_LOCK_INVALID,
    GRAMMAR_MISSING,
    CACHE_UNUSABLE,
    PROFILE_NOT_FOUND,
    PROFILE_INVALID,
    STATE_UNKNOWN_ID,
    STATE_CYCLE,
    STATE_BLOCKED,
    STATE_INVALID,
    LOCKED,
    STATE_UNUSABLE,
    INTERRUPTED,
    TIME_LIMIT,
    E_UNEXPECTED,
    VIOLATIONS_FOUND,
    *AGENT_FAULTS,
)
# Any command may end with one of these.
SHARED = (INVALID_ARGUMENT, OUTPUT_UNWRITABLE, INTERRUPTED, TIME_LIMIT, E_UNEXPECTED)


class MeminitError(Exception):
    """A fault with the message and details of one case; raised anywhere, caught once.

    The length of message and details is bounded, whatever they quote.
    """

    def __init__(self, fault: Fault, message: str, exit_code: Exit | None = None, **details: object) -> None:
        super().__init__(message)
        self.fault = fault
        self.exit = exit_code or fault.exit
        self.message = shorten(message, LONGEST_MESSAGE)
        facts = {"retryable": fault.is_retryable, "phase": fault.phase}
        self.details: Mapping[str, object] = shorten_all(
            {key: each for key, each in (facts | details).items() if each is not None}
        )

    def failure(self) -> Failure:
        return Failure(self.fault.code, self.exit, self.message, self.details)
