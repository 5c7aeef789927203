"""What may be settled with one question, and traps that chance seldom sets."""

import pytest

from meminit.documents.as_written import plainly_valid
from meminit.documents.judgement import judged, judged_at_length
from meminit.installed import published
from meminit.schema.fields import entangled
from meminit.schema.loading import of_mapping
from meminit.sources import yaml_text
from meminit.sources.files import Files

DATE = {"type": "string", "format": "date"}
A = {"properties": {"a": True}}
B = {"properties": {"b": True}}


@pytest.mark.parametrize(
    ("schema", "tied"),
    [
        (published("metadata"), set()),
        ({"$id": "https://x.invalid/a", **A, "additionalProperties": DATE, "propertyNames": {"maxLength": 3}}, set()),
        ({"allOf": [A, {"$ref": "#/definitions/b"}], "definitions": {"b": B}}, set()),
        ({"dependencies": {"a": ["b"]}, "dependentRequired": {"a": ["b"]}}, set()),
        ({"if": A, "then": B, "else": {"required": ["c"]}}, {"a", "b"}),
        ({"anyOf": [A, {"allOf": [{"not": B}]}], "oneOf": [True, {"additionalProperties": False}]}, {"a", "b"}),
        ({"dependencies": {"x": A}, "dependentSchemas": {"x": B}}, {"a", "b"}),
        ({"if": {"$ref": "#/$defs/b"}, "allOf": [{"$ref": "#/$defs/b"}], "$defs": {"b": B}}, {"b"}),
        ({"const": {"a": "1"}}, None),
        ({"unevaluatedProperties": False}, None),
        ({"if": {"patternProperties": {"a": True}}}, None),
        ({"not": {"additionalProperties": DATE}}, None),
        ({"$ref": "other.json"}, None),
        ({"$ref": "#/properties/a", **A}, None),
        ({"$id": "https://x.invalid/a", "$ref": "#/$defs/b", "$defs": {"b": B}}, None),
        ({"allOf": [{"$id": "b", **B}]}, None),
    ],
)
def test_fields_are_tied_by_conditions(schema, tied):
    assert entangled(schema) == tied


TIED = {
    "properties": {"version": {"type": "string", "maxLength": 1}},
    "if": {"required": ["a"]},
    "else": {"properties": {"version": {"pattern": "^[0-9]$"}}},
}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        pytest.param(TIED, "version: 1\na: x\n", id="by itself the field is judged as other text"),
        pytest.param(
            {"properties": {"1": DATE}}, "'01': 2026-01-02\n'1': 2026-01-02\n", id="the judge takes 01 for the same key"
        ),
        pytest.param({"properties": {"a": {"type": "string"}}}, "a: 2026-01-02\n", id="a date is no text by itself"),
        pytest.param({}, "id: ' '\n", id="a blank id"),
        pytest.param({}, "id:\n", id="no id"),
        pytest.param({"required": ["a"]}, "a: ''\n", id="blank text that is required"),
        pytest.param({"properties": {"a": {"type": "integer"}}}, "a: .inf\n", id="infinity is no whole number"),
    ],
)
def test_what_is_wrong_at_length_is_not_right_at_once(schema, text):
    schemas, fields = (of_mapping(schema, Files(""), "schema"),), yaml_text.parse(text).root
    assert judged(fields, 9, schemas, "id") == judged_at_length(fields, 9, schemas, "id") != ()


@pytest.mark.parametrize(
    "text",
    [
        "version: 1.0\ndate: 2026-01-02\nid: 7\na: ''\nb: 3\nother: 2026-01-02\nc: ~\n",
        "version: 2\ndate: 2026-12-31\nd: [a, 1, true]\n",
    ],
)
def test_ordinary_front_matter_is_settled_at_once(text):
    fields = {"version": {"type": "string", "pattern": "^[0-9]+[.][0-9]+$"}, "date": DATE, "b": {"type": "integer"}}
    schemas = (of_mapping({"properties": fields, "if": {"required": ["x"]}, "then": A}, Files(""), "schema"),)
    assert plainly_valid(schemas, "id").accepts(yaml_text.parse(text).root)
