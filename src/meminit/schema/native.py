"""The judge that decides: jsonschema-rs, offline, with patterns in linear time."""

from collections.abc import Mapping

import jsonschema_rs

from meminit.schema import pointers
from meminit.schema.breach import Judge, RawBreach, Source, Uncompilable
from meminit.schema.phrases import phrase, shown

_VALIDATORS = {
    "draft-04": jsonschema_rs.Draft4Validator,
    "draft-06": jsonschema_rs.Draft6Validator,
    "draft-07": jsonschema_rs.Draft7Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    "2020-12": jsonschema_rs.Draft202012Validator,
}


def compiled(source: Source) -> Judge:
    try:
        validator = _VALIDATORS[source.draft](
            dict(source.schema),
            offline=True,
            base_uri=source.uri,
            registry=jsonschema_rs.Registry([(uri, dict(each)) for uri, each in source.externals.items()]),
            validate_formats=True,
            pattern_options=jsonschema_rs.RegexOptions(),
        )
    except jsonschema_rs.ValidationError as error:
        raise _uncompilable(error) from error
    except (jsonschema_rs.ReferencingError, ValueError) as error:
        raise Uncompilable((), "a reference in it, or in a schema it refers to, cannot be resolved") from error

    def judge(value: object) -> list[RawBreach]:
        return [_breach(error, source.resources) for error in validator.iter_errors(value)]

    return judge


def _breach(error: jsonschema_rs.ValidationError, resources: Mapping[str, object]) -> RawBreach:
    kind = error.kind
    keyword = "not" if isinstance(kind, jsonschema_rs.ValidationErrorKind.FalseSchema) else kind.name
    branches: tuple[tuple[RawBreach, ...], ...] = ()
    demand = kind.value
    if keyword in {"anyOf", "oneOf"}:
        branches = tuple(tuple(_breach(reason, resources) for reason in branch) for branch in demand or ())
        demand = "several" if isinstance(kind, jsonschema_rs.ValidationErrorKind.OneOfMultipleValid) else None
    elif keyword == "propertyNames":
        inner = _breach(demand, resources)
        branches, demand = ((inner,),), demand.instance
    return RawBreach(tuple(error.instance_path), keyword, demand, _subschema(error, resources), branches)


def _subschema(error: jsonschema_rs.ValidationError, resources: Mapping[str, object]) -> Mapping[str, object]:
    uri, _, fragment = (error.absolute_keyword_location or "").partition("#")
    found = pointers.resolve(resources.get(uri), fragment.rpartition("/")[0])
    return found if isinstance(found, Mapping) else {}


def _uncompilable(error: jsonschema_rs.ValidationError) -> Uncompilable:
    path = tuple(error.instance_path)
    if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Referencing):
        return Uncompilable((), "a reference in it, or in a schema it refers to, cannot be resolved")
    if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Format) and isinstance(error.instance, str):
        return Uncompilable(
            path,
            f"the pattern {error.instance!r} cannot be used: it is malformed, or has look-around or back-references,"
            " which no linear-time engine can match",
        )
    name = path[-1] if path else "the schema"
    return Uncompilable(path, f"{name}: {phrase(_breach(error, {}), shown(error.instance))}")
