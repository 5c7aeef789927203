"""Bounds on time that mean the same on a slow machine, or on one that has other work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROUNDS = 400_000
_USUAL = 0.008  # seconds for so many rounds, on an AMD EPYC within a fifth: there bounds hold as they are


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where what is done takes more of the processor; a machine that is slower than a quick one is given more."""
    before = slowness()
    started = time.process_time()
    yield
    taken = time.process_time() - started
    if taken >= seconds:
        assert taken < seconds * max(before, slowness())


def grow_old(file: Path) -> None:
    """Waits until the state of a file that was just written tells that nothing has changed it since."""
    counts_in_seconds = file.lstat().st_ctime_ns % 1_000_000_000 == 0
    time.sleep(2.1 if counts_in_seconds else 0.12)


def slowness() -> float:
    """How many times as long as on a quick machine everything takes here and now; 1 at least."""
    started = time.process_time()
    total = 0
    for each in range(_ROUNDS):
        total += each
    return max(1.0, (time.process_time() - started) / _USUAL)
