"""Regular expressions of configurations and schemas, matched in linear time."""

from collections.abc import Callable
from functools import lru_cache

from meminit.schema.compiling import by_itself, compiled, compiled_when_asked


@lru_cache(maxsize=256)
def searcher(pattern: str) -> Callable[[str], bool]:
    """A test whether the pattern occurs in a text, as `pattern` in JSON Schema; raises Uncompilable."""
    return compiled(by_itself({"pattern": pattern}, "draft-07")).accepts


@lru_cache(maxsize=256)
def known_searcher(pattern: str) -> Callable[[str], bool]:
    """The same for a pattern that is known to be one; it is compiled when there is something to match."""
    return compiled_when_asked(by_itself({"pattern": pattern}, "draft-07")).accepts
