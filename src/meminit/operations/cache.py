"""Tells what is kept of documents between runs, and removes it."""

from meminit.cache import directory as shelf
from meminit.cache.directory import Amount
from meminit.faults import CACHE_UNUSABLE, MeminitError
from meminit.model.outcome import Outcome, Text
from meminit.words import counted, encodable


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
        words = f"{counted(left.files, 'file')} of the cache cannot be removed; {removed.files} were"
        raise MeminitError(CACHE_UNUSABLE, words)
    return _outcome("clear", place, removed, "removed")


def _amount(place: str | None, root: str | None) -> Amount:
    try:
        return shelf.amount(place, root) if place else Amount(0, 0)
    except OSError as error:
        raise MeminitError(CACHE_UNUSABLE, "the cache directory cannot be listed") from error


def _outcome(action: str, place: str | None, amount: Amount, what: str) -> Outcome:
    if place is None:
        line = "this user has no cache directory; --cache-dir names one"
    else:
        line = f"{counted(amount.files, 'file')}, {counted(amount.bytes, 'byte')} {what} in {encodable(place)}"
    data = {"directory": place and encodable(place), "files": amount.files, "bytes": amount.bytes}
    return Outcome(command=f"cache {action}", data=data, view=(Text((line,)),))
