"""Follows the references of a schema before any library sees it: within the schema, or to files of the repository."""

import os
import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from meminit.model.node import Path
from meminit.schema import pointers
from meminit.schema.breach import Uncompilable
from meminit.schema.expansion import bounded
from meminit.sources import gate, json_text
from meminit.words import quoted

_BASE = "https://repository.invalid/"  # stands for the root, since relative references need something to be relative to
_MOST_FILES = 200
_MAPS = frozenset({"properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies"})
_NESTED = frozenset({
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip


class External(NamedTuple):
    """Another file that a schema refers to, as it is written there, and where."""

    target: str
    place: Path


class Resolved(NamedTuple):
    uri: str
    externals: Mapping[str, Mapping[str, object]]
    resources: Mapping[str, object]
    origins: Mapping[str, External]
    files: tuple[str, ...]


class _Reference(NamedTuple):
    """What a `$ref` says, the URI that it is relative to, the schema that it stands in, and where."""

    target: str
    base: str
    holder: Mapping[str, object]
    path: Path


def resolved(schema: Mapping[str, object], root: str, relative: str, limit: int) -> Resolved:
    """Everything the schema refers to; raises Uncompilable at the first reference that cannot be followed."""
    return _Follower(root, limit).follow(schema, relative)


class _Follower:
    def __init__(self, root: str, limit: int) -> None:
        self._root = root
        self._limit = limit  # bytes of a file
        self._externals: dict[str, Mapping[str, object]] = {}
        self._resources: dict[str, object] = {}
        self._origins: dict[str, External] = {}
        self._files: list[str] = []
        self._schemas: list[Mapping[str, object]] = []
        self._targets: dict[int, tuple[Mapping[str, object], Path]] = {}

    def follow(self, schema: Mapping[str, object], relative: str) -> Resolved:
        uri = _BASE + relative
        self._resources[uri] = schema
        waiting: list[tuple[Mapping[str, object], str, str, Path | None]] = [(schema, uri, relative, None)]
        while waiting:
            document, base, file, blame = waiting.pop()
            try:
                found = list(self._follow_all(document, base, file, blame))
            except Uncompilable as error:
                if blame is None:
                    raise
                words = f"the referenced file {quoted(file)} cannot be used: {error.words}"
                raise Uncompilable(blame, words) from error
            waiting.extend(found)
        bounded(self._schemas, self._targets)
        return Resolved(uri, self._externals, self._resources, self._origins, tuple(self._files))

    def _follow_all(
        self, document: Mapping[str, object], base: str, file: str, blame: Path | None
    ) -> Iterator[tuple[Mapping[str, object], str, str, Path]]:
        """The documents that one refers to and that have not been read; `blame` is where it was referred to itself."""
        references = list(self._enter(document, base))
        for reference in references:
            place = reference.path if blame is None else blame
            loaded = self._load(reference, file, place)
            if loaded:
                yield (*loaded, place)
        for reference in references:
            self._lead(reference, reference.path if blame is None else blame)

    def _enter(self, document: Mapping[str, object], base: str) -> Iterator[_Reference]:
        """Notes every embedded schema with a URI of its own, and yields the references."""
        stack: list[tuple[object, Path, str]] = [(document, (), base)]
        while stack:
            schema, path, base = stack.pop()
            if not isinstance(schema, Mapping):
                continue
            self._schemas.append(schema)
            target = schema.get("$ref")
            identity = schema.get("$id", schema.get("id"))
            if isinstance(identity, str) and not identity.startswith("#"):
                base = urldefrag(_joined(base, identity, (*path, "$id")))[0]
                self._resources.setdefault(base, schema)
            if isinstance(target, str):
                yield _Reference(target, base, schema, (*path, "$ref"))
            stack.extend((inner, where, base) for inner, where in _subschemas(schema, path))

    def _load(self, reference: _Reference, file: str, place: Path) -> tuple[Mapping[str, object], str, str] | None:
        """The document of a reference to another file, if it is one that has not been read yet."""
        target = reference.target
        uri = urldefrag(_joined(reference.base, target, place))[0]
        if target.startswith("#") or uri in self._resources:
            return None
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or target.startswith(("/", "\\")):
            raise Uncompilable(
                place,
                f"the reference {quoted(target)} leads out of the repository; only references within the schema and"
                " relative ones to files of the repository are followed",
            )
        relative = posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(parts.path)))
        if len(self._externals) == _MOST_FILES:
            raise Uncompilable(place, f"it refers to more than {_MOST_FILES} files")
        document = self._read(relative, target, place)
        self._externals[uri] = self._resources[uri] = document
        self._origins[uri] = External(target, place)
        self._files.append(relative)
        return document, uri, relative

    def _read(self, relative: str, target: str, place: Path) -> Mapping[str, object]:
        try:
            data = gate.read_inside(self._root, relative.replace("/", os.sep), self._limit)
            document = json_text.parse(gate.decode(data))
        except gate.SourceError as error:
            raise Uncompilable(place, f"the referenced file {quoted(target)} cannot be used: {error.words}") from error
        except (gate.BadEncoding, json_text.JsonError) as error:
            raise Uncompilable(place, f"the referenced file {quoted(target)} is not JSON: {error.words}") from error
        if not isinstance(document, Mapping):
            raise Uncompilable(place, f"the referenced file {quoted(target)} does not hold a JSON object")
        return document

    def _lead(self, reference: _Reference, place: Path) -> None:
        """Notes what the reference leads to, which must be something. Names of anchors are left to the judge."""
        uri, fragment = urldefrag(_joined(reference.base, reference.target, place))
        if fragment and not fragment.startswith("/"):
            return
        found = pointers.resolve(self._resources.get(uri), fragment)
        if isinstance(found, Mapping):
            self._targets[id(reference.holder)] = (found, place)
        elif not isinstance(found, bool):
            raise Uncompilable(place, f"the reference {quoted(reference.target)} leads nowhere")


def _joined(base: str, target: str, place: Path) -> str:
    if target.startswith("#"):
        return base + target  # urljoin drops a base that is a URN
    try:
        return urljoin(base, target)
    except ValueError as error:
        raise Uncompilable(place, f"the reference {quoted(target)} is malformed") from error


def _subschemas(schema: Mapping[str, object], path: Path) -> Iterator[tuple[object, Path]]:
    for keyword, value in schema.items():
        if keyword in _MAPS and isinstance(value, Mapping):
            yield from ((inner, (*path, keyword, name)) for name, inner in value.items())
        elif keyword in _NESTED and isinstance(value, list):
            yield from ((inner, (*path, keyword, index)) for index, inner in enumerate(value))
        elif keyword in _NESTED:
            yield value, (*path, keyword)
