"""A kept answer is that of a fresh run, whatever was changed since: held to it over random changes of all inputs."""

import os
import time
from contextlib import chdir
from random import Random

import pytest
from tests.support.calls import RUN_ID
from tests.support.marks import posix
from tests.support.repositories import any_change, prepared

from meminit import kept_answer

pytestmark = [pytest.mark.slow, posix]

SETTLED = 0.06  # seconds after which a file is trusted to have changed no more
JSON = ("check", "--format", "json", "--run-id", RUN_ID)
CALLS = (JSON, (*JSON, "--strict"), (*JSON, "--statistics"), (*JSON, "--baseline"), ("check", "--format", "concise"))


def again(call, arguments):
    """The exit code and the output of the answer that would be given again."""
    with chdir(call.folder):
        asked = kept_answer.call_of(list(arguments))
        try:
            kept = kept_answer.given(asked)
        except OSError:
            return None
    return kept and (int(kept.exit), kept.before + kept.after, kept.aside)


def hits(call, dice):
    """How often an answer would have been given again; each of them is compared."""
    prepared(dice, call.folder)
    changes, found = [], 0
    for _ in range(6):
        arguments = dice.choice(CALLS)
        time.sleep(dice.choice([0, SETTLED, SETTLED]))
        call(*arguments)
        changes += [any_change(dice, call.folder) for _ in range(dice.randrange(3))]
        kept = again(call, arguments)
        if kept is not None:
            found += 1
            alone = call(*arguments, "--no-cache", "--jobs", "1")
            assert kept == (alone.exit, alone.out, alone.err), changes
    return found


@pytest.mark.parametrize("seed", range(2))
def test_a_kept_answer_is_that_of_a_fresh_run(call, tmp_path, monkeypatch, seed):
    monkeypatch.setattr(os, "isatty", lambda _: False)
    total = 0
    for number in range(5 * seed, 5 * seed + 5):
        call.folder = tmp_path / str(number) / "repository"
        total += hits(call, Random(number))
    assert total >= 5  # of thirty: else this would be a test of nothing
