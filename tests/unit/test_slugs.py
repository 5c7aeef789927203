"""Anchors as the generators themselves make them.

The files beside this one hold headings and documents of our own with what came out of github-slugger 2.0.0, Hugo
0.168, kramdown 2.4 and Python-Markdown 3.11. What they make of syntax that is not CommonMark is left out.
"""

import json
from pathlib import Path
from unicodedata import normalize

import pytest

from meminit.config.settings import Links
from meminit.documents import by_pyromark
from meminit.documents.slugs import HeadingText, anchors

FOLDER = Path(__file__).parent / "slugs"


def _rows(flavour):
    return json.loads((FOLDER / f"{flavour}.json").read_text(encoding="utf-8"))


def test_github():
    wrong = [
        (headings, slugs)
        for headings, slugs in _rows("github")
        if anchors("github", map(HeadingText, headings)) != slugs
    ]
    assert wrong == []


@pytest.mark.parametrize("flavour", ["hugo", "kramdown", "mkdocs"])
def test_documents(flavour):
    wrong = [
        (text, ids)
        for text, ids in _rows(flavour)
        if not {normalize("NFC", each) for each in ids} <= by_pyromark.read(text, 1, Links(slugs=flavour)).anchors
    ]
    assert wrong == []


NUMBERED = {
    "github": ["a", "a-1", "a-1-1", "a-2"],
    "gitlab": ["a", "a-1", "a-1", "a-2"],
    "docusaurus": ["a", "a-1", "a-1-1", "a-2"],
    "hugo": ["a", "a-1", "a-1-1", "a-2"],
    "kramdown": ["a", "a-1", "a-1", "a-2"],
    "mkdocs": ["a", "a_1", "a-1", "a_2"],
}


@pytest.mark.parametrize("flavour", NUMBERED)
def test_numbers_of_equal_headings(flavour):
    assert anchors(flavour, map(HeadingText, ["A", "a", "a 1", "a"])) == NUMBERED[flavour]


GITLAB = {"This -- & that": "this-that", "123": "anchor-123", "4.5.6": "anchor-456", "Ü  b": "ü-b", "_a_": "_a_"}


def test_gitlab_joins_dashes_and_marks_numbers():
    assert anchors("gitlab", map(HeadingText, GITLAB)) == list(GITLAB.values())
