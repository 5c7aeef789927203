"""Gives the answer of a check again where nothing that decided about it has changed since.

What is kept is the answer, the call that it was given to, and the states of all files and folders that were looked at.
This module loads only what is part of Python, and understands nothing of what it compares; `cache.answers` writes what
it reads. Without either of them, every check does its work.
"""

import os
import sys
import time
from array import array
from zlib import crc32

_MAGIC = b"meminit answer 1"
ENDING = ".answer"
CONFIGS = (".meminit.toml", "docops.config.yaml")  # as in `config.find`, which takes longer to load
# The variables that decide how a check answers, and where its cache is; a test compares them with those that are read.
VARIABLES = (
    "CI", "DOMTERM", "FORCE_COLOR", "FORCE_HYPERLINK", "HOME", "KONSOLE_VERSION", "LOCALAPPDATA", "MEMINIT_RUN_ID",
    "NO_COLOR", "TERM", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "XDG_CACHE_HOME", "_MEMINIT_COMPLETE",
)  # fmt: skip
RUN_ID, SECONDS = b"i", b"s"  # what is not the same in each answer, and has a place in the kept one
_COMMAND, _CACHE_DIR, _NO_CACHE = "check", "--cache-dir", "--no-cache"
_ELSEWHERE = ("--root", "--config")
_SLOTS = 16  # answers that are kept for one repository
_LARGEST = 1 << 28  # bytes
_KIND, _FILE = 12, 8  # bits of a mode to the right of the kind; that of a regular file
_UNWRITABLE = 74
_OUT, _ERR = 1, 2


class Call:
    """A call, the repository that it is about, and in `words` all that decides about the answer besides files."""

    __slots__ = ("place", "root", "words")  # `typing.NamedTuple` takes longer to load than all else here

    def __init__(self, place: str, root: str, words: bytes) -> None:
        self.place, self.root, self.words = place, root, words

    @property
    def file(self) -> str:
        """What holds the answer. Calls that share a file use it in turns."""
        data, slot = os.fsencode(self.root), chr(ord("a") + crc32(self.words) % _SLOTS)
        return f"{self.place}/{crc32(data):08x}{crc32(data[::-1]):08x}-{slot}{ENDING}"


class Kept:
    """An answer as it is kept: `before`, what is `new` each time, `after`; `aside` goes to standard error.

    `inside` are paths below the root, `outside` absolute ones, each with their states, and `kinds` those of which only
    the kind matters.
    """

    def __init__(self, *parts: bytes) -> None:
        self.exit, self.words, self.before, self.new, self.after, self.aside, *rest = self.parts = parts
        self.inside, self.inside_states, self.outside, self.outside_states, self.kinds, self.kinds_states = rest


def main() -> None:
    """Answers and ends the process, or returns where the work has to be done."""
    began = time.monotonic()
    try:
        call = call_of(sys.argv[1:])
        kept = given(call) if call else None
        if kept and os.get_blocking(_OUT):
            _answer(kept, began)
    except (OSError, ValueError, OverflowError, MemoryError):
        return


def call_of(arguments: list[str]) -> Call | None:
    """None where the answer to this call is never kept."""
    if os.name != "posix" or arguments[:1] != [_COMMAND] or sys.getfilesystemencoding() != "utf-8":
        return None
    if any(each.startswith(_ELSEWHERE) or each == _NO_CACHE for each in arguments):
        return None
    here = os.getcwd()
    place, root = _place(arguments), _root(here)
    if place is None or root is None or _is_inside(root, os.path.realpath(place)):
        return None
    told = [f"{name}={os.environ[name]}" for name in VARIABLES if name in os.environ]
    told += [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("PYTHON")]
    who = (os.geteuid(), os.getegid(), *sorted(os.getgroups()), os.isatty(_OUT), os.isatty(_ERR))
    words = (*arguments, "", here, root, "", *told, "", *sys.path, "", sys.version, sys.executable, repr(who))
    return Call(place, root, "\0".join(words).encode("utf-8", "surrogateescape"))


def given(call: Call) -> Kept | None:
    """The answer to a call; None where none is kept, or where anything has changed."""
    kept = _read(call.file)
    if kept is None or kept.words != call.words:
        return None
    if states(f"{call.root}/", parted(kept.inside)) != kept.inside_states:
        return None
    if states("", parted(kept.outside)) != kept.outside_states:
        return None
    return kept if kinds(parted(kept.kinds)) == kept.kinds_states else None


def states(prefix: str, paths: list[str]) -> bytes:
    """The states of files and folders as they are now."""
    found, lstat = array("q"), os.lstat
    take = found.extend
    for path in paths:
        try:
            status = lstat(prefix + path)
        except (OSError, ValueError) as error:
            take((-1, getattr(error, "errno", None) or 0, 0, 0, 0))
        else:
            take((status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_dev, status.st_ino))
    return found.tobytes()


def kinds(paths: list[str]) -> bytes:
    """What is at these paths: folders, files, links, or nothing."""
    found = array("q")
    for path in paths:
        try:
            found.append(os.lstat(path).st_mode >> _KIND)
        except (OSError, ValueError):
            found.append(0)
    return found.tobytes()


def joined(paths: list[str]) -> bytes:
    return "\0".join(paths).encode("utf-8", "surrogateescape")


def parted(paths: bytes) -> list[str]:
    return paths.decode("utf-8", "surrogateescape").split("\0") if paths else []


def packed(kept: Kept) -> list[bytes]:
    lengths = b" ".join(b"%d" % len(each) for each in kept.parts) + b"\n"
    checksum = crc32(lengths)
    for each in kept.parts:
        checksum = crc32(each, checksum)
    return [b"%b %08x\n" % (_MAGIC, checksum), lengths, *kept.parts]


def _read(path: str) -> Kept | None:
    """What `packed` has made, if it is this user's own and undamaged."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if status.st_mode >> _KIND != _FILE or status.st_uid != os.geteuid() or status.st_size > _LARGEST:
            return None
        data = os.read(descriptor, status.st_size + 1)
    finally:
        os.close(descriptor)
    head, _, rest = data.partition(b"\n")
    if len(data) != status.st_size or head != b"%b %08x" % (_MAGIC, crc32(rest)):
        return None
    lengths, _, body = rest.partition(b"\n")
    parts, at = [], 0
    for length in map(int, lengths.split()):
        parts.append(body[at : at + length])
        at += length
    return Kept(*parts)


def _place(arguments: list[str]) -> str | None:
    """The cache directory, as `cache.directory` finds it."""
    chosen = ""
    for number, each in enumerate(arguments):
        if each == _CACHE_DIR:
            chosen = "".join(arguments[number + 1 : number + 2])
        elif each.startswith(f"{_CACHE_DIR}="):
            chosen = each.partition("=")[2]
    if chosen:
        return os.path.abspath(chosen)
    base, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    if os.path.isabs(base):
        return os.path.join(base, "meminit")
    own = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def _root(folder: str) -> str | None:
    """The folder above with a configuration, as `config.find` finds it."""
    while True:
        if any(os.path.lexists(os.path.join(folder, name)) for name in CONFIGS):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _is_inside(root: str, path: str) -> bool:
    """Whether anyone who commits to the repository could have written what is kept there."""
    return path == root or path.startswith(os.path.join(root, ""))


def _answer(kept: Kept, began: float) -> None:
    new = b""
    if kept.new == RUN_ID:
        new = _run_id()
    elif kept.new == SECONDS:
        new = b"%.2f" % (time.monotonic() - began)
    answer = kept.before + new + kept.after
    written = 0
    try:
        while written < len(answer):
            written += os.write(_OUT, answer[written:])
    except OSError:
        if not written:
            raise  # as if nothing had been tried
        os._exit(_UNWRITABLE)
    try:
        if kept.aside:
            os.write(_ERR, kept.aside)
    except OSError:
        pass  # as what is written there always is
    os._exit(int(kept.exit))


def _run_id() -> bytes:
    """A UUID of version 4."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}".encode()
