"""Files other than documents on which summaries depend: schemas, and the files that these refer to."""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.cache.file_state import UNSETTLED, FileState, digest_of, is_settled, state_of
from meminit.paths import may_be_there, real_path
from meminit.sources import gate, limits


class Input(NamedTuple):
    """The state is None where there was no file. An unsettled one is compared by digest."""

    path: str
    state: FileState | None
    digest: str

    def is_unchanged(self, root: str) -> bool:
        now = _state(root, self.path)
        if now is None:
            return self.state is None and not _is_there(root, self.path)
        return now == self.state or (bool(self.digest) and _digest(root, self.path) == self.digest)


def as_read(contents: Mapping[str, bytes | None]) -> tuple[Input, ...]:
    """What the files were when they were used, by their paths; None where there was no file."""
    return tuple(
        Input(path, None, "") if content is None else Input(path, UNSETTLED, digest_of(content))
        for path, content in sorted(contents.items())
    )


def inputs(root: str, paths: Iterable[str], now: int) -> tuple[Input, ...]:
    """What the files are now; those last changed before this time can be recognised by their states later."""
    return tuple(_input(root, path, now) for path in paths)


def are_alike(before: Iterable[Input], after: Iterable[Input]) -> bool:
    """Whether the files have not changed, however they were compared."""
    return _contents(before) == _contents(after)


def _contents(looked_at: Iterable[Input]) -> dict[str, tuple[bool, str]]:
    return {each.path: (each.state is None, each.digest) for each in looked_at}


def _input(root: str, path: str, now: int) -> Input:
    state = _state(root, path)
    if state is None:
        return Input(path, UNSETTLED if _is_there(root, path) else None, "")
    return Input(path, state if is_settled(state, now) else UNSETTLED, _digest(root, path))


def _is_there(root: str, path: str) -> bool:
    """Whether the path exists, be it as a folder or as a broken link: then a schema is expected there."""
    return may_be_there(os.path.join(root, path))


def _state(root: str, path: str) -> FileState | None:
    """None also for a file that is outside by now, by way of a link: it is not read."""
    real = real_path(os.path.join(root, path))
    return state_of(real) if gate.is_inside(root, real) else None


def _digest(root: str, path: str) -> str:
    try:
        return digest_of(gate.read_inside(root, path, limits.HIGHEST.schema))
    except gate.SourceError:
        return ""
