"""Turns a schema into a judge; picks the library that does the judging."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Protocol

from meminit.schema.breach import Judge, Source, Uncompilable
from meminit.words import quoted

_DRAFTS = {
    "json-schema.org/draft-04/schema": "draft-04",
    "json-schema.org/draft-06/schema": "draft-06",
    "json-schema.org/draft-07/schema": "draft-07",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": "2020-12",
}


def draft_of(schema: Mapping[str, object]) -> str:
    """The draft that `$schema` names; draft-07 where it names none."""
    named = schema.get("$schema", "json-schema.org/draft-07/schema")
    plain = str(named).removeprefix("https://").removeprefix("http://").removesuffix("#")
    if plain not in _DRAFTS:
        raise Uncompilable(
            ("$schema",),
            f"$schema: {quoted(str(named))} is not a draft that meminit knows ({', '.join(_DRAFTS.values())})",
        )
    return _DRAFTS[plain]


def judge_of(schema: Mapping[str, object], draft: str) -> Judge:
    """A judge for a schema without references to other files."""
    return compiled(by_itself(schema, draft))


def compiled(source: Source) -> Judge:
    return _library().compiled(source)


def by_itself(schema: Mapping[str, object], draft: str) -> Source:
    uri = "https://repository.invalid/schema"
    return Source(schema, uri, draft, resources={uri: schema})


def compiled_when_asked(source: Source) -> Judge:
    """A judge for a schema that is known to compile; the library is imported when there is something to judge."""
    judge = cache(lambda: compiled(source))
    return Judge(lambda value: judge().breaches(value), lambda value: judge().accepts(value))


def faults(schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]:
    """Everything that is wrong with a schema; a compiler stops at the first thing that it meets."""
    return _library().faults(schema, draft)


class _Library(Protocol):
    def compiled(self, source: Source) -> Judge: ...
    def faults(self, schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]: ...


@cache
def _library() -> _Library:
    try:
        from meminit.schema import native  # noqa: PLC0415 - a platform without its wheel takes the stand-in
    except ModuleNotFoundError as error:
        if error.name != "jsonschema_rs":
            raise
        from meminit.schema import standin  # noqa: PLC0415 - slow to import, and seldom needed

        return standin
    return native
