"""The symbols of a file: what a name such as `Charge.refund` stands for, and the digest of what it means."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from meminit.covering.digests import with_plain_ends
from meminit.covering.languages import Language, languages_of
from meminit.covering.meaning import digest
from meminit.faults import GRAMMAR_MISSING, MeminitError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

LARGEST = 1 << 20  # bytes of a file that is parsed
_OPENING, _MOST_OPENED = b"([{<", 50_000  # no file that people write has so many; each may take 5 KB of memory
_BOM = b"\xef\xbb\xbf"
_KINDS = ("function", "type", "value", "alias", "block")  # of two captures of one node the first one counts
_TEMPLATE = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"[#~]?[\w$]+|operator.+")
_WRAPPED = frozenset({"parenthesized_declarator", "reference_declarator"})
_OF_EXPORTS = frozenset({"module", "exports", "prototype"})
# What stands around a definition and nothing else, and belongs to it.
_AROUND = frozenset({"decorated_definition", "export_statement", "template_declaration", "ambient_declaration"})
_ALONE = frozenset({"lexical_declaration", "variable_declaration", "type_declaration", "const_declaration",
                    "var_declaration", "declaration", "expression_statement"})  # fmt: skip


class Symbols(NamedTuple):
    """What is known of some symbols of a file.

    `is_sound` is False for a file that cannot be parsed as a whole: then nothing is known.
    """

    is_sound: bool
    digests: Mapping[str, str] = {}
    names: tuple[str, ...] = ()


class _Definition(NamedTuple):
    name: str
    node: "Node"


def symbols(file: str, content: bytes, wanted: Collection[str]) -> Symbols:
    """The digests of those of the wanted symbols that are there; raises GRAMMAR_MISSING."""
    source = (
        b"".join(with_plain_ends((content.removeprefix(_BOM),))) + b"\n"
    )  # some grammars need it after the last line
    is_usual = len(source) <= LARGEST and sum(source.count(each) for each in _OPENING) <= _MOST_OPENED
    for language in languages_of(file) if is_usual else ():
        parser, query = _tools(language)
        top = parser.parse(source).root_node
        if not top.has_error:
            return _found(language, source, _definitions(query, top), wanted)
    return Symbols(is_sound=False)


@cache
def _tools(language: Language) -> "tuple[Parser, Query]":
    try:
        tree_sitter, grammar = import_module("tree_sitter"), import_module(language.package)
        made = tree_sitter.Language(getattr(grammar, language.grammar)())
        return tree_sitter.Parser(made), tree_sitter.Query(made, language.definitions)
    except ImportError as error:
        words = f"symbols of {language.name} cannot be read without its grammar: pip install 'meminit[code]'"
        raise MeminitError(GRAMMAR_MISSING, words, suggestion="pip install 'meminit[code]'") from error
    except (AttributeError, ValueError, RuntimeError) as error:  # tree_sitter.QueryError is a ValueError
        words = f"the installed grammar of {language.name} does not fit: pip install --upgrade 'meminit[code]'"
        raise MeminitError(GRAMMAR_MISSING, words, suggestion="pip install --upgrade 'meminit[code]'") from error


def _found(language: Language, source: bytes, every: list[_Definition], wanted: Collection[str]) -> Symbols:
    names = tuple(dict.fromkeys(each.name for each in every))
    found = {name: nodes for name in wanted if name in names for nodes in (_nodes(every, name),)}
    digests = {name: digest(nodes, source, is_loose=language.is_loose) for name, nodes in found.items()}
    return Symbols(True, digests, names)  # noqa: FBT003 - it is sound


def _nodes(every: Iterable[_Definition], name: str) -> list["Node"]:
    """All definitions of a symbol, and of what belongs to it and stands elsewhere, such as methods in Go."""
    found: list[Node] = []
    end = -1
    for each in every:  # in the order of their places
        if (each.name == name or each.name.startswith(f"{name}.")) and each.node.start_byte >= end:
            found += _with_attributes(_whole(each.node))
            end = max(end, each.node.end_byte)
    return found


def _whole(node: "Node") -> "Node":
    """The definition with what stands around it: decorators, `export`, the keyword of a declaration of one name."""
    parent = node.parent
    while parent and (
        parent.type in _AROUND or (parent.type in _ALONE and parent.named_child_count == 1 and node.type != parent.type)
    ):
        node, parent = parent, parent.parent
    return node


def _with_attributes(node: "Node") -> list["Node"]:
    """With the attributes of Rust, which stand before it."""
    found = [node]
    before = node.prev_named_sibling
    while before and (before.type == "attribute_item" or before.type.endswith("comment")):
        if before.type == "attribute_item":
            found.insert(0, before)
        before = before.prev_named_sibling
    return found


def _definitions(query: "Query", top: "Node") -> list[_Definition]:
    """All definitions in the order of their places, each with the names of those that it stands in."""
    found: list[_Definition] = []
    around: list[tuple[int, str, bool]] = []  # where each ends, what names in it begin with, and whether values count
    for node, kind, names in _captured(query, top):
        while around and around[-1][0] <= node.start_byte:
            around.pop()
        _, prefix, hides = around[-1] if around else (0, "", False)
        if kind in {"value", "alias"} and hides:
            continue
        found += [_Definition(prefix + name, node) for name in names]
        inner = f"{prefix}{names[0]}." if names and kind != "alias" else prefix
        around.append((node.end_byte, inner, hides or kind in {"function", "block"}))
    return found


def _captured(query: "Query", top: "Node") -> Iterator[tuple["Node", str, list[str]]]:
    """Each node that defines something, or holds definitions back, in the order of their places: its kind and names."""
    from tree_sitter import QueryCursor  # noqa: PLC0415 - an extra, which is there by now

    by_node: dict[tuple[int, int, int], list[tuple[Node, str, list[str]]]] = {}
    for _, captures in QueryCursor(query).matches(top):
        kind = next(each for each in _KINDS if each in captures)
        (node,) = captures[kind]
        within = "".join(f"{name}." for each in captures.get("within", ()) for name in _names(each)[-1:])
        names = [within + ".".join(_names(each)) for each in captures.get("name", ())]
        by_node.setdefault((node.start_byte, -node.end_byte, node.id), []).append((node, kind, names))
    for _, each in sorted(by_node.items(), key=lambda item: item[0]):
        kinds = {kind for _, kind, _ in each}
        every = dict.fromkeys(name for *_, own in each for name in own if name)
        yield each[0][0], next(kind for kind in _KINDS if kind in kinds), list(every)


def _names(node: "Node") -> list[str]:
    """The parts of a name; that of a C declarator stands within stars, brackets and parameters."""
    while True:
        inner = node.child_by_field_name("declarator") or (
            node.named_children[-1] if node.type in _WRAPPED and node.named_child_count else None
        )
        if inner is None:
            break
        node = inner
    text = (node.text or b"").decode("utf-8", "replace").strip("\"'`")
    shorter = _TEMPLATE.sub("", text)
    while shorter != text:
        text, shorter = shorter, _TEMPLATE.sub("", shorter)
    text = text.partition("[")[0].replace("::", ".")
    parts = [match[0] for each in text.split(".") for match in (_WORD.search(each),) if match]
    if node.type == "member_expression":
        return [each for each in parts if each not in _OF_EXPORTS]
    return parts[-1:] if node.parent and node.parent.type == "impl_item" else parts
