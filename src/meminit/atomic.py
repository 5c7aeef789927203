"""Replaces a file as a whole or not at all, by way of a new one beside it."""

import os
from contextlib import suppress

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_LENGTH = 4  # bytes that hold the length of a noted path


class Unfinished:
    """Knows the one file that would stay behind if this process were killed now.

    It is noted in memory that another process can share, so that somebody can clear it away.
    """

    SIZE = 1 << 14  # more than any path

    def __init__(self) -> None:
        self._memory: memoryview | bytearray = bytearray(self.SIZE)

    def share(self, memory: memoryview) -> None:
        self._memory = memory

    def note(self, path: str) -> None:
        name = os.fsencode(os.path.abspath(path))
        if len(name) <= self.SIZE - _LENGTH:
            self._memory[_LENGTH : _LENGTH + len(name)] = name
            self._memory[:_LENGTH] = len(name).to_bytes(_LENGTH, "little")

    def forget(self) -> None:
        self._memory[:_LENGTH] = bytes(_LENGTH)

    def remove(self) -> None:
        """For the process that outlived the one which made the file."""
        size = int.from_bytes(self._memory[:_LENGTH], "little")
        if size:
            with suppress(OSError):
                os.unlink(bytes(self._memory[_LENGTH : _LENGTH + size]))


UNFINISHED = Unfinished()


def replace(path: str, data: bytes, *, mode: int | None = None, private: bool = False, durable: bool = True) -> None:
    """Raises OSError, and then the old file is there as it was. What is not `durable` may be lost with the power."""
    temporary = os.path.join(os.path.dirname(path), f".meminit-{os.urandom(8).hex()}.tmp")
    UNFINISHED.note(temporary)
    try:
        descriptor = os.open(temporary, _NEW, 0o600 if private or mode is not None else 0o666)
        try:
            try:
                write_all(descriptor, data)
                if mode is not None:
                    os.chmod(temporary, mode)
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    finally:
        UNFINISHED.forget()


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
