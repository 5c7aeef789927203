"""Two parsers, one result: links, headings, labels and anchors do not depend on which library reads the text."""

from zlib import crc32

import pytest
from dev.parsers import EXPLAINED, archives, bodies, differences, examples, reason
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.support.marks import DATA, needs_data

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark

WORDS = ["[a]", "[b]", "(x.md)", "[a](x.md)", "![", "]", "[", "(", ")", "`", "``", "*", "_", "\\", "&amp;", "text", "é"]
WORDS += ["日本", "!", "[t][a]", "[t][nope]", "[a][]", "a[1][2]", "{#id}", "<http://x.y>", "</a>", "<div>", "</div>"]
WORDS += ["<h2>T</h2>", "<a href='q.md'>", "<img src=k.png>", "![i](p.png)", "[^1]", "[[page]]"]
BLOCKS = [" ", "  ", "\n", "\n\n", "\r\n", "# h ", "* ", "- ", "> ", "1. ", "    ", "\t", "---", "===", "```\n", '"t"']
BLOCKS += ["[a]: x.md\n", "[b]: <y z.md>\n", "[x]: #\n", "\n\n[^1]: n\n\n"]
PIECES = st.sampled_from([*WORDS, *BLOCKS])


@pytest.mark.slow
@given(st.lists(PIECES, max_size=24).map("".join))
@settings(max_examples=1500, deadline=None, derandomize=True)
def test_generated_documents(text):
    found = differences(text)
    assume(not found or reason(text) is None)
    assert not found


@needs_data
def test_examples_of_commonmark():
    assert {name: differences(text) for name, text in examples(DATA) if differences(text)} == {}


@needs_data
@pytest.mark.parametrize("archive", archives(DATA), ids=lambda archive: archive.name)
def test_real_trees(archive):
    """One document in four; `make parsers` compares them all.

    Files that are not UTF-8, which the product reports as INVALID_ENCODING, are one in a hundred at most.
    """
    skipped = []
    every = dict(bodies(archive, skipped=skipped))
    texts = {name: text for name, text in every.items() if crc32(name.encode()) % 4 == 0 or name in EXPLAINED}
    assert {name for name, text in texts.items() if differences(text)} == EXPLAINED.keys() & texts.keys()
    assert len(skipped) <= len(every) // 100


@needs_data
def test_there_are_real_trees():
    assert {"k8s.tar.xz", "ghdocs.tar.xz"} <= {each.name for each in archives(DATA)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "> " * 500 + "[a](b.md)\n",
        "- " * 300 + "[a](b.md)\n",
        "*a **b " * 400 + "[a](b.md)" + "** *" * 400 + "\n",
        "[" * 1500 + "[a](b.md)" + "]" * 1500 + "\n",
        "![" * 300 + "[a](b.md)" + "](c.png)" * 300 + "\n",
    ],
    ids=["quotations", "lists", "emphasis", "brackets", "images"],
)
def test_no_link_is_lost_in_deep_nesting(text):
    assert [link.target for link in by_pyromark.read(text, 1, Links()).links][:1] in (["b.md"], ["c.png"])
    assert differences(text) == {}


def test_stand_in_leaves_columns_out():
    body = by_markdown_it.read("# a\n\n[b](c.md)\n", 7, Links())
    assert [(each.line, each.column) for each in (*body.headings, *body.links)] == [(7, None), (9, None)]
