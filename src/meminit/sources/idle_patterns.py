"""Finds the patterns that none of many paths fit, in little more than one walk over the paths."""

from collections.abc import Iterable

from meminit.sources.globs import Patterns


def idle(lines: Iterable[str], paths: Iterable[tuple[str, ...]], *, ignore_case: bool) -> frozenset[str]:
    """Of a pattern that takes back what others select, the paths count that it would take back.

    All that are left are tried at once, and one by one only on a path that fits one of them, which is left no more.
    """
    waiting = {line: Patterns([_selecting(line)], ignore_case=ignore_case) for line in lines}
    together = _together(waiting, ignore_case=ignore_case)
    for path in paths:
        if together.covers(path):
            waiting = {line: pattern for line, pattern in waiting.items() if not pattern.covers(path)}
            if not waiting:
                break
            together = _together(waiting, ignore_case=ignore_case)
    return frozenset(waiting)


def _together(lines: Iterable[str], *, ignore_case: bool) -> Patterns:
    return Patterns([_selecting(line) for line in lines], ignore_case=ignore_case)


def _selecting(line: str) -> str:
    rest = line.removeprefix("!")
    return f"\\{rest}" if rest != line and rest.startswith(("!", "#")) else rest
