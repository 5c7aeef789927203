"""The search for what costs too much finds a planted case and makes it small, and what it makes is no nonsense."""

import sys
from itertools import islice
from random import Random

import pytest
from fuzz.cost.case import Case, Part
from fuzz.cost.measuring import Bound, Cost, measured
from fuzz.cost.searching import Search
from fuzz.cost.shapes import PLACES

pytestmark = pytest.mark.slow

# A program that is quadratic: so many steps for each pair of an ignored target and a byte of the document.
PLANTED = """
import os, tomllib
config = tomllib.loads(open(".meminit.toml").read())
patterns = len(config.get("links", {}).get("ignore", []))
sizes = [os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk("docs") for name in names]
for _ in range(min(patterns * max(sizes) // 100, 20_000_000)):
    pass
"""
HUNGRY = (
    "import os\nkept = bytearray(min(os.path.getsize('docs/b.md') * 20, 400_000_000))\nkept[:] = b'x' * len(kept)\n"
)
ALLOWED = Bound(seconds=0.15, megabytes=100.0)


PLACES_TO_TRY = ("body", "other body", "links.ignore", "docs.exclude", "fields")


def _search(program):
    return Search([sys.executable, "-S", "-c", program], Random(4), ALLOWED, PLACES_TO_TRY)


def _first(program, places):
    """The first case that a search comes to. A busy machine may take time from it, so it is searched again."""
    for _ in range(3):
        found = next(_search(program).found(60.0))
        if {part.place for part in found.small.parts} >= places:
            return found
    raise AssertionError(found)


def test_what_is_planted_is_found_and_made_small():
    found = _first(PLANTED, {"links.ignore"})
    assert not ALLOWED.is_kept(found.dear)
    assert not ALLOWED.is_kept(found.cost)
    ignored, *others = sorted(found.small.parts, key=lambda part: part.place != "links.ignore")
    assert ignored.place == "links.ignore"
    assert len(others) == 1
    halved = found.small._replace(parts=(ignored._replace(times=ignored.times // 2), *others))
    assert _search(PLANTED).cost(halved).seconds < found.cost.seconds


def test_memory_is_looked_at_as_well():
    found = _first(HUNGRY, {"other body"})
    assert [part.place for part in found.small.parts] == ["other body"]
    assert found.cost.megabytes > 100


def test_what_was_found_is_not_looked_for_again():
    names = [found.small.name[1:] for found in islice(_search(HUNGRY).found(60.0), 2)]
    assert len(set(names)) == 2


def test_a_process_that_does_not_end_is_ended(tmp_path):
    cost = measured([sys.executable, "-S", "-c", "while True: pass"], tmp_path, 1)
    assert 0.5 < cost.seconds < 2.5
    assert cost.exit < 0


@pytest.mark.parametrize("place", PLACES)
def test_what_is_repeated_is_accepted_by_the_configuration(place, call):
    for shape in PLACES[place].shapes:
        case = Case("check", (Part(place, shape, 3, 2),))
        answer = call.check({name: text for name, text in case.files().items() if text or name != ".gitignore"})
        assert answer.json.get("error") is None, (shape, answer.json["error"])
        assert answer.json["files_checked"] >= 1, shape


@pytest.mark.parametrize(("place", "shape"), [("fields", "fields"), ("docs.exclude", "deep"), ("schema", "forms")])
def test_no_part_is_larger_than_its_place(place, shape):
    part = Part(place, shape, PLACES[place].edge(shape), 200)
    held = sum(len(piece.encode()) for piece in part.pieces())
    assert PLACES[place].room // 2 < held <= PLACES[place].room


@pytest.mark.parametrize("shape", ["links to nothing", "headings"])
def test_at_the_edge_a_document_is_still_read(shape, call):
    edge = PLACES["body"].edge(shape)
    codes = [call.check(Case("check", (Part("body", shape, times, 0),)).files()).codes for times in (edge, edge * 2)]
    assert ["FILE_TOO_LARGE" in each for each in codes] == [False, True]


def test_a_bound_is_kept_by_what_costs_less():
    assert Bound(5.0, 300.0).is_kept(Cost(5.0, 300.0, 0))
    assert not Bound(5.0, 300.0).is_kept(Cost(5.1, 30.0, 0))
    assert not Bound(5.0, 300.0).is_kept(Cost(0.1, 301.0, 0))
