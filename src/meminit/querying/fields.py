"""Finds fields among those of a document, by their paths; what is missing is None, like what says nothing."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from meminit.model.node import Plain
from meminit.querying.values import folded

Fields: TypeAlias = Mapping[str, Plain]
Condition: TypeAlias = Callable[[Fields], bool]
Find: TypeAlias = Callable[[Fields], Plain]

FRONT_MATTER = "front_matter"  # the name under which all of it is found, whatever names its fields have


def finder(path: tuple[str, ...]) -> Find:
    name, *steps = path
    if not steps:
        return lambda fields: fields.get(name)

    def find(fields: Fields) -> Plain:
        here = fields.get(name)
        for step in steps:
            here = here.get(step) if isinstance(here, dict) else None
        return here

    return find


def folding(find: Find) -> Find:
    return lambda fields: folded(find(fields))


def presence(path: tuple[str, ...]) -> Condition:
    """Whether there is such a field, even one that says nothing."""
    *above, name = path
    if not above:
        return lambda fields: name in fields
    find = finder(tuple(above))

    def is_there(fields: Fields) -> bool:
        holder = find(fields)
        return isinstance(holder, dict) and name in holder

    return is_there


def name_of(path: tuple[str, ...]) -> str:
    """The name that a path begins with, in the front matter or beside it."""
    return path[1] if path[0] == FRONT_MATTER and len(path) > 1 else path[0]


def fields_of(front_matter: dict[str, Plain] | None, path: str, namespace: str) -> dict[str, Plain]:
    """What an expression is held against: the fields of a document, and what every document has."""
    own: dict[str, Plain] = {"path": path, "namespace": namespace}
    return own if front_matter is None else {**front_matter, **own, FRONT_MATTER: front_matter}
