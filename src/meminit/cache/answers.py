"""Keeps the answer of a check with the states of all that decided about it, for `kept_answer` to give it again.

Nothing is kept where a file or folder is younger than the run: it might change once more without another state.
"""

import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain

from meminit import atomic, kept_answer
from meminit.cache.directory import count
from meminit.cache.file_state import FileState
from meminit.cache.followed import Followed, are_settled
from meminit.installed import PACKAGE, schemas
from meminit.kept_answer import Call, Kept
from meminit.model.outcome import Grounds, Printed, Run

# Of formats; all others are streams, ask git, or say how long the run took.
_FORMATS = frozenset({"azure", "concise", "github", "gitlab", "json", "md", "rdjson", "text"})
_LARGEST = 1 << 24  # bytes of an answer; no larger one is kept


def keep(arguments: list[str], grounds: Grounds, printed: Printed, code: int, began: int) -> None:
    """Keeps what was printed. `began` is a time before anything was looked at."""
    call = kept_answer.call_of(arguments)
    answer = b"".join(printed.answer)
    if call is None or printed.run.format not in _FORMATS or len(answer) > _LARGEST:
        return
    known = {path: state for path, state in grounds.documents.items() if state is not None}
    looked_at = [*grounds.looked_at, *(path for path in grounds.documents if path not in known)]
    inside = kept_answer.states(f"{call.root}/", looked_at) + _numbers(known.values())
    followed = Followed(call.root, grounds.followed)
    if not are_settled(inside, began) or not are_settled(followed.above, began):
        return
    paths = [*followed.ends, *_configs(call.root), *_own_files()]
    outside = kept_answer.states("", paths)
    if not are_settled(outside, began):
        return
    kept = Kept(
        b"%d" % code,
        call.words,
        *_parted(answer, printed.run, call),
        printed.aside,
        kept_answer.joined([*looked_at, *known]),
        inside,
        kept_answer.joined(paths),
        outside,
        kept_answer.joined(followed.way),
        kept_answer.kinds(followed.way),
    )
    os.makedirs(call.place, mode=0o700, exist_ok=True)
    pieces = kept_answer.packed(kept)
    atomic.replace(call.file, pieces, private=True, durable=False)
    count(call.file.rpartition("-")[0], sum(map(len, pieces)))


def _parted(answer: bytes, run: Run, call: Call) -> tuple[bytes, bytes, bytes]:
    """What is new in each answer, and what comes before and after it."""
    run_id, seconds = run.run_id.encode(), b"%.2f" % run.seconds
    if run.format == "json" and run_id not in call.words:
        before, mark, after = answer.partition(b'"run_id":"%b"' % run_id)
        return (before + b'"run_id":"', kept_answer.RUN_ID, b'"' + after) if mark else (answer, b"", b"")
    if run.format == "text" and not run.quiet:
        before, mark, after = answer.rpartition(b"(%b s)" % seconds)
        return (before + b"(", kept_answer.SECONDS, b" s)" + after) if mark else (answer, b"", b"")
    return answer, b"", b""


def _configs(root: str) -> Iterator[str]:
    return (os.path.join(root, name) for name in kept_answer.CONFIGS)


def _own_files() -> Iterator[str]:
    """The files of meminit itself, and the folders in which Python looks for it and for libraries."""
    yield from (each for each in sys.path if each)
    for place in (PACKAGE, schemas()):
        for folder, below, names in os.walk(place):
            below[:] = [each for each in below if each != "__pycache__"]
            yield from (os.path.join(folder, name) for name in names)


def _numbers(states: Iterable[FileState]) -> bytes:
    return array("q", chain.from_iterable(states)).tobytes()
