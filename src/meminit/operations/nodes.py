"""What is told of a document: its id, its path, and what its front matter says about it; what it lacks is left out."""

from collections.abc import Mapping

import orjson

from meminit.model.node import Plain
from meminit.operations.knowing import Knowledge

_BRIEF = ("type", "title", "status")
_FULL = (*_BRIEF, "area", "owner", "description", "last_updated", "superseded_by")
_LISTS = ("keywords", "related_ids")


def brief(known: Knowledge, number: int) -> dict[str, object]:
    """Enough to recognise the document."""
    return _named(known, number) | _texts(known.fields(number), _BRIEF)


def full(known: Knowledge, number: int) -> dict[str, object]:
    """All that the index tells."""
    fields = known.fields(number)
    namespace = known.settings.namespace(known.library.candidates[number].namespace)
    lists: dict[str, object] = {name: texts(fields.get(name)) for name in _LISTS}
    return _named(known, number) | {"repo_prefix": namespace.prefix} | _texts(fields, _FULL) | lists


def text(value: Plain) -> str | None:
    """A single value as text; None for what is none, or says nothing."""
    if isinstance(value, str):  # as nearly all are
        return value if value.strip() else None
    return None if value is None or isinstance(value, list | dict) else orjson.dumps(value).decode()


def texts(value: Plain) -> list[str]:
    """The single values of a field that may hold one or a list of them."""
    every = map(text, value) if isinstance(value, list) else (text(value),)
    return [each for each in every if each is not None]


def _named(known: Knowledge, number: int) -> dict[str, object]:
    document_id = known.document_id(number)
    named: dict[str, object] = {"document_id": document_id} if document_id else {}
    return named | {"path": known.path(number), "namespace": known.library.candidates[number].namespace}


def _texts(fields: Mapping[str, Plain], names: tuple[str, ...]) -> dict[str, object]:
    return {name: found for name in names if name in fields and (found := text(fields[name])) is not None}
