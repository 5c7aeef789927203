"""What can go wrong with a command that asks git."""

from meminit.fault import Fault
from meminit.model.outcome import Exit

NOT_A_REPOSITORY = Fault(
    "NOT_A_REPOSITORY",
    Exit.PRECONDITION,
    "The folder is in no working tree of git.",
    "An option asks for a commit, and git knows of none: the folder was not cloned, or the repository is a bare one.",
    "Run the command in a clone of the repository.",
    since="0.13",
)
REVISION_UNKNOWN = Fault(
    "REVISION_UNKNOWN",
    Exit.NOT_FOUND,
    "git does not know the revision.",
    "The name of the branch or commit is misspelt, or it was never fetched.",
    "Correct the name, or fetch the branch first.",
    since="0.13",
)
HISTORY_MISSING = Fault(
    "HISTORY_MISSING",
    Exit.PRECONDITION,
    "The history that a comparison needs is not in this clone.",
    "The clone is shallow or partial, as those of most CI systems are, or the two revisions have no common ancestor.",
    "Fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` for `actions/checkout`.",
    since="0.14",
)
GIT_UNAVAILABLE = Fault(
    "GIT_UNAVAILABLE",
    Exit.UNAVAILABLE,
    "git was asked for, and cannot be used.",
    "There is no git on PATH outside the repository, git refused, or it took too long or said too much. For"
    " `move --git`, also: the repository is in no working tree of git. Nothing was written.",
    "Leave out the option that asks git, or correct what the message names.",
    since="0.13",
)
