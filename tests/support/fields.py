"""Random schemas and front matter: every keyword that matters, on values that YAML reads as something else."""

from random import Random

KEYS = ["a", "b", "version", "my_version", "id"]
ODD_KEYS = ["1", "01", "+1", "''", "é", "2026-01-02"]
WRITTEN = [
    *["1.0", "1.10", "1", "010", "0x1f", "1_000", "12:30", "-5", "1e3", "7.5", ".inf", "-.inf", ".nan"],
    *["2026-01-02", "2026-01-03", "2026-01-02 10:00:00", "2026-01-02T10:00:00Z", "2026-02-30"],
    *["1.0", "1.0", "1", "2026-01-02", "2026-01-02", "true", "x"],  # what most schemas have something to say about
    *["true", "yes", "off", "null", "~", "", "Draft", "x", "v1", "''", "' '", "'1.0'", "'2026-01-02'", "'true'"],
]
NESTED = [
    "[]",
    "{}",
    "[1, x]",
    "[2026-01-02]",
    "[1.0, '']",
    "{a: 1.0}",
    "{a: 2026-01-02, b: x}",
    "{'': 1, a: ' '}",
    "[.inf]",
]
OPTIONS = ["1.0", 1.0, 1, "1", "2026-01-02", "true", True, None, "null", "~", "Draft", "x", "", 1000, [], {}]
PATTERNS = [
    *["^[0-9]+[.][0-9]+$", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "^v?[0-9]", "\ufffc", "^.{10}$", "^[^\ufffc]", "^.$", "."],
    *["^(true|null|~|off)$", "^[a-z]+$", "^$", "1"],
]
TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"]
DRAFTS = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"]


class Schemas:
    """Makes one schema after another from one source of chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def whole(self) -> dict[str, object]:
        made = self._of_fields(2)
        made["definitions"] = {"v": self._of_value(1), "f": self._of_fields(0), "g": self._of_fields(1)}
        return made

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _some(self, values: list, most: int) -> list:
        return self._random.sample(values, self._random.randint(1, most))

    def _of_fields(self, depth: int) -> dict[str, object]:
        """A schema for all fields together; with a depth, one that ties fields to each other."""
        pick = self._random
        keys = [*KEYS, "1", "01", ""] if self._chance(0.2) else KEYS
        made: dict[str, object] = {"properties": {key: self._of_value(2) for key in self._some(keys, 3)}}
        makers = {
            "type": lambda: "object",
            "required": lambda: self._some(KEYS, 2),
            "additionalProperties": lambda: pick.choice([False, True, self._of_value(1)]),
            "patternProperties": lambda: {pick.choice(["^a", "version$", "", "^[0-9]"]): self._of_value(1)},
            "propertyNames": lambda: pick.choice([{"maxLength": 4}, {"pattern": "^[a-z]+$"}, {"enum": KEYS}]),
            "minProperties": lambda: pick.randint(0, 2),
            "maxProperties": lambda: pick.randint(1, 4),
            "dependencies": lambda: {pick.choice(KEYS): self._some(KEYS, 1)},
            "dependentRequired": lambda: {pick.choice(KEYS): self._some(KEYS, 1)},
        }
        rare = {"propertyNames": 0.04, "patternProperties": 0.06, "minProperties": 0.04, "maxProperties": 0.04}
        made |= {name: make() for name, make in makers.items() if self._chance(rare.get(name, 0.12))}
        if self._chance(0.05):
            made[pick.choice(["unevaluatedProperties", "title", "x-own", "format", "const", "enum", "$id"])] = (
                pick.choice([False, "date", {}, [{}, {"a": 1}], "https://x.invalid/s"])
            )
        if depth and self._chance(0.6):
            made |= self._ties(depth - 1)
        return made

    def _ties(self, depth: int) -> dict[str, object]:
        inner = lambda: self._of_fields(depth) if self._chance(0.3) else self._condition()  # noqa: E731
        return self._random.choice([
            lambda: {"allOf": [inner(), inner()]},
            lambda: {"anyOf": [inner(), inner()]},
            lambda: {"oneOf": [inner(), inner()]},
            lambda: {"not": inner()},
            lambda: {"if": inner(), "then": inner()},
            lambda: {"if": inner(), "then": inner(), "else": inner()},
            lambda: {"$ref": self._random.choice(["#/definitions/f", "#/definitions/g"])},
            lambda: {"allOf": [{"$ref": self._random.choice(["#/definitions/f", "#/definitions/g"])}]},
            lambda: {"dependencies": {self._random.choice(KEYS): inner()}},
            lambda: {"dependentSchemas": {self._random.choice(KEYS): inner()}},
        ])()  # fmt: skip

    def _condition(self) -> dict[str, object]:
        """Something about few fields, so that it often holds."""
        key, value = self._random.choice(KEYS), self._of_value(1)
        return self._random.choice([
            {"properties": {key: value}},
            {"properties": {key: value}, "required": [key]},
            {"required": [key]},
            {"patternProperties": {f"^{key}": value}},
            {"additionalProperties": value},
            {"not": {"properties": {key: value}}},
            {"$ref": "#/definitions/f"},
        ])  # fmt: skip

    def _of_value(self, depth: int) -> object:
        pick = self._random
        if self._chance(0.03):
            return pick.choice([True, False])
        if self._chance(0.2):
            return dict(pick.choice(_USUAL))
        makers = {
            "type": lambda: pick.choice(TYPES) if self._chance(0.6) else self._some(TYPES, 3),
            "pattern": lambda: pick.choice(PATTERNS),
            "format": lambda: pick.choice(["date", "date", "date-time", "email", "doc-id", "uri-reference"]),
            "enum": lambda: self._some(OPTIONS, 5),
            "const": lambda: pick.choice(OPTIONS),
            "minLength": lambda: pick.choice([1, 3, 10]),
            "maxLength": lambda: pick.choice([3, 10, 12]),
            "minimum": lambda: pick.choice([0, 1, 5]),
            "multipleOf": lambda: pick.choice([1, 0.5, 3]),
        }
        share = {"type": 0.5, "pattern": 0.25, "format": 0.2, "enum": 0.12, "const": 0.06}
        made = {name: make() for name, make in makers.items() if self._chance(share.get(name, 0.06))}
        return made | self._combined(depth - 1) if depth and self._chance(0.35) else made

    def _combined(self, depth: int) -> dict[str, object]:
        inner = lambda: self._of_value(depth)  # noqa: E731 - used in a table
        return self._random.choice([
            lambda: {"anyOf": [inner(), inner()]},
            lambda: {"oneOf": [inner(), inner()]},
            lambda: {"allOf": [inner(), inner()]},
            lambda: {"not": inner()},
            lambda: {"if": inner(), "then": inner(), "else": inner()},
            lambda: {"$ref": "#/definitions/v"},
            lambda: {"items": inner(), "uniqueItems": True, "minItems": self._random.randint(0, 1)},
            lambda: {"contains": inner()},
            lambda: {"properties": {"a": inner()}, "required": ["a"]},
            lambda: {"additionalProperties": inner()},
        ])()  # fmt: skip


_USUAL = [
    {"type": "string"},
    {"type": "string", "minLength": 1},
    {"type": "string", "format": "date"},
    {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    {"type": "string", "pattern": "^[0-9]+[.][0-9]+$"},
    {"type": ["string", "null"]},
    {"type": ["string", "number"]},
    {"enum": ["Draft", "1.0", "true"]},
    {"type": "integer"},
    {"type": "array", "items": {"type": "string"}},
    {"items": {"type": "string"}, "additionalProperties": {"type": "string"}},
    {"required": ["a"]},
    {"not": {"type": "string"}},
    {"type": "string", "not": {"pattern": "\ufffc"}},
    {"type": "string", "format": "uri-reference"},
    {"contains": {}},
    {},
]


def some_fields(random: Random) -> str:
    """Some fields, most of them known to the schemas."""
    keys = random.sample(KEYS, random.randint(1, 4))
    if random.random() < 0.15:
        keys.append(random.choice(ODD_KEYS))
    return "".join(f"{key}: {random.choice(NESTED if random.random() < 0.15 else WRITTEN)}\n" for key in keys)
