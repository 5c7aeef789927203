"""Reading never raises, whatever the text, and every line it names exists."""

import json
import random

import frontmatter
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.bodies import PIECES

from meminit.config.settings import Links
from meminit.documents import front_matter, markdown
from meminit.model.node import Mapped, Scalar, Sequence
from meminit.sources import json_text, yaml_text
from meminit.sources.lines import Lines, split

MARKS = st.sampled_from(
    [
        "---",
        "\n",
        "\r\n",
        "\r",
        ": ",
        "- ",
        "  ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        "|",
        ">",
        "&a",
        "*a",
        "<<",
        "#",
        "!!int ",
        "? ",
        "%",
        "2026-01-02",
        "1.10",
        "yes",
        "é",
        "\u2028",
        "\x85",
        "\x00",
        "key",
        "...",
        "~",
        "`",
        "=",
        "<!-- MEMINIT_METADATA_BLOCK -->",
        "> **A:** b",
    ]
)
TEXTS = st.lists(st.one_of(MARKS, st.text(max_size=4)), max_size=40).map("".join)

KEYS = st.sampled_from(["a", "b", "'q'", "key two", "é"])
VALUES = st.one_of(
    st.sampled_from(["", "x", "1", "1.10", "010", "0x1f", "1_000", "12:30", "yes", "~", "2026-01-02", "2026-02-30"]),
    st.sampled_from(
        ["'it''s'", '"a\\tb"', "[1, two]", "{x: 1, y: [z]}", "|\n  block\n  text", ">-\n  folded", "# note"]
    ),
    st.sampled_from(
        ["2026-01-02 10:00:00", ".inf", ".nan", "1e3", "1.5e+3", "0o7", "!!str 5", "=", "a # note", "\n  - i"]
    ),
    TEXTS,
)
MAPPINGS = st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=5, unique_by=lambda pair: pair[0]).map(
    lambda pairs: "".join(f"{key}: {value}\n" for key, value in pairs)
)


def _lines(node):
    yield node.line
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _lines(item)
    if isinstance(node, Mapped):
        for entry in node.entries.values():
            yield entry.line
            yield from _lines(entry.node)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_front_matter_is_read_or_refused_with_a_line_that_exists(text):
    document = f"---\n{text}\n---\nbody\n"
    read = front_matter.read(document)
    count = len(split(document))
    places = [problem.line for problem in read.problems]
    places += _lines(read.fields) if read.fields else []
    assert all(1 <= line <= count for line in places)
    assert 1 <= read.closing_line <= count


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_document(text):
    read = front_matter.read(text)
    body = markdown.read(text[read.body_at :], 1, Links())
    count = len(split(text))
    places = (*body.headings, *body.block, *body.links, *body.labels)
    assert all(1 <= place.line <= count for place in places)


def test_values_are_those_that_other_readers_see():
    compared = []

    @given(MAPPINGS)
    @settings(max_examples=400, deadline=None)
    def compare(text):
        try:
            ours, repeated = yaml_text.parse(text)
        except yaml_text.YamlError:
            return
        if not isinstance(ours, Mapped) or repeated:
            return
        try:
            expected = _plain(frontmatter.default_handlers.YAMLHandler().load(text))
        except (LookupError, ValueError, TypeError, AttributeError, yaml.YAMLError):
            # PyYAML stumbles over dates that do not exist, over `=`, and over tags that do not fit.
            return
        assert _comparable(ours) == expected
        compared.append(len(ours.entries))

    compare()
    assert sum(size > 1 for size in compared) > 50


def _comparable(node):
    if isinstance(node, Scalar):
        return "date" if node.kind == "date" else "nan" if node.value != node.value else node.value
    if isinstance(node, Sequence):
        return [_comparable(item) for item in node.items]
    return {key: _comparable(entry.node) for key, entry in node.entries.items()}


def _plain(value):
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("here keys are text")
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return "date" if hasattr(value, "year") else "nan" if value != value else value  # noqa: PLR0124


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=12,
    ),
    st.data(),
)
@settings(max_examples=200, deadline=None)
def test_the_line_of_a_json_value_is_where_its_key_stands(value, data):
    text = json.dumps(value, indent=1)
    path, here = [], value
    while here and isinstance(here, list | dict):
        step = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        path.append(step)
        here = here[step]
    line = split(text)[json_text.line_of(text, tuple(path)) - 1]
    if path and isinstance(path[-1], str):
        assert line.strip().startswith(json.dumps(path[-1]))


@given(TEXTS, st.integers(min_value=0))
def test_places_and_lines_agree(text, offset):
    offset %= len(text) + 1
    line, column = Lines(text).place(offset)
    assert 1 <= line <= len(split(text))
    assert column >= 1


@pytest.mark.slow
def test_lines_that_end_in_a_lone_return_are_lines():
    dice = random.Random(4)
    for _ in range(2_000):
        text = "".join(dice.choices(PIECES, k=dice.randint(1, 30))).replace("\r", "")
        old = text.replace("\n", "\r")
        for links in (Links(slugs="github"), Links(slugs="mkdocs", wiki=True)):
            assert markdown.read(old, 3, links) == markdown.read(text, 3, links), text
            assert markdown.placed_links(old, 3, links) == markdown.placed_links(text, 3, links), text
            assert markdown.quick_scan(old, links) == markdown.quick_scan(text, links), text
