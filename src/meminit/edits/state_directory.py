"""The user's state directory: where locks and snapshots of each checkout are, outside of every repository."""

import os
import stat
import sys

from meminit.faults import STATE_UNUSABLE, MeminitError
from meminit.paths import real_path
from meminit.sources.gate import is_inside

_NAME = 32  # hexadecimal digits: no two checkouts share one
_PRIVATE = 0o700


def state_directory(root: str) -> str:
    """The directory of the checkout at this real path. It need not be there, and is not made.

    Raises STATE_UNUSABLE for a user who has none, or who has it inside the repository: what is kept there would be
    committed, and anyone who commits could forge it.
    """
    from hashlib import sha256  # noqa: PLC0415 - slow to import, and wanted by commands that write alone

    base = _base()
    if base is None:
        raise _unusable("this user has no state directory; set XDG_STATE_HOME")
    if is_inside(root, real_path(base)):
        raise _unusable("the state directory lies inside the repository; set XDG_STATE_HOME to another place")
    return os.path.join(base, sha256(os.fsencode(root)).hexdigest()[:_NAME])


def made(directory: str) -> str:
    """Makes the directory and those above it, readable by their owner alone under any umask."""
    try:
        for place in (os.path.dirname(directory), directory):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            _make(place)
    except OSError as error:
        raise _unusable(os.strerror(error.errno) if error.errno else "it cannot be made") from error
    return directory


def _make(place: str) -> None:
    try:
        os.mkdir(place, _PRIVATE)
    except FileExistsError:
        status = os.lstat(place)
        if not stat.S_ISDIR(status.st_mode):
            raise _unusable("what is there is no directory") from None
        if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            raise _unusable("it belongs to another user") from None
        if stat.S_IMODE(status.st_mode) == _PRIVATE or os.name != "posix":
            return
    os.chmod(place, _PRIVATE)


def _base() -> str | None:
    base = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(base):  # its specification says that any other is to be ignored
        return os.path.join(base, "meminit")
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "meminit", "state") if local else None
    home = os.path.expanduser("~")
    own = ("Library", "Application Support") if sys.platform == "darwin" else (".local", "state")
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def _unusable(words: str) -> MeminitError:
    return MeminitError(STATE_UNUSABLE, f"the state directory cannot be used: {words}")
