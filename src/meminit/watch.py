"""Watches a run from another process, which ends it when it takes too long and has an answer given when it dies.

The work is done in a fork. Native libraries cannot be interrupted from within, and may take their process down; the
process that watches can end the other one, remove the files that it left unfinished, and have another one give an
answer. The fork comes before nearly all imports, while there is little that two processes would have to share. Where
there are no forks, a thread does as much of this as a thread can.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

# On macOS, where signals cannot be waited for so either, a fork of a process with libraries is not safe.
CAN_FORK = hasattr(os, "fork") and hasattr(signal, "sigtimedwait")
# Options that are answered before anything else is looked at. A run with one of them is not worth a second process.
HELP_OPTIONS = ("--help", "-h")
VERSION_OPTION = "--version"
ANSWERED_AT_ONCE = frozenset({*HELP_OPTIONS, VERSION_OPTION})
# How JSON is asked for; `__main__` has to know it where the reader of command lines cannot be loaded.
FORMAT_OPTION, JSON_OPTION = "--format", "--json"
ENVELOPE_OPTION, RESPONSE = "--envelope", "response"
JSON, JSON_LINES = "json", "json-lines"
JSON_NAMES = {JSON: JSON, JSON_LINES: JSON_LINES, "jsonl": JSON_LINES, "ndjson": JSON_LINES}
STOPPED = "the run was stopped from outside"
USUAL_SECONDS = 300.0
MOST_SECONDS = 1_000_000
_GRACE = 5.0  # seconds after which a worker ends by itself, for its watcher may have been killed
_TO_ANSWER = 20.0  # seconds that a second worker has for the answer
_STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
_SIGNALLED = 128  # what is added to a signal's number for an exit code
_INTERNAL = 70
_TIMED_OUT = 10
_LENGTH = 4  # bytes that hold the length of a noted path
_PLACE = 1 << 13  # bytes of a place: more than any path
_PLACES = 8  # a file that finds none free is written all the same, and only its remains would stay

Failure = tuple[str, str, int]  # a code, a message and an exit code


class Unfinished:
    """The files that this process is still writing, so that the process that watches it can remove what it leaves.

    A process has one register, since one process watches it. Several threads share it, each with a place of its own.
    """

    SIZE = _PLACES * _PLACE

    def __init__(self) -> None:
        self._memory: memoryview | bytearray = bytearray(self.SIZE)
        self._free = list(range(0, self.SIZE, _PLACE))  # a thread takes one, and puts it back, in one step each

    def share(self, memory: memoryview) -> None:
        """Keeps the register in memory that another process sees as well; to be called before anything is noted."""
        self._memory = memory

    @contextmanager
    def noting(self, path: str) -> Iterator[None]:
        """Notes the path for as long as the block runs."""
        name = os.fsencode(os.path.abspath(path))
        try:
            place = self._free.pop()
        except IndexError:
            yield
            return
        try:
            if _LENGTH + len(name) <= _PLACE:
                self._memory[place + _LENGTH : place + _LENGTH + len(name)] = name
                self._set_length(place, len(name))
            yield
        finally:
            self._set_length(place, 0)
            self._free.append(place)

    def remove(self) -> None:
        """Removes the files that are noted: for the process that outlived the one that made them."""
        for place in range(0, self.SIZE, _PLACE):
            size = int.from_bytes(self._memory[place : place + _LENGTH], "little")
            if size:
                with suppress(OSError):
                    os.unlink(bytes(self._memory[place + _LENGTH : place + _LENGTH + size]))
                self._set_length(place, 0)

    def _set_length(self, place: int, length: int) -> None:
        self._memory[place : place + _LENGTH] = length.to_bytes(_LENGTH, "little")


UNFINISHED = Unfinished()
# What the two processes share: whether an answer has begun, whether there may be processes that have to end with the
# run, the time limit, how far a stream is written, and the unfinished files.
_ANSWERED, _STARTS = 0, 1
_LIMIT = slice(8, 16)
_STREAMED = slice(16, 64)
_UNFINISHED = slice(64, 64 + UNFINISHED.SIZE)


class Streamed:
    """How far a stream of lines is written: it is known when the process that wrote it is gone."""

    _RUN_ID = slice(2, 38)

    def __init__(self, memory: memoryview | None = None) -> None:
        self._memory = memory or bytearray(_STREAMED.stop - _STREAMED.start)

    @property
    def has_begun(self) -> bool:
        return self._memory[0] != 0

    @has_begun.setter
    def has_begun(self, has_begun: bool) -> None:
        self._memory[0] = has_begun

    @property
    def is_within(self) -> bool:
        """Whether it was written up to a place within a line."""
        return self._memory[1] != 0

    @is_within.setter
    def is_within(self, is_within: bool) -> None:
        self._memory[1] = is_within

    @property
    def run_id(self) -> str | None:
        return bytes(self._memory[self._RUN_ID]).decode() if self.has_begun else None

    @run_id.setter
    def run_id(self, run_id: str) -> None:
        self._memory[self._RUN_ID] = run_id.encode()


class Watch:
    """`begin` divides the process in two: the worker returns from it, the one that watches never does.

    The limit is the usual one until the worker has read another one from its command line.
    """

    def __init__(self) -> None:
        self.failure: Failure | None = None  # why the first worker did not finish; this one has to report it
        self.since = self._began = time.monotonic()
        self.streamed = Streamed()
        self._page: memoryview | None = None
        self._limit = memoryview(bytearray(8)).cast("d")
        self._limit[0] = USUAL_SECONDS
        self._watcher: int | None = None
        self._clock: _Clock | None = None

    @property
    def is_watched(self) -> bool:
        return self._watcher is not None

    def begin(self) -> None:
        if not CAN_FORK:
            return
        from mmap import mmap  # noqa: PLC0415 - not of use everywhere

        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if ignored, which may be inherited, it would report no end
        awaited = {signal.SIGCHLD, *(each for each in _STOPS if signal.getsignal(each) is not signal.SIG_IGN)}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
        try:
            self._page = memoryview(mmap(-1, _UNFINISHED.stop))
            self._limit = self._page[_LIMIT].cast("d")
            self._limit[0] = USUAL_SECONDS
            self.streamed = Streamed(self._page[_STREAMED])
            UNFINISHED.share(self._page[_UNFINISHED])
            self._divide(awaited)
        except OSError:  # no memory or no process is available
            pass
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def start_clock(self, too_late: Callable[[Failure], object]) -> None:
        """Does what can be done where no process watches; `too_late` has to end this one."""
        self._clock = _Clock(lambda: too_late(self._too_long()))
        self._clock.set(self._left())

    def limit(self, seconds: float) -> None:
        """Sets the limit that the command line asks for; if that time is over already, waits to be ended."""
        if seconds == self._limit[0] or self.failure:
            return
        self._limit[0] = seconds
        if self._clock:
            self._clock.set(self._left())
        elif self._watcher:
            signal.setitimer(signal.ITIMER_REAL, self._left() + _GRACE)
            self._wake_watcher(self._watcher)
        if not self._left():
            time.sleep(_GRACE)

    def starts_processes(self) -> None:
        """Has all processes ended that this one starts from now on, and those that they start, however it ends."""
        if self._page and self._watcher:
            self._page[_STARTS] = 1
            self._wake_watcher(self._watcher)

    def answering(self) -> None:
        """From now on only the reader of the answer can keep it waiting, and no other process may begin one."""
        if self._clock:
            self._clock.stop()
        if self._page and self._watcher:
            if os.getppid() != self._watcher:  # it was killed, and no process waits for this any more
                os._exit(_INTERNAL)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._page[_ANSWERED] = 1

    def _left(self) -> float:
        return max(self._began + self._limit[0] - time.monotonic(), 0)

    def _wake_watcher(self, watcher: int) -> None:
        """Lets it look at the limit; it waits for the signal that its children end with, and looks why it came."""
        if os.getppid() == watcher:
            os.kill(watcher, signal.SIGCHLD)

    def _divide(self, awaited: set[signal.Signals]) -> None:
        """Returns in the worker. Where that fails, a second one gives the answer, since this process only watches."""
        watcher, failure = os.getpid(), None
        while worker := os.fork():
            failed = self._watched(worker, awaited)
            if failure or self._has_answered:
                os._exit(failed[2])
            failure = failed
            self._began, self._limit[0] = time.monotonic(), _TO_ANSWER
        self._watcher, self.failure = watcher, failure
        for each in awaited:  # the one that watches sees to these
            signal.signal(each, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, self._left() + _GRACE)

    def _watched(self, worker: int, awaited: set[signal.Signals]) -> Failure:
        """Why the worker did not finish; if it did, this process ends as it did."""
        found = None
        try:
            found = self._end(worker, awaited)
        finally:
            if not isinstance(found, int):
                self._ask_processes(worker)
                os.kill(worker, signal.SIGKILL)
                os.waitpid(worker, 0)
            UNFINISHED.remove()
            self._end_processes()
        if not isinstance(found, int):
            return found
        code = os.waitstatus_to_exitcode(found)
        if code >= 0:
            os._exit(code)
        return self._died(-code)

    def _adopt(self) -> None:
        """Has processes that lose their parent become children of this one."""
        if self._page is not None and self._page[_STARTS] and not self._adopts:
            from meminit import descent  # noqa: PLC0415 - few runs start a process

            descent.adopt()
            self._adopts = True

    _adopts = False

    def _ask_processes(self, worker: int) -> None:
        if self._adopts:
            from meminit import descent  # noqa: PLC0415 - as above

            descent.ask_children_of(worker)

    def _end_processes(self) -> None:
        if self._adopts:
            from meminit import descent  # noqa: PLC0415 - as above

            descent.end_children(patience=0)

    def _end(self, worker: int, awaited: set[signal.Signals]) -> int | Failure:
        """The status with which the worker ended by itself, or why it has to be ended."""
        while True:
            found = signal.sigwaitinfo(awaited) if self._has_answered else signal.sigtimedwait(awaited, self._left())
            self._adopt()
            if found is None:
                if not self._has_answered and not self._left():
                    return self._too_long()
            elif found.si_signo != signal.SIGCHLD:
                return _stopped(found.si_signo)
            else:
                ended, status = os.waitpid(worker, os.WNOHANG)
                if ended:
                    return status

    @property
    def _has_answered(self) -> bool:
        return self._page is not None and self._page[_ANSWERED] != 0

    def _too_long(self) -> Failure:
        seconds = f"{self._limit[0]:g} second" + ("" if self._limit[0] == 1 else "s")
        words = f"the run was ended after {seconds}, the limit set by --timeout"
        return "TIME_LIMIT", words, _TIMED_OUT

    def _died(self, number: int) -> Failure:
        if number in _STOPS:
            return _stopped(number)
        if number == signal.SIGALRM:
            return self._too_long()
        name = next((each.name for each in signal.Signals if each == number), f"signal {number}")
        why = ", as systems do where memory runs out" if number == signal.SIGKILL else ""
        return "E_UNEXPECTED", f"the process that did the work was ended by {name}{why}", _INTERNAL


class _Clock:
    """Calls a function in another thread when the time is over, unless it was stopped."""

    def __init__(self, expire: Callable[[], object]) -> None:
        import threading  # noqa: PLC0415 - costs start-up, and is wanted only where no process watches

        self._expire = expire
        self._first = threading.Lock()  # the first to take it answers, and keeps it
        self._answering: int | None = None  # the thread that has it
        self._thread = threading.get_ident
        self._timer_of = threading.Timer
        self._timer = self._timer_of(0, self._ring)

    def set(self, seconds: float) -> None:
        self._timer.cancel()
        self._timer = self._timer_of(seconds, self._ring)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        if self._answering != self._thread():
            self._first.acquire()
            self._answering = self._thread()

    def _ring(self) -> None:
        if self._first.acquire(blocking=False):
            self._answering = self._thread()
            self._expire()


def _stopped(number: int) -> Failure:
    return "INTERRUPTED", STOPPED, _SIGNALLED + number
