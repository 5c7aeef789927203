"""Reads the plain literals of a program in JavaScript or TypeScript, as far as they stand there; nothing is run.

Whatever takes more than reading, such as a call or a condition, is UNKNOWN. Of a call, its arguments are kept.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from meminit.sources.limits import CONFIG_DEPTH

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?![\w$])")
_TEXT = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'", re.DOTALL)
_PIECE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)  # of a template, between its expressions
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONSTANT = re.compile(r"(?:^|[\n;])\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=\s*")
_EXPORT = re.compile(r"(?:^|[\n;])\s*(?:export\s+default\s|export\s*=|module\.exports\s*=)\s*")
_SKIPPED = re.compile(r"[^()\[\]{},;\"'`/]+|/")
_TYPE = re.compile(r"(?:[\w$.<>'\"|& ]|\[[\w$.'\" ]*\])+")
_MEMBER = re.compile(r"\??\.(?:[A-Za-z_$][\w$]*)?")
_INSERTED = re.compile(r"\$\{\s*([A-Za-z_$][\w$]*)\s*\}")
_FUNCTION = re.compile(r"(?:async\s+)?function\b\s*[\w$]*\s*(?=\()")
_ARROW = re.compile(r"(?:async\b\s*)?(?=\()")
_TO_BODY = re.compile(r"(?:\s*:[^=({;]*)?\s*(=>)?\s*")
_WHOLE_WORD = re.compile(r"[\w$]+")
_OPEN, _CLOSE = "([{", ")]}"
_WORDS = {"true": True, "false": False, "null": None, "undefined": None, "__dirname": "."}
_JOINING = frozenset({"path.join", "path.resolve"})
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
        return _unwrapped(self._exported(found[-1].end()) if found else UNKNOWN)

    def _exported(self, at: int) -> object:
        """The value that begins here, or the one that a function returns that begins here or is named."""
        name = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:;|\n|$)").match(self._text, at)
        named = re.search(rf"\b(?:async\s+)?function\s+{re.escape(name[1])}\s*(?=\()", self._text) if name else None
        body = self._body(named.start() if named else at)
        if body is None:
            return self._value(at, 0)[0]
        return self._returned(body + 1) if self._text[body : body + 1] == "{" else self._value(body, 0)[0]

    def _body(self, at: int) -> int | None:
        """Where the body of a function begins; None where there is no function."""
        is_arrow = False
        start = _FUNCTION.match(self._text, at)
        if start is None:
            start, is_arrow = _ARROW.match(self._text, at), True
        if start is None:
            return None
        after = _TO_BODY.match(self._text, self._array(start.end() + 1, ")", 1)[1])
        return after.end() if after and is_arrow == bool(after[1]) else None

    def _returned(self, at: int) -> object:
        """What the first statement `return` gives that always does."""
        nested = 0
        while at < len(self._text) and nested >= 0:
            sign = self._text[at]
            if found := _BLANK.match(self._text, at) or _TEXT.match(self._text, at):
                at = found.end()
            elif sign == "`":
                at = self._past_template(at)
            elif found := _WHOLE_WORD.match(self._text, at):
                if found[0] == "return" and not nested:
                    return self._value(found.end(), 0)[0]
                at = found.end()
            else:
                nested += (sign in _OPEN) - (sign in _CLOSE)
                at += 1
        return UNKNOWN

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
        value, at = self._member(value, start, at, depth)
        end = self._blank(at)
        if self._text[end : end + 2] in {"||", "??"} and depth < CONFIG_DEPTH:
            other, end = self._value(end + 2, depth + 1)
            return (other if value is UNKNOWN or not value else value), end
        while (word := _NAME.match(self._text, end)) and word[0] in {"as", "satisfies"} and at > start:
            end = self._type_end(word.end())
        if end < len(self._text) and self._text[end] not in ",;)]}" and not self._ends_statement(at, end):
            return UNKNOWN, self._skipped(end)
        return value, end

    def _member(self, value: object, start: int, at: int, depth: int) -> tuple[object, int]:
        """What follows a name: its members and calls of them, of which paths and names of modules are known."""
        while (found := _MEMBER.match(self._text, self._blank(at))) and at > start:
            name, at, value = self._text[start : found.end()], found.end(), UNKNOWN
            if self._text[at : at + 1] == "(" and depth < CONFIG_DEPTH:
                arguments, at = self._array(at + 1, ")", depth + 1)
                is_known = bool(arguments) and all(isinstance(each, str) for each in arguments)
                if name in _JOINING and is_known:
                    value = posixpath.join(*map(str, arguments))
                elif name == "require.resolve" and is_known:
                    value = arguments[0]
        return value, at

    def _ends_statement(self, at: int, end: int) -> bool:
        """Whether a new line, without a sign that goes on, ends the value."""
        return "\n" in self._text[at:end] and self._text[end] not in ".?+-*/%&|<>=([`:"

    def _type_end(self, at: int) -> int:
        at = self._blank(at)
        while found := _TYPE.match(self._text, at):
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
        if sign == "`":
            return self._template(at)
        if found := _NUMBER.match(text, at):
            return float(found[0]) if "." in found[0] else int(found[0][:15]), found.end()
        if found := _NAME.match(text, at):
            return self._named(found[0], found.end(), depth)
        return UNKNOWN, at

    def _template(self, at: int) -> tuple[object, int]:
        """A text between backticks: known where all that is put in are known texts."""
        end = self._past_template(at)
        pieces = _INSERTED.split(self._text[at + 1 : end - 1])
        pieces[1::2] = [found if isinstance(found := self._constant(each), str) else "${" for each in pieces[1::2]]
        whole = "".join(pieces)
        return (UNKNOWN if "${" in whole else _ESCAPE.sub(lambda each: _ESCAPES.get(each[1], each[1]), whole)), end

    def _past_template(self, at: int) -> int:
        """Where a text between backticks ends, with others within what is put in."""
        within, at = ["`"], at + 1
        while within and at < len(self._text):
            if within[-1] == "`" and (found := _PIECE.match(self._text, at)) and found.end() > at:
                at = found.end()
                continue
            sign = self._text[at]
            if sign == within[-1]:
                within.pop()
            elif within[-1] == "`":
                within.append("}")
                at += sign == "$"
            elif found := _BLANK.match(self._text, at) or _TEXT.match(self._text, at):
                at = found.end() - 1
            elif sign in "`{":
                within.append("`" if sign == "`" else "}")
            at += 1
        return at

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
            if sign == "`":
                at = self._past_template(at)
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
