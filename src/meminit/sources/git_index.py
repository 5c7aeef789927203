"""Moves files in the index of git as `git mv` does: their entries alone, so that no filter and no hook runs.

And asks what is in it.
"""

import os
from collections.abc import Mapping

from meminit.paths import real_path
from meminit.sources.git import Git, GitError, git


def moved_in_index(git: Git, root: str, moves: Mapping[str, str], source: str) -> int:
    """How many of these files, by paths below the root, have new paths in the index; raises GitError.

    `source` is a path that holds all of them. What git does not track stays out of the index.
    """
    prefix = _prefix(git, root)
    listed = git.told("ls-files", "--stage", "--full-name", "-z", "--", source)
    lines, count = [], 0
    for entry in listed.split(b"\0"):
        facts, tab, path = entry.partition(b"\t")
        new = moves.get(os.fsdecode(path.removeprefix(prefix))) if tab and path.startswith(prefix) else None
        if new is None:
            continue
        mode, digest, stage = facts.split(b" ")
        if stage != b"0":
            raise GitError("failed", f"{os.fsdecode(path)} has a conflict that is not resolved yet")
        gone = b"0 " + b"0" * len(digest)
        lines += [gone + b"\t" + path, b" ".join((mode, digest, b"0")) + b"\t" + prefix + os.fsencode(new)]
        count += 1
    if lines:
        git.told("update-index", "-z", "--index-info", given=b"\0".join(lines) + b"\0")
    return count


def tracked_although_ignored(root: str) -> list[str]:
    """The files below a folder that git tracks and that .gitignore files name; none where git cannot answer."""
    asking = ("ls-files", "-z", "--cached", "--ignored", "--exclude-per-directory=.gitignore")
    try:
        listed = git(root).told(*asking)
    except GitError:
        return []
    return [os.fsdecode(each) for each in listed.split(b"\0") if each]


def _prefix(git: Git, root: str) -> bytes:
    """The path of the root below the top of the working tree."""
    below = os.path.relpath(real_path(root), real_path(git.top)).replace(os.sep, "/")
    return b"" if below == "." else os.fsencode(f"{below}/")
