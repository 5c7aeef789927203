"""Paths as the system knows them, where links may be endless and the current directory may be gone."""

import os

from meminit.faults import CONFIG_MISSING, MeminitError


def absolute_path(path: str) -> str:
    try:
        return os.path.abspath(path)
    except OSError as error:
        raise MeminitError(CONFIG_MISSING, "the current directory does not exist any more") from error


def real_path(path: str) -> str:
    """The path without links. More of them in a row than Python can follow, no system follows when a file is opened."""
    try:
        return os.path.realpath(absolute_path(path))
    except RecursionError:
        return absolute_path(path)


def may_be_there(path: str) -> bool:
    """Whether there is anything, be it a link to nothing; what cannot be looked at may be there as well."""
    try:
        os.lstat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True
