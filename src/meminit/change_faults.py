"""What can go wrong with a command that writes into a repository."""

from meminit.fault import Fault
from meminit.model.outcome import Exit

PLAN_INVALID = Fault(
    "PLAN_INVALID",
    Exit.BAD_ARGUMENT,
    "A plan cannot be applied as it is written.",
    "The plan is not of the published shape, was changed after it was made, has edits that overlap or do not fit the"
    " file, has two changes of one file, or would put a file where another one stands. Nothing was written.",
    "Correct the change that the message names, or make the plan again. `meminit schema plan` prints the shape.",
    ("meminit schema plan",),
    since="0.13",
)
E_CONFIRM_REQUIRED = Fault(
    "E_CONFIRM_REQUIRED",
    Exit.PRECONDITION,
    "A command that changes files has to be confirmed.",
    "With `--apply`, in a format for programs or without a terminal, nobody can be asked whether the changes are meant."
    " Nothing was written.",
    "Look at the changes with `--diff`, then add `--yes`.",
    since="0.13",
    is_passing=True,  # with --yes, or --unsafe
)
E_UNSAFE_CONFIRM_REQUIRED = Fault(
    "E_UNSAFE_CONFIRM_REQUIRED",
    Exit.PRECONDITION,
    "A plan holds changes that are not safe.",
    "The plan that was handed in has changes that may not be what the author meant; a change that does not say whether"
    " it is safe counts as one of them. Nothing was written.",
    "Look at the changes with `--diff`, then add `--unsafe`.",
    since="0.13",
    is_passing=True,  # with --yes, or --unsafe
)
E_PLAN_STALE = Fault(
    "E_PLAN_STALE",
    Exit.CONFLICT,
    "Files or the configuration have changed since the plan was made.",
    "A file of the plan has other bytes than those that the plan was made for, or is gone; or the configuration or a"
    " schema is another one. Nothing was written.",
    "Make the plan again.",
    since="0.13",
)
PARTIAL_FAILURE = Fault(
    "PARTIAL_FAILURE",
    Exit.PARTIAL,
    "Some files were changed, and others were not.",
    "A file could not be written, and what had been written before could not be put back: the disk is full or broken,"
    " or the permissions changed meanwhile. The snapshot is kept.",
    "Make room on the disk, then run `meminit rollback --apply`, which puts back what was changed.",
    ("meminit status", "meminit rollback --diff"),
    since="0.13",
    phase="execution",
)
E_ROLLBACK_CONFLICT = Fault(
    "E_ROLLBACK_CONFLICT",
    Exit.CONFLICT,
    "Files were edited since the apply that is to be rolled back.",
    "A rollback would lose what was written into these files after the apply. Nothing was written.",
    "Save what you want to keep; then `meminit rollback --force` puts back what was there before the apply.",
    ("meminit status",),
    since="0.13",
)
SNAPSHOT_NOT_FOUND = Fault(
    "SNAPSHOT_NOT_FOUND",
    Exit.NOT_FOUND,
    "There is no such snapshot.",
    "The id is misspelt, belongs to another checkout, or is older than the last twenty, which are kept; or nothing has"
    " been applied yet.",
    "Use one of the ids that `meminit rollback --list` prints.",
    ("meminit rollback --list",),
    since="0.13",
)
SNAPSHOT_DAMAGED = Fault(
    "SNAPSHOT_DAMAGED",
    Exit.PRECONDITION,
    "A snapshot cannot be used.",
    "Its file is not what meminit wrote: the disk was full or is broken, or somebody changed it. Nothing was written.",
    "Use another snapshot, or restore the files in another way.",
    ("meminit rollback --list",),
    since="0.13",
)
STATE_UNKNOWN_ID = Fault(
    "STATE_UNKNOWN_ID",
    Exit.CONFLICT,
    "The work queue was asked about an id that no document has.",
    "The id is misspelt, or the document was deleted. Nothing was written.",
    "Use an id that `meminit list` prints.",
    ("meminit list",),
    since="0.13",
)
STATE_CYCLE = Fault(
    "STATE_CYCLE",
    Exit.CONFLICT,
    "Documents of the work queue would depend on each other in a circle.",
    "None of them could ever be begun. Nothing was written.",
    "Leave one of the dependencies out; `meminit state get ID` shows what a document depends on.",
    ("meminit state list",),
    since="0.13",
)
STATE_BLOCKED = Fault(
    "STATE_BLOCKED",
    Exit.CONFLICT,
    "A document of the work queue would be done although something blocks it.",
    "Something that it depends on is not done, or `blocked_by` names an obstacle. Nothing was written.",
    "Finish what it depends on, or remove the obstacle: `meminit state set ID --clear blocked_by`.",
    ("meminit state blockers",),
    since="0.13",
)
STATE_INVALID = Fault(
    "STATE_INVALID",
    Exit.PRECONDITION,
    "The file of the work queue says something that it must not say.",
    "It is not YAML, has unknown keys or values, or contradicts itself; somebody has edited it. Nothing was written.",
    "Correct the file on the line that the message names; `meminit check` lists all that is wrong in it.",
    ("meminit check",),
    since="0.13",
)
PROFILE_NOT_FOUND = Fault(
    "PROFILE_NOT_FOUND",
    Exit.NOT_FOUND,
    "There is no profile of this name, or at this path.",
    "The name or path is misspelt, the profile was not installed, or several are installed and none was named.",
    "Install a profile: `meminit org install SOURCE`. `meminit org status` lists those that are installed.",
    ("meminit org status",),
    since="0.13",
)
PROFILE_INVALID = Fault(
    "PROFILE_INVALID",
    Exit.PRECONDITION,
    "A profile, or what was copied of one, cannot be used.",
    "The folder has neither a schema nor documents, a file is not UTF-8, the schema is not JSON, the wheel is damaged,"
    " or the lock in the repository is. Nothing was written.",
    "Correct the file that the message names.",
    since="0.13",
)
LOCKED = Fault(
    "LOCKED",
    Exit.CONFLICT,
    "Another meminit is writing in this checkout.",
    "One meminit writes in one checkout at a time. A second one waits ten seconds, and then ends with this.",
    "Run the command again when the other one has ended. A lock never outlives its process.",
    since="0.13",
    is_passing=True,
)
STATE_UNUSABLE = Fault(
    "STATE_UNUSABLE",
    Exit.UNWRITABLE,
    "The user's state directory cannot be used.",
    "Locks and snapshots are kept in `$XDG_STATE_HOME/meminit`, or in the system's place for such files. That directory"
    " cannot be made or written to, belongs to another user, or lies inside the repository. Nothing was written.",
    "Make the directory writable, or set `XDG_STATE_HOME` to a directory of your own outside the repository.",
    since="0.13",
)
WRITE_REFUSED = Fault(
    "WRITE_REFUSED",
    Exit.UNWRITABLE,
    "A file of the repository could not be written.",
    "The existing file was not written by meminit, is read-only, or is not a regular file; a folder of the path is a"
    " symbolic link, or belongs to a version control system; or the disk is full. The existing file was not changed.",
    "Move the existing file away, make it writable, or set another path in `[docs] index`.",
    since="0.5",
    phase="execution",
)
CONFLICT = Fault(
    "CONFLICT",
    Exit.CONFLICT,
    "What was asked for would bring findings that are not there now.",
    "After a move or a migration, a link would lead to nothing or an id would be wrong, and there is no way to write it"
    " otherwise; or a symbolic link leads to what would move. Nothing was written.",
    "Read which finding it is, and where; correct that first, or move to another place.",
    ("meminit check",),
    since="0.13",
)
FILE_EXISTS = Fault(
    "FILE_EXISTS",
    Exit.CONFLICT,
    "A file that was to be created exists, with other content.",
    "meminit never replaces a file that it was not asked to change: `new`, `init` and `scan --write` create files only."
    " Nothing was written.",
    "Choose another title, id, folder or name, or move the existing file away. Compare it with what `--dry-run`, or"
    " `meminit scan --propose`, prints.",
    ("meminit new --dry-run", "meminit scan --propose"),
    since="0.13",
)
GRAMMAR_MISSING = Fault(
    "GRAMMAR_MISSING",
    Exit.UNAVAILABLE,
    "The symbols of a file cannot be read without the grammar of its language.",
    "A document covers a symbol, such as `src/pay.py#Charge.refund`, and the Python package tree-sitter, or that of the"
    " grammar, is not installed or too old.",
    "Run `pip install 'meminit[code]'`. Or name the file instead of the symbol.",
    since="0.14",
)
COVERS_LOCK_INVALID = Fault(
    "COVERS_LOCK_INVALID",
    Exit.PRECONDITION,
    "The file that says which documents were affirmed cannot be used.",
    "A line of `covers.lock` is none that `meminit affirm` writes, perhaps after a merge with conflicts, or the file"
    " cannot be read.",
    "Correct or delete the line that the message names: of a conflict both sides may stay. Then run `meminit affirm`"
    " for the documents in question.",
    ("meminit affirm PATH",),
    since="0.14",
)
