"""Reads the baseline that a check leaves out: as it is now, or as it was in a commit."""

import os
from typing import NamedTuple

from meminit.accepting.baseline import BaselineError, Entry, read
from meminit.faults import BASELINE_INVALID, MeminitError
from meminit.paths import absolute_path
from meminit.sources import gate
from meminit.words import LONGEST_PATH, escape_unencodable, shorten

STALE = "BASELINE_STALE"
LARGEST = 1 << 28  # bytes


class Baseline(NamedTuple):
    """Its path as it is shown, what it knows, and the file that says it, if it is in one."""

    shown: str
    entries: tuple[Entry, ...]
    file: str = ""


def baseline_in(root: str, file: str) -> Baseline:
    """The baseline in a file that the caller names; raises BASELINE_INVALID."""
    shown = shown_path(root, file)
    try:
        return Baseline(shown, tuple(read(gate.callers_bytes(file, LARGEST))), file)
    except gate.SourceError as error:
        words = f"there is no baseline {shown}" if error.kind == "missing" else f"{shown}: {error.words}"
        raise invalid(words, shown) from error
    except BaselineError as error:
        raise damaged(error, shown) from error


def chosen_baseline(root: str, usual: str, file: str, revision: str | None) -> Baseline:
    """The baseline in this file, or in the usual one, as it is now or as it was in a commit."""
    path = file or os.path.join(root, *usual.split("/"))
    if revision is None:
        return baseline_in(root, path)
    shown = shown_path(root, path)
    content = _committed(root, path, revision)
    try:
        return Baseline(f"{shown}@{revision}", tuple(read(content)) if content is not None else ())
    except BaselineError as error:
        raise damaged(error, f"{shown}@{revision}") from error


def _committed(root: str, path: str, revision: str) -> bytes | None:
    """The content of a file in a commit; None where it had none."""
    from meminit.history.base import commit_of, failed  # noqa: PLC0415 - as above
    from meminit.sources.git import GitError, git  # noqa: PLC0415 - few checks ask git

    try:
        asked = git(root)
        name = commit_of(asked, revision, "--baseline-from")
        relative = os.path.relpath(absolute_path(path), asked.top).replace(os.sep, "/")
        blob = asked.ask("cat-file", "blob", f"{name}:{relative}", most=LARGEST)
    except GitError as error:
        raise failed(error, "--baseline-from") from error
    return None if blob.exit else blob.out


def shown_path(root: str, file: str) -> str:
    path = absolute_path(file)
    inside = path.startswith(os.path.join(root, ""))
    shown = os.path.relpath(path, root).replace(os.sep, "/") if inside else os.path.basename(path)
    return shorten(escape_unencodable(shown), LONGEST_PATH)


def damaged(error: BaselineError, shown: str) -> MeminitError:
    place = f"{shown}:{error.line}" if error.line else shown
    return invalid(f"{place}: {error.words}", shown)


def invalid(words: str, shown: str) -> MeminitError:
    return MeminitError(BASELINE_INVALID, words, path=shown, suggestion="meminit baseline")
