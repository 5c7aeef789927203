"""Reads a command line of the plainest form, as nearly all are: a command, options by their names, values.

Whatever else there is, such as help, mistakes and odd forms, is left to click, which takes a sixth of a quick run.
"""

import os
import re
from collections.abc import Iterator, Sequence

from meminit.commands import COMMANDS, face_of
from meminit.commands.face import Argument, Call, Face, Kind, OneOf, Option, Whole
from meminit.watch import MOST_SECONDS

_COMPLETION = "_MEMINIT_COMPLETE"  # asks click for what a shell may complete
_FEW_DIGITS = "[0-9]{1,9}"  # compiled where a number is given


class _OddError(Exception):
    """Only click can tell what this means, or what is wrong with it."""


def understood(words: Sequence[str]) -> Call | None:
    """The call that the words make; None for what is not plain."""
    name = next((each for each in (" ".join(words[:2]), *words[:1]) if each in COMMANDS), None)
    if name is None or _COMPLETION in os.environ:
        return None
    face = face_of(name)
    try:
        given, places = _divided(words[name.count(" ") + 1 :], face)
        arguments = _placed(places, face.arguments)
    except _OddError:
        return None
    own = {each.field: given.get(each.field, _absent(each)) for each in face.own}
    shared = {each.field: given[each.field] for each in face.shared if each.field in given}
    return Call(face, shared, {**own, **arguments})


def _divided(words: Sequence[str], face: Face) -> tuple[dict[str, object], list[str]]:
    """The values of options, and what is given by its place."""
    known = {name: option for option in (*face.shared, *face.own) for name in option.names}
    given: dict[str, object] = {}
    places: list[str] = []
    remaining = iter(words)
    for word in remaining:
        if not word.startswith("-"):
            places.append(_some(word))
            continue
        name, mark, value = word.partition("=")
        option = known.get(name)
        if option is None or (mark and not name.startswith("--")):
            raise _OddError
        read = _read(option, value if mark else None, remaining)
        if option.multiple:
            given[option.field] = (*given.get(option.field, ()), read)  # type: ignore[misc]  # nothing else is there
        elif option.field in given:
            raise _OddError
        else:
            given[option.field] = read
    return given, places


def _read(option: Option, value: str | None, remaining: Iterator[str]) -> object:
    """The value that belongs to an option, which may be the next word."""
    if option.metavar is None:
        if value is not None:
            raise _OddError
        return True
    if value is None:
        value = next(remaining, "-")
        if value.startswith("-"):
            raise _OddError
    return _valued(option.kind, _some(value))


def _valued(kind: Kind, value: str) -> object:
    if kind == "text" or (isinstance(kind, OneOf) and value in kind.words):
        return value
    number = int(value) if re.fullmatch(_FEW_DIGITS, value) else -1
    if isinstance(kind, Whole) and kind.least <= number and (kind.most is None or number <= kind.most):
        return number
    if kind == "seconds" and 0 < number <= MOST_SECONDS:
        return float(number)
    raise _OddError


def _placed(places: list[str], arguments: tuple[Argument, ...]) -> dict[str, object]:
    """The arguments by their names; no command has more than one."""
    if not arguments and not places:
        return {}
    if len(arguments) != 1:
        raise _OddError
    (argument,) = arguments
    if argument.several:
        return {argument.name: tuple(places)}
    if len(places) > 1 or (argument.required and not places):
        raise _OddError
    return {argument.name: places[0] if places else None}


def _absent(option: Option) -> object:
    return False if option.metavar is None else () if option.multiple else None


def _some(word: str) -> str:
    if not word:
        raise _OddError
    return word
