"""The digest of a part of a syntax tree, without comments and layout: equal code in another shape has the same one.

What counts is the text of each token and how the tree groups them; the names of its nodes do not, so that another
version of a grammar seldom matters. The documentation string of a function or class is part of the tree, and counts.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

_WHOLE = ("string", "string_literal", "char_literal", "character_literal", "rune_literal", "regex", "raw_string")
_UNSAID = ("comment", "line_continuation")
_PARTED = frozenset({"concatenated_string"})  # several of these, one after the other
_CLOSING = frozenset({")", "]", "}", ">"})
_LISTS_OF_MEMBERS = frozenset({"interface_body", "object_type"})  # where a comma is a semicolon
_NEEDS_SEMICOLON = frozenset({"for_statement", "empty_statement"})
_OPEN, _CLOSE = b"\x01", b"\x02"
_Piece: TypeAlias = "Node | bytes"


def digest(nodes: Iterable["Node"], source: bytes, *, is_loose: bool) -> str:
    """`is_loose` says that the language does without semicolons."""
    made = sha256()
    for node in nodes:
        waiting: list[_Piece] = [node]
        while waiting:
            here = waiting.pop()
            if isinstance(here, bytes):
                made.update(here)
                continue
            pieces = _pieces(here, source, is_loose=is_loose)
            waiting += reversed(pieces if len(pieces) == 1 else [_OPEN, *pieces, _CLOSE])
        made.update(b"\n")
    return f"sha256:{made.hexdigest()}"


def _pieces(node: "Node", source: bytes, *, is_loose: bool) -> list[_Piece]:
    """What a node is made of: its children, and its tokens as text."""
    if node.type == "jsx_text":
        return [_token(_as_shown(_text(node, source)))]
    if node.type == "preproc_arg":  # of a macro, which may go on in the next line
        return [_token(b" ".join(_text(node, source).replace(b"\\\n", b" ").split()))]
    children = () if node.type.endswith(_WHOLE) and node.type not in _PARTED else node.children
    if not children:
        return [_token(_text(node, source))]
    return list(_parts(node, children, source, is_loose=is_loose))


def _parts(node: "Node", children: Iterable["Node"], source: bytes, *, is_loose: bool) -> Iterator[_Piece]:
    every = [each for each in children if not each.type.endswith(_UNSAID) and each.start_byte < each.end_byte]
    at = node.start_byte
    for number, child in enumerate(every):
        if between := _left_over(source, at, child.start_byte, children):
            yield _token(between)
        at = child.end_byte
        if not _is_layout(node, every, number, is_loose=is_loose):
            yield child
    if rest := _left_over(source, at, node.end_byte, children):
        yield _token(rest)


def _left_over(source: bytes, start: int, end: int, children: Iterable["Node"]) -> bytes:
    """What stands between two children and belongs to neither: text for which a grammar has no node."""
    text = source[start:end]
    if not text or text.isspace():
        return b""
    for each in children:
        if each.type.endswith(_UNSAID) and start <= each.start_byte and each.end_byte <= end:
            text = text.replace(source[each.start_byte : each.end_byte], b"", 1)
    return b" ".join(text.replace(b"\\\n", b" ").split())


def _is_layout(node: "Node", every: list["Node"], number: int, *, is_loose: bool) -> bool:
    """Whether a token says nothing: a comma before the end of a list, or a semicolon that may be left out."""
    kind = every[number].type
    if kind == ";":
        return is_loose and node.type not in _NEEDS_SEMICOLON
    if kind != ",":
        return False
    if node.type in _LISTS_OF_MEMBERS:
        return True
    is_last = number + 1 < len(every) and every[number + 1].type in _CLOSING
    if not is_last or number == 0 or not every[number - 1].is_named or node.type == "token_tree":
        return False
    is_only = sum(each.type == "," for each in every) == 1
    return not (is_only and "tuple" in node.type)  # (1,) is not (1)


def _text(node: "Node", source: bytes) -> bytes:
    return source[node.start_byte : node.end_byte]


def _token(text: bytes) -> bytes:
    return text + b"\0"


def _as_shown(text: bytes) -> bytes:
    """Text of JSX: blanks around a line end are not shown."""
    first, *others = text.split(b"\n")
    if not others:
        return first
    lines = [first.rstrip(), *(each.strip() for each in others[:-1]), others[-1].lstrip()]
    return b" ".join(filter(None, lines))
