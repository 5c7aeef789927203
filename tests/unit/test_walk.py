"""The walk of one document names the files that are loaded, and those that do something."""

from collections import Counter

import pytest
from dev import walk
from tests.support.calls import TOP

SOURCE = TOP / "src/meminit"
EVERY_RULE = {f"rules/{path.name}" for path in (SOURCE / "rules").glob("*.py")}


@pytest.fixture(scope="module")
def cold(tmp_path_factory):
    return walk.cold(tmp_path_factory.mktemp("cold"))


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    return walk.warm(tmp_path_factory.mktemp("warm"))


def test_all_that_is_named_is_there(cold, warm):
    for each in (cold, warm):
        assert each.ran < each.loaded
        assert [file for file in each.loaded if not (SOURCE / file).is_file()] == []
        assert {"__main__.py", "cli.py", "commands/check.py", "documents/discover.py"} <= each.ran


def test_a_first_check_loads_all_rules_and_runs_those_that_have_something_to_judge(cold):
    assert cold.loaded >= EVERY_RULE
    assert {"rules/broken_link.py", "rules/metadata_block_drift.py"} <= cold.ran
    # No id is shared, and the rule about that is spared by its screen.
    assert cold.ran.isdisjoint({"rules/duplicate_id.py", "rules/__init__.py"})


def test_where_nothing_has_changed_no_rule_is_loaded(warm):
    assert warm.loaded.isdisjoint(EVERY_RULE | {"documents/read.py"})


def test_the_report_counts_in_all_and_by_folder():
    some = walk.Walk(
        frozenset({"cli.py", "rules/a.py", "rules/b.py", "schema/c.py"}), frozenset({"cli.py", "rules/b.py"})
    )
    lines = [line.split() for line in walk.report("A check", some)]
    assert ["all", "but", "rules", "2", "1"] in lines
    assert Counter(map(tuple, lines))["rules", "2", "1"] == 2
    assert [line for line in lines if line[:1] in (["ran"], ["loaded"])][1:] == [
        ["ran", "cli.py"],
        ["loaded", "rules/a.py"],
        ["ran", "rules/b.py"],
        ["loaded", "schema/c.py"],
    ]


def test_a_check_that_ends_otherwise_is_no_walk(tmp_path, monkeypatch):
    monkeypatch.setattr(walk.generate, "templates", lambda broken=0: walk.generate.PLAIN)
    with pytest.raises(SystemExit, match="ended with 0 and not with 1"):
        walk.cold(tmp_path)
