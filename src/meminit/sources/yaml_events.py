"""Reads YAML from PyYAML's events into nodes with lines and columns, and says what a mistake in it probably is.

The text may come from a stranger: limits are checked as the events come, and aliases, merge keys and tags that build
objects are refused. Importing yaml takes longer than reading a dozen documents, so `yaml_text` imports this module
only for texts that `parse_flat` declines.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

import yaml
from yaml.constructor import SafeConstructor

from meminit.model.node import Entry, Mapped, Node, Scalar, Sequence
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import Lines
from meminit.sources.yaml_text import Repeated, YamlError, YamlText
from meminit.words import quoted

_DIGITS_LIMIT = 4_000  # Python refuses to convert more digits to a number

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_IS_C = _LOADER is not yaml.SafeLoader
_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers
_CONSTRUCTOR = SafeConstructor()
_STANDARD = "tag:yaml.org,2002:"
_KINDS = {"null": "null", "bool": "boolean", "int": "number", "float": "number", "timestamp": "date", "str": "text"}
_NOT_PRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_COLON, _NO_KEY = "mapping values are not allowed in this context", "could not find expected ':'"
_WORDS = {
    "block sequence entries are not allowed in this context": "a list item is not allowed here",
    _NO_KEY: "a key has no colon after it",
    "did not find expected '-' indicator": "a list item was expected here; check the indentation",
    "did not find expected ',' or ']'": "a list in square brackets is not closed by ]",
    "did not find expected ',' or '}'": "a mapping in braces is not closed by }",
    "did not find expected <document start>": "a second YAML document begins here; there can be only one",
    "did not find expected key": "a key was expected here; check the indentation and the quotes",
    "did not find expected node content": "a value was expected here",
    "found character that cannot start any token": "a value cannot begin with this character; put the value in quotes",
    "found undefined tag handle": "a value that begins with an exclamation mark needs quotes",
    "found unexpected end of stream": "a quotation mark is not closed",
    "found unknown escape character": "YAML has no escape like this; write the backslash twice, or use single quotes",
    "mapping keys are not allowed in this context": "a key is not allowed here",
    _NO_COLON: "a colon is not allowed here; put the value in quotes",
}
_OTHERWISE = "this is not YAML; a value that begins with a special character needs quotes"

_NO_SPACE = re.compile(r" *(?:- +)*[\w.-]+:(?=[^\s:])")  # a key, and a value without a space before it
_FIELD = re.compile(r" *(?:- +)*[^\s:][^:]*: +[^\s#]")
_KEY = re.compile(r" *(?:- +)*[\w.-]+")
_BLANK_LINE = re.compile(r"^[ \t\r]*$", re.MULTILINE)


def parse(text: str, first_line: int = 1, limits: Limits = DEFAULT) -> YamlText:
    return _Reader(text, first_line, limits).read()


class _Reader:
    def __init__(self, text: str, first_line: int, limits: Limits) -> None:
        self._limits = limits
        self._text = text
        self._lines = Lines(text)
        self._shift = first_line - 1
        # libyaml does not count a byte order mark. The file's own is gone by now, but there may be a second one.
        self._uncounted = int(_IS_C and text.startswith("\ufeff"))
        self._nodes = 0
        self._repeated: list[Repeated] = []

    def read(self) -> YamlText:
        try:
            return self._document(yaml.parse(self._text, Loader=_LOADER))
        except yaml.reader.ReaderError as error:
            raise self._unprintable() from error
        except yaml.MarkedYAMLError as error:
            raise self._marked(error) from error

    def _document(self, events: Iterator[yaml.Event]) -> YamlText:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                self._refuse(event, "a second YAML document begins here; there can be only one")
            if isinstance(event, yaml.NodeEvent):
                root = self._node(event, events, 0)
        return YamlText(root if root is not None and not self._is_absent(root) else None, tuple(self._repeated))

    def _is_absent(self, root: Node) -> bool:
        return isinstance(root, Scalar) and root.kind == "null" and not root.written

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            self._refuse(event, f"there are more than {self._limits.nodes} values")
        if depth > self._limits.depth:
            self._refuse(event, f"values are nested deeper than {self._limits.depth} levels")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            self._known_tag(event, "seq")
            return self._sequence(event, events, depth)
        if isinstance(event, yaml.MappingStartEvent):
            self._known_tag(event, "map")
            return self._mapping(event, events, depth)
        return self._refuse(event, "an alias (`*name`) is not accepted; write the value out")

    def _sequence(self, start: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Sequence:
        items: list[Node] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self._node(event, events, depth + 1))
        return Sequence(tuple(items), *self._place(start))

    def _mapping(self, start: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Mapped:
        entries: dict[str, Entry] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self._key(event)
            line, column = self._place(event)
            if key in entries:
                self._repeated.append(Repeated(key, line, column, entries[key].line))
            entries[key] = Entry(line, column, self._node(next(events), events, depth + 1))
        return Mapped(entries, *self._place(start))

    def _key(self, event: yaml.Event) -> str:
        if isinstance(event, yaml.AliasEvent):
            self._refuse(event, "an alias (`*name`) is not accepted; write the key out")
        if not isinstance(event, yaml.ScalarEvent):
            self._refuse(event, "a key must be one word or text, not a list or a mapping")
        if event.value == "<<" and event.implicit[0]:
            self._refuse(event, "a merge key (`<<`) is not accepted; write the fields out")
        if event.tag:
            self._tag(event)
        return str(event.value)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        tag = self._tag(event)
        return Scalar(self._value(tag, event), event.value, _KINDS[tag], *self._place(event))

    def _tag(self, event: yaml.ScalarEvent) -> str:
        """The short name of the type that YAML 1.1 gives to the value, which is text if no other type fits."""
        if event.tag not in {None, "!"}:
            return self._explicit_tag(event)
        if event.tag == "!" or not event.implicit[0]:
            return "str"
        for tag, pattern in _RESOLVERS.get(event.value[:1], ()):
            if pattern.match(event.value):
                short = tag.removeprefix(_STANDARD)
                return short if short in _KINDS else "str"
        return "str"

    def _explicit_tag(self, event: yaml.ScalarEvent) -> str:
        short = (event.tag or "").removeprefix(_STANDARD)
        return short if short in _KINDS else self._refuse_tag(event)

    def _value(self, tag: str, event: yaml.ScalarEvent) -> bool | int | float | str | None:
        text: str = event.value
        if tag == "timestamp" and not _CONSTRUCTOR.timestamp_regexp.match(text):
            self._refuse(event, "the value does not fit its YAML tag !!timestamp; correct it or remove the tag")
        if tag in {"str", "timestamp"}:
            return text
        if tag == "null":
            return None
        try:
            if tag == "int" and len(text) > _DIGITS_LIMIT:
                return float("inf")
            return _construct(tag, text)
        except (ValueError, KeyError, IndexError, ArithmeticError):
            self._refuse(event, f"the value does not fit its YAML tag !!{tag}; correct it or remove the tag")

    def _known_tag(self, event: yaml.CollectionStartEvent, expected: str) -> None:
        if event.tag not in {None, "!", _STANDARD + expected}:
            self._refuse_tag(event)

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> NoReturn:
        shown = quoted((event.tag or "").replace(_STANDARD, "!!"))
        self._refuse(event, f"the YAML tag {shown} is not accepted; remove it")

    def _place(self, event: yaml.Event) -> tuple[int, int]:
        return self._place_of(event.start_mark.index) if event.start_mark else (self._shift + 1, 1)

    def _place_of(self, index: int) -> tuple[int, int]:
        line, column = self._lines.place(index + self._uncounted)
        return line + self._shift, column

    def _refuse(self, event: yaml.Event, words: str) -> NoReturn:
        raise YamlError(*self._place(event), words)

    def _marked(self, error: yaml.MarkedYAMLError) -> YamlError:
        mark = error.problem_mark or error.context_mark
        line, column = self._place_of(mark.index) if mark else (self._shift + 1, 1)
        words = _WORDS.get(error.problem or "", _OTHERWISE)
        mistake = self._mistake(error)
        if mistake:
            line, column = self._lines.place(mistake.at)
            return YamlError(line + self._shift, column, mistake.words)
        if mark and self._text[mark.index + self._uncounted :][:1] == "\t":
            words = "a tab is not allowed here; indent with spaces"
        elif mark and error.context_mark and error.context_mark.line < mark.line:
            words += f" (it begins on line {self._place_of(error.context_mark.index)[0]})"
        return YamlError(line, column, words)

    def _mistake(self, error: yaml.MarkedYAMLError) -> "_Mistake | None":
        if error.problem == _NO_COLON and error.problem_mark:
            return _mistake_at_colon(self._text, error.problem_mark.index + self._uncounted)
        if error.problem == _NO_KEY and error.context_mark:
            return _mistake_at_key(self._text, error.context_mark.index + self._uncounted)
        return None

    def _unprintable(self) -> YamlError:
        found = _NOT_PRINTABLE.search(self._text)
        line, column = self._lines.place(found.start() if found else 0)
        return YamlError(line + self._shift, column, "a control character is not allowed here")


def _construct(tag: str, text: str) -> bool | int | float:
    node = yaml.ScalarNode(_STANDARD + tag, text)
    if tag == "bool":
        return bool(_CONSTRUCTOR.construct_yaml_bool(node))
    if tag == "int":
        return int(_CONSTRUCTOR.construct_yaml_int(node))
    return float(_CONSTRUCTOR.construct_yaml_float(node))


class _Mistake(NamedTuple):
    at: int
    words: str


def _mistake_at_colon(text: str, index: int) -> _Mistake | None:
    """Why the colon at this index is refused, and where the mistake is; None if the colon itself is the mistake."""
    start = text.rfind("\n", 0, index) + 1
    if not _KEY.fullmatch(text, start, index):
        return None
    above, begins = _line_above(text, start)
    missing = _missing_space(above, begins)
    if missing:
        return missing
    if _FIELD.match(above) and _indent(text[start:index]) > _indent(above):
        words = "this line is indented deeper than the one above, which has a value already"
        return _Mistake(start + _indent(text[start:index]), words)
    return None


def _mistake_at_key(text: str, index: int) -> _Mistake | None:
    """Why the key that begins at this index has no colon; None if nothing more is known."""
    start = text.rfind("\n", 0, index) + 1
    missing = _missing_space(text[start:].partition("\n")[0], start)
    if missing is None and _BLANK_LINE.search(text, 0, max(start - 1, 0)):
        words = "this key has no colon; if the front matter ends above, the --- that closes it is missing"
        return _Mistake(index, words)
    return missing


def _missing_space(line: str, begins: int) -> _Mistake | None:
    """Where a space is missing between a key and its value, if the line begins with such a field."""
    found = _NO_SPACE.match(line)
    if not found or ": " in line:
        return None
    return _Mistake(begins + found.end() - 1, "a space is missing after this colon")


def _line_above(text: str, start: int) -> tuple[str, int]:
    """The last line before this place that is not blank, and where it begins."""
    end = len(text[:start].rstrip())
    begins = text.rfind("\n", 0, end) + 1
    return text[begins:end], begins


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
