"""The client interprets random answers as a second reading of the specification does, and never raises."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import interpreting

from meminit.client import Session, interpret, read_stream

CODES = st.sampled_from(
    ["INVALID_ARGUMENT", "TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING", "LOCKED", "VIOLATIONS_FOUND", "x", 3, None]
)
EXITS = st.sampled_from([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 13, 70, 74, 130, -9, 255])
ODD = st.sampled_from([None, True, False, 0, 1, -1, 1.5, 10**30, "", "x", [], {}, [None], {"a": 1}])
LINES = st.sampled_from(["CODE a.md: plain", "x is DEPRECATED", "y will be removed soon", "", "removed"])
REDIRECTS = st.fixed_dictionaries(
    {},
    optional={
        "command": st.sampled_from(["meminit check docs", "meminit 'a", "", "meminit check"]) | ODD,
        "permanent": st.booleans() | ODD,
        "reason": ODD,
    },
)
ERRORS = st.fixed_dictionaries(
    {},
    optional={
        "code": CODES,
        "message": ODD,
        "retryable": st.booleans() | ODD,
        "retry_after": st.integers(-2, 40) | ODD,
        "redirect": REDIRECTS | ODD,
        "phase": ODD,
    },
)
META = st.fixed_dictionaries(
    {},
    optional={
        "duration_ms": ODD,
        "truncated": st.booleans() | ODD,
        "cursor": ODD,
        "not_modified": st.booleans() | ODD,
        "details": st.fixed_dictionaries({}, optional={"called": st.just("meminit lint docs") | ODD}) | ODD,
    },
)
ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "ok": st.booleans() | ODD,
        "data": ODD,
        "error": st.none() | ERRORS | ODD,
        "warnings": st.lists(LINES | ODD, max_size=3) | ODD,
        "meta": META | ODD,
    },
)


@given(EXITS, ANSWERS)
@settings(max_examples=200, deadline=None)
def test_one_answer(code, answer):
    text = json.dumps(answer)
    found, said = interpret(code, text), interpreting.reading(code, text)
    assert (found.success, found.malformed, found.complete) == (said["success"], said["malformed"], said["complete"])
    assert (found.retry, found.retry_after) == (said["retry"], said["retry_after"])
    assert found.not_modified == said["not_modified"]
    assert (tuple(found.redirect) if found.redirect else None) == said["redirect"]
    assert [*found.warnings] == said["warnings"]
    assert [*found.deprecations] == said["deprecations"]
    assert (found.error.get("code") if found.error else None) == said["code"]
    assert interpret(code, text.encode()) == found


@given(st.lists(st.none() | st.tuples(EXITS.filter(bool), ANSWERS.map(json.dumps)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_many_answers(answers):
    session, success = Session(), json.dumps({"ok": True, "data": {}, "error": None, "warnings": [], "meta": {}})
    found = [session.interpret(*(each or (0, success))).retry for each in answers]
    assert [each for each, answer in zip(found, answers, strict=True) if answer] == interpreting.retries(answers)
    assert session.current("meminit lint a 'b") == "meminit lint a 'b"


@given(EXITS, st.binary(max_size=40) | st.text(max_size=40))
@settings(max_examples=50, deadline=None)
def test_anything_else_is_malformed(code, printed):
    found = interpret(code, printed)
    assert found.malformed or b"{" in (printed if isinstance(printed, bytes) else printed.encode("utf-8", "replace"))
    assert not (found.malformed and (found.success or found.retry))
    assert read_stream([printed]).verdict is None


@pytest.mark.parametrize("text", ['{"output_schema_version": %s}', '{"output_schema_version": "1.0", "data": %s}'])
@given(EXITS, ODD)
@settings(max_examples=20, deadline=None)
def test_odd_envelopes_of_other_versions(text, code, value):
    assert not interpret(code, text % json.dumps(value)).retry or code in interpreting.RETRYABLE_EXITS
