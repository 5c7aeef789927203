"""Cards as bytes: columns in JSON, and behind them what few cards have, to be looked at only when it is wanted."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import orjson

from meminit.model.summary import Buffer, Card

MAGIC = b"meminit cards 5"
# What nearly every card has, and of which kinds it is.
_COLUMNS: Mapping[str, frozenset[type]] = {
    "document_id": frozenset({str, type(None)}),
    "references": frozenset({list}),
    "referring": frozenset({list}),
    "questions": frozenset({str}),
    "anchors": frozenset({str, type(None)}),
    "digest": frozenset({str}),
}
_SPARSE = ("is_sound", "claimed_id", "is_understood", "successors", "named")
_sparse = attrgetter(*_SPARSE)
_USUAL = _sparse(Card())
_ABSENT = -1
_LONGEST_LINE = 64


def packed(kind: bytes, cards: Sequence[Card], **head: object) -> list[Buffer]:
    """The cards, and whatever shall stand at their head, in pieces. Raises TypeError for what JSON cannot carry.

    The kind is told by the first line, so that nobody has to read on for cards of another one. The checksum is for
    everything but the parts that are sealed by themselves, which come last.
    """
    seldom = [(number, values) for number, values in enumerate(map(_sparse, cards)) if values != _USUAL]
    columns = {name: list(map(attrgetter(name), cards)) for name in _COLUMNS}
    sizes = [
        [len(card.told) for card in cards],
        [len(card.findings) for card in cards],
        [_ABSENT if card.details is None else len(card.details) for card in cards],
    ]
    top = orjson.dumps({**head, "columns": columns, "sizes": sizes, "seldom": seldom})
    findings = b"".join([card.findings for card in cards])
    lengths = b"%d %d\n" % (len(top), len(findings))
    checksum = zlib.crc32(findings, zlib.crc32(top, zlib.crc32(lengths)))
    parts = [*(card.told for card in cards), *(card.details or b"" for card in cards)]
    return [b"%b %b %08x\n" % (MAGIC, kind, checksum), lengths, top, findings, *parts]


def is_portable(card: Card) -> bool:
    """Whether JSON can carry the card: a value of the front matter may hold half of a pair of surrogates."""
    texts = (
        card.document_id,
        card.claimed_id,
        card.anchors,
        card.questions,
        card.references,
        card.referring,
        card.named,
    )
    try:
        orjson.dumps((*texts, card.references, card.referring, card.successors))
    except TypeError:
        return False
    return True


def unpacked(data: Buffer) -> tuple[Mapping[str, Any], list[Card]]:
    """The head and the cards; raises ValueError for anything that was not written so."""
    whole = memoryview(data)  # none of it is copied but what cards hold as text
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
    cards = [
        Card(own, True, None, True, tuple(ids), tuple(names), (), asked, anchors, (), told, findings, details, digest)  # noqa: FBT003
        for own, ids, names, asked, anchors, digest, (told, findings, details) in zip(
            *(columns[name] for name in _COLUMNS),
            _tails(whole, (end, end + findings_length), head["sizes"]),
            strict=True,
        )
    ]
    for number, values in head["seldom"]:
        named = zip(_SPARSE, values, strict=True)
        cards[number] = cards[number]._replace(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in named}
        )
    return head, cards


def identity(data: Buffer) -> bytes:
    """What tells cards that were written together from any others; raises ValueError where there is none."""
    whole = memoryview(data)
    return bytes(whole[: _line_end(whole, 0) - 1])


def _line_end(whole: memoryview, start: int) -> int:
    """Where the next line begins; the lines at the head are short."""
    return start + bytes(whole[start : start + _LONGEST_LINE]).index(b"\n") + 1


def _tails(
    whole: memoryview, starts: tuple[int, int], sizes: list[list[int]]
) -> Iterator[tuple[Buffer, Buffer, Buffer | None]]:
    """What cards hold as JSON, which is looked at only when it is wanted: what is told, findings and details."""
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
