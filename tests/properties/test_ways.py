"""All ways to check a repository give the same bytes: with workers, with a cache, after any change."""

import shutil
import time
from pathlib import Path
from random import Random

import pytest
from tests.support.calls import RUN_ID, process
from tests.support.marks import posix
from tests.support.repositories import any_change, changed, prepared, repository

from meminit.rule import ALL_PARTS, DocumentRule, MetadataRule, SummaryRule
from meminit.workspace import judging, kept_links, reading

pytestmark = pytest.mark.slow

ALONE = ("--no-cache", "--jobs", "1")
TARGETS = [(), (), (), ("--strict",), ("docs/sub",), ("docs/**/*.md",), ("docs/a.md", "outside.md")]
SETTLED = 0.06  # seconds after which a file is trusted to have changed no more


@pytest.fixture
def cache(tmp_path_factory):
    return "--cache-dir", str(tmp_path_factory.mktemp("kept") / "new")


@pytest.mark.parametrize("seed", range(14))
def test_a_cache_changes_nothing(call, cache, seed):
    dice = Random(seed)
    call.write(repository(dice))
    changes = ["none"]
    for _ in range(7):
        time.sleep(dice.choice([0, SETTLED]))
        chosen = dice.choice(TARGETS)
        first, again = call.json("check", *chosen, *cache), call.json("check", *chosen, *cache)
        alone = call.json("check", *chosen, *ALONE)
        assert (first, again) == (alone, alone), changes
        changes.append(changed(dice, call.folder))


@pytest.mark.parametrize("seed", range(500, 508))
def test_what_is_kept_of_links_changes_nothing(call, cache, monkeypatch, seed):
    """Where a few are wrong, it costs more than it saves; here it is always used."""
    monkeypatch.setattr(kept_links, "FEWEST", 0)
    monkeypatch.setattr(kept_links, "_PART", 1000)
    dice = Random(seed)
    prepared(dice, call.folder)
    changes = ["none"]
    for _ in range(7):
        time.sleep(dice.choice([0, SETTLED]))
        chosen = dice.choice(TARGETS)
        found, alone = call.json("check", *chosen, *cache), call.json("check", *chosen, *ALONE)
        assert found == alone, changes
        changes.append(any_change(dice, call.folder))


@pytest.mark.parametrize("seed", range(300, 308))
def test_a_cache_of_other_checkouts_changes_nothing(call, cache, tmp_path, seed):
    dice = Random(seed)
    call.folder = tmp_path / "0"
    call.write(repository(dice))
    for number in range(1, 6):
        time.sleep(dice.choice([0, SETTLED]))
        for _ in range(dice.randrange(3)):
            found, alone = (call.json("check", *ways, cwd=call.folder) for ways in (cache, ALONE))
            assert found == alone
        call.folder = Path(shutil.copytree(call.folder, tmp_path / str(number), symlinks=True))
        for _ in range(dice.randrange(3)):
            changed(dice, call.folder)


@posix
@pytest.mark.parametrize("seed", range(100, 103))
def test_workers_change_nothing(call, cache, tmp_path, seed):
    """Each in a process of its own, since only a process without threads may fork.

    Each process gets some of each folder.
    """
    call.write(repository(Random(seed)))
    for number in range(24):
        others = repository(Random(1000 * seed + number))
        call.write({f"docs/{number}/{name}": text for name, text in others.items() if name.startswith("docs/")})
    arguments = ("check", "--format", "json", "--run-id", RUN_ID)
    alone = call.json("check", *ALONE)
    assert process(*arguments, "--no-cache", "--jobs", "3", cwd=tmp_path) == alone
    assert process(*arguments, *cache, "--jobs", "3", cwd=tmp_path) == alone
    assert call.json("check", *cache) == alone


@pytest.mark.parametrize("seed", range(200, 212))
def test_reading_some_at_once_changes_nothing(call, monkeypatch, seed):
    call.write(repository(Random(seed)))
    at_once = call.json("check", *ALONE)
    for bytes_at_once in (0, 1 << 12, 1 << 14, 1 << 30):
        monkeypatch.setattr(reading, "_AT_ONCE", bytes_at_once)
        assert call.json("check", *ALONE) == at_once


def test_the_repositories_are_wrong_in_many_ways(call):
    codes = set()
    for seed in range(50):
        folder = call.folder / str(seed)
        folder.mkdir()
        call.folder, parent = folder, call.folder
        call.write(repository(Random(seed)))
        codes |= set(call.json("check", *ALONE).codes)
        call.folder = parent
    assert len(codes) >= 30


@pytest.mark.parametrize("seed", range(400, 420))
def test_quick_tests_spare_nothing_that_a_rule_would_find(call, monkeypatch, seed):
    """The test beside a rule, over front matter or over summaries, must be sound."""
    call.write(repository(Random(seed)))
    spared = call.json("check", *ALONE)

    def unspared(rule):
        if isinstance(rule, SummaryRule):
            return rule._replace(screen=None)
        if isinstance(rule, DocumentRule):
            return rule._replace(needs=ALL_PARTS, spares=None)
        return rule._replace(spares=None) if isinstance(rule, MetadataRule) else rule

    monkeypatch.setattr(judging, "RULES", tuple(map(unspared, judging.RULES)))
    assert call.json("check", *ALONE) == spared
