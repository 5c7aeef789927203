"""Does work with what is kept from other runs, and again without it where that may be to blame for a failure."""

from collections.abc import Callable

from meminit.engine import shelf
from meminit.engine.session import Effort
from meminit.faults import MeminitError
from meminit.model.outcome import Outcome


def doubting(root: str, effort: Effort, work: Callable[[Effort], Outcome]) -> Outcome:
    """What is kept may be odd in ways that nobody foresaw: what alone was to blame is removed."""
    try:
        outcome = work(effort)
        failed = bool(outcome.crashes)
    except MeminitError:
        raise
    except Exception:
        if not effort.uses_cache:
            raise
        failed = True
    if failed and effort.uses_cache:
        outcome = work(effort._replace(uses_cache=False))
        place = shelf.directory(effort.cache_dir)
        if place and not outcome.crashes:
            shelf.clear(place, root)
    return outcome
