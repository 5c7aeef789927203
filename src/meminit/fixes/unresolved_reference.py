"""Corrects a reference to an id that no document has, where one id is plainly meant."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from meminit.correction import Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.node import Scalar, scalars
from meminit.words import nearest, quoted


def correct(finding: Finding, page: Page, known: Known) -> Result:
    value = _value(finding, page)
    if value is None:
        return Stays("no_clear_correction", finding.message)
    ids = known.ids.known()
    for bare, safe in ((str.casefold, True), (_unpadded, False)):
        found = _alike(ids, bare).get(bare(value.written), ())
        if len(found) == 1:
            return page.replaced(finding, value, found[0], safe=safe)
        if found:
            return Stays("ambiguous", f"{quoted(value.written)} may be one of several ids")
    meant = finding.context.get("meant") or _nearest(value.written, ids)
    if not isinstance(meant, str):
        return Stays("no_clear_correction", f"no id is near {quoted(value.written)}")
    return page.replaced(finding, value, meant, safe=False)


@lru_cache(maxsize=2)
def _alike(ids: frozenset[str], bare: Callable[[str], str]) -> Mapping[str, Sequence[str]]:
    """Of each bare form, the ids that have it."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in ids:
        found[bare(each)].append(each)
    return dict(found)


@lru_cache(maxsize=10_000)
def _nearest(name: str, ids: frozenset[str]) -> str | None:
    return nearest(name, sorted(ids))


def _value(finding: Finding, page: Page) -> Scalar | None:
    every = scalars(page.fields) if page.fields else ()
    return next((each for _, each in every if (each.line, each.column) == (finding.line, finding.column)), None)


def _unpadded(document_id: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", document_id.casefold())


CORRECTION = Correction(("UNRESOLVED_REFERENCE",), correct, is_local=False)
