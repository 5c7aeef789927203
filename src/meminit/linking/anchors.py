"""Compares the fragment of a link with the places of a document."""

import unicodedata
from urllib.parse import unquote

from meminit.documents.slugs import FLAVOURS
from meminit.linking.destination import Meant
from meminit.words import nearest

_PREFIX = "user-content-"  # GitHub's own, in front of every id it makes
_MANY = 100


def is_there(fragment: str, anchors: frozenset[str]) -> bool:
    """Letter case counts, as in browsers; accents may be encoded either way. The top is always there."""
    if not fragment or fragment in anchors or fragment.lower() == "top":
        return True
    decoded = _composed(unquote(fragment))
    for each in (decoded, decoded.removeprefix(_PREFIX)):
        if each in anchors:
            return True
    if decoded.isascii():
        return False
    composed = {_composed(each) for each in anchors}
    return decoded in composed or decoded.removeprefix(_PREFIX) in composed


def meant_anchor(fragment: str, anchors: frozenset[str], flavour: str) -> Meant | None:
    """The place that was probably meant; surely so where only letter case, spaces or punctuation differ."""
    decoded = _composed(unquote(fragment))
    slug = FLAVOURS[flavour].slug(decoded)
    folded = sorted(each for each in anchors if each.casefold() == decoded.casefold())
    if len(folded) == 1:
        return Meant(folded[0], surely=True)
    if slug in anchors:
        return Meant(slug, surely=True)
    known = sorted(anchors)
    if len(known) > _MANY:
        known = [each for each in known if each[:2] == slug[:2] or each[-6:] == slug[-6:]]
    close = nearest(slug, known)
    return Meant(close, surely=False) if close else None


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
