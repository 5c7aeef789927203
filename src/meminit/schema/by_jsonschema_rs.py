"""Judges values with jsonschema-rs: offline, and with patterns that take linear time."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import jsonschema_rs

from meminit.model.node import Path, at_plain
from meminit.schema import fields
from meminit.schema.allowance import ENGINE_ROOM
from meminit.schema.judge import Judge, RawBreach, Source, Uncompilable
from meminit.schema.phrases import fault_of

_UNRESOLVED = "a reference in it, or in a schema it refers to, cannot be resolved"
_ALTERNATIVES = (
    jsonschema_rs.ValidationErrorKind.AnyOf,
    jsonschema_rs.ValidationErrorKind.OneOfNotValid,
    jsonschema_rs.ValidationErrorKind.OneOfMultipleValid,
)
_META = {
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema#",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}
_VALIDATORS = {
    "draft-04": jsonschema_rs.Draft4Validator,
    "draft-06": jsonschema_rs.Draft6Validator,
    "draft-07": jsonschema_rs.Draft7Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    "2020-12": jsonschema_rs.Draft202012Validator,
}
_DRAFTS = {
    "draft-04": jsonschema_rs.Draft4,
    "draft-06": jsonschema_rs.Draft6,
    "draft-07": jsonschema_rs.Draft7,
    "2019-09": jsonschema_rs.Draft201909,
    "2020-12": jsonschema_rs.Draft202012,
}
_NUMBER = re.compile(r"\+?[0-9]{1,19}")
_MOST_WAYS = 32  # to read one path
_Way: TypeAlias = tuple[Path, object]


def faults(schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]:
    """Everything in a schema that the schema of its draft, which the library has built in, does not accept."""
    judge = compiled(Source({"$ref": _META[draft]}, "https://repository.invalid/meta", draft))
    for breach in judge(schema):
        yield fault_of(breach, schema)


def compiled(source: Source) -> Judge:
    # The schema itself is among the documents, since a file that it refers to may refer back to it.
    documents = {**source.externals, source.uri: source.schema} if source.externals else {}
    try:
        validator = _VALIDATORS[source.draft](
            dict(source.schema),
            offline=True,
            base_uri=source.uri,
            registry=jsonschema_rs.Registry(
                [(uri, dict(each)) for uri, each in documents.items()], _DRAFTS[source.draft]
            ),
            validate_formats=True,
            pattern_options=jsonschema_rs.RegexOptions(dfa_size_limit=ENGINE_ROOM),
            email_options=jsonschema_rs.EmailOptions(allow_display_text=False),
        )
    except jsonschema_rs.ValidationError as error:
        raise _uncompilable(error, source.schema) from error
    except jsonschema_rs.ReferencingError as error:
        raise Uncompilable((), _UNRESOLVED) from error
    except ValueError as error:
        raise Uncompilable((), "it is nested too deeply, or has a number that is too large") from error

    def breaches(value: object) -> list[RawBreach]:
        paths = _InstancePaths(value)
        return [_breach(error, source.resources, value, paths) for error in validator.iter_errors(value)]

    return Judge(breaches, validator.is_valid)


def _breach(
    error: jsonschema_rs.ValidationError, resources: Mapping[str, object], value: object, paths: "_InstancePaths"
) -> RawBreach:
    path = paths.path(error.instance_path, lambda: error.instance)
    keyword, demand = _keyword(error, at_plain(value, path))
    branches: tuple[tuple[RawBreach, ...], ...] = ()
    if isinstance(error.kind, _ALTERNATIVES):
        context = error.kind.context or ()
        branches = tuple(tuple(_breach(reason, resources, value, paths) for reason in branch) for branch in context)
    elif isinstance(error.kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
        branches = ((_breach(error.kind.error, resources, value, paths),),)
    return RawBreach(path, keyword, demand, _subschema(error, resources), branches)


def _keyword(error: jsonschema_rs.ValidationError, found: object) -> tuple[str, object]:
    """The keyword, and what it demands of the value, as both libraries are made to report it."""
    kind = error.kind
    if isinstance(kind, _ALTERNATIVES):
        several = isinstance(kind, jsonschema_rs.ValidationErrorKind.OneOfMultipleValid)
        return kind.name, "several" if several else None
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
        return kind.name, kind.error.instance
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.FalseSchema):
        # Where a schema allows no keys at all, the library does not name those that are there: all are unexpected.
        if error.schema_path[-1:] == ["additionalProperties"] and isinstance(found, dict):
            return "additionalProperties", list(found)
        return "not", None
    return kind.name, kind.value


def _subschema(error: jsonschema_rs.ValidationError, resources: Mapping[str, object]) -> Mapping[str, object]:
    uri, _, fragment = (error.absolute_keyword_location or "").partition("#")
    found = fields.at_pointer(resources.get(uri), fragment.rpartition("/")[0])
    return found if isinstance(found, Mapping) else {}


def _uncompilable(error: jsonschema_rs.ValidationError, schema: Mapping[str, object]) -> Uncompilable:
    paths = _InstancePaths(schema)
    path = paths.path(error.instance_path, lambda: error.instance)
    if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Referencing):
        return Uncompilable((), _UNRESOLVED)
    if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Format) and error.kind.format == "regex":
        return Uncompilable(
            (*path, str(error.instance)) if path[-1:] == ("patternProperties",) else path,
            f"the pattern {error.instance!r} cannot be used: it is malformed, or has look-around or back-references,"
            " which cannot be matched in linear time; write it without them",
        )
    return fault_of(_breach(error, {}, schema, paths), schema)


class _InstancePaths:
    """Finds the paths in a value that the library's errors are about.

    The library gives keys that are digits as numbers, without leading zeros and signs, and leaves out empty keys. So
    the value itself is looked at. The numbers among the keys of a mapping are found once for all errors.
    """

    def __init__(self, value: object) -> None:
        self._value = value
        self._numbers: dict[int, Mapping[int, list[str]]] = {}

    def path(self, steps: Sequence[str | int], instance: Callable[[], object]) -> Path:
        """The path that the steps mean. `instance` returns the value there, and is called only if they mean several."""
        ways = _through_empty_keys([((), self._value)])
        for step in steps:
            onward = [way for path, here in ways for way in self._onward(path, here, step)]
            ways = _through_empty_keys(onward)[:_MOST_WAYS]
        if len(ways) > 1:
            wanted = instance()
            ways = [way for way in ways if way[1] == wanted] or ways
        return ways[0][0] if ways else tuple(steps)

    def _onward(self, path: Path, here: object, step: str | int) -> list[_Way]:
        if isinstance(here, list):
            return [((*path, step), here[step])] if isinstance(step, int) and step < len(here) else []
        if not isinstance(here, dict):
            return []
        keys = self._keys(here).get(step, []) if isinstance(step, int) else [step]
        return [((*path, key), here[key]) for key in keys if key in here]

    def _keys(self, mapping: Mapping[str, object]) -> Mapping[int, list[str]]:
        if id(mapping) not in self._numbers:
            found: dict[int, list[str]] = {}
            for key in mapping:
                if _NUMBER.fullmatch(key):
                    found.setdefault(int(key), []).append(key)
            self._numbers[id(mapping)] = found
        return self._numbers[id(mapping)]


def _through_empty_keys(ways: list[_Way]) -> list[_Way]:
    every = list(ways)
    for path, here in every:  # it grows on the way
        if isinstance(here, dict) and "" in here:
            every.append(((*path, ""), here[""]))
    return every
