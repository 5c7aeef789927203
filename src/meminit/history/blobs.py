"""Reads contents from the objects of git, many in one process, within bounds, and never through a filter."""

from collections.abc import Iterable, Iterator, Mapping

from meminit.sources.git import MOST_BYTES, Git, GitError

_AT_ONCE = MOST_BYTES // 2
_PER_OBJECT = 200  # bytes of its line, at most


def sizes(asked: Git, names: Iterable[str]) -> Mapping[str, int]:
    """The sizes of objects by their names, without those that this clone does not have."""
    wanted = sorted(set(names))
    found: dict[str, int] = {}
    for line in _batch(asked, "--batch-check", wanted).splitlines() if wanted else ():
        name, _, size = line.decode("ascii", "replace").partition(" blob ")
        if size.isdecimal():
            found[name] = int(size)
    return found


def contents(asked: Git, names: Iterable[str], limit: int) -> Mapping[str, bytes | None]:
    """The contents of objects by their names; None for one of more bytes than the limit. Those missing are left out."""
    known = sizes(asked, names)
    found: dict[str, bytes | None] = {name: None for name, size in known.items() if size > limit}
    for some in _groups({name: size for name, size in known.items() if size <= limit}):
        found |= _parted(_batch(asked, "--batch", some), some)
    return found


def _groups(known: Mapping[str, int]) -> Iterator[list[str]]:
    group: list[str] = []
    total = 0
    for name, size in known.items():
        if group and total + size > _AT_ONCE:
            yield group
            group, total = [], 0
        group.append(name)
        total += size + _PER_OBJECT
    if group:
        yield group


def _batch(asked: Git, how: str, names: Iterable[str]) -> bytes:
    return asked.told("cat-file", how, given="".join(f"{each}\n" for each in names).encode("ascii"))


def _parted(told: bytes, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    at = 0
    for name in names:
        end = told.index(b"\n", at) if b"\n" in told[at : at + _PER_OBJECT] else -1
        own, _, size = told[at:end].decode("ascii", "replace").partition(" blob ")
        if end < 0 or own != name or not size.isdecimal():
            raise GitError("failed", "git printed something else than what it was asked for")
        start, at = end + 1, end + 1 + int(size) + 1
        yield name, told[start : at - 1]
