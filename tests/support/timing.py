"""Bounds on time that mean the same on a slow machine, or on one that has other work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

_ROUNDS = 400_000
_USUAL = 0.01  # seconds for so many rounds, where the bounds were chosen


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where what is done takes more of the processor; a machine that is slower than usual is given more."""
    before = _slowness()
    started = time.process_time()
    yield
    taken = time.process_time() - started
    if taken >= seconds:
        assert taken < seconds * max(1, before, _slowness())


def _slowness() -> float:
    started = time.process_time()
    total = 0
    for each in range(_ROUNDS):
        total += each
    return (time.process_time() - started) / _USUAL
