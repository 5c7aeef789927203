"""A library is older than meminit needs, or is not installed.

## Why

meminit is not tested with older versions, and some of them are known to be slow or to give wrong results. If a library
is missing, meminit uses a slower one instead, where there is one.

## Remedy

Install meminit again in an environment of its own, or upgrade the library alone: `pip install --upgrade NAME`.
"""

from collections.abc import Iterator

from meminit.diagnosis import PYTHON, Environment, Level, Meta, OfEnvironment, Sign, outdated


def find(environment: Environment) -> Iterator[Sign]:
    for each in outdated(environment.libraries):
        if each.name != PYTHON:
            state = f"is {each.version}" if each.version else "is not installed"
            yield Sign({"name": each.name, "state": state, "floor": each.floor})


DIAGNOSIS = OfEnvironment(
    Meta(
        "LIBRARY_OUTDATED",
        "environment",
        Level.WARNING,
        "{name} {state}, but meminit needs at least {floor}",
        "`pip install --upgrade '{name}>={floor}'`",
        "A library is older than meminit needs, or is not installed.",
    ),
    find,
)
