"""Shares work on many documents between processes: whoever is free takes the next few, those of most work first.

Children are forks, so they know all that the parent knows and need no start of their own. They send cards back when
nothing is left to do. What a child does not deliver, for whatever reason, the parent does itself.
"""

import gc
import marshal
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import NoReturn, TypeAlias

from meminit.atomic import write_all
from meminit.model.card import Card
from meminit.watch import CAN_FORK

Work: TypeAlias = Callable[[Sequence[int]], list[Card]]  # makes the cards of some numbers

_AS_MUCH = 1000  # bytes whose reading takes as long as it takes to read a document of none
_LEAST = 64_000  # bytes that are taken at once, if there are so many: each step is taken for all, which is quicker
_MANY = 64  # documents that are, at most, unless there are too many
_FEW, _SHARES = 16, 8  # the last pieces have a smaller and smaller part of what is left, down to so many documents
_ENOUGH_PIECES = 64  # for all processes to end at about the same time
_MOST_PIECES = 900  # with that many documents; the numbers of all pieces fit into any pipe at once
_NUMBER = 4  # bytes of one
_WORTH_A_PROCESS = 1_000_000  # bytes, as of 250 documents of 3 KB; with fewer, a fork costs more than it brings
_MOST_PROCESSES = 16  # beyond, what cannot be shared is most of a run
_QUOTA = "/sys/fs/cgroup/cpu.max"

_STOPS = (signal.SIGINT, signal.SIGTERM)


def processes(wanted: int | None, sizes: Sequence[int], effort: int = 1) -> int:
    """How many processes shall work on documents of so many bytes, where that many are wanted, or none in particular.

    `effort` says how many times as much work a document is as to read it at a glance.
    """
    if not CAN_FORK:
        return 1
    paying = (sum(sizes) + _AS_MUCH * len(sizes)) * effort // _WORTH_A_PROCESS
    most = min(_processors(), _MOST_PROCESSES, paying) if wanted is None else wanted
    return max(1, min(most, len(sizes)))


def _processors() -> int:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # a container may have many processors and little time on them
        with open(_QUOTA, encoding="ascii") as file:
            quota, period = file.read().split()
        count = min(count, -(-int(quota) // int(period)))
    return count


def shared(work: Work, sizes: Sequence[int], jobs: int) -> list[Card]:
    """The card of each document, by its number among those of these sizes.

    The first one is made before any fork, so that children find imported and compiled what it takes.
    """
    pieces = _pieces(sizes)
    queue = _queue(_by_size(pieces, sizes)) if jobs > 1 else None
    if queue is None:
        return [card for piece in pieces for card in work(piece)]
    done = {0: work(pieces[0])}
    children: list[_Child] = []
    try:
        with _undisturbed(), suppress(OSError):  # no more processes are to be had; those that are do the work
            for _ in range(jobs - 1):
                children.append(_Child(queue, pieces, work, children))
        done.update(_done(queue, pieces, work))
        for child in children:
            done.update(child.results())
    finally:
        os.close(queue)
        for child in children:
            child.end()
    every = (done[number] if number in done else work(piece) for number, piece in enumerate(pieces))
    return list(chain.from_iterable(every))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Lets signals wait: one that came between a fork and what follows would leave a child that nobody knows."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pieces(sizes: Sequence[int]) -> list[range]:
    """Documents in turn, about as many bytes in each piece. The first one has one number at most.

    Where nobody knows how many bytes there are, small pieces at the end see to it that no process is left alone.
    """
    count = len(sizes)
    enough = max(_LEAST, (sum(sizes) + _AS_MUCH * count) // _ENOUGH_PIECES)
    most = max(_MANY, -(-count // _MOST_PIECES))
    pieces, start, weight = [range(min(count, 1))], min(count, 1), 0
    for number in range(start, count):
        weight += sizes[number] + _AS_MUCH
        if weight >= enough or number - start + 1 >= min(most, max(_FEW, (count - start) // _SHARES)):
            pieces.append(range(start, number + 1))
            start, weight = number + 1, 0
    return [*pieces, range(start, count)] if start < count else pieces


def _by_size(pieces: Sequence[range], sizes: Sequence[int]) -> list[int]:
    """The numbers of all pieces but the first, those of most work in front: what is taken last is done soon."""
    weights = [sum(sizes[piece.start : piece.stop]) + _AS_MUCH * len(piece) for piece in pieces]
    return sorted(range(1, len(pieces)), key=lambda number: -weights[number])


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


def _done(queue: int, pieces: Sequence[range], work: Work) -> dict[int, list[Card]]:
    """The cards of the pieces that this process got hold of, by the numbers of the pieces."""
    numbers = (int.from_bytes(each, "little") for each in iter(lambda: os.read(queue, _NUMBER), b""))
    return {number: work(pieces[number]) for number in numbers}


class _Child:
    def __init__(self, queue: int, pieces: Sequence[range], work: Work, others: Sequence["_Child"]) -> None:
        self._answer, answering = os.pipe()
        parent = os.getpid()
        left, _ = signal.getitimer(signal.ITIMER_REAL)  # until the run must have ended; no fork inherits it
        gc.freeze()  # what is there already is not looked at again, and so not copied
        try:
            self._process = os.fork()
        except OSError:
            os.close(self._answer)
            os.close(answering)
            raise
        if not self._process:
            signal.setitimer(signal.ITIMER_REAL, left)
            _live(queue, answering, [self, *others], pieces, _while_wanted(work, parent))
        os.close(answering)

    def results(self) -> dict[int, list[Card]]:
        """What the child has done, as far as it came."""
        found = {}
        with open(self._answer, "rb", closefd=False) as answer, suppress(EOFError, ValueError, TypeError):
            while size := int.from_bytes(answer.read(_NUMBER), "little"):
                # As a whole: from a file, `marshal` would read value by value, which takes twenty times as long.
                number, cards = marshal.loads(answer.read(size))  # noqa: S302 - our own child writes it just now
                found[number] = list(map(Card._make, cards))
        return found

    def end(self) -> None:
        os.close(self._answer)
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)  # it has delivered, or nobody wants it any more
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def forget(self) -> None:
        """In another child: while it kept the answer open, nobody would notice that the parent has gone."""
        os.close(self._answer)


def _while_wanted(work: Work, parent: int) -> Work:
    """The work of a child, which is at an end when the parent has ended, however that came."""

    def wanted(piece: Sequence[int]) -> list[Card]:
        if os.getppid() != parent:
            os._exit(0)
        return work(piece)

    return wanted


def _live(queue: int, answering: int, known: Sequence[_Child], pieces: Sequence[range], work: Work) -> NoReturn:
    """The life of a child; whatever happens to it, it says nothing and never comes back."""
    try:
        for each in _STOPS:
            if signal.getsignal(each) is not signal.SIG_IGN:
                signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
        for child in known:
            child.forget()
        gc.disable()
        for number, cards in _done(queue, pieces, work).items():  # a copy of all of them would need much memory
            part = marshal.dumps((number, list(map(tuple, cards))))
            write_all(answering, len(part).to_bytes(_NUMBER, "little") + part)
    finally:
        os._exit(0)
