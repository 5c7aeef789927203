"""Which values are paths or ids of other documents, as the formats of a schema say."""

import pytest

from meminit.schema.fields import format_tree, values
from meminit.sources.yaml_text import parse

PATH = {"type": "string", "format": "doc-path"}
TEXT = "title: t\nsee_x: q\na: none\nl: [u, v]\nc: {a: z, c: {a: y}}\n"
SCHEMAS = {
    "a property": ({"properties": {"a": PATH}}, ["none"]),
    "a pattern of keys": ({"patternProperties": {"^see_": PATH}}, ["q"]),
    "other keys": ({"properties": {"title": {}, "a": {}}, "additionalProperties": PATH}, ["q"]),
    "each item": ({"properties": {"l": {"items": PATH}}}, ["u", "v"]),
    "one item": ({"properties": {"l": {"prefixItems": [{}, PATH]}}}, ["v"]),
    "further items": ({"properties": {"l": {"items": [{}], "additionalItems": PATH}}}, ["v"]),
    "text or nothing": ({"properties": {"a": {"anyOf": [{"type": "null"}, PATH]}}}, ["none"]),
    "one of two texts": ({"properties": {"a": {"anyOf": [{"const": "none"}, PATH]}}}, []),
    "a condition": ({"if": {"properties": {"a": PATH}}}, []),
    "a definition": ({"properties": {"a": {"$ref": "#/definitions/p"}}, "definitions": {"p": PATH}}, ["none"]),
    "recursion": ({"properties": {"c": {"$ref": "#"}, "a": PATH}}, ["none", "y", "z"]),
    "endless recursion": ({"$ref": "#", "allOf": [{"$ref": "#"}], "properties": {"a": PATH}}, ["none"]),
    "one text or several": ({"properties": {"l": {"oneOf": [PATH, {"type": "array", "items": PATH}]}}}, ["u", "v"]),
    "much recursion": (
        {
            "properties": {"a": PATH, "tree": {"$ref": "#/definitions/n"}},
            "definitions": {"n": {"properties": {key: {"$ref": "#/definitions/n"} for key in "lr"}}},
        },
        ["none"],
    ),
    "another file": ({"properties": {"a": {"$ref": "p.json"}}}, ["none"]),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_values_with_formats_are_found(name):
    schema, expected = SCHEMAS[name]
    fields, _ = parse(TEXT)
    tree = format_tree(schema, "https://x/s.json", {"https://x/p.json": PATH})
    found = {path: scalar.written for _, path, scalar in values(tree, [((), fields)])}
    assert sorted(found.values()) == expected
