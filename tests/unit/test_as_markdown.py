"""What is plainly harmless is written as it is: the short way and the long one give the same."""

import re
from random import Random

import pytest

from meminit.operations import as_markdown

PIECES = [*"aZ09 .,:;'\"()/+=?!@#%$^{}-\\`*_[]<>&|~\n\t", "  ", "é", "\u202e", "\udc80", "##[", "word", "x" * 90]


def _random(seed):
    random = Random(seed)
    return "".join(random.choices(PIECES, k=random.randrange(12)))


@pytest.mark.parametrize("seed", range(20))
def test_text_is_the_same_by_the_short_way(seed, monkeypatch):
    texts = [_random(seed * 1000 + number) for number in range(500)]
    short = list(map(as_markdown.text, texts))
    assert sum(written == text for text, written in zip(texts, short, strict=True)) > 50
    monkeypatch.setattr(as_markdown, "_INERT", re.compile(r"(?!)"))
    assert short == list(map(as_markdown.text, texts))


@pytest.mark.parametrize("folder", [".", "docs", "docs/x", "docs/01-indices", "a b/c#d", "docs/1:x"])
def test_urls_are_the_same_by_way_of_folders(folder):
    names = ["a.md", "a b.md", "1:x.md", "{{x}}.md", "%41.md", "é.md", "(x).md", "\udc80.md", "..x.md"]
    above = ["", "docs/", "docs/x/", "docs/01-indices/", "docs/x/x/", "a b/c#d/", "docs/1:x/", "1:x/", "é/{y}/"]
    urls = as_markdown.Urls(folder)
    for file in [each + name for name in names for each in above]:
        assert urls.to(file) == as_markdown.url(file, folder), file
