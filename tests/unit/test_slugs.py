"""Anchors as the generators themselves make them.

The files beside this one hold headings and documents of our own with what came out of github-slugger 2.0.0, Hugo
0.168, kramdown 2.4 (kramdown-parser-gfm 1.1), Python-Markdown 3.11 with pymdown-extensions, and markdown-it with the
plugins and the slugs of VitePress. What they make of syntax that is not CommonMark is left out.
"""

import json
from pathlib import Path
from unicodedata import normalize

import pytest

from meminit.config.settings import Links
from meminit.documents import by_pyromark, markdown
from meminit.documents.flavours import FLAVOURS
from meminit.documents.numbering import HeadingText
from meminit.documents.slugs import anchors

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


@pytest.mark.parametrize("flavour", sorted(each.stem for each in FOLDER.glob("*.json") if each.stem != "github"))
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
    "vitepress": ["a", "a-1", "a-1-1", "a-2"],
    "mdbook": ["a", "a-1", "a-1-1", "a-2"],
    "mdn": ["a", "a_2", "a_1", "a_3"],
}


@pytest.mark.parametrize("flavour", NUMBERED)
def test_numbers_of_equal_headings(flavour):
    assert anchors(flavour, map(HeadingText, ["A", "a", "a 1", "a"])) == NUMBERED[flavour]


GITLAB = {"This -- & that": "this-that", "123": "anchor-123", "4.5.6": "anchor-456", "Ü  b": "ü-b", "_a_": "_a_"}


def test_gitlab_joins_dashes_and_marks_numbers():
    assert anchors("gitlab", map(HeadingText, GITLAB)) == list(GITLAB.values())


MDBOOK = {"`--flag`: X, y_z": "--flag-x-y_z", "ÄB 中文!": "äb-中文", "::": "section", "E\u0301": "e"}


def test_mdbook_keeps_letters_numbers_and_dashes():
    assert anchors("mdbook", map(HeadingText, MDBOOK)) == list(MDBOOK.values())


MDN = {"Array.prototype.at()": "array.prototype.at", "See also": "see_also", "*?": "*", "/": "sect1"}


def test_mdn_joins_words_with_underscores():
    assert anchors("mdn", map(HeadingText, MDN)) == list(MDN.values())


TERMS = """## Is

Term *one*
: is `this`

Two {#second}
: is that

Is
: once more

> Quoted
> : too
"""


def test_terms_of_definition_lists_have_anchors_where_the_site_gives_them():
    read = by_pyromark.read(TERMS, 1, Links(slugs="hugo", terms=True))
    assert read.anchors == {"is", "term-one", "second", "is-1", "quoted"}
    assert [each.text for each in read.headings] == ["Is"]
    assert by_pyromark.read(TERMS, 1, Links(slugs="hugo")).anchors == {"is"}
    assert by_pyromark.quick_scan(TERMS, Links(slugs="hugo", terms=True)) is None


def test_headings_in_raw_html_have_no_anchor_where_the_generator_gives_them_none():
    text = "<h2>Raw</h2>\n\n## Cooked\n"
    assert by_pyromark.read(text, 1, Links(slugs="kramdown-gfm")).anchors == {"cooked"}
    assert by_pyromark.read(text, 1, Links(slugs="mdbook")).anchors == {"raw", "cooked"}


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_headings_without_text_are_scanned_as_they_are_read(flavour):
    text, links = "# A\n\n##\n\n## !\n\n## &nbsp;\n\n## b\n", Links(slugs=flavour)
    quick = by_pyromark.quick_scan(text, links)
    assert quick is None or quick.anchors == by_pyromark.read(text, 1, links).anchors


@pytest.mark.parametrize("flavour", ["mkdocs", "mkdocs-unicode", "pymdownx-lower", "mkdocs-underscore"])
def test_icons_by_name_may_have_no_part_in_the_anchors_of_mkdocs(flavour):
    text = "## :material-email-edit: Contact Us\n\n## The end :octicons-heart-fill-24:\n\n## At 10:30:20\n"
    links = Links(slugs=flavour)
    read = markdown.read(text, 1, links)
    joint = "_" if flavour.endswith("underscore") else "-"
    assert {f"contact{joint}us", f"the{joint}end", f"at{joint}103020"} <= read.anchors
    assert markdown.quick_scan(text, links).anchors == read.anchors
    assert f"contact{joint}us" not in markdown.read(text, 1, Links(slugs="github")).anchors
