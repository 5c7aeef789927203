"""What can be fuzzed: a name, what is known of its inputs, and a function that fails where meminit does."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Collection, Hashable, Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

SEEDS = Path(__file__).resolve().parent / "seeds"
_MEMORY = "/dev/shm"  # Linux keeps files there without a disk


class Target(NamedTuple):
    """`examine` raises whatever is wrong, and gives back what an input came to, so that inputs of a new kind are kept.

    `made` makes an input from nothing. `seconds` is what an input may cost, however large it is, and
    `seconds_per_kilobyte` what its size may add to that. `seeds_of` names another target with the same seeds, and
    `summary` says at the end what else was seen.
    """

    name: str
    examine: Callable[[bytes], Hashable]
    pieces: Collection[bytes] = ()
    made: Callable[[Random], bytes] | None = None
    mutated: Callable[[Random, bytes], bytes] | None = None
    seconds: float = 5.0
    seconds_per_kilobyte: float = 0.0
    largest: int = 4096
    seeds_of: str = ""
    summary: Callable[[], Iterable[str]] | None = None


def seeds(target: Target) -> dict[str, bytes]:
    """The inputs that lie beside the code, by their names."""
    return {path.name: path.read_bytes() for path in sorted((SEEDS / (target.seeds_of or target.name)).iterdir())}


def folder() -> "tempfile.TemporaryDirectory[str]":
    """A place for files, as quick as there is one."""
    return tempfile.TemporaryDirectory(prefix="meminit-fuzz-", dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def chance(content: bytes) -> Random:
    """Chance that an input brings with it, so that it is always examined in the same way."""
    return Random(hashlib.sha256(content).digest())


def hold(is_right: object, *shown: object) -> None:
    """An assertion that no option of Python switches off."""
    if not is_right:
        raise AssertionError(", ".join(map(repr, shown))[:2000])
