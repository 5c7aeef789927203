"""JSON Pointers, as they are written after the # of a reference."""

from collections.abc import Mapping
from urllib.parse import unquote

_LONGEST_INDEX = 9  # digits


def steps(pointer: str) -> list[str]:
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def resolve(document: object, pointer: str) -> object:
    """What the pointer leads to; None if there is nothing."""
    here = document
    for step in steps(pointer):
        if isinstance(here, Mapping):
            here = here.get(step)
        elif isinstance(here, list):
            here = _item(here, step)
        else:
            return None
    return here


def _item(items: list[object], step: str) -> object:
    is_index = step.isascii() and step.isdecimal() and len(step) <= _LONGEST_INDEX
    return items[int(step)] if is_index and int(step) < len(items) else None
