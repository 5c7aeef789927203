"""Where links alone are asked for, they are the same as those of the whole reading."""

import random

import pytest
from dev.parsers import documents, examples
from tests.support.bodies import PIECES, QUIET, TRAPS
from tests.support.marks import DATA, needs_data

from meminit.config.settings import Links
from meminit.documents import by_pyromark, front_matter

FORMS = [Links(slugs="github"), Links(slugs="mkdocs", wiki=True)]
WIKI = ["[[a]]", "[[b|c]]", "a[[1, 2]]", "| [[a\\|b]] |\n|--|\n", "[[_TOC_]]"]
POSTERS = ['<video poster="p.png">', "<VIDEO POSTER=q.png>"]
MANY = 1_000


def agree(text, most_links=MANY):
    text = text.replace("\0", "\ufffd")
    for links in FORMS:
        whole = by_pyromark.read(text, 3, links, most_links)
        assert by_pyromark.placed_links(text, 3, links, most_links) == whole.links, (links.slugs, text)


@pytest.mark.slow
def test_generated_bodies(monkeypatch):
    """Most are read in the short way, and not by the whole reading itself."""
    dice, read, whole = random.Random(2), by_pyromark.read, []
    monkeypatch.setattr(by_pyromark, "read", lambda *arguments: whole.append(1) or read(*arguments))
    for _ in range(8_000):
        pieces = [*QUIET, *dice.choices([*PIECES, *WIKI, *POSTERS], k=dice.choice([2, 5, 200]))]
        agree("".join(dice.choices(pieces, k=dice.randint(1, dice.choice([6, 14, 30])))), dice.choice([1, 2, MANY]))
    asked = 8_000 * len(FORMS)
    assert asked <= len(whole) < asked * 5 // 4


@pytest.mark.parametrize("text", ['<video poster="p.png"></video>', "a <video\nposter=p.png>", "<div\nPOSTER='p.png'>"])
def test_pictures_of_films(text):
    agree(text)
    assert by_pyromark.placed_links(text, 1, Links(), MANY) or "<div" in text


@pytest.mark.parametrize("text", TRAPS.values(), ids=TRAPS)
def test_traps(text):
    agree(text)
    agree(f"# a b\n\nc\n\n{text}\n## d\n\n[e](f.md)\n")


@needs_data
def test_examples_of_commonmark():
    for _, text in examples(DATA):
        agree(text)


@needs_data
@pytest.mark.parametrize("tree", ["k8s", "ghdocs", "community", "rfcs"])
def test_real_trees(tree):
    for _, text in documents(DATA / f"corpora/{tree}.tar.xz"):
        agree(text[front_matter.read(text).body_at :])
