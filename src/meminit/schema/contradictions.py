"""Finds fields that a schema forbids or that no value fits, as far as that can be proved.

What a schema says under conditions is left out, since it may apply to no document.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.schema import fields
from meminit.schema.judge import Judge, RawBreach, Uncompilable
from meminit.schema.loading import Schema, of_mapping
from meminit.schema.phrases import phrase, shown
from meminit.sources.files import Files

_CONDITIONS = frozenset({
    "anyOf", "dependencies", "dependentRequired", "dependentSchemas", "else", "if", "maxProperties", "minProperties",
    "oneOf", "required", "then",
})  # fmt: skip
# Keywords that may describe fields, depending on what else is in a document.
_DESCRIBING = frozenset({
    "$dynamicRef", "$recursiveRef", "$ref", "anyOf", "dependencies", "dependentSchemas", "else", "if", "oneOf", "then",
})  # fmt: skip
_CLOSING = ("additionalProperties", "unevaluatedProperties")
_BOUNDS = (
    ("minLength", "maxLength", ("string",)),
    ("minItems", "maxItems", ("array",)),
    ("minimum", "maximum", ("integer", "number")),
    ("minProperties", "maxProperties", ("object",)),
)
_MOST_VALUES = 50
_MOST_STEPS = 50
_DEEPEST = 5
_PROBE = "x"


class Judged(NamedTuple):
    """A schema, and the part of it that applies to every document; an empty part if that cannot be judged."""

    schema: Schema
    document: Mapping[str, object]
    judge: Judge

    def objection(self, field: str) -> str | None:
        """Why no document with the field can be right; None if that cannot be proved."""
        for breach in self.judge.breaches({field: _PROBE}):
            words = _of_any_value(breach, field)
            if words:
                return words
        parts = list(_parts(self.document, field))
        return next((words for part in parts if (words := _of_bounds(part))), None) or self._of_values(field, parts)

    def _of_values(self, field: str, parts: list[Mapping[str, object]]) -> str | None:
        """What is wrong with the first value that is allowed, if something is wrong with each of them."""
        named = next((values for part in parts if (values := _values(part)) is not None), None)
        if named is None or len(named) > _MOST_VALUES:
            return None
        first = ""
        for value in named:
            wrong = [each for each in self.judge.breaches({field: value}) if each.path[:1] == (field,)]
            if not wrong:
                return None
            first = first or phrase(wrong[0], shown(value))
        return f"none of the values that it allows fits: {first}" if named else "it allows no value at all"


def judged(schema: Schema, files: Files, path: str) -> Judged:
    document = _stripped(schema.document)
    try:
        return Judged(schema, document, of_mapping(document, files, path).judge)
    except Uncompilable:  # it refers to a part that was left out
        return Judged(schema, {}, Judge(lambda _: [], lambda _: True))


def required(schema: Schema) -> Iterator[tuple[int, str]]:
    """The fields that every document must have, with their indices in the list."""
    names = schema.document.get("required")
    for number, name in enumerate(names if isinstance(names, list) else []):
        if isinstance(name, str):
            yield number, name


def forbids_everything(schema: Schema) -> bool:
    return schema.document.get("not") == {}


def _stripped(schema: Mapping[str, object], depth: int = 0) -> dict[str, object]:
    """The schema without what applies only under conditions, and without what is nested deeply."""
    left = {key: value for key, value in schema.items() if key not in _CONDITIONS}
    every = schema.get("allOf")
    if isinstance(every, list):
        inner = every if depth < _DEEPEST else []
        left["allOf"] = [_stripped(each, depth + 1) if isinstance(each, Mapping) else each for each in inner] or [{}]
    if _describes(schema):
        left.pop("unevaluatedProperties", None)
    return left


def _describes(schema: Mapping[str, object]) -> bool:
    """Whether parts that are left out may describe fields."""
    every = schema.get("allOf")
    inner = [each for each in every if isinstance(each, Mapping)] if isinstance(every, list) else []
    return any(_DESCRIBING & each.keys() or "allOf" in each for each in inner) or bool(_DESCRIBING & schema.keys())


def _of_any_value(breach: RawBreach, field: str) -> str | None:
    if breach.keyword in _CLOSING and not breach.path and isinstance(breach.demand, list) and field in breach.demand:
        return f"{breach.keyword} is false, and the field is not among the properties"
    if breach.keyword == "propertyNames" and not breach.path:
        return "propertyNames does not allow the name"
    if breach.keyword == "not" and breach.path == (field,) and breach.demand in (None, {}):
        return "no value is allowed for it"
    return None


def _parts(document: Mapping[str, object], field: str) -> Iterator[Mapping[str, object]]:
    """The schemas that every value of the field has to fit."""
    properties = document.get("properties")
    waiting = [properties.get(field)] if isinstance(properties, Mapping) else []
    for _ in range(_MOST_STEPS):  # references may lead in a circle
        here = waiting.pop() if waiting else None
        if not isinstance(here, Mapping):
            continue
        reference, every = here.get("$ref"), here.get("allOf")
        if reference is None:
            yield here
            waiting += every if isinstance(every, list) else []
        elif isinstance(reference, str) and reference.startswith("#"):  # older drafts ignore what is beside it
            waiting.append(fields.at_pointer(document, reference[1:]))


def _values(schema: Mapping[str, object]) -> list[object] | None:
    if "const" in schema:
        return [schema["const"]]
    named = schema.get("enum")
    return named if isinstance(named, list) else None


def _of_bounds(schema: Mapping[str, object]) -> str | None:
    for low, high, kinds in _BOUNDS:
        least, most = schema.get(low), schema.get(high)
        is_proved = isinstance(least, int | float) and isinstance(most, int | float) and least > most
        if is_proved and schema.get("type") in kinds:
            return f"{low} is {least}, and {high} is {most}"
    return None
