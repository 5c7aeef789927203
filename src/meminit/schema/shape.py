"""What a schema says about one of the fields it is for, as far as its text tells."""

from collections.abc import Iterator, Mapping

from meminit.schema import pointers

_FORM = frozenset({"$ref", "allOf", "anyOf", "const", "enum", "format", "not", "oneOf", "pattern"})
_HERE = ("$ref", "allOf", "anyOf", "else", "if", "oneOf", "then")  # keywords whose schemas are about the same mapping


def decides_form(schema: Mapping[str, object], field: str) -> bool:
    """Whether the schema has a say in what text the field may hold, beyond that it is text."""
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
        for keyword in _HERE:
            value = here.get(keyword)
            if isinstance(value, str) and not value.startswith("#"):
                yield {"$ref": value}  # another file, which may say anything
            elif isinstance(value, str):
                value = pointers.resolve(schema, value[1:])
            waiting.extend(value if isinstance(value, list) else [value])
