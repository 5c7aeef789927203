"""Does the work of a command, and once more without the cache where the cache may be to blame for a failure."""

from collections.abc import Callable

from meminit.cache import directory
from meminit.faults import MeminitError
from meminit.model.outcome import Outcome
from meminit.workspace.workspace import Effort


def retried(effort: Effort, work: Callable[[Effort], Outcome]) -> Outcome:
    """What other runs have kept may be odd in ways that nobody foresaw; where it alone was to blame, it is removed.

    All of it is: what serves here may have been kept for another checkout.
    """
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
        place = directory.directory(effort.cache_dir)
        if place and not outcome.crashes:
            directory.clear(place, None)
    return outcome
