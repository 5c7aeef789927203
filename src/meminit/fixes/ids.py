"""Gives a document an id of the form, the prefix and the type that are asked for, or one that no other has."""

import re
from collections.abc import Iterator

from meminit.correction import Correction, Known, NewId, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.words import quoted

_WIDTHS = (3, 4, 5, 2)
_SEGMENTS = 3


def correct(_finding: Finding, page: Page, known: Known) -> Result:
    own = page.metadata.document_id
    if own is None:
        return Stays("needs_author", "there is no id")
    taken = None
    for each in dict.fromkeys(_candidates(own.written, page)):
        if each == own.written or not _fits(each, page):
            continue
        if not known.ids.taken(each):
            return NewId(own.written, each)
        taken = taken or each
    if taken:
        return Stays("conflicts_with", f"{taken} is the id of another document")
    return Stays("no_clear_correction", f"no id that is allowed is near {quoted(own.written)}")


def _candidates(written: str, page: Page) -> Iterator[str]:
    """The likeliest first: with letters in capitals, the number padded, the prefix and the type as they should be."""
    prefix, kind = page.namespace.prefix, page.type_name
    segments = [each for each in re.split(r"[\s_-]+", written.strip()) if each]
    if len(segments) < _SEGMENTS - 1 or not segments[-1].isascii() or not segments[-1].isdecimal():
        yield written.upper()
        return
    head, number = segments[:-1], segments[-1]
    for heads in _heads(head, prefix, kind):
        for digits in (number, *(number.lstrip("0").rjust(width, "0") for width in _WIDTHS)):
            yield "-".join((*heads, digits))


def _heads(head: list[str], prefix: str, kind: str | None) -> Iterator[list[str]]:
    upper = [each.upper() for each in head]
    for each in (head, upper):
        fitting = list(each)
        if prefix and len(fitting) == 1:
            fitting = [prefix, *fitting]
        if prefix and fitting[0] != prefix:
            fitting[0] = prefix
        if kind and len(fitting) == _SEGMENTS - 1 and fitting[1].casefold() != kind.casefold():
            fitting[1] = kind if kind.isupper() else kind.upper()
        yield fitting


def _fits(document_id: str, page: Page) -> bool:
    form = page.governing.id_form
    prefix = page.namespace.prefix
    if (form and not form.fits(document_id)) or (prefix and not document_id.startswith(f"{prefix}-")):
        return False
    return page.judges.accepts(page.governing.id_field, document_id)


def distinct(_finding: Finding, page: Page, known: Known) -> Result:
    """The next free id for all but the oldest document that has this one."""
    own = page.metadata.document_id
    if own is None:
        return Stays("needs_author", "there is no id")
    if known.ids.is_oldest(page.file, own.written):
        return Stays(
            "conflicts_with", f"this is the oldest document with the id {own.written}; the others get new ones"
        )
    kind = page.type_name or (page.folder_type.name if page.folder_type else None)
    new = known.ids.next_id(page.namespace.name, kind, known.with_unsafe) if kind else None
    if new is None:
        return Stays("needs_author", "nothing shows what another id of this document would look like")
    return NewId(own.written, new, is_followed=False)


FORM = Correction(("INVALID_ID_FORMAT", "ID_PREFIX_MISMATCH", "ID_TYPE_MISMATCH"), correct, is_local=False)
DISTINCT = Correction(("DUPLICATE_ID",), distinct, is_local=False)
