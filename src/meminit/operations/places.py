"""Where a path of the command line leads: never out of the repository, and never by way of a link above its name."""

import os

from meminit.faults import INVALID_ARGUMENT, PATH_ESCAPE, MeminitError
from meminit.paths import absolute_path, real_path
from meminit.sources.gate import is_inside
from meminit.words import LONGEST_PATH, encodable


def sound(argument: str) -> str:
    """The argument, if it can be a path at all; raises INVALID_ARGUMENT."""
    if not argument or "\0" in argument:
        raise MeminitError(INVALID_ARGUMENT, "a PATH is empty" if not argument else "a PATH holds a NUL")
    if len(os.fsencode(argument)) > LONGEST_PATH:
        raise MeminitError(INVALID_ARGUMENT, f"a PATH is longer than {LONGEST_PATH} bytes")
    return argument


def place(root: str, argument: str) -> str:
    """The absolute path of an argument, its last name as it is; raises PATH_ESCAPE for one that leaves the root."""
    path = absolute_path(sound(argument))
    if real_path(path) == root:
        return root
    return os.path.join(inside(root, os.path.dirname(path), argument), os.path.basename(path))


def inside(root: str, path: str, argument: str) -> str:
    """The real path; raises PATH_ESCAPE where it is out of the repository."""
    real = real_path(path)
    if not is_inside(root, real):
        # No absolute path is shown.
        outside = f"…/{os.path.basename(argument)}" if os.path.isabs(argument) else None
        shown = encodable(outside) if outside else relative(root, absolute_path(argument))
        raise MeminitError(PATH_ESCAPE, f"{shown} leads out of the repository", path=shown)
    return real


def relative(root: str, path: str) -> str:
    """The path below the root as it is shown."""
    return encodable(os.path.relpath(path, root).replace(os.sep, "/"))
