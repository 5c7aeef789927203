"""Opens files of a repository that strangers wrote: regular files only, inside the root only, up to a limit."""

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from meminit.paths import real_path
from meminit.sources.lines import line_at
from meminit.words import LONGEST_PATH

if TYPE_CHECKING:
    import hashlib

# Without these a link swapped in at the last moment would be followed, and a pipe would wait for its writer for ever.
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = (
    os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
TOO_LONG = f"its path is longer than {LONGEST_PATH} bytes, or one of its names than the system allows"
NO_FILE = "it is not a regular file"
IS_LINK = "it is a symbolic link"
_WORTH_MAPPING = 1 << 18  # bytes
_LONG_NAME = 64  # digits of an object in a repository of git that uses SHA-256
_BLOCK = 1 << 20  # bytes that are read at once of a file of any size
_BOM = b"\xef\xbb\xbf"


class SourceError(Exception):
    """A file that cannot be had; the words say why."""

    def __init__(self, kind: Literal["missing", "escape", "unreadable", "too_large"], words: str) -> None:
        super().__init__(words)
        self.kind = kind
        self.words = words


class BadEncoding(Exception):  # noqa: N818 - it names what was seen
    """Bytes that are not UTF-8, with the line and column of the first bad one."""

    def __init__(self, line: int, column: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        self.column = column
        self.words = words


def read_bytes(path: str, limit: int) -> bytes:
    """The bytes of a regular file. The path's own last part is never followed if it is a link."""
    return read_and_seen(path, limit)[0]


def read_and_seen(path: str, limit: int) -> tuple[bytes, os.stat_result]:
    """The same with the status of the very file that was read."""
    descriptor, status = _opened(path, limit)
    try:
        return _read_all(descriptor, status.st_size, limit), status
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)


def beginning(path: str, limit: int, size: int) -> bytes:
    """The first bytes of a regular file, under the same terms."""
    descriptor, _ = _opened(path, limit)
    try:
        return os.read(descriptor, size)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)


def callers_bytes(path: str | None, limit: int) -> bytes:
    """The bytes of a file, pipe or device that the caller names on the command line; None is standard input."""
    try:
        descriptor = os.dup(0) if path is None else os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise _refusal(path or "", error) from error
    try:
        parts, size = [], 0
        while part := os.read(descriptor, _BLOCK):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise SourceError("too_large", f"it has more than {limit} bytes")
    except OSError as error:
        raise _refusal(path or "", error) from error
    finally:
        os.close(descriptor)
    return b"".join(parts)


def digest(path: str) -> str:
    """The SHA-256 of a regular file of any size, which is never in memory as a whole."""
    from hashlib import sha256  # noqa: PLC0415 - slow to import, and seldom wanted

    made = sha256()
    for block in blocks(path):
        made.update(block)
    return made.hexdigest()


def blocks(path: str) -> Iterator[bytes]:
    """The bytes of a regular file of any size, some at a time."""
    descriptor, _ = _opened(path, sys.maxsize)
    try:
        while block := os.read(descriptor, _BLOCK):
            yield block
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)


def blob_name(path: str, digits: int) -> str:
    """The name that git gives the content of a regular file of any size; it has so many digits."""
    descriptor, status = _opened(path, sys.maxsize)
    try:
        made = _of_git(digits, status.st_size)
        while block := os.read(descriptor, _BLOCK):
            made.update(block)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)
    return made.hexdigest()


def blob_name_of(content: bytes, digits: int) -> str:
    made = _of_git(digits, len(content))
    made.update(content)
    return made.hexdigest()


def _of_git(digits: int, size: int) -> "hashlib._Hash":
    import hashlib  # noqa: PLC0415 - slow to import, and seldom wanted

    kind = hashlib.sha256 if digits == _LONG_NAME else hashlib.sha1
    return kind(b"blob %d\0" % size, usedforsecurity=False)


def is_made_of(path: str, limit: int, pieces: Iterable[bytes]) -> bool:
    """Whether a regular file is these pieces, one after the other; it is never in memory as a whole."""
    descriptor, _ = _opened(path, limit)
    try:
        return all(os.read(descriptor, len(each)) == each for each in pieces) and not os.read(descriptor, 1)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)


def own_bytes(path: str, limit: int) -> bytes | memoryview:
    """The same of a file of the user's own, which is replaced and never changed in its place.

    A large one is not read but mapped: what is never looked at costs nothing.
    """
    descriptor, status = _opened(path, limit)
    try:
        if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            raise SourceError("unreadable", "it belongs to another user")
        if status.st_size < _WORTH_MAPPING or os.name != "posix":  # elsewhere what is mapped cannot be replaced
            return _read_all(descriptor, status.st_size, limit)
        from mmap import PROT_READ, mmap  # noqa: PLC0415 - most files are small

        return memoryview(mmap(descriptor, status.st_size, prot=PROT_READ))
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        os.close(descriptor)


def _opened(path: str, limit: int) -> tuple[int, os.stat_result]:
    if not _NO_FOLLOW and _is_link(path):
        raise SourceError("unreadable", IS_LINK)
    try:
        descriptor = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from error
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_size <= limit:
        return descriptor, status
    os.close(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise SourceError("unreadable", NO_FILE)
    raise SourceError("too_large", f"it has {status.st_size} bytes, and {limit} are allowed")


def _read_all(descriptor: int, expected: int, limit: int) -> bytes:
    first = os.read(descriptor, expected + 1)
    if len(first) == expected:  # one more was asked for, so this is the end
        return first
    parts = [first]
    size = len(first)
    while part := os.read(descriptor, limit + 1 - size):
        parts.append(part)
        size += len(part)
        if size > limit:
            raise SourceError("too_large", f"it has more than {limit} bytes")
    return b"".join(parts)


def _refusal(path: str, error: OSError | ValueError) -> SourceError:
    number = getattr(error, "errno", None)
    if number in {errno.ENOENT, errno.ENOTDIR}:
        return SourceError("missing", "it does not exist")
    if number == errno.ELOOP or _is_link(path):
        return SourceError("unreadable", IS_LINK)
    if number == errno.ENAMETOOLONG:
        return SourceError("unreadable", TOO_LONG)
    if number in {errno.EACCES, errno.EPERM}:
        return SourceError("unreadable", "permission is denied")
    if number in {errno.ENXIO, errno.EISDIR}:
        return SourceError("unreadable", NO_FILE)
    return SourceError("unreadable", "the system cannot open or read it")


def _is_link(path: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_inside(root: str, relative: str, limit: int) -> bytes:
    """The bytes of a file of the repository, links resolved, refused when they lead out of the root."""
    return read_bytes(real_inside(root, relative), limit)


def real_inside(root: str, relative: str) -> str:
    """The path of a file of the repository without links, refused when they lead out of the root."""
    try:
        real = real_path(os.path.join(root, relative))
    except ValueError as error:  # a NUL character
        raise SourceError("missing", "it cannot be the name of a file") from error
    if not is_inside(root, real):
        raise SourceError("escape", "it leads out of the repository")
    return real


def is_inside(root: str, real: str) -> bool:
    """Whether a real path is the root or below it; both must be free of links already."""
    return real == root or real.startswith(root if root.endswith(os.sep) else root + os.sep)


def decode(data: bytes) -> str:
    """UTF-8 text without its byte order mark."""
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = line_at(before, len(before))
        column = len(before) - max(before.rfind("\n"), before.rfind("\r"))
        raise BadEncoding(line, column, _encoding_words(data, error.start)) from error


def _encoding_words(data: bytes, place: int) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file seems to be UTF-16; save it as UTF-8"
    return f"byte 0x{data[place]:02x} is not UTF-8; save the file as UTF-8"
