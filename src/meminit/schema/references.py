"""Follows the references of a schema, within it or to files of the repository, before a library compiles it."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from meminit.model.node import Path
from meminit.schema import fields
from meminit.schema.allowance import Allowance, inner_first, pattern_room
from meminit.schema.cost import Cost, kinds_of
from meminit.schema.judge import Uncompilable
from meminit.sources import gate, json_text
from meminit.sources.files import Files
from meminit.words import quoted

_BASE = "https://repository.invalid/"  # stands for the root, so that relative references have a base
_MOST_FILES = 200
_AS_MUCH = 7  # all referenced files together may have this many times the bytes of one
_DYNAMIC = ("$dynamicRef", "$recursiveRef")
_MAPS = frozenset({"properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies"})
_NESTED = frozenset({
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip


class External(NamedTuple):
    """Another file that a schema refers to: the reference as it is written, and its path."""

    target: str
    place: Path


class Resolved(NamedTuple):
    uri: str
    externals: Mapping[str, Mapping[str, object]]
    resources: Mapping[str, object]
    origins: Mapping[str, External]
    files: tuple[str, ...]
    cost: Cost
    may_divide: bool  # whether there is memory to compile parts of it by themselves as well


class _Document(NamedTuple):
    """Where schemas are looked for: its content, URI and file. `blame` is the path of the reference to it, if any."""

    schema: Mapping[str, object]
    uri: str
    file: str
    blame: Path | None


class _Reference(NamedTuple):
    """A reference: as written, the URI that it is relative to, the schema that has it, its path, and its document."""

    target: str
    base: str
    holder: Mapping[str, object]
    path: Path
    document: _Document

    @property
    def place(self) -> Path:
        return self.path if self.document.blame is None else self.document.blame


def resolved(
    schema: Mapping[str, object],
    files: Files,
    relative: str,
    limit: int,
    allowance: Allowance | None = None,
    parts: int = 0,
) -> Resolved:
    """Everything that the schema refers to; raises Uncompilable at the first reference that cannot be followed.

    `parts` is what the schema itself has taken of the allowance.
    """
    return _Follower(files, limit, allowance or Allowance(limit), parts).follow(schema, relative)


class _Follower:
    def __init__(self, files: Files, limit: int, allowance: Allowance, parts: int) -> None:
        self._repository = files
        self._allowance = allowance
        self._parts = parts
        self._limit = limit  # bytes of a file
        self._left = _AS_MUCH * limit
        self._externals: dict[str, Mapping[str, object]] = {}
        self._resources: dict[str, object] = {}
        self._origins: dict[str, External] = {}
        self._files: dict[str, str] = {}  # the file of each URI
        self._schemas: dict[int, Mapping[str, object]] = {}
        self._anchors: dict[str, Mapping[str, object]] = {}  # by their URIs
        self._dynamic: list[
            tuple[str, Mapping[str, object], Path]
        ] = []  # references whose target depends on the referrer
        self._targets: dict[int, list[tuple[Mapping[str, object], Path]]] = {}

    def follow(self, schema: Mapping[str, object], relative: str) -> Resolved:
        uri = _BASE + quote(relative, errors="surrogateescape")  # a name may hold spaces and worse
        self._resources[uri], self._files[uri] = schema, relative
        waiting = [_Document(schema, uri, relative, None)]
        while waiting:  # a reference may lead to a place where no schema was looked for, which has references too
            waiting = list(self._lead_all(self._enter_all(waiting)))
        self._lead_dynamic()
        room = pattern_room(self._schemas.values())
        self._allowance.take_patterns(room)
        cost = Cost(schema, kinds_of(inner_first(self._schemas.values(), self._targets), self._targets))
        others = tuple(self._files[each] for each in self._externals)
        may_divide = self._allowance.may_divide(self._parts, room)
        return Resolved(uri, self._externals, self._resources, self._origins, others, cost, may_divide)

    def _enter_all(self, waiting: list[_Document]) -> list[_Reference]:
        """The references in the documents, and in all files that these refer to."""
        every: list[_Reference] = []
        while waiting:
            document = waiting.pop()
            if id(document.schema) in self._schemas:
                continue
            with _blaming(document):
                references = list(self._enter(document))
                loaded = [self._load(reference) for reference in references]
            every += references
            waiting += [each for each in loaded if each]
        return every

    def _lead_all(self, references: Iterable[_Reference]) -> Iterator[_Document]:
        """The targets of the references that have not been looked at yet."""
        for reference in references:
            with _blaming(reference.document):
                found, uri = self._lead(reference)
            if found and id(found) not in self._schemas:
                yield _Document(found, uri, self._files[uri], reference.place)

    def _enter(self, document: _Document) -> Iterator[_Reference]:
        """Notes all schemas in a document, and yields its references."""
        stack: list[tuple[object, Path, str]] = [(document.schema, (), document.uri)]
        while stack:
            schema, path, base = stack.pop()
            if not isinstance(schema, Mapping):
                continue
            self._schemas[id(schema)] = schema
            identity = schema.get("$id", schema.get("id"))
            if isinstance(identity, str) and not identity.startswith("#"):
                base = urldefrag(_joined(base, identity, (*path, "$id")))[0]
                self._resources.setdefault(base, schema)
                self._files.setdefault(base, document.file)
            for name in _anchors(schema, identity):
                self._anchors.setdefault(f"{base}#{name}", schema)
            self._dynamic += [(keyword, schema, path) for keyword in _DYNAMIC if keyword in schema]
            for keyword, target in _fixed(schema):
                yield _Reference(target, base, schema, (*path, keyword), document)
            stack.extend((inner, where, base) for inner, where in _subschemas(schema, path))

    def _load(self, reference: _Reference) -> _Document | None:
        """The document that a reference leads to, if it is another file that has not been read yet."""
        file, place = reference.document.file, reference.place
        target = reference.target
        uri = urldefrag(_joined(reference.base, target, place))[0]
        if target.startswith("#") or uri in self._resources:
            return None
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or target.startswith(("/", "\\")):
            raise Uncompilable(
                place,
                f"the reference {quoted(target)} leads out of the repository; write one within the schema (#/...) or a"
                " relative one to a file of the repository",
            )
        relative = posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(parts.path)))
        if len(self._externals) == _MOST_FILES:
            raise Uncompilable(place, f"it refers to more than {_MOST_FILES} files")
        document = self._read(relative, target, place)
        self._externals[uri] = self._resources[uri] = document
        self._origins[uri] = External(target, place)
        self._files[uri] = relative
        return _Document(document, uri, relative, place)

    def _read(self, relative: str, target: str, place: Path) -> Mapping[str, object]:
        try:
            data = self._repository.read_inside(relative, self._limit)
            self._allowance.note(relative, data)
            self._left -= len(data)
            if self._left < 0:
                words = f"the files that it refers to have more than {_AS_MUCH * self._limit} bytes together"
                raise Uncompilable(place, words)
            text = gate.decode(data)
            self._parts += self._allowance.take(text, place)
            document = json_text.parse(text)
        except gate.SourceError as error:
            raise Uncompilable(place, f"the referenced file {quoted(target)} cannot be used: {error.words}") from error
        except (gate.BadEncoding, json_text.JsonError) as error:
            raise Uncompilable(place, f"the referenced file {quoted(target)} is not JSON: {error.words}") from error
        if not isinstance(document, Mapping):
            raise Uncompilable(place, f"the referenced file {quoted(target)} does not hold a JSON object")
        return document

    def _lead(self, reference: _Reference) -> tuple[Mapping[str, object] | None, str]:
        """Notes the target of a reference. A pointer must have one; whether an anchor exists is left to the library."""
        place = reference.place
        uri, fragment = urldefrag(_joined(reference.base, reference.target, place))
        is_pointer = not fragment or fragment.startswith("/")
        found = fields.at_pointer(self._resources.get(uri), fragment) if is_pointer else self._anchor(uri, fragment)
        if isinstance(found, Mapping):
            self._targets.setdefault(id(reference.holder), []).append((found, place))
            return found, uri
        if is_pointer and not isinstance(found, bool):
            raise Uncompilable(place, f"the reference {quoted(reference.target)} leads to nothing")
        return None, uri

    def _anchor(self, uri: str, name: str) -> Mapping[str, object] | None:
        return self._anchors.get(f"{uri}#{unquote(name)}", self._anchors.get(f"{uri}#{name}"))

    def _lead_dynamic(self) -> None:
        """Treats dynamic references, whose target depends on the referrer, as references to every possible target."""
        by_anchor: dict[str, list[Mapping[str, object]]] = {}
        for schema in self._schemas.values():
            for keyword in ("$dynamicAnchor", "$anchor"):
                if isinstance(name := schema.get(keyword), str):
                    by_anchor.setdefault(name, []).append(schema)
        roots = list({id(each): each for each in self._resources.values() if isinstance(each, Mapping)}.values())
        ends = {("$dynamicRef", name): every for name, every in by_anchor.items()} | {("$recursiveRef", ""): roots}
        met: dict[tuple[str, str], list[Mapping[str, object]]] = {}
        for keyword, holder, path in self._dynamic:
            meant = (keyword, str(holder[keyword]).partition("#")[2] if keyword == "$dynamicRef" else "")
            if meant not in met:
                met[meant] = self._as_one(ends.get(meant, []))
            self._targets.setdefault(id(holder), []).extend((each, (*path, keyword)) for each in met[meant])

    def _as_one(self, ends: list[Mapping[str, object]]) -> list[Mapping[str, object]]:
        """Several targets as one schema that refers to all: thousands of references may have thousands of targets."""
        if len(ends) <= 1:
            return ends
        several: Mapping[str, object] = {}
        self._targets[id(several)] = [(each, ()) for each in ends]
        return [several]


@contextmanager
def _blaming(document: _Document) -> Iterator[None]:
    try:
        yield
    except Uncompilable as error:
        if document.blame is None:
            raise
        words = f"the referenced file {quoted(document.file)} cannot be used: {error.words}"
        raise Uncompilable(document.blame, words) from error


def _fixed(schema: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The references with one target: a `$dynamicRef` with a JSON Pointer is the same as a `$ref`."""
    target, dynamic = schema.get("$ref"), schema.get("$dynamicRef")
    if isinstance(target, str):
        yield "$ref", target
    if isinstance(dynamic, str) and (dynamic == "#" or dynamic.startswith("#/")):
        yield "$dynamicRef", dynamic


def _anchors(schema: Mapping[str, object], identity: object) -> Iterator[str]:
    after = identity.partition("#")[2] if isinstance(identity, str) else ""
    names = (schema.get("$anchor"), schema.get("$dynamicAnchor"), after)
    yield from (name for name in names if isinstance(name, str) and name)


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
