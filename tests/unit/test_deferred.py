"""`inspect` is there for whoever wants it, and loaded by then."""

import sys
import time

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD

UNUSED = {"inspect", "ast", "dis", "tokenize"}
BEGINNING = """
import sys
from meminit.deferred import defer

defer("inspect")
known = sys.modules["inspect"]
assert "tokenize" not in sys.modules
"""
WANTED = [
    "import inspect; print(inspect.signature(lambda number: 0))",
    "from inspect import signature; print(signature(lambda number: 0))",
    "from dataclasses import make_dataclass; print(make_dataclass('A', ['number']).__doc__[1:8] + ')')",
]
FAILING = """
known.__spec__.loader.exec_module = lambda module: 1 / 0
try:
    known.signature
except ZeroDivisionError:
    print("inspect" in sys.modules)
import inspect
print(inspect is known, callable(inspect.signature))
"""
KNOWN = """
import inspect
before = inspect.signature
from meminit.deferred import defer
defer("inspect")
import inspect as after
print(after is inspect, after.signature is before)
"""


@pytest.fixture
def printed(monkeypatch, pytestconfig):
    """What a script prints, in a process that has loaded as little as can be."""
    monkeypatch.setenv("PYTHONPATH", "src")
    return lambda script: _printed(script, pytestconfig.rootpath)


def _printed(script, folder):
    answer = process(cwd=folder, command=[sys.executable, "-W", "error", "-S", "-c", script])
    assert (answer.exit, answer.err) == (0, b"")
    return answer.text.split()


@pytest.mark.parametrize("wanted", WANTED)
def test_it_is_loaded_by_whoever_asks_something_of_it(printed, wanted):
    kept = "\nassert type(known).__name__ == 'module'\nassert sys.modules['inspect'] is known"
    assert printed(BEGINNING + wanted + kept) == ["(number)"]


def test_where_it_cannot_be_loaded_it_can_be_tried_again(printed):
    assert printed(BEGINNING + FAILING) == ["False", "False", "True"]


def test_what_is_loaded_stays_as_it_is(printed):
    assert printed(KNOWN) == ["True", "True"]


def test_no_plain_run_loads_it(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    time.sleep(0.1)  # a file that has just been written is read again
    for reads in (True, False):
        told = process("check", cwd=tmp_path, command=[sys.executable, "-X", "importtime", "-m", "meminit"])
        assert told.exit == 0, told.text
        loaded = {line.rpartition(b"|")[2].strip().decode() for line in told.err.splitlines()}
        assert {"orjson", "dataclasses"} <= loaded
        assert ("pyromark" in loaded) == reads
        assert not loaded & UNUSED
