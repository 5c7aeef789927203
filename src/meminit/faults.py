"""What can go wrong with a run: one row for each fault, and the one exception that carries it."""

from collections.abc import Mapping
from typing import NamedTuple

from meminit.model.outcome import Exit, Failure
from meminit.words import LONGEST_MESSAGE, bounded, shorten


class Fault(NamedTuple):
    """A row: the stable code, the exit, one sentence, the usual cause, the way out, and the command that helps.

    `other_exits` are those that a case may have instead, as where a signal decides.
    """

    code: str
    exit: Exit
    summary: str
    cause: str
    remedy: str
    commands: tuple[str, ...] = ()
    since: str = "0.1"
    other_exits: tuple[Exit, ...] = ()

    @property
    def exits(self) -> tuple[Exit, ...]:
        return self.exit, *self.other_exits


CONFIG_MISSING = Fault(
    "CONFIG_MISSING",
    Exit.PRECONDITION,
    "There is no configuration file to work from.",
    "Neither `.meminit.toml` nor `docops.config.yaml` stands in the current directory or in any directory above it,"
    " or the file given with `--config` is not there.",
    "Write a `.meminit.toml` at the top of the repository; an empty file is enough to start with.",
)
CONFIG_INVALID = Fault(
    "CONFIG_INVALID",
    Exit.PRECONDITION,
    "The configuration cannot be obeyed as it is written.",
    "A key is unknown, a value has the wrong type, a path leaves the repository, or the file cannot be parsed."
    " Nothing in a configuration is ignored silently.",
    "Correct the key that the message names; `meminit schema config` prints everything that is allowed.",
    ("meminit schema config",),
)
INVALID_ARGUMENT = Fault(
    "INVALID_ARGUMENT",
    Exit.BAD_ARGUMENT,
    "The command line cannot be understood.",
    "An option is unknown or misspelt, a value is missing or not allowed, or no command was given.",
    "Read `meminit --help` or the command's own `--help`, and correct the call.",
    ("meminit --help",),
)
UNKNOWN_COMMAND = Fault(
    "UNKNOWN_COMMAND",
    Exit.BAD_ARGUMENT,
    "There is no command of this name.",
    "The name is misspelt, or belongs to another version.",
    "Take a name that `meminit --help` lists.",
    ("meminit --help",),
)
UNKNOWN_ERROR_CODE = Fault(
    "UNKNOWN_ERROR_CODE",
    Exit.NOT_FOUND,
    "There is no code of this name.",
    "`explain` was asked for a code that meminit never prints.",
    "Take a code that `meminit explain --list` names.",
    ("meminit explain --list",),
)
UNKNOWN_SCHEMA = Fault(
    "UNKNOWN_SCHEMA",
    Exit.NOT_FOUND,
    "There is no published schema of this name.",
    "`schema` was asked for a name that it does not publish.",
    "Take a name that `meminit schema --list` shows.",
    ("meminit schema --list",),
)
FILE_NOT_FOUND = Fault(
    "FILE_NOT_FOUND",
    Exit.NOT_FOUND,
    "The one path that was given does not exist.",
    "The path is misspelt, is relative to another directory, or the file was removed. With several paths the run goes"
    " on, and each missing one is a violation of the same code.",
    "Correct the path; paths are relative to the current directory.",
)
PATH_ESCAPE = Fault(
    "PATH_ESCAPE",
    Exit.FORBIDDEN,
    "A path leads out of the repository.",
    "A path argument points above the root, or goes through a symbolic link that does. Inside a tree, a document that"
    " is such a link is a violation of the same code, and is not read.",
    "Name paths below the root, or start meminit in the repository that owns the file.",
)
DOCUMENT_NOT_FOUND = Fault(
    "DOCUMENT_NOT_FOUND",
    Exit.NOT_FOUND,
    "There is no governed document of this name.",
    "The id or path is misspelt, the document has no id, or the file is there but lies outside every docs root, is"
    " excluded or ignored. The answer comes from the files as they are, and from no index that could be old.",
    "Take one of the names that the message suggests, or look for it with `meminit list`.",
    ("meminit list",),
    since="0.5",
)
OUTPUT_UNWRITABLE = Fault(
    "OUTPUT_UNWRITABLE",
    Exit.UNWRITABLE,
    "The output could not be written.",
    "The file given with `--output` is a symbolic link or a directory, its directory does not exist or may not be"
    " written to, the disk is full, or the reader of standard output has gone.",
    "Choose another file, or make its directory writable.",
)
PAGE_INVALID = Fault(
    "PAGE_INVALID",
    Exit.PRECONDITION,
    "A page that meminit was to write would break the rules of the repository.",
    "The page is a governed document, and the schema or the configuration asks for front matter that meminit cannot"
    " know, such as a field of your own; or the front matter that stands there, which is to be kept, cannot be read."
    " Nothing was written.",
    "Write the file with nothing but front matter that passes the check, which meminit keeps; or let a rule that cannot"
    " be kept be off for the path, by `[[rules.override]]`.",
    since="0.5",
)
WRITE_REFUSED = Fault(
    "WRITE_REFUSED",
    Exit.UNWRITABLE,
    "A file of the repository could not be written.",
    "Something is there that meminit has not written, it is read-only, a link or no file at all, a folder on the way is"
    " a link, or the disk is full. What was there is there as it was.",
    "Move what is in the way, make the file writable, or name another path in `[docs] index`.",
    since="0.5",
)
GRAPHVIZ_MISSING = Fault(
    "GRAPHVIZ_MISSING",
    Exit.UNAVAILABLE,
    "A picture cannot be drawn without Graphviz.",
    "The Python package `graphviz` is not installed, or the program `dot` is not, or it failed.",
    "Install both, as with `pip install 'meminit[svg]'` and the system's package graphviz, or take `--format dot` or"
    " `--format mermaid`, which need neither.",
    ("meminit graph --format mermaid", "meminit graph --format dot"),
    since="0.5",
)
CACHE_UNUSABLE = Fault(
    "CACHE_UNUSABLE",
    Exit.UNWRITABLE,
    "What is kept of documents could not be looked at or removed.",
    "The cache directory belongs to another user, may not be listed or written to, or the disk is broken.",
    "Remove the files by hand; `meminit cache show` tells where they lie. Until then, `--no-cache` does without them.",
    ("meminit cache show", "meminit check --no-cache"),
    since="0.4",
)
INTERRUPTED = Fault(
    "INTERRUPTED",
    Exit.INTERRUPTED,
    "The run was stopped from outside.",
    "The process received an interrupt or a request to terminate before it had finished.",
    "Run the command again.",
    other_exits=(Exit.HUNG_UP, Exit.QUIT, Exit.TERMINATED),
)
TIME_LIMIT = Fault(
    "TIME_LIMIT",
    Exit.TIMED_OUT,
    "The run took longer than it may.",
    "The repository is very large, the machine is slow or busy, or a file was made to be slow to read. A run that was"
    " ended reports nothing of what it had found, since a part of it could be taken for the whole.",
    "Check fewer documents at once, or allow more seconds with `--timeout`.",
    ("meminit check --timeout 900",),
    since="0.4",
)
E_UNEXPECTED = Fault(
    "E_UNEXPECTED",
    Exit.INTERNAL,
    "meminit failed in a way that it should not.",
    "This is a defect in meminit, not in the repository it was run on.",
    "Run the command again with `--debug` and report what it prints to standard error.",
)

VIOLATIONS_FOUND = Fault(
    "VIOLATIONS_FOUND",
    Exit.VIOLATIONS,
    "What was judged is bad; the answer lists what was found.",
    "The run itself went well. Version 1 of the envelope says in an error as well that there are violations; `check`"
    " prints version 2, which does not.",
    "Read `violations`; `meminit explain CODE` tells what each of their codes means.",
    ("meminit explain --list",),
    since="0.5",
)

FAULTS = (
    CONFIG_MISSING,
    CONFIG_INVALID,
    INVALID_ARGUMENT,
    UNKNOWN_COMMAND,
    UNKNOWN_ERROR_CODE,
    UNKNOWN_SCHEMA,
    FILE_NOT_FOUND,
    PATH_ESCAPE,
    DOCUMENT_NOT_FOUND,
    OUTPUT_UNWRITABLE,
    PAGE_INVALID,
    WRITE_REFUSED,
    GRAPHVIZ_MISSING,
    CACHE_UNUSABLE,
    INTERRUPTED,
    TIME_LIMIT,
    E_UNEXPECTED,
    VIOLATIONS_FOUND,
)
# What any command may end with, whatever it does.
SHARED = (INVALID_ARGUMENT, OUTPUT_UNWRITABLE, INTERRUPTED, TIME_LIMIT, E_UNEXPECTED)


class MeminitError(Exception):
    """A fault together with what is known of this case; raised anywhere, caught once.

    Whatever the message and the details quote, they are of bounded length.
    """

    def __init__(self, fault: Fault, message: str, exit_code: Exit | None = None, **details: object) -> None:
        super().__init__(message)
        self.fault = fault
        self.exit = exit_code or fault.exit
        self.message = shorten(message, LONGEST_MESSAGE)
        self.details: Mapping[str, object] = bounded({key: each for key, each in details.items() if each is not None})

    def failure(self) -> Failure:
        return Failure(self.fault.code, self.exit, self.message, self.details)
