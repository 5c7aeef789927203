"""Knows the one file that would stay behind if this process were killed now, so that another one can clear it away.

Light, since it is imported before anything else is.
"""

import os
from contextlib import suppress

_LENGTH = 4  # bytes that hold the length of a noted path


class Unfinished:
    SIZE = 1 << 14  # more than any path

    def __init__(self) -> None:
        self._memory: memoryview | bytearray = bytearray(self.SIZE)

    def share(self, memory: memoryview) -> None:
        """From now on it is noted in memory that another process sees as well."""
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
