"""A schema may lie at any path, also at one that is no part of a URL as it is."""

import pytest
from tests.support.documents import GOOD


@pytest.mark.parametrize("folder", ["a b", "a#b", "a%20b", "a?b", "ü", "a[b]", "a\\b"])
def test_a_schema_is_used_wherever_it_lies(call, folder):
    schema = '{"allOf": [{"$ref": "other.json#/x"}, {"$ref": "#/y"}], "y": {"required": ["owner"]}}'
    config = f"[docs]\nschema = '{folder}/s.json'\n"
    other = '{"x": {"required": ["nope"]}}'
    tree = {f"{folder}/s.json": schema, f"{folder}/other.json": other, "docs/a.md": GOOD, ".meminit.toml": config}
    assert call.check(tree).codes == ["MISSING_FIELD"]
