"""Runs a task by name, as in `python -m dev check`; without a name, or with a wrong one, it prints them all."""

import os
import sys
from collections.abc import Callable, Mapping

from dev import environment, registry

_SHARED = ("-n", "auto", "--dist", "worksteal")  # tests differ a hundredfold in how long they take


def check() -> None:
    environment.run("meminit", "check", "--strict")


def lint() -> None:
    environment.run("ruff", "check", ".")
    environment.run("ruff", "format", "--check", "--quiet", ".")
    environment.run("mypy")
    environment.run("lint-imports", "--no-cache")
    environment.run("python", "-m", "dev.generate", "--check")


def docs() -> None:
    environment.run("python", "-m", "dev.generate")


def parsers() -> None:
    environment.run("python", "-m", "dev.parsers")


def walk() -> None:
    environment.run("python", "-m", "dev.walk")


def first_contact() -> None:
    environment.run("python", "-m", "dev.first_contact")


def bench(*arguments: str) -> None:
    environment.run("python", "-m", "bench", *arguments)


def bench_quick(*arguments: str) -> None:
    environment.run("python", "-m", "bench.quick", *arguments)


def fuzz(*arguments: str) -> None:
    environment.run("python", "-m", "fuzz", "run", *arguments)


def cost(*arguments: str) -> None:
    environment.run("python", "-m", "fuzz.cost", *arguments)


def test() -> None:
    lint()
    check()
    environment.run("pytest", *_SHARED, "-m", "not long")


def test_long() -> None:
    """What `make test` leaves out: documents at the edge of all limits, faults at every call, locales."""
    environment.run("pytest", *_SHARED, "-m", "long")


def test_fast() -> None:
    """Without the tests that are marked as slow, and without those of real trees."""
    os.environ.pop("MEMINIT_TEST_DATA", None)
    environment.run("pytest", *_SHARED, "-m", "not slow")


TASKS: Mapping[str, Callable[[], None]] = {
    "audit": registry.audit,
    "check": check,
    "docs": docs,
    "first-contact": first_contact,
    "floors": registry.floors,
    "lint": lint,
    "parsers": parsers,
    "test": test,
    "test-fast": test_fast,
    "test-long": test_long,
    "walk": walk,
}
WITH_ARGUMENTS: Mapping[str, Callable[..., None]] = {
    "bench": bench,
    "bench-quick": bench_quick,
    "cost": cost,
    "fuzz": fuzz,
    "oracles": registry.oracles,
}
_ELSEWHERE = (registry.floors, registry.oracles)  # their environments are others


def main() -> None:
    name, *arguments = sys.argv[1:] or [""]
    task = WITH_ARGUMENTS.get(name) or (None if arguments else TASKS.get(name))
    if not task:
        sys.exit(f"usage: python -m dev {{{','.join(TASKS)}}} or {{{','.join(WITH_ARGUMENTS)}}} [ARGUMENT...]")
    if task not in _ELSEWHERE:
        environment.prepare()
    task(*arguments)


if __name__ == "__main__":
    main()
