"""Files besides documents that decide what documents come to: schemas, and what these refer to."""

import os
from collections.abc import Iterable
from typing import NamedTuple

from meminit.engine.file_state import UNSETTLED, FileState, digest_of, is_settled, state_of
from meminit.sources import gate


class Input(NamedTuple):
    """The state is None where there was no such file."""

    path: str
    state: FileState | None
    digest: str

    def is_unchanged(self, root: str) -> bool:
        now = _state(root, self.path)
        return now == self.state or (now is not None and bool(self.digest) and _digest(root, self.path) == self.digest)


def inputs(root: str, paths: Iterable[str], now: int) -> tuple[Input, ...]:
    return tuple(_input(root, path, now) for path in paths)


def _input(root: str, path: str, now: int) -> Input:
    state = _state(root, path)
    if state is None:
        return Input(path, None, "")
    return Input(path, state if is_settled(state, now) else UNSETTLED, _digest(root, path))


def _state(root: str, path: str) -> FileState | None:
    return state_of(os.path.realpath(os.path.join(root, path)))


def _digest(root: str, path: str) -> str:
    try:
        return digest_of(gate.read_inside(root, path, gate.SCHEMA_LIMIT))
    except gate.SourceError:
        return ""
