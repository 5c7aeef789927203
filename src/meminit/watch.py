"""Watches a run from another process, which ends what takes too long and sees to an answer for what has died.

The work is done in a fork. Native libraries cannot be interrupted from within, and may take their process down; the
process that watches can end the other one, clear away what it left half done, and have another one give an answer. The
fork comes before nearly all imports, while there is little that two processes would have to share. Where there are no
forks, a thread does as much of this as a thread can.
"""

import os
import signal
import time
from collections.abc import Callable

from meminit.unfinished import UNFINISHED

# On macOS, where signals cannot be waited for so either, a fork of a process with libraries is not safe.
CAN_FORK = hasattr(os, "fork") and hasattr(signal, "sigtimedwait")
STOPPED = "the run was stopped from outside"
USUAL_SECONDS = 300.0
MOST_SECONDS = 1_000_000
_GRACE = 5.0  # seconds after which a worker ends by itself, for its watcher may have been killed
_TO_TELL = 20.0  # seconds that a second worker has for the answer
_STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
_SIGNALLED = 128  # what is added to a signal's number for an exit code
_INTERNAL = 70
_TIMED_OUT = 10

Failure = tuple[str, str, int]  # a code, a message and an exit code


class Watch:
    """`begin` divides the process in two: the worker returns from it, the one that watches never does."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.failure: Failure | None = None  # why another worker did not come to its end; this one has to tell
        self._page: memoryview | None = None
        self._watcher: int | None = None
        self._stop_clock: Callable[[], object] | None = None

    @property
    def is_watched(self) -> bool:
        return self._watcher is not None

    def begin(self) -> None:
        if not CAN_FORK:
            return
        from mmap import mmap  # noqa: PLC0415 - not everywhere is it of use

        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, as it may be inherited, it would not tell of any end
        awaited = {signal.SIGCHLD, *(each for each in _STOPS if signal.getsignal(each) is not signal.SIG_IGN)}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
        try:
            self._page = memoryview(mmap(-1, 1 + UNFINISHED.SIZE))
            UNFINISHED.share(self._page[1:])
            self._divide(awaited)
        except OSError:  # neither memory nor processes are to be had
            pass
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def answering(self) -> None:
        """From now on only whoever reads the answer can keep it waiting, and nobody else may begin one."""
        if self._stop_clock:
            self._stop_clock()
        if self._page and self._watcher:
            if os.getppid() != self._watcher:  # it was killed, and nobody waits for this any more
                os._exit(_INTERNAL)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._page[0] = 1

    def _divide(self, awaited: set[signal.Signals]) -> None:
        """Returns in the worker. Where that fails, a second one gives the answer, since this process only watches."""
        watcher, failure = os.getpid(), None
        while worker := os.fork():
            failed = self._watched(worker, awaited, _TO_TELL if failure else self.seconds)
            if failure or self._has_answered:
                os._exit(failed[2])
            failure = failed
        self._watcher, self.failure = watcher, failure
        for each in awaited:  # the one that watches sees to these
            signal.signal(each, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, (_TO_TELL if failure else self.seconds) + _GRACE)

    def _watched(self, worker: int, awaited: set[signal.Signals], seconds: float) -> Failure:
        """Why the worker did not come to its end; where it did, there is nothing more to do."""
        found = None
        try:
            found = self._end(worker, awaited, seconds)
        finally:
            if not isinstance(found, int):
                os.kill(worker, signal.SIGKILL)
                os.waitpid(worker, 0)
            UNFINISHED.remove()
        if not isinstance(found, int):
            return found
        code = os.waitstatus_to_exitcode(found)
        if code >= 0:
            os._exit(code)
        return self._died(-code)

    def _end(self, worker: int, awaited: set[signal.Signals], seconds: float) -> int | Failure:
        """The status with which the worker ended by itself, or why it has to."""
        end = time.monotonic() + seconds
        while True:
            left = max(end - time.monotonic(), 0)
            found = signal.sigwaitinfo(awaited) if self._has_answered else signal.sigtimedwait(awaited, left)
            if found is None:
                if not self._has_answered:
                    return self._too_long()
            elif found.si_signo != signal.SIGCHLD:
                return _stopped(found.si_signo)
            else:
                ended, status = os.waitpid(worker, os.WNOHANG)
                if ended:
                    return status

    @property
    def _has_answered(self) -> bool:
        return self._page is not None and self._page[0] != 0

    def _too_long(self) -> Failure:
        return "TIME_LIMIT", f"the run was ended after {self.seconds:g} seconds, the limit set by --timeout", _TIMED_OUT

    def _died(self, number: int) -> Failure:
        if number in _STOPS:
            return _stopped(number)
        if number == signal.SIGALRM:
            return self._too_long()
        name = next((each.name for each in signal.Signals if each == number), f"signal {number}")
        why = ", as systems do where memory runs out" if number == signal.SIGKILL else ""
        return "E_UNEXPECTED", f"the process that did the work was ended by {name}{why}", _INTERNAL

    def start_clock(self, too_late: Callable[[Failure], object]) -> None:
        """Where nobody watches; `too_late` has to end the process."""
        import threading  # noqa: PLC0415 - costs start-up, and is wanted only here

        first = threading.Lock()  # whoever comes first answers, and keeps it

        def expire() -> None:
            if first.acquire(blocking=False):
                too_late(self._too_long())

        clock = threading.Timer(self.seconds, expire)
        clock.daemon = True
        clock.start()
        self._stop_clock = first.acquire


def _stopped(number: int) -> Failure:
    return "INTERRUPTED", STOPPED, _SIGNALLED + number
