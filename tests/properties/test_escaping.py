"""What a template is filled with is text: a reader of Markdown sees it as it was given."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from meminit.composing.template import escaped

_MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})
_TEXT = st.text("ab1 _*`~<>&#;-+=.)[]!|\\:/", max_size=12).map(lambda text: " ".join(text.split())).filter(bool)


@given(_TEXT, st.sampled_from(["# ", ""]))
def test_text_is_read_as_it_was_given(text, before):
    read = re.fullmatch(r"<(h1|p)>(.*)</\1>\n", _MARKDOWN.render(before + escaped(text)), re.DOTALL)
    assert read
    assert html.unescape(read[2]) == text


def test_nothing_is_escaped_without_need():
    assert escaped("R&D: snake_case, A > B - #1, 2.0 (x)") == "R&D: snake_case, A > B - #1, 2.0 (x)"
