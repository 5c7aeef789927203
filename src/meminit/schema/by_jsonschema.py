"""Judges values with jsonschema where jsonschema-rs cannot be installed; it fetches nothing.

Tests compare the two. Neither the patterns nor the comparisons of jsonschema are bounded in time.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

import jsonschema
import referencing
from referencing.jsonschema import specification_with

from meminit.schema.judge import Judge, RawBreach, Source, Uncompilable
from meminit.schema.phrases import fault_of

_VALIDATORS = {
    "draft-04": jsonschema.Draft4Validator,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}


def faults(schema: Mapping[str, object], draft: str) -> Iterator[Uncompilable]:
    """Everything in a schema that the schema of its draft does not accept."""
    maker = _VALIDATORS[draft]
    for error in maker(maker.META_SCHEMA, format_checker=maker.FORMAT_CHECKER).iter_errors(schema):
        yield fault_of(_breaches(error)[0], schema)


def compiled(source: Source) -> Judge:
    maker = _VALIDATORS[source.draft]
    for fault in faults(source.schema, source.draft):
        raise fault
    specification = specification_with(str(maker.META_SCHEMA["$schema"]))
    registry: referencing.Registry[Any] = referencing.Registry().with_resources(
        (name, specification.create_resource(content))
        for name, content in {**source.resources, **source.externals, source.uri: source.schema}.items()
        if isinstance(content, Mapping)
    )
    # References are relative to the URI that a schema gives itself, if it gives itself one.
    start = urljoin(source.uri, specification.create_resource(source.schema).id() or "")
    validator = maker({"$ref": start}, registry=registry.crawl(), format_checker=maker.FORMAT_CHECKER)

    def breaches(value: object) -> list[RawBreach]:
        return [breach for error in validator.iter_errors(value) for breach in _breaches(error)]

    return Judge(breaches, validator.is_valid)


def _breaches(error: jsonschema.ValidationError) -> list[RawBreach]:
    path = tuple(error.absolute_path)
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    if error.validator in {"required", "dependentRequired", "dependencies"}:
        return [RawBreach(path, "required", name, schema) for name in _missing(error)]
    keyword = str(error.validator) if error.validator else "not"
    demand: object = error.validator_value
    if keyword in {"additionalProperties", "unevaluatedProperties"}:
        demand = _unexpected(error)
    branches = tuple(_branches(error)) if keyword in {"anyOf", "oneOf"} else ()
    if keyword in {"anyOf", "oneOf"}:
        demand = None if error.context else "several"
    if _is_about_a_key(error):
        return [RawBreach(path, "propertyNames", error.instance, schema, ((RawBreach((), keyword, demand, schema),),))]
    return [RawBreach(path, keyword, demand, schema, branches)]


def _is_about_a_key(error: jsonschema.ValidationError) -> bool:
    where = list(error.relative_schema_path)
    return where[-2:-1] == ["propertyNames"] and where[-3:-2] != ["properties"]


def _branches(error: jsonschema.ValidationError) -> Iterator[tuple[RawBreach, ...]]:
    by_branch: dict[object, list[RawBreach]] = {}
    for reason in error.context or ():
        where = reason.relative_schema_path  # empty if the alternative is `false`
        by_branch.setdefault(where[0] if where else None, []).extend(_breaches(reason))
    for reasons in by_branch.values():
        yield tuple(reasons)


def _missing(error: jsonschema.ValidationError) -> list[str]:
    """The keys that the error says are missing. The library names them only in its message, one for each error."""
    demanded: object = error.validator_value
    if isinstance(demanded, Mapping):
        demanded = [name for key, names in demanded.items() if key in _keys(error) for name in _names(names)]
    return [name for name in _names(demanded) if name not in _keys(error) and f"{name!r}" in error.message]


def _keys(error: jsonschema.ValidationError) -> list[str]:
    return [str(key) for key in error.instance] if isinstance(error.instance, Mapping) else []


def _names(value: object) -> list[str]:
    return [str(name) for name in value] if isinstance(value, list) else []


def _unexpected(error: jsonschema.ValidationError) -> list[str]:
    return [name for name in _keys(error) if f"{name!r}" in error.message]
