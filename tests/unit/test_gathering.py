"""Documents are read many at once, though not all; their sizes are asked where they decide something."""

import pytest

from meminit.documents import read
from meminit.documents.discover import Candidate
from meminit.model.summary import Summary
from meminit.workspace import pool
from meminit.workspace.summaries import Gathering

TWO_PROCESSORS = 2
ENOUGH = 500  # documents of the usual size for two processes


class Reader:
    def summaries(self, wanted):
        return (Summary(digest=candidate.file) for candidate, _, _ in wanted)

    def details(self, wanted, _lookups):
        return (Summary(digest=candidate.file) for candidate, _, _ in wanted)


@pytest.fixture
def gathered(monkeypatch):
    """Gathers so many documents; what was asked for, and the sizes and the number of processes that came of it."""
    asked, shared = [], []

    def ask(candidates):
        asked.append(len(candidates))
        return [7] * len(candidates)

    def alone(work, sizes, jobs):
        shared.append((set(sizes), jobs))
        return enumerate(work(range(len(sizes))))

    def gather(count, states=None, jobs=None):
        candidates = [Candidate(str(number), str(number), "default") for number in range(count)]
        nothing = [None] * count
        gathering = Gathering(Reader, candidates, states or nothing, nothing, None, jobs, ask)
        assert sorted(gathering.arriving()) == list(range(count))
        assert [each.digest for each in gathering.summaries] == [each.file for each in candidates]
        return asked, shared, gathering

    monkeypatch.setattr(pool, "CAN_FORK", True)
    monkeypatch.setattr(pool, "_has_other_threads", lambda: False)
    monkeypatch.setattr(pool, "_processors", lambda: TWO_PROCESSORS)
    monkeypatch.setattr(pool, "shared", alone)
    return gather


def test_few_documents_are_asked_for_their_sizes(gathered):
    asked, shared, _ = gathered(ENOUGH - 1)
    assert (asked, shared) == ([ENOUGH - 1], [({7}, 1)])


def test_many_keep_all_processors_busy_whatever_their_sizes_are(gathered):
    asked, shared, _ = gathered(ENOUGH)
    assert (asked, shared) == ([], [({pool.USUAL}, TWO_PROCESSORS)])


def test_one_process_need_not_know(gathered):
    asked, shared, _ = gathered(10, jobs=1)
    assert (asked, shared) == ([], [({pool.USUAL}, 1)])


def test_what_is_known_is_not_asked(gathered):
    asked, shared, _ = gathered(3, [(400_000, 0, 0, 0, 0), (500_000, 0, 0, 0, 0), (1_500_000, 0, 0, 0, 0)])
    assert (asked, shared) == ([], [({400_000, 500_000, 1_500_000}, TWO_PROCESSORS)])


def test_nothing_is_asked_where_there_is_nothing(gathered):
    assert gathered(0)[:2] == ([], [])


@pytest.mark.parametrize(("again", "is_asked"), [(ENOUGH // 2 - 1, True), (ENOUGH // 2, False)])
def test_half_as_many_are_enough_for_the_places_of_their_links(gathered, again, is_asked):
    asked, shared, gathering = gathered(ENOUGH)
    gathering.add_details(range(again))
    assert asked == [again] * is_asked
    assert shared[1:] == [({7}, 1) if is_asked else ({pool.USUAL}, TWO_PROCESSORS)]


@pytest.mark.parametrize(
    ("count", "text", "fewest", "most"),
    [(360, "x", 300, 350), (360, "word " * 600, 80, 100), (3, "long " * 80_000, 1, 1)],
)
def test_documents_are_read_together_up_to_so_many_bytes(call, monkeypatch, count, text, fewest, most):
    call.write({".meminit.toml": "", **{f"docs/{number}.md": text for number in range(count)}})
    groups, real = [], read.documents

    def documents(files, *rest, **named):
        groups.append(len(files))
        return real(files, *rest, **named)

    monkeypatch.setattr(read, "documents", documents)
    call("check", "--no-cache", "--jobs", "1")
    assert sum(groups) == count
    assert fewest <= max(groups) <= most
