"""MDX: imports and exports, expressions in braces, components whose content is Markdown, however deep it stands."""

import re
from collections.abc import Iterator, Mapping

from meminit.markup.draft import Draft, blank, filled
from meminit.model import open_set

_MODULE = re.compile(r"^(?:import[ \t{*\"']|export[ \t{*])", re.MULTILINE)
_PARTIAL = re.compile(r"^import[ \t]+(\w+)[ \t]+from[ \t]+[\"']([^\"'\n]+\.mdx?)[\"']", re.MULTILINE)
# A tag, once what stands in braces is filled; another one cannot begin within.
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w.:-]*+)?(?=[\s/>])(?P<given>(?:[^<>\"']|\"[^\"]{0,5000}\"|'[^']{0,5000}')*+)>"
)
_OWN_ID = re.compile(r"\{/\*[ \t]*#([^\s*{}]+)[^{}]*\*/\}(?=[ \t]*(?:\n|\Z))")
_COMMENT = re.compile(r"\{/\*(?:[^*{]|\*(?!/\})|\{(?!/\*))*+\*/\}")
_HTML_COMMENT_ID = re.compile(r"(?<=[ \t])<!--[ \t]*#([^\s<>]+)[^<>]*-->(?=[ \t]*(?:\n|\Z))")
_BEFORE = 200  # characters of the empty lines before an import
_BRACE = re.compile(r"[{}]")
_DEEP = re.compile(r"\n(?: {4}| {0,3}\t)[ \t]*\S")  # deep enough to be code
_DEEP_FENCE = re.compile(r"\n {4,}(?:```|~~~)")
_MDX_BLOCK = "mdx-code-block"
_ROW = re.compile(r"^[ \t]*\|[ \t]*`?([^\W\d][\w.-]{0,60})`?[ \t]*\|", re.MULTILINE)
_ESCAPED_ID = re.compile(r"\\(?=\{#[^\s{}]+\}[ \t]*$)", re.MULTILINE)
_DEEPEST = 3  # blanks more than the beginning of a block of code that its end may have in Markdown
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr", "area", "col", "embed", "track"})


def take(draft: Draft) -> None:
    if _MDX_BLOCK in draft.text:
        draft.replace(list(_fences_of_mdx(draft)))
    partials = {}
    if "import " in draft.text or "export " in draft.text:
        if ".md" in draft.text:
            partials = {found[1]: found[2] for found in _PARTIAL.finditer(draft.text)}
        draft.replace(list(_modules(draft)))
    if "{/*" in draft.text:
        draft.replace(list(_comments(draft)))
    if "<!--" in draft.text and "#" in draft.text:
        draft.replace((*each.span(), _as_id(each)) for each in _HTML_COMMENT_ID.finditer(draft.text))
    if "\\{#" in draft.text:  # as MDX wants it
        draft.replace((*each.span(), " ") for each in _ESCAPED_ID.finditer(draft.text))
    if "{" in draft.text:
        draft.replace(list(_expressions(draft)))
    if "<" in draft.text:
        _take_tags(draft, partials)
    if _DEEP_FENCE.search(draft.text):
        _end_fences(draft)


def _fences_of_mdx(draft: Draft) -> Iterator[tuple[int, int, str]]:
    """The lines around what stands in a block of code for other tools' sake, and is MDX all the same."""
    for start, end in draft.blocks.every:
        block = draft.text[start:end]
        first, _, rest = block.partition("\n")
        if first.strip().endswith(_MDX_BLOCK) and rest:
            last = rest.rstrip("\n").rpartition("\n")[2]
            yield start, start + len(first), blank(first)
            at = end - (len(rest) - len(rest.rstrip("\n"))) - len(last)
            yield at, at + len(last), blank(last)


def _modules(draft: Draft) -> Iterator[tuple[int, int, str]]:
    """Imports and exports, each up to the next empty line."""
    at, code = 0, None
    while found := _MODULE.search(draft.text, at):
        code = code or draft.code(spans=False)
        start, at = found.start(), found.end()
        before = draft.text[max(0, start - _BEFORE) : start].rstrip(" \t")
        if start not in code and (not start or before.endswith("\n\n") or not before.strip()):
            end = draft.text.find("\n\n", start)
            at = end if end >= 0 else len(draft.text)
            yield start, at, blank(draft.text[start:at])


def _comments(draft: Draft) -> Iterator[tuple[int, int, str]]:
    code, at = draft.code(), 0
    while found := _COMMENT.search(draft.text, at):
        at = found.end()
        if found.start() in code:
            continue
        own = _OWN_ID.match(draft.text, found.start())
        yield found.start(), at, _as_id(own) if own else blank(found[0])


def _as_id(found: re.Match[str]) -> str:
    """The id of a heading that stands in a comment, as others write it."""
    return f"{{#{found[1]}}}".ljust(len(found[0]))


def _expressions(draft: Draft) -> Iterator[tuple[int, int, str]]:
    """What stands in braces and is no id of a heading; braces that do not pair are text."""
    text, at = draft.text, 0
    for start, end in sorted(_pairs(draft).items()):
        if start >= at and text[start : start + 2] != "{#":
            at = end
            yield start, end, filled(text[start:end], 1)


def _pairs(draft: Draft) -> dict[int, int]:
    """Where braces end that begin there, outside code."""
    code, text = draft.code(), draft.text
    found: dict[int, int] = {}
    opened: list[int] = []
    for start, end in draft.outside_blocks():
        for each in _BRACE.finditer(text, start, end):
            at = each.start()
            if at in code or text[at - 1 : at] == "\\":
                continue
            if each[0] == "{":
                opened.append(at)
            elif opened:
                found[opened.pop()] = each.end()
    return found


def _take_tags(draft: Draft, partials: Mapping[str, str]) -> None:
    """Takes away tags that have their lines to themselves, and the blanks before what stands between them."""
    masks: list[tuple[int, int, str]] = []
    steps: dict[int, int] = {}  # how many elements more are open behind a line than before it, by its index
    indents: dict[int, int] = {}  # where the first tag of a line begins
    line, at = 0, 0
    for found in _tags(draft):
        start, end = found.span()
        name = found["name"] or ""
        if name in partials:
            draft.note(open_set.include(partials[name]))
        line, at = line + draft.text.count("\n", at, start), start
        is_component = name[:1].isupper() or "." in name  # others are elements, such as those of SVG
        if not draft.has_lines_of_tags(start, end):
            if is_component and name.endswith("Link") and not found["close"]:
                draft.note_tag(found[0], start, line, "link")
            continue
        if not found["close"]:
            draft.note_tag(found[0], start, line, "component" if is_component else "element")
            if is_component:
                draft.note_made(name, found[0])
        masks.append((start, end, blank(found[0])))
        step = -1 if found["close"] else 0 if found["given"].endswith("/") or name in _VOID else 1
        own = line + found[0].count("\n") if step > 0 else line
        steps[own] = steps.get(own, 0) + step
        indents.setdefault(own, start - draft.text.rfind("\n", 0, start) - 1)
    if any(each.kind == "component" for each in draft.tags) and "|" in draft.text:
        for row in _ROW.finditer(draft.text):  # a component around a table may name its rows
            draft.note(open_set.pattern((row[1],)))
    draft.replace(masks)
    if any(steps.values()) and _DEEP.search(draft.text):
        _outdent(draft, steps, indents)


def _tags(draft: Draft) -> Iterator[re.Match[str]]:
    code = draft.code()
    for start, end in draft.outside_blocks():
        for found in _TAG.finditer(draft.text, start, end):
            if found.start() not in code and draft.text[found.start() - 1 : found.start()] != "\\":
                yield found


def _end_fences(draft: Draft) -> None:
    """The end of a block of code may stand as deep as its author likes, too."""
    deep: list[tuple[int, int]] = []
    for start, end in draft.blocks.every:
        text = draft.text[start:end].rstrip("\n")
        last = text.rpartition("\n")[2]
        indent = len(last) - len(last.lstrip(" "))
        opening = len(text) - len(text.lstrip(" "))
        if indent > opening + _DEEPEST and last.strip().startswith(("```", "~~~")):
            deep.append((draft.line_of(start + len(text) - len(last)), indent - opening))
    if deep:
        lines = draft.text.split("\n")
        for index, count in deep:
            lines[index] = draft.without_indent(index, lines[index], count)
        draft.set_lines(lines)


def _outdent(draft: Draft, steps: Mapping[int, int], indents: Mapping[int, int]) -> None:
    """Content may stand as deep as its author likes: deeper than its tag it would be code."""
    lines = draft.text.split("\n")
    inner: list[list[int]] = []  # of each open element: where its tag begins now, and where its content began
    index, waiting = -1, sorted(steps, reverse=True)
    while (index := index + 1) < len(lines):
        if not inner:  # nothing happens before the next tag
            while waiting and waiting[-1] < index:
                waiting.pop()
            if not waiting:
                break
            index = waiting[-1]
        line = lines[index]
        indent = indents[index] if index in indents else len(line) - len(line.lstrip(" \t"))
        is_blank = index not in indents and not line.strip()
        step = steps.get(index, 0)
        for _ in range(-step):
            if inner:
                inner.pop()
        if inner and not is_blank and inner[-1][1] < 0:
            inner[-1][1] = max(indent, inner[-1][0])
        away = min(indent, inner[-1][1] - inner[-1][0]) if inner and not is_blank else 0
        if away > 0 and line.strip():
            lines[index] = draft.without_indent(index, line, away)
        inner += [[indent - away, -1] for _ in range(step)]
    draft.set_lines(lines)
