"""Lines that put in the text of another file: of mdBook, VitePress, and Markdown extensions of Python."""

import re
from collections.abc import Iterator

from meminit.markup.draft import Draft, blank, filled
from meminit.model import open_set

_MARKDOWN = (".md", ".markdown", ".mdx")
_MDBOOK = re.compile(r"(?<!\\)\{\{[ \t]*#(?P<name>[a-z_]+)[ \t]+(?P<path>[^\s:{}]+)(?P<rest>[^{}\n]*)\}\}")
_VITEPRESS = re.compile(r"<!--[ \t]*@include:[ \t]*(?P<path>[^\s{}<>#]+)[^\n]*?-->")
_SNIPPET = re.compile(r"^[ \t]*;?-+8<-+[ \t]+[\"'](?P<path>[^\"'\n:]+)[^\"'\n]*[\"'][ \t]*$", re.MULTILINE)
_SNIPPETS = re.compile(r"^[ \t]*-+8<-+[ \t]*\n(?P<paths>(?:[ \t]*\S[^\n]*\n)*?)[ \t]*-+8<-+[ \t]*$", re.MULTILINE)
_BRACED = re.compile(r"\{(?:!(?P<path>[^!\n]+)!|\*[^*\n]+\*)\}")
_MADE = re.compile(
    r"^[ \t]*:::[ \t]+(?P<name>[A-Za-z_][\w.-]+)[ \t]*$(?P<told>\n[ \t]+(?::[\w-]+:|[a-z_]+:[ \t]*$))?", re.MULTILINE
)
_CLOSING = re.compile(r"^[ \t]*:{3,}[ \t]*$", re.MULTILINE)
_MOST = 200


def take(draft: Draft) -> None:
    if "{{" in draft.text and "#" in draft.text:
        draft.replace(list(_mdbook(draft)))
    if "@include:" in draft.text:
        for found in _VITEPRESS.finditer(draft.text):
            _note(draft, found["path"])
    if "{!" in draft.text or "{*" in draft.text:
        draft.replace(list(_braced(draft)))
    if "8<" in draft.text:
        _take_snippets(draft)
    if ":::" in draft.text:
        _take_made(draft)


def _take_snippets(draft: Draft) -> None:
    for found in _SNIPPETS.finditer(draft.text):
        for path in found["paths"].split("\n")[:_MOST]:
            _note(draft, path.partition(":")[0].strip().strip("\"';"))
    draft.replace(list(_snippets(draft)))


def _take_made(draft: Draft) -> None:
    """What mkdocstrings makes of a module or class begins with its name; what mkdocs-click makes is open.

    A container begins likewise, and ends with colons alone.
    """
    has_containers = _CLOSING.search(draft.text) is not None
    for found in _MADE.finditer(draft.text):
        if found["told"] and "-" in found["name"]:
            draft.note(open_set.ANYTHING)
        elif found["told"] or "." in found["name"] or not has_containers:
            draft.note(open_set.beginning_with(found["name"]))


def _note(draft: Draft, path: str) -> None:
    if path.lower().endswith(_MARKDOWN):
        draft.note(open_set.include(path))


def _mdbook(draft: Draft) -> Iterator[tuple[int, int, str]]:
    code = draft.code(spans=False)
    for found in _MDBOOK.finditer(draft.text):
        if found["name"] == "include" and found.start() not in code:
            _note(draft, found["path"])
        is_alone = draft.is_alone(*found.span())
        yield *found.span(), blank(found[0]) if is_alone else filled(found[0], 2)


def _snippets(draft: Draft) -> Iterator[tuple[int, int, str]]:
    for found in _SNIPPET.finditer(draft.text):
        _note(draft, found["path"])
        yield *found.span(), blank(found[0])


def _braced(draft: Draft) -> Iterator[tuple[int, int, str]]:
    for found in _BRACED.finditer(draft.text):
        if found["path"]:
            _note(draft, found["path"].strip())
        yield *found.span(), filled(found[0], 1)
