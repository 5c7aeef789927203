"""Regular expressions of configurations and schemas, matched in linear time."""

from collections.abc import Callable
from functools import lru_cache

_DRAFT = "draft-07"


class BadRegex(Exception):  # noqa: N818 - it names what was seen
    """What cannot be used as a regular expression, and the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@lru_cache(maxsize=256)
def searcher(pattern: str) -> Callable[[str], bool]:
    """A test whether the pattern occurs in a text, as `pattern` in JSON Schema; raises BadRegex."""
    from meminit.schema.breach import Uncompilable  # noqa: PLC0415 - many runs have nothing to match
    from meminit.schema.compiling import judge_of  # noqa: PLC0415 - as above

    try:
        return judge_of({"pattern": pattern}, _DRAFT).accepts
    except Uncompilable as error:
        raise BadRegex(error.words) from error


@lru_cache(maxsize=256)
def known_searcher(pattern: str) -> Callable[[str], bool]:
    """The same for a pattern that is known to be one; it is compiled when there is something to match."""

    def test(text: str) -> bool:
        return searcher(pattern)(text)

    return test
