"""The search for what costs too much finds a planted case and makes it small, and what it makes is no nonsense."""

import sys
import tomllib
from itertools import islice
from random import Random

import pytest
from fuzz.cost.case import Case, Part
from fuzz.cost.measuring import Bound, Cost, measured
from fuzz.cost.searching import Search
from fuzz.cost.shapes import PLACES

pytestmark = pytest.mark.slow

ALLOWED = Bound(seconds=0.15, megabytes=100.0)
PLACES_TO_TRY = ("body", "other body", "links.ignore", "docs.exclude", "fields")


def _quadratic(case):
    """What a program costs that takes so many steps for each pair of an ignored target and a byte of a document."""
    files = case.files()
    patterns = len(tomllib.loads(files[".meminit.toml"]).get("links", {}).get("ignore", []))
    largest = max(len(text.encode()) for name, text in files.items() if name.endswith(".md"))
    return Cost(min(patterns * largest / 1e6, 1.0), 10.0, 0)


def _hungry(case):
    """What a program costs that keeps two thousand times as much as the other document has."""
    return Cost(0.02, 10.0 + min(len(case.files()["docs/b.md"].encode()) * 2_000, 400_000_000) / 1e6, 0)


class Planted(Search):
    """A search in which costs are computed, so that it takes no time and always finds the same."""

    def __init__(self, costs):
        super().__init__([], Random(4), ALLOWED, PLACES_TO_TRY)
        self._costs = costs

    def cost(self, case):
        return self._costs(case)


@pytest.fixture
def _small_rooms(monkeypatch):
    """Bodies of a hundredth of what is allowed: to write the texts is all that such a search takes time for."""
    for name in ("body", "other body"):
        monkeypatch.setitem(PLACES, name, PLACES[name]._replace(room=PLACES[name].room // 100))


@pytest.mark.usefixtures("_small_rooms")
def test_what_is_planted_is_found_and_made_small():
    found = next(Planted(_quadratic).found(60.0))
    assert not ALLOWED.is_kept(found.dear)
    assert not ALLOWED.is_kept(found.cost)
    ignored, *others = sorted(found.small.parts, key=lambda part: part.place != "links.ignore")
    assert ignored.place == "links.ignore"
    assert len(others) == 1
    halved = found.small._replace(parts=(ignored._replace(times=ignored.times // 2), *others))
    assert _quadratic(halved).seconds < found.cost.seconds


@pytest.mark.usefixtures("_small_rooms")
def test_memory_is_looked_at_as_well():
    found = next(Planted(_hungry).found(60.0))
    assert {part.place for part in found.small.parts} == {"other body"}
    assert found.cost.megabytes > 100


@pytest.mark.usefixtures("_small_rooms")
def test_what_was_found_is_not_looked_for_again():
    names = [found.small.name[1:] for found in islice(Planted(_hungry).found(60.0), 2)]
    assert len(set(names)) == 2


def test_a_command_is_measured_in_the_repository_of_a_case():
    """Its processor time, and its memory."""
    kept = "import os; kept = bytearray(os.path.getsize('docs/b.md') * 20); kept[:] = b'x' * len(kept)"
    search = Search([sys.executable, "-S", "-c", kept], Random(4), ALLOWED)
    small, large = (search.cost(Case("check", (Part("other body", "headings", times, 0),))) for times in (1, 4_000_000))
    assert large.megabytes > small.megabytes + 50
    assert search.spent == small.seconds + large.seconds > 0


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
