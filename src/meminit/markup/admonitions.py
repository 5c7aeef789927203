"""Blocks of Python-Markdown that four blanks mark, admonitions, details and tabs; and Markdown within HTML."""

import re

from meminit.markup.draft import Draft, blank
from meminit.model import open_set

_OPENING = re.compile(r"(?P<indent> *)(?:!!!|\?\?\?\+?|===[!+]{0,2})[ \t]+[\w\"']")
_TAB = re.compile(r"^[ \t]*===[!+]{0,2}[ \t]+[\"'](?P<title>[^\"'\n]{1,100})", re.MULTILINE)
_EMOJI = re.compile(r":[\w+-]+:")
_NO_WORD = re.compile(r"[^\w-]+")
_STEP = 4
_PARSED = re.compile(
    r"^ {0,3}</?[a-z][\w-]*(?:\s[^<>]*)?\smarkdown(?:=[\"'\w]+)?(?:\s[^<>]*)?>[ \t]*$", re.MULTILINE | re.IGNORECASE
)


def take(draft: Draft) -> None:
    text = draft.text
    if "markdown" in text and "<" in text:
        draft.replace([(*each.span(), _kept(draft, each)) for each in _PARSED.finditer(text)])
    if '=== "' in text or "=== '" in text:
        _note_tabs(draft)
    if "!!!" in text or "???" in text or '=== "' in text or "=== '" in text:
        _outdent(draft)


def _note_tabs(draft: Draft) -> None:
    """A tab has an anchor by its number, or one that ends with its title."""
    draft.note(open_set.beginning_with("__tabbed_"))
    for found in _TAB.finditer(draft.text):
        title = _NO_WORD.sub("-", _EMOJI.sub("", found["title"]).strip()).strip("-").lower()
        if title:
            draft.note(open_set.pattern(("", title)))


def _kept(draft: Draft, found: re.Match[str]) -> str:
    """A tag whose content is Markdown is taken away, so that it begins no block of HTML."""
    draft.note_tag(found[0], found.start(), draft.line_of(found.start()))
    return blank(found[0])


def _outdent(draft: Draft) -> None:
    lines = draft.text.split("\n")
    inner: list[int] = []  # the columns at which the blocks that are open begin
    for index, line in enumerate(lines):
        indent = len(line) - len(line.lstrip(" "))
        if line.strip():
            while inner and indent < inner[-1]:
                inner.pop()
        away = min(indent, _STEP * len(inner))
        if away:
            lines[index] = draft.without_indent(index, line, away)
        found = _OPENING.match(line)
        if found and (not inner or indent >= inner[-1]):
            inner.append(indent + _STEP)
    draft.set_lines(lines)
