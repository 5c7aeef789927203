"""Front matter: bytes to fields, or to a problem that has a code; every place lies inside the text."""

import math
import re
from collections.abc import Hashable, Iterator

import frontmatter
import yaml

from fuzz.target import Target, hold
from meminit.documents import front_matter
from meminit.documents.front_matter import FrontMatter
from meminit.model.node import Mapped, Node, Scalar, Sequence
from meminit.sources import gate, yaml_events, yaml_text
from meminit.sources.lines import split
from meminit.sources.yaml_text import YamlError

_WORD_END = re.compile("[ \t\r\n\x85\u2028\u2029]")
# `! 5` is text by the specification of YAML, and the number to PyYAML.
_LONE_MARK = re.compile(r"!(?![^\s\[\]{},])")
_CODES = {"MISSING_FRONTMATTER", "INVALID_FRONTMATTER", "DUPLICATE_KEY"}
_PIECES = [
    *[
        "---\n",
        "\n---\n",
        "---",
        ": ",
        ":\n",
        "- ",
        "\n- ",
        "  - ",
        "\n  ",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "|\n ",
        ">-\n ",
    ],
    *[
        "|2\n",
        ">+\n",
        "&a ",
        "*a",
        "<<: ",
        "!!str ",
        "!!int ",
        "!!float ",
        "!!null ",
        "!!bool ",
        "!!timestamp ",
        "!!set ",
    ],
    *[
        "!!binary ",
        "!",
        "!x ",
        "'",
        '"',
        "''",
        '"\\x41"',
        '"\\ud83d"',
        "\\\n",
        "# c",
        " #",
        "%YAML 1.1\n",
        "...\n",
        "@",
        "`",
    ],
    *[
        "k: v\n",
        "a: b\n",
        "a: c\n",
        "'q': 1\n",
        '"q": 2\n',
        "x-y: z\n",
        "on: off\n",
        "~: ~\n",
        "1: 2\n",
        ": \n",
        "=: =\n",
    ],
    *[
        "1.10",
        "010",
        "0x1f",
        "0b1",
        "1_000",
        "12:30",
        "1:60",
        ".inf",
        "-.INF",
        ".nan",
        "1e3",
        "1.5e+3",
        "+.5",
        "0o7",
        "9" * 30,
    ],
    *[
        "2026-01-02",
        "2026-13-45",
        "2026-01-02T10:00:00Z",
        "2026-1-2 1:00:00 +1",
        "yes",
        "No",
        "null",
        "~",
        "=",
        "-",
        "?",
    ],
]


def examine(content: bytes) -> Hashable:
    lines = split(content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"))
    try:
        text = gate.decode(content)
    except gate.BadEncoding as error:
        _is_inside(lines, error.line, error.column)
        return error.words[:9]
    front = front_matter.read(text)
    hold(front.body_at == 0 or text[: front.body_at].rstrip().endswith("---"), front)
    hold(1 <= front.closing_line <= len(lines), front)
    for problem in front.problems:
        hold(problem.code in _CODES, problem)
        _is_inside(lines, problem.line, problem.column)
    _places(front, lines)
    front_matter.claimed_id(front.text, "id")
    words = tuple(str(each.context.get("problem", "repeated"))[:24] for each in front.problems)
    return words, *_readings(front), _shape(front.fields, 3) if front.fields else ""


def _is_inside(lines: list[str], line: int | None, column: int | None) -> None:
    hold(line is not None and 1 <= line <= len(lines), line, column, len(lines))
    hold(column is None or 1 <= column <= len(lines[(line or 1) - 1]) + 1, line, column)


def _places(front: FrontMatter, lines: list[str]) -> None:
    """Every place is there, and what is written stands there."""
    for node in _nodes(front.fields) if front.fields else ():
        _is_inside(lines, node.line, node.column)
        rest = lines[node.line - 1][node.column - 1 :]
        if isinstance(node, Mapped):
            for key, entry in node.entries.items():
                _is_inside(lines, entry.line, entry.column)
                _stands(key, lines[entry.line - 1][entry.column - 1 :])
        elif isinstance(node, Scalar):
            _stands(node.written, rest)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _nodes(item)
    elif isinstance(node, Mapped):
        for entry in node.entries.values():
            yield from _nodes(entry.node)


def _stands(written: str, there: str) -> None:
    """The first word at least, where nothing is marked, quoted or folded."""
    if written and there[:1] not in {"'", '"', "|", ">", "!", "&", "?", "\ufeff"}:
        hold(there.startswith(_WORD_END.split(written)[0]), written, there)


def _readings(front: FrontMatter) -> tuple[bool, bool]:
    """The two readers agree where both answer, and so does the library that other tools use."""
    flat, root = yaml_text.parse_flat(front.text, 2), None
    try:
        root, repeated = yaml_events.parse(front.text, 2)
    except YamlError:
        hold(flat is None, flat)
        return False, False
    hold(flat is None or (repr(flat) == repr(root) and not repeated), flat, root)
    is_compared = isinstance(root, Mapped) and not repeated and not _LONE_MARK.search(front.text)
    try:
        theirs = _plain(frontmatter.default_handlers.YAMLHandler().load(front.text)) if is_compared else None
    except (LookupError, ValueError, TypeError, AttributeError, yaml.YAMLError):
        return flat is not None, False  # it stumbles over dates that do not exist, over `=`, over tags that do not fit
    hold(not is_compared or root is None or _comparable(root) == theirs, root, theirs)
    return flat is not None, is_compared


def _comparable(node: Node) -> object:
    if isinstance(node, Scalar):
        return "date" if node.kind == "date" else _number(node.value)
    if isinstance(node, Sequence):
        return [_comparable(item) for item in node.items]
    return {key: _comparable(entry.node) for key, entry in node.entries.items()}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("here keys are text")
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return "date" if hasattr(value, "year") else _number(value)


def _number(value: object) -> object:
    """What is not equal to itself, and what is too long to be told from infinity here."""
    if isinstance(value, float) and math.isnan(value):
        return "nan"
    return math.inf if isinstance(value, int) and value.bit_length() > 13_000 else (type(value).__name__, value)


def _shape(node: Node, depth: int) -> Hashable:
    if isinstance(node, Scalar):
        return node.kind
    if depth == 0:
        return ""
    if isinstance(node, Sequence):
        return ("list", *dict.fromkeys(_shape(item, depth - 1) for item in node.items))
    return ("map", *dict.fromkeys(_shape(entry.node, depth - 1) for entry in node.entries.values()))


TARGET = Target("front-matter", examine, [each.encode() for each in _PIECES], seconds_per_kilobyte=0.05)
