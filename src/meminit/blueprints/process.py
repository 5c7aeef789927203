"""Runs the process of an agent: without a shell, bounded in time and output, and ended with all that it started."""

import json
import os
import selectors
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from meminit import descent
from meminit.agent_faults import (
    AGENT_FAILED,
    AGENT_TIMEOUT,
    AGENT_UNAVAILABLE,
    RATE_LIMIT_EXCEEDED,
    TOKEN_EXPIRED,
    TOKEN_INVALID,
    TOKEN_MISSING,
)
from meminit.blueprints.blueprint import Executor
from meminit.blueprints.extraction import strict
from meminit.fault import Fault
from meminit.faults import MeminitError
from meminit.words import escape_unencodable, quoted

if TYPE_CHECKING:
    from subprocess import Popen

MOST_BYTES = 8 << 20  # of output
_KEPT_OF_ERRORS = 2000  # bytes
_GRACE = 0.3  # seconds in which what was printed must arrive after the process has ended
_LONGEST_GRACE = 2.0  # the same where another process goes on printing
_TICK = 0.1
_BLOCK = 1 << 16
_ALWAYS = ("PATH", "HOME", "LANG")
_PASSED_ON: Mapping[str, Fault] = {
    each.code: each for each in (TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_MISSING, RATE_LIMIT_EXCEEDED)
}
_TURN = b"turn_complete"
_BY_EXIT = {8: TOKEN_INVALID, 11: RATE_LIMIT_EXCEEDED}


class Turn(NamedTuple):
    """What an agent gave, and the session in which it did, if it named one."""

    text: str
    session_id: str | None = None


class Agent:
    """A process that is running."""

    def __init__(self, process: "Popen[bytes]", executor: Executor, *, shows_errors: bool) -> None:
        self._process = process
        self._executor = executor
        self._shows_errors = shows_errors
        self._errors = b""
        self._begun = b""  # of a line that is not complete
        self._lines_before: deque[bytes] = deque()  # complete, and not looked at
        self._parent = os.getppid()
        self._reader = Thread(target=self._take_errors, daemon=True)
        self._reader.start()

    def once(self, prompt: str) -> Turn:
        """The whole answer of a process that gets a prompt on standard input and ends."""
        self._give(prompt.encode(), closes=True)
        output = bytes(b"".join(self._output()))
        self._check_exit(output)
        return _turn(_decoded(output, self))

    def turn(self, prompt: str) -> Turn:
        """The answer to one line, of a process that stays. What it printed before that line is no answer to it."""
        self._lines_before.clear()
        self._give(json.dumps({"type": "turn", "prompt": prompt}).encode() + b"\n", closes=False)
        for line in self._lines():
            message = _message(line) if _TURN in line else {}
            if message.get("type") == "turn_complete":
                result, session = message.get("result"), message.get("session_id")
                text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
                return Turn(text, session if isinstance(session, str) else None)
        self._check_exit(b"")
        raise self.failed("it ended before it had answered")

    def failed(self, words: str) -> MeminitError:
        error = MeminitError(AGENT_FAILED, f"the agent failed: {words}")
        error.details = {**error.details, "exit_code": self._process.poll(), "stderr": self._last_errors()}
        return error

    def _give(self, data: bytes, *, closes: bool) -> None:
        def write(stream: IO[bytes]) -> None:
            rest = memoryview(data)
            with suppress(OSError, ValueError):  # it need not read all
                while rest:
                    rest = rest[stream.write(rest) or 0 :]
                if closes:
                    stream.close()

        if self._process.stdin:
            Thread(target=write, args=(self._process.stdin,), daemon=True).start()

    def _output(self) -> Iterator[bytes]:
        """What it prints, until it ends or closes its output; raises AGENT_TIMEOUT and AGENT_FAILED."""
        stream = self._process.stdout
        end, taken = time.monotonic() + self._executor.seconds, 0
        while stream and (block := self._block(stream, end)):
            taken += len(block)
            if taken > MOST_BYTES:
                raise self.failed(f"it printed more than {MOST_BYTES} bytes")
            yield block
        while self._process.poll() is None:
            if time.monotonic() > end:
                raise self._late()
            time.sleep(_TICK / 10)

    def _block(self, stream: IO[bytes], end: float) -> bytes:
        """What it prints next; nothing when there will be no more. A process that it started may hold its output."""
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while True:
                is_ready = bool(selector.select(_TICK))
                now = time.monotonic()
                if now > end:
                    raise self._late()
                if os.getppid() != self._parent:
                    raise self.failed("the process that watched over it was killed")
                if self._process.poll() is not None:
                    self._ended = self._ended or now
                    if now - self._ended > (_LONGEST_GRACE if is_ready else _GRACE):
                        return b""
                if is_ready:
                    return os.read(stream.fileno(), _BLOCK)

    _ended = 0.0

    def _lines(self) -> Iterator[bytes]:
        blocks = self._output()
        while True:
            while self._lines_before:
                yield self._lines_before.popleft()
            block = next(blocks, b"")
            if not block:
                break
            *whole, self._begun = (self._begun + block).split(b"\n")
            self._lines_before.extend(whole)
        if self._begun:
            last, self._begun = self._begun, b""
            yield last

    def _late(self) -> MeminitError:
        words = f"the agent did not answer within {self._executor.seconds:g} seconds"
        return MeminitError(AGENT_TIMEOUT, words, stderr=self._last_errors())

    def _check_exit(self, output: bytes) -> None:
        """Raises what the process says went wrong."""
        code = self._process.poll()
        if not code:
            return
        said = _message(output)
        error = said.get("error") if isinstance(said.get("error"), dict) else said
        known = _PASSED_ON.get(str(error.get("code"))) if isinstance(error, dict) else None
        fault = known or _BY_EXIT.get(code)
        if fault is None:
            how = f"signal {-code}" if code < 0 else f"the exit code {code}"
            raise self.failed(f"it ended with {how}")
        wait = error.get("retry_after") if isinstance(error, dict) else None
        after = wait if isinstance(wait, int) and not isinstance(wait, bool) and wait >= 0 else None
        raise MeminitError(fault, f"the agent says: {fault.summary}", retry_after=after, stderr=self._last_errors())

    def _take_errors(self) -> None:
        stream = self._process.stderr
        with suppress(OSError, ValueError):  # it may be closed meanwhile
            while stream and (block := os.read(stream.fileno(), _BLOCK)):
                self._errors = (self._errors + block)[-_KEPT_OF_ERRORS:]
                if self._shows_errors:
                    with suppress(OSError, ValueError):
                        sys.stderr.buffer.write(block)
                        sys.stderr.buffer.flush()

    def _last_errors(self) -> str:
        self._reader.join(_TICK)
        return self._errors.decode("utf-8", "replace")


@contextmanager
def running(argv: Sequence[str], executor: Executor, folder: str, *, shows_errors: bool) -> Iterator[Agent]:
    """The process of these words; it is ended at the end, whatever happens. Raises AGENT_UNAVAILABLE."""
    import subprocess  # noqa: PLC0415 - slow to import, and wanted only here

    names = {*_ALWAYS, *executor.environment}
    descent.adopt()
    before = descent.children()
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell
            list(argv),
            cwd=folder,
            env={name: value for name, value in os.environ.items() if name in names},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=os.name == "posix",
            preexec_fn=descent.end_with_parent if os.name == "posix" else None,  # noqa: PLW1509 - one call of the system
        )
    except (OSError, ValueError) as error:
        words = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "it cannot be run"
        shown = quoted(escape_unencodable(argv[0]))
        raise MeminitError(AGENT_UNAVAILABLE, f"the agent cannot be started: {shown}: {words}") from error
    try:
        yield Agent(process, executor, shows_errors=shows_errors)
    finally:
        _end(process)
        descent.end_children(before)


def _end(process: "Popen[bytes]") -> None:
    """Ends the process and its group: first they are asked to, two seconds later they are killed."""
    with suppress(OSError, ValueError):
        if process.stdin:
            process.stdin.close()
    if os.name != "posix":
        process.kill()
        process.wait()
        return
    if process.poll() is None or descent.has_group(process.pid):
        _signal(process.pid, signal.SIGTERM)
        until = time.monotonic() + descent.PATIENCE
        while time.monotonic() < until and (process.poll() is None or descent.has_group(process.pid)):
            time.sleep(_TICK / 5)
        _signal(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        with suppress(OSError, ValueError):
            if stream:
                stream.close()


def _signal(group: int, number: int) -> None:
    with suppress(OSError):
        os.killpg(group, number)


def _decoded(output: bytes, agent: Agent) -> str:
    try:
        return output.decode()
    except UnicodeDecodeError as error:
        raise agent.failed("what it printed is not UTF-8") from error


def _turn(text: str) -> Turn:
    """The text without the line that names the session; that may stand in the answer itself as well."""
    kept, session = [], None
    for line in text.splitlines(keepends=True):
        found = _message(line.encode()) if '"session_id"' in line else {}
        if set(found) == {"session_id"} and isinstance(found["session_id"], str):
            session = found["session_id"]
        else:
            kept.append(line)
    whole = _message(text.encode()).get("session_id") if session is None else None
    return Turn("".join(kept), whole if isinstance(whole, str) else session)


def _message(line: bytes) -> dict[str, Any]:
    try:
        value = strict(line.decode())
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
