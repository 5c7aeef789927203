"""`--envelope response`: one shape for every command, made from the same outcome as the command's own envelope."""

import json
import re

import pytest
from tests.support.calls import TOP, Answer, validated
from tests.support.documents import GOOD
from tests.unit.test_every_command import BROKEN_TREE, EACH, GOOD_TREE, TREES

from meminit import kept_answer
from meminit.commands import COMMANDS
from meminit.operations import state
from meminit.sources import git

OWN_EACH_TIME = {"agent run", "state set"}  # they hold ids and times


def _both(call, *arguments):
    return call.json(*arguments), call.json(*arguments, "--envelope", "response")


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("name", COMMANDS)
def test_it_says_what_the_commands_own_envelope_says(name, tree, call, tmp_path, monkeypatch):
    arguments = next(each for each in EACH if each[0] == name)
    answers = []
    for extra in ([], ["--envelope", "response"]):  # in trees of their own, since a command may write
        for place in ("DATA", "STATE"):
            monkeypatch.setenv(f"XDG_{place}_HOME", str(tmp_path / str(len(answers)) / place))
        call.folder = tmp_path / str(len(answers)) / "repository"
        call.folder.mkdir(parents=True)
        call.write(TREES[tree])
        answers.append(call.json(*name.split(), *arguments[1:], *extra))
    own, response = answers
    assert response.exit == own.exit
    assert response.err == own.err == b""
    if COMMANDS[name].envelope == "none":
        return
    plain, answer = own.json, response.json
    meta = answer["meta"]
    assert meta["request_id"] == plain["run_id"]
    assert meta["command"] == plain["command"]
    assert len(answer["warnings"]) == len(plain["warnings"])
    if plain["success"]:
        data = dict(answer["data"])
        if "counters" in data:
            assert all(plain[key] == value for key, value in data.pop("counters").items())
            assert data.pop("advice") == plain["advice"]
        assert name in OWN_EACH_TIME or data == plain["data"]
    elif plain["violations"]:
        assert answer["error"]["code"] == "VIOLATIONS_FOUND"
        report = meta["report"]
        assert [report[key] for key in ("violations", "warnings", "advice")] == [
            plain[key] for key in ("violations", "warnings", "advice")
        ]
        assert report.get("data", {}) == plain["data"]
        assert all(plain[key] == value for key, value in report.get("counters", {}).items())
    else:
        details = plain["error"].get("details", {})
        told = {key: value for key, value in answer["error"].items() if key not in {"code", "message"}}
        assert {**told, **meta.get("details", {})} == details


def test_a_check_that_fails_quotes_the_first_findings_and_reports_all(call):
    links = "".join(f"[x](gone-{number}.md)\n\n" for number in range(30))
    call.write({".meminit.toml": "", "docs/a.md": GOOD + links})
    answer = call.json("check", "--envelope", "response").json
    error = answer["error"]
    assert error["message"] == "30 violations in 1 file"
    assert (error["retryable"], error["phase"]) == (False, "execution")
    lines = error["detail"].splitlines()
    assert len(lines) == 20
    assert lines[0].startswith("BROKEN_LINK docs/a.md:")
    (group,) = answer["meta"]["report"]["violations"]
    assert len(group["violations"]) == 30


def test_warnings_are_lines(call):
    call.write({".meminit.toml": "", "docs/A B.md": GOOD})
    (warning,) = call.json("check", "--envelope", "response").json["warnings"]
    assert warning.startswith("FILENAME_CONVENTION docs/A B.md: ")


def test_an_error_of_the_command_line_is_retryable_and_suggests_something(call):
    error = call.json("check", "--strcit", "--envelope", "response").json["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["retryable"] is True
    assert error["phase"] == "validation"
    assert error["suggestion"] == "meminit check --help"


def test_other_formats_pay_no_heed(call):
    call.write(GOOD_TREE)
    assert call("list", "--envelope", "response").out == call("list").out


@pytest.mark.parametrize("command", ["check", "list"])
def test_a_stream_has_lines_of_its_own(call, command):
    call.write(GOOD_TREE)
    answer = call(command, "--format", "json-lines", "--envelope", "response")
    assert answer.exit == 3
    assert b"INVALID_ARGUMENT" in answer.out


def test_the_time_is_told_where_it_is_asked_for(call):
    call.write(GOOD_TREE)
    assert "timestamp" in call.json("check", "--include-timestamp", "--envelope", "response").json["meta"]


def test_a_published_schema_is_data(call):
    answer = call.json("schema", "response", "--envelope", "response").json
    assert answer["data"] == json.loads(call("schema", "response").out)


def test_nothing_is_lost_of_a_broken_tree(call):
    call.write(BROKEN_TREE)
    own, response = _both(call, "check", "--strict")
    assert own.exit == response.exit == 1
    assert response.json["meta"]["report"]["violations"] == own.json["violations"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"error": None}, {"data": {}}, {"ok": True}, {"warnings": None}, {"meta": {}}, {"more": 1},
        {"error": {"code": "X"}},
        {"error": {"code": "E_UNEXPECTED", "message": "x", "stack": "y"}},
        {"error": {"code": "E_UNEXPECTED", "message": "x", "redirect": {"command": "meminit"}}},
    ],
)  # fmt: skip
def test_every_answer_is_validated(wrong, call):
    """The support of the tests refuses any answer that breaks the schema or disagrees with its exit code."""
    answer = call.json("check", "--envelope", "response")
    assert validated(answer) == answer
    with pytest.raises(AssertionError):
        validated(Answer(answer.exit, json.dumps({**answer.json, **wrong}).encode() + b"\n", b""))
    with pytest.raises(AssertionError):
        validated(Answer(0, answer.out, b""))
    for key in answer.json:
        left = {name: value for name, value in answer.json.items() if name != key}
        with pytest.raises(AssertionError):
            validated(Answer(answer.exit, json.dumps(left, separators=(",", ":")).encode() + b"\n", b""))


def test_commands_know_nothing_of_it():
    for path in (TOP / "src/meminit").rglob("*.py"):
        if path.parent.name in {"commands", "operations"}:
            text = path.read_text(encoding="utf-8")
            assert "meminit.envelope" not in text, path
            assert "is_response" not in text, path


def test_each_test_that_the_page_names_is_there():
    page = (TOP / "docs/20-specs/agent-readiness.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:unit|properties|architecture)/[\w/]+\.py)(?:::(\w+))?`", page)
    assert len(named) > 40
    for file, function in named:
        text = (TOP / "tests" / file).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in text, function


def test_the_environment_is_documented():
    page = (TOP / "docs/20-specs/agent-readiness.md").read_text(encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in (TOP / "src/meminit").rglob("*.py"))
    read = set(re.findall(r"\bos\.(?:environ|getenv)\W+\"(\w+)\"", text)) | {*kept_answer.VARIABLES, *state._USERS}
    read |= {state._EPOCH, *git._OF_A_REPOSITORY}
    assert {name for name in read if f"`{name}`" not in page and not name.startswith("PYTHON")} == set()
