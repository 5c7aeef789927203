"""Python is older than meminit needs.

## Why

meminit is not written for this version of Python, nor tested with it. Its results may be wrong.

## Remedy

Install meminit with a newer version of Python.
"""

from collections.abc import Iterator

from meminit.diagnosis import PYTHON, Environment, Level, Meta, OfEnvironment, Sign, outdated


def find(environment: Environment) -> Iterator[Sign]:
    for each in outdated(environment.libraries):
        if each.name == PYTHON:
            yield Sign({"version": each.version, "floor": each.floor})


DIAGNOSIS = OfEnvironment(
    Meta(
        "PYTHON_OUTDATED",
        "environment",
        Level.ERROR,
        "this is Python {version}, but meminit needs at least {floor}",
        "install meminit with Python {floor} or newer",
        "Python is older than meminit needs.",
    ),
    find,
)
