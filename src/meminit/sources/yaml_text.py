"""Reads YAML into nodes with lines and columns, or says where and why the text is refused."""

from typing import NamedTuple

from meminit.model.node import Node
from meminit.sources import flat_yaml
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import TextError


class YamlError(TextError):
    """Text that is not YAML, or that uses what is refused here: aliases, merge keys, most tags."""

    def __init__(self, line: int, column: int, words: str) -> None:
        super().__init__(line, words)
        self.column = column


class Repeated(NamedTuple):
    """A key that its mapping has already; `first_line` is the line of the first one."""

    key: str
    line: int
    column: int
    first_line: int


class YamlText(NamedTuple):
    """The root is None if there is nothing but comments and blank lines in the text."""

    root: Node | None
    repeated: tuple[Repeated, ...]


def parse(text: str, first_line: int = 1, limits: Limits = DEFAULT) -> YamlText:
    """Reads one YAML document. `first_line` is the line of the file on which the text begins."""
    flat = flat_yaml.parse(text, first_line)
    if flat:
        return YamlText(flat, ())
    from meminit.sources import yaml_events  # noqa: PLC0415 - it imports yaml, which most documents do not need

    return yaml_events.parse(text, first_line, limits)
