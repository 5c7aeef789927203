"""Reads the plain literals of a program in JavaScript or TypeScript, as far as they stand there; nothing is run.

Whatever takes more than reading, such as a call or a condition, is UNKNOWN. Of a call, its arguments are kept.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeAlias

from meminit.sites.pieces import CLOSING, OPENING, Pieces
from meminit.sources.limits import CONFIG_DEPTH

# A line begins after its line break alone: blanks before it are looked at once.
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?![\w$])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_LINE = r"(?:^|[\n;])[^\S\n]*+"
_CONSTANT = re.compile(_LINE + r"(?:export\s++)?(?:const|let|var)\s++([A-Za-z_$][\w$]*+)\s*+(?::[^=\n]{1,1000}+)?=\s*+")
_EXPORT = re.compile(_LINE + r"(?:export\s++default(?=\s)|export\s*+=|module\.exports\s*+=)\s*+")
_MEMBER = re.compile(r"\??\.(?:[A-Za-z_$][\w$]*)?")
_INSERTED = re.compile(r"\$\{\s*([A-Za-z_$][\w$]*)\s*\}")
_FUNCTION = re.compile(r"(?:async\s+)?function\b\s*[\w$]*\s*(?=\()")
_ARROW = re.compile(r"(?:async\b\s*)?(?=\()")
_TO_BODY = re.compile(r"(?:\s*:[^=({;]*)?\s*(=>)?\s*")
_WHOLE_WORD = re.compile(r"[\w$]+")
_WORDS = {"true": True, "false": False, "null": None, "undefined": None, "__dirname": "."}
_JOINING = frozenset({"path.join", "path.resolve"})
_LONG = 40  # characters of a name with its members, more than any that is known has
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


_IMPORT = re.compile(
    _LINE + r"import\s++(?!type\s)(?P<names>(?:(?!\b(?:import|from)\b)[\w$\s{},])++)from\s*+"
    r"[\"'](?P<path>\.{1,2}/[^\"'\n]++)[\"']"
)
_MOST_IMPORTED = 20  # files
_MOST_MADE = 2_000_000  # values and characters of constants and texts, with what is repeated by its name
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
    """What a program exports, with calls such as `defineConfig({...})` replaced by their first argument.

    One that makes far more of its text than stands there, or that is nested too deeply, is UNKNOWN as a whole.
    """
    try:
        return _Program(text, name, _Reading(imported)).exported()
    except (_TooMuch, RecursionError):
        return UNKNOWN


def _unwrapped(value: object) -> object:
    """What a call was given first, as far as it is known: most are there for the sake of types."""
    for _ in range(4):
        if isinstance(value, Call):
            value = next((each for each in value.arguments if each is not UNKNOWN), UNKNOWN)
    return value


def calls(value: object) -> Iterator[Call]:
    """The calls among values, wherever they stand."""
    return (each for each in within(value) if isinstance(each, Call))


def within(value: object) -> Iterator[object]:
    """The mappings, lists and calls in a value, each once, however often it is repeated by its name."""
    waiting, seen = [value], set[int]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping | list | Call) and id(each) not in seen:
            seen.add(id(each))
            yield each
            inner = each.arguments if isinstance(each, Call) else each
            waiting += inner.values() if isinstance(inner, Mapping) else inner


class _TooMuch(Exception):  # noqa: N818 - it names what was seen
    """A program makes far more of its text than stands there."""


class _Reading:
    """What a program and those that it imports have in common: the files so far, and how much they have made."""

    def __init__(self, imported: Imported | None) -> None:
        self._imported = imported
        self._programs: dict[str, _Program] = {}
        self._tried: dict[tuple[str, str], _Program | None] = {}
        self._made = 0

    def program(self, name: str, path: str) -> "_Program | None":
        """The file that a program of this name imports by this path; each is read once."""
        asked = posixpath.dirname(name), path
        if asked not in self._tried and self._imported and len(self._tried) < _MOST_IMPORTED:
            found = self._imported(name, path)
            self._tried[asked] = (
                self._programs.setdefault(found[0], _Program(found[1], found[0], self)) if found else None
            )
        return self._tried.get(asked)

    def spend(self, amount: int) -> None:
        self._made += amount
        if self._made > _MOST_MADE:
            raise _TooMuch


class _Program(Pieces):
    def __init__(self, text: str, name: str, reading: _Reading) -> None:
        super().__init__(text)
        self._name = name
        self._reading = reading
        self._known: dict[str, object] = {}  # constants by their names, and what is exported by none
        self._open: set[str] = set()

    def exported(self) -> object:
        """What is exported by no name."""
        return self._once("", self._default)

    def _default(self) -> object:
        found = list(_EXPORT.finditer(self.text))
        return _unwrapped(self._exported(found[-1].end()) if found else UNKNOWN)

    def _once(self, name: str, made: Callable[[], object]) -> object:
        """UNKNOWN for what is needed to make itself."""
        if name not in self._known and name not in self._open:
            self._open.add(name)
            self._known[name] = made()
            self._open.discard(name)
        return self._known.get(name, UNKNOWN)

    def _exported(self, at: int) -> object:
        """The value that begins here, or the one that a function returns that begins here or is named."""
        name = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:;|\n|$)").match(self.text, at)
        named = re.search(rf"\b(?:async\s+)?function\s+{re.escape(name[1])}\s*(?=\()", self.text) if name else None
        body = self._body(named.start() if named else at)
        if body is None:
            return self._value(at, 0)[0]
        return self._returned(body + 1) if self.text[body : body + 1] == "{" else self._value(body, 0)[0]

    def _body(self, at: int) -> int | None:
        """Where the body of a function begins; None where there is no function."""
        is_arrow = False
        start = _FUNCTION.match(self.text, at)
        if start is None:
            start, is_arrow = _ARROW.match(self.text, at), True
        if start is None:
            return None
        after = _TO_BODY.match(self.text, self._array(start.end() + 1, ")", 1)[1])
        return after.end() if after and is_arrow == bool(after[1]) else None

    def _returned(self, at: int) -> object:
        """What the first statement `return` gives that always does."""
        nested = 0
        while at < len(self.text) and nested >= 0:
            sign = self.text[at]
            if (after := self.passed(at)) > at:
                at = after
            elif sign == "`":
                at = self.past_template(at)
            elif found := _WHOLE_WORD.match(self.text, at):
                if found[0] == "return" and not nested:
                    return self._value(found.end(), 0)[0]
                at = found.end()
            else:
                nested += (sign in OPENING) - (sign in CLOSING)
                at += 1
        return UNKNOWN

    def constant(self, name: str) -> object:
        at = self._constants.get(name)
        return self._once(name, lambda: self._from_elsewhere(name) if at is None else self._value_of(at))

    def _value_of(self, at: int) -> object:
        value, end = self._value(at, 0)
        self._reading.spend(end - at)  # one that is not closed ends with the program, and so may the next
        return value

    @cached_property
    def _constants(self) -> Mapping[str, int]:
        """Where the values of constants begin."""
        found: dict[str, int] = {}
        for each in _CONSTANT.finditer(self.text):
            found.setdefault(each[1], each.end())
        return found

    @cached_property
    def _imports(self) -> Mapping[str, tuple[str, str]]:
        """The path of the file that each name is imported from, and its name there; "" : what is exported by none."""
        found: dict[str, tuple[str, str]] = {}
        for each in _IMPORT.finditer(self.text):
            default, _, listed = each["names"].partition("{")
            pairs = [pair.split() for pair in listed.partition("}")[0].split(",")]
            known = {pair[-1]: pair[0] for pair in pairs if pair} | {default.strip(", \r\n\t"): ""}
            for name, there in known.items():
                found.setdefault(name, (each["path"], there))
        return found

    def _from_elsewhere(self, name: str) -> object:
        """What a file beside this one exports."""
        if name not in self._imports:
            return UNKNOWN
        path, there = self._imports[name]
        program = self._reading.program(self._name, path)
        if program is None:
            return UNKNOWN
        return _unwrapped(program.constant(there)) if there else program.exported()

    def _value(self, at: int, depth: int) -> tuple[object, int]:
        """The value that begins here, and where it ends: before a comma, a semicolon or a closing bracket."""
        at = self.blank(at)
        start = at
        value, at = self._simple(at, depth) if depth < CONFIG_DEPTH else (UNKNOWN, at)
        value, at = self._member(value, start, at, depth)
        end = self.blank(at)
        if self.text[end : end + 2] in {"||", "??"} and depth < CONFIG_DEPTH:
            other, end = self._value(end + 2, depth + 1)
            return (other if value is UNKNOWN or not value else value), end
        while (word := _NAME.match(self.text, end)) and word[0] in {"as", "satisfies"} and at > start:
            end = self.type_end(word.end())
        if end < len(self.text) and self.text[end] not in ",;)]}" and not self._ends_statement(at, end):
            return UNKNOWN, self.skipped(end)
        return value, end

    def _member(self, value: object, start: int, at: int, depth: int) -> tuple[object, int]:
        """What follows a name: its members and calls of them, of which paths and names of modules are known."""
        while (found := _MEMBER.match(self.text, self.blank(at))) and at > start:
            name, at, value = self.text[start : min(found.end(), start + _LONG)], found.end(), UNKNOWN
            if self.text[at : at + 1] == "(" and depth < CONFIG_DEPTH:
                arguments, at = self._array(at + 1, ")", depth + 1)
                is_known = bool(arguments) and all(isinstance(each, str) for each in arguments)
                if name in _JOINING and is_known:
                    self._reading.spend(sum(len(str(each)) for each in arguments))
                    value = posixpath.join(*map(str, arguments))
                elif name == "require.resolve" and is_known:
                    value = arguments[0]
        return value, at

    def _ends_statement(self, at: int, end: int) -> bool:
        """Whether a new line, without a sign that goes on, ends the value."""
        return "\n" in self.text[at:end] and self.text[end] not in ".?+-*/%&|<>=([`:"

    def _simple(self, at: int, depth: int) -> tuple[object, int]:
        text, sign = self.text, self.text[at : at + 1]
        if sign == "{":
            return self._object(at + 1, depth + 1)
        if sign == "[":
            return self._array(at + 1, "]", depth + 1)
        if sign == "(":
            inner, end = self._array(at + 1, ")", depth + 1)
            return (inner[0] if len(inner) == 1 else UNKNOWN), end
        if quoted := self.quoted(at):
            return _ESCAPE.sub(lambda each: _ESCAPES.get(each[1], each[1]), quoted[0]), quoted[1]
        if sign == "`":
            return self._template(at)
        if found := _NUMBER.match(text, at):
            return float(found[0]) if "." in found[0] else int(found[0][:15]), found.end()
        if found := _NAME.match(text, at):
            return self._named(found[0], found.end(), depth)
        return UNKNOWN, at

    def _template(self, at: int) -> tuple[object, int]:
        """A text between backticks: known where all that is put in are known texts."""
        end = self.past_template(at)
        pieces = _INSERTED.split(self.text[at + 1 : end - 1])
        pieces[1::2] = [found if isinstance(found := self.constant(each), str) else "${" for each in pieces[1::2]]
        self._reading.spend(sum(map(len, pieces)))
        whole = "".join(pieces)
        return (UNKNOWN if "${" in whole else _ESCAPE.sub(lambda each: _ESCAPES.get(each[1], each[1]), whole)), end

    def _named(self, name: str, at: int, depth: int) -> tuple[object, int]:
        if name in _WORDS:
            return _WORDS[name], at
        after = self.blank(at)
        if name in {"async", "function", "class", "new", "await", "typeof"}:
            return UNKNOWN, at
        if self.text[after : after + 1] == "(":
            arguments, end = self._array(after + 1, ")", depth + 1)
            return Call(name, arguments), end
        return self.constant(name), at

    def _array(self, at: int, closing: str, depth: int) -> tuple[list[object], int]:
        items: list[object] = []
        while (at := self.blank(at)) < len(self.text) and self.text[at] != closing:
            if self.text[at] == ",":
                at += 1
                continue
            if self.text.startswith("...", at):
                spread, at = self._value(at + 3, depth)
                self._reading.spend(len(spread) if isinstance(spread, list) else 0)
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
        while (at := self.blank(at)) < len(self.text) and self.text[at] != "}":
            if self.text[at] in ",;":
                at += 1
                continue
            if self.text.startswith("...", at):
                spread, at = self._value(at + 3, depth)
                spread = _unwrapped(spread)
                self._reading.spend(len(spread) if isinstance(spread, Mapping) else 0)
                found.update(spread if isinstance(spread, Mapping) else {REST: UNKNOWN})
                continue
            before = at
            key, at = self._key(at)
            after = self.blank(at)
            if key is not None and self.text[after : after + 1] == ":":
                found[key], at = self._value(after + 1, depth)
            elif key is not None and self.text[after : after + 1] in {",", "}"}:
                found[key], at = self.constant(key), after
            else:
                at = self.skipped(after)
            if at == before:
                at += 1
        return found, at + 1

    def _key(self, at: int) -> tuple[str | None, int]:
        if quoted := self.quoted(at):
            return quoted
        if found := _NAME.match(self.text, at) or _NUMBER.match(self.text, at):
            return found[0], found.end()
        return None, at
