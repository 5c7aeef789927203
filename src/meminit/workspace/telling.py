"""Writes what commands tell of a document and its front matter, so that nobody has to look for it again.

All that the index tells comes first, and the front matter last. Between them may stand what pages about all documents
say of this one, which is known once it was asked for.
"""

from collections.abc import Mapping
from typing import NamedTuple

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.cache.sealing import opened, sealed
from meminit.model.node import Plain
from meminit.model.summary import Buffer

_BRIEF = ("type", "title", "status")
_PREFIX = "repo_prefix"  # of the document's namespace; with it begins what is more than enough to recognise it
_MORE = ("area", "owner", "description", "last_updated", "superseded_by")
_LISTS = ("keywords", "related_ids")
_MORE_BEGINS = b',"%b":' % _PREFIX.encode()  # no text holds this, in which each quote has a backslash before it


class Naming(NamedTuple):
    """What a document is known by."""

    document_id: str | None
    path: str
    namespace: str
    repo_prefix: str


def written(naming: Naming, fields: Mapping[str, Plain] | None) -> bytes:
    """What the index tells, and the front matter; None stands for one that could not be understood."""
    known = fields or {}
    full: dict[str, object] = {"document_id": naming.document_id} if naming.document_id else {}
    full |= {"path": naming.path, "namespace": naming.namespace}
    full |= _texts(known, _BRIEF)
    full[_PREFIX] = naming.repo_prefix
    full |= _texts(known, _MORE)
    for name in _LISTS:
        full[name] = texts(known[name]) if name in known else []
    return sealed(as_json.in_turn((full, fields)))


def with_page(told: Buffer, said: bytes) -> bytes:
    """The same with what pages say of the document, as JSON."""
    index, *_, front_matter = opened(told).split(BETWEEN)
    return sealed(BETWEEN.join((index, said, front_matter)))


def node_and_page(told: Buffer) -> tuple[bytes, bytes]:
    """What the index tells, and what pages say, which is empty where nobody knows it yet."""
    node, _, others = opened(told).partition(BETWEEN)
    return node, others.rpartition(BETWEEN)[0]


def brief(told: Buffer) -> bytes:
    """Enough to recognise the document."""
    return opened(told).partition(_MORE_BEGINS)[0] + b"}"


def front_matter(told: Buffer) -> bytes:
    return opened(told).rpartition(BETWEEN)[2]


def text(value: Plain) -> str | None:
    """A single value as text; None for what is none, or says nothing."""
    if isinstance(value, str):  # as nearly all are
        return value if value.strip() else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # orjson knows none of more than 64 bits
    return None if value is None or isinstance(value, list | dict) else orjson.dumps(value).decode()


def texts(value: Plain) -> list[str]:
    """The single values of a field that may hold one or a list of them."""
    every = map(text, value) if isinstance(value, list) else (text(value),)
    return [each for each in every if each is not None]


def _texts(fields: Mapping[str, Plain], names: tuple[str, ...]) -> dict[str, str]:
    return {name: found for name in names if name in fields and (found := text(fields[name])) is not None}
