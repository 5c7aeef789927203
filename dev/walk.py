"""Prints the files of src/meminit that a check of one document loads, and of which it runs code: `python -m dev walk`.

Two checks are walked, of a document as our templates write it: a first one without a cache, with one broken link, and
one in which nothing is wrong and nothing has changed. A file that ran is one of which a function was called; what a
module does while it is imported does not count. Rules are counted apart.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench import generate

_TOP = Path(__file__).resolve().parent.parent
_RULES = "rules"
_SETTLED = 0.1  # seconds after which a file that was written is trusted to be what it was


class Walk(NamedTuple):
    """The files of one run, relative to the package."""

    loaded: frozenset[str]
    ran: frozenset[str]


def cold(folder: Path) -> Walk:
    """One document with a broken link, without a cache."""
    generate.write(folder / "tree", 1, generate.templates(broken=100))
    return _walked(folder, 1, "check", "--no-cache")


def warm(folder: Path) -> Walk:
    """One document in which all is right, which has not changed since the last run."""
    generate.write(folder / "tree", 1, generate.templates())
    time.sleep(_SETTLED)
    command = ("check", "--cache-dir", str(folder / "cache"))
    _walked(folder, 0, *command)
    return _walked(folder, 0, *command)


def _walked(folder: Path, expected: int, *arguments: str) -> Walk:
    """The files of all processes that took part."""
    with tempfile.TemporaryDirectory() as notes:
        command = [sys.executable, "-m", "dev.traced", notes, *arguments, "--root", str(folder / "tree")]
        done = subprocess.run(command, cwd=_TOP, capture_output=True, text=True, check=False)
        if done.returncode != expected:
            sys.exit(f"a check ended with {done.returncode} and not with {expected}:\n{done.stdout}{done.stderr}")
        read = [json.loads(path.read_bytes()) for path in Path(notes).iterdir()]
    return Walk(*(frozenset(file for each in read for file in each[key]) for key in ("loaded", "ran")))


def report(name: str, walk: Walk) -> Iterator[str]:
    """Counts in all and in each folder, then the files."""
    loaded, ran = (Counter(map(_folder, files)) for files in walk)
    yield from (f"## {name}", "", f"{'':20} loaded    ran")
    yield _row("all but rules", loaded.total() - loaded[_RULES], ran.total() - ran[_RULES])
    yield _row(_RULES, loaded[_RULES], ran[_RULES])
    yield ""
    yield from (_row(folder, loaded[folder], ran[folder]) for folder in sorted(loaded))
    yield ""
    yield from (f"{'ran   ' if file in walk.ran else 'loaded'} {file}" for file in sorted(walk.loaded))


def _row(name: str, loaded: int, ran: int) -> str:
    return f"{name:20} {loaded:6} {ran:6}"


def _folder(file: str) -> str:
    return file.rpartition("/")[0] or "."


def main() -> None:
    for name, walk in (("A first check, with one broken link", cold), ("A check in which nothing has changed", warm)):
        with tempfile.TemporaryDirectory() as folder:
            print(*report(name, walk(Path(folder))), "", sep="\n")


if __name__ == "__main__":
    main()
