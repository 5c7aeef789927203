"""Documents and schemas within the limits are judged in bounded time, however they are made."""

import json
from random import Random

import pytest
from tests.support.documents import GOOD
from tests.support.timing import within

from meminit.documents.judgement import pointed
from meminit.schema.loading import of_mapping
from meminit.sources import yaml_text
from meminit.sources.files import Files

pytestmark = [pytest.mark.slow, pytest.mark.long]

CONFIG = '[docs]\nschema = "s.json"\n[id]\nfield = ""\n'
MANY = 9000
CASES = {
    "dates that should be numbers": (
        {"properties": {"x": {"items": {"type": "integer"}}}},
        f"x: [{', '.join(['2026-01-02'] * (MANY // 2))}]",
    ),
    "blanks": ({"required": [f"k{number}" for number in range(3000)]}, "\n".join(f"k{n}: ''" for n in range(3000))),
    "unknown keys that are nearly right": (
        {"properties": {f"configuration_name_{n:04d}": {} for n in range(4000)}, "additionalProperties": False},
        "\n".join(f"configuration_nmae_{n:04d}: 1" for n in range(2000)),
    ),
    "options that are nearly right": (
        {"properties": {"x": {"items": {"enum": [f"configuration_name_{n:04d}" for n in range(4000)]}}}},
        f"x: [{', '.join(f'configuration_nmae_{n:04d}' for n in range(2000))}]",
    ),
    "numbers without end": (
        {"properties": {"x": {"items": {"type": "integer"}}}},
        f"x: [{', '.join(['.inf'] * MANY)}]",
    ),
    "keys of digits": (
        {"additionalProperties": {"type": "string"}},
        "\n".join(f"{number}: [x]" for number in range(6000)),
    ),
    "unknown keys": (
        {"properties": {"a": {}}, "additionalProperties": False},
        "\n".join(f"k{n}: 1" for n in range(3000)),
    ),
    "numbers that a pattern may fit": (
        {"properties": {"x": {"items": {"type": "string", "pattern": "^9"}}}},
        f"x: [{', '.join(['12'] * MANY)}]",
    ),
    "a pattern that explodes elsewhere": (
        {"properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}},
        f"x: {'a' * 50_000}b",
    ),
    "items to be told apart": (
        {"properties": {"x": {"uniqueItems": True}}},
        f"x: [{', '.join(f'{{a: {number}}}' for number in range(4000))}]",
    ),
    "a wide schema": ({"allOf": [{}] * 9000, "anyOf": [True] * 20_000}, "x: 1"),
    "alternatives within alternatives": (
        {"definitions": {"a": {"anyOf": [{"type": "integer"}] * 90}}, "allOf": [{"$ref": "#/definitions/a"}] * 90},
        "x: 1",
    ),
}


PATH = {"format": "doc-path"}
NO_KEYS = {f"^zz{number}": True for number in range(25)}
FEW_PATTERNS = {
    "patternProperties": NO_KEYS,
    "additionalProperties": {"properties": {f"p{n}": PATH for n in range(300)}},
}
MARKS = {
    "patterns": (
        {"patternProperties": {f"^z{n}": PATH for n in range(990)}},
        "".join(f"k{n}: 1\n" for n in range(7000)),
    ),
    "fields": ({"properties": {f"p{n}": PATH for n in range(1990)}}, "".join(f"k{n}: 1\n" for n in range(7000))),
    "fields of fields": (FEW_PATTERNS, "".join(f"k{n}: {{a: 1}}\n" for n in range(2000))),
    "fields that fit none of many patterns": (
        {"patternProperties": {f"^zz{n}": True for n in range(300)}, "additionalProperties": PATH},
        "".join(f"k{n}: 1\n" for n in range(1500)),
    ),
}


@pytest.mark.parametrize(("schema", "fields"), MARKS.values(), ids=MARKS)
def test_paths_that_a_schema_marks_are_found_in_time(schema, fields, tmp_path):
    loaded, mapped = of_mapping(schema, Files(str(tmp_path)), "s.json"), yaml_text.parse(fields).root
    with within(0.5):
        pointed(mapped, (loaded,))


def test_paths_are_not_looked_for_where_that_would_take_too_much_which_is_told(call):
    schema, fields = MARKS["patterns"]
    files = {"s.json": json.dumps(schema), "docs/a.md": f"---\nz1: nowhere.md\n{fields}---\n"}
    words = "front matter: it is too large, or nested too deeply, to be judged by its schema"
    answer = call.check({".meminit.toml": CONFIG, **files})
    assert answer.found == [f"docs/a.md:2:1 error INVALID_FIELD {words}"]
    call.write({"docs/a.md": "---\nz1: nowhere.md\n---\n"})
    assert call.json("check").codes == ["BROKEN_LINK"]


@pytest.mark.parametrize(("schema", "fields"), CASES.values(), ids=CASES)
def test_front_matter_is_judged_in_time(call, schema, fields):
    with within(5):
        files = {".meminit.toml": CONFIG, "s.json": json.dumps(schema), "docs/a.md": f"---\n{fields}\n---\n"}
        answer = call.check(files)
        assert answer.json["files_checked"] == 1


def test_of_thousands_of_missing_fields_some_are_told_and_how_many(call):
    schema = json.dumps({"required": [f"k{number:04}" for number in range(3000)]})
    files = {".meminit.toml": CONFIG, "s.json": schema}
    with within(5):
        answer = call.check({**files, **{f"docs/{number}.md": "---\nk0000: 1\n---\n" for number in range(30)}})
    assert answer.codes.count("MISSING_FIELD") == 30 * 100
    told = [line.split("MISSING_FIELD ")[1].split(":")[0] for line in answer.found[:100]]
    assert (told[0], told[-1]) == ("k0001", "k0100 and 2899 more")


def test_references_to_nothing_are_guessed_at_in_time(call):
    documents = {
        f"docs/{number}.md": GOOD.replace(
            "PAY-ADR-001", f"PAY-ADR-{number:03}\nrelated_ids: [PAY-ADX-{number:03}, X-{number}]"
        )
        for number in range(300)
    }
    with within(5):
        assert call.check(documents).codes.count("UNRESOLVED_REFERENCE") == 600


def test_thousands_of_references_to_nothing_are_not_all_guessed_at(call):
    dice = Random(1)
    names = ["".join(dice.sample("ABCDEFGHIJKL", 12)) + "-1" for _ in range(10_090)]
    for number, name in enumerate(names[:90]):
        call.write({f"docs/known-{number}.md": f"---\ndocument_id: {name}\n---\n"})
    for number in range(200):
        wrong = ", ".join(names[90 + 50 * number : 140 + 50 * number])
        call.write({f"docs/{number}.md": f"---\ndocument_id: X-{number}-2\nrelated_ids: [{wrong}]\n---\n"})
    call.write({".meminit.toml": '[docs]\nschema = ""\n[id]\npattern = "."\n'})
    with within(6):  # to look for each of them took a quarter of a minute
        assert "UNRESOLVED_REFERENCE" in call("check").text


@pytest.mark.parametrize("rule", ["ORPHAN_DOCUMENT", "SUPERSESSION_NOT_MIRRORED"])
def test_an_id_that_thousands_share_costs_little(call, rule):
    text = "---\ndocument_id: PAY-ADR-{}\nsuperseded_by: PAY-ADR-002\nrelated_ids: [PAY-ADR-003, PAY-ADR-002]\n---\n"
    call.write({f"docs/{number}.md": text.format(f"00{number % 2 + 1}") for number in range(4000)})
    call.write({".meminit.toml": f'[docs]\nschema = ""\n[rules]\n{rule} = "warning"\n'})
    with within(4):
        assert call("check").exit == 1


def test_a_long_chain_of_supersessions_is_followed_to_its_end(call):
    count = 990
    documents = {
        f"docs/{number}.md": GOOD.replace("001", f"{number:03}\nsuperseded_by: PAY-ADR-{(number + 1) % count:03}")
        for number in range(count)
    }
    assert call.check(documents).codes.count("SUPERSESSION_CYCLE") == count


def test_a_configuration_of_nothing_but_mistakes_is_told_in_time(call):
    with within(5):
        config = "[rules]\n" + "".join(f'MISSING_FELD_{number} = "off"\n' for number in range(2200))
        assert call.check({".meminit.toml": config}).json["error"]["code"] == "CONFIG_INVALID"


def test_many_required_sections_are_looked_for_in_time(call):
    with within(5):
        names = ", ".join(f'"s{number}"' for number in range(200))
        files = {
            ".meminit.toml": f'[docs]\nschema = ""\n[types.A]\nsections = [{names}]\n',
            **{f"docs/{number}.md": "---\ntype: A\n---\n" + "# s1\n" * 3000 for number in range(10)},
        }
        assert call.check(files).codes.count("MISSING_SECTION") == 1990


BROKEN = {
    "a pattern that no engine takes": '{"type": "strin", "pattern": "a{99999999999999999999}"}',
    "items to be told apart": json.dumps({"type": "strin", "required": [{"a": number} for number in range(12_000)]}),
    "a fault below a deep list": "".join(
        ['{"examples":', "[" * 200, ",".join("0" * 60_000), "]" * 200, ',"type":"strin"}']
    ),
    "many faults": json.dumps({"properties": {f"p{number}": {"type": "strin"} for number in range(6000)}}),
}


@pytest.mark.parametrize("schema", BROKEN.values(), ids=BROKEN)
def test_a_broken_schema_is_told_in_time(call, schema):
    with within(5):
        answer = call.check({".meminit.toml": CONFIG, "s.json": schema, "docs/a.md": "---\nx: 1\n---\n"})
        assert answer.codes == ["SCHEMA_INVALID"]


@pytest.mark.parametrize(("count", "codes"), [(200, []), (201, ["SCHEMA_INVALID"])])
def test_a_schema_may_refer_to_so_many_files(call, count, codes):
    schema = {"properties": {f"p{number}": {"$ref": f"{number}.json"} for number in range(count)}}
    files = {f"{number}.json": '{"type": "string"}' for number in range(count)}
    files |= {".meminit.toml": CONFIG, "s.json": json.dumps(schema), "docs/a.md": "---\nx: 1\n---\n"}
    assert call.check(files).codes == codes


WIDE = {"properties": {f"p{number}": {"type": "string"} for number in range(4000)}}
BLAMED = {
    "the schema itself": ({"type": "strin"}, {}, "type: 'strin' fits none"),
    "a reference of its own": ({"$ref": "#/odd", "odd": {"type": "strin"}}, {}, "type: 'strin'"),
    "a file": (
        {"properties": {"y": {"$ref": "wide4.json"}}},
        {"type": "strin"},
        "the referenced file 'wide4.json' cannot be used: type: 'strin' fits none",
    ),
}


@pytest.mark.parametrize(("schema", "last", "words"), BLAMED.values(), ids=BLAMED)
def test_who_is_to_blame_among_many_files_is_found_in_time(call, schema, last, words):
    wide = {f"wide{number}.json": WIDE for number in range(4)} | {"wide4.json": {**WIDE, **last}}
    refers = {"properties": {f"p{number}": {"$ref": name} for number, name in enumerate(wide)}}
    files = {f"{number}.json": refers for number in range(190)}
    places = {f"p{number}": {"items": {"$ref": f"{number}.json"}} for number in range(190)}
    texts = {
        name: json.dumps(each) for name, each in {**wide, **files, "s.json": {**schema, "definitions": places}}.items()
    }
    with within(3):
        answer = call.check({".meminit.toml": CONFIG, **texts, "docs/a.md": "---\nx: 1\n---\n"})
    assert len(answer.found) == 1
    assert words in answer.found[0]


def test_a_file_is_blamed_and_not_those_that_refer_to_it(call):
    refers = {
        name: json.dumps({"properties": {"x": {"$ref": to}}})
        for name, to in (("s.json", "1.json"), ("1.json", "2.json"))
    }
    files = {".meminit.toml": CONFIG, **refers, "2.json": '{"type": "strin"}'}
    found = call.check({**files, "docs/a.md": "---\nx: 1\n---\n"}).found
    assert [line.startswith("s.json:1 error SCHEMA_INVALID") for line in found] == [True]
    assert "the referenced file '2.json' cannot be used: type: 'strin' fits none" in found[0]


def test_thousands_of_corrections_of_one_document_are_planned_in_time(call):
    links = "[x](Target.md)\n\n" * 19_000
    call.write({".meminit.toml": CONFIG.replace("s.json", ""), "docs/target.md": GOOD, "docs/a.md": f"{GOOD}{links}"})
    with within(5):
        text = call("fix").text
    assert "would correct 19000 findings" in text


def test_thousands_of_references_are_corrected_in_time(call):
    names = ", ".join(f"PAY-ADX-{number:03}" for number in range(20))
    documents = {
        f"docs/{number}.md": GOOD.replace("PAY-ADR-001", f"PAY-ADR-{number:03}\nrelated_ids: [{names}]")
        for number in range(150)
    }
    call.write({".meminit.toml": CONFIG.replace("s.json", "").replace('field = ""', ""), **documents})
    with within(5):
        text = call("fix", "--unsafe").text
    assert "would correct" in text


def test_where_thousands_of_findings_stay_is_found_in_time(call):
    links = "".join(f"[x](nowhere/{number}.md)\n\n" for number in range(5_000))
    text = f"{GOOD}[x](Target.md)\n\n{links}"
    call.write({".meminit.toml": CONFIG.replace("s.json", ""), "docs/target.md": GOOD, "docs/a.md": text})
    with within(5):
        found = call.json("fix").json["data"]
    first = text[: text.index("nowhere")].count("\n") + 1
    assert found["fixed"] == 1
    assert [each["line"] for each in found["skipped"]] == list(range(first, first + 10_000, 2))
