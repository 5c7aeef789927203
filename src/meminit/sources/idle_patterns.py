"""Finds the patterns that none of many paths fit, in little more than one walk over the paths."""

from collections.abc import Iterable

from meminit.sources.globs import Patterns, Spot


def idle(
    lines: Iterable[str],
    paths: Iterable[tuple[str, ...]],
    *,
    ignore_case: bool,
    known: dict[str, tuple[Spot, ...]] | None = None,
) -> frozenset[str]:
    """Of a pattern that takes back what others select, the paths count that it would take back.

    All that are left are tried at once, and one by one only on a path that fits one of them, which is left no more.
    `known` is kept by who asks often about nearly the same patterns.
    """
    known = {} if known is None else known

    def patterns(lines: Iterable[str]) -> Patterns:
        return Patterns([_selecting(line) for line in lines], ignore_case=ignore_case, known=known)

    waiting = dict.fromkeys(lines)
    alone: dict[str, Patterns] = {}
    together = patterns(waiting)
    for path in paths:
        if together.covers(path):
            for line in waiting.keys() - alone.keys():
                alone[line] = patterns([line])
            waiting = {line: None for line in waiting if not alone[line].covers(path)}
            if not waiting:
                break
            together = patterns(waiting)
    return frozenset(waiting)


def _selecting(line: str) -> str:
    rest = line.removeprefix("!")
    return f"\\{rest}" if rest != line and rest.startswith(("!", "#")) else rest
