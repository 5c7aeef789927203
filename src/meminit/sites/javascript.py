"""Reads the plain literals of a program in JavaScript or TypeScript, as far as they stand there; nothing is run.

Whatever takes more than reading, such as a call or a condition, is UNKNOWN. Of a call, its arguments are kept.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from meminit.sources.limits import CONFIG_DEPTH

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?![\w$])")
_TEXT = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONSTANT = re.compile(r"(?:^|[\n;])\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=\s*")
_EXPORT = re.compile(r"(?:^|[\n;])\s*(?:export\s+default\s|export\s*=|module\.exports\s*=)\s*")
_SKIPPED = re.compile(r"[^()\[\]{},;\"'`/]+|/")
_OPEN, _CLOSE = "([{", ")]}"
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_MOST = 1_000_000  # characters
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


_IMPORT = re.compile(
    r"(?:^|[\n;])\s*import\s+(?!type\s)(?P<names>[\w$\s{},]+?)\s*\bfrom\s*[\"'](?P<path>\.{1,2}/[^\"'\n]+)[\"']"
)
_MOST_IMPORTED = 20  # files
REST = "..."  # the key for what a mapping takes over from elsewhere, and is not known

# Gives the name and the text of a file that another one imports by this path.
Imported: TypeAlias = Callable[[str, str], tuple[str, str] | None]


class _Unknown:
    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()


class Call(NamedTuple):
    """A call of a function by its name."""

    name: str
    arguments: list[object]


def configuration(text: str, name: str = "", imported: Imported | None = None) -> object:
    """What a program exports, with calls such as `defineConfig({...})` replaced by their first argument."""
    return _Program(text, name, imported, []).exported()


def _unwrapped(value: object) -> object:
    """What a call was given first, as far as it is known: most are there for the sake of types."""
    for _ in range(4):
        if isinstance(value, Call):
            value = next((each for each in value.arguments if each is not UNKNOWN), UNKNOWN)
    return value


def calls(value: object) -> Iterator[Call]:
    """The calls among values, wherever they stand."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Call):
            yield each
            waiting += each.arguments
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


class _Program:
    def __init__(self, text: str, name: str, imported: Imported | None, read: list[str]) -> None:
        self._text = text[:_MOST]
        self._name = name
        self._imported = imported
        self._read = read  # the files that were imported so far, by this program and others
        self._constants: dict[str, object] = {}
        self._open: set[str] = set()

    def exported(self) -> object:
        found = list(_EXPORT.finditer(self._text))
        value = self._value(found[-1].end(), 0)[0] if found else UNKNOWN
        return _unwrapped(value)

    def _constant(self, name: str) -> object:
        if name in self._constants:
            return self._constants[name]
        if name in self._open:
            return UNKNOWN
        self._open.add(name)
        found = next((each for each in _CONSTANT.finditer(self._text) if each[1] == name), None)
        self._constants[name] = self._value(found.end(), 0)[0] if found else self._from_elsewhere(name)
        self._open.discard(name)
        return self._constants[name]

    def _from_elsewhere(self, name: str) -> object:
        """What a file beside this one exports."""
        for each in _IMPORT.finditer(self._text):
            default, _, listed = each["names"].partition("{")
            pairs = [pair.split() for pair in listed.partition("}")[0].split(",")]
            known = {pair[-1]: pair[0] for pair in pairs if pair} | {default.strip(" ,\n\t"): ""}
            if name not in known or self._imported is None or len(self._read) >= _MOST_IMPORTED:
                continue
            found = self._imported(self._name, each["path"])
            if found is None or found[0] in self._read:
                return UNKNOWN
            program = _Program(found[1], found[0], self._imported, [*self._read, found[0]])
            return _unwrapped(program._constant(known[name])) if known[name] else program.exported()
        return UNKNOWN

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at

    def _value(self, at: int, depth: int) -> tuple[object, int]:
        """The value that begins here, and where it ends: before a comma, a semicolon or a closing bracket."""
        at = self._blank(at)
        start = at
        value, at = self._simple(at, depth) if depth < CONFIG_DEPTH else (UNKNOWN, at)
        end = self._blank(at)
        while (word := _NAME.match(self._text, end)) and word[0] in {"as", "satisfies"} and at > start:
            end = self._type_end(word.end())
        if end < len(self._text) and self._text[end] not in ",;)]}" and not self._ends_statement(at, end):
            return UNKNOWN, self._skipped(end)
        return value, end

    def _ends_statement(self, at: int, end: int) -> bool:
        """Whether a new line, without a sign that goes on, ends the value."""
        return "\n" in self._text[at:end] and self._text[end] not in ".?+-*/%&|<>=([`:"

    def _type_end(self, at: int) -> int:
        at = self._blank(at)
        while found := re.compile(r"[\w$.<>\[\]'\"|& ]+").match(self._text, at):
            at = found.end()
        return self._blank(at)

    def _simple(self, at: int, depth: int) -> tuple[object, int]:
        text, sign = self._text, self._text[at : at + 1]
        if sign == "{":
            return self._object(at + 1, depth + 1)
        if sign == "[":
            return self._array(at + 1, "]", depth + 1)
        if sign == "(":
            inner, end = self._array(at + 1, ")", depth + 1)
            return (inner[0] if len(inner) == 1 else UNKNOWN), end
        if found := _TEXT.match(text, at):
            written = next(each for each in found.groups() if each is not None)
            return _ESCAPE.sub(lambda each: _ESCAPES.get(each[1], each[1]), written), found.end()
        if found := _NUMBER.match(text, at):
            return float(found[0]) if "." in found[0] else int(found[0][:15]), found.end()
        if found := _NAME.match(text, at):
            return self._named(found[0], found.end(), depth)
        return UNKNOWN, at

    def _named(self, name: str, at: int, depth: int) -> tuple[object, int]:
        if name in _WORDS:
            return _WORDS[name], at
        after = self._blank(at)
        if name in {"async", "function", "class", "new", "await", "typeof"}:
            return UNKNOWN, at
        if self._text[after : after + 1] == "(":
            arguments, end = self._array(after + 1, ")", depth + 1)
            return Call(name, arguments), end
        return self._constant(name), at

    def _array(self, at: int, closing: str, depth: int) -> tuple[list[object], int]:
        items: list[object] = []
        while (at := self._blank(at)) < len(self._text) and self._text[at] != closing:
            if self._text[at] == ",":
                at += 1
                continue
            if self._text.startswith("...", at):
                spread, at = self._value(at + 3, depth)
                items += spread if isinstance(spread, list) else [UNKNOWN]
                continue
            before = at
            value, at = self._value(at, depth)
            items.append(value)
            if at == before:
                at += 1
        return items, at + 1

    def _object(self, at: int, depth: int) -> tuple[dict[str, object], int]:
        found: dict[str, object] = {}
        while (at := self._blank(at)) < len(self._text) and self._text[at] != "}":
            if self._text[at] in ",;":
                at += 1
                continue
            if self._text.startswith("...", at):
                spread, at = self._value(at + 3, depth)
                spread = _unwrapped(spread)
                found.update(spread if isinstance(spread, Mapping) else {REST: UNKNOWN})
                continue
            before = at
            key, at = self._key(at)
            after = self._blank(at)
            if key is not None and self._text[after : after + 1] == ":":
                found[key], at = self._value(after + 1, depth)
            elif key is not None and self._text[after : after + 1] in {",", "}"}:
                found[key], at = self._constant(key), after
            else:
                at = self._skipped(after)
            if at == before:
                at += 1
        return found, at + 1

    def _key(self, at: int) -> tuple[str | None, int]:
        if found := _TEXT.match(self._text, at):
            return next(each for each in found.groups() if each is not None), found.end()
        if found := _NAME.match(self._text, at) or _NUMBER.match(self._text, at):
            return found[0], found.end()
        return None, at

    def _skipped(self, at: int) -> int:
        """Where an expression ends that is not understood."""
        nested = 0
        while at < len(self._text):
            sign = self._text[at]
            if found := _BLANK.match(self._text, at) or _TEXT.match(self._text, at):
                at = found.end()
                continue
            if sign in _OPEN:
                nested += 1
            elif sign in _CLOSE:
                if not nested:
                    return at
                nested -= 1
            elif sign in ",;" and not nested:
                return at
            found = _SKIPPED.match(self._text, at)
            at = max(at + 1, found.end() if found and sign not in "()[]{},;" else at + 1)
        return at
