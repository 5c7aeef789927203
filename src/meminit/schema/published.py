"""The schemas that meminit publishes and ships: what they are called and where they lie."""

import os
from collections.abc import Mapping
from functools import cache

import orjson

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Inside an installed package they lie in it; in a checkout they stand at the top of the repository.
_PLACES = (os.path.join(_HERE, "schemas"), os.path.join(os.path.dirname(os.path.dirname(_HERE)), "schemas"))

_FILES: Mapping[str, str] = {
    "config": "config.schema.json",
    "docops-config": "docops-config.schema.json",
    "envelope-v1": "agent-output.schema.v1.json",
    "envelope-v2": "agent-output.schema.v2.json",
    "metadata": "metadata.schema.json",
}
_DATA = "data/"  # the folder of the schemas of what commands tell, which begins their names as well
_ENDING = ".json"


@cache
def names() -> tuple[str, ...]:
    """The names of all schemas; those of data are named after their files."""
    files = os.listdir(os.path.join(_directory(), _DATA))
    return tuple(sorted([*_FILES, *(_DATA + each.removesuffix(_ENDING) for each in files if each.endswith(_ENDING))]))


@cache
def published(name: str) -> Mapping[str, object]:
    """The schema of that name, which has to be one of the names."""
    file = _FILES.get(name, f"{name}{_ENDING}")
    with open(os.path.join(_directory(), *file.split("/")), "rb") as opened:
        content: dict[str, object] = orjson.loads(opened.read())
    return content


def _directory() -> str:
    return next(place for place in _PLACES if os.path.isdir(place))
