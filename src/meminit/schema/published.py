"""Loads the schemas that meminit publishes and ships, by their names."""

import os
from collections.abc import Mapping
from functools import cache

import orjson

from meminit.installed import schemas

_FILES: Mapping[str, str] = {
    "config": "config.schema.json",
    "docops-config": "docops-config.schema.json",
    "envelope-v1": "agent-output.schema.v1.json",
    "envelope-v2": "agent-output.schema.v2.json",
    "metadata": "metadata.schema.json",
    "plan": "plan.schema.json",
}
_DATA = "data/"  # the folder of the schemas for what commands return; their names begin with it too
_ENDING = ".json"


@cache
def names() -> tuple[str, ...]:
    """The names of all schemas."""
    files = os.listdir(os.path.join(schemas(), _DATA))
    return tuple(sorted([*_FILES, *(_DATA + each.removesuffix(_ENDING) for each in files if each.endswith(_ENDING))]))


@cache
def published(name: str) -> Mapping[str, object]:
    """The schema with that name, which must be one of `names()`."""
    file = _FILES.get(name, f"{name}{_ENDING}")
    with open(os.path.join(schemas(), *file.split("/")), "rb") as opened:
        content: dict[str, object] = orjson.loads(opened.read())
    return content
