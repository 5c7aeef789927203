"""Hugo's shortcodes, `{{< name >}}` and `{{% name %}}`; those of code hold no Markdown."""

import re
from collections.abc import Iterator

from meminit.markup.draft import Closings, Draft, blank, filled
from meminit.model import open_set

# Within quotes or backticks a value may hold the end of a shortcode.
_SHORTCODE = re.compile(
    r"\{\{(?P<kind>[<%])[ \t\n]*(?P<close>/?)[ \t\n]*(?P<name>[\w./-]++)"
    r"(?P<given>(?:\"(?:[^\"\\\n]|\\.){0,1000}+\"|`[^`]{0,1000}+`|(?![>%]\}\}|\{\{[<%])[^\"`])*+)[>%]\}\}"
)
_CLOSING = re.compile(r"\{\{[<%]\s*+/\s*+(?P<name>[\w./-]++)\s*+[>%]\}\}")
# The names of shortcodes that hold code, or a language of their own, in words.
_CODE = re.compile(
    r"(?:^|[-_/.])(?:code|highlight|mermaid|katex|math|latex|chem|plantuml|goat|diagram|graph|json|yaml|raw|rawhtml"
    r"|console|terminal|shell|snippet|source)(?:$|[-_/.]|block|toggle)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"(?:\s*+(?:\"[\w .-]*\"|[\w-]++))++\s*+")  # no path, and nothing by its name
_PATH = re.compile(r"(?:^|[\s=\"'`])([\w./%-]+\.(?:md|markdown|html))(?:$|[\s\"'`])")
_CODE_FILE = re.compile(
    r"[\w-]\.(?:ya?ml|json|toml|sh|bash|py|go|jsx?|tsx?|java|rs|c|cc|cpp|cs|rb|sql|xml|proto)(?:$|[\s\"'`])"
)
# A reference to an anchor of the page itself, as the whole destination of a link.
_OWN_ANCHOR = re.compile(r"\{\{[<%]\s*+(?:rel)?ref\s++[\"`](?P<anchor>#[^\s\"`()<>{}]++)[\"`]\s*+[>%]\}\}")


def take(draft: Draft) -> None:
    if "{{<" in draft.text or "{{%" in draft.text:
        draft.replace(list(_masks(draft)))


def _masks(draft: Draft) -> Iterator[tuple[int, int, str]]:
    text, at = draft.text, 0
    closings = Closings(_CLOSING.finditer(text))
    while found := _SHORTCODE.search(text, at):
        start, at = found.span()
        is_destination = text[start - 1 : start] == "(" and text[at : at + 1] == ")"
        if is_destination and (own := _OWN_ANCHOR.fullmatch(found[0])):
            yield start, at, _bare(own)
            continue
        is_opening = not found["close"] and not found["given"].rstrip().endswith("/")
        end = closings.after(found["name"], at) if is_opening else None
        is_alone = draft.is_alone(start, at)
        if end and _CODE.search(found["name"]):
            at = end.end()
            yield start, at, blank(text[start:at]) if is_alone else filled(text[start:at], 2)
            continue
        if not found["close"] and (is_alone or (end and draft.begins_line(start))):
            _note(draft, found, is_paired=end is not None)
        yield start, at, blank(found[0]) if is_alone and (end or found["close"]) else filled(found[0], 2)


def _bare(own: re.Match[str]) -> str:
    """The anchor alone, where it stands; blanks around a destination mean nothing."""
    start, end = own.span("anchor")
    return " " * (start - own.start()) + own["anchor"] + " " * (own.end() - end)


def _note(draft: Draft, found: re.Match[str], *, is_paired: bool) -> None:
    """What a shortcode that stands for a block may make: the headings of a file, those of its own, or ids."""
    if not is_paired and (_CODE.search(found["name"]) or _CODE_FILE.search(found["given"])):
        return
    path = _PATH.search(found["given"])
    if path:
        draft.note(open_set.include(path[1]))
    elif found["kind"] == "%" and not is_paired and not _WORDS.fullmatch(found["given"]):
        draft.note(open_set.ANYTHING)
    else:
        draft.note_made(found["name"], found["given"])
