"""Finds the placeholders of older templates, and what they are called now: `{title}`, `<Title>`, `YYYY-MM-DD`."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.composing.template import PLACEHOLDERS
from meminit.config.settings import Links
from meminit.documents import front_matter
from meminit.documents.prose import code
from meminit.model.plan import TextEdit
from meminit.sources.lines import Lines

_ALSO: Mapping[str, str] = {
    "author": "owner",
    "doc_id": "document_id",
    "doc_type": "type",
    "document_type": "type",
    "id": "document_id",
    "last_updated": "date",
    "nnn": "seq",
    "number": "seq",
    "prefix": "repo_prefix",
    "project": "repo_prefix",
    "repo": "repo_prefix",
    "sequence": "seq",
    "summary": "description",
    "team": "owner",
    "team_or_person": "owner",
    "today": "date",
    "xxx": "seq",
    "yyyy_mm_dd": "date",
}
_FORMS = re.compile(
    r"\{\{[ \t]*(?P<double>[A-Za-z][A-Za-z0-9_ -]{0,63}?)[ \t]*\}\}(?!\})"
    r"|(?<![\{$])\{[ \t]*(?P<single>[A-Za-z][A-Za-z0-9_ -]{0,63}?)[ \t]*\}(?!\})"
    r"|<(?P<angle>[A-Za-z][A-Za-z0-9_ -]{0,63}?)>"
    r"|(?<![\w-])(?P<date>YYYY-MM-DD)(?![\w-])"
)
_TITLED = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)?_title")  # `<Decision Title>`


class Found(NamedTuple):
    """A placeholder: its edit, and whether it is one of a name that nobody knows."""

    edit: TextEdit
    is_known: bool


def placeholders(text: str, links: Links) -> Iterator[Found]:
    """Those that are written in an older form, in the order of the text; code is left alone."""
    hidden = _hidden(text, links)
    lines = Lines(text)
    for found in _FORMS.finditer(text):
        if any(start <= found.start() < end for start, end in hidden):
            continue
        name = _name(found, text)
        new = f"{{{{{name}}}}}"
        if name is None and found["double"]:
            yield Found(TextEdit(*lines.place(found.start()), found[0], found[0]), is_known=False)
        elif name is not None and found[0] != new:
            yield Found(TextEdit(*lines.place(found.start()), found[0], new), is_known=True)


def _name(found: re.Match[str], text: str) -> str | None:
    if found["date"]:
        return "date"
    written = found["double"] or found["single"] or found["angle"]
    plain = "_".join(written.replace("-", " ").split()).lower()
    if found["angle"] and (written.islower() or f"</{written.lower()}" in text.lower()):
        return None  # an HTML element
    if found["angle"] and _TITLED.fullmatch(plain):
        return "title"
    return plain if plain in PLACEHOLDERS else _ALSO.get(plain)


def _hidden(text: str, links: Links) -> list[tuple[int, int]]:
    """Where code stands in the body, by characters."""
    at = front_matter.read(text).body_at
    body = text[at:]
    data = body.encode()
    is_plain = len(data) == len(body)
    spans = code(body, links)
    if is_plain:
        return [(at + start, at + end) for start, end in spans]
    return [(at + len(data[:start].decode()), at + len(data[:end].decode())) for start, end in spans]
