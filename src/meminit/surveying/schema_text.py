"""Writes the JSON Schema that documents keep already."""

import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from meminit.surveying.evidence import Share
from meminit.surveying.fields import DESCRIBED_SHARE, LEAST_EVIDENCE, RARE_SHARE, Field, Found
from meminit.surveying.kinds import kind_of_text

_TYPES: Mapping[str, str] = {
    "text": "string",
    "boolean": "boolean",
    "list": "array",
    "mapping": "object",
    "empty": "null",
}
_VERSION = re.compile(r"(^|_)version$")
_FULL_DATE = 10  # characters: 2026-01-02
_MONTHS = 12
_DAYS = 31


def schema_text(found: Found, id_field: str, decided: AbstractSet[str]) -> str:
    """The schema; empty where no document has front matter, or too few to tell anything.

    Which values the `decided` fields may have is said elsewhere.
    """
    if found.documents < LEAST_EVIDENCE or not found.fields:
        return ""
    described = [each for each in found.fields if Share(each.documents, found.documents).is_at_least(DESCRIBED_SHARE)]
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Front matter",
        "type": "object",
        "required": [each.name for each in described if each.is_required],
        "properties": {
            each.name: _described(each if each.name not in decided else each._replace(values={}), id_field)
            for each in described
        },
    }
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def _described(field: Field, id_field: str) -> Mapping[str, object]:
    if field.name == id_field:
        return {"type": ["string", "integer"]} if "number" in field.usual else {"type": "string"}
    if _VERSION.search(field.name) and set(field.usual) <= {"text", "number"}:
        return {"type": "string"}  # by their names, versions are judged as they are written
    if field.values:
        return {"enum": sorted(field.values)}
    usual = field.usual
    if usual == ("date",):
        return _date(field)
    if usual == ("empty",) or "date" in usual or (set(usual) >= {"text", "number"}):
        return {}  # nothing is known, or what YAML makes of such values depends on how each is written
    names = [_TYPES[kind] for kind in usual if kind in _TYPES]
    names += _number(field) if "number" in usual else []
    described: dict[str, object] = {"type": names[0] if len(names) == 1 else names} if names else {}
    if field.is_required and names == ["string"]:
        described["minLength"] = 1
    return described


def _date(field: Field) -> Mapping[str, object]:
    return {"type": "string", "format": "date"} if all(map(_is_full_date, field.column)) else {}


def _is_full_date(value: object) -> bool:
    """Whether a schema would take it for a date, but for the days of shorter months."""
    if not isinstance(value, str) or kind_of_text(value) != "date":
        return True  # a mistake, which the check shall tell
    if len(value) != _FULL_DATE:
        return False
    return 1 <= int(value[5:7]) <= _MONTHS and 1 <= int(value[8:]) <= _DAYS


def _number(field: Field) -> list[str]:
    """Numbers that are quoted, or written in an unusual way, are text to a schema."""
    numbers = [each for each in field.column if isinstance(each, int | float) and not isinstance(each, bool)]
    is_whole = all(isinstance(each, int) for each in numbers)
    is_written = Share(field.kinds["number"] - len(numbers), field.kinds["number"]).is_at_least(RARE_SHARE)
    return ["integer" if is_whole and not is_written else "number", *(["string"] if is_written else [])]
