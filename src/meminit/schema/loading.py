"""Loads the metadata schema of a repository, or says in one problem why it cannot be used."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from meminit.model.finding import Problem
from meminit.schema.allowance import Allowance
from meminit.schema.breach import Judge, RawBreach, Source, Uncompilable
from meminit.schema.compiling import compiled, compiled_when_asked, draft_of, faults
from meminit.schema.cost import MOST_COPIES, TOO_MANY, TOO_MUCH, Cost
from meminit.schema.formats import Marks, marked
from meminit.schema.narrowing import Narrowing
from meminit.schema.references import External, resolved
from meminit.sources import gate, json_text
from meminit.sources.limits import DEFAULT
from meminit.words import quoted

_MOST_FAULTS = 20
_MOST_SUSPECTS = 8


@dataclass(frozen=True, eq=False)
class Schema:
    """A schema that works: its judge, what it says, and the fields it describes at its top; equal to itself alone."""

    judge: Judge
    document: Mapping[str, object]
    names: frozenset[str]
    marks: Marks | None = None  # the values that are paths or ids of other documents, if there can be any
    files: tuple[str, ...] = ()  # the other files that it refers to
    is_small: bool = True  # whether it demands so little that each field can be judged by itself


def load(root: str, relative: str, limit: int = DEFAULT.schema, allowance: Allowance | None = None) -> Schema | Problem:
    """The schema at a path of the repository, which takes of what all of them may come to."""
    allowance = allowance or Allowance(limit)
    try:
        content = gate.read_inside(root, relative, limit)
        allowance.note(relative, content)
        text = gate.decode(content)
    except gate.SourceError as error:
        if error.kind == "missing":
            return Problem("SCHEMA_MISSING", {})
        return _invalid(error.words)
    except gate.BadEncoding as error:
        return Problem("SCHEMA_INVALID", {"problem": error.words}, error.line, error.column)
    return of_text(text, root, relative, limit, allowance)


def of_text(
    text: str, root: str, relative: str, limit: int = DEFAULT.schema, allowance: Allowance | None = None
) -> Schema | Problem:
    """The schema of a text, which stands or would stand at a path of the repository."""
    allowance = allowance or Allowance(limit)
    try:
        schema = _object(json_text.parse(text))
        parts = allowance.take(text, ())
    except json_text.JsonError as error:
        return _invalid(f"it is not JSON: {error.words}", error.line)
    except Uncompilable as error:
        return _invalid(error.words, 1)
    try:
        return _made(schema, _Place(root, relative, limit), allowance, parts)
    except Uncompilable as error:
        lines = [(json_text.line_of(text, each.path), each.words) for each in (error, *_further_faults(schema))]
        line, words = min(lines, key=lambda each: each[0])
        return _invalid(words, line)


def of_mapping(schema: Mapping[str, object], root: str, relative: str, *, is_known: bool = False) -> Schema:
    """Raises Uncompilable; one that is known to be sound is compiled when it has something to judge."""
    return _made(schema, _Place(root, relative, DEFAULT.schema), Allowance(), 0, is_known=is_known)


class _Place(NamedTuple):
    root: str
    relative: str
    limit: int  # bytes of each file


def _made(
    schema: Mapping[str, object], place: _Place, allowance: Allowance, parts: int, *, is_known: bool = False
) -> Schema:
    draft = draft_of(schema)
    found = resolved(schema, *place, allowance, parts)
    source = Source(schema, found.uri, draft, found.externals, found.resources)
    try:
        judge = compiled_when_asked(source) if is_known else compiled(source)
    except Uncompilable:
        _blame_files(source, found.origins)
        raise
    properties = schema.get("properties")
    names = frozenset(properties) if isinstance(properties, Mapping) else frozenset()
    judge = _thrifty(judge, found.cost, Narrowing(source, judge, found.cost) if found.is_light else None)
    marks = marked(schema, found.uri, {**found.externals, **found.resources})
    return Schema(judge, schema, names, marks if marks.onward else None, found.files, found.cost.is_small)


def _thrifty(judge: Judge, cost: Cost, narrowing: Narrowing | None) -> Judge:
    """A judge that is asked nothing which would take it too long or fill the memory."""

    def breaches(value: object) -> list[RawBreach]:
        if not cost.allows(value):
            return [RawBreach((), "cost", TOO_MUCH, {})]
        if cost.telling(value) <= MOST_COPIES:
            return judge.breaches(value)
        if judge.accepts(value):
            return []
        return narrowing.told(value) if narrowing else [RawBreach((), "cost", TOO_MANY, {})]

    def accepts(value: object) -> bool:
        return cost.allows(value) and judge.accepts(value)

    return Judge(breaches, judge.accepts if cost.is_nothing else accepts, cost.allows)


def _further_faults(schema: Mapping[str, object]) -> Iterator[Uncompilable]:
    """A writer begins with the first fault in the text, whichever one the compiler met."""
    with suppress(Uncompilable):
        yield from islice(faults(schema, draft_of(schema)), _MOST_FAULTS)


def _blame_files(source: Source, origins: Mapping[str, External]) -> None:
    """Blames a file that is no schema itself, and not the one that refers to it.

    To compile a file is to compile all that it refers to. So that is done with the first one that a glance finds fault
    with; and where it finds none, neither with the schema, with a few.
    """
    for uri, origin in origins.items():
        if _has_faults(source, uri):
            _judge_by_itself(source, uri, origin)
    if next(_further_faults(source.schema), None) is None:
        for uri, origin in islice(origins.items(), _MOST_SUSPECTS):
            _judge_by_itself(source, uri, origin)


def _has_faults(source: Source, uri: str) -> bool:
    """Whether something is wrong with a file, whatever it refers to."""
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
    """The draft of a file: the one that it names, or that of the schema that refers to it."""
    external = source.externals[uri]
    return draft_of(external) if "$schema" in external else source.draft


def _object(value: object) -> Mapping[str, object]:
    if isinstance(value, bool):  # a schema, too: the one that accepts everything, or nothing
        return {} if value else {"not": {}}
    if not isinstance(value, Mapping):
        raise Uncompilable((), "a schema is a JSON object")
    return value


def _invalid(words: str, line: int | None = None) -> Problem:
    in_one_line = words.replace("\n", "\\n").replace("\r", "\\r")  # whatever the values are that it quotes
    return Problem("SCHEMA_INVALID", {"problem": in_one_line}, line)
