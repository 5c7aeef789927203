"""Peak memory of a process with all its children, by looking often.

Pages that processes share count once in all (PSS) where Linux tells so; elsewhere they count in each (RSS). What is
shared with processes outside the tree, such as the interpreter's own code, then counts in part. Looking costs time, so
a run whose memory is measured is not one whose time is.
"""

import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench import measure

_PROC = Path("/proc")
_EVERY = 0.005


def peak(command: Sequence[str], folder: Path, output: Path) -> int:
    """Bytes."""
    highest = 0
    errors = output.with_suffix(".errors")
    with output.open("wb") as out, errors.open("wb") as err:
        process = measure.start(command, folder, out.fileno(), err.fileno())
        while process.poll() is None:
            highest = max(highest, _held(process.pid))
            time.sleep(_EVERY)
    measure.judge(command, process.returncode, output)
    return highest


def _held(root: int) -> int:
    if not (_PROC / "self/smaps_rollup").is_file():
        return _told_by_ps(root)
    parents = dict(_parents())
    return sum(_proportional(pid) for pid in _tree(root, parents))


def _tree(root: int, parents: Mapping[int, int]) -> Iterator[int]:
    """The process and all below it."""
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += [child for child, parent in parents.items() if parent == pid]


def _parents() -> Iterator[tuple[int, int]]:
    for folder in _PROC.iterdir():
        if folder.name.isdecimal():
            try:
                status = (folder / "stat").read_bytes()
            except OSError:  # it has ended meanwhile
                continue
            yield int(folder.name), int(status.rpartition(b")")[2].split()[1])  # a name may hold blanks and brackets


def _proportional(pid: int) -> int:
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_bytes().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(b"Pss:")), 0)


def _told_by_ps(root: int) -> int:
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, check=True).stdout.splitlines()
    rows = {int(pid): (int(parent), int(size) * 1024) for pid, parent, size in (line.split() for line in lines)}
    parents = {pid: parent for pid, (parent, _) in rows.items()}
    return sum(rows[pid][1] for pid in _tree(root, parents) if pid in rows)
