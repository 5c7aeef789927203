"""A repository that may cost too much, as what is repeated in it: parts that can be left out or made smaller."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from fuzz.cost.shapes import PLACES

_DEEPEST = 60
_AROUND = 4  # quotes and commas of a piece, where there are some
_REPEATED = re.compile("«(.*?)»", re.DOTALL)
_LISTS = ("docs.include", "docs.exclude", "links.ignore", "links.index", "id.references")
_TEXTS = ("id.pattern", "docs.filename")
# What stands in a list in any case, or nothing would be governed and nothing referred to.
_KEPT = {"docs.include": ("**/*.md",), "id.references": ("related_ids",)}


class Part(NamedTuple):
    """So many pieces of one shape, with words of one length, in one place."""

    place: str
    shape: str
    times: int
    length: int

    def fitting(self) -> "Part":
        """With as many pieces as there is room for."""
        _, room, shapes = PLACES[self.place]
        last = sum(len(self._piece(each, self.times)) + _AROUND for each in _REPEATED.split(shapes[self.shape]))
        return self._replace(times=max(1, min(self.times, room // last)))

    def pieces(self) -> list[str]:
        """What is repeated within double angle brackets is one piece with what stands around it."""
        times = self.fitting().times
        units = _REPEATED.split(PLACES[self.place].shapes[self.shape])
        repeated = [[self._piece(unit, number) for number in range(times)] for unit in units]
        if len(units) == 1:
            return repeated[0]
        return ["".join("".join(repeated[at]) if at % 2 else unit for at, unit in enumerate(units))]

    def _piece(self, unit: str, number: int) -> str:
        return unit.format(i=number, w="w" * self.length, n=self.times, s="  " * min(number, _DEEPEST))


class Case(NamedTuple):
    command: str
    parts: tuple[Part, ...]

    @property
    def name(self) -> tuple[str, ...]:
        """What it consists of, whatever the counts."""
        return (self.command, *sorted(f"{each.place}: {each.shape}" for each in self.parts))

    def files(self) -> Mapping[str, str]:
        """The whole repository."""
        pieces: dict[str, list[str]] = {}
        for part in self.parts:
            pieces.setdefault(part.place, []).extend(part.pieces())
        document = self.document(pieces)
        return {
            ".meminit.toml": "\n".join(_config(pieces)) + "\n",
            "docs/schema.json": _schema(pieces.get("schema", [])),
            ".gitignore": _lines(pieces.get("ignored files", [])),
            document: _document(_joined(pieces, "id of the document"), pieces.get("fields", []), self._body("body")),
            "docs/b.md": _document("B", [], self._body("other body")),
            **{f"{document.rpartition('/')[0]}/{name}": "" for name in pieces.get("files beside it", [])},
        }

    def document(self, pieces: Mapping[str, list[str]]) -> str:
        return f"docs/{_joined(pieces, 'folders of the document')}{_joined(pieces, 'name of the document') or 'a'}.md"

    def _body(self, place: str) -> str:
        return "\n\n".join("".join(each.pieces()) for each in self.parts if each.place == place) + "\n"


def _joined(pieces: Mapping[str, list[str]], place: str) -> str:
    return "".join(pieces.get(place, []))


def _lines(pieces: Iterable[str]) -> str:
    return "".join(f"{each}\n" for each in pieces)


def _document(identity: str, fields: list[str], body: str) -> str:
    written = f"document_id: {json.dumps(identity or 'PAY-ADR-001')}\ntype: ADR\nowner: a\n"
    listed = "".join(each for each in fields if each.startswith("  - "))
    others = "".join(each for each in fields if not each.startswith("  - "))
    references = f"related_ids:\n{listed}" if listed else ""
    return f"---\n{written}{others}{references}---\n\n{body}"


def _config(pieces: Mapping[str, list[str]]) -> Iterator[str]:
    yield 'docs.schema = "docs/schema.json"'
    for place in _LISTS:
        if place in pieces:
            yield f"{place} = {json.dumps([*_KEPT.get(place, ()), *pieces[place]][: PLACES[place].most])}"
    for place in _TEXTS:
        if place in pieces:
            yield f"{place} = {json.dumps('^(?:' + ''.join(pieces[place]) + ')$')}"
    yield from (f"links.slugs = {json.dumps(each)}" for each in pieces.get("slugs", [])[:1])
    yield from (f"links.{each}" for each in pieces.get("flags", [])[:1])
    yield from _tables(pieces)


def _tables(pieces: Mapping[str, list[str]]) -> Iterator[str]:
    if "routes" in pieces:
        pairs = dict(each.split("=", 1) for each in pieces["routes"])
        routes = (f"{json.dumps(key)} = {json.dumps(value)}" for key, value in pairs.items())
        yield f"links.routes = {{{', '.join(routes)}}}"
    if "sections" in pieces:
        yield f"types.ADR.sections = {json.dumps(pieces['sections'])}"
    yield from (f"types.{each}.directory = {json.dumps(each)}" for each in pieces.get("types", []))
    if "paths of an override" in pieces:
        paths = json.dumps(pieces["paths of an override"])
        yield f'[[rules.override]]\npaths = {paths}\nwarning = ["BROKEN_LINK"]'
    if "namespaces" in pieces:
        names = {"main": "docs"} | {each: each for each in pieces["namespaces"][1:]}
        yield from (f'[[namespaces]]\nname = "{name}"\nroot = "{root}"' for name, root in names.items())


def _schema(pieces: list[str]) -> str:
    """A schema in which each piece has its place: `"properties/a": {...}` is a property, `"enum/0"` an option."""
    schema: dict[str, object] = {}
    for each in pieces:
        path, value = next(iter(json.loads(f"{{{each}}}").items()))
        keyword, _, name = path.partition("/")
        if keyword == "required":
            _list(schema, "required").append(name)
        elif keyword in {"allOf", "anyOf", "oneOf"}:
            _list(schema, keyword).append(value)
        elif keyword == "enum":
            _list(_mapping(_mapping(schema, "properties"), "k1"), "enum").append(value)
        else:
            _mapping(schema, keyword)[name] = value
    return json.dumps(schema)


def _mapping(holder: dict[str, object], key: str) -> dict[str, object]:
    found = holder.setdefault(key, {})
    return found if isinstance(found, dict) else {}


def _list(holder: dict[str, object], key: str) -> list[object]:
    found = holder.setdefault(key, [])
    return found if isinstance(found, list) else []
