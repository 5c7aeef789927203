"""What a schema would make of a value beyond all measure is told at once; nothing that people write comes near it."""

import json
import tracemalloc

import pytest
from tests.support.timing import within

from meminit.schema.allowance import inner_first
from meminit.schema.cost import kinds_of
from meminit.schema.loading import Schema, of_text
from meminit.sources.files import Files

pytestmark = pytest.mark.slow

CONFIG = '[docs]\nschema = "s.json"\n[id]\nfield = ""\n'


def _keys(count):
    return "\n".join(f"k{number}: 1" for number in range(count))


def _numbers(count):
    return f"x: [{', '.join(str(number) for number in range(count))}]"


DEEP = f"x: {'[' * 60}1{']' * 60}"
DEEP_KEYS = f"x: {'{x: ' * 60}1{'}' * 60}"
AGAIN = {"$ref": "#/definitions/a"}
OPTIONS = {"properties": {"x": {"items": {"enum": [f"option {number}" for number in range(15_000)]}}}}
# Each of these took memory by the gigabyte or time without end: too much to judge, or too much that is wrong.
TOO_MUCH = {
    "twice as often at each depth": ({"allOf": [{"items": AGAIN}, {"items": AGAIN}], "minimum": 5}, DEEP),
    "one of two at each depth": ({"oneOf": [{"items": AGAIN}, {"items": AGAIN}]}, DEEP),
    "a key that fits twice": ({"properties": {"x": AGAIN}, "patternProperties": {"x": AGAIN}}, DEEP_KEYS),
    "many options": (OPTIONS, _numbers(5000)),
    "many numbers as options": ({"properties": {"x": {"items": {"enum": list(range(20_000))}}}}, "x: [0.5, 1.5, 2.5]"),
    "many patterns": (
        {"patternProperties": {f"k[0-9]{{1,{n}}}": {"type": "null"} for n in range(1, 900)}},
        _keys(6000),
    ),
    "long text for many patterns": ({"properties": {"x": {"allOf": [{"pattern": "b$"}] * 9000}}}, f"x: {'a' * 65_000}"),
}
TOO_MANY = {
    "wrong names of keys": ({"propertyNames": {"pattern": "^z"}}, _keys(6000)),
    "missing keys": ({"required": [f"z{number}" for number in range(9000)]}, _keys(6000)),
    "missing keys that others ask for": ({"dependencies": {"k1": [f"z{n}" for n in range(4000)]}}, _keys(6000)),
    "alternatives": ({"anyOf": [{"required": [f"z{number}"]} for number in range(5000)]}, _keys(6000)),
}


def _of_many(call, schema, fields):
    with within(5):
        schema = {"definitions": {"a": schema}, "properties": {"x": AGAIN}} if AGAIN in _leaves(schema) else schema
        answer = call.check(
            {".meminit.toml": CONFIG, "s.json": json.dumps(schema), "docs/a.md": f"---\n{fields}\n---\n"}
        )
    return answer.found


def _leaves(schema):
    if schema == AGAIN:
        return [AGAIN]
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return [leaf for each in inner for leaf in _leaves(each)]


@pytest.mark.parametrize(("schema", "fields"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_would_take_too_much_is_not_begun(call, schema, fields):
    words = "front matter: it is too large, or nested too deeply, to be judged by its schema"
    assert _of_many(call, schema, fields) == [f"docs/a.md:2:1 error INVALID_FIELD {words}"]


@pytest.mark.parametrize(("schema", "fields"), TOO_MANY.values(), ids=TOO_MANY)
def test_what_is_wrong_in_too_many_ways_is_told_as_one(call, schema, fields):
    words = "front matter: it breaks its schema in too many ways to list them"
    assert _of_many(call, schema, fields) == [f"docs/a.md:2:1 error INVALID_FIELD {words}"]


def test_where_too_much_is_wrong_is_told_of_a_field(call):
    each = {"properties": {"x": {"items": {"anyOf": [{"type": "null"}] * 100}}, "y": {"type": "null"}}}
    assert _of_many(call, each, _numbers(3000) + "\ny: 1") == [
        "docs/a.md:2:4 error INVALID_FIELD x: it breaks its schema in too many ways to list them",
        "docs/a.md:3:4 error INVALID_FIELD y: 1 is a number, not nothing",
    ]


OPTION = {"enum": [f"option {number}" for number in range(5000)]}
TAGS = {"type": "array", "minItems": 1, "maxItems": 500, "uniqueItems": False, "items": OPTION}
SAYS = "is not one of option 0, option 1, "
FOUR_HUNDRED = "\n- option 1" * 400
TOLD = {
    "an item": ({"properties": {"x": TAGS}}, f"x:{FOUR_HUNDRED}\n- optoin 7", [f"403:3 x[400]: 'optoin 7' {SAYS}"]),
    "items and another field": (
        {"required": ["x", "y", "z"], "additionalProperties": False, "properties": {"x": TAGS, "z": {"type": "null"}}},
        f"x:{FOUR_HUNDRED}\n- a\n- b\nz: 1\nw: 1",
        [f"403:3 x[400]: 'a' {SAYS}", f"404:3 x[401]: 'b' {SAYS}", "405:4 z: 1 is a number", "407 y", "406:1 w"],
    ),
    "too many items": (
        {"properties": {"x": {**TAGS, "maxItems": 400}}},
        f"x:{FOUR_HUNDRED}\n- a",
        ["3:1 x: the list has 401 items", f"403:3 x[400]: 'a' {SAYS}"],
    ),
    "an item of a reference": (
        {"$ref": "#/definitions/d", "definitions": {"d": {"properties": {"x/~ ü": TAGS}}}},
        f"x/~ ü:{FOUR_HUNDRED}\n- a",
        [f"403:3 x/~ ü[400]: 'a' {SAYS}"],
    ),
    "a field of an item": (
        {"properties": {"x": {"items": {"required": ["a"], "properties": {"a": OPTION, "b": OPTION}}}}},
        "x:" + "\n- a: option 1\n  b: option 2" * 200 + "\n- a: c\n- b: option 1",
        [f"403:6 x[200].a: 'c' {SAYS}", "405 x[201].a"],
    ),
    "an item of an item": (
        {"properties": {"x": {"items": {"items": OPTION}}}},
        "x:" + "\n- [option 1, option 2]" * 200 + "\n- [option 3, a]",
        [f"203:14 x[200][1]: 'a' {SAYS}"],
    ),
    "alternatives": (
        {"properties": {"x": {"items": {"anyOf": [OPTION, {"type": "null"}]}}}},
        f"x:{FOUR_HUNDRED}\n- a",
        ["403:3 x[400]: 'a' fits none of the allowed alternatives: 'a' is not one of option 0, "],
    ),
    "a key that is a number": (
        {"properties": {"x": {"items": {"properties": {"1": OPTION}}}}},
        "x:" + "\n- 1: option 1" * 300 + "\n- 1: a",
        [f"303:6 x[300].1: 'a' {SAYS}"],
    ),
}


@pytest.mark.parametrize("draft", ["07/schema", "2020-12/schema"])
@pytest.mark.parametrize(("schema", "fields", "told"), TOLD.values(), ids=TOLD)
def test_what_is_wrong_with_few_parts_of_many_is_told(call, schema, fields, told, draft):
    base = "http://json-schema.org/draft-" if draft[0] == "0" else "https://json-schema.org/draft/"
    found = _of_many(call, {"$schema": base + draft, **schema}, fields)
    assert len(found) == len(told)
    for line, expected in zip(found, told, strict=True):
        place, _, words = expected.partition(" ")
        assert line.startswith(f"docs/a.md:{place} error ")
        assert words in line


def test_a_long_list_may_not_be_compared_for_ever(call):
    long = {"definitions": {"u": {"const": [number + 0.5 for number in range(7000)]}}}
    schema = {**long, "properties": {"x": {"allOf": [{"$ref": "#/definitions/u"}] * 600}}}
    fields = f"x: [{', '.join(f'{number}.5' for number in range(7000))}]"
    assert [line.split()[2] for line in _of_many(call, schema, fields)] == ["INVALID_FIELD"]


def test_patterns_may_not_fill_the_memory(call):
    patterns = {"patternProperties": {f"\\w{{900}}$|{number}": {} for number in range(1100)}}
    answer = call.check({".meminit.toml": CONFIG, "s.json": json.dumps(patterns), "docs/a.md": "---\nx: 1\n---\n"})
    assert answer.codes == ["SCHEMA_INVALID"]


def test_what_is_right_is_right_however_much_it_is(call):
    schema = {"required": [f"k{number}" for number in range(4000)], "propertyNames": {"pattern": "^k"}}
    assert _of_many(call, schema, _keys(4000)) == []


@pytest.mark.parametrize("depth", [1, 6])
def test_schemas_may_refer_to_themselves_as_people_make_them(call, depth):
    schema = {"oneOf": [{"type": "array", "items": AGAIN}, {"type": "array", "maxItems": 0}, {"type": "integer"}]}
    assert _of_many(call, schema, f"x: {'[' * depth}1{']' * depth}") == []
    found = _of_many(call, schema, f"x: {'[' * depth}a{']' * depth}")
    assert [line.split()[2:4] for line in found] == [["INVALID_FIELD", "x:"]]


def test_ten_thousand_things_may_be_wrong_in_one_file(call):
    schema = {"properties": {"x": {"items": {"type": "string"}}}}
    assert len(_of_many(call, schema, _numbers(10_000))) == 10_000


def _doubling(name, refer, holder):
    """Forty schemas, each of which refers to the next one twice."""
    links = {f"d{n}": {**holder(n), "allOf": [refer(n + 1)] * 2} for n in range(40)}
    return {name: {**links, "d40": {**holder(40), "type": "null"}}, "properties": {"x": refer(0)}}


DOUBLING = {
    "by places": ("draft-07/schema", _doubling("definitions", lambda n: {"$ref": f"#/definitions/d{n}"}, lambda n: {})),
    "by odd places": ("draft-07/schema", _doubling("odd", lambda n: {"$ref": f"#/odd/d{n}"}, lambda n: {})),
    "by old anchors": (
        "draft-07/schema",
        _doubling("definitions", lambda n: {"$ref": f"#a{n}"}, lambda n: {"$id": f"#a{n}"}),
    ),
    "by anchors": ("2020-12/schema", _doubling("$defs", lambda n: {"$ref": f"#a{n}"}, lambda n: {"$anchor": f"a{n}"})),
    "by roaming anchors": (
        "2020-12/schema",
        _doubling("$defs", lambda n: {"$dynamicRef": f"#a{n}"}, lambda n: {"$dynamicAnchor": f"a{n}"}),
    ),
    "by roaming places": (
        "2020-12/schema",
        _doubling("$defs", lambda n: {"$dynamicRef": f"#/$defs/d{n}"}, lambda n: {}),
    ),
}


@pytest.mark.parametrize(("draft", "schema"), DOUBLING.values(), ids=DOUBLING)
def test_a_schema_may_not_come_to_too_many(call, draft, schema):
    base = "http://json-schema.org/" if draft.startswith("draft") else "https://json-schema.org/draft/"
    schema = {"$schema": base + draft, **schema}
    answer = call.check({".meminit.toml": CONFIG, "s.json": json.dumps(schema), "docs/a.md": "---\nx: 1\n---\n"})
    assert answer.codes == ["SCHEMA_INVALID"]
    assert "more than 10000 schemas" in answer.found[0]


def test_nor_may_a_file_that_refers_to_itself_from_its_root(call):
    draft = {"$schema": "https://json-schema.org/draft/2019-09/schema"}
    twice = {"properties": {"x": {"allOf": [{"$recursiveRef": "#"}] * 2}}, "maxProperties": 0}
    files = {"s.json": json.dumps({**draft, "properties": {"x": {"$ref": "t.json"}}}), "t.json": json.dumps(twice)}
    answer = call.check({".meminit.toml": CONFIG, **files, "docs/a.md": f"---\n{DEEP_KEYS}\n---\n"})
    words = "front matter: it is too large, or nested too deeply, to be judged by its schema"
    assert answer.found == [f"docs/a.md:2:1 error INVALID_FIELD {words}"]


_ROAMING = {
    "from a root": ("2019-09", lambda n: {"$id": f"i{n}"}, {"$recursiveRef": "#"}),
    "by an anchor": ("2020-12", lambda n: {"$dynamicAnchor": "a"}, {"$dynamicRef": "#a"}),
}


@pytest.mark.parametrize(("draft", "end", "reference"), _ROAMING.values(), ids=_ROAMING)
def test_many_references_that_could_mean_many_schemas_cost_as_much_as_they_are(tmp_path, draft, end, reference):
    ends, references = {f"a{n}": end(n) for n in range(600)}, {f"r{n}": reference for n in range(600)}
    text = json.dumps({"$schema": f"https://json-schema.org/draft/{draft}/schema", "$defs": {**ends, **references}})
    of_text("{}", Files(str(tmp_path)), "s.json")  # what is imported when it is first needed does not count
    tracemalloc.start()
    try:
        assert isinstance(of_text(text, Files(str(tmp_path)), "s.json"), Schema)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def _chains(names, length):
    """Definitions, each for the items of the one before it."""
    links = {f"{name}{n}": {"items": {"$ref": f"#/$defs/{name}{n + 1}"}} for name in names for n in range(length)}
    ends = {f"{name}{length}": {"type": "null"} for name in names}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**links, **ends}}


def test_long_chains_of_schemas_are_found_alike_in_time(tmp_path):
    with within(3):
        assert isinstance(of_text(json.dumps(_chains("ab", 1200)), Files(str(tmp_path)), "s.json"), Schema)


def _nested(depth):
    every = [{"type": "null"}]
    for _ in range(depth):
        every.append({"items": every[-1]})
    return every


def test_schemas_that_cost_the_same_are_one_kind_at_any_depth():
    every = [*_nested(100), *reversed(_nested(100))]
    assert len(kinds_of(inner_first(every, {}), {}).every) == 101


def test_places_in_another_file_refer_to_places_of_that_file(call):
    other = {"odd": {"a": {"$ref": "#/odd/b"}, "b": {"type": "null"}}}
    files = {
        "s.json": json.dumps({"properties": {"x": {"$ref": "sub/t.json#/odd/a"}}}),
        "sub/t.json": json.dumps(other),
    }
    answer = call.check({".meminit.toml": CONFIG, **files, "docs/a.md": "---\nx: 1\n---\n"})
    assert answer.codes == ["INVALID_FIELD"]


@pytest.mark.parametrize(("count", "codes"), [(7, []), (8, ["SCHEMA_INVALID"])])
def test_the_files_that_a_schema_refers_to_may_be_so_large_together(call, count, codes):
    schema = {"properties": {f"p{number}": {"$ref": f"{number}.json"} for number in range(count)}}
    filling = json.dumps({"description": "x" * 262_000})
    files = {f"{number}.json": filling for number in range(count)}
    files |= {".meminit.toml": CONFIG, "s.json": json.dumps(schema | {"description": "x" * 200_000})}
    assert call.check({**files, "docs/a.md": "---\nx: 1\n---\n"}).codes == codes
