"""Finds the commit that a repository is compared with; what a caller names is never taken for an option."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from meminit.faults import GIT_UNAVAILABLE, HISTORY_MISSING, NOT_A_REPOSITORY, REVISION_UNKNOWN, MeminitError
from meminit.sources.git import Git, GitError
from meminit.words import did_you_mean, escape_unencodable, listed, quoted

_NAME = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")  # of an object
_PLAIN = re.compile(r"\w[\w./+-]*", re.ASCII)  # of a branch or tag, perhaps
_HASH = re.compile(r"[0-9a-f]{7,64}")
_BEFORE = re.compile(r"([~^]\d*)+$")  # what names an ancestor
_RULES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
_OF_GIT = frozenset({"HEAD", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD"})
_PROMISED = "promisor remote"  # as git says of what it would have to fetch
_MOST_NAMES = 2000
_MOST_NEAR = 3
_WHOLE_HISTORY = "fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout"


class Base(NamedTuple):
    """A revision as the caller named it and as it is shown, and the commit; for no commit at all, the empty tree."""

    ref: str
    commit: str


def failed(error: GitError, option: str) -> MeminitError:
    """Why git could not be asked, as a failure of the run."""
    if _PROMISED in error.words:
        words = "this clone is partial, and lacks files that have to be compared; clone it without --filter"
        return MeminitError(HISTORY_MISSING, f"{option}: {words}")
    fault = NOT_A_REPOSITORY if error.kind == "outside" else GIT_UNAVAILABLE
    return MeminitError(fault, f"{option}: {error.words}", phase="validation")


def since(asked: Git, revision: str, option: str = "--since") -> Base:
    """Where HEAD and a revision have parted; the revision itself where it is an ancestor of HEAD."""
    commit = commit_of(asked, revision, option)
    found = asked.ask("merge-base", commit, "HEAD")
    name = found.out.decode("ascii", "replace").strip()
    if found.exit == 0 and _NAME.fullmatch(name):
        return Base(escape_unencodable(revision), name)
    shown = quoted(escape_unencodable(revision))
    if not _object(asked, "HEAD^{commit}"):
        raise MeminitError(REVISION_UNKNOWN, f"{option}: HEAD is no commit yet, so there is nothing to compare")
    if _is_shallow(asked):
        words = f"{option}: this clone is shallow, and does not reach back to where {shown} and HEAD have parted"
        raise MeminitError(HISTORY_MISSING, f"{words}; {_WHOLE_HISTORY}")
    raise MeminitError(HISTORY_MISSING, f"{option}: {shown} and HEAD have no common ancestor")


def head(asked: Git) -> Base:
    """What is committed; before the first commit, nothing."""
    commit = _object(asked, "HEAD^{commit}")
    return Base("HEAD", commit or asked.told("hash-object", "-t", "tree", "--stdin", given=b"").decode().strip())


def commit_of(asked: Git, revision: str, option: str) -> str:
    """The commit that a revision names; raises REVISION_UNKNOWN or HISTORY_MISSING."""
    shown = quoted(escape_unencodable(revision))
    meanings = _meanings(asked, revision)
    if len(set(meanings.values())) > 1:
        words = f"{option}: the revision {shown} is ambiguous; write one of {listed(meanings)}"
        raise MeminitError(REVISION_UNKNOWN, words)
    commit = _object(asked, f"{revision}^{{commit}}")
    if commit:
        return commit
    if _is_shallow(asked) and _is_beyond(asked, revision):
        words = f"{option}: this clone is shallow, and {shown} is not in it"
        raise MeminitError(HISTORY_MISSING, f"{words}; {_WHOLE_HISTORY}")
    if _object(asked, revision):
        raise MeminitError(REVISION_UNKNOWN, f"{option}: {shown} names something in git that is no commit")
    words = f"{option}: git does not know the revision {shown}{_near(asked, revision)}"
    if _is_shallow(asked):
        words = f"{words}; this clone is shallow: {_WHOLE_HISTORY}"
    raise MeminitError(REVISION_UNKNOWN, words)


def _object(asked: Git, expression: str) -> str | None:
    answer = asked.ask("rev-parse", "--verify", "--quiet", "--end-of-options", expression)
    name = answer.out.decode("ascii", "replace").strip()
    return name if answer.exit == 0 and _NAME.fullmatch(name) else None


def _meanings(asked: Git, revision: str) -> dict[str, str]:
    """The branches and tags that a name may mean, with the commit of each."""
    if not _PLAIN.fullmatch(revision) or revision in _OF_GIT or revision.startswith("refs/"):
        return {}
    names = [each.format(revision) for each in _RULES]
    told = asked.ask("for-each-ref", "--format=%(refname) %(objectname) %(*objectname)", *names).out
    found = (line.split(" ") for line in told.decode("utf-8", "replace").splitlines())
    return {name: peeled or own for name, own, peeled in found if name in names}


def _is_shallow(asked: Git) -> bool:
    return asked.ask("rev-parse", "--is-shallow-repository").out.strip() == b"true"


def _is_beyond(asked: Git, revision: str) -> bool:
    """Whether it names a commit that the whole history may have: by its hash, or as an ancestor of a known one."""
    start = _BEFORE.sub("", revision)
    is_ancestor = start != revision and bool(_object(asked, f"{start or 'HEAD'}^{{commit}}"))
    return is_ancestor or bool(_HASH.fullmatch(start))


def _near(asked: Git, revision: str) -> str:
    """The names of branches and tags that may have been meant, as a clause."""
    words = ("for-each-ref", f"--count={_MOST_NAMES}", "--format=%(refname:short)")
    every = asked.ask(*words, "refs/heads", "refs/remotes", "refs/tags").out
    near = _nearest(escape_unencodable(revision), every.decode("utf-8", "replace").split())
    return did_you_mean(near[0]) if len(near) == 1 else f"; the nearest are {listed(near)}" if near else ""


def _nearest(revision: str, known: Sequence[str]) -> list[str]:
    """Names that end alike come first, as those of a branch here and of the same one elsewhere."""
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import, and needed only for an error

    last = revision.rpartition("/")[2]
    alike = [each for each in known if last and each.rpartition("/")[2] == last]
    close = get_close_matches(revision, known, _MOST_NEAR, 0.7) if len(revision) <= 64 else []  # noqa: PLR2004
    return list(dict.fromkeys((*sorted(alike), *close)))[:_MOST_NEAR]
