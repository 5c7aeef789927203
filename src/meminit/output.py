"""Writes the one answer: to standard output, or to a file that is replaced as a whole or not at all."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from meminit import atomic
from meminit.faults import OUTPUT_UNWRITABLE, MeminitError
from meminit.words import escape_unencodable

_STANDARD_OUTPUT, _STANDARD_ERROR = 1, 2
_STREAMS = {"-": _STANDARD_OUTPUT, "/dev/stdout": _STANDARD_OUTPUT, "/dev/stderr": _STANDARD_ERROR}


class ReaderGoneError(MeminitError):
    """The reader of the answer has gone, as behind `| head`."""


def write_standard_output(pieces: Iterable[bytes]) -> None:
    """Writes past Python's buffers, so that a reader who has gone is noticed here and not when the interpreter ends."""
    _write_stream("standard output", _STANDARD_OUTPUT, pieces)


def write_standard_error(data: bytes) -> None:
    """Ignores failures: what is written here must not cost the answer."""
    with suppress(OSError):
        atomic.write_all(_STANDARD_ERROR, data)


def write_file(path: str, pieces: Iterable[bytes]) -> None:
    """Replaces a regular file by way of a new one beside it; writes into a device or a pipe; refuses a link."""
    if path in _STREAMS:  # opened again, a file behind it would be overwritten from its beginning
        _write_stream(path, _STREAMS[path], pieces)
        return
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        status = None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error
    try:
        if status is None or stat.S_ISREG(status.st_mode):
            atomic.replace(path, list(pieces), mode=stat.S_IMODE(status.st_mode) if status else None)
        elif stat.S_ISLNK(status.st_mode):
            words = f"{_shown(path)} is a symbolic link, and is not written through"
            raise MeminitError(OUTPUT_UNWRITABLE, words, path=_shown(path))
        else:
            _write_into(path, pieces)
    except OSError as error:
        raise _unwritable(path, error) from error


def opened(path: str | None) -> int | None:
    """What can be written to as a run goes on: standard output, a device or a pipe; None for any other file."""
    if path is None or path in _STREAMS:
        return _STREAMS[path] if path else _STANDARD_OUTPUT
    try:
        if stat.S_ISREG(mode := os.lstat(path).st_mode) or stat.S_ISLNK(mode):
            return None
        return _open(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def write_into(descriptor: int, path: str | None, pieces: Iterable[bytes]) -> None:
    """Writes into what `opened` has opened."""
    _write_stream(path or "standard output", descriptor, pieces)


def _open(path: str) -> int:
    descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "set_blocking"):  # Windows has it from Python 3.12 on
        os.set_blocking(descriptor, True)
    return descriptor


def _write_into(path: str, pieces: Iterable[bytes]) -> None:
    descriptor = _open(path)
    try:
        atomic.write_pieces(descriptor, pieces)
    finally:
        os.close(descriptor)


def _write_stream(path: str, descriptor: int, pieces: Iterable[bytes]) -> None:
    try:
        atomic.write_pieces(descriptor, pieces)
    except BrokenPipeError as error:
        raise ReaderGoneError(OUTPUT_UNWRITABLE, f"the reader of {path} has gone") from error
    except OSError as error:
        raise _unwritable(path, error) from error


def _shown(path: str) -> str:
    """The path as it was given; of an absolute one, only its name."""
    return os.path.basename(path) or path if os.path.isabs(path) else path


def _unwritable(path: str, error: OSError | ValueError) -> MeminitError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be a file name"
    words = f"{_shown(path)} cannot be written: {reason[:1].lower()}{reason[1:]}"
    return MeminitError(OUTPUT_UNWRITABLE, escape_unencodable(words), path=escape_unencodable(_shown(path)))
