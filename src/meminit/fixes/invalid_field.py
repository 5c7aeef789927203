"""Writes a value of the front matter in the form that the schema asks for, where it says the same."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from meminit.correction import NOT_ON_ONE_LINE, Corrected, Correction, Known, Page, Result, Stays
from meminit.fixes import yaml_values
from meminit.fixes.dates import AMBIGUOUS, as_date
from meminit.model.finding import Finding
from meminit.model.node import Path, Plain, Scalar, put
from meminit.model.plan import TextEdit
from meminit.moving import scalars
from meminit.words import nearest, quoted

_VERSION = re.compile(r"[vV]?(\d+(?:\.\d+)*)")
_LONG = 100  # items of a list
_SEPARATORS = re.compile(r"[\s_-]+")


class _Try(NamedTuple):
    """Another value, and how it is written; `text` is None where it takes the quotes of the old one."""

    value: Plain
    text: str | None = None
    safe: bool = True


def correct(finding: Finding, page: Page, known: Known) -> Result:
    path = page.path_of(finding, "invalid")
    node = page.node(path) if path else None
    if path is None or not isinstance(node, Scalar):
        return Stays("no_clear_correction", "only single values are corrected")
    old = page.written(node)
    if old is None:
        return NOT_ON_ONE_LINE
    for each in _tries(node, path, page, known):
        if not _fits(each.value, path, page):
            continue
        text = each.text if each.text is not None else scalars.in_place(old, str(each.value))
        if text is None or text == old.text or not _means(text, each.value):
            continue
        return Corrected((TextEdit(node.line, node.column, old.text, text, finding.code),), each.safe)
    if as_date(node.written, known.date_order) == AMBIGUOUS and _fits("2026-01-02", path, page):
        return Stays("ambiguous", f"{quoted(node.written)} may be two days; --date-order dmy or mdy says which")
    return Stays("no_clear_correction", f"no value that is allowed is near {quoted(node.written)}")


def _tries(node: Scalar, path: Path, page: Page, known: Known) -> Iterator[_Try]:
    options = list(dict.fromkeys(each for each in _options(path, page) if isinstance(each, str)))
    yield from _alike(node.written, options)
    day = as_date(node.written, known.date_order)
    if day not in {None, AMBIGUOUS}:
        yield _Try(day, None if node.kind == "text" else day, safe=":" not in node.written)  # not if a time gets lost
    name = str(path[-1])
    version = _VERSION.fullmatch(node.written.strip())
    if version and (name == "version" or name.endswith("_version")):
        number = version[1] if "." in version[1] else f"{version[1]}.0"
        yield _Try(number, f'"{number}"' if node.kind != "text" or number != node.written else None)
    yield from _of_another_kind(node)
    meant = nearest(node.written, options)
    if meant:
        yield _Try(meant, safe=False)


def _alike(written: str, options: list[str]) -> Iterator[_Try]:
    """The option that differs in letter case, blanks and hyphens alone."""
    for bare in (str.casefold, _bare):
        found = [each for each in options if bare(each) == bare(written.strip())]
        if len(found) == 1:
            yield _Try(found[0])
            return


def _bare(text: str) -> str:
    return _SEPARATORS.sub("", text.casefold())


def _of_another_kind(node: Scalar) -> Iterator[_Try]:
    """The same as text, as what it looks like without quotes, or as the one item of a list."""
    if node.kind != "text" and node.written:
        yield _Try(node.written, f'"{node.written}"')
    bare = yaml_values.reads_as(node.written) if node.kind == "text" else None
    if bare and bare.kind in {"number", "boolean"}:
        yield _Try(bare.value, node.written)
    value: Plain = node.written if node.kind in {"text", "date"} else node.value
    text = yaml_values.written(value) if node.kind == "text" else node.written
    yield _Try([value], f"[{text}]")
    if node.kind != "text" and node.written:
        yield _Try([node.written], f'["{node.written}"]')


def _fits(value: Plain, path: Path, page: Page) -> bool:
    """Whether the schema has nothing against the value there; of a long list, this item alone is judged."""
    own, rest = page.values[str(path[0])], path[1:]
    if isinstance(own, list) and rest and len(own) > _LONG and isinstance(rest[0], int):
        own, path = [own[rest[0]]], (path[0], 0, *rest[1:])
    values = {**page.values, str(path[0]): deepcopy(own)}
    put(values, path, value)
    return not any(each.path[: len(path)] == path for each in page.judges.breaches(values))


def _means(text: str, value: Plain) -> bool:
    """Whether YAML reads the text as that value, or as something that is judged as it is written."""
    if isinstance(value, list):
        return True  # the text was made for it
    node = yaml_values.reads_as(text)
    if node is None:
        return False
    return node.written == value if isinstance(value, str) else node.value == value


def _options(path: Path, page: Page) -> Iterator[Plain]:
    """The values that the schemas list for a field, or for the items of one."""
    for schema in page.judges.of_field(str(path[0])):
        here: object = schema
        for step in path[1:]:
            if isinstance(here, Mapping):
                inside = here.get("properties")
                here = inside.get(str(step)) if isinstance(inside, Mapping) and isinstance(step, str) else None
                here = schema.get("items") if isinstance(step, int) else here
        if isinstance(here, Mapping):
            listed = here.get("enum")
            yield from listed if isinstance(listed, list) else ()
            if "const" in here:
                yield here["const"]


CORRECTION = Correction(("INVALID_FIELD",), correct)
