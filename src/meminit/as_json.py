"""Writes values as JSON, whatever text they hold."""

import orjson

from meminit.words import encodable

_SIXTY_FOUR_BITS = 63


def written(value: object, *, newline: bool = False) -> bytes:
    """What JSON cannot carry, such as half of a pair of surrogates, is written as an escape."""
    option = orjson.OPT_APPEND_NEWLINE if newline else None
    try:
        return orjson.dumps(value, option=option, default=tuple)
    except TypeError:
        return orjson.dumps(_clean(value), option=option)


def _clean(value: object) -> object:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(str(key)): _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _SIXTY_FOUR_BITS:
        return str(value)
    return value if value is None or isinstance(value, bool | int | float) else str(value)
