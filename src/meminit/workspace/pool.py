"""Shares work on many documents between processes: a process that is free takes a few more, those of most work first.

Children are forks, so they know all that the parent knows and need no start of their own. They send summaries back
while they work. What a child does not deliver, for any reason, the parent does itself.
"""

import gc
import marshal
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn, TypeAlias

from meminit.atomic import write_all
from meminit.model.summary import Summary
from meminit.watch import CAN_FORK

# Makes the summaries of numbers, in turn. It takes numbers as it needs them, so each process reads as much as it can.
Work: TypeAlias = Callable[[Iterable[int]], Iterable[Summary]]

_AS_MUCH = 1000  # bytes whose reading takes as long as it takes to read a document of none
USUAL = 3000  # bytes of a document
_PIECES = 900  # taken one at a time; the numbers of all of them fit into any pipe
_LARGE = 4  # times as much as a piece has on average
_NUMBER = 4  # bytes of one
_PIPE = 1 << 20  # bytes that a pipe holds, where the system lets it
_WORTH_SENDING = 1 << 15  # bytes
_READ = 1 << 16  # bytes at a time; memory for more is expensive where there is little
_BETWEEN_LOOKS = 128  # documents that a process reads before it looks again at what others have sent
_WORTH_A_PROCESS = 1_000_000  # bytes, as of 250 documents of 3 KB; with fewer, a fork costs more than it saves
_MOST_PROCESSES = 16  # beyond, what cannot be shared is most of a run
_QUOTA = "/sys/fs/cgroup/cpu.max"

_STOPS = (signal.SIGINT, signal.SIGTERM)


def processes(wanted: int | None, sizes: Sequence[int], effort: int = 1) -> int:
    """How many processes to use for documents of so many bytes, where so many are wanted, or no number is given.

    `effort` says how many times as much work a document is as a quick scan of it.
    """
    if not CAN_FORK or _has_other_threads():
        return 1
    most = min(_most(), _paying(sizes, effort)) if wanted is None else wanted
    return max(1, min(most, len(sizes)))


def _has_other_threads() -> bool:
    """A fork would not have them, and the locks that they hold would stay locked in it."""
    return len(sys._current_frames()) > 1  # noqa: SLF001 - it is documented: see `sys`


def keep_all_busy(count: int, effort: int = 1) -> bool:
    """Whether so many documents are enough for as many processes as there may be, if they are of the usual size."""
    return _paying([USUAL] * count, effort) >= _most()


def _paying(sizes: Sequence[int], effort: int) -> int:
    return (sum(sizes) + _AS_MUCH * len(sizes)) * effort // _WORTH_A_PROCESS


def _most() -> int:
    return min(_processors(), _MOST_PROCESSES)


def _processors() -> int:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # a container may have many processors and little time on them
        with open(_QUOTA, encoding="ascii") as file:
            quota, period = file.read().split()
        count = min(count, -(-int(quota) // int(period)))
    return count


def shared(work: Work, sizes: Sequence[int], jobs: int) -> Iterator[tuple[int, Summary]]:
    """The summary of each document as soon as it is there, by its number among those of these sizes.

    The first one is made before any fork, so that children find modules imported and patterns compiled.
    """
    numbers = range(len(sizes))
    pieces = _pieces(len(sizes))
    queue = _queue(_in_turn(pieces, sizes)) if jobs > 1 else None
    if queue is None:
        yield from enumerate(work(numbers))
        return
    left = set(numbers)
    for number, summary in _all_shared(work, queue, pieces, jobs):
        left.discard(number)
        yield number, summary
    remaining = sorted(left)
    yield from zip(remaining, work(remaining), strict=True)


def _all_shared(work: Work, queue: int, pieces: Sequence[range], jobs: int) -> Iterator[tuple[int, Summary]]:
    """The summaries that this process and its children make; those that a child fails to deliver are left out."""
    children: list[_Child] = []
    try:
        yield from enumerate(work(range(1)))
        with _undisturbed(), suppress(OSError):  # no more processes can be started; the others do the work
            for _ in range(jobs - 1):
                children.append(_Child(queue, pieces, work, children))
        taken: list[int] = []
        for place, summary in enumerate(work(_taking(queue, pieces, taken))):
            yield taken[place], summary
            if place % _BETWEEN_LOOKS == 0:
                for child in children:
                    yield from child.delivered()
        for child in children:
            yield from child.delivered(waits=True)
    finally:
        os.close(queue)
        for child in children:
            child.end()
        if children:
            gc.unfreeze()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delays signals: one between a fork and the code after it would leave a child that the parent does not know."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pieces(count: int) -> list[range]:
    """All numbers but the first, in pieces so small that it hardly matters which process takes the last one."""
    each = -(-count // _PIECES)
    return [range(start, min(start + each, count)) for start in range(1, count, each or 1)]


def _in_turn(pieces: Sequence[range], sizes: Sequence[int]) -> list[int]:
    """The numbers of the pieces, far larger ones than usual first, so that the last one is done soon.

    All others stay in their order: findings of the first documents can be printed while later ones are read.
    """
    weights = [sum(sizes[piece.start : piece.stop]) for piece in pieces]
    large = _LARGE * sum(weights) // max(len(weights), 1)
    return sorted(range(len(pieces)), key=lambda number: -weights[number] if weights[number] > large else 0)


def _queue(numbers: Iterable[int]) -> int | None:
    """A pipe that holds the numbers of pieces; each is read by one process, and then it has ended."""
    try:
        reading, writing = os.pipe()
    except OSError:  # too many files are open
        return None
    try:
        write_all(writing, b"".join(number.to_bytes(_NUMBER, "little") for number in numbers))
    finally:
        os.close(writing)
    return reading


def _taking(queue: int, pieces: Sequence[range], taken: list[int], parent: int | None = None) -> Iterator[int]:
    """The numbers of documents that this process takes; `taken` is all of them so far.

    A child ends when its parent has ended, for any reason.
    """
    for each in iter(lambda: os.read(queue, _NUMBER), b""):
        if parent is not None and os.getppid() != parent:
            os._exit(0)
        piece = pieces[int.from_bytes(each, "little")]
        taken += piece
        yield from piece


class _Child:
    def __init__(self, queue: int, pieces: Sequence[range], work: Work, others: Sequence["_Child"]) -> None:
        self._answer, answering = os.pipe()
        os.set_blocking(self._answer, False)
        self._sent = bytearray()
        parent = os.getpid()
        left, _ = signal.getitimer(signal.ITIMER_REAL)  # until the run must have ended; no fork inherits it
        gc.freeze()  # existing objects are not visited again, and so not copied
        try:
            self._process = os.fork()
        except OSError:
            os.close(self._answer)
            os.close(answering)
            raise
        if not self._process:
            signal.setitimer(signal.ITIMER_REAL, left)
            taken: list[int] = []
            _live(answering, [self, *others], taken, lambda: work(_taking(queue, pieces, taken, parent)))
        os.close(answering)

    def delivered(self, *, waits: bool = False) -> Iterator[tuple[int, Summary]]:
        """What the child has sent so far, or all that it sends until it ends."""
        if waits:
            os.set_blocking(self._answer, True)
        try:
            while sent := os.read(self._answer, _READ):
                self._sent += sent
                yield from self._complete()
        except (BlockingIOError, EOFError, ValueError, TypeError):  # nothing more now, or nothing that makes sense
            return

    def _complete(self) -> Iterator[tuple[int, Summary]]:
        at, sent = 0, self._sent
        while len(sent) >= at + _NUMBER:
            end = at + _NUMBER + int.from_bytes(sent[at : at + _NUMBER], "little")
            if end > len(sent):
                break
            # As a whole: from a file, `marshal` would read value by value, which takes twenty times as long.
            number, *values = marshal.loads(sent[at + _NUMBER : end])  # noqa: S302 - our own child writes it just now
            yield number, Summary._make(values)
            at = end
        del sent[:at]

    def end(self) -> None:
        os.close(self._answer)
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)  # it has delivered, or its result is no longer needed
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def forget(self) -> None:
        """Closes the pipe in another child: while it is open there, the end of the parent would go unnoticed."""
        os.close(self._answer)


def _live(
    answering: int, known: Sequence[_Child], taken: Sequence[int], work: Callable[[], Iterable[Summary]]
) -> NoReturn:
    """The life of a child; whatever happens to it, it prints nothing and never returns."""
    try:
        for each in _STOPS:
            if signal.getsignal(each) is not signal.SIG_IGN:
                signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
        for child in known:
            child.forget()
        gc.disable()
        with suppress(OSError, AttributeError, ImportError):  # no system but Linux has it
            import fcntl  # noqa: PLC0415 - as above

            fcntl.fcntl(answering, fcntl.F_SETPIPE_SZ, _PIPE)
        os.set_blocking(answering, False)
        waiting = bytearray()
        # Numbers are added to `taken` meanwhile, each before its summary.
        for summary, number in zip(work(), taken, strict=True):
            made = marshal.dumps((number, *summary))
            waiting += len(made).to_bytes(_NUMBER, "little") + made
            _send(answering, waiting)
        os.set_blocking(answering, True)
        write_all(answering, waiting)
    finally:
        os._exit(0)


def _send(answering: int, waiting: bytearray) -> None:
    """Sends what the pipe takes at once, so that a child never waits for its parent while there is work left."""
    if len(waiting) >= _WORTH_SENDING:
        with suppress(BlockingIOError):
            del waiting[: os.write(answering, waiting)]
