"""Creates files that are not there, each as a whole or not at all."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from meminit import atomic
from meminit.edits.putting import Destination, destination
from meminit.faults import FILE_EXISTS, PATH_ESCAPE, WRITE_REFUSED, MeminitError
from meminit.paths import real_path
from meminit.sources.gate import is_inside


def vacant(root: str, relative: str) -> Destination:
    """Where a new file will be; raises PATH_ESCAPE, WRITE_REFUSED, or FILE_EXISTS where anything is there."""
    folder = os.path.dirname(os.path.join(root, *relative.split("/")))
    if not is_inside(root, real_path(folder)):
        raise MeminitError(PATH_ESCAPE, f"{relative}: a symbolic link leads out of the repository", path=relative)
    if os.path.lexists(os.path.join(root, *relative.split("/"))):
        raise exists(relative)
    return destination(root, relative)


def create(where: Destination, content: bytes) -> tuple[str, ...]:
    """Makes a file and the folders that are missing above it, and returns these; makes none of them if it fails.

    Raises FILE_EXISTS or WRITE_REFUSED.
    """
    try:
        with _folders(os.path.dirname(where.path)) as made:
            atomic.create(where.path, (content,))
            return tuple(made)
    except FileExistsError as error:
        raise exists(where.relative) from error
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be written"
        raise MeminitError(WRITE_REFUSED, f"{where.relative}: {words}", path=where.relative) from error


@contextmanager
def created(root: str, texts: Mapping[str, str]) -> Iterator[None]:
    """Creates these files, and removes them and their new folders again if that or anything within it fails."""
    files: list[str] = []
    folders: list[str] = []
    try:
        for relative, text in texts.items():
            where = vacant(root, relative)
            folders += create(where, text.encode())
            files.append(where.path)
        yield
    except BaseException:
        for path in files:
            with suppress(OSError):
                os.unlink(path)
        _remove(folders)
        raise


def _remove(folders: Sequence[str]) -> None:
    """As far as they are empty; those above others were made first."""
    for each in reversed(folders):
        with suppress(OSError):
            os.rmdir(each)


def exists(relative: str) -> MeminitError:
    return MeminitError(FILE_EXISTS, f"{relative} exists already", path=relative, phase="validation")


@contextmanager
def _folders(path: str) -> Iterator[list[str]]:
    """Makes a folder and those above it, as far as they are missing, and removes these again if something fails."""
    made: list[str] = []
    missing = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    try:
        for each in reversed(missing):
            with suppress(FileExistsError):  # another process makes the same
                os.mkdir(each)
                made.append(each)
        yield made
    except BaseException:
        _remove(made)
        raise
