"""Changes bytes by chance, in ways that text is often changed: a little here, a piece of something else there."""

from collections.abc import Callable, Sequence
from random import Random

ODD = [
    *[b"\0", b"\r", b"\r\n", b"\n", b"\t", b" ", b"\x0b", b"\x0c", b"\x1b", b"\x7f", b"\x85", b"\xff", b"\xc3", b"\\"],
    *[each.encode() for each in "\x85\xa0\u200b\u2028\u2029\ufeff\ufffe\uffffé\u0301ßİﬁΣ日\U0001f600\u202e\u0378"],
    *[b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xef\xbb\xbf", b"\xff\xfe"],
]
_MOST_CHANGES = 8
_MOST_REPEATS = 40
_SWOLLEN = 24  # times as large as other inputs


class Mutation:
    """Makes new inputs out of others, and out of pieces that mean something where they are put."""

    def __init__(self, dice: Random, pieces: Sequence[bytes], largest: int) -> None:
        self._dice = dice
        self._pieces = pieces or ODD
        self._largest = largest
        self._ways: Sequence[Callable[[bytes, bytes], bytes]] = [
            *[self._cut, self._insert, self._insert, self._insert, self._replace, self._replace],
            *[self._repeat, self._flip, self._odd, self._splice, self._splice, self._move, self._line],
        ]

    def __call__(self, content: bytes, other: bytes) -> bytes:
        for _ in range(min(self._dice.randint(1, _MOST_CHANGES), self._dice.randint(1, _MOST_CHANGES))):
            content = self._dice.choice(self._ways)(content, other)
        return content[: self._largest]

    def swollen(self, content: bytes) -> bytes:
        """Much of the same: what takes more time than its size is worth shows only where it is large."""
        start, end = self._span(content, 40)
        return content[:start] + content[start:end] * (self._largest * _SWOLLEN // max(1, end - start)) + content[end:]

    def _span(self, content: bytes, longest: int) -> tuple[int, int]:
        start = self._dice.randint(0, len(content))
        return start, min(len(content), start + self._dice.randint(0, longest))

    def _cut(self, content: bytes, _: bytes) -> bytes:
        start, end = self._span(content, self._dice.choice([1, 4, 40, 400]))
        return content[:start] + content[end:]

    def _insert(self, content: bytes, _: bytes) -> bytes:
        at = self._dice.randint(0, len(content))
        return content[:at] + self._dice.choice(self._pieces) + content[at:]

    def _replace(self, content: bytes, _: bytes) -> bytes:
        start, end = self._span(content, 12)
        return content[:start] + self._dice.choice(self._pieces) + content[end:]

    def _repeat(self, content: bytes, _: bytes) -> bytes:
        start, end = self._span(content, self._dice.choice([2, 10, 60]))
        return content[:end] + content[start:end] * self._dice.randint(1, _MOST_REPEATS) + content[end:]

    def _flip(self, content: bytes, _: bytes) -> bytes:
        start, end = self._span(content, 1)
        return (
            content[:start]
            + bytes(byte ^ (1 << self._dice.randrange(8)) for byte in content[start:end])
            + content[end:]
        )

    def _odd(self, content: bytes, _: bytes) -> bytes:
        at = self._dice.randint(0, len(content))
        return content[:at] + self._dice.choice(ODD) + content[at:]

    def _splice(self, content: bytes, other: bytes) -> bytes:
        start, end = self._span(other, self._dice.choice([10, 60, 400]))
        at, after = self._span(content, self._dice.choice([0, 10, 60]))
        return content[:at] + other[start:end] + content[after:]

    def _move(self, content: bytes, _: bytes) -> bytes:
        start, end = self._span(content, 60)
        at = self._dice.randint(0, len(content))
        return content[:at] + content[start:end] + content[at:]

    def _line(self, content: bytes, other: bytes) -> bytes:
        """Another order of lines, or a line of something else."""
        lines = content.splitlines(keepends=True) or [b""]
        taken = self._dice.choice(
            (other if self._dice.random() < 0.5 else content).splitlines(keepends=True) or [b"\n"]
        )
        at = self._dice.randint(0, len(lines))
        return b"".join([*lines[:at], taken, *lines[at + self._dice.randint(0, 1) :]])
