"""The seeds of `make fuzz` and a little of what chance makes of them; and what becomes of a failure."""

import os
import sys

import pytest
from fuzz import __main__ as fuzz
from fuzz import playing, target
from fuzz.target import Target
from tests.support.calls import TOP, process

pytestmark = pytest.mark.slow

SECONDS = "1.2"


@pytest.mark.parametrize("name", fuzz.NAMES)
def test_a_little_fuzzing(name):
    answer = process("run", SECONDS, name, "--seed", "1", cwd=TOP, command=[sys.executable, "-m", "fuzz"])
    assert answer.exit == 0, answer.text


@pytest.fixture
def place(monkeypatch, tmp_path):
    """Seeds of a target of our own, and where its failures go."""
    (tmp_path / "seeds/some").mkdir(parents=True)
    (tmp_path / "seeds/some/plain").write_bytes(b"some words, x and others\n")
    monkeypatch.setattr(target, "SEEDS", tmp_path / "seeds")
    monkeypatch.setattr(playing, "KEPT", tmp_path / "kept")
    return tmp_path / "kept"


def _without_x(content):
    target.hold(b"x" not in content, content)


def test_a_failure_is_kept_with_little_around_it_and_the_command_that_shows_it_again(place, capsys):
    played = playing.play(Target("some", _without_x), 0.1, 1)
    assert [path.read_bytes() for path in played.failures] == [b"x"]
    assert f"python -m fuzz replay some kept/{played.failures[0].name}" in capsys.readouterr().out
    assert sorted(place.iterdir()) == sorted(played.failures)


def test_what_is_too_slow_is_a_failure(place):
    played = playing.play(Target("some", lambda content: None, seconds=0.0), 0.1, 1)
    assert len(played.failures) == 1


def test_a_crash_leaves_its_input(place):
    place.mkdir()
    guard = playing.Guard("some")
    guard.note(b"abc")
    assert [playing.left_behind("some", os.getpid()) for _ in range(2)] == [b"abc", None]
    guard.end()


def _inputs_of(seed, count=300):
    seen = []
    playing.play(Target("some", lambda content: seen.append(content) or len(content) % 7), 0.3, seed)
    return seen[:count]


def test_a_seed_tells_what_is_tried(place):
    first = _inputs_of(1)
    assert len(first) == 300
    assert (_inputs_of(1) == first, _inputs_of(2) == first) == (True, False)
