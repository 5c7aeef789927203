"""Creates files that are not there, each as a whole or not at all."""

import os
from collections.abc import Iterator, Mapping
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


def create(where: Destination, content: bytes) -> None:
    """Makes missing folders, and removes them again if the file cannot be made. Raises FILE_EXISTS, WRITE_REFUSED."""
    try:
        with _folders(os.path.dirname(where.path)):
            atomic.create(where.path, (content,))
    except FileExistsError as error:
        raise exists(where.relative) from error
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be written"
        raise MeminitError(WRITE_REFUSED, f"{where.relative}: {words}", path=where.relative) from error


def create_all(root: str, texts: Mapping[str, str]) -> None:
    """Creates these files, or none of them: what was made before a failure is removed again."""
    made: list[Destination] = []
    try:
        for relative, text in texts.items():
            where = vacant(root, relative)
            create(where, text.encode())
            made.append(where)
    except MeminitError:
        for where in reversed(made):
            with suppress(OSError):
                os.unlink(where.path)
                os.removedirs(os.path.dirname(where.path))  # as far as they are empty
        raise


def exists(relative: str) -> MeminitError:
    return MeminitError(FILE_EXISTS, f"{relative} exists already", path=relative, phase="validation")


@contextmanager
def _folders(path: str) -> Iterator[None]:
    made: list[str] = []
    try:
        missing = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for each in reversed(missing):
            with suppress(FileExistsError):  # another process makes the same
                os.mkdir(each)
                made.append(each)
        yield
    except OSError:
        for each in reversed(made):
            with suppress(OSError):
                os.rmdir(each)
        raise
