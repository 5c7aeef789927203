"""Proposes a configuration and a schema that demand of documents what nearly all of them do already."""

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.config.find import OWN_NAME
from meminit.config.settings import DEFAULT_ID_FIELD, DEFAULT_ID_PATTERN
from meminit.installed import published
from meminit.model.finding import Finding
from meminit.surveying.config_text import Line, config_lines, namespaces, proposed_types, written
from meminit.surveying.evidence import Share
from meminit.surveying.fields import DESCRIBED_SHARE, KINDS, LEAST_EVIDENCE, RARE_SHARE, Field, Found, kind_of_text
from meminit.surveying.kinds import Condition, Kind
from meminit.surveying.survey import Survey

_OF_SCHEMAS = frozenset({"MISSING_FIELD", "INVALID_FIELD", "UNKNOWN_FIELD", "EMPTY_FIELD", "INVALID_ID_FORMAT"})
_TYPES: Mapping[str, str] = {
    "text": "string",
    "boolean": "boolean",
    "list": "array",
    "mapping": "object",
    "empty": "null",
}
_UNUSUAL = re.compile(r"[^A-Za-z0-9]+")
_VERSION = re.compile(r"(^|_)version$")
_FULL_DATE = 10  # characters: 2026-01-02
_MONTHS = 12
_DAYS = 31


class Proposal(NamedTuple):
    """`lines` are the configuration, `schemas` the texts of schemas by their paths, that of all documents first."""

    lines: tuple[Line, ...]
    schemas: Mapping[str, str]

    @property
    def schema_path(self) -> str:
        return next(iter(self.schemas), "")

    @property
    def schema(self) -> str:
        return next(iter(self.schemas.values()), "")

    @property
    def bare(self) -> str:
        """The configuration without the reasons, which may change without it."""
        return written(self.lines, reasons=False)

    @property
    def files(self) -> Mapping[str, str]:
        """The texts by their paths; the configuration, which makes the others count, is the last."""
        return {**self.schemas, OWN_NAME: written(self.lines, reasons=True)}


def with_own_schema(survey: Survey, project: str, schema_path: str, is_free: Callable[[str], bool]) -> Proposal:
    """`schema_path` is where the schema of all documents would be, if there is one; others get names of their own."""
    decided = {"type"} if proposed_types(survey) else set()
    names = {kind.root: name for name, kind in namespaces(survey)}
    texts: dict[str, str] = {}
    paths: dict[str, str] = {}
    for kind in survey.kinds:
        text = schema_text(kind, survey.ids.field if survey.ids else "", decided, survey.found)
        known = next((path for path, other in texts.items() if other == text), None)
        path = known or schema_path
        if texts and not known:
            path = _own_path(names.get(kind.root, ""), {*texts, schema_path}, is_free)
        paths[kind.root] = path if text else ""
        if text:
            texts[path] = text
    return Proposal(config_lines(survey, project, paths), texts)


def _own_path(name: str, taken: Container[str], is_free: Callable[[str], bool]) -> str:
    """The path of the schema of a namespace, at which there is no file yet."""
    plain = _UNUSUAL.sub("-", name).strip("-").lower() or "other"
    paths = (f"{plain}{number}.schema.json" for number in ("", *range(2, 100)))
    return next(path for path in paths if path not in taken and is_free(path))


def with_built_in_schema(survey: Survey, project: str) -> Proposal:
    """The same for documents that fit the built-in schema, which applies if none is named."""
    return Proposal(config_lines(survey, project, None), {})


def may_fit_built_in(survey: Survey) -> bool:
    """Whether documents have all fields that the built-in schema requires; only a check can judge their values."""
    ids = survey.ids
    if ids is None or (ids.field, ids.pattern) != (DEFAULT_ID_FIELD, DEFAULT_ID_PATTERN):
        return False
    required = published("metadata")["required"]
    own = {each.name for each in survey.found.fields if each.is_required}
    return isinstance(required, list) and own.issuperset(required)


def fits_built_in(findings: Iterable[Finding], documents: Container[str], checked: int) -> bool:
    """Whether so few documents break the built-in schema that these are mistakes."""
    wrong = {each.path for each in findings if each.code in _OF_SCHEMAS and each.path in documents}
    return not Share(len(wrong), checked).is_at_least(RARE_SHARE)


def schema_text(kind: Kind, id_field: str, decided: AbstractSet[str], everywhere: Found | None = None) -> str:
    """The JSON Schema that the documents of a kind fit already; empty if too few of them have front matter.

    The values of the `decided` fields are left to the configuration. Those of others are described as they are in all
    documents, the fields `everywhere`: a value that occurs elsewhere is no mistake.
    """
    found = kind.found
    if found.documents < LEAST_EVIDENCE or not found.fields:
        return ""
    described = [each for each in found.fields if Share(each.documents, found.documents).is_at_least(DESCRIBED_SHARE)]
    spelt = _spelt(described)
    schema: dict[str, object] = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Front matter",
        "type": "object",
        "required": [each.name for each in described if each.is_required and each.name not in spelt],
        "properties": {
            each.name: _described(_seen_everywhere(each, everywhere, decided), id_field) for each in described
        },
    }
    further = [_conditional(each) for each in kind.conditions]
    further += [{"anyOf": [{"required": [each]} for each in every]} for every in spelt.values()]
    if further:
        schema["allOf"] = further
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def _spelt(described: Iterable[Field]) -> Mapping[str, list[str]]:
    """The required fields that some documents write with other capitals, with all their spellings."""
    listed = list(described)
    alike: dict[str, list[str]] = {}
    for each in listed:
        alike.setdefault(each.name.casefold(), []).append(each.name)
    return {
        each.name: alike[each.name.casefold()]
        for each in listed
        if each.is_required and len(alike[each.name.casefold()]) > 1
    }


def _seen_everywhere(field: Field, everywhere: Found | None, decided: AbstractSet[str]) -> Field:
    found = (everywhere.get(field.name) if everywhere else None) or field
    return found._replace(is_required=field.is_required, values={} if field.name in decided else found.values)


def _conditional(condition: Condition) -> Mapping[str, object]:
    return {
        "if": {"required": [condition.field], "properties": {condition.field: {"const": condition.value}}},
        "else" if condition.unless else "then": {"required": list(condition.required)},
    }


def _described(field: Field, id_field: str) -> Mapping[str, object]:
    if field.name == id_field:
        return {"type": ["string", "integer"]} if "number" in field.usual else {"type": "string"}
    if _VERSION.search(field.name) and set(field.usual) <= {"text", "number"}:
        return {"type": "string"}  # a version is judged as it is written
    if field.values:
        return {"enum": sorted(field.values)}
    usual = field.usual
    if usual == ("date",):
        return _date(field)
    if usual == ("empty",) or "date" in usual or (set(usual) >= {"text", "number"}):
        return {}  # nothing is known, or it depends on how YAML reads each value
    names = [_TYPES[kind] for kind in _allowed(field) if kind in _TYPES]
    numbers = _number(field) if "number" in _allowed(field) else []
    names += [each for each in numbers if each not in names]
    described: dict[str, object] = {"type": names[0] if len(names) == 1 else names} if names else {}
    if field.is_required and names == ["string"]:
        described["minLength"] = 1
    return described


def _allowed(field: Field) -> tuple[str, ...]:
    """The usual kinds, and some rare ones that programs take for the same: one value or a list of some, or nothing."""
    usual, rare = set(field.usual), set[str]()
    if not field.is_required and field.kinds.get("empty", 0) > 1:
        rare.add("empty")
    if usual & {"text", "list"}:
        rare.update(kind for kind in ("text", "list") if field.kinds.get(kind))
    if "text" in usual and field.kinds.get("number"):
        rare.add("number")
    if usual & {"text", "list", "mapping"} and field.kinds.get("boolean"):
        rare.add("boolean")  # which turns off what the others set
    rare.update(kind for kind, count in field.kinds.items() if kind != "empty" and count >= LEAST_EVIDENCE)
    return tuple(kind for kind in KINDS if kind in usual | rare)


def _date(field: Field) -> Mapping[str, object]:
    return {"type": "string", "format": "date"} if all(map(_is_full_date, field.column)) else {}


def _is_full_date(value: object) -> bool:
    """Whether a schema would accept it as a date, not counting the days of shorter months."""
    if not isinstance(value, str) or kind_of_text(value) != "date":
        return True  # a mistake, which the check reports
    if len(value) != _FULL_DATE:
        return False
    return 1 <= int(value[5:7]) <= _MONTHS and 1 <= int(value[8:]) <= _DAYS


def _number(field: Field) -> list[str]:
    """The types of a field of numbers. Numbers in quotes, or in rare notations, are text to a schema."""
    numbers = [each for each in field.column if isinstance(each, int | float) and not isinstance(each, bool)]
    is_whole = all(isinstance(each, int) for each in numbers)
    is_written = Share(field.kinds["number"] - len(numbers), field.kinds["number"]).is_at_least(RARE_SHARE)
    return ["integer" if is_whole and not is_written else "number", *(["string"] if is_written else [])]
