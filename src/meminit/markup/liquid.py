"""Liquid, and Jinja: tags in `{% %}`, output in `{{ }}`; in raw blocks neither means anything."""

import re
from collections.abc import Iterator

from meminit.markup.draft import Closings, Draft, blank, filled, unseen
from meminit.model import open_set

# What begins again within itself has not ended: so no character is looked at for each beginning.
_TOKEN = re.compile(
    r"\{%-?[ \t\n]*(?P<name>[a-z_]*)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%))*+)%\}"
    r"|\{\{(?P<output>(?:[^{}]|\}(?!\})|\{(?!\{))*+)\}\}"
    r"|\{#(?P<comment>(?:[^#{]|#(?!\})|\{(?!#))*+)#\}"
)
_CLOSING = re.compile(r"\{%-?\s*+end(?P<name>[a-z]++)\s*+-?%\}")
# Blocks whose text is shown as it is, or not at all.
_VERBATIM = frozenset({"raw", "verbatim"})
_HIDDEN = frozenset({"comment", "highlight"})
_INCLUDING = frozenset({"include", "include_relative", "include_cached", "render", "import"})
# A block of any other name is of a plugin; where it holds data, the plugin makes the headings of it.
_KNOWN = frozenset(
    {"if", "unless", "case", "for", "tablerow", "capture", "ifchanged"}
    | {"set", "macro", "call", "filter", "block", "autoescape", "trans", "with"}  # of Jinja
)
_DATA = re.compile(r"\s*+(?:---[ \t]*\n\s*+)?(?:- +)?[\w.-]++[ \t]*:(?:\s|\Z)")
_NAME = re.compile(r"[\"']?([^\s\"'{}=]+)[\"']?(?=\s|\Z|-)")
_BY_PARAMETER = re.compile(r"\w+\s*=")


def take(draft: Draft) -> None:
    if "{%" not in draft.text and "{{" not in draft.text:
        return
    draft.replace(list(_masks(draft)))


def _masks(draft: Draft) -> Iterator[tuple[int, int, str]]:
    text, at = draft.text, 0
    closings = Closings(_CLOSING.finditer(text))
    while found := _TOKEN.search(text, at):
        start, at = found.span()
        name = found["name"] or ""
        end = closings.after(name, at) if name in _VERBATIM | _HIDDEN else None
        if end and name in _VERBATIM:
            yield start, at, _tag_of_raw(draft, found)
            at = end.end()
            yield *end.span(), _tag_of_raw(draft, end)
        elif end:
            at = end.end()
            yield start, at, blank(text[start:at])
        elif found["comment"] is None or not _is_of_kramdown(found):
            if name in _INCLUDING:
                draft.note(_included(name, found["rest"]))
            elif name and name not in _KNOWN and draft.begins_line(start):
                _note_plugin(draft, closings, name, at)
            is_alone = found["output"] is None and draft.is_between_blocks(start, at)
            yield start, at, blank(found[0]) if is_alone else filled(found[0], 2)


def _note_plugin(draft: Draft, closings: Closings, name: str, at: int) -> None:
    """What a block of a plugin may make."""
    end = closings.after(name, at)
    if end and _DATA.match(draft.text, at, end.start()):
        draft.note(open_set.ANYTHING)


def _tag_of_raw(draft: Draft, found: re.Match[str]) -> str:
    return blank(found[0]) if draft.is_alone(*found.span()) else unseen(found[0])


def _is_of_kramdown(found: re.Match[str]) -> bool:
    """`{#id}` is an id, and no comment that begins."""
    return "}" in found["comment"].partition("\n")[0]


def _included(name: str, rest: str) -> str:
    found = _NAME.match(rest.strip())
    if found is None or _BY_PARAMETER.match(rest.strip()):
        return open_set.ANYTHING
    return open_set.include(found[1] if name == "include_relative" else f"_includes/{found[1]}")
