"""Finds out which value an error of the native judge is about.

The judge gives keys that are digits as numbers, without their zeros and signs, and leaves out keys that are empty. The
value itself tells what was meant.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from meminit.model.node import Path

_NUMBER = re.compile(r"\+?[0-9]{1,19}")
_MOST = 32  # ways to read one path
_Way: TypeAlias = tuple[Path, object]


class InstancePaths:
    """Reads the paths of all errors about one value; the numbers among the keys of a mapping are found once."""

    def __init__(self, value: object) -> None:
        self._value = value
        self._numbers: dict[int, Mapping[int, list[str]]] = {}

    def path(self, steps: Sequence[str | int], instance: Callable[[], object]) -> Path:
        """The path that the steps mean. `instance` gives what is there, and is asked only if there is a doubt."""
        ways = _through_empty_keys([((), self._value)])
        for step in steps:
            ways = _through_empty_keys([way for path, here in ways for way in self._onward(path, here, step)])[:_MOST]
        if len(ways) > 1:
            wanted = instance()
            ways = [way for way in ways if way[1] == wanted] or ways
        return ways[0][0] if ways else tuple(steps)

    def _onward(self, path: Path, here: object, step: str | int) -> list[_Way]:
        if isinstance(here, list):
            return [((*path, step), here[step])] if isinstance(step, int) and step < len(here) else []
        if not isinstance(here, dict):
            return []
        keys = self._keys(here).get(step, []) if isinstance(step, int) else [step]
        return [((*path, key), here[key]) for key in keys if key in here]

    def _keys(self, mapping: Mapping[str, object]) -> Mapping[int, list[str]]:
        if id(mapping) not in self._numbers:
            found: dict[int, list[str]] = {}
            for key in mapping:
                if _NUMBER.fullmatch(key):
                    found.setdefault(int(key), []).append(key)
            self._numbers[id(mapping)] = found
        return self._numbers[id(mapping)]


def _through_empty_keys(ways: list[_Way]) -> list[_Way]:
    every = list(ways)
    for path, here in every:  # it grows on the way
        if isinstance(here, dict) and "" in here:
            every.append(((*path, ""), here[""]))
    return every
