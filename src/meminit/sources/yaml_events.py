"""Reads YAML that strangers wrote into nodes with places: one pass over events, limits first, no aliases.

Importing yaml costs more than reading a dozen documents: `yaml_text` imports this module where it is needed.
"""

import re
from collections.abc import Iterator
from typing import NoReturn

import yaml
from yaml.constructor import SafeConstructor

from meminit.model.node import Entry, Mapped, Node, Scalar, Sequence
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import Lines
from meminit.sources.yaml_slips import Slip, of_colon, of_key
from meminit.sources.yaml_text import Repeated, YamlError, YamlText
from meminit.words import quoted

_DIGITS_LIMIT = 4_000  # beyond this Python refuses to turn digits into a number

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
    _NO_KEY: "a key without a colon",
    "did not find expected '-' indicator": "a list item was expected here; look at the indentation",
    "did not find expected ',' or ']'": "a list in square brackets is never closed",
    "did not find expected ',' or '}'": "a mapping in braces is never closed",
    "did not find expected <document start>": "a second YAML document begins here",
    "did not find expected key": "a key was expected here; look at the indentation and the quotes",
    "did not find expected node content": "a value was expected here",
    "found character that cannot start any token": "this character cannot start a value; put the value in quotes",
    "found undefined tag handle": "a value that begins with an exclamation mark needs quotes",
    "found unexpected end of stream": "a quotation mark is never closed",
    "found unknown escape character": "the backslash begins nothing that YAML knows; single quotes take it as it is",
    "mapping keys are not allowed in this context": "a key is not allowed here",
    _NO_COLON: "a colon is not allowed here; put the value in quotes",
}
_OTHERWISE = "this is not YAML; a value that begins with a special character needs quotes"


def parse(text: str, first_line: int = 1, limits: Limits = DEFAULT) -> YamlText:
    return _Reader(text, first_line, limits).read()


class _Reader:
    def __init__(self, text: str, first_line: int, limits: Limits) -> None:
        self._limits = limits
        self._text = text
        self._lines = Lines(text)
        self._shift = first_line - 1
        # The library in C does not count a byte order mark; a second one, behind that of the file, is rare but there.
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
                self._refuse(event, "a second YAML document begins here")
            if isinstance(event, yaml.NodeEvent):
                root = self._node(event, events, 0)
        return YamlText(root if root is not None and not self._says_nothing(root) else None, tuple(self._repeated))

    def _says_nothing(self, root: Node) -> bool:
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
        """The short name of the type that YAML 1.1 gives to the value; what none fits is text."""
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
        return (
            short if short in _KINDS else self._refuse(event, f"the YAML tag {_shown_tag(event.tag)} is not accepted")
        )

    def _value(self, tag: str, event: yaml.ScalarEvent) -> bool | int | float | str | None:
        text: str = event.value
        if tag == "timestamp" and not _CONSTRUCTOR.timestamp_regexp.match(text):
            self._refuse(event, "this is not what its YAML tag !!timestamp says")
        if tag in {"str", "timestamp"}:
            return text
        if tag == "null":
            return None
        try:
            if tag == "int" and len(text) > _DIGITS_LIMIT:
                return float("inf")
            return _construct(tag, text)
        except (ValueError, KeyError, IndexError, ArithmeticError):
            self._refuse(event, f"this is not what its YAML tag !!{tag} says")

    def _known_tag(self, event: yaml.CollectionStartEvent, expected: str) -> None:
        if event.tag not in {None, "!", _STANDARD + expected}:
            self._refuse(event, f"the YAML tag {_shown_tag(event.tag)} is not accepted")

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
        slip = self._slip(error)
        if slip:
            line, column = self._lines.place(slip.at)
            return YamlError(line + self._shift, column, slip.words)
        if mark and self._text[mark.index + self._uncounted :][:1] == "\t":
            words = "a tab is not allowed here; indent with spaces"
        elif mark and error.context_mark and error.context_mark.line < mark.line:
            words += f" (it begins on line {self._place_of(error.context_mark.index)[0]})"
        return YamlError(line, column, words)

    def _slip(self, error: yaml.MarkedYAMLError) -> Slip | None:
        if error.problem == _NO_COLON and error.problem_mark:
            return of_colon(self._text, error.problem_mark.index + self._uncounted)
        if error.problem == _NO_KEY and error.context_mark:
            return of_key(self._text, error.context_mark.index + self._uncounted)
        return None

    def _unprintable(self) -> YamlError:
        found = _NOT_PRINTABLE.search(self._text)
        line, column = self._lines.place(found.start() if found else 0)
        return YamlError(line + self._shift, column, "a control character is not allowed here")


def _shown_tag(tag: str | None) -> str:
    return quoted((tag or "").replace(_STANDARD, "!!"))


def _construct(tag: str, text: str) -> bool | int | float:
    node = yaml.ScalarNode(_STANDARD + tag, text)
    if tag == "bool":
        return bool(_CONSTRUCTOR.construct_yaml_bool(node))
    if tag == "int":
        return int(_CONSTRUCTOR.construct_yaml_int(node))
    return float(_CONSTRUCTOR.construct_yaml_float(node))
