"""Reads a body with markdown-it-py, where no pyromark wheel exists: the same facts, but no columns."""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_inline import StateInline, autolink, html_inline, image, link
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from meminit.config.settings import Links
from meminit.documents.body import Body, Builder, Scan
from meminit.documents.labels import Definition, follows_a_word, is_footnote, is_page
from meminit.documents.places import NO_SHIFTS, Piece, Positions
from meminit.model.link import Link, Wanted
from meminit.sources.limits import DEFAULT

Rule: TypeAlias = Callable[[StateInline, bool], bool]

_OPEN = frozenset({"blockquote_open", "list_item_open", "footnote_reference_open"})
_UNSEEN = frozenset({"link_open", "link_close", "image", "html_inline"})
_SHOWN = frozenset({"text", "text_special", "code_inline"})
_CLOSE = frozenset({"blockquote_close", "list_item_close", "footnote_reference_close"})
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_MOST_FRAMES = 1_000_000
_FRAMES_EACH = 8  # a nested character costs a few calls


def quick_scan(
    _text: str,
    _links: Links,
    _first_line: int,
    _shifts: Mapping[int, int] = NO_SHIFTS,
    *,
    wants_headings: bool,  # noqa: ARG001
) -> Scan | None:
    """This parser is no faster when places are left out."""
    return None


def read(
    text: str,
    first_line: int,
    links: Links,
    most_links: int = DEFAULT.links,
    _shifts: Mapping[int, int] = NO_SHIFTS,
) -> Body:
    builder = Builder(Positions(text.encode(), first_line), links, most_links, knows_columns=False)
    reader = _Reader(text, links, builder)
    with _room_for(text):
        return reader.read()


def placed_links(
    text: str,
    first_line: int,
    links: Links,
    most_links: int,
    _shifts: Mapping[int, int] = NO_SHIFTS,
    _wanted: Wanted | None = None,
) -> tuple[Link, ...]:
    return read(text, first_line, links, most_links).links


@contextmanager
def _room_for(text: str) -> Iterator[None]:
    """The parser calls itself for whatever is nested; Python's own limit would make it give up."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, min(_MOST_FRAMES, usual + _FRAMES_EACH * len(text))))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def _parser(*, wiki: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MOST_FRAMES}).enable(["table", "strikethrough"])
    parser.disable("text_join")  # it would replace the lists that notes are kept by
    footnote_plugin(parser, inline=False, move_to_end=False)
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # targets are wanted as they are meant
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    rules = (("link", link, "]"), ("image", image, "]"), ("autolink", autolink, ">"), ("html_inline", html_inline, ">"))
    for name, rule, closing in rules:
        parser.inline.ruler.at(name, _noting_its_place(rule, closing))
    if wiki:
        parser.inline.ruler.before("link", "wiki", _wiki)
    return parser


class _Undefined(NamedTuple):
    """A reference that no definition explains: its label, where it begins and where the label does, if apart."""

    label: str
    start: int
    label_start: int | None


def _noting_its_place(rule: Rule, closing: str) -> Rule:
    def noting(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - as the library calls it
        start, count = state.pos, len(state.tokens)
        if state.src.find(closing, start) < 0:
            return False  # the library would look for the end again from every beginning
        if not rule(state, silent):
            if rule is link and not silent and state.src.startswith("[", start):
                _note_what_is_undefined(state, start)
            return False
        if not silent:
            # What was pending before the link is a token of its own now.
            token = next(each for each in state.tokens[count:] if each.type != "text")
            following = state.src[state.pos : state.pos + 1]
            token.meta.update(at=start, written=state.src[start : state.pos], following=following)
        return True

    return noting


def _note_what_is_undefined(state: StateInline, start: int) -> None:
    """Remembers `[text][label]` and `[^label]` that nothing explains, unless the label is the text of another link."""
    end = parseLinkLabel(state, start)
    if end < 0:
        return
    notes = state.env.setdefault("undefined", {}).setdefault(id(state.tokens), [])
    label = state.src[start + 1 : end]
    if label.startswith("^"):
        notes.append(_Undefined(label, start, None))
    closing = parseLinkLabel(state, end + 1) if state.src.startswith("[", end + 1) else -1
    named = state.src[end + 2 : closing] or label if closing >= 0 else "["
    if named.strip() and not set("[]") & set(_ESCAPED.sub("xx", named)):
        notes.append(_Undefined(named, start, end + 1))


def _wiki(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - as the library calls it
    if not state.src.startswith("[[", state.pos):
        return False
    end = state.src.find("]]", state.pos, state.posMax)
    target, _, text = state.src[state.pos + 2 : end].partition("|") if end >= 0 else ("", "", "")
    if not is_page(target) or follows_a_word(state.src[max(0, state.pos - 1) : state.pos]):
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        token.meta.update(at=state.pos, target=target)
        token.content = text or target
    state.pos = end + 2
    return True


class _Reader:
    def __init__(self, text: str, links: Links, builder: Builder) -> None:
        self._text = text
        self._data = builder.places.data
        self._starts = builder.places.starts
        self._wiki = links.wiki
        self._builder = builder
        self._depth = 0
        self._footnote_ends: list[int] = []
        self._environment: dict[str, Any] = {}

    def read(self) -> Body:
        for token in _parser(wiki=self._wiki).parse(self._text, self._environment):
            self._take(token)
        for label, found in self._environment.get("references", {}).items():
            start = self._offset(found["map"][0])
            self._builder.labels.define(Definition(label, found["href"], start, None))
        for again in self._environment.get("duplicate_refs", ()):
            self._builder.labels.define_again(again["label"], self._offset(again["map"][0]))
        return self._builder.finish()

    def _offset(self, line: int) -> int:
        return self._starts[line] if line < len(self._starts) else len(self._data)

    def _take(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        is_swallowed = token.map is not None and token.type != "inline" and self._builder.next_block()
        if token.type in _OPEN:
            self._depth += 1
            if token.type == "footnote_reference_open":
                self._builder.open_footnote(token.meta["label"], self._offset(first), self._offset(last))
                self._footnote_ends.append(self._offset(last))
        elif token.type in _CLOSE:
            self._depth -= 1
            if token.type == "footnote_reference_close":
                self._builder.close_footnote(self._footnote_ends.pop())
        elif token.type == "heading_open":
            self._builder.open_heading(is_swallowed=is_swallowed)
            self._heading = (self._offset(first), self._offset(last))
        elif token.type == "heading_close":
            self._builder.close_heading(int(token.tag[1]), *self._heading, nested=self._depth > 0)
        elif token.type == "inline":
            self._inline(token, first)
        elif token.type == "html_block":
            lines = enumerate(token.content.removesuffix("\n").split("\n"), start=first)
            pieces = [Piece(f"{text}\n", self._offset(line)) for line, text in lines]
            self._builder.markup(pieces, self._offset(last), is_block=True)
        elif token.type in {"fence", "code_block"}:
            self._builder.verbatim.append((self._offset(first), self._offset(last)))

    def _inline(self, token: Token, first: int) -> None:
        breaks = [at for at, character in enumerate(token.content) if character == "\n"]
        starts = set()
        for child in token.children or ():
            at = child.meta.get("at")
            offset = self._offset(first + bisect_right(breaks, at or 0))
            if at is not None:
                starts.add(at)
            self._child(child, offset)
        for each in self._environment.get("undefined", {}).get(id(token.children), ()):
            if each.label_start not in starts and each.start not in starts:
                offset = self._offset(first + bisect_right(breaks, each.start))
                self._undefined(each, token.content[max(0, each.start - 1) : each.start], offset)

    def _child(self, child: Token, offset: int) -> None:
        pieces = self._builder.pieces
        if child.type in _UNSEEN:
            self._builder.unseen()
        if child.type == "link_open":
            self._link(child, str(child.attrGet("href") or ""), offset, is_image=False)
        elif child.type == "image":
            self._link(child, str(child.attrGet("src") or ""), offset, is_image=True)
        elif child.type == "wiki":
            self._builder.wiki(child.meta["target"], offset, None)
            if pieces is not None:
                pieces.append(child.content)
        elif child.type == "html_inline":
            self._builder.markup([Piece(child.content, offset)], offset)
        elif child.type == "footnote_ref":
            self._builder.labels.use_footnote(child.meta["label"], offset)
        elif pieces is not None:
            self._heading_text(child, pieces)

    def _heading_text(self, child: Token, pieces: list[str]) -> None:
        if child.type in _SHOWN:
            pieces.append(child.content)
            if child.type != "text":
                self._builder.literal()
        elif child.type in {"softbreak", "hardbreak"}:
            pieces.append("\n")

    def _link(self, child: Token, target: str, offset: int, *, is_image: bool) -> None:
        label = _label(child.meta.get("written", ""))
        if label is not None:
            self._builder.use_label(label, is_image=is_image)
        elif not target and self._builder.is_attribute_holder(child.meta.get("following", "")):
            return
        elif not target.startswith("mailto:") or "mailto:" in child.meta.get("written", ""):
            self._builder.link(target, offset, None, is_image=is_image)

    def _undefined(self, found: _Undefined, before: str, offset: int) -> None:
        if found.label_start is None:
            known = self._environment.get("footnotes", {}).get("refs", {})
            if is_footnote(found.label) and f":{found.label[1:]}" not in known:
                self._builder.labels.note_footnote(found.label[1:], offset)
        elif not follows_a_word(before) and not self._builder.was_hidden(offset):
            self._builder.labels.undefined(found.label, offset)


def _label(written: str) -> str | None:
    """The label of a reference; None for a link that names its target itself."""
    if not written.endswith("]"):
        return None
    plain = _ESCAPED.sub("xx", written)
    if plain.endswith("[]"):
        return written.removeprefix("!")[1:-3]
    return written[plain.rfind("[") + 1 : -1]
