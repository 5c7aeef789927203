"""Where a quick scan of a body answers, the whole reading says the same; elsewhere it declines."""

import random

import pytest
from dev.parsers import documents, examples
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.bodies import CLEAR, PIECES, QUIET, TRAPS
from tests.support.marks import DATA, needs_data

from meminit.config.settings import Links
from meminit.documents import by_pyromark, front_matter
from meminit.documents.flavours import FLAVOURS
from meminit.linking.targets import Lookups

# Braces before a number sign are marks for some flavours, and headings of k8s are full of them: the share of documents
# without such flavours, and with them.
LEAST_ANSWERED = {"k8s": (0.985, 0.75), "ghdocs": (0.985, 0.985), "community": (0.86, 0.86), "rfcs": (0.88, 0.82)}
LOOKUPS = Lookups("docs/a")
SOME = 6  # of the flavours


def _of_scan(scan):
    of_targets = {LOOKUPS.of(target, scan.anchors) for target in scan.targets}
    return (of_targets | {LOOKUPS.plain(*target) for target in scan.plain_targets}) - {None}


def _of_body(body):
    return {LOOKUPS.of(link, body.anchors) for link in body.links} - {None}


def answers(text, flavour):
    """Whether the quick scan finds something of the text; it fails where the whole reading finds something else."""
    links = Links(slugs=flavour)
    text = text.replace("\0", "\ufffd")
    short = by_pyromark.quick_scan(text, links, 5)
    if short is None:
        return False
    whole = by_pyromark.read(text, 5, links)
    assert _of_scan(short) == _of_body(whole), (flavour, text)
    assert short.anchors == whole.anchors, (flavour, text)
    assert (sorted(short.labels), short.block) == (sorted(whole.labels), whole.block), (flavour, text)
    longer = by_pyromark.quick_scan(text, links, 5, wants_headings=True)
    if longer:
        assert _named(longer.headings) == _named(whole.headings), (flavour, text)
        assert longer._replace(headings=None) == short, (flavour, text)
    return True


def _named(headings):
    return [(each.level, each.text, each.nested) for each in headings]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=20).map("".join))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_generated_bodies(text):
    for flavour in FLAVOURS:
        answers(text, flavour)


@pytest.mark.slow
def test_many_generated_bodies():
    """Many more than hypothesis could make in the time, each with some of the flavours."""
    dice, flavours = random.Random(1), sorted(FLAVOURS)
    count = answered = 0
    while count < 12_000:
        pieces = [*QUIET, *dice.choices(PIECES, k=dice.choice([2, 5, 200]))]
        text = "".join(dice.choices(pieces, k=dice.randint(1, dice.choice([6, 14, 30]))))
        count += 1
        answered += sum(answers(text, flavour) for flavour in dice.sample(flavours, SOME))
    assert answered > count * SOME // 4


@pytest.mark.parametrize("text", TRAPS.values(), ids=TRAPS)
def test_traps(text):
    """Alone and amid other text."""
    for flavour in FLAVOURS:
        answers(text, flavour)
        answers(f"# a b\n\nc\n\n{text}\n## d\n\n[e](f.md)\n", flavour)


@pytest.mark.parametrize("text", CLEAR.values(), ids=CLEAR)
def test_what_is_clear_is_answered(text):
    assert answers(text, "github")
    assert answers(text, "hugo")


@needs_data
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_examples_of_commonmark(flavour):
    assert sum(answers(text, flavour) for _, text in examples(DATA)) > 480


@needs_data
@pytest.mark.parametrize(("tree", "least"), LEAST_ANSWERED.items())
def test_real_trees(tree, least):
    """Each document with a few flavours in turn, so that each flavour has a share of them all."""
    bodies = [text[front_matter.read(text).body_at :] for _, text in documents(DATA / f"corpora/{tree}.tar.xz")]
    step = max(1, len(FLAVOURS) // 3)
    found = {False: [], True: []}
    for number, (name, flavour) in enumerate(sorted(FLAVOURS.items())):
        found[bool(flavour.marks)] += [answers(body, name) for body in bodies[number % step :: step]]
    shares = [sum(each) / len(each) for each in found.values()]
    assert all(share >= lowest for share, lowest in zip(shares, least, strict=True)), shares


def test_what_the_parser_encodes_is_known_as_its_author_wrote_it():
    for text in ("[a](#\u00e9)", "[a](x/\u4e2d.md) 5%", "[a](<x y.md#\u00e9 z>)", "![a](\u00e9/\u00df.png)"):
        assert answers(text, "github"), text
    assert not answers("[a](#\u00e9) and [b](%20.md)", "github")
