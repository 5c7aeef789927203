"""Shows what is kept of documents between runs, removes it, and does without it where it causes a failure."""

from collections.abc import Callable

from meminit.cache import directory as shelf
from meminit.cache.directory import Amount
from meminit.faults import CACHE_UNUSABLE, MeminitError
from meminit.model.outcome import Outcome, Text
from meminit.words import counted, escape_unencodable
from meminit.workspace.workspace import Effort


def show(cache_dir: str | None, root: str | None) -> Outcome:
    place = shelf.directory(cache_dir)
    return _outcome("show", place, _amount(place, root), "kept")


def clear(cache_dir: str | None, root: str | None) -> Outcome:
    place = shelf.directory(cache_dir)
    before = _amount(place, root)
    if place:
        shelf.clear(place, root)
    left = _amount(place, root)
    removed = Amount(before.files - left.files, before.bytes - left.bytes)
    if left.files:
        words = f"{counted(left.files, 'file')} of the cache cannot be removed; {removed.files} were removed"
        raise MeminitError(CACHE_UNUSABLE, words)
    return _outcome("clear", place, removed, "removed")


def _amount(place: str | None, root: str | None) -> Amount:
    try:
        return shelf.amount(place, root) if place else Amount(0, 0)
    except OSError as error:
        raise MeminitError(CACHE_UNUSABLE, "the cache directory cannot be listed") from error


def _outcome(action: str, place: str | None, amount: Amount, what: str) -> Outcome:
    if place is None:
        line = "this user has no cache directory; set one with --cache-dir"
    else:
        line = f"{counted(amount.files, 'file')}, {counted(amount.bytes, 'byte')} {what} in {escape_unencodable(place)}"
    data = {"directory": place and escape_unencodable(place), "files": amount.files, "bytes": amount.bytes}
    return Outcome(command=f"cache {action}", data=data, view=(Text((line,)),))


def retried(effort: Effort, work: Callable[[Effort], Outcome]) -> Outcome:
    """Does the work; where it fails, does it again without the cache, and removes a cache that caused the failure.

    All repositories lose their caches then: a file that serves here may have been kept for another checkout.
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
        place = shelf.directory(effort.cache_dir)
        if place and not outcome.crashes:
            shelf.clear(place, None)
    return outcome
