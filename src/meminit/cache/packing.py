"""Summaries as bytes: columns in JSON, followed by the parts that few runs need."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import orjson

from meminit.model.summary import Buffer, Summary

MAGIC = b"meminit summaries 9"
# The columns that nearly every summary has, and their types.
_COLUMNS: Mapping[str, frozenset[type]] = {
    "document_id": frozenset({str, type(None)}),
    "references": frozenset({list}),
    "referring": frozenset({list}),
    "lookups": frozenset({str}),
    "anchors": frozenset({str, type(None)}),
    "digest": frozenset({str}),
}
_SPARSE = (
    "has_sound_id",
    "claimed_id",
    "is_understood",
    "successors",
    "named",
    "suppressions",
    "covers",
    "updated",
    "placed",
)
_sparse = attrgetter(*_SPARSE)
_USUAL = _sparse(Summary())
_ABSENT = -1
_LONGEST_LINE = 64
_AT_ONCE = 10_000  # values of a column


def packed(kind: bytes, summaries: Sequence[Summary], **head: object) -> list[Buffer]:
    """The head and the summaries, in pieces. Raises TypeError for what JSON cannot carry.

    The first line holds the kind, so that summaries of another kind are not read on. The checksum covers everything but
    the sealed parts, which come last and have checksums of their own.
    """
    seldom = [(number, values) for number, values in enumerate(map(_sparse, summaries)) if values != _USUAL]
    sizes = [
        [len(summary.row) for summary in summaries],
        [len(summary.findings) for summary in summaries],
        [_ABSENT if summary.details is None else len(summary.details) for summary in summaries],
    ]
    top = [orjson.dumps({**head, "sizes": sizes, "seldom": seldom})[:-1], b',"columns":{', *_columns(summaries), b"}}"]
    findings = b"".join([summary.findings for summary in summaries])
    lengths = b"%d %d\n" % (sum(map(len, top)), len(findings))
    checksum = 0
    for piece in (lengths, *top, findings):
        checksum = zlib.crc32(piece, checksum)
    parts = [*(summary.row for summary in summaries), *(summary.details or b"" for summary in summaries)]
    return [b"%b %b %08x\n" % (MAGIC, kind, checksum), lengths, *top, findings, *parts]


def _columns(summaries: Sequence[Summary]) -> Iterator[bytes]:
    """The columns in pieces: as one text they would take their size several times while it grows."""
    for number, name in enumerate(_COLUMNS):
        yield b'%b"%b":[' % (b"," if number else b"", name.encode())
        for start in range(0, len(summaries), _AT_ONCE):
            values = orjson.dumps([getattr(each, name) for each in summaries[start : start + _AT_ONCE]])[1:-1]
            yield b"," + values if start else values
        yield b"]"


def is_portable(summary: Summary) -> bool:
    """Whether JSON can carry the summary: a value of the front matter may hold half of a surrogate pair."""
    texts = (
        summary.document_id,
        summary.claimed_id,
        summary.anchors,
        summary.lookups,
        summary.references,
        summary.referring,
        summary.named,
    )
    try:
        orjson.dumps((*texts, summary.references, summary.referring, summary.successors))
    except TypeError:
        return False
    return True


def unpacked(data: Buffer) -> tuple[Mapping[str, Any], list[Summary]]:
    """The head and the summaries; raises ValueError for anything that `packed` did not write."""
    whole = memoryview(data)  # only texts of summaries are copied
    start = _line_end(whole, 0)
    top = _line_end(whole, start)
    length, findings_length = map(int, bytes(whole[start : top - 1]).split())
    end = top + length
    begins, _, checksum = identity(data).rpartition(b" ")
    if not begins.startswith(MAGIC) or checksum != b"%08x" % zlib.crc32(whole[start : end + findings_length]):
        raise ValueError
    head: dict[str, Any] = orjson.loads(whole[top:end])
    columns = head["columns"]
    if not all(kinds.issuperset(map(type, columns[name])) for name, kinds in _COLUMNS.items()):
        raise ValueError
    # By position, since there may be a hundred thousand: naming the fields takes twice as long.
    summaries = [
        Summary(own, True, None, True, tuple(ids), tuple(names), (), asked, anchors, (), row, findings, details, digest)  # noqa: FBT003
        for own, ids, names, asked, anchors, digest, (row, findings, details) in zip(
            *(columns[name] for name in _COLUMNS),
            _tails(whole, (end, end + findings_length), head["sizes"]),
            strict=True,
        )
    ]
    for number, values in head["seldom"]:
        named = zip(_SPARSE, values, strict=True)
        summaries[number] = summaries[number]._replace(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in named}
        )
    return head, summaries


def identity(data: Buffer) -> bytes:
    """What identifies summaries that were written together; raises ValueError where there is nothing."""
    whole = memoryview(data)
    return bytes(whole[: _line_end(whole, 0) - 1])


def _line_end(whole: memoryview, start: int) -> int:
    """The end of a line; the lines of the head are short."""
    return start + bytes(whole[start : start + _LONGEST_LINE]).index(b"\n") + 1


def _tails(
    whole: memoryview, starts: tuple[int, int], sizes: list[list[int]]
) -> Iterator[tuple[Buffer, Buffer, Buffer | None]]:
    """The parts in JSON that are decoded only when they are needed: rows, findings and details."""
    finding, part = starts
    detail = part + sum(sizes[0])
    for told, findings, details in zip(*sizes, strict=True):
        part += told
        finding += findings
        detail += max(details, 0)
        yield (
            whole[part - told : part] if told else b"",
            whole[finding - findings : finding] if findings else b"",
            None if details == _ABSENT else whole[detail - details : detail],
        )
    if detail != len(whole):
        raise ValueError
