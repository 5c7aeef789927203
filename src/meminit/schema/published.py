"""The schemas that meminit publishes and ships: what they are called and where they lie."""

import os
from collections.abc import Mapping
from functools import cache

import orjson

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Inside an installed package they lie in it; in a checkout they stand at the top of the repository.
_PLACES = (os.path.join(_HERE, "schemas"), os.path.join(os.path.dirname(os.path.dirname(_HERE)), "schemas"))

NAMES: Mapping[str, str] = {
    "config": "config.schema.json",
    "data/cache": "data/cache.json",
    "data/explain": "data/explain.json",
    "data/scan": "data/scan.json",
    "docops-config": "docops-config.schema.json",
    "envelope-v1": "agent-output.schema.v1.json",
    "envelope-v2": "agent-output.schema.v2.json",
    "metadata": "metadata.schema.json",
}


@cache
def published(name: str) -> Mapping[str, object]:
    """The schema of that name; a KeyError when there is none."""
    directory = next(place for place in _PLACES if os.path.isdir(place))
    with open(os.path.join(directory, *NAMES[name].split("/")), "rb") as file:
        content: dict[str, object] = orjson.loads(file.read())
    return content
