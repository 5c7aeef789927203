"""The page on conditions is true: whatever its tables say holds, does not hold, or is refused."""

import shlex
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from tests.support.calls import TOP

from meminit.model.node import Plain, Scalar, plain, put, scalars
from meminit.querying.expression import parse
from meminit.querying.fields import fields_of
from meminit.querying.tokens import BadExpression
from meminit.sources import yaml_text

TOKENS = (
    MarkdownIt("commonmark")
    .enable("table")
    .parse((TOP / "docs/20-specs/query-language.md").read_text(encoding="utf-8"))
)


def _tables():
    """Each table as its rows of cells, the text of a cell without marks."""
    tables = []
    for token, following in pairwise(TOKENS):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type in {"th_open", "td_open"}:
            tables[-1][-1].append("".join(child.content for child in following.children))
    return tables


def _rows(*heads):
    return [tuple(row) for table in _tables() if table[0] == list(heads) for row in table[1:]]


def _as_written(scalar: Scalar) -> Plain:
    """Numbers that are not spelled as they would be printed are the text that the author wrote."""
    is_odd = scalar.kind == "number" and str(scalar.value) != scalar.written
    return scalar.written if is_odd else plain(scalar)


@pytest.fixture(scope="module")
def fields():
    root = yaml_text.parse(next(token.content for token in TOKENS if token.info == "yaml")).root
    front_matter = plain(root)
    for path, scalar in scalars(root):
        put(front_matter, path, _as_written(scalar))
    return fields_of(front_matter, "docs/45-adr/message-queue.md", "default")


HOLDING = _rows("condition", "holds")
REFUSED = _rows("condition", "column", "what is said")


def test_there_are_examples():
    assert len(HOLDING) > 60
    assert len(REFUSED) > 5
    assert {verdict for _, verdict in HOLDING} == {"yes", "no"}


@pytest.mark.parametrize(("condition", "verdict"), HOLDING)
def test_what_holds(condition, verdict, fields):
    assert parse(condition).holds(fields) is (verdict == "yes")


@pytest.mark.parametrize(("condition", "column", "words"), REFUSED)
def test_what_is_refused(condition, column, words):
    with pytest.raises(BadExpression) as caught:
        parse(condition)
    assert (caught.value.column, caught.value.words) == (int(column), words)


def test_the_command_that_is_shown_is_understood(call):
    call.write({".meminit.toml": ""})
    shown = [shlex.split(token.content) for token in TOKENS if token.info == "console"]
    assert shown
    for program, *arguments in shown:
        assert program == "meminit"
        assert call(*arguments).exit == 0
