"""Schemas with front matter: SCHEMA_INVALID or findings, soon, and without a crash.

An input is a schema, a file that it may refer to, and front matter, with lines of equals signs between them.
"""

import json
import os
from collections.abc import Hashable, Iterator
from pathlib import Path
from random import Random

from tests.support.fields import WRITTEN, Schemas, some_fields

from fuzz.target import Target, folder, hold
from meminit.documents import front_matter
from meminit.documents.judgement import judged, judged_at_length, pointed
from meminit.model.document import Breach
from meminit.model.finding import Problem
from meminit.schema.loading import Schema, load
from meminit.sources.files import Files
from meminit.sources.lines import split

BETWEEN = b"\n=====\n"
_DRAFT_NAMES = [
    "draft-04/schema#",
    "draft-06/schema#",
    "draft-07/schema#",
    "draft/2019-09/schema",
    "draft/2020-12/schema",
]
_KEYWORDS = [
    *[
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "minContains",
    ],
    *[
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "dependencies",
        "dependentSchemas",
        "enum",
    ],
    *[
        "dependentRequired",
        "unevaluatedProperties",
        "unevaluatedItems",
        "required",
        "minProperties",
        "type",
        "format",
        "const",
    ],
    *[
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "exclusiveMinimum",
        "multipleOf",
        "uniqueItems",
        "$ref",
        "$dynamicRef",
    ],
    *[
        "$recursiveRef",
        "$id",
        "id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "definitions",
        "$defs",
        "contentSchema",
    ],
    *["contentMediaType", "$vocabulary", "title", "default", "$comment"],
]
_VALUES: list[object] = [
    *[
        None,
        True,
        False,
        0,
        -1,
        1.5,
        1e400,
        -0.0,
        10**30,
        "",
        "x",
        [],
        {},
        [{}],
        {"": {}},
        "date",
        "string",
        ["string", "null"],
    ],
    *[
        "#",
        "#/definitions/a",
        "#/properties/a",
        "other.json",
        "other.json#/a",
        "../x.json",
        "http://x.y/z",
        "#a",
        "%ff",
        "\0",
    ],
    *[
        "^(a+)+$",
        "(?=a)",
        "\\d{1,1000}{1,1000}",
        "[",
        "\\p{L}",
        "^x$",
        "doc-id",
        "doc-path",
        "regex",
        "uri",
        "idn-email",
        "time",
    ],
    *[{"$ref": "#"}, {"$ref": "#/definitions/a"}, {"items": {"$ref": "#"}}, {"type": "array"}, {"not": {}}],
]
_PIECES = [
    *[f'"{each}": ' for each in _KEYWORDS],
    *[json.dumps(each) for each in _VALUES],
    *["{", "}", "[", "]", ", ", '"', "\\u0000", "\\ud800", "NaN", "1e999", "a: 1\n", "a: [1, x]\n", "---\n"],
    *[f"{key}: {each}\n" for key in ("a", "b", "version") for each in WRITTEN[:12]],
]
_FOLDER = folder()


def made(dice: Random) -> bytes:
    schema = Schemas(dice).whole()
    if dice.random() < 0.5:
        schema["$schema"] = f"http://json-schema.org/{dice.choice(_DRAFT_NAMES)}"
    return _packed(json.dumps(schema), "{}", f"---\n{some_fields(dice)}---\n")


def mutated(dice: Random, content: bytes) -> bytes:
    """Still JSON, with something else at some places of the schema."""
    schema, other, fields = unpacked(content)
    try:
        value = json.loads(schema)
    except (ValueError, RecursionError):
        return content
    for _ in range(dice.randint(1, 4)):
        _change(dice, value)
    return _packed(json.dumps(value), other.decode("utf-8", "replace"), fields.decode("utf-8", "replace"))


def _packed(*parts: str) -> bytes:
    return BETWEEN.join(part.encode("utf-8", "surrogatepass") for part in parts)


def unpacked(content: bytes) -> tuple[bytes, bytes, bytes]:
    schema, other, fields, *_ = [*content.split(BETWEEN), b"{}", b"a: x", b""]
    return schema, other, fields


def _change(dice: Random, value: object) -> None:
    holders = list(_holders(value))[:200]
    if not holders:
        return
    holder, others = dice.choice(holders), [*_VALUES, *Schemas(dice).whole().values()]
    new = json.loads(json.dumps(dice.choice([*others, *holders[:20]])))  # a copy, so that it holds itself never
    if isinstance(holder, dict):
        key = dice.choice([*holder, *dice.sample(_KEYWORDS, 3)])
        holder[key] = [new, {"$ref": "#"}] if key in {"allOf", "anyOf", "oneOf"} else new
        if dice.random() < 0.2:
            del holder[dice.choice(list(holder))]
    elif isinstance(holder, list):
        holder.insert(dice.randint(0, len(holder)), new)


def _holders(value: object) -> Iterator[object]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


def examine(content: bytes) -> Hashable:
    schema_text, other, fields_text = unpacked(content)
    root = os.path.realpath(_FOLDER.name)
    Path(root, "schema.json").write_bytes(schema_text)
    Path(root, "other.json").write_bytes(other)
    schema = load(Files(root), "schema.json")
    if isinstance(schema, Problem):
        hold(schema.code == "SCHEMA_INVALID", schema)
        words = str(schema.context["problem"])
        hold(words and "\n" not in words, words)
        hold(schema.line is None or 1 <= schema.line <= len(split(schema_text.decode("utf-8", "replace"))), schema)
        return words[:24]
    return _judged(schema, fields_text.decode("utf-8", "replace"))


def _judged(schema: Schema, text: str) -> Hashable:
    front = front_matter.read(text if text.startswith("---") else f"---\n{text}\n---\n")
    if front.fields is None:
        return "unread"
    shortly, at_length = (
        judge(front.fields, front.closing_line, (schema,), "a") for judge in (judged, judged_at_length)
    )
    hold(shortly == at_length, shortly, at_length)
    for breach in at_length:
        _sound(breach, front.closing_line)
    leads = pointed(front.fields, (schema,))
    return (
        bool(leads.links),
        bool(leads.references),
        frozenset((each.kind, each.keyword, each.words[:12]) for each in at_length),
    )


def _sound(breach: Breach, last: int) -> None:
    hold(1 <= breach.line <= last, breach)
    hold(breach.column is None or breach.column >= 1, breach)
    hold(breach.words or breach.kind != "invalid", breach)
    hold("\n" not in breach.words, breach)


TARGET = Target("schema", examine, [each.encode() for each in _PIECES], made, mutated)
