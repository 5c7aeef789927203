"""Progress for people: one line on a terminal while a long run goes on, and nothing anywhere else."""

import os
import re
import sys

import pytest
from tests.support.calls import terminal
from tests.support.marks import forks, posix

from meminit.model.event import Progress
from meminit.progress import line

pytestmark = [posix, pytest.mark.slow]
# A run whose documents take a while, and that says it began long ago.
SLOW = """
import sys, time
from meminit import progress
from meminit.__main__ import main
from meminit.workspace.run import Run

progress._QUIET_SECONDS = {quiet}
judging = Run.judging

def slowly(run):
    time.sleep({seconds})
    judging(run)

Run.judging = slowly
sys.argv[0] = "meminit"
main()
"""


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": "", **{f"docs/{number:03}.md": "x" for number in range(250)}})
    return call.folder


def _seen(tree, *arguments, quiet=0.0, seconds=0.0, **environment):
    program = SLOW.format(quiet=quiet, seconds=seconds)
    known = {"TERM": "xterm", "PATH": os.environ["PATH"], "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]}
    return terminal(sys.executable, "-c", program, *arguments, cwd=tree, env={**known, **environment})


def test_a_long_run_shows_one_line_that_is_gone_when_it_is_done(tree):
    seen = _seen(tree, "check")
    lines = re.findall(r"\r\x1b\[K([0-9][^\r\n]*)", seen)
    assert lines[0].startswith("100 of 250 documents, ")
    assert lines[-1] == "250 documents read; what depends on others is being checked"
    after = seen.rpartition("being checked")[2]
    assert after.startswith("\r\x1b[K"), "it is gone before anything else is printed"
    assert "250 violations" in after


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (("check", "--no-progress"), {}),
        (("check", "--quiet"), {}),
        (("check",), {"TERM": "dumb"}),
        (("check",), {"CI": "true"}),
        (("check", "--format", "json-lines"), {}),
        (("context",), {}),
    ],
)
def test_it_is_left_out(tree, arguments, environment):
    assert "\x1b[K" not in _seen(tree, *arguments, **environment)


def test_a_short_run_shows_nothing(tree):
    assert "\x1b[K" not in _seen(tree, "check", quiet=60.0)


@forks
def test_nothing_is_left_of_it_when_the_run_takes_too_long(tree):
    seen = _seen(tree, "check", "--timeout", "1", seconds=30.0)
    assert re.search("being checked\r\x1b\\[K.*TIME_LIMIT", seen, re.DOTALL)


def test_a_line_says_how_many_how_fast_and_how_long():
    assert line(Progress("document", 4200, 15000), 2.0) == "4,200 of 15,000 documents, 2,100 a second, 5 s left"
    assert line(Progress("document", 0, 10), 0.0) == "0 of 10 documents, 0 a second"
