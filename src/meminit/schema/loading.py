"""Loads a schema of a repository, or reports in one problem why it cannot be used."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from meminit.model.finding import Problem
from meminit.schema.allowance import Allowance
from meminit.schema.formats import FormatTree, format_tree
from meminit.schema.judge import Judge, Source, Uncompilable, compiled, compiled_on_first_use, draft_of, faults
from meminit.schema.limited_judge import limited
from meminit.schema.references import External, resolved
from meminit.sources import gate, json_text
from meminit.sources.files import Files
from meminit.sources.limits import DEFAULT
from meminit.words import quoted

_MOST_FAULTS = 20
_MOST_SUSPECTS = 8


@dataclass(frozen=True, eq=False)  # each equals only itself, and can be a key
class Schema:
    """A schema that can be used: its judge, its content, and the fields that it describes at its top."""

    judge: Judge
    document: Mapping[str, object]
    names: frozenset[str]
    formats: FormatTree | None = None  # the values that are paths or ids of other documents; None if there are none
    files: tuple[str, ...] = ()  # the other files that it refers to
    is_small: bool = True  # whether it costs so little that each field can be judged by itself


def load(
    files: Files, relative: str, limit: int = DEFAULT.schema, allowance: Allowance | None = None
) -> Schema | Problem:
    """The schema at a path of the repository. It uses some of the allowance that all schemas share."""
    allowance = allowance or Allowance(limit)
    try:
        content = files.read_inside(relative, limit)
        allowance.note(relative, content)
        text = gate.decode(content)
    except gate.SourceError as error:
        if error.kind == "missing":
            return Problem("SCHEMA_MISSING", {})
        return _invalid(error.words)
    except gate.BadEncoding as error:
        return Problem("SCHEMA_INVALID", {"problem": error.words}, error.line, error.column)
    return of_text(text, files, relative, limit, allowance)


def of_text(
    text: str, files: Files, relative: str, limit: int = DEFAULT.schema, allowance: Allowance | None = None
) -> Schema | Problem:
    """The schema in a text that is, or would be, at a path of the repository."""
    allowance = allowance or Allowance(limit)
    try:
        schema = _object(json_text.parse(text))
        parts = allowance.take(text, ())
    except json_text.JsonError as error:
        return _invalid(f"it is not JSON: {error.words}", error.line)
    except Uncompilable as error:
        return _invalid(error.words, 1)
    try:
        return _made(schema, _Location(files, relative, limit), allowance, parts)
    except Uncompilable as error:
        lines = [(json_text.line_of(text, each.path), each.words) for each in (error, *_further_faults(schema))]
        line, words = min(lines, key=lambda each: each[0])
        return _invalid(words, line)


def of_mapping(schema: Mapping[str, object], files: Files, relative: str, *, is_known: bool = False) -> Schema:
    """Raises Uncompilable. A schema that is known to compile is compiled on first use."""
    return _made(schema, _Location(files, relative, DEFAULT.schema), Allowance(), 0, is_known=is_known)


class _Location(NamedTuple):
    files: Files
    relative: str
    limit: int  # bytes of each file


def _made(
    schema: Mapping[str, object], location: _Location, allowance: Allowance, parts: int, *, is_known: bool = False
) -> Schema:
    draft = draft_of(schema)
    found = resolved(schema, *location, allowance, parts)
    source = Source(schema, found.uri, draft, found.externals, found.resources)
    try:
        judge = compiled_on_first_use(source) if is_known else compiled(source)
    except Uncompilable:
        _blame_files(source, found.origins)
        raise
    properties = schema.get("properties")
    names = frozenset(properties) if isinstance(properties, Mapping) else frozenset()
    judge = limited(judge, found.cost, source, may_divide=found.may_divide)
    formats = format_tree(schema, found.uri, {**found.externals, **found.resources})
    return Schema(judge, schema, names, formats if formats.onward else None, found.files, found.cost.is_small)


def _further_faults(schema: Mapping[str, object]) -> Iterator[Uncompilable]:
    """The other faults, since the first one in the text is reported, whichever one the compiler raised."""
    with suppress(Uncompilable):
        yield from islice(faults(schema, draft_of(schema)), _MOST_FAULTS)


def _blame_files(source: Source, origins: Mapping[str, External]) -> None:
    """Raises Uncompilable for a referenced file that cannot be used by itself, since it is to be named.

    To compile a file is to compile all that it refers to. So only files with a fault of their own are compiled; if
    there is none, and the schema has none either, a few files.
    """
    for uri, origin in origins.items():
        if _has_faults(source, uri):
            _judge_by_itself(source, uri, origin)
    if next(_further_faults(source.schema), None) is None:
        for uri, origin in islice(origins.items(), _MOST_SUSPECTS):
            _judge_by_itself(source, uri, origin)


def _has_faults(source: Source, uri: str) -> bool:
    """Whether something is wrong with a file itself, not with what it refers to."""
    try:
        return next(faults(source.externals[uri], _draft_within(source, uri)), None) is not None
    except Uncompilable:
        return True


def _judge_by_itself(source: Source, uri: str, origin: External) -> None:
    external = source.externals[uri]
    others = {name: each for name, each in source.externals.items() if name != uri}
    try:
        own = source._replace(schema=external, uri=uri, externals={**others, source.uri: source.schema})
        compiled(own._replace(draft=_draft_within(source, uri)))
    except Uncompilable as error:
        words = f"the referenced file {quoted(origin.target)} cannot be used: {error.words}"
        raise Uncompilable(origin.place, words) from error


def _draft_within(source: Source, uri: str) -> str:
    """The draft of a file: the one that it names, or else that of the schema that refers to it."""
    external = source.externals[uri]
    return draft_of(external) if "$schema" in external else source.draft


def _object(value: object) -> Mapping[str, object]:
    if isinstance(value, bool):  # this is a schema too, which accepts everything or nothing
        return {} if value else {"not": {}}
    if not isinstance(value, Mapping):
        raise Uncompilable((), "a schema must be a JSON object")
    return value


def _invalid(words: str, line: int | None = None) -> Problem:
    in_one_line = words.replace("\n", "\\n").replace("\r", "\\r")  # it may quote any value
    return Problem("SCHEMA_INVALID", {"problem": in_one_line}, line)
