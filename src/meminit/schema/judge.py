"""Compiles a schema into a judge of values, and defines what a judge is given and what it reports.

Regular expressions of configurations and schemas are matched by such a judge, in linear time.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from meminit.model.node import Path
from meminit.words import quoted

_DRAFTS = {
    "json-schema.org/draft-04/schema": "draft-04",
    "json-schema.org/draft-06/schema": "draft-06",
    "json-schema.org/draft-07/schema": "draft-07",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": "2020-12",
}
_DRAFT = "draft-07"


class RawBreach(NamedTuple):
    """One keyword that a value breaks: where in the value, which keyword, what it demands, and its subschema.

    `demand` is the same whichever library judged: for `required` the name of the one missing key, for
    `additionalProperties` and `unevaluatedProperties` the list of unexpected keys.
    """

    path: Path
    keyword: str
    demand: object
    schema: Mapping[str, object]
    branches: tuple[tuple["RawBreach", ...], ...] = ()

    def leaves(self) -> Iterator["RawBreach"]:
        """This breach, and those of its alternatives at any depth."""
        yield self
        for branch in self.branches:
            for reason in branch:
                yield from reason.leaves()


class Uncompilable(Exception):  # noqa: N818 - it names what was seen
    """A schema that cannot be used: the path of the key that is wrong, and the reason."""

    def __init__(self, path: Path, words: str) -> None:
        super().__init__(words)
        self.path = path
        self.words = words


class Source(NamedTuple):
    """A schema ready to be compiled: all that it refers to is there, and lies in the repository."""

    schema: Mapping[str, object]
    uri: str
    draft: str
    externals: Mapping[str, Mapping[str, object]] = {}  # the other files that it refers to, by URI
    resources: Mapping[str, object] = {}  # the same with the schema itself and every embedded schema that has a URI


Ask: TypeAlias = Callable[[object], list[RawBreach]]


def _anything(_value: object) -> bool:
    return True


class Judge(NamedTuple):
    """Reports what is wrong with a value. `accepts` is faster and only says whether it is right.

    `answers` says whether a value is small enough to be judged.
    """

    breaches: Ask
    accepts: Callable[[object], bool]
    answers: Callable[[object], bool] = _anything

    def __call__(self, value: object) -> list[RawBreach]:
        return self.breaches(value)


def draft_of(schema: Mapping[str, object]) -> str:
    """The draft that `$schema` names; draft-07 if there is no `$schema`."""
    named = schema.get("$schema", "json-schema.org/draft-07/schema")
    plain = str(named).removeprefix("https://").removeprefix("http://").removesuffix("#")
    if plain not in _DRAFTS:
        raise Uncompilable(
            ("$schema",),
            f"$schema: {quoted(str(named))} is not a draft that meminit knows ({', '.join(_DRAFTS.values())})",
        )
    return _DRAFTS[plain]


def judge_of(schema: Mapping[str, object], draft: str) -> Judge:
    """A judge for a schema that refers to no other file."""
    uri = "https://repository.invalid/schema"
    return compiled(Source(schema, uri, draft, resources={uri: schema}))


def compiled(source: Source) -> Judge:
    return _library().compiled(source)


def compiled_on_first_use(source: Source) -> Judge:
    """A judge for a schema that is known to compile. Runs that judge nothing do not import the library."""
    judge = cache(lambda: compiled(source))
    return Judge(lambda value: judge().breaches(value), lambda value: judge().accepts(value))


def faults(schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]:
    """Everything that is wrong with a schema; `compiled` raises only one fault."""
    return _library().faults(schema, draft)


class _Library(Protocol):
    def compiled(self, source: Source) -> Judge: ...
    def faults(self, schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]: ...


@cache
def _library() -> _Library:
    try:
        from meminit.schema import by_jsonschema_rs  # noqa: PLC0415 - it may not be installable on a platform
    except ModuleNotFoundError as error:
        if error.name != "jsonschema_rs":
            raise
        from meminit.schema import by_jsonschema  # noqa: PLC0415 - slow to import, and rarely needed

        return by_jsonschema
    return by_jsonschema_rs


class BadRegex(Exception):  # noqa: N818 - it names what was seen
    """A regular expression that cannot be used, and the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@lru_cache(maxsize=256)
def searcher(pattern: str) -> Callable[[str], bool]:
    """A test of whether the pattern occurs in a text, as `pattern` in JSON Schema does it; raises BadRegex."""
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
