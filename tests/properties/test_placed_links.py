"""Where links alone are asked for, they are the same as those of the whole reading."""

import random
import re

import pytest
from dev.parsers import documents, examples
from tests.support.bodies import PIECES, QUIET, TRAPS
from tests.support.marks import DATA, needs_data

from meminit.config.settings import Links
from meminit.documents import by_pyromark, front_matter
from meminit.documents.body import Declined
from meminit.documents.sought import sought

FORMS = [Links(slugs="github"), Links(slugs="mkdocs", wiki=True)]
WIKI = ["[[a]]", "[[b|c]]", "a[[1, 2]]", "| [[a\\|b]] |\n|--|\n", "[[_TOC_]]"]
POSTERS = ['<video poster="p.png">', "<VIDEO POSTER=q.png>"]
MANY = 1_000
WRITTEN = re.compile("[A-Za-z0-9_./#-]+")
# What may look like a link to b.md, be one in an unusual way, or change what others are.
WORDS = r"""[a](b.md) ![a](b.md) [`a`](b.md) [a][c] ![x][c] [c] [d] [x] ](b.md) [a](<b.md>) [*a*](b.md) [^1](b.md) [^1]
\[ ` * _ [b\.md](b\.md) [q](b&#46;md) [![a](b.md)](b.md) [[a](b.md)](c.md) [é](b.md) <!-- --> meminitnumber0 [a](#x)"""
LINES = """\n[c]: b.md\n|\n[c]: <b.md> 'x'\n|\n\n[d]: b.md\n|\n\n[c]: x.md\n\n|\n[^1]: a\n|\n> |\n- |# x\n|\t
[a](b.md "t")|[a]( b.md )|[a](\nb.md)|[a](b.md junk)|<a title='[x](b.md)'>|<a href="b.md">|    [a](b.md)\n"""
CELLS = ["| [a](b.md) | b |\n|---|---|\n| [c](b.md) | d |\n", "```\n[a](b.md)\n```\n"]
AROUND = [*WORDS.split(), *LINES.split("|"), *CELLS]


def agree(text, most_links=MANY):
    text = text.replace("\0", "\ufffd")
    for links in FORMS:
        whole = by_pyromark.read(text, 3, links, most_links)
        assert by_pyromark.placed_links(text, 3, links, most_links) == whole.links, (links.slugs, text)


class Wanted:
    """Some of these targets, of these kinds."""

    def __init__(self, dice, targets):
        self.targets = {each for each in targets if each and not each.startswith(("{", "http")) and dice.random() < 0.6}
        self.kinds = dice.choice([("link", "image"), ("link", "image"), ("link",), ("image",)])
        self.words = tuple(max(WRITTEN.findall(each), key=len, default="") for each in self.targets)

    def __call__(self, target, kind):
        return target in self.targets and kind in self.kinds


def agree_on_some(text):
    """Whether those that are wanted were found in the short way."""
    text, links = text.replace("\0", "\ufffd"), FORMS[0]
    whole = by_pyromark.read(text, 3, links)
    wanted = Wanted(random.Random(text), [*(each.target for each in whole.links), "b.md"])
    try:
        found = sought(by_pyromark.scanner(links.slugs), text, wanted, 3, {})
    except Declined:
        return False
    assert list(found) == [each for each in whole.links if wanted(each.target, each.kind)], text
    return bool(found)


def test_some_links_of_generated_bodies():
    dice, found = random.Random(3), 0
    for _ in range(4_000):
        pieces = [*QUIET, *dice.choices([*PIECES, *AROUND, *AROUND], k=dice.choice([3, 8, 200]))]
        found += agree_on_some("".join(dice.choices(pieces, k=dice.randint(1, dice.choice([6, 14, 30])))))
    assert found > 500


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("tree", ["k8s", "ghdocs", "community", "rfcs"])
def test_some_links_of_real_trees(tree):
    bodies = [text[front_matter.read(text).body_at :] for _, text in documents(DATA / f"corpora/{tree}.tar.xz")]
    assert sum(map(agree_on_some, bodies)) > len(bodies) // 10


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
