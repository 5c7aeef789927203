"""Whatever is asked of whatever fields: there is an answer or a reason, and the laws of the language hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meminit.querying.expression import parse
from meminit.querying.tokens import BadExpression
from meminit.words import escape_invisible

PIECES = ["x", "y.z", "`a b`", "`", "and", "OR", "not", "in", "contains", "matches", "has", "lower", "(", ")", "[", "]"]
PIECES += [
    ",",
    "==",
    "!=",
    "<",
    "<=",
    "=",
    "&&",
    "!",
    '"a"',
    "'b'",
    '"',
    "1",
    "-1.5",
    "2026-01-31",
    "2026-01-31T12:00Z",
]
PIECES += ["2026-", "true", "null", ".", " ", "\\", "\0"]
SIDES = ["x", "y.z", "`a b`", "lower(x)", '"a"', "'1'", "1", "0.5", "2026-01-31", "2026-01-31T12:00Z", "true", "null"]
OTHERS = [*SIDES, "`x`", "`y`.z", "lower(`a b`)", "[]", '["a", 1, null]', "[2026-01-31, true]", '["A", "1"]']
SIGNS = {
    "==": "!=",
    "<": "",
    "<=": "",
    ">": "",
    ">=": "",
    "in": "not in",
    "contains": "not contains",
    "matches": "not matches",
}
VALUES = ["a", "A", "1", "1.0", "2026-01-31", "2026-01-31T12:00Z", "true", "\ud800"]

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(VALUES) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.dictionaries(st.sampled_from(["x", "y", "a b"]), PLAIN)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map(" ".join) | st.text(st.characters())


def _refused(text):
    """Whether it is; fails where that is said badly."""
    try:
        parse(text)
    except BadExpression as error:
        return 1 <= error.column <= len(text) + 1 and error.words == escape_invisible(error.words)
    return False


@pytest.mark.slow
@given(TEXTS, FIELDS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_any_text_is_understood_or_refused(text, fields):
    assert _refused(text) or parse(text).holds(fields) in {True, False}


@pytest.mark.slow
@given(st.sampled_from(SIDES), st.sampled_from(list(SIGNS)), st.sampled_from(OTHERS), FIELDS)
@settings(max_examples=1000, deadline=None, derandomize=True)
def test_a_negation_holds_exactly_where_the_comparison_does_not(side, sign, other, fields):
    text = f"{side} {sign} {other}"
    if _refused(text):
        return
    verdict = parse(text).holds(fields)
    assert verdict in {True, False}
    assert parse(f"not {text}").holds(fields) is not verdict
    assert parse(f"not (not {text}) and {text}").holds(fields) is verdict
    if SIGNS[sign]:
        assert parse(f"{side} {SIGNS[sign]} {other}").holds(fields) is not verdict


@pytest.mark.slow
@given(st.sampled_from(['"a"', "1", "2026-01-31", "2026-01-31T12:00Z"]), FIELDS)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_sides_may_change_places(value, fields):
    for sign, mirrored in {"==": "==", "!=": "!=", "<": ">", "<=": ">="}.items():
        assert parse(f"x {sign} {value}").holds(fields) == parse(f"{value} {mirrored} x").holds(fields)
        assert parse(f"x {sign} `y`").holds(fields) == parse(f"y {mirrored} `x`").holds(fields)
    assert parse(f"x contains {value}").holds(fields) == parse(f"{value} in x").holds(fields)
    assert parse("x contains `y`").holds(fields) == parse("y in x").holds(fields)


@pytest.mark.slow
@given(FIELDS)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_of_less_equal_and_greater_one_holds_where_a_value_can_be_read_so(fields):
    for value in ("1", "2026-01-31", "2026-01-31T12:00Z", '"a"'):
        holding = [parse(f"x {sign} {value}").holds(fields) for sign in ("<", "==", ">")]
        assert sum(holding) <= 1
        assert parse(f"x <= {value}").holds(fields) == (holding[0] or holding[1])
        if isinstance(fields.get("x"), str) and value == '"a"':
            assert sum(holding) == 1
