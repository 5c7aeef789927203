"""What all tests share: the option that rewrites expectations, and a fixture that calls meminit."""

import signal
from itertools import count
from pathlib import Path

import pytest

from tests.support.calls import Caller


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="rewrite expected files with what meminit prints now")


def pytest_configure(config):
    """Processes inherit which signals are ignored; nohup, or a shell that runs the tests in the background, says so."""
    slow = (
        "slow: real trees, bounds on time, campaigns of generated input, processes; `make test-fast` leaves these out"
    )
    config.addinivalue_line("markers", slow)
    config.addinivalue_line("markers", "long: the edge of all limits, faults at each call; `make test-long` has these")
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)  # not every system has all of them
        if number and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


@pytest.fixture
def call(tmp_path: Path) -> Caller:
    """Calls meminit in this process, in the test's own folder. Any JSON it prints is validated on the way."""
    return Caller(tmp_path)


@pytest.fixture(scope="session")
def _caches(tmp_path_factory):
    """A new name for a cache directory each time; to make thousands of directories beside each other takes seconds."""
    base = tmp_path_factory.mktemp("caches")
    return (str(base / str(number)) for number in count())


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch, _caches):
    monkeypatch.setenv("XDG_CACHE_HOME", next(_caches))
    monkeypatch.setenv("XDG_STATE_HOME", next(_caches))
    monkeypatch.setenv("XDG_DATA_HOME", next(_caches))
    monkeypatch.delenv("MEMINIT_RUN_ID", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
