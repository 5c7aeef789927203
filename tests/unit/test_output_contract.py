"""The page of the output contract is true: its tables, the order of keys, and what it says of each kind of answer."""

import json
import re

import pytest
from tests.support.calls import RUN_ID, TOP
from tests.support.documents import GOOD

from meminit import __version__
from meminit.model.outcome import Counters, Exit

PAGE = (TOP / "docs/20-specs/output-contract.md").read_text(encoding="utf-8")
SECTIONED = {".meminit.toml": '[types.ADR]\ndirectory = "."\nsections = ["Context"]\n'}
SCHEMA = '{\n  "type": "object",\n  "required": "title"\n}\n'
# What is wrong, and the line of it, for each row of the table of lines.
LINES = {
    "a value, nested or not": ({"docs/a.md": GOOD.replace("Team", "Team\ntags:\n  - x\n  - [y]")}, "INVALID_FIELD", 11),
    "an unknown or repeated key": ({"docs/a.md": GOOD.replace("owner", "ownr: x\nowner")}, "UNKNOWN_FIELD", 8),
    "a missing field or section": ({**SECTIONED, "docs/a.md": GOOD}, "MISSING_SECTION", 10),
    "missing front matter": ({"docs/a.md": "\n\n# Title\n"}, "MISSING_FRONTMATTER", 1),
    "front matter that is not closed": ({"docs/a.md": "---\ntitle: x\n\n# Title\n"}, "INVALID_FRONTMATTER", 1),
    "front matter that is not YAML": ({"docs/a.md": "---\ntitle: x\ntags: [x\n---\n"}, "INVALID_FRONTMATTER", 4),
    "an encoding": ({"docs/a.md": GOOD.encode() + b"\n\xff\n"}, "INVALID_ENCODING", 14),
    "a schema": ({".meminit.toml": 'docs.schema = "s.json"\n', "s.json": SCHEMA}, "SCHEMA_INVALID", 3),
}


def _rows(heading):
    """The first column of the table under a heading."""
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return [line.split("|")[1].strip().replace("`", "") for line in table.splitlines()[2:]]


def test_exit_codes_are_those_of_the_program():
    assert [int(code) for row in _rows("code") for code in row.split(",")] == [int(each) for each in Exit]


def test_counters_are_those_of_the_program():
    assert [name for row in _rows("counter") for name in row.split(", ")] == list(Counters._fields)


def test_lines_are_those_of_the_table():
    assert _rows("the finding is about") == list(LINES)


@pytest.mark.parametrize(("files", "code", "line"), LINES.values(), ids=LINES)
def test_a_finding_stands_on_the_line_that_the_table_gives(call, files, code, line):
    found = [each.split()[:3] for each in call.check(files).found]
    assert [(place.split(":")[1], known) for place, _, known in found if known == code] == [(str(line), code)]


def test_keys_have_the_order_that_the_page_gives(call):
    sentence = re.search(r"The keys have this order: (.+?)\.", PAGE, re.DOTALL)[1]
    order = re.findall(r"`(\w+)`", sentence.replace("the ten counters (`check` only)", "`counters`"))
    call.write({".meminit.toml": "", "docs/a.md": GOOD.replace("Draft", "Drafty")})
    seen = set()
    for arguments in (("check", "docs"), ("check", "no.md"), ("list",), ("doctor",)):
        answer = call.json(*arguments, "--include-timestamp").json
        shown = list(dict.fromkeys("counters" if key in Counters._fields else key for key in answer))
        assert shown == [key for key in order if key in shown]
        assert ("counters" in shown) == (arguments == ("check", "docs"))
        seen.update(shown)
    assert seen == set(order)


def test_help_is_text_in_any_format_and_the_version_is_not(call):
    for arguments in (("check", "--help"), ("--version", "--format", "text"), ("--version", "--format", "md")):
        assert not call("--format", "json", *arguments).text.startswith("{")
    for chosen in ("json", "jsonl"):
        answer = call("--version", "--format", chosen).json
        assert (answer["command"], answer["data"]) == ("meminit", {"cli_version": __version__})
    response = call.json("--version", "--envelope", "response").json
    assert response["data"] == {"cli_version": __version__}
    data = call.json("capabilities").json["data"]
    assert call.json("help").json["data"] == data
    assert call("help", "--json").json["data"] == data


def test_version_one_has_an_error_where_there_are_violations(call):
    call.write({".meminit.toml": 'docs.schema = "s.json"\n', "docs/a.md": GOOD, "s.json": SCHEMA})
    assert call.json("doctor").json["error"]["code"] == "VIOLATIONS_FOUND"
    answer = call.json("check").json
    assert (answer["success"], "error" in answer) == (False, False)


def test_advice_counts_what_was_found(call):
    answer = call.check({"docs/a.md": GOOD + "\n[a](B.md) [b](no.md) [c](none.md)\n", "docs/b.md": "x"}, "docs/a.md")
    details = {each["code"]: each["details"] for each in answer.json["advice"]}
    assert details["LINK_CASE_MISMATCH"] == {"count": 1, "fixable": 1, "command": "meminit explain LINK_CASE_MISMATCH"}
    assert details["BROKEN_LINK"] == {"count": 2, "fixable": 0, "command": "meminit explain BROKEN_LINK"}


def test_an_error_as_text_replaces_an_older_answer(call):
    call.write({"out.txt": "all good\n"})
    answer = call("check", "--output", "out.txt")
    assert (answer.exit, answer.out) == (4, b"")
    assert (call.folder / "out.txt").read_bytes() == answer.err
    assert b"CONFIG_MISSING" in answer.err


def test_the_one_path_that_is_missing_fails_the_run_and_one_of_several_does_not(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/b.txt": ""})
    one = call.json("check", "no.md")
    assert (one.exit, one.json["error"]["code"]) == (5, "FILE_NOT_FOUND")
    assert call.json("check", "no.md", "docs/a.md").codes == ["FILE_NOT_FOUND"]
    out = call.json("check", "../a.md")
    assert (out.exit, out.json["error"]["code"]) == (7, "PATH_ESCAPE")
    assert [each["code"] for each in call.json("check", "docs/b.txt").json["advice"]] == ["NOTHING_TO_CHECK"]


def test_the_run_id_and_the_command_are_as_the_page_says(call):
    answer = call("cache", "show", "--format", "json", "--run-id", RUN_ID).json
    assert (answer["command"], answer["run_id"]) == ("cache show", RUN_ID)
    assert call("nothing", "--format", "json").json["command"] == "meminit"
    assert call("cache", "nothing", "--format", "json").json["command"] == "cache"
    assert json.loads(call("schema", "config", "--format", "json").text)["$schema"]
