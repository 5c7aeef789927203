"""Composes the front matter of a new document: the template's keys, what schemas require, what was asked for."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from meminit.model.node import Plain, plain
from meminit.schema.fields import of_field
from meminit.schema.judge import RawBreach
from meminit.schema.loading import Schema
from meminit.sources import yaml_text

_VERSIONS = ("0.1", "1.0", "0.1.0", "1", "v0.1")
_STATUS = "Draft"
_MOST_REQUIRED = 500
_NUMBER = re.compile("0|[1-9][0-9]{0,17}")


class Facts(NamedTuple):
    """What is known of a new document, whatever its front matter makes of it."""

    id_field: str
    document_id: str | None
    type: str
    title: str
    owner: str
    docops_version: str
    today: str

    def value(self, name: str) -> Plain:
        """The value of a field that every repository means alike; None for any other."""
        known: dict[str, Plain] = {
            "type": self.type,
            "title": self.title,
            "owner": self.owner,
            "docops_version": self.docops_version,
            "last_updated": self.today,
        }
        return self.document_id if self.id_field and name == self.id_field else known.get(name)


class Judges(NamedTuple):
    """The schemas that govern a document."""

    schemas: Sequence[Schema]

    def breaches(self, values: Mapping[str, Plain]) -> list[RawBreach]:
        return [each for schema in self.schemas for each in schema.judge(dict(values))]

    def accepts(self, name: str, value: Plain, others: Mapping[str, Plain] | None = None) -> bool:
        """Whether no schema has anything against this value of a field."""
        if isinstance(value, str) and not others:
            return _accept(self, name, value)
        return self._accepts(name, value, others or {})

    def _accepts(self, name: str, value: Plain, others: Mapping[str, Plain]) -> bool:
        every = self.breaches({**others, name: value})
        return not any(each.path[:1] == (name,) for each in every) and not self._is_refused(name, every)

    def first(self, name: str, candidates: Iterable[Plain], others: Mapping[str, Plain] | None = None) -> Plain:
        """The first value that is accepted; if none is, the first one, for a finding to say why."""
        every = list(candidates)
        return next((each for each in every if self.accepts(name, each, others)), every[0])

    def forbids(self, name: str, values: Mapping[str, Plain]) -> bool:
        return self._is_refused(name, self.breaches(values))

    def describes(self, name: str) -> bool:
        return any(name in schema.names for schema in self.schemas)

    def missing(self, values: Mapping[str, Plain]) -> list[str]:
        found = (str(each.demand) for each in self.breaches(values) if each.keyword == "required" and not each.path)
        return list(dict.fromkeys(found))

    def of_field(self, name: str) -> Iterator[Mapping[str, object]]:
        """What the schemas say of a field."""
        for schema in self.schemas:
            yield from of_field(schema.document, name)

    def usual(self, name: str) -> Iterator[Plain]:
        """The values that the schemas themselves name for a field: a default, a constant, the only option."""
        for each in self.of_field(name):
            for keyword in ("default", "const"):
                if keyword in each:
                    yield each[keyword]  # type: ignore[misc]  # JSON
            options = each.get("enum")
            if isinstance(options, list) and len(options) == 1:
                yield options[0]

    def options(self, name: str) -> list[Plain]:
        """The values that a field may have, where the schemas list them."""
        every = (each.get("enum") for each in self.of_field(name))
        return [option for options in every if isinstance(options, list) for option in options]

    @staticmethod
    def _is_refused(name: str, every: list[RawBreach]) -> bool:
        unexpected = (each.demand for each in every if not each.path and each.keyword.endswith("Properties"))
        return any(isinstance(names, list) and name in names for names in unexpected)


@lru_cache(maxsize=1000)
def _accept(judges: Judges, name: str, value: str) -> bool:
    """The same of a value alone; many documents get the same ones."""
    return judges._accepts(name, value, {})  # noqa: SLF001 - it is kept for this


def composed(
    facts: Facts, template: Mapping[str, Plain], asked: Mapping[str, Plain], judges: Judges
) -> dict[str, Plain]:
    """The front matter, not in order; a field that nobody can know is not there, and the check reports it."""
    own = {name: facts.value(name) for name in template if facts.value(name) is not None and name != "owner"}
    values: dict[str, Plain] = {**template, **own}
    for name in _wanted(facts, judges):
        values.setdefault(name, facts.value(name))
    values |= asked
    for name in values.keys() - asked.keys():
        values[name] = judges.first(name, (*_forms(values[name]), *_candidates(name, facts, judges)))
    _complete(values, facts, judges)
    for name in ("title", "type"):
        if name not in asked and judges.forbids(name, values):
            del values[name]
    return values


def _wanted(facts: Facts, judges: Judges) -> Iterator[str]:
    """What is written although no schema requires it."""
    if facts.id_field:
        yield facts.id_field
    if not judges.schemas or judges.describes("type"):
        yield "type"
    yield "title"


def _complete(values: dict[str, Plain], facts: Facts, judges: Judges) -> None:
    """Adds what is required, also by a condition that holds only once other fields are there."""
    unknown: set[str] = set()
    while len(values) < _MOST_REQUIRED:
        missing = [each for each in judges.missing(values) if each not in unknown and each not in values]
        if not missing:
            return
        for name in missing:
            found = judges.first(name, [*_candidates(name, facts, judges), None], values)
            if found is None:
                unknown.add(name)
            else:
                values[name] = found


def _candidates(name: str, facts: Facts, judges: Judges) -> Iterator[Plain]:
    known = facts.value(name)
    if known is not None:
        yield from _forms(known)
    options = judges.options(name)
    if name == "status":
        yield from (_STATUS, *options)
    if name == "version":
        yield from _VERSIONS
    yield from judges.usual(name)


def usual_status(judges: Judges) -> str:
    """Draft, unless the schemas list other statuses."""
    options = [each for each in judges.options("status") if isinstance(each, str)]
    return _STATUS if not options or _STATUS in options else options[0]


def as_asked(name: str, text: str, judges: Judges) -> Plain:
    """The value of a text on a command line, as the schemas want it: text where they take it."""
    return judges.first(name, (text, *_readings(text)))


def as_list(name: str, items: list[str], judges: Judges) -> Plain:
    """A list, or the text that says the same where the schemas want text."""
    return judges.first(name, (list(items), ", ".join(items)))


def _forms(value: Plain) -> Iterator[Plain]:
    """A value, and the same as a number where it may be one and is read as that text again: some ids are such."""
    yield value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        yield int(value)


def items(value: Plain) -> list[str]:
    """The values of a field that may hold one or a list of them, as text."""
    every = value if isinstance(value, list) else [] if value is None else str(value).split(",")
    return [str(each).strip() for each in every]


def number_or_text(name: str, text: str, judges: Judges) -> Plain:
    """The text, or the number that it is where the schemas want one."""
    return judges.first(name, _forms(text))


def _readings(text: str) -> Iterator[Plain]:
    if text in {"true", "false"}:
        yield text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            number = kind(text)
            if isfinite(number):
                yield number
    if text[:1] in {"[", "{"}:
        with suppress(yaml_text.YamlError):
            root = yaml_text.parse(text).root
            if root is not None:
                yield plain(root)
    yield [each.strip() for each in text.split(",") if each.strip()]
    if not text:
        yield None


def ordered(values: Mapping[str, Plain], template: Iterable[str], id_field: str, judges: Judges) -> dict[str, Plain]:
    """In the order of the template, then the id, then what schemas require, then what was asked for."""
    required: list[str] = []
    for schema in judges.schemas:
        names = schema.document.get("required")
        required += map(str, names) if isinstance(names, list) else ()
    names = dict.fromkeys((*template, id_field, *required, *values))
    return {name: values[name] for name in names if name in values}


def front_matter(values: Mapping[str, Plain]) -> str:
    """The text of the front matter, with its fences, as python-frontmatter writes it."""
    import frontmatter  # noqa: PLC0415 - slow to import, and only new documents need it

    post = frontmatter.Post("")
    post.metadata = {name: _for_yaml(name, value) for name, value in values.items()}
    text: str = frontmatter.dumps(post, sort_keys=False, width=_WIDE, Dumper=_dumper())
    return text + "\n"


_WIDE = 1 << 20  # no line is folded


def _for_yaml(name: str, value: Plain) -> object:
    """A date without quotes, as people write it; lists as values of their own, which YAML would refer to otherwise."""
    if name == "last_updated" and isinstance(value, str):
        try:
            return date.fromisoformat(value) if value == date.fromisoformat(value).isoformat() else value
        except ValueError:
            return value
    return list(value) if isinstance(value, list) else value


def _dumper() -> Callable[..., object]:
    """Writes nothing as a reference to something above it."""
    import yaml  # noqa: PLC0415 - as above

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002
            return True

    return Dumper
