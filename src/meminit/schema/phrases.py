"""Puts into plain words how a value breaks its schema."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from meminit.model.node import Mapped, Node, Scalar, Sequence, at_plain, dotted, plain
from meminit.schema.judge import RawBreach, Uncompilable
from meminit.words import counted, did_you_mean, listed, nearest, quoted

_MOST_REASONS = 3
_NOTHING, _THE_LIST, _THE_MAPPING = "nothing", "the list", "the mapping"
_NULLS = frozenset({_NOTHING, "~", "null", "Null", "NULL"})  # as they are written
_TURNED = frozenset({"boolean", "number", "date"})  # what YAML may make of text without quotes
_KINDS = {
    "null": "nothing",
    "boolean": "a boolean (true or false)",
    "number": "a number",
    "integer": "a whole number",
    "string": "text",
    "text": "text",
    "date": "a date",
    "array": "a list",
    "object": "a mapping",
}
_FORMATS = {
    "date": "a date (YYYY-MM-DD)",
    "date-time": "a date with time (YYYY-MM-DDTHH:MM:SSZ)",
    "time": "a time (HH:MM:SSZ)",
    "email": "an e-mail address",
    "idn-email": "an e-mail address",
    "uri": "a URI with a scheme, such as https:",
    "uri-reference": "a URI or a relative reference",
    "iri": "an IRI with a scheme, such as https:",
    "hostname": "a host name",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "uuid": "a UUID",
    "regex": "a regular expression",
    "duration": "a duration, such as P3D",
}


class Shown(NamedTuple):
    """A value as a message shows it: its text and kind, how many parts it has, its bare text, and all of it."""

    text: str
    kind: str
    size: int = 0
    said: str = ""
    whole: object = None

    def __str__(self) -> str:
        return self.text


def shown_node(node: Node | None, *, as_text: bool = False) -> Shown:
    """A value of front matter; `as_text` says that it was judged as text, as it is written."""
    if isinstance(node, Scalar):
        text = quoted(node.written) if node.kind == "text" else node.written or _NOTHING
        return Shown(text, "text" if as_text else node.kind, len(node.written), node.written)
    if isinstance(node, Sequence):
        return Shown(_THE_LIST, "array", len(node.items), whole=plain(node))
    return Shown(_THE_MAPPING, "object", len(node.entries) if isinstance(node, Mapped) else 0)


def shown(value: object) -> Shown:
    if isinstance(value, str):
        return Shown(quoted(value), "text", len(value), value)
    if isinstance(value, bool):
        return Shown(str(value).lower(), "boolean", said=str(value).lower())
    if isinstance(value, int | float):
        return Shown(str(value), "number", said=str(value))
    if isinstance(value, list):
        return Shown(_THE_LIST, "array", len(value), whole=value)
    if isinstance(value, Mapping):
        return Shown(_THE_MAPPING, "object", len(value), whole=value)
    return Shown(_NOTHING, "null") if value is None else Shown(str(value), "date", said=str(value))


def phrase(breach: RawBreach, value: Shown) -> str:
    """One clause without the field's name: "'Drafty' is not one of Draft, Approved; did you mean Draft?"."""
    compose = _PHRASES.get(breach.keyword)
    return compose(breach, value) if compose else f"{value} breaks the schema's rule {quoted(breach.keyword)}"


def fault_of(breach: RawBreach, schema: object) -> Uncompilable:
    """What is wrong with a schema, from a breach of the schema of its draft."""
    name = breach.path[-1] if breach.path else "the schema"
    key = (str(breach.demand),) if breach.keyword == "propertyNames" else ()
    return Uncompilable((*breach.path, *key), f"{name}: {phrase(breach, shown(at_plain(schema, breach.path)))}")


def kinds(demand: object) -> str:
    """ "text or a list" for the types a schema allows."""
    names = [str(name) for name in demand] if isinstance(demand, list | tuple) else [str(demand)]
    return " or ".join(dict.fromkeys(_KINDS.get(name, name) for name in names))


def _type(breach: RawBreach, value: Shown) -> str:
    subject = "the value" if value.text in {_THE_LIST, _THE_MAPPING} else str(value)
    clause = f"{subject} is {_KINDS.get(value.kind, value.kind)}, not {kinds(breach.demand)}"
    if value.text in _NULLS:
        return f"there is no value; it must be {kinds(breach.demand)}"
    turned = value.kind in _TURNED
    wants_text = breach.demand == "string" or (isinstance(breach.demand, list) and "string" in breach.demand)
    return f"{clause}; put it in quotes to make it text" if turned and wants_text else clause


def _enum(breach: RawBreach, value: Shown) -> str:
    if _is_meant(value, _list(breach.demand)):
        return _as_text(value)
    options = _options(_list(breach.demand))
    if len(options) == 1:
        return f"{value} is not {options[0]}"
    return f"{value} is not one of {listed(options, 30)}{did_you_mean(nearest(value.said, options))}"


def _is_meant(value: Shown, options: list[object]) -> bool:
    return value.kind in _TURNED and value.said in options


def _as_text(value: Shown) -> str:
    return f"{value} is {_KINDS.get(value.kind, value.kind)}, not the text {quoted(value.said)}; put it in quotes"


def _options(values: list[object]) -> list[str]:
    """The values as people write them; all as JSON if some are no text, so that text and numbers look different."""
    if all(isinstance(value, str) for value in values):
        return [str(value) for value in values]
    return [json.dumps(value, ensure_ascii=False) for value in values]


def _const(breach: RawBreach, value: Shown) -> str:
    return _as_text(value) if _is_meant(value, [breach.demand]) else f"{value} is not {_options([breach.demand])[0]}"


def _format(breach: RawBreach, value: Shown) -> str:
    name = str(breach.demand)
    return f"{value} is not {_FORMATS.get(name, 'a valid ' + name)}"


def _alternatives(breach: RawBreach, value: Shown) -> str:
    if breach.demand == "several":
        return f"{value} fits several of the alternatives, and must fit exactly one"
    first = [branch[0] for branch in breach.branches if branch]
    if first and all(reason.keyword == "type" and reason.path == breach.path for reason in first):
        demanded = [kind for reason in first for kind in _list(reason.demand)]
        return _type(breach._replace(keyword="type", demand=demanded), value)
    useful = [reason for reason in first if reason.keyword != "not"] or first  # "is not allowed" says least
    reasons = [_reason(reason, breach, value) for reason in useful if reason.keyword != "required"]
    missing = [str(reason.demand) for reason in first if reason.keyword == "required"]
    if missing:
        reasons.append(f"{' or '.join(dict.fromkeys(missing))} is missing")
    told = "; or ".join(list(dict.fromkeys(reasons))[:_MOST_REASONS])
    return f"{value} fits none of the allowed alternatives" + (told and f": {told}")


def _reason(reason: RawBreach, breach: RawBreach, value: Shown) -> str:
    if reason.path == breach.path:
        return phrase(reason, value)
    below = reason.path[len(breach.path) :]
    if reason.keyword == "type":
        return f"{dotted(below)} is not {kinds(reason.demand)}"
    return phrase(reason, shown(at_plain(value.whole, below))._replace(text=dotted(below), said=""))


def _contains(breach: RawBreach, value: Shown) -> str:
    if breach.schema.keys() & {"minContains", "maxContains"}:
        return f"{value} has too few or too many items of the kind that the schema requires"
    return f"{value} has no item of the kind that the schema requires"


def _property_name(breach: RawBreach, _value: Shown) -> str:
    inner = breach.branches[0][0]
    return f"the key is not allowed: {phrase(inner, shown(breach.demand))}"


def _doubled(items: object) -> str:
    """The first item that is equal to one before it, as JSON compares them."""
    seen: dict[str, int] = {}
    for number, item in enumerate(items if isinstance(items, list) else (), start=1):
        text = json.dumps(_compared(item), sort_keys=True, default=str)
        if text in seen:
            what = "the same item" if isinstance(item, list | Mapping) else str(shown(item))
            return f"{what} twice, as items {seen[text]} and {number}"
        seen[text] = number
    return "the same item twice"


def _compared(value: object) -> object:
    """The value with 1.0 as 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_compared(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _compared(each) for key, each in value.items()}
    return value


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _number(breach: RawBreach) -> int:
    return breach.demand if isinstance(breach.demand, int) else int(str(breach.demand or 0).partition(".")[0])


_PHRASES: Mapping[str, Callable[[RawBreach, Shown], str]] = {
    "cost": lambda breach, _: str(breach.demand),  # not a keyword: the value was not judged, and this is why
    "type": _type,
    "enum": _enum,
    "const": _const,
    "format": _format,
    "pattern": lambda breach, value: f"{value} does not match {breach.demand}",
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    "not": lambda _, value: f"{value} is not allowed here",
    "propertyNames": _property_name,
    "minLength": lambda breach, value: f"{value} is shorter than {counted(_number(breach), 'character')}",
    "maxLength": lambda breach, value: f"{value} is longer than {counted(_number(breach), 'character')}",
    "minimum": lambda breach, value: f"{value} is less than the minimum {breach.demand}",
    "maximum": lambda breach, value: f"{value} is more than the maximum {breach.demand}",
    "exclusiveMinimum": lambda breach, value: f"{value} is not more than {breach.demand}",
    "exclusiveMaximum": lambda breach, value: f"{value} is not less than {breach.demand}",
    "multipleOf": lambda breach, value: f"{value} is not a multiple of {breach.demand}",
    "minItems": lambda breach, value: f"{value} has {counted(value.size, 'item')}, and needs at least {breach.demand}",
    "maxItems": lambda breach, value: (
        f"{value} has {counted(value.size, 'item')}, and may have at most {breach.demand}"
    ),
    "uniqueItems": lambda _, value: f"{value} has {_doubled(value.whole)}",
    "contains": _contains,
    "additionalItems": lambda _, value: f"{value} has more items than the schema allows",
    "unevaluatedItems": lambda _, value: f"{value} has more items than the schema allows",
    "minProperties": lambda breach, value: (
        f"{value} has {counted(value.size, 'key')}, and needs at least {breach.demand}"
    ),
    "maxProperties": lambda breach, value: (
        f"{value} has {counted(value.size, 'key')}, and may have at most {breach.demand}"
    ),
    "additionalProperties": lambda breach, _: f"it has unknown keys: {listed(map(str, _list(breach.demand)))}",
    "unevaluatedProperties": lambda breach, _: f"it has unknown keys: {listed(map(str, _list(breach.demand)))}",
    "required": lambda breach, _: f"the key {quoted(str(breach.demand))} is missing",
}
