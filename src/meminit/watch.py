"""Watches a run from another process, which ends what takes too long and answers for what has died.

The work is done in a fork. Native libraries cannot be interrupted from within, and may take their process down; the
process that watches can end the other one, clear away what it left half done, and still give an answer. Where there are
no forks, a thread does as much of this as a thread can.
"""

import os
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from meminit.atomic import UNFINISHED
from meminit.faults import E_UNEXPECTED, INTERRUPTED, TIME_LIMIT, MeminitError
from meminit.model.outcome import Exit

if TYPE_CHECKING:
    from mmap import mmap

# On macOS, where signals cannot be waited for so either, a fork of a process with libraries is not safe.
CAN_FORK = hasattr(os, "fork") and hasattr(signal, "sigtimedwait")
STOPPED = "the run was stopped from outside"
_GRACE = 5.0  # seconds after which a worker ends by itself, for its watcher may have been killed
_STOPS = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}


class Watched(BaseException):
    """In the process that watches: the run has come to its end, with this exit code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


class Watch:
    """`begin` divides the process in two: the worker returns from it, the one that watches leaves by an exception."""

    def __init__(self) -> None:
        self._page: mmap | None = None
        self._watcher: int | None = None
        self._stop_clock: Callable[[], None] = _do_nothing

    def begin(self, seconds: float, too_late: Callable[[MeminitError], NoReturn]) -> None:
        """`too_late` ends the process, where only a thread of it is there to do so."""
        if not (CAN_FORK and self._is_forked(seconds)):
            self._start_clock(seconds, too_late)

    def answering(self) -> None:
        """From now on only whoever reads the answer can keep it waiting, and nobody else may begin one."""
        self._stop_clock()
        if self._page and self._watcher:
            if os.getppid() != self._watcher:  # it was killed, and nobody waits for this any more
                os._exit(Exit.INTERNAL)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._page[0] = 1

    def _is_forked(self, seconds: float) -> bool:
        from mmap import mmap  # noqa: PLC0415 - only where there is work

        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, as it may be inherited, it would not tell of any end
        awaited = {signal.SIGCHLD, *(each for each in _STOPS if signal.getsignal(each) is not signal.SIG_IGN)}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
        try:
            self._page = mmap(-1, 1 + UNFINISHED.SIZE)
            UNFINISHED.share(memoryview(self._page)[1:])
            self._divide(awaited, seconds)
        except OSError:  # neither memory nor processes are to be had
            return False
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return True

    def _divide(self, awaited: set[signal.Signals], seconds: float) -> None:
        """Returns in the worker. Where that fails, a second one gives the answer, since this process only watches."""
        watcher, failure = os.getpid(), None
        while worker := os.fork():
            failed = self._watched(worker, awaited, seconds)
            if failure or self._has_answered:
                raise Watched(failed.exit)
            failure = failed
        self._watcher = watcher
        for each in awaited:  # the one that watches answers for these
            signal.signal(each, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
        if failure:
            raise failure

    def _watched(self, worker: int, awaited: set[signal.Signals], seconds: float) -> MeminitError:
        """Why the worker did not come to its end; where it did, there is nothing more to do."""
        status = None
        try:
            status = self._end(worker, awaited, seconds)
        finally:
            if not isinstance(status, int):
                os.kill(worker, signal.SIGKILL)
                os.waitpid(worker, 0)
            UNFINISHED.remove()
        if isinstance(status, MeminitError):
            return status
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            raise Watched(code)
        return _died(-code, seconds)

    def _end(self, worker: int, awaited: set[signal.Signals], seconds: float) -> int | MeminitError:
        """The status with which the worker ended by itself, or why it has to."""
        end = time.monotonic() + seconds
        while True:
            left = max(end - time.monotonic(), 0)
            found = signal.sigwaitinfo(awaited) if self._has_answered else signal.sigtimedwait(awaited, left)
            if found is None:
                if not self._has_answered:
                    return _too_long(seconds)
            elif found.si_signo != signal.SIGCHLD:
                return _stopped(found.si_signo)
            else:
                ended, status = os.waitpid(worker, os.WNOHANG)
                if ended:
                    return status

    @property
    def _has_answered(self) -> bool:
        return self._page is not None and self._page[0] != 0

    def _start_clock(self, seconds: float, too_late: Callable[[MeminitError], NoReturn]) -> None:
        import threading  # noqa: PLC0415 - costs start-up, and is wanted only here

        first = threading.Lock()  # whoever comes first answers, and keeps it

        def expire() -> None:
            if first.acquire(blocking=False):
                too_late(_too_long(seconds))

        clock = threading.Timer(seconds, expire)
        clock.daemon = True
        clock.start()
        self._stop_clock = first.acquire  # type: ignore[assignment]


def _do_nothing() -> None:
    pass


def _too_long(seconds: float) -> MeminitError:
    return MeminitError(TIME_LIMIT, f"the run was ended after {seconds:g} seconds, the limit set by --timeout")


def _stopped(number: int) -> MeminitError:
    return MeminitError(INTERRUPTED, STOPPED, _STOPS[signal.Signals(number)])


def _died(number: int, seconds: float) -> MeminitError:
    if number in _STOPS:
        return _stopped(number)
    if number == signal.SIGALRM:
        return _too_long(seconds)
    name = next((each.name for each in signal.Signals if each == number), f"signal {number}")
    why = ", as systems do where memory runs out" if number == signal.SIGKILL else ""
    return MeminitError(E_UNEXPECTED, f"the process that did the work was ended by {name}{why}")
