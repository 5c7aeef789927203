"""Understands addresses of the site that is made from the documents."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.config.settings import Route
from meminit.model.document import Document
from meminit.words import nearest


class _Shape(NamedTuple):
    """The texts between the names of a route, and the names: always one text more."""

    texts: tuple[str, ...]
    names: tuple[str, ...]


class Slugs:
    """The documents by what one of their fields holds."""

    def __init__(self, documents: Iterable[Document], field: str) -> None:
        self._documents: dict[str, Document] = {}
        for document in documents:
            for value in document.texts(field):
                self._documents.setdefault(_normal(value.written), document)
        self._folded: dict[str, str] | None = None
        self._siblings: dict[str, list[str]] | None = None

    def document(self, slug: str) -> Document | None:
        return self._documents.get(_normal(slug))

    def meant(self, slug: str) -> tuple[str, bool] | None:
        """The value that was probably meant, and whether nothing but letter case stands in the way."""
        if self._folded is None or self._siblings is None:
            self._folded, self._siblings = {}, {}
            for each in self._documents:
                self._folded.setdefault(each.casefold(), each)
                self._siblings.setdefault(each.rpartition("/")[0], []).append(each)
        folded = self._folded.get(_normal(slug).casefold())
        if folded is not None:
            return folded, True
        parent, _, name = _normal(slug).rpartition("/")
        names = {each.rpartition("/")[2]: each for each in self._siblings.get(parent, ())}
        close = nearest(name, names)
        return (names[close], False) if close else None


def matched(route: Route, path: str) -> Mapping[str, str] | None:
    """What the names of a route stand for in an address; None when it is not of this shape.

    Each name but the last takes as little as it can, so nothing is ever tried twice over.
    """
    shape = _shape(route.pattern)
    for each in (path.rstrip("/"), path.rstrip("/") + "/"):
        found = _taken(shape, each)
        if found is not None:
            return found
    return None


def filled(template: str, values: Mapping[str, str]) -> str:
    shape = _shape(template)
    pieces = [shape.texts[0]]
    for name, text in zip(shape.names, shape.texts[1:], strict=True):
        pieces += [values[name], text]
    return "".join(pieces)


def _shape(pattern: str) -> _Shape:
    texts, names = [""], []
    for part in pattern.split("{"):
        name, brace, text = part.partition("}")
        if brace:
            names.append(name)
            texts.append(text)
        else:
            texts[-1] += part
    return _Shape(tuple(texts), tuple(names))


def _taken(shape: _Shape, path: str) -> Mapping[str, str] | None:
    if not shape.names:
        return {} if path.rstrip("/") == shape.texts[0].rstrip("/") else None
    last = shape.texts[-1].rstrip("/")
    end = len(path.rstrip("/")) if last else len(path)
    if not path.startswith(shape.texts[0]) or not path[:end].endswith(last):
        return None
    values, at = {}, len(shape.texts[0])
    end -= len(last)
    for name, text in zip(shape.names, shape.texts[1:-1], strict=False):
        found = path.find(text, at + 1, end)
        if found < 0:
            return None
        values[name] = path[at:found]
        at = found + len(text)
    if at > end:
        return None
    values[shape.names[-1]] = path[at:end]
    return values


def _normal(slug: str) -> str:
    return unicodedata.normalize("NFC", slug).strip("/")
