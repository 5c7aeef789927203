"""Regular expressions of configurations and schemas, matched in linear time."""

from collections.abc import Callable
from functools import lru_cache

from meminit.schema.compiling import judge_of


@lru_cache(maxsize=256)
def searcher(pattern: str) -> Callable[[str], bool]:
    """A test whether the pattern occurs in a text, as `pattern` in JSON Schema; raises Uncompilable."""
    return judge_of({"pattern": pattern}, "draft-07").accepts
