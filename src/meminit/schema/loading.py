"""Loads a schema of a repository, or reports in one problem why it cannot be used; judges by it within limits.

A value that would take too long is not judged. Where a report of all breaches of a value would take too much memory,
its largest fields and its items are judged one by one instead. That gives the same breaches where a schema says what
each field of a mapping or each item of a list has to be, and nothing that depends on several of them. Parts that are
right cost nothing then, whatever the schema demands of them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from meminit.model.finding import Problem
from meminit.model.node import Path
from meminit.schema import fields
from meminit.schema.allowance import Allowance
from meminit.schema.cost import MOST_COPIES, Cost, size_of
from meminit.schema.fields import ANNOTATIONS, IDENTITIES, FormatTree, format_tree
from meminit.schema.judge import (
    Judge,
    RawBreach,
    Source,
    Uncompilable,
    compiled,
    compiled_on_first_use,
    draft_of,
    faults,
    judge_of,
)
from meminit.schema.references import External, resolved
from meminit.sources import gate, json_text
from meminit.sources.files import Files
from meminit.sources.limits import DEFAULT
from meminit.words import quoted

_MOST_FAULTS = 20
_MOST_SUSPECTS = 8
_TOO_MUCH = "it is too large, or nested too deeply, to be judged by its schema"
_TOO_MANY = "it breaks its schema in too many ways to list them"
_REFERS = frozenset({"$ref"})
_OF_FIELDS = frozenset({"additionalProperties", "properties", "required", "type"})
_OF_LISTS = frozenset({"maxItems", "minItems", "type", "uniqueItems"})
_OF_ITEMS = _OF_LISTS | {"items"}
_LOCAL = frozenset({"#/definitions", "#/$defs"})
_ELSEWHERE = "https://part.invalid/"
_MOST_APART = 8  # fields of one mapping that are judged by themselves
_MOST_JUDGES = 6  # judges of parts, for one value
# Makes the judge of a part, and its cost, from the pointer to its schema.
_Make: TypeAlias = Callable[[str], tuple[Judge, Cost]]


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


def limited(judge: Judge, cost: Cost, source: Source, *, may_divide: bool) -> Judge:
    """The judge, asked nothing that would take too long or too much memory.

    `may_divide` says that there is memory to compile parts of the schema by themselves.
    """
    parts = _PartByPart(source, judge, cost)

    def breaches(value: object) -> list[RawBreach]:
        if not cost.allows(value):
            return [RawBreach((), "cost", _TOO_MUCH, {})]
        if cost.copies(value) <= MOST_COPIES:
            return judge.breaches(value)
        if judge.accepts(value):
            return []
        return parts.breaches(value) if may_divide else [RawBreach((), "cost", _TOO_MANY, {})]

    def accepts(value: object) -> bool:
        return cost.allows(value) and judge.accepts(value)

    return Judge(breaches, accepts, cost.allows)


class _Part(NamedTuple):
    """A value, its path, and its schema: what it says, and the pointer to it in its file."""

    value: object
    path: Path
    schema: Mapping[str, object]
    pointer: str


class _TooMany(Exception):  # noqa: N818 - it names what was seen
    """Even the breaches of this part cannot be reported."""


class _PartByPart:
    """Judges a value by dividing it."""

    def __init__(self, source: Source, judge: Judge, cost: Cost) -> None:
        self._source, self._whole = source, (judge, cost)
        self._make = lru_cache(_MOST_JUDGES)(self._judge)

    def breaches(self, value: object) -> list[RawBreach]:
        """The breaches; for a field or a whole value with too many, that there are too many."""
        try:
            return list(self._of_fields(_followed(_Part(value, (), self._source.schema, ""), self._source)))
        except _TooMany:
            return [RawBreach((), "cost", _TOO_MANY, {})]

    def _of_fields(self, part: _Part) -> Iterator[RawBreach]:
        rest = _Report(self._source, self._make, MOST_COPIES)
        apart = rest.divided(part)
        yield from rest.without(part, apart)
        for each in apart:
            # Each has a share of its own: whether one is reported must not depend on how another one is judged.
            report = _Report(self._source, self._make, MOST_COPIES // len(apart))
            try:
                yield from list(report.of(each))
            except _TooMany:
                yield RawBreach(each.path, "cost", _TOO_MANY, {})

    def _judge(self, pointer: str) -> tuple[Judge, Cost]:
        if not pointer:
            return self._whole
        source, schema = self._source, fields.at_pointer(self._source.schema, pointer)
        if not isinstance(schema, Mapping):
            raise _TooMany
        files = {**source.externals, source.uri: source.schema}
        reference = source._replace(schema={"$ref": f"{source.uri}#{pointer}"}, uri=_ELSEWHERE, externals=files)
        try:
            return compiled(reference), self._whole[1].within(schema)
        except Uncompilable as error:
            raise _TooMany from error


class _Report:
    """Reports the breaches of a value and its parts as long as they fit into `left` copied values."""

    def __init__(self, source: Source, make: _Make, left: int) -> None:
        self._source = source
        self._make = make
        self._used: set[str] = set()
        self._left = left

    def of(self, part: _Part) -> Iterator[RawBreach]:
        part = _followed(part, self._source)
        judge, cost = self._judged(part.pointer)
        if judge.accepts(part.value):
            return
        if cost.copies(part.value) <= self._left:
            yield from self._whole(part, part.value)
        elif isinstance(part.value, list):
            yield from self._of_items(part)
        else:
            apart = self.divided(part)
            yield from self.without(part, apart)
            for each in apart:
                yield from self.of(each)

    def divided(self, part: _Part) -> list[_Part]:
        """The largest fields, as many as must be left out for the breaches of the others to fit."""
        value, properties = part.value, part.schema.get("properties")
        if not isinstance(value, dict) or not isinstance(properties, Mapping) or not _consists(part, _OF_FIELDS):
            raise _TooMany
        cost, rest, apart = self._judged(part.pointer)[1], dict(value), list[_Part]()
        candidates = [key for key in value if isinstance(properties.get(key), Mapping)]
        for key in sorted(candidates, key=lambda key: -size_of(value[key]))[:_MOST_APART]:
            if cost.copies(rest) <= self._left:
                break
            del rest[key]
            step = quote(key.replace("~", "~0").replace("/", "~1"), safe="")
            pointer = f"{part.pointer}/properties/{step}"
            apart.append(_Part(value[key], (*part.path, key), properties[key], pointer))
        return apart

    def without(self, part: _Part, apart: list[_Part]) -> Iterator[RawBreach]:
        """The breaches of a mapping without these fields."""
        assert isinstance(part.value, dict)  # noqa: S101 - it was divided
        keys = {each.path[-1] for each in apart}
        for breach in self._whole(part, {key: each for key, each in part.value.items() if key not in keys}):
            if not (breach.keyword == "required" and breach.path == part.path and breach.demand in keys):
                yield breach

    def _of_items(self, part: _Part) -> Iterator[RawBreach]:
        items = part.schema.get("items")
        if not isinstance(part.value, list) or not isinstance(items, Mapping) or not _consists(part, _OF_ITEMS):
            raise _TooMany
        own = {keyword: part.schema[keyword] for keyword in _OF_LISTS & part.schema.keys()}
        for breach in judge_of(own, self._source.draft)(part.value):
            yield _moved(breach, part.path)
        for index, item in enumerate(part.value):
            yield from self.of(_Part(item, (*part.path, index), items, f"{part.pointer}/items"))

    def _whole(self, part: _Part, value: object) -> Iterator[RawBreach]:
        judge, cost = self._judged(part.pointer)
        if judge.accepts(value):
            return
        self._left -= cost.copies(value)
        if self._left < 0:
            raise _TooMany
        for breach in judge.breaches(value):
            yield _moved(breach, part.path)

    def _judged(self, pointer: str) -> tuple[Judge, Cost]:
        self._used.add(pointer)
        if len(self._used) > _MOST_JUDGES:
            raise _TooMany
        return self._make(pointer)


def _followed(part: _Part, source: Source) -> _Part:
    """The part with the schema that its own schema refers to, if that is all it says."""
    while "$ref" in part.schema and _consists(part, _REFERS):
        reference = str(part.schema["$ref"])
        found = fields.at_pointer(source.schema, reference[1:])
        if reference.rpartition("/")[0] not in _LOCAL or not isinstance(found, Mapping):
            break
        part = part._replace(schema=found, pointer=reference[1:])
    return part


def _consists(part: _Part, keywords: frozenset[str]) -> bool:
    """Whether a schema has only these keywords, besides those that say nothing about values."""
    # Below the top, an identity would change what references mean.
    known = keywords | ANNOTATIONS | (frozenset() if part.pointer else IDENTITIES)
    return part.schema.keys() <= known and isinstance(part.schema.get("additionalProperties", True), bool)


def _moved(breach: RawBreach, path: Path) -> RawBreach:
    branches = tuple(tuple(_moved(reason, path) for reason in branch) for branch in breach.branches)
    return breach._replace(path=(*path, *breach.path), branches=branches)
