"""Cards as bytes: columns in JSON, and behind them what few cards have, to be looked at only when it is wanted."""

import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import orjson

from meminit.model.card import Card

_MAGIC = b"meminit cards 2"
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
_EMPTY = Card()


def packed(cards: Sequence[Card], **head: object) -> bytes:
    """The cards, and whatever shall stand at their head. Raises TypeError for what JSON cannot carry."""
    seldom = [
        (number, [getattr(card, name) for name in _SPARSE], len(card.findings), _length(card.details))
        for number, card in enumerate(cards)
        if _is_remarkable(card)
    ]
    columns = {name: [getattr(card, name) for card in cards] for name in _COLUMNS}
    sizes = [len(card.fields) for card in cards]
    top = orjson.dumps({**head, "columns": columns, "sizes": sizes, "seldom": seldom})
    fields = b"".join([card.fields for card in cards])
    tail = b"".join(part for number, *_ in seldom for part in (cards[number].findings, cards[number].details or b""))
    content = b"%d\n%b%b%b" % (len(top), top, fields, tail)
    return b"%b %08x\n%b" % (_MAGIC, zlib.crc32(content), content)


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


def unpacked(data: bytes) -> tuple[Mapping[str, Any], list[Card]]:
    """The head and the cards; raises ValueError for anything that was not written so."""
    first, _, content = data.partition(b"\n")
    if first != b"%b %08x" % (_MAGIC, zlib.crc32(content)):
        raise ValueError
    length, _, rest = content.partition(b"\n")
    size = int(length)
    head: dict[str, Any] = orjson.loads(rest[:size])
    columns, sizes = head["columns"], head["sizes"]
    if not all(kinds.issuperset(map(type, columns[name])) for name, kinds in _COLUMNS.items()):
        raise ValueError
    ends = list(accumulate(sizes, initial=size))
    fields = [rest[start:end] for start, end in pairwise(ends)]
    # By position, since there may be a hundred thousand: naming the fields takes twice as long.
    cards = [
        Card(own, True, None, True, tuple(ids), tuple(names), (), questions, anchors, (), written, b"", None, digest)  # noqa: FBT003
        for own, ids, names, questions, anchors, digest, written in zip(
            *(columns[name] for name in _COLUMNS), fields, strict=True
        )
    ]
    at = ends[-1]
    for number, values, findings, details in head["seldom"]:
        middle = at + findings
        end = middle + max(details, 0)
        cards[number] = cards[number]._replace(
            **{
                name: tuple(value) if isinstance(value, list) else value
                for name, value in zip(_SPARSE, values, strict=True)
            },
            findings=rest[at:middle],
            details=None if details < 0 else rest[middle:end],
        )
        at = end
    return head, cards


def _is_remarkable(card: Card) -> bool:
    return bool(
        card.findings
        or card.details is not None
        or any(getattr(card, name) != getattr(_EMPTY, name) for name in _SPARSE)
    )


def _length(details: bytes | None) -> int:
    return -1 if details is None else len(details)
