"""Where a repository comes from and what is checked out, as git has it."""

import re

from meminit.model.outcome import Revision
from meminit.sources.git import Git, GitError, git

_SECONDS = 5.0
_MOST_BYTES = 10_000
_ADDRESS = re.compile(r"(https?|ssh|git)://(?:[^@/\s]*@)?([^\s]+)")
_SHORT = re.compile(r"[^@\s/:]+@([^\s/:]+):(?!/)([^\s]+)")  # as in git@host:path


def revision(folder: str) -> Revision | None:
    """None where git does not know, or where the address of its remote is none that others can use."""
    try:
        asked = git(folder)
        address = _public(_told(asked, "config", "--get", "remote.origin.url"))
        commit = _told(asked, "rev-parse", "--verify", "HEAD")
        branch = _told(asked, "symbolic-ref", "--quiet", "--short", "HEAD")
    except GitError:
        return None
    return Revision(address, commit, branch or None) if address and commit else None


def _told(asked: Git, *words: str) -> str:
    answer = asked.ask(*words, seconds=_SECONDS, most=_MOST_BYTES)
    return answer.out.decode("utf-8", "replace").strip() if answer.exit == 0 else ""


def _public(address: str) -> str:
    """The address without the name and the password of a user."""
    long, short = _ADDRESS.fullmatch(address), _SHORT.fullmatch(address)
    return f"{long[1]}://{long[2]}" if long else f"ssh://{short[1]}/{short[2]}" if short else ""
