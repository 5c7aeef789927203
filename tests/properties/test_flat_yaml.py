"""Where the short cut answers, it answers what the events say, to the column; elsewhere it declines."""

import random
from itertools import product

import pytest
import yaml
from dev.parsers import documents
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.marks import DATA, needs_data

from meminit.documents import front_matter
from meminit.model.node import Mapped, Scalar, Sequence
from meminit.sources import limits, yaml_events, yaml_text
from meminit.sources.yaml_text import YamlError

KEYS = [*"abcdefghabcdefgh", "x-y", "a.b", "1", "on", "é", "'q'", "k k", "-", "~", "?", "<<", "k" * 1100, ""]
INDENTS = [*[""] * 12, "  ", "  ", " ", "    ", "- ", "- ", "  - ", "    - ", " - ", "-   ", "- - "]
COLONS = [*[": "] * 12, ":", ":", ":  ", " : ", ":\t", ""]
WORDS = ["", "text", "some text here", "1", "-1", "+1", "-0.0", "1.", "010", "08", "0x1f", "1_000", "12:30", "1e3"]
WORDS += ["1.5e+3", ".inf", ".nan", "1.2.3", "9" * 19, "yes", "Off", "tRue", "no", "~", "null", "2026-01-02"]
WORDS += ["2026-1-2 1:00:00", "2026-13-45", "=", "<<", "(x)", "http://x.y/z", "a#c", "a # c", "a: b", "a:b", "a:"]
WORDS += ["-x", "- x", "--", "*a", "&a b", "!!int 5", "'it''s'", "'x' # c", '"q"', '"a\\tb"', '"x"#c', "'", '"']
WORDS += ["[]", "[a, b]", "[1, 1.0, 'x']", "[a,]", "[,]", "[a, b", "[a] # c", "[a]#c", "['a]', b]", "{a: b}"]
WORDS += ["[a , b ]", "[a 'b']", "['a' b]", "[ a,b]", ">- \n  t\n", "|\n  t\n \n  # c"]
WORDS += ["|\n  t\n  u", "|-\n  t\n\n  u", ">\n  t\n  u", ">-\n t\n\n\n u", ">\n  t\n   u", "|\n  t\n # c"]
WORDS += ["|\n  t\n\n# c", "|+\n  t\n", "|2\n   t", ">\n  t\n ", "text\n  goes on", "\n  text", "é", "\xa0x"]
WORDS += ["x\u2028y", "x\x85y", "\ufeffx", "a\tb", "a\rb", "x  ", "@x", "`x`", "%x", "x" * 1100]
ENDS = [*[""] * 12, " ", " # c", "#c", "\n", "\n# c", "\n  # c", "\n   ", "\r"]
PARTS = (INDENTS, KEYS, COLONS, WORDS, ENDS)
LAST = ["\n", "\n", "", "\n\n"]
PIECES = [*" \n:#-'\"[],{}&*!|>%@`?~<=.+01_ex\t/\\", "\n  ", "\n- ", ": ", " #", "\r\n", "\n\n", "\n---\n", "\n# c"]
PIECES += ["\n \n", "k: ", "\x85", "\u2028", "\ufeff", "\xa0", "\x7f", "|\n  ", ">-\n  ", "''"]
SAMPLES = [
    """\
document_id: A-ADR-001
title: 'It''s one'
version: 1.0
last_updated: 2026-01-02
tags: [a, "b", 3]
owner: me # c
""",
    """\
title: x
versions:
  fpt: '*'
  ghes: '>=3.1'
redirect_from:
  - /a/b
  - /c
children:
- a: 1
  b:
- c:
  - d
last:
""",
    """\
# c
id: x

short: >
  One line,
  another.

  More.

long: |-
  a: b
  # no comment
aka:
tags:
 - x
 # c
 - 2.5
""",
]
LEAST_ANSWERED = {"k8s.tar.xz": 0.98, "ghdocs.tar.xz": 0.999}


def _by_events(text, first_line):
    try:
        root, repeated = yaml_events.parse(text, first_line)
    except YamlError:
        return "refused"
    return "repeated" if repeated else root


def _agreeing(text):
    """Whether the short cut answers; it fails where it answers otherwise. The texts tell 1 from 1.0 and from True."""
    first_line = len(text) % 3
    flat = yaml_text.parse_flat(text, first_line)
    assert flat is None or repr(flat) == repr(_by_events(text, first_line)), text
    return flat is not None


def _mutated(text, changes):
    for place, gone, piece in changes:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + gone :]
    return text


def _mutants(texts, count):
    """Many more than hypothesis could make in the time."""
    dice = random.Random(1)
    for _ in range(count):
        times = range(dice.choice((1, 1, 2)))
        yield _mutated(
            dice.choice(texts), [(dice.randrange(1000), dice.randrange(4), dice.choice(PIECES)) for _ in times]
        )


TEXTS = st.builds(
    "{}{}".format,
    st.lists(st.tuples(*map(st.sampled_from, PARTS)).map("".join), min_size=1, max_size=4).map("\n".join),
    st.sampled_from(LAST),
)


@pytest.mark.slow
@given(TEXTS)
@settings(max_examples=800, deadline=None, derandomize=True)
def test_generated_texts(text):
    _agreeing(text)


@pytest.mark.slow
def test_many_generated_texts():
    dice = random.Random(1)
    answered = 0
    for _ in range(60_000):
        lines = ["".join(map(dice.choice, PARTS)) for _ in range(dice.randrange(1, 5))]
        answered += _agreeing("\n".join(lines) + dice.choice(LAST))
    assert answered > 1500


@pytest.mark.slow
def test_typical_front_matter_with_changes():
    assert sum(map(_agreeing, _mutants(SAMPLES, 20_000))) > 4000


@pytest.mark.parametrize("text", SAMPLES)
def test_typical_front_matter_is_answered_whatever_its_line_ends(text):
    assert _agreeing(text)
    assert _agreeing(text.replace("\n", "\r\n"))
    assert repr(yaml_text.parse_flat(text)) == repr(yaml_text.parse_flat(text.replace("\n", "\r\n")))


@pytest.mark.parametrize("length", [99, 100, 101])
def test_keys_are_as_long_as_they_may_be(length):
    assert _agreeing(f"{'k' * length}: some text\na: 1\n") == (length <= 100)


@pytest.mark.parametrize("size", [20_000, 20_001])
def test_no_text_is_longer_than_the_limits_of_the_events_are_looked_after_for(size):
    fields = "a: 1\nb: some text\nc: "
    assert _agreeing(fields + "x" * (size - len(fields))) == (size <= yaml_text._SIZE_LIMIT)


NAMES = ("yes", "no", "on", "off", "true", "false", "null", "y", "n", "inf", "nan", ".inf", "-.inf", ".nan", "~")
DATES = (("2026", "026", "20260"), ("-01", "-1", "-013"), ("-02", "-2", "-99"), ("", " 1:00:00", "T01:00:00Z", "x"))


def _plain_words():
    for length in (1, 2, 3, 4):
        yield from map("".join, product("0178.:-+_exb", repeat=length))
    for word in NAMES:
        yield from (word, word.upper(), word.title(), word.swapcase(), f"{word}x", f"x{word}", f"{word[:-1]}_")
    yield from map("".join, product(*DATES))


def test_plain_words_mean_what_the_tables_of_pyyaml_say():
    kinds = {"null": "null", "bool": "boolean", "int": "number", "float": "number", "timestamp": "date"}
    answered = 0
    for word in _plain_words():
        try:
            scalar = yaml_text._plain(word, 1, 1)
        except yaml_text._DeclinedError:
            continue
        tags = yaml.SafeLoader.yaml_implicit_resolvers.get(word[0], ())
        tag = next((tag.rpartition(":")[2] for tag, pattern in tags if pattern.match(word)), "str")
        value = yaml.safe_load(word) if tag in {"null", "bool", "int", "float"} else word
        assert repr(scalar) == repr(Scalar(value, word, kinds.get(tag, "text"), 1, 1))
        answered += 1
    assert answered > 10_000


@pytest.mark.parametrize("text", SAMPLES)
def test_values_are_those_that_other_readers_see(text):
    compared = 0
    for each in (text, *_mutants([text], 1500)):
        flat = yaml_text.parse_flat(each)
        try:
            theirs = yaml.safe_load(each) if flat else None
        except (ValueError, yaml.constructor.ConstructorError):
            continue  # a date that does not exist, or a lone `=`
        if flat:
            assert _same(flat, theirs), each
            compared += 1
    assert compared > 150


def _same(node, value):
    if isinstance(node, Mapped):
        # PyYAML reads keys such as `on` and `1` as values.
        words = {key: inner for key, inner in value.items() if isinstance(key, str)}
        return len(node.entries) >= len(value) and all(
            _same(node.entries[key].node, inner) for key, inner in words.items()
        )
    if isinstance(node, Sequence):
        return len(node.items) == len(value) and all(map(_same, node.items, value))
    if node.kind == "date":
        return str(value) == node.written
    return type(node.value) is type(value) and node.value == value


@pytest.mark.parametrize(
    "text",
    [
        "a: x\na: y\n",
        "a: &b c\n",
        "a: *b\n",
        "<<: b\n",
        "a: !!str 5\n",
        "a: x\n  y\n",
        'a: "\\t"\n',
        "a: b: c\n",
        "a:\tb\n",
        "- a\n",
        "a\n",
        "",
        "# c\n",
        "a: x\n b: y\n",
        "a: 010\n",
        "a: 12:30\n",
        "a: 2026-01-02 10:00:00\n",
        "a: x\rb: y\n",
        "a: x\u2028b: y\n",
        "%YAML 1.1\n",
        "a: {b: c}\n",
        "a: x\n  # c\n  y\n",
        f"a: [{'1, ' * 10_000}]\n",
        "".join(f"{' ' * depth}k:\n" for depth in range(70)),
    ],
)
def test_what_is_declined(text):
    assert yaml_text.parse_flat(text) is None


def test_what_is_declined_for_its_depth_or_size_is_far_within_the_limits_of_the_events():
    assert limits.DEFAULT.depth - 1 > yaml_text._DEPTH_LIMIT
    assert limits.DEFAULT.nodes >= yaml_text._SIZE_LIMIT


@needs_data
@pytest.mark.parametrize("name", LEAST_ANSWERED)
def test_real_trees(name):
    texts = [front_matter.read(text).text for _, text in documents(DATA / "corpora" / name)]
    texts = [text for text in texts if text]
    assert sum(map(_agreeing, texts)) >= LEAST_ANSWERED[name] * len(texts)
    short = [text for text in texts if len(text) < 1000]
    assert sum(map(_agreeing, _mutants(short, 10_000))) > 3000
