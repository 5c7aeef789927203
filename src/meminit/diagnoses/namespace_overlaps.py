"""Two namespaces govern the same files through a symbolic link.

## Why

A docs root that is a symbolic link leads into the folder of another namespace. meminit finds each of the documents
twice, under two paths: every id is a duplicate, and a link from one path to the other leaves the namespace.

## Remedy

Delete one of the two namespaces, and give the other one the real path of the folder as its root.
"""

from collections.abc import Iterator
from typing import NamedTuple

from meminit.config.settings import parts
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


class _Place(NamedTuple):
    name: str
    written: tuple[str, ...]
    real: tuple[str, ...]


def find(facts: Facts) -> Iterator[Sign]:
    there = [_Place(each.name, parts(each.root), parts(facts.roots[each.name].real or "")) for each in facts.existing()]
    linked = [each for each in there if each.written != each.real]
    for one, other in ((one, other) for one in linked for other in there if one is not other):
        if other in linked and other.name < one.name:
            continue  # found as a pair already, from the other namespace
        if _is_nested(one.real, other.real) and not _is_nested(one.written, other.written):
            context = {"linked": one.name, "other": other.name}
            yield Sign(context, facts.written.namespaces.get(one.name))


def _is_nested(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one path is inside the other. If the roots are configured like that, the deeper one owns its files."""
    depth = min(len(one), len(other))
    return one[:depth] == other[:depth]


DIAGNOSIS = OfRepository(
    Meta(
        "NAMESPACE_OVERLAPS",
        "namespaces",
        Level.ERROR,
        "the namespaces {linked} and {other} govern the same files through a symbolic link",
        "delete one of the two, or give {linked} a root that does not lead to the files of {other}",
        "Two namespaces govern the same files through a symbolic link.",
    ),
    find,
)
