"""The judge that decides agrees with the library that stands in for it, also in what it says is wrong."""

from collections import Counter

import pytest

from meminit.schema import by_jsonschema, by_jsonschema_rs
from meminit.schema.judge import Source, Uncompilable
from meminit.schema.phrases import phrase, shown

URI = "https://repository.invalid/schema"
SCHEMA = {
    "type": "object",
    "required": ["a", "b"],
    "properties": {
        "a": {"type": "string", "minLength": 3, "pattern": "^x"},
        "c": {"enum": ["p", "q"]},
        "d": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]},
        "e": {"type": "array", "uniqueItems": True, "minItems": 3, "items": {"$ref": "#/definitions/e"}},
        "f": {"const": 1},
        "g": {"type": "integer", "minimum": 5, "multipleOf": 3},
        "i": {"oneOf": [{"type": "integer"}, {"minimum": 2}]},
    },
    "propertyNames": {"maxLength": 3},
    "additionalProperties": False,
    "dependencies": {"c": ["z"]},
    "definitions": {"e": {"type": "string"}},
}
VALUES = [
    {},
    {"a": "y", "b": 1, "c": "r", "zzzz": 2},
    {"a": 1, "b": 1, "d": 5, "e": ["1", "1"], "f": 2, "g": 4, "i": 3},
    {"a": "xyz", "d": ["k"], "e": [1], "g": 1.5},
]


def _said(judge, value):
    return Counter((each.path, each.keyword, phrase(each, shown(None))) for each in judge(value))


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_both_judges_say_the_same(value):
    source = Source(SCHEMA, URI, "draft-07", resources={URI: SCHEMA})
    ours, theirs = by_jsonschema_rs.compiled(source), by_jsonschema.compiled(source)
    # The stand-in does not tell where a schema `false` was met, so there is none here. In `oneOf`, `anyOf` and
    # `propertyNames` the reasons may come in another order or number.
    assert {key[:2] for key in _said(ours, value)} == {key[:2] for key in _said(theirs, value)}
    plain = {
        "required",
        "type",
        "enum",
        "minLength",
        "pattern",
        "additionalProperties",
        "const",
        "minimum",
        "multipleOf",
    }
    assert {key for key in _said(ours, value) if key[1] in plain} == {
        key for key in _said(theirs, value) if key[1] in plain
    }


@pytest.mark.parametrize(
    "compiled", [by_jsonschema_rs.compiled, by_jsonschema.compiled], ids=["jsonschema-rs", "jsonschema"]
)
@pytest.mark.parametrize("schema", [{"type": "strin"}, {"properties": {"x": {"minLength": "1"}}}, {"pattern": "("}])
def test_both_refuse_what_is_no_schema(compiled, schema):
    with pytest.raises(Uncompilable) as refused:
        compiled(Source(schema, URI, "draft-07", resources={URI: schema}))
    assert refused.value.path


def test_what_is_wrong_with_a_schema_is_told_in_one_line(call):
    files = {
        ".meminit.toml": '[docs]\nschema = "s.json"\n',
        "s.json": '{"definitions": "\\n\\r"}',
        "docs/a.md": "# a\n",
    }
    (line,) = [each for each in call.check(files).found if "SCHEMA_INVALID" in each]
    assert "'\\n\\r' is text, not a mapping" in line
