"""Notes the files that this process is still writing, so that the process that watches it can remove what it leaves.

Light, since it is imported before anything else is. A process has one such register, since one process watches it.
Runs in several threads share it, each with a place of its own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_LENGTH = 4  # bytes that hold the length of a noted path
_PLACE = 1 << 13  # bytes of a place: more than any path
_PLACES = 8  # a file that finds none free is written all the same, and only its remains would stay


class Unfinished:
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
