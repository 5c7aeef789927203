"""Regular expressions of a configuration, matched in linear time."""

from collections.abc import Callable

from meminit.schema.breach import Uncompilable
from meminit.schema.compiling import judge_of


def searcher(pattern: str) -> Callable[[str], bool]:
    """A test whether the pattern occurs in a text, as `pattern` in JSON Schema; raises Uncompilable."""
    judge = judge_of({"pattern": pattern}, "draft-07")
    return lambda text: not judge(text)


__all__ = ["Uncompilable", "searcher"]
