"""Splits a document into front matter and body, and reads the front matter, and the lines of a body that repeat it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from meminit.documents.places import LINE_END
from meminit.model.document import BlockLine
from meminit.model.finding import Problem
from meminit.model.node import Mapped, Node, Scalar
from meminit.sources import yaml_text
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import LONE_RETURN, line_at

_MOST_BYTES = 4  # of a character

_OPENING = re.compile(r"---[ \t]*(\r\n|\n|\r|\Z)")
_CLOSING = re.compile(r"---[ \t]*(?:\r\n|\n|\r|\Z)")
_CLOSING_AFTER_RETURN = re.compile(r"(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|\Z)")
_LATE_OPENING = re.compile(r"\s*^---[ \t]*$", re.MULTILINE)
_PLAIN_LINE = r"^%s[ \t]*:[ \t]*[\"']?([^\s\"'#]+)"


class FrontMatter(NamedTuple):
    """`fields` is None when there is nothing that could be understood; `body_at` is where the body begins."""

    fields: Mapped | None
    closing_line: int
    body_at: int
    problems: tuple[Problem, ...]
    text: str

    @property
    def body_line(self) -> int:
        return self.closing_line + 1 if self.body_at else 1


def read(text: str, limits: Limits = DEFAULT, *, wants_fields: bool = True) -> FrontMatter:
    opening = _OPENING.match(text)
    if not opening:
        return FrontMatter(None, 1, 0, (_missing(text),), "")
    start = opening.end()
    closing = _closing(text, start)
    if not closing:
        words = "it is not closed; a line of nothing but --- must end it"
        return FrontMatter(None, 1, 0, (Problem("INVALID_FRONTMATTER", {"problem": words}, 1, 1),), text[start:])
    inner = text[start : closing.start()]
    closing_line = line_at(text, closing.start())
    most = limits.front_matter
    if len(inner) * _MOST_BYTES > most and len(inner.encode()) > most:
        words = f"it has more than {most} bytes"
        problems: tuple[Problem, ...] = (Problem("INVALID_FRONTMATTER", {"problem": words}, 1, 1),)
        return FrontMatter(None, closing_line, closing.end(), problems, inner)
    fields, problems = _fields(inner, limits) if wants_fields else (None, ())
    return FrontMatter(fields, closing_line, closing.end(), problems, inner)


def claimed_id(text: str, field: str) -> str | None:
    """The id that unreadable front matter seems to carry, so that references to it are not called broken as well."""
    match = re.search(_PLAIN_LINE % re.escape(field), text[: DEFAULT.front_matter], re.MULTILINE) if field else None
    return match[1] if match else None


def _closing(text: str, start: int) -> re.Match[str] | None:
    if "\r" in text and re.search(LONE_RETURN, text):
        # A line may also end with a lone carriage return, which MULTILINE does not know.
        return _CLOSING_AFTER_RETURN.search(text, start)
    at = start - 1  # the end of the opening line
    while (at := text.find("\n---", at)) >= 0:
        closing = _CLOSING.match(text, at + 1)
        if closing:
            return closing
        at += 1
    return None


def _missing(text: str) -> Problem:
    if _LATE_OPENING.match(text):
        words = "the document must begin with front matter; here blank lines stand before its ---"
    else:
        words = "the document has no front matter; it must begin with a line of nothing but ---"
    return Problem("MISSING_FRONTMATTER", {"problem": words}, 1)


def _fields(inner: str, limits: Limits) -> tuple[Mapped | None, tuple[Problem, ...]]:
    try:
        read_text = yaml_text.parse(inner, first_line=2, limits=limits)
    except yaml_text.YamlError as error:
        return None, (Problem("INVALID_FRONTMATTER", {"problem": error.words}, error.line, error.column),)
    root = read_text.root
    if root is None or _is_empty(root):
        return None, (Problem("MISSING_FRONTMATTER", {"problem": "the front matter is empty"}, 1),)
    if not isinstance(root, Mapped):
        words = "it is not a mapping of fields to values"
        return None, (Problem("INVALID_FRONTMATTER", {"problem": words}, root.line, root.column),)
    repeated = [
        Problem("DUPLICATE_KEY", {"key": each.key, "first_line": each.first_line}, each.line, each.column)
        for each in read_text.repeated
    ]
    return root, tuple(repeated)


def _is_empty(root: Node) -> bool:
    return (isinstance(root, Scalar) and root.kind == "null") or (isinstance(root, Mapped) and not root.entries)


def visible_block(data: bytes, at: int, number: int) -> Iterator[BlockLine]:
    """The quoted lines that follow the mark of the visible metadata block, as far as they go, from a numbered line."""
    begun = False
    while at < len(data):
        end = LINE_END.search(data, at)
        line = data[at : end.start() if end else len(data)].decode()
        if line.lstrip().startswith(">"):
            begun = True
            yield from _block_line(line, number)
        elif line.strip() or begun:
            return
        at, number = end.end() if end else len(data), number + 1


def _block_line(line: str, number: int) -> Iterator[BlockLine]:
    """`> **Label:** value`, or with the colon behind the stars."""
    content = line.lstrip().removeprefix(">").lstrip()
    before, _, rest = content.removeprefix("**").partition("**")
    label, value = before.strip(), rest.strip()
    if not content.startswith("**") or not (label.endswith(":") or value.startswith(":")):
        return
    value = value if label.endswith(":") else value.removeprefix(":").lstrip()
    value = value.removesuffix("\\").rstrip()
    yield BlockLine(label.removesuffix(":").rstrip(), value, number, line.rfind(value) + 1)
