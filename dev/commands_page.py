"""The reference page of the commands: how each is called, what it may do, how it may end, what its data looks like."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from meminit.commands import COMMANDS, face_of, output_schema
from meminit.commands.clicking import command
from meminit.commands.face import Declaration, Option
from meminit.commands.options import COMMON
from meminit.faults import FAULTS, SHARED, VIOLATIONS_FOUND
from meminit.installed import published
from meminit.model.outcome import Exit

_EFFECTS = {
    "read": "changes no file of the repository",
    "create": "adds files that are not there, and changes none that are",
    "modify": "changes, renames or removes files that are there",
}
_ENVELOPES = {"v1": "version 1", "v2": "version 2", "none": "none; failures and lists are version 1"}
_COMMON = {each.field for each in COMMON}
_KINDS = {"string": "text", "integer": "number", "boolean": "true or false"}


def lines() -> Iterator[str]:
    yield "`meminit help --json` prints all of this for programs."
    yield ""
    yield "| command | effect | what it does |"
    yield "| --- | --- | --- |"
    for name, declared in sorted(COMMANDS.items()):
        yield f"| [{name}](#{_anchor(name)}) | {declared.effect} | {_escaped(_paragraphs(command(name))[0])} |"
    yield ""
    yield from (f"- {effect}: {meaning}." for effect, meaning in _EFFECTS.items())
    yield ""
    yield "Writing the cache does not count as an effect; removing it does."
    yield from ("", "## Options of every command", "", "They may be given before or after the name of the command.", "")
    yield from _options(COMMON)
    yield from ("", "## Exit codes", "", *_exits())
    shown: dict[str, str] = {}
    for name, declared in sorted(COMMANDS.items()):
        yield from ("", f"## {name}", "", *_face(name), "")
        yield from (*_promises(declared), *_data(name, shown))


def _exits() -> Iterator[str]:
    yield "They are the same in every format. In JSON, `error` has the code, which `meminit explain CODE` explains."
    yield ""
    yield "| exit | code | which commands |"
    yield "| --- | --- | --- |"
    judging = [name for name, declared in sorted(COMMANDS.items()) if declared.judges]
    yield f"| {Exit.SUCCESS} | success | all |"
    yield f"| {Exit.VIOLATIONS} | violations were found | {_listed(judging)} |"
    for fault in sorted(FAULTS, key=lambda each: (each.exit, each.code)):
        if fault is not VIOLATIONS_FOUND:
            own = [name for name, declared in sorted(COMMANDS.items()) if fault in declared.errors]
            link = f"[{fault.code}](faults.md#{fault.code.lower()})"
            who = "all" if fault in SHARED else _listed(own)
            yield f"| {', '.join(str(int(each)) for each in sorted(fault.exits))} | {link} | {who} |"


def _face(name: str) -> Iterator[str]:
    face = command(name)
    yield f"`meminit {name} {' '.join(face.collect_usage_pieces(click.Context(face)))}`"
    yield ""
    for paragraph in _paragraphs(face):
        yield from (_escaped(paragraph), "")
    own = [each for each in (*face_of(name).own, *face_of(name).shared) if each.field not in _COMMON]
    if own:
        yield from _options(own)


def _promises(declared: Declaration) -> Iterator[str]:
    yield f"- Effect: {declared.effect}"
    ends = [f"{each.exit} `{each.code}`" for each in sorted(declared.faults, key=lambda each: (each.exit, each.code))]
    ends = [f"{Exit.VIOLATIONS} for violations", *ends] if declared.judges else ends
    yield f"- Exit codes, besides those of all: {', '.join(ends) or 'none'}"
    yield f"- Envelope: {_ENVELOPES[declared.envelope]}"


def _data(name: str, shown: dict[str, str]) -> Iterator[str]:
    """The shape of the data, or a link to the command that has the same."""
    schema = output_schema(name)
    if not schema.startswith("data/"):
        yield f"- Data: empty; `meminit schema {schema}` prints the schema of the whole answer"
        return
    if schema in shown:
        yield f"- Data: that of [{shown[schema]}](#{_anchor(shown[schema])})"
        return
    yield f"- Data: as follows; `meminit schema {schema}` prints its schema"
    shown[schema] = name
    shape = _Shape(published(schema))
    for title, rows in shape.forms():
        yield from ("", f"Data ({title}):" if title else "Data:", "")
        yield from ("| key | kind | what it is |", "| --- | --- | --- |", *rows)


class _Shape:
    """A schema of data as rows of a table. A shape that is used in several places is written out in the first."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self._whole = whole
        self._told: dict[str, str] = {}

    def forms(self) -> Iterator[tuple[str, Iterator[str]]]:
        for each in self._whole.get("oneOf", [self._whole]):
            form = self._resolved(each)
            if "properties" in form:
                yield "" if form is self._whole else form.get("title", ""), self._keys(form, "")

    def _keys(self, form: Mapping[str, Any], above: str) -> Iterator[str]:
        """A row for each key, and below it those of what it holds."""
        for key, each in form["properties"].items():
            inner, path = self._resolved(each), f"{above}{key}"
            kind = self._kind(inner) if key in form.get("required", ()) else f"{self._kind(inner)}; may be absent"
            description = each.get("description") or inner.get("description", "")
            yield f"| `{path}` | {kind} | {_escaped(description)} |"
            yield from self._below(each, path)

    def _below(self, form: Mapping[str, Any], path: str) -> Iterator[str]:
        reference, inner = form.get("$ref"), self._resolved(form)
        if reference in self._told:
            yield f"| `{path}` | | as `{self._told[reference]}` |"
            return
        if reference:
            self._told[reference] = path
        for keyword, step in (("items", "[]"), ("additionalProperties", ".NAME")):
            if isinstance(inner.get(keyword), dict):
                yield from self._below(inner[keyword], path + step)
        if "properties" in inner:
            yield from self._keys(inner, f"{path}.")

    def _kind(self, form: Mapping[str, Any]) -> str:
        if "enum" in form:
            return ", ".join(f"`{each}`" for each in form["enum"])
        if "const" in form:
            return f"`{form['const']}`"
        kinds = form["type"] if isinstance(form.get("type"), list) else [form.get("type", "anything")]
        if kinds == ["array"]:
            return f"list of {self._kind(self._resolved(form.get('items', {})))}"
        return " or ".join(_KINDS.get(each, each) for each in kinds)

    def _resolved(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        reference = form.get("$ref")
        found: Mapping[str, Any] = self._whole["definitions"][reference.rpartition("/")[2]] if reference else form
        return found


def _options(options: Iterable[Option]) -> Iterator[str]:
    yield "| option | what it does |"
    yield "| --- | --- |"
    for option in options:
        names = ", ".join(f"`{name}`" for name in option.names)
        yield f"| {names}{_escaped(f' {option.metavar}' if option.metavar else '')} | {_escaped(option.help)} |"


def _paragraphs(face: click.Command) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in (face.help or "").split("\n\n")]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
