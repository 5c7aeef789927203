"""Two namespaces govern the same files, by way of a symbolic link.

## Why

A docs root that is a link leads into the folder of another namespace. Each of its documents is found twice, under two
paths: ids are held twice, and a link from one to the other leaves the namespace.

## Remedy

Let one of the two namespaces govern the folder, under the path at which it really lies.
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
            continue  # seen from the other side
        if _is_nested(one.real, other.real) and not _is_nested(one.written, other.written):
            context = {"linked": one.name, "other": other.name}
            yield Sign(context, facts.written.namespaces.get(one.name))


def _is_nested(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one lies in the other. Of roots that are written so, the deeper one owns its files."""
    depth = min(len(one), len(other))
    return one[:depth] == other[:depth]


DIAGNOSIS = OfRepository(
    Meta(
        "NAMESPACE_OVERLAPS",
        "namespaces",
        Level.ERROR,
        "the namespaces {linked} and {other} govern the same files, by way of a symbolic link",
        "remove one of the two, or give {linked} a root that is no link to the files of {other}",
        "Two namespaces govern the same files, by way of a symbolic link.",
    ),
    find,
)
