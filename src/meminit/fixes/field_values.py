"""Finds the value that a field should have, where the configuration, the schema or the document itself says it."""

from collections.abc import Iterator
from posixpath import basename
from typing import NamedTuple

from meminit.composing.fields import Judges
from meminit.correction import Known, Page
from meminit.model.node import Plain, is_blank

_VERSIONS = ("0.1", "1.0", "0.1.0", "1")
_STATUS = "Draft"


class Found(NamedTuple):
    """A value; it is not safe where something else may have been meant."""

    value: Plain
    safe: bool = True


def found(name: str, page: Page, known: Known, type_name: str | None, judges: Judges) -> Found | None:
    """The first value that the schema accepts; None where only the author can know it."""
    for each in _candidates(name, page, known, type_name, judges):
        if judges.accepts(name, each.value):
            return each
        if isinstance(each.value, str) and judges.accepts(name, [each.value]):
            return Found([each.value], each.safe)
    return None


def likely(name: str, page: Page, known: Known, type_name: str | None, judges: Judges) -> Found | None:
    """The first value, whether or not the schema accepts it; an id is not taken by this."""
    return next(_candidates(name, page, known, type_name, judges, takes=False), None)


def _candidates(
    name: str, page: Page, known: Known, type_name: str | None, judges: Judges, *, takes: bool = True
) -> Iterator[Found]:
    if name == page.governing.id_field:
        safe = page.folder_type is not None
        takes = takes and (safe or known.with_unsafe)
        if type_name and (document_id := known.ids.next_id(page.namespace.name, type_name, takes)):
            yield Found(document_id, safe)
        return
    if name == "type" and page.folder_type:
        yield Found(page.folder_type.name)
    if name == "title":
        yield from _titles(page)
    if name == "status":
        options = [each for each in judges.options(name) if isinstance(each, str)]
        yield from (Found(each) for each in ((_STATUS,) if _STATUS in options or not options else ()))
        yield from (Found(each) for each in options[:1])
    if name == "version":
        yield from (Found(each) for each in _VERSIONS)
    if name == "last_updated":
        yield Found(known.today)
    if name == "owner":
        yield Found(page.namespace.owner)
    if name == "docops_version":
        yield Found(page.namespace.docops_version)
    yield from (Found(each) for each in judges.usual(name) if each is not None)


def _titles(page: Page) -> Iterator[Found]:
    if page.first_heading:
        yield Found(page.first_heading)
    words = basename(page.file).rpartition(".")[0].replace("-", " ").replace("_", " ").split()
    if words:
        yield Found(" ".join([words[0][:1].upper() + words[0][1:], *words[1:]]), safe=False)


def required(judges: Judges) -> list[str]:
    """The fields that schemas require in any case, in their order."""
    names: list[str] = []
    for schema in judges.schemas:
        given = schema.document.get("required")
        names += (str(each) for each in given) if isinstance(given, list) else ()
    return list(dict.fromkeys(names))


def rank(name: str, judges: Judges) -> int:
    """The place of a field among those that are required; what only a condition requires comes last."""
    names = required(judges)
    return names.index(name) if name in names else len(names)


def is_absent(name: str, page: Page) -> bool:
    entry = page.entry(name)
    return entry is None or is_blank(entry.node)
