"""Reads the YAML of other tools into plain values, within limits: what cannot be read without its tool is None."""

from collections.abc import Iterator

import yaml
from yaml.constructor import SafeConstructor

from meminit.sources.limits import CONFIG_DEPTH

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers
TAG = "!"  # the key under which a mapping has the name of the function that its tag names
_MOST = 50_000  # values, with those that aliases repeat
_STANDARD = "tag:yaml.org,2002:"


class LooseYamlError(Exception):
    """Text that is not YAML, or too much of it."""


class _Holder:
    """A value under construction: a list or a mapping, and what was said of the key."""

    __slots__ = ("is_mapping", "items", "name", "size", "tag")

    def __init__(self, name: str | None, tag: str, *, is_mapping: bool) -> None:
        self.tag = tag
        self.is_mapping = is_mapping
        self.items: list[tuple[object, int]] = []
        self.name = name
        self.size = 1


def parse(text: str) -> object:
    """The first document; None where there is none."""
    try:
        return _read(yaml.parse(text, Loader=_LOADER))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise LooseYamlError(str(error).partition("\n")[0]) from error


def _read(events: Iterator[object]) -> object:  # noqa: C901 - one branch for each kind of event
    stack: list[_Holder] = []
    anchors: dict[str, tuple[object, int]] = {}
    total = 0
    for event in events:
        made: tuple[object, int] | None = None
        name: str | None = None
        if isinstance(event, yaml.ScalarEvent):
            made, name = (_scalar(event), 1), event.anchor
        elif isinstance(event, yaml.AliasEvent):
            made = anchors.get(event.anchor or "", (None, 1))
        elif isinstance(event, yaml.CollectionStartEvent):
            stack.append(
                _Holder(event.anchor, _function(event.tag), is_mapping=isinstance(event, yaml.MappingStartEvent))
            )
            if len(stack) > CONFIG_DEPTH:
                raise ValueError("values are nested too deeply")
        elif isinstance(event, yaml.CollectionEndEvent):
            done = stack.pop()
            made, name = (_mapping(done) if done.is_mapping else [each for each, _ in done.items], done.size), done.name
        elif isinstance(event, yaml.DocumentEndEvent):
            return None
        if made is None:
            continue
        total += made[1]
        if total > _MOST:
            raise ValueError("there are too many values")
        if name:
            anchors[name] = made
        if not stack:
            return made[0]
        stack[-1].items.append(made)
        stack[-1].size += made[1]
    return None


def _mapping(holder: _Holder) -> dict[str, object]:
    found: dict[str, object] = {TAG: holder.tag} if holder.tag else {}
    pairs = zip(holder.items[::2], holder.items[1::2], strict=False)
    for (key, _), (value, _) in pairs:
        if key == "<<":
            for each in value if isinstance(value, list) else [value]:
                for inner, own in each.items() if isinstance(each, dict) else ():
                    found.setdefault(inner, own)
        elif isinstance(key, str | int | float | bool):
            found[str(key)] = value
    return found


def _function(tag: str | None) -> str:
    """The name of a function of Python that a tag names; it is never looked for."""
    name = (tag or "").removeprefix(f"{_STANDARD}python/").partition(":")
    return name[2] if (tag or "").startswith(f"{_STANDARD}python/") else ""


def _scalar(event: yaml.ScalarEvent) -> object:
    """Text, a number, a boolean or None; a date is the text that was written."""
    text: str = event.value
    if event.tag and event.tag not in {"!", f"{_STANDARD}str"}:
        return _function(event.tag) or None
    if event.tag or event.style or not event.implicit[0]:
        return text
    for tag, pattern in _RESOLVERS.get(text[:1], ()):
        if pattern.match(text):
            return _resolved(tag.removeprefix(_STANDARD), text)
    return text


def _resolved(kind: str, text: str) -> object:
    if kind == "null":
        return None
    if kind == "bool":
        return SafeConstructor.bool_values[text.lower()]
    if kind == "int" and text.isdigit() and len(text) < 16:  # noqa: PLR2004 - larger ones are no settings
        return int(text)
    return text
