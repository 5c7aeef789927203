"""Matches the regular expressions of configurations and schemas in linear time."""

from collections.abc import Callable
from functools import lru_cache

_DRAFT = "draft-07"


class BadRegex(Exception):  # noqa: N818 - it names what was seen
    """A regular expression that cannot be used, and the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@lru_cache(maxsize=256)
def searcher(pattern: str) -> Callable[[str], bool]:
    """A test of whether the pattern occurs in a text, as `pattern` in JSON Schema does it; raises BadRegex."""
    from meminit.schema.judge import Uncompilable, judge_of  # noqa: PLC0415 - many runs have nothing to match

    try:
        return judge_of({"pattern": pattern}, _DRAFT).accepts
    except Uncompilable as error:
        raise BadRegex(error.words) from error


@lru_cache(maxsize=256)
def known_searcher(pattern: str) -> Callable[[str], bool]:
    """The same for a pattern that is known to be valid. It is compiled on first use."""

    def test(text: str) -> bool:
        return searcher(pattern)(text)

    return test
