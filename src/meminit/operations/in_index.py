"""Moves files in the index of git after they have moved on the disk, and remembers that with the snapshot."""

from collections.abc import Mapping
from contextlib import suppress

from meminit.edits.snapshots import Snapshots
from meminit.faults import MeminitError
from meminit.model.outcome import Advice, Later, Outcome, Text, made
from meminit.sources.git import Git, GitError
from meminit.sources.git_index import moved_in_index


def with_index(outcome: Outcome, index: Git, root: str, source: str) -> Outcome:
    """The outcome of an apply, after what git tracks has moved; advice where it cannot, since the files have by now.

    `source` is a path that holds all that moves.
    """
    data = made(outcome.data)
    if not data.get("applied"):
        return outcome
    told = _moved(index, root, source, data)
    notes = (Text(tuple(f"note: {each.message}" for each in told)),) if told else ()
    return outcome._replace(advice=(*outcome.advice, *told), view=Later(lambda: (*made(outcome.view), *notes)))


def _moved(index: Git, root: str, source: str, data: Mapping[str, object]) -> tuple[Advice, ...]:
    changes = data["changes"]
    assert isinstance(changes, list)  # noqa: S101 - as `changed` makes it
    moves = {each["path"]: each["to_path"] for each in changes if each["op"] == "rename"}
    try:
        count = moved_in_index(index, root, moves, source)
    except GitError as error:
        words = f"the files have moved, and the index of git has not: {error.words}"
        return (Advice("GIT_INDEX_LEFT", words),)
    if count:
        with suppress(MeminitError):  # the state directory has become unusable; only the index would not be rolled back
            Snapshots(root).note_index(str(data["snapshot_id"]))
    return ()
