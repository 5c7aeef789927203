"""Replaces a file as a whole or not at all, by way of a new one beside it."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from meminit.watch import UNFINISHED

_BLOCK = 1 << 16  # bytes: a far larger one does not stay in the processor's cache, and takes several times as long
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_NAMELESS = getattr(os, "O_TMPFILE", 0)


def replace(
    path: str,
    pieces: Iterable[bytes | memoryview],
    *,
    mode: int | None = None,
    private: bool = False,
    durable: bool = True,
) -> None:
    """Raises OSError, and then the old file is as it was. What is not `durable` may be lost when the power fails.

    The pieces of the new file may be iterated twice.
    """
    beside = os.path.join(os.path.dirname(path), f".meminit-{os.urandom(8).hex()}.tmp")
    new = _New(beside, pieces, mode, private, durable)
    with UNFINISHED.noting(new.path):
        if not (_NAMELESS and _is_made_nameless(new)):
            _make(new)
        try:
            os.replace(new.path, path)
        except BaseException:
            os.unlink(new.path)
            raise


def create(path: str, pieces: Iterable[bytes | memoryview]) -> None:
    """Makes a new file as a whole or not at all; raises FileExistsError where anything is there, or another OSError."""
    beside = os.path.join(os.path.dirname(path), f".meminit-{os.urandom(8).hex()}.tmp")
    new = _New(beside, pieces, None, private=False, durable=True)
    with UNFINISHED.noting(new.path):
        if not (_NAMELESS and _is_made_nameless(new)):
            _make(new)
        try:
            _name(new, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(new.path)


def _name(new: "_New", path: str) -> None:
    """Gives a complete file its name, unless something has it."""
    if os.name == "nt":
        os.rename(new.path, path)  # which replaces nothing there
        return
    try:
        os.link(new.path, path)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links
        with UNFINISHED.noting(path):
            _make(new._replace(path=path))


class _New(NamedTuple):
    path: str
    pieces: Iterable[bytes | memoryview]
    mode: int | None
    private: bool
    durable: bool

    @property
    def first_mode(self) -> int:
        return 0o600 if self.private or self.mode is not None else 0o666

    def fill(self, descriptor: int) -> None:
        write_pieces(descriptor, self.pieces)
        if self.mode is not None:
            os.chmod(descriptor if os.chmod in os.supports_fd else self.path, self.mode)
        if self.durable:
            os.fsync(descriptor)


def _is_made_nameless(new: _New) -> bool:
    """Makes the file without a name, and names it when it is complete: until then it vanishes with this process.

    Not every file system has such files, and not every system lets them be named.
    """
    try:
        descriptor = os.open(os.path.dirname(new.path) or os.curdir, _NAMELESS | os.O_WRONLY, new.first_mode)
        try:
            new.fill(descriptor)
            os.link(f"/proc/self/fd/{descriptor}", new.path, src_dir_fd=descriptor, follow_symlinks=True)
        finally:
            os.close(descriptor)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(new.path)
        return False
    return True


def _make(new: _New) -> None:
    descriptor = os.open(new.path, _NEW, new.first_mode)
    try:
        try:
            new.fill(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        os.unlink(new.path)
        raise


def _blocks(pieces: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """The pieces in turn, small ones joined."""
    block: list[bytes | memoryview] = []
    size = 0
    for piece in pieces:
        block.append(piece)
        size += len(piece)
        if size > _BLOCK:
            yield b"".join(block)
            block, size = [], 0
    yield b"".join(block)


def write_pieces(descriptor: int, pieces: Iterable[bytes | memoryview]) -> None:
    for block in _blocks(pieces):
        write_all(descriptor, block)


def write_all(descriptor: int, data: bytes | bytearray) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def write_new(path: str, data: bytes, mode: int | None = None, owner: tuple[int, int] | None = None) -> None:
    """Writes a file that is not there yet, and makes it durable. It gets the owner where that is allowed."""
    descriptor = os.open(path, _NEW, 0o666 if mode is None else 0o600)
    try:
        write_all(descriptor, data)
        if owner is not None and hasattr(os, "geteuid") and owner != (os.geteuid(), os.getegid()):
            with suppress(OSError):
                os.chown(path, *owner)
        if mode is not None:
            os.chmod(descriptor if os.chmod in os.supports_fd else path, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_directory(path: str) -> None:
    """Makes durable which files a directory holds, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EBADF}:
            raise
    finally:
        os.close(descriptor)
