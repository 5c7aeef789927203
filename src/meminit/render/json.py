"""One JSON object on one line."""

import orjson

from meminit.envelope.factory import envelope
from meminit.model.outcome import Outcome
from meminit.model.run import Run
from meminit.words import encodable


class Json:
    def render(self, outcome: Outcome, run: Run) -> tuple[bytes, bytes]:
        return _encoded(outcome.verbatim or envelope(outcome, run)), b""


def _encoded(value: object) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # text that UTF-8 cannot carry, such as half of a pair of surrogates
        return orjson.dumps(_clean(value), option=orjson.OPT_APPEND_NEWLINE)


def _clean(value: object) -> object:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(key): _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    return value
