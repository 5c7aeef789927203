"""Reads the schema of a blueprint that stands in a file of the repository."""

from collections.abc import Callable, Mapping

from meminit.blueprints.blueprint import reference, wrong
from meminit.blueprints.extraction import strict
from meminit.model.node import Plain
from meminit.sources import gate
from meminit.words import quoted


def in_file(read: Callable[[str], bytes], path: str) -> tuple[Mapping[str, Plain], str | None]:
    """The schema, and what is wrong with it or with the file, if anything is."""
    try:
        value = strict(gate.decode(read(path)))
    except gate.SourceError as error:
        return {}, f"{quoted(path)}: {error.words}"
    except (gate.BadEncoding, ValueError):
        return {}, f"{quoted(path)} is not JSON"
    if not isinstance(value, dict) or reference(value) is not None:
        return {}, f"{quoted(path)} holds no JSON Schema"
    words = wrong(value)
    return value, f"{quoted(path)}: {words}" if words else None
