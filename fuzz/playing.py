"""Plays with one target for some time: examines its seeds, then what chance makes of them, and keeps what fails."""

import faulthandler
import mmap
import os
import time
import traceback
from collections.abc import Hashable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from fuzz.mutation import Mutation
from fuzz.shrinking import shrunk
from fuzz.target import Target, digest, seeds

HERE = Path(__file__).resolve().parent
KEPT = HERE.parent / ".fuzz"
HANG = 60.0  # seconds of an input after which the process is ended, with a trace of where it was
_STDERR = 2  # whatever tests make of sys.stderr
_SWOLLEN, _MADE = 0.004, 0.25  # how often
_ROOM, _SIZE = 1 << 20, 4  # bytes for an input, and for its length
_MOST_FAILURES = 10
_MOST_KEPT = 3000
FOUND = 1  # how a process ends that has found something and lives to tell
_TRIES = 3  # another process may have had the machine
_SHRINKING = 8.0  # seconds


class TooSlowError(Exception):
    """An input that costs more than it may."""


class Failure(NamedTuple):
    """What went wrong, and where: failures that agree in this have one cause."""

    kind: str
    trace: str


class Played(NamedTuple):
    """How many inputs there were, how many kinds of what they came to, and the files of those that failed."""

    inputs: int
    kinds: int
    failures: tuple[Path, ...]


def play(target: Target, seconds: float, seed: int) -> Played:
    """Ends after the seconds, though never before all seeds were examined."""
    KEPT.mkdir(exist_ok=True)
    ends = time.monotonic() + seconds
    found: dict[str, Path] = {}
    count, pool, guard = 0, _Pool(target, Random(f"{seed} {target.name}")), Guard(target.name)
    for content in pool.inputs():
        if count >= pool.seeds and (time.monotonic() > ends or len(found) == _MOST_FAILURES):
            break
        guard.note(content)
        came_to = examined(target, content)
        count += 1
        if not isinstance(came_to, Failure):
            pool.keep(content, came_to)
        elif came_to.kind not in found:
            found[came_to.kind] = _saved(target, _less(target, content, came_to), came_to)
    guard.end()
    return Played(count, pool.kinds, tuple(found.values()))


class Guard:
    """Ends the process where an input takes without end, and leaves the input to whoever asks why the process ended.

    A file that is mapped into memory outlives any crash, and costs less than one that is written each time.
    """

    def __init__(self, name: str) -> None:
        self._path, self._armed = _now(name, os.getpid()), 0.0
        self._path.write_bytes(b"\0" * _ROOM)
        with self._path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _ROOM)

    def note(self, content: bytes) -> None:
        self._memory[: _SIZE + len(content)] = len(content).to_bytes(_SIZE, "big") + content
        if time.monotonic() > self._armed + HANG / 4:
            self._armed = time.monotonic()
            faulthandler.dump_traceback_later(HANG, exit=True, file=_STDERR)

    def end(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._memory.close()
        self._path.unlink(missing_ok=True)


def left_behind(name: str, process: int) -> bytes | None:
    """What was examined when a process ended without a word."""
    path = _now(name, process)
    content = path.read_bytes() if path.is_file() else b""
    path.unlink(missing_ok=True)
    size = int.from_bytes(content[:_SIZE], "big")
    return content[_SIZE : _SIZE + size] if size else None


def _now(name: str, process: int) -> Path:
    return KEPT / f"{name}-{process}.now"


class _Pool:
    """The inputs that others are made of: the seeds, and whatever came to something that was not seen before."""

    def __init__(self, target: Target, dice: Random) -> None:
        self._target, self._dice = target, dice
        self._inputs = list(seeds(target).values())
        self._seen: set[Hashable] = set()
        self.seeds = len(self._inputs)
        self._mutation = Mutation(dice, list(target.pieces), target.largest)

    def inputs(self) -> Iterator[bytes]:
        yield from self._inputs[: self.seeds]
        while True:
            yield self._next()

    @property
    def kinds(self) -> int:
        return len(self._seen)

    def keep(self, content: bytes, came_to: Hashable) -> None:
        if came_to not in self._seen and len(self._inputs) < _MOST_KEPT and len(content) <= self._target.largest:
            self._seen.add(came_to)
            self._inputs.append(content)

    def _next(self) -> bytes:
        dice, target = self._dice, self._target
        content = target.made(dice) if target.made and dice.random() < _MADE else dice.choice(self._inputs)
        if target.seconds_per_kilobyte and dice.random() < _SWOLLEN:
            return self._mutation.swollen(content)
        if target.mutated and dice.random() < 0.5:
            content = target.mutated(dice, content)
        return self._mutation(content, dice.choice(self._inputs))


def examined(target: Target, content: bytes) -> Hashable | Failure:
    """What an input comes to; a failure where meminit does otherwise than it should."""
    try:
        return _timed(target, content)
    except BaseException as error:  # compiled libraries panic with such
        if isinstance(error, KeyboardInterrupt):
            raise
        return Failure(_kind(error), "".join(traceback.format_exception(error)))


def _timed(target: Target, content: bytes) -> Hashable:
    allowed = target.seconds + target.seconds_per_kilobyte * len(content) / 1024
    for _ in range(_TRIES):
        before = time.process_time()
        came_to = target.examine(content)
        taken = time.process_time() - before
        if taken < allowed:
            return came_to
    raise TooSlowError(f"{taken:.1f} s for {len(content)} bytes; {allowed:.1f} s are allowed")


def _kind(error: BaseException) -> str:
    """The kind of error, where it came up, what of the target had asked for it, and what the target says of it."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.name != "hold"]
    asked = [each for each in frames if HERE in Path(each.filename).parents]
    places = [f"{Path(each.filename).name}:{each.lineno}" for each in (asked[-1], frames[-1])]
    return " ".join([type(error).__name__, *places, *getattr(error, "__notes__", ())])


def _less(target: Target, content: bytes, failure: Failure) -> bytes:
    """The same failure with little around it."""

    def is_still(less: bytes) -> bool:
        again = examined(target, less)
        return isinstance(again, Failure) and again.kind == failure.kind

    return shrunk(content, is_still, _SHRINKING)


def _saved(target: Target, content: bytes, failure: Failure) -> Path:
    path = KEPT / f"{target.name}-{digest(content)}"
    path.write_bytes(content)
    again = examined(target, content)
    told = again.trace if isinstance(again, Failure) else f"not always: {failure.trace}"
    print(f"{told}\n{command(target.name, path)}\n", flush=True)
    return path


def command(name: str, path: Path) -> str:
    return f"replay with: python -m fuzz replay {name} {path.relative_to(KEPT.parent).as_posix()}"
