"""Habits of the house that no linter knows."""

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
SOURCES = sorted((TOP / "src/meminit").rglob("*.py"))
TOOLS = sorted(path for folder in ("dev", "bench", "fuzz") for path in (TOP / folder).glob("*.py"))
TESTS = sorted((TOP / "tests").rglob("*.py"))


@pytest.mark.parametrize("path", [*SOURCES, *TOOLS], ids=lambda path: str(path.relative_to(TOP)))
def test_a_source_says_first_what_it_is_for_and_is_small(path):
    text = path.read_text()
    assert ast.get_docstring(ast.parse(text))
    assert text.count("\n") <= 400


def test_no_folder_is_deeper_than_two():
    assert {len(path.relative_to(TOP / "src/meminit").parts) for path in SOURCES} == {1, 2}


@pytest.mark.parametrize("path", [*SOURCES, *TOOLS], ids=lambda path: str(path.relative_to(TOP)))
def test_a_function_fits_a_screen(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 45, f"{path.name}:{node.lineno}"


def test_tests_call_meminit_only_where_its_json_is_validated():
    """tests/support/calls.py validates whatever comes out; a test with a call of its own must say why here."""
    allowed = {
        "tests/support/calls.py",
        "tests/support/git.py",
        "tests/unit/test_agent_children.py",
        "tests/unit/test_baseline.py",
        "tests/support/measuring.py",
        "tests/unit/edits/test_locking.py",
        "tests/unit/moving/test_move.py",
        "tests/unit/history/test_hostile_git.py",
        "tests/unit/sources/test_git.py",
        "tests/unit/test_capabilities.py",
        "tests/unit/test_creating_faults.py",
        "tests/unit/test_heavy_bodies.py",
        "tests/unit/test_new.py",
        "tests/unit/test_pool.py",
        "tests/unit/test_pre_commit.py",
        "tests/unit/test_process.py",
        "tests/unit/test_redirects_in_shells.py",
        "tests/unit/test_start.py",
        "tests/unit/test_stream.py",
        "tests/unit/test_watch.py",
        "tests/unit/test_wheel.py",
        "tests/unit/test_workers_end.py",
        "tests/unit/test_writers.py",
    }
    for path in TESTS:
        name = path.relative_to(TOP).as_posix()
        if name not in allowed:
            assert not re.search(
                r"^\s*(import subprocess|from meminit import cli\b|from meminit\.cli\b)", path.read_text(), re.MULTILINE
            ), name


def test_only_the_rim_opens_files_or_asks_for_the_time():
    opening = re.compile(r"\bopen\(|\.read_text\(|\.(time|monotonic)\(")
    allowed = {
        "atomic.py",
        "descent.py",
        "blueprints/process.py",
        "cli.py",
        "workspace/pool.py",
        "cache/directory.py",
        "edits/locking.py",
        "installed.py",
        "kept_answer.py",
        "output.py",
        "progress.py",
        "sources/gate.py",
        "stages.py",
        "streaming.py",
        "utf8.py",
        "watch.py",
    }
    for path in SOURCES:
        name = path.relative_to(TOP / "src/meminit").as_posix()
        assert name in allowed or not opening.search(path.read_text()), name


@pytest.mark.parametrize("path", [*SOURCES, *TOOLS], ids=lambda path: str(path.relative_to(TOP)))
def test_what_is_private_is_used_where_it_is_made(path):
    """A linter sees imports that nobody uses, but no functions, methods and values."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)):
        for name in _made_by(node):
            if re.match(r"_[a-zA-Z]", name):
                assert len(re.findall(rf"\b{name}\b", text)) > 1, name


def _made_by(node):
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    is_set = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store)
    return [node.id if isinstance(node, ast.Name) else node.attr] if is_set else []
