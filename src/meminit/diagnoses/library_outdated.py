"""A library is older than meminit needs, or is not installed.

## Why

meminit is not tested with it: older ones are known to be slow, or wrong, where newer ones are not. For one that is
missing a slower one stands in, if there is any.

## Remedy

Install meminit again in an environment of its own, or the library alone: `pip install --upgrade NAME`.
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
        "{name} {state}, and meminit needs {floor} at least",
        "`pip install --upgrade '{name}>={floor}'`",
        "A library is older than meminit needs, or is not installed.",
    ),
    find,
)
