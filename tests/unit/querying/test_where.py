"""Conditions on front matter: what holds of which fields."""

import random

import pytest
from tests.support.timing import within

from meminit.querying.expression import parse
from meminit.querying.fields import fields_of


def holds(text, **fields):
    return parse(text).holds(fields)


NOTHING = object()
# A condition on the field x, and the values for which it holds and does not.
OF_ONE_FIELD = [
    ('x == "a"', ["a"], ["A", "ab", "", None, NOTHING, ["a"], {"a": "a"}, 1, True]),
    ('x != "a"', ["A", None, NOTHING, ["a"], 1], ["a"]),
    ('x == "12"', [12, "12"], [12.0, "12.0"]),
    ('x == "1.5"', [1.5, "1.5"], ["1.50"]),
    ('x == "true"', [True, "true"], ["True", 1]),
    ('x == "false"', [False, "false"], [True, 0, None]),
    ('x < "b"', ["a", "B", "", 5], ["b", "c", None, NOTHING, ["a"]]),
    ("x == 12", [12, 12.0, "12", "12.0", "+12", "012", "1.2e1"], ["12 ", "0xC", "1_2", "١٢", "", True, None, [12]]),
    ("x == 1", [1, "1"], [True, "true", NOTHING]),
    ("x == 1.1", [1.1, "1.10", "1.1"], ["1.1.0", 1]),
    ("x > -.5e1", [0, "-4", -4.9], [-5, "-6", "a", None]),
    ("x <= 9007199254740993", [9007199254740993, "9007199254740993"], [9007199254740994]),
    ("x < 1e999", [10**400, "9" * 400], ["9" * 401, "1e999", "nan"]),
    ("x == 2026-01-31", ["2026-01-31", "2026-01-31T23:59-05:00"], ["2026-1-31", "2026-02-31", 2026]),
    ("x < 2026-01-31", ["2026-01-30T23:59Z", "0001-01-01"], ["2026-01-31", "2026-01-31T00:00", "0000-01-01", "", None]),
    ("x > 2026-01-31", ["2026-02-01"], ["2026-01-31T12:00", "20260201", "2026-W10-1"]),
    ("x == 2026-01-31T12:00Z", ["2026-01-31T12:00", "2026-01-31 14:00:00.0 +02", "2026-01-31t06:30-0530"], []),
    ("x == 2026-01-31T00:00", ["2026-01-31", "2026-01-31T00:00Z"], ["2026-01-31T00:00:00.1", "2026-01-30"]),
    ("x < 2026-01-31T00:00:01", ["2026-01-31", "2026-01-31T02:00+02:00"], ["2026-01-31T24:00", "2026-01-31T00:00:60"]),
    ("x > 2026-01-31T00:00:00.25", ["2026-01-31T00:00:00.3", "2026-01-31T00:00:00.2500019"], ["2026-01-31"]),
    ("x < 9999-12-31T23:59-10:00", ["0001-01-01T00:00+10:00"], []),
    ("x == true", [True, "true", "TRUE"], [1, "yes", None, NOTHING]),
    ("x == false", [False, "False"], [0, "", None, NOTHING]),
    ("x == null", [None, NOTHING], ["", "null", [], {}, 0, False]),
    ("x != null", ["", 0, []], [None, NOTHING]),
    ("x == []", [[]], [None, NOTHING, "", [None]]),
    ('x == ["a", 1]', [["a", 1], ["a", "1.0"]], [[1, "a"], ["a"], ["a", 1, 1], "a"]),
    ('x in ["a", 1, null]', ["a", 1, "1", None, NOTHING], ["b", ["a"], True]),
    ('x in ("a")', ["a"], ["b"]),
    ("x in []", [], ["a", None, NOTHING]),
    ("x in [true, 2026-01-31, 2026-01-31T12:00]", [True, "2026-01-31", "2026-01-31T12:00Z"], [1, "1", "2026-02-01"]),
    ("x in [1, 2.50]", [1, 1.0, "1", "2.5"], [True, "true", "2.51", None]),
    ('x not in ["a"]', ["b", None, NOTHING, ["a"]], ["a"]),
    ('x contains "a"', [["b", "a"], "bab"], [["ba"], [["a"]], "b", None, NOTHING, {"a": 1}]),
    ('x contains "1"', [[1], "21", 21], [[12]]),
    ("x contains 1", [[1], ["1.0"], "1", 1, "2, 21"], [[True], "2", None]),
    ("x contains 1559", ["2718, 1559", [2718, 1559], 1559], ["2718", [2718]]),
    ("x contains true", [[True]], ["true"]),
    ("x contains null", [["a", None]], [None, NOTHING, []]),
    ('x contains ""', ["a", "", 1], [[], None, NOTHING]),
    ('x not contains "a"', [["b"], None, NOTHING], [["a"]]),
    ('"a" in x', [["a"], "ba"], [None, "b"]),
    ('"a" not in x', [None, "b"], [["a"], "ba"]),
    ('x matches "^a+$"', ["a", "aa"], ["ab", None, NOTHING, ["a"]]),
    ('x matches "^1"', [1, "1.10"], [2]),
    ('x not matches "a"', ["b", None], ["a"]),
    ('x matches "ud800"', ["\ud800"], ["\udfff"]),
    ('lower(x) == "ÄB"', ["äb", "Äb", "ÄB"], ["ab"]),
    ('lower(x) == "strasse"', ["STRASSE", "Straße"], []),
    ('lower(x) != "a"', ["b", None, NOTHING], ["A"]),
    ('lower(x) in ["A", "b"]', ["a", "B"], ["c"]),
    ('lower(x) contains "A"', ["bA", ["a"], ["A", 1]], [["ba"], None]),
    ('"A" in lower(x)', [["a"]], [["b"]]),
    ('lower(x) == ["A"]', [["a"]], ["a"]),
    ('lower(x) matches "a"', ["A"], ["b"]),
    ("2 < x", [3], [2, "b"]),
    ("2 >= x", [2, "1"], [3]),
    ("2 != x", [3, None], [2]),
    ("null == x", [None], [1]),
    ("has(x)", [None, "", [], 0, False], [NOTHING]),
    ("HAS(x) AND NOT x == NULL", [0], [None, NOTHING]),
    ("not not x == 1", [1], [2]),
    ("x.y == 1", [{"y": 1}], [{"y": 2}, {}, [{"y": 1}], 1, None, NOTHING]),
    ("has(x.y)", [{"y": None}], [{}, [], "y", None, NOTHING]),
    ("has(x.y.z)", [{"y": {"z": 1}}], [{"y": 1}]),
    ("`x` == 1", [1], [2]),
    ("\u00a0x\n==\t1 ", [1], [2]),
]


@pytest.mark.parametrize(("text", "holding", "others"), OF_ONE_FIELD, ids=[text for text, _, _ in OF_ONE_FIELD])
def test_of_one_field(text, holding, others):
    def verdict(value):
        return parse(text).holds({} if value is NOTHING else {"x": value})

    assert [value for value in holding if verdict(value) is not True] == []
    assert [value for value in others if verdict(value) is not False] == []


# A sign between the fields x and y; where it holds for them, and where not.
OF_TWO_FIELDS = [
    ("==", [("a", "a"), (1, "1.0"), (True, "true"), ("2026-01-01", "2026-01-01T10:00")], [("a", "A"), (["a"], ["a"])]),
    ("==", [("2026-01-01T10:00Z", "2026-01-01T11:00+01:00")], [(None, None), (NOTHING, NOTHING), ({}, {}), (1, True)]),
    ("!=", [("a", "b"), (None, None), (["a"], ["a"])], [("a", "a")]),
    ("<", [(9, "10"), ("1.10", "1.9"), ("2026-01-01T10:00", "2026-01-01T11:00Z")], [("10", 9), (None, 1), ("b", 1)]),
    (">=", [("2026-01-02T00:00", "2026-01-01"), ("b", 1), ("b", "2026-01-01")], [("2026-01-01", "b")]),
    (
        "in",
        [("a", ["b", "a"]), (1, ["1.0"]), ("a", "cab"), (1, 212)],
        [("a", ["ab"]), (None, [None]), ("a", None), (None, "a")],
    ),
    ("contains", [(["a"], "a"), ("cab", "a")], [("a", "cab"), (["a"], ["a"]), (None, "a")]),
]


@pytest.mark.parametrize(("sign", "holding", "others"), OF_TWO_FIELDS)
def test_of_two_fields(sign, holding, others):
    def verdict(pair):
        fields = {name: value for name, value in zip("xy", pair, strict=True) if value is not NOTHING}
        return parse(f"x {sign} `y`").holds(fields)

    assert [pair for pair in holding if verdict(pair) is not True] == []
    assert [pair for pair in others if verdict(pair) is not False] == []


def test_case_that_does_not_matter_on_one_side_does_on_neither():
    assert holds("lower(x) == `y`", x="A", y="a")
    assert holds("x == lower(y)", x="A", y="a")
    assert holds("x in lower(y)", x="A", y=["a", "b"])
    assert not holds("x == `y`", x="A", y="a")


def test_escapes_and_quotes():
    assert holds(r"""x == "a\"b\\\n\r\t\u00e9'" """, x="a\"b\\\n\r\té'")
    assert holds(r"""x == 'a\'b"' """, x="a'b\"")


def test_odd_names_stand_in_backquotes():
    fields = {"a b": 1, "c.d": {"e`f": 2}, "": 3, "not": 4, "5th": 5, "größe-x_2": 6}
    text = "`a b` == 1 and `c.d`.`e``f` == 2 and `` == 3 and `not` == 4 and `5th` == 5 and größe-x_2 == 6"
    assert parse(text).holds(fields)
    assert parse(text).fields == {"a b", "c.d", "", "not", "5th", "größe-x_2"}


def test_the_fields_are_told():
    text = 'a.b == 1 or has(c) and not lower(d) in e and f < `g`.h or front_matter.path.x == "" or has(front_matter)'
    assert parse(text).fields == {"a", "c", "d", "e", "f", "g", "path", "front_matter"}
    assert parse("front_matter.status == 1").fields == {"status"}


def test_what_every_document_has():
    fields = fields_of({"path": "b.md", "status": "Draft", "front_matter": 1}, "a.md", "default")
    assert parse('path == "a.md" and front_matter.path == "b.md" and namespace == "default"').holds(fields)
    assert parse('status == "Draft" and front_matter.status == "Draft"').holds(fields)
    assert parse("front_matter.front_matter == 1").holds(fields)
    without = fields_of(None, "a.md", "default")
    assert parse('path == "a.md" and not has(front_matter) and front_matter.path == null').holds(without)


LEAVES = {"a == 1": True, "a != 1": False, "has(b)": False, "c in (2, 3)": True, "c not in [2, 3]": False}


def _made(dice, depth):
    """A condition, and what Python makes of the same with True and False in it."""
    kind = dice.choice(["leaf", "not", "and", "or", "group"]) if depth else "leaf"
    if kind == "leaf":
        leaf = dice.choice(list(LEAVES))
        return leaf, str(LEAVES[leaf])
    parts = [_made(dice, depth - 1) for _ in range(dice.randint(2, 3) if kind in {"and", "or"} else 1)]
    if kind in {"and", "or"}:
        return tuple(f" {kind} ".join(texts) for texts in zip(*parts, strict=True))
    return tuple(f"not {text}" if kind == "not" else f"({text})" for text in parts[0])


def test_what_binds_closer_binds_as_in_python():
    dice = random.Random(1)
    verdicts = set()
    for _ in range(2000):
        text, python = _made(dice, 5)
        expected = eval(python)
        verdicts.add(expected)
        assert holds(text, a=1, c=2) is expected, text
    assert verdicts == {True, False}


def test_fifteen_thousand_documents_take_no_time():
    documents = [
        {"status": "Draft", "last_updated": f"2026-{number % 12 + 1:02}-01", "tags": ["a", str(number)]}
        for number in range(15_000)
    ]
    expression = parse(
        'status == "Draft" and last_updated < 2026-07-01 and (tags contains "b" or lower(status) == "DRAFT")'
    )
    with within(0.2):  # it takes a tenth of that
        assert sum(map(expression.holds, documents)) == 7500


LARGE = {
    "text": ('x contains "b"', "a" * 1_000_000),
    "text and text": ("x contains `y`", "a" * 1_000_000),
    "items": ("x contains 1", ["a"] * 100_000),
    "items in items": ("lower(x) contains `y`", ["A"] * 100_000),
    "digits": ("x > 1", "1" * 1_000_000),
    "a number": ("x == 1.5", 10**5000),
    "a number as text": ('x == "1.5"', 16**4000),
    "a number with a number": ("x < `y`", 10**5000),
    "nearly a date": ("x == 2026-01-01T00:00", "2026-01-01T00:00:00." + "0" * 1_000_000 + "x"),
    "a pattern": ('x matches "(a*)*b"', "a" * 1_000_000),
    "many values": (f"x in [{'1,' * 2000}1]", "1" * 390 + "x"),
}


@pytest.mark.parametrize(("text", "value"), LARGE.values(), ids=LARGE)
def test_large_values_take_no_time(text, value):
    with within(1):
        parse(text).holds({"x": value, "y": "aab"})
