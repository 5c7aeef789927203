"""Python is older than meminit needs.

## Why

meminit is neither written nor tested for it. What works may be wrong.

## Remedy

Install meminit under a newer Python.
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
        "this is Python {version}, and meminit needs {floor} at least",
        "install meminit under Python {floor} or newer",
        "Python is older than meminit needs.",
    ),
    find,
)
