"""Answers two questions about the fields of a schema from its text: what decides about a field's form, and its ties."""

from collections.abc import Iterator, Mapping

from meminit.schema import pointers

_FORM = frozenset({"$ref", "allOf", "anyOf", "const", "enum", "format", "not", "oneOf", "pattern"})
_SAME_MAPPING = ("$ref", "allOf", "anyOf", "else", "if", "oneOf", "then")  # their schemas are about the same mapping

ANNOTATIONS = frozenset({
    "$comment", "$defs", "$schema", "default", "definitions", "deprecated", "description", "examples", "readOnly",
    "title", "writeOnly",
})  # fmt: skip  # keywords that say nothing about values
IDENTITIES = frozenset({"$id", "id"})
_NAMES_ALONE = frozenset({"dependentRequired", "maxProperties", "minProperties", "required", "type"})
_EACH_ALONE = frozenset({"additionalProperties", "patternProperties", "propertyNames"})
_CONDITIONS = ("anyOf", "oneOf", "not", "if", "then", "else")
_WHEN_THERE = ("dependencies", "dependentSchemas")
_LOCAL = frozenset({"definitions", "$defs"})
_KNOWN = ANNOTATIONS | _NAMES_ALONE | _EACH_ALONE | {"$ref", "allOf", "properties", *_CONDITIONS, *_WHEN_THERE}


def decides_form(schema: Mapping[str, object], field: str) -> bool:
    """Whether the schema says what text the field may hold, beyond that it is text."""
    return any(_FORM & inner.keys() for inner in _of_field(schema, field))


def _of_field(schema: Mapping[str, object], field: str) -> Iterator[Mapping[str, object]]:
    waiting: list[object] = [schema]
    seen: set[int] = set()
    while waiting:
        here = waiting.pop()
        if not isinstance(here, Mapping) or id(here) in seen:
            continue
        seen.add(id(here))
        properties = here.get("properties")
        inner = properties.get(field) if isinstance(properties, Mapping) else None
        if isinstance(inner, Mapping):
            yield inner
        for keyword in _SAME_MAPPING:
            value = here.get(keyword)
            if isinstance(value, str) and not value.startswith("#"):
                yield {"$ref": value}  # another file, which may say anything
            elif isinstance(value, str):
                value = pointers.resolve(schema, value[1:])
            waiting.extend(value if isinstance(value, list) else [value])


def entangled(schema: Mapping[str, object]) -> frozenset[str] | None:
    """The fields in conditions; what the schema says of any other field depends on that field alone.

    None if a keyword may tie any field to any other. Too many fields are harmless, too few are not: so keywords beside
    a reference count even in drafts that ignore them.
    """
    tied: set[str] = set()
    root = {key: value for key, value in schema.items() if key not in IDENTITIES}
    waiting: list[tuple[object, bool]] = [(root, False)]
    seen: set[tuple[int, bool]] = set()
    may_refer = not IDENTITIES & schema.keys()  # with an identity, a reference may lead elsewhere than it seems
    while waiting:
        here, conditional = waiting.pop()
        if isinstance(here, bool) or (id(here), conditional) in seen:
            continue
        if not isinstance(here, Mapping) or here.keys() - _KNOWN or ("$ref" in here and not may_refer):
            return None
        seen.add((id(here), conditional))
        if conditional:
            if any(not isinstance(here.get(keyword, True), bool) for keyword in _EACH_ALONE):
                return None
            tied.update(here.get("properties", ()))
        waiting.extend((each, conditional) for each in _unconditional(here, schema))
        waiting.extend((each, True) for each in _conditional(here))
    return frozenset(tied)


def _unconditional(here: Mapping[str, object], schema: Mapping[str, object]) -> Iterator[object]:
    every = here.get("allOf", [])
    yield from every if isinstance(every, list) else [None]
    if "$ref" in here:
        steps = pointers.steps(str(here["$ref"]))
        is_local = str(here["$ref"]).startswith("#/") and len(steps) == 2 and steps[0] in _LOCAL  # noqa: PLR2004
        yield pointers.resolve(schema, str(here["$ref"])[1:]) if is_local else None


def _conditional(here: Mapping[str, object]) -> Iterator[object]:
    for keyword in _CONDITIONS:
        value = here.get(keyword, [])
        yield from value if isinstance(value, list) else [value]
    for keyword in _WHEN_THERE:
        values = here.get(keyword, {})
        inner = list(values.values()) if isinstance(values, Mapping) else [None]
        yield from (each for each in inner if not isinstance(each, list))  # a list has only names
