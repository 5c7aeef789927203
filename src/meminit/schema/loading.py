"""Loads the metadata schema of a repository, or says in one problem why it cannot be used."""

from collections.abc import Mapping
from typing import NamedTuple

from meminit.model.finding import Problem
from meminit.schema.breach import Judge, Source, Uncompilable
from meminit.schema.compiling import compiled, draft_of
from meminit.schema.references import resolved
from meminit.sources import gate, json_text


class Schema(NamedTuple):
    """A schema that works: its judge, and what it says."""

    judge: Judge
    document: Mapping[str, object]

    @property
    def names(self) -> frozenset[str]:
        """The fields it describes at its top."""
        properties = self.document.get("properties")
        return frozenset(properties) if isinstance(properties, Mapping) else frozenset()


def load(root: str, relative: str) -> Schema | Problem:
    """The schema at a path of the repository."""
    try:
        text = gate.decode(gate.read_inside(root, relative, gate.SCHEMA_LIMIT))
    except gate.SourceError as error:
        if error.kind == "missing":
            return Problem("SCHEMA_MISSING", {})
        return _invalid(error.words)
    except gate.BadEncoding as error:
        return Problem("SCHEMA_INVALID", {"problem": error.words}, error.line, error.column)
    try:
        return of_mapping(_object(json_text.parse(text)), root, relative)
    except json_text.JsonError as error:
        return _invalid(f"it is not JSON: {error.words}", error.line)
    except Uncompilable as error:
        return _invalid(error.words, json_text.line_of(text, error.path))


def of_mapping(schema: Mapping[str, object], root: str, relative: str) -> Schema:
    draft = draft_of(schema)
    uri, externals, resources = resolved(schema, root, relative)
    return Schema(compiled(Source(schema, uri, draft, externals, resources)), schema)


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Uncompilable((), "a schema is a JSON object")
    return value


def _invalid(words: str, line: int | None = None) -> Problem:
    return Problem("SCHEMA_INVALID", {"problem": words}, line)
