"""Conditions that are refused: the reason, what to write instead, and the column; in little time."""

import pytest
from tests.support.timing import within

from meminit.querying.expression import parse
from meminit.querying.tokens import BadExpression


def said_of(text):
    with pytest.raises(BadExpression) as caught:
        parse(text)
    return caught.value


PHRASES = {
    "condition": 'expected a condition, such as status == "Draft", found',
    "comparison": "expected a comparison (==, !=, <, <=, >, >=, in, contains, matches), found",
    "lone": "; write has(...) to ask whether a field is there, or == true to ask whether it is true",
    "both": "; each side of and, or is a whole comparison; for several values, write in and a list",
    "word": "expected a value, found the word",
    "backquotes": "and here a field needs backquotes",
    "pattern": "the pattern cannot be used: it is malformed, repeats too much, or has look-around or back-references",
    "neither": "is neither a number, a day such as 2026-01-31, nor a moment such as 2026-01-31T12:00Z;"
    " put text in quotes, and a field that begins with a digit in backquotes",
}
SAID = {
    '"a"(x)': "4: {comparison} '('",
    "x == 1 = 2": "8: expected and, or, or the end, found '='",
    "x <== 1": "3: {comparison} '<=='",
    "x matches lower(y)": "17: matches needs a pattern in quotes after it",
    "x matches `y`": "11: matches needs a pattern in quotes after it",
    'x matches ["a"]': "11: matches needs a pattern in quotes after it",
    'x "contain" "a"': '3: {comparison} "contain"',
    "x == 'a']": "9: expected and, or, or the end, found ']'",
    "x contains": "11: expected a value, found the end",
    "x == -": "6: the character '-' has no meaning here; text needs quotes",
    "lower(x) == true": "13: lower(...) is compared with text in quotes only",
    'lower(x) == ["a", 1]': "13: lower(...) is compared with text in quotes only",
    "": "1: {condition} the end",
    "  \t": "4: {condition} the end",
    "x": "2: {comparison} the end{lone}",
    "not x": "6: {comparison} the end{lone}",
    "x and y == 1": "3: {comparison} 'and'{lone}",
    '"a"': "4: {comparison} the end{both}",
    'x == "a" or "b"': "16: {comparison} the end{both}",
    "x = 1": "3: {comparison} '='; did you mean ==?",
    "x === 1": "3: {comparison} '==='; did you mean ==?",
    "x <> 1": "3: {comparison} '<>'; did you mean !=?",
    "x => 1": "3: {comparison} '=>'; did you mean >=?",
    "x =! 1": "3: {comparison} '=!'",
    "x is null": "3: {comparison} 'is'; did you mean ==?",
    'x like "a"': "3: {comparison} 'like'; did you mean contains?",
    'x contians "a"': "3: {comparison} 'contians'; did you mean contains?",
    'x not like "a"': "7: expected in, contains or matches after not, found 'like'; did you mean contains?",
    "x == 1 && y == 2": "8: expected and, or, or the end, found '&&'; did you mean and?",
    "x == 1 || y == 2": "8: expected and, or, or the end, found '||'; did you mean or?",
    "x == 1 annd y == 2": "8: expected and, or, or the end, found 'annd'; did you mean and?",
    "x == 1 y == 2": "8: expected and, or, or the end, found 'y'",
    "x == 1, y == 2": "7: expected and, or, or the end, found ','",
    "!(x == 1)": "1: {condition} '!'; did you mean not?",
    "and x == 1": "1: {condition} 'and'",
    "x == 1 and": "11: {condition} the end",
    "x ==": "5: expected a value, found the end",
    "x == == 1": "6: expected a value, found '=='",
    "x == Draft": "6: {word} 'Draft'; text needs quotes: \"Draft\", {backquotes}: `Draft`",
    "x == a.b": "6: {word} 'a.b'; text needs quotes: \"a.b\", {backquotes}: `a`.b",
    "x contains Draft": "12: {word} 'Draft'; text needs quotes: \"Draft\", {backquotes}: `Draft`",
    "x matches Draft": "11: {word} 'Draft'; text needs quotes: \"Draft\"",
    "x == None": "6: {word} 'None'; text needs quotes: \"None\", {backquotes}: `None`; did you mean null?",
    "x in [a]": "7: {word} 'a'; text needs quotes: \"a\"",
    'x in ["a" "b"]': '11: expected a comma or ], found "b"',
    'x in ["a",]': "11: expected a value, found ']'",
    "x in [": "7: expected a value, found the end",
    'x in "a"': '6: in needs a list after it, such as ["a", "b"], or a field',
    'x == ("a")': "6: expected a value, found '('",
    'x contains ["a"]': "12: contains looks for one value; for several, join several conditions with and, or with or",
    'x < ["a"]': "5: lists have no order; compare them with == or !=",
    "x < true": "5: true, false and null have no order; compare them with == or !=",
    "null >= x": "1: true, false and null have no order; compare them with == or !=",
    "1 < x < 5": "7: there is a whole condition before '<' already; join two with and, or with or",
    'x == "a" not in y': "10: there is a whole condition before 'not' already; join two with and, or with or",
    '"x" == "a"': "1: no field is compared here; text in quotes is a value, and the name of a field has no quotes",
    '"x" in ["a"]': "1: no field is compared here; text in quotes is a value, and the name of a field has no quotes",
    '"a" contains x': "1: write the field before contains, and the value after it",
    '"a" matches x': "1: write the field before matches, and the value after it",
    "x matches 5": "11: matches needs a pattern in quotes after it",
    'x matches "(?=a)"': "11: {pattern}",
    'x matches "("': "11: {pattern}",
    'x matches "\\\\p{L}{1000}{1000}"': "11: {pattern}",
    "lower(x) == 5": "13: lower(...) is compared with text in quotes only",
    'lower(x) in ["a", null]': "13: lower(...) is compared with text in quotes only",
    'lower x == "a"': "7: expected an opening parenthesis and a field, found 'x'",
    "has x": "5: expected an opening parenthesis and a field, found 'x'",
    "has()": "5: expected the name of a field, found ')'",
    'has("x")': '5: expected the name of a field, found "x"',
    "has(x": "6: expected a closing parenthesis, found the end",
    "has(x) == true": "8: there is a whole condition before '==' already; join two with and, or with or",
    "exists(x)": "1: there is no function 'exists'; did you mean has?",
    "lowr(x) == 1": "1: there is no function 'lowr'; did you mean lower?",
    "(x == 1": "8: expected and, or, or the parenthesis that closes the one at column 1, found the end",
    "((x == 1)": "10: expected and, or, or the parenthesis that closes the one at column 1, found the end",
    "x == 1)": "7: expected and, or, or the end, found ')'",
    "()": "2: {condition} ')'",
    "x == 2026-02-30": "6: '2026-02-30' {neither}",
    "x == 2026-1-1": "6: '2026-1-1' {neither}",
    "x == 2026-01-01T24:00": "6: '2026-01-01T24:00' {neither}",
    "5th == 1": "1: '5th' {neither}",
    "x == 1.2.3": "6: '1.2.3' {neither}",
    "x == \u0663": "6: the character '٣' has no meaning here; text needs quotes",
    "x == \u201ca\u201d": "6: text needs straight quotation marks, \" or '",
    'x == "a': "6: this quotation mark is not closed",
    "x == 'a": "6: this quotation mark is not closed",
    "x == `a": "6: this quotation mark is not closed",
    'x == "a\\"': "6: this quotation mark is not closed",
    'x == "\\d"': "7: '\\d' is not a known escape; write a backslash itself twice",
    'x == "ab\\ud800"': "9: '\\ud800' is not a known escape; write a backslash itself twice",
    "a..b == 1": "2: a dot joins the names of two fields, without spaces",
    "a. b == 1": "2: a dot joins the names of two fields, without spaces",
    "a.5 == 1": "2: {comparison} .5",
    "x[0] == 1": "2: {comparison} '['",
    "x == 1; y": "7: the character ';' has no meaning here; text needs quotes",
    "x == 1 \x00": "8: the character '\\x00' has no meaning here; text needs quotes",
    "x == \x1b[31m": "6: the character '\\x1b' has no meaning here; text needs quotes",
    "\U0001d4b3\U0001d4b3 == \u202e": "7: the character '\\u202e' has no meaning here; text needs quotes",
    "x == \udcff": "6: the character '\\xff' has no meaning here; text needs quotes",
}


@pytest.mark.parametrize("text", SAID)
def test_what_is_said(text):
    error = said_of(text)
    assert f"{error.column}: {error.words}" == SAID[text].format_map(PHRASES)
    assert str(error) == f"column {error.column}: {error.words}"


LONG = {
    "a word": f"x == {'a' * 4000}",
    "a dotted word": f"x == a.{'b' * 4000}",
    "digits": f"x == {'1' * 4000}",
    "two words": f"{'a' * 2000} {'b' * 2000}",
    "signs": f"x {'=' * 4000}",
    "text": f"x '{'a' * 4000}'",
    "a function": f"{'a' * 4000}(x)",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_what_is_quoted_is_short(text):
    assert len(said_of(text).words) < 400


def test_how_long_a_condition_may_be():
    assert parse("x == 1" + " " * 4090).holds({"x": 1})
    error = said_of("x == 1" + " " * 4091)
    assert (error.column, error.words) == (4097, "a condition has at most 4096 characters, and this one has 4097")
    assert parse("x == 1 or " * 400 + "x == 2").holds({"x": 2})
    assert parse("x == 1 and " * 370 + "x == 1").holds({"x": 1})
    assert parse("x" + ".x" * 2000 + " == null").holds({"x": {"x": 1}})
    assert parse("not " * 1000 + "x == 1").holds({"x": 1})


def test_how_deep_parentheses_may_be():
    assert parse("(x == 1) and " * 200 + "(x == 1)").holds({"x": 1})
    assert said_of("(x == 1) and " * 200 + "(" * 101 + "x == 1" + ")" * 101).column == 2701
    assert parse("(not " * 100 + 'x == "a" or y contains `z` and lower(x) in ["1"]' + ")" * 100).holds({"x": "a"})
    rich = "(not (x == 2 or x == 1 and " * 50 + "x == 1" + "))" * 50
    assert parse(rich).holds({"x": 1})
    error = said_of("x == 1 and " + "(" * 101 + "x == 1" + ")" * 101)
    assert (error.column, error.words) == (112, "parentheses are nested deeper than 100 levels")


HOSTILE = {
    "opened": "(" * 4096,
    "opened lists": "[" * 4096,
    "quotation marks": '"' * 4095,
    "backquotes": "`" * 4095,
    "backslashes": "\\" * 4096,
    "backslashes in text": "'" + "\\" * 4095,
    "dots": "a." * 2048,
    "not": "not " * 1024,
    "digits": "x == " + "9" * 4000,
    "an exponent": "1e" + "9" * 4000,
    "a list that stays open": "x in [" + "1," * 2040,
    "a pattern": "x matches '" + "(a{9}" * 600 + "'",
    "a pattern that repeats": "x matches '" + "(a*)*" * 800 + "(?=a)'",
    "signs": "=" * 4096,
    "blanks": " " * 4096,
    "accents": "\u0300" * 4096,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_no_time(text):
    with within(0.5):
        said_of(text)
