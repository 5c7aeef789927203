"""Keeps equal slugs of one document apart, in the ways of the generators."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

_UNDERSCORED = re.compile(r"\A(.*)_([0-9]+)\Z", re.DOTALL)
_MOST_DIGITS = 9  # of a number that is counted on


class HeadingText(NamedTuple):
    """What a reader sees of a heading, and the id that its author gave it."""

    text: str
    custom: str | None = None
    is_title: bool = False  # of the first level


Numbering: TypeAlias = Callable[[list[HeadingText], Callable[[str], str]], Iterator[str]]


def by_slugger(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """A repeated slug takes the next free number; whatever came out counts as taken."""
    taken: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        base = result = slug(heading.text)
        while result in taken:
            taken[base] += 1
            result = f"{base}-{taken[base]}"
        taken[result] = 0
        yield result


def by_counter(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """A repeated slug takes its own number, whether or not something else has that name already."""
    seen: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        base = slug(heading.text)
        number = seen.get(base, 0)
        seen[base] = number + 1
        yield f"{base}-{number}" if number else base


def by_trial(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """The first number that is free, ids of authors included."""
    taken: set[str] = set()
    next_number: dict[str, int] = {}
    for heading in headings:
        base = result = slug(heading.text) if heading.custom is None else heading.custom
        while heading.custom is None and result in taken:
            next_number[base] = next_number.get(base, 0) + 1
            result = f"{base}-{next_number[base]}"
        taken.add(result)
        yield result


def by_underscore(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """`_1`, `_2`; ids of authors are taken from the start, and a slug that ends in a number counts on."""
    taken = {heading.custom for heading in headings if heading.custom is not None}
    next_number: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        result = slug(heading.text)
        if result in taken or not result:
            numbered = _UNDERSCORED.match(result)
            base = numbered[1] if numbered else result
            number = int(numbered[2]) + 1 if numbered and len(numbered[2]) <= _MOST_DIGITS else 1
            number = max(number, next_number.get(base, 0))
            while (result := f"{base}_{number}") in taken:
                number += 1
            next_number[base] = number + 1
        taken.add(result)
        yield result


def by_second(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """The second of its name is `_2`."""
    taken: set[str] = set()
    next_number: dict[str, int] = {}
    for heading in headings:
        base = result = slug(heading.text) if heading.custom is None else heading.custom
        while heading.custom is None and result in taken:
            next_number[base] = next_number.get(base, 1) + 1
            result = f"{base}_{next_number[base]}"
        taken.add(result)
        yield result
