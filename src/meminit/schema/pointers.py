"""JSON Pointers, as they stand behind the # of a reference."""

from collections.abc import Mapping
from urllib.parse import unquote


def steps(pointer: str) -> list[str]:
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def resolve(document: object, pointer: str) -> object:
    """What the pointer leads to; None when it leads nowhere."""
    here = document
    for step in steps(pointer):
        if isinstance(here, Mapping):
            here = here.get(step)
        elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
            here = here[int(step)]
        else:
            return None
    return here
