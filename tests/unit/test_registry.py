"""What is made of the answers of a registry, and of there being none."""

import json
import re
import tomllib
from types import SimpleNamespace

import pytest
from dev import registry
from dev.environment import PROJECT, Environment

OFFLINE = "WARNING: Retrying\nERROR: Could not find a version that satisfies the requirement click==8.4\n"
KNOWN = {"name": "a", "version": "1", "vulns": []}
VULNERABLE = {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]}
SKIPPED = {"name": "c", "skip_reason": "Dependency not found on PyPI and could not be audited: c (1)"}


@pytest.fixture
def answers(monkeypatch, tmp_path):
    """What pip says, and what pip-audit."""
    said = {"pip": None, "audit": ("", "")}
    monkeypatch.setattr(Environment, "prepare", lambda *_: said["pip"])
    monkeypatch.setattr(
        Environment,
        "called",
        lambda *_: SimpleNamespace(returncode=1, stdout=said["audit"][0], stderr=said["audit"][1]),
    )
    monkeypatch.setattr(registry, "_installed", lambda: ["a==1"])
    (tmp_path / ".audit").mkdir()
    monkeypatch.setattr(registry.environment, "TOP", tmp_path)
    return said


def _ended(task):
    with pytest.raises(SystemExit) as ended:
        task()
    return ended.value.code


def test_every_dependency_has_a_lowest_version():
    wanted = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert list(registry._lowest()) == [each.replace(">=", "==") for each in wanted]
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", each) for each in registry._lowest())


def test_versions_that_cannot_be_had_are_no_failure(answers, capsys):
    answers["pip"] = OFFLINE
    assert _ended(registry.floors) == _ended(registry.oracles) == _ended(registry.audit) == 75
    assert "were not tested: ERROR: Could not find a version" in capsys.readouterr().err


def test_versions_that_do_not_go_together_are_a_failure(answers):
    answers["pip"] = "ERROR: Cannot install a and b because these package versions have conflicting dependencies."
    assert _ended(registry.floors) == answers["pip"]


@pytest.mark.parametrize(
    ("dependencies", "code"), [([KNOWN, VULNERABLE], 1), ([SKIPPED], 75), ([SKIPPED, VULNERABLE], 1), ([], 75)]
)
def test_what_is_known_against_dependencies(answers, dependencies, code):
    answers["audit"] = (json.dumps({"dependencies": dependencies}), "")
    assert _ended(registry.audit) == code


def test_nothing_is_known_against_any(answers, capsys):
    answers["audit"] = (json.dumps({"dependencies": [KNOWN, SKIPPED]}), "")
    registry.audit()
    assert capsys.readouterr().out.endswith("1 packages, and nothing is known against any of them.\n")


def test_a_service_that_cannot_be_reached_is_no_failure_and_another_defect_is(answers):
    answers["audit"] = ("", "ERROR:pip_audit._cli:Connection error: Max retries exceeded\n")
    assert _ended(registry.audit) == 75
    answers["audit"] = ("", "usage: pip-audit\n")
    assert _ended(registry.audit) == "usage: pip-audit\n"
