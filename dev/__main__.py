"""Runs a task by name: `python -m dev check`, `test`, `lint`, `docs`."""

import sys
from collections.abc import Callable, Mapping

from dev import environment


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


def test() -> None:
    lint()
    check()
    environment.run("pytest", "-n", "auto")


TASKS: Mapping[str, Callable[[], None]] = {"check": check, "docs": docs, "lint": lint, "parsers": parsers, "test": test}


def main() -> None:
    name = sys.argv[1] if len(sys.argv) == 2 else ""  # noqa: PLR2004 - the name of one task
    if name not in TASKS:
        sys.exit(f"usage: python -m dev {{{','.join(TASKS)}}}")
    environment.prepare()
    TASKS[name]()


if __name__ == "__main__":
    main()
