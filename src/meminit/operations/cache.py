"""Tells what is kept of documents between runs, and removes it."""

from meminit.engine import shelf
from meminit.engine.shelf import Amount
from meminit.model.outcome import Outcome, Text
from meminit.words import counted, encodable


def show(cache_dir: str | None, root: str | None) -> Outcome:
    place = shelf.directory(cache_dir)
    return _outcome(place, shelf.amount(place, root) if place else Amount(0, 0), "kept")


def clear(cache_dir: str | None, root: str | None) -> Outcome:
    place = shelf.directory(cache_dir)
    return _outcome(place, shelf.clear(place, root) if place else Amount(0, 0), "removed")


def _outcome(place: str | None, amount: Amount, what: str) -> Outcome:
    if place is None:
        line = "this user has no cache directory; --cache-dir names one"
    else:
        line = f"{counted(amount.files, 'file')}, {counted(amount.bytes, 'byte')} {what} in {encodable(place)}"
    data = {"directory": place and encodable(place), "files": amount.files, "bytes": amount.bytes}
    return Outcome(command="cache", data=data, view=(Text((line,)),))
