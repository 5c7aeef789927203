"""Judges values by the schema of a blueprint, and lists everything that is wrong with one."""

from collections.abc import Mapping
from typing import NamedTuple

from meminit.agent_faults import BLUEPRINT_SCHEMA_INVALID
from meminit.blueprints.extraction import NOTHING
from meminit.faults import MeminitError
from meminit.model.node import Plain
from meminit.words import escape_unencodable

_MOST = 100  # errors that are listed


class Wrong(NamedTuple):
    """One error: the path of the value, as `$.a.0.b`, and what is wrong with it."""

    path: str
    message: str

    @property
    def line(self) -> str:
        return f"{self.path}: {self.message}"


NO_JSON = Wrong("$", "No JSON output found but output_schema requires structured output")


def judged(value: object, schema: Mapping[str, Plain]) -> tuple[Wrong, ...]:
    """The errors, sorted; raises BLUEPRINT_SCHEMA_INVALID for a schema that cannot judge this value."""
    if value is NOTHING:
        return (NO_JSON,)
    import jsonschema  # noqa: PLC0415 - slow to import, and its words are those of the specification

    try:
        validator = jsonschema.Draft7Validator(dict(schema))
        found = {
            Wrong(_path(each.absolute_path), escape_unencodable(each.message)) for each in validator.iter_errors(value)
        }
    except Exception as error:
        words = f"the schema cannot be used: {type(error).__name__}"
        raise MeminitError(BLUEPRINT_SCHEMA_INVALID, words) from error
    return tuple(sorted(found)[:_MOST])


def _path(steps: object) -> str:
    return ".".join(("$", *(escape_unencodable(str(each)) for each in steps)))  # type: ignore[attr-defined]  # a deque
