"""Labels of references and footnotes that could be taken for one another."""

import pytest

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark


@pytest.mark.parametrize("label", ["^", "^ ", "^\t", "^1 #"])
@pytest.mark.parametrize("parser", [by_pyromark, by_markdown_it])
def test_a_label_that_only_looks_like_that_of_a_footnote_is_defined_twice(parser, label):
    labels = parser.read(f"[{label}]: x.md\n\n[{label}]: y.md\n", 1, Links()).labels
    assert [(each.line, each.first) for each in labels if each.kind == "duplicate"] == [(3, 1)]
