"""The rules by which programs interpret what meminit prints."""

import ast
import doctest
import json
import re
import sys
from pathlib import Path

import pytest
from tests.support.calls import TOP
from tests.support.documents import GOOD

from meminit import client
from meminit.client import Redirect, Session, interpret, read_stream

ERROR = {"code": "LOCKED", "message": "locked"}


def response(*, ok=False, data=None, error=None, warnings=(), **meta):
    return json.dumps(
        {"ok": ok, "data": data, "error": error, "warnings": list(warnings), "meta": {"duration_ms": 1, **meta}}
    )


def test_the_exit_code_decides():
    swallowed = interpret(1, response(ok=True, error=ERROR))
    assert (swallowed.success, swallowed.error["code"]) == (False, "LOCKED")
    assert interpret(0, response(data={}, error=None)).success
    assert interpret(0, response(data=None, error=ERROR)).success


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "text",
        "[]",
        '{"ok": true, "data": {}, "warnings": [], "meta": {}}',
        '{"ok": true, "data": null, "error": null, "warnings": [], "meta": {}}',
        '{"ok": true, "data": NaN, "error": null}',
        '{"data": {}}',
        "[" * 100_000,
        '{"output_schema_version": "1.0", "success": false, "data": {}, "violations": []}',
    ],
)
@pytest.mark.parametrize("code", [1, 3, 10])
def test_what_is_malformed_is_not_acted_on_and_not_asked_for_again(printed, code):
    found = interpret(code, printed)
    assert (found.malformed, found.success, found.retry, found.complete) == (True, False, False, False)
    assert found.error["code"] == "GENERAL_ERROR"


def test_no_answer_at_all_is_no_success():
    assert not interpret(0, "").success


def test_warnings_may_be_absent():
    found = interpret(0, '{"ok": true, "data": {}, "error": null, "meta": {}}')
    assert (found.success, found.warnings) == (True, ())


@pytest.mark.parametrize(
    ("code", "error", "expected"),
    [
        (3, {"retryable": True}, (True, 0)),
        (6, {"retryable": True}, (True, 1)),
        (6, {"retryable": True, "retry_after": 7}, (True, 7)),
        (6, {"retryable": False, "retry_after": 7}, (False, 0)),
        (3, {}, (True, 0)),
        (10, {}, (True, 1)),
        (11, {}, (True, 1)),
        (12, {}, (True, 1)),
        (4, {}, (False, 0)),
        (70, {}, (False, 0)),
        (8, {"code": "TOKEN_EXPIRED"}, (True, 1)),
        (8, {"code": "TOKEN_EXPIRED", "retry_after": 0}, (True, 0)),
        (8, {"code": "TOKEN_INVALID", "retryable": True}, (False, 0)),
        (8, {"code": "TOKEN_MISSING"}, (False, 0)),
    ],
)
def test_when_to_call_again(code, error, expected):
    found = interpret(code, response(error={**ERROR, **error}))
    assert (found.retry, found.retry_after) == expected


def test_pages_and_answers_that_still_hold():
    page = interpret(0, response(ok=True, data={}, truncated=True, cursor="c"))
    assert (page.complete, page.cursor) == (False, "c")
    failing = interpret(1, response(error=ERROR, truncated=True, cursor="c"))
    assert (failing.success, failing.complete, failing.cursor) == (False, False, "c")
    cached = interpret(0, response(ok=True, data=None, not_modified=True))
    assert (cached.success, cached.not_modified, cached.malformed) == (True, True, False)


def test_redirects_count_only_at_their_exit_code():
    error = {**ERROR, "redirect": {"command": "meminit check docs", "permanent": True}}
    assert interpret(13, response(error=error)).redirect == Redirect("meminit check docs", permanent=True)
    assert interpret(3, response(error=error)).redirect is None


def test_deprecations_are_warnings_too():
    found = interpret(0, response(ok=True, data={}, warnings=["x is Deprecated", "y will be removed", "z"]))
    assert (len(found.warnings), len(found.deprecations)) == (3, 2)


def test_a_session_stops_after_three_retries_until_something_changes():
    session, answer = Session(), response(error={**ERROR, "retryable": True})
    assert [session.interpret(6, answer).retry for _ in range(5)] == [True, True, True, False, False]
    session.interpret(0, response(ok=True, data={}))
    assert session.interpret(6, answer).retry


def test_an_expired_token_is_renewed_once():
    session, answer = Session(), response(error={**ERROR, "code": "TOKEN_EXPIRED"})
    assert [session.interpret(8, answer).retry for _ in range(2)] == [True, False]


def test_a_session_remembers_what_was_renamed_for_good():
    def redirect(command, permanent):
        return response(error={**ERROR, "redirect": {"command": command, "permanent": permanent}})

    session = Session()
    session.interpret(13, redirect("meminit check 'a b.md'", permanent=True), "meminit lint 'a b.md'")
    session.interpret(13, redirect("meminit explain --list", permanent=True), "meminit rules")
    session.interpret(13, redirect("meminit list", permanent=False), "meminit lits")
    assert session.current("meminit lint docs --strict") == "meminit check docs --strict"
    assert session.current("meminit rules --format json") == "meminit explain --list --format json"
    assert session.current("meminit lits") == "meminit lits"
    assert session.current("meminit --quiet lint docs") == "meminit --quiet check docs"
    assert session.current("meminit check lint") == "meminit check lint"
    assert session.current("other lint") == "other lint"
    session.interpret(13, redirect("meminit judge docs", permanent=True), "meminit check docs")
    assert session.current("meminit lint docs") == "meminit judge docs"
    session.interpret(13, redirect("meminit lint docs", permanent=True), "meminit judge docs")
    assert session.current("meminit lint docs").endswith(" docs"), "a circle ends"


def test_redirects_to_other_lines_are_other_states():
    session = Session()
    lines = [f"meminit check {number}" for number in range(5)]
    answers = [response(error={**ERROR, "retryable": True, "redirect": {"command": each}}) for each in lines]
    assert [session.interpret(13, each).retry for each in answers] == [True] * 5
    assert [session.interpret(13, answers[0]).retry for _ in range(3)] == [True, True, False]


def test_the_other_envelopes_are_read_as_well(call):
    call.write({".meminit.toml": "", "docs/A.md": GOOD + "[x](gone.md)\n"})
    for extra in ([], ["--envelope", "response"]):
        answer = call.json("check", *extra)
        found = interpret(answer.exit, answer.out)
        assert (found.success, found.retry, found.malformed) == (False, False, False)
        assert found.error["code"] == "VIOLATIONS_FOUND"
        assert found.warnings[0].startswith("FILENAME_CONVENTION docs/A.md: ")
    good = interpret(0, call.json("list").out)
    assert good.success
    assert good.data["documents"]
    wrong = call.json("check", "--nope")
    assert interpret(wrong.exit, wrong.out).retry


def test_a_stream_that_ends():
    lines = [
        '{"type": "started", "files_total": 1}',
        "",
        '{"type": "finding", "code": "X"}',
        '{"type": "progress", "files_done": 1}',
        '{"type": "new kind"}',
        '{"type": "terminated", "reason": "completed", "exit_code": 1}',
        '{"type": "result", "success": false}',
    ]
    found = read_stream(lines)
    assert (found.verdict, found.exit_code, found.reason) == (False, 1, "completed")
    assert [each["code"] for each in found.findings] == ["X"]
    for count in range(7):
        cut = read_stream([*lines[:count], lines[count][: len(lines[count]) // 2]])
        assert cut.verdict is None
        assert not cut.malformed
    assert read_stream(lines[:5]).last_progress["files_done"] == 1
    assert read_stream(["{", *lines]).malformed


def test_it_needs_the_standard_library_alone():
    tree = ast.parse(Path(client.__file__).read_text())
    imported = {each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    imported |= {name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names}
    assert {each.partition(".")[0] for each in imported} <= sys.stdlib_module_names


def test_the_examples_of_its_page_are_true():
    page = (TOP / "docs/20-specs/client.md").read_text(encoding="utf-8")
    plain = page.replace("```python\n", "").replace("```\n", "")
    found = doctest.DocTestParser().get_doctest(plain, {}, "client.md", "client.md", 0)
    assert len(found.examples) > 12
    assert doctest.DocTestRunner().run(found).failed == 0


def test_its_page_describes_each_attribute():
    page = (TOP / "docs/20-specs/client.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(client.Interpretation._fields)
