"""Brings an id into the form that is configured: letter case, prefix, type, zeros before its number."""

import re
from collections.abc import Callable, Iterable, Iterator

_SEPARATORS = re.compile(r"[\s_.:/-]+")
_NUMBER = re.compile(r"(.*?)([0-9]+)", re.DOTALL)
_WIDTHS = (3, 4, 5, 2, 6)
_PREFIXED = 3  # segments of an id with a prefix, a type and a number
_MOST = 200  # characters of an id


def breach(document_id: str, prefix: str, kind: str | None, fits: Callable[[str], bool]) -> str:
    """The code of the rule that has something to say about the id itself; empty where none has."""
    segments = document_id.split("-")
    if not fits(document_id):
        return "INVALID_ID_FORMAT"
    if prefix and not document_id.startswith(f"{prefix}-"):
        return "ID_PREFIX_MISMATCH"
    has_type = len(segments) != _PREFIXED or not kind or segments[1].casefold() == kind.casefold()
    return "" if has_type else "ID_TYPE_MISMATCH"


def corrected(document_id: str, prefix: str, kind: str | None, fits: Callable[[str], bool]) -> str | None:
    """The same id in the configured form; None where that form is not clear."""
    if len(document_id) > _MOST:
        return None
    known = (each for each in _candidates(document_id, prefix, kind) if not breach(each, prefix, kind, fits))
    return next(known, None)


def _candidates(document_id: str, prefix: str, kind: str | None) -> Iterator[str]:
    segments = [each for each in _SEPARATORS.split(document_id.strip()) if each]
    for each in _of_letters(segments):
        for with_kind in _with_kind(each, prefix, kind):
            yield from _padded(with_kind)


def _of_letters(segments: list[str]) -> Iterator[list[str]]:
    """As it is written, then in capitals, then in small letters."""
    joined: list[list[str]] = []
    for each in (segments, [one.upper() for one in segments], [one.lower() for one in segments]):
        if each and each not in joined:
            joined.append(each)
    yield from joined


def _with_kind(segments: list[str], prefix: str, kind: str | None) -> Iterator[list[str]]:
    """With the prefix, and with the type in the place of another one."""
    yield segments
    own = _fitting(kind, segments) if kind else None
    has_prefix = bool(prefix) and segments[0].casefold() == prefix.casefold()
    rest = segments[1:] if has_prefix or (prefix and len(segments) >= _PREFIXED) else segments
    if prefix:
        yield [prefix, *rest]
    if own and rest and prefix:
        yield [prefix, own, *rest[-1:]]
    if own and not prefix and len(segments) == _PREFIXED:
        yield [segments[0], own, segments[2]]


def _fitting(kind: str, segments: Iterable[str]) -> str:
    """The type in the letters of the other segments."""
    letters = "".join(segments)
    return kind.lower() if letters.islower() else kind.upper()


def _padded(segments: list[str]) -> Iterator[str]:
    """As it is, then with other widths of its number, which may have been written without a separator."""
    yield "-".join(segments)
    found = _NUMBER.fullmatch(segments[-1])
    if not found:
        return
    head = [*segments[:-1], *([found[1]] if found[1] else [])]
    for width in _WIDTHS:
        yield "-".join([*head, f"{int(found[2]):0{width}d}" if len(found[2]) < _MOST else found[2]])
