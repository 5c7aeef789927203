"""The known ways in which readers of Markdown differ, by what the smallest example of a difference looks like.

The page docs/50-measurements/oracles.md says of each who is right and what meminit does about it.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from fuzz.oracles.kinds import Kind

_Sign: TypeAlias = Callable[[str, Kind], object]

_BLANK = r"[ \t\r\n]"


def _looks(pattern: str, *facets: str, side: str = "", against: str = "") -> _Sign:
    """The example holds something like this, and the difference is about one of these."""
    found = re.compile(pattern, re.MULTILINE | re.DOTALL)

    def sign(text: str, kind: Kind) -> object:
        is_meant = kind.facet in (facets or (kind.facet,)) and side in kind.side and against in kind.against
        return is_meant and found.search(text)

    return sign


# The first that fits counts, so what is seen most easily stands first.
CLASSES: Mapping[str, _Sign] = {
    "lines of comrak behind a definition": _looks(r"\]:", "lines"),
    "lines of comrak behind a line end within a link, code or a tag": _looks(r"[\[(<`].*[\r\n]", "lines"),
    "lines of headings behind a definition": _looks(r"\]:.*[\r\n].*[\r\n][ >\t]*[-=]", "headings"),
    "images of a caret": _looks(r"!\[\\?\^"),
    "labels of footnotes with blanks": _looks(r"\[\^[^\]]*[ \t\r\n]"),
    "marks of footnotes that are not there": _looks(r"\[\\?\^"),
    "control characters and odd blanks": _looks(r"&#x?[0-9a-f]+|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u2028\u2029]"),
    "open brackets in a target": _looks(r"\](?:\(|:).*\(|\]\([^)]*[ \r\n]+\)", against="cmark-gfm alone"),
    "bare addresses": _looks(r"www\.|https?://|@"),
    "declarations": _looks(r"<![A-Za-z]"),
    "tildes": _looks("~", "headings", "anchors"),
    "raw text that GitHub shows": _looks(r"</?(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)"),
    "tags that take in what follows": _looks(r"<(?:[!?]|/?[A-Za-z])[^>]*\Z|<!--|<[!?]|<\w[^>]*[\r\n][\r\n>]"),
    "open headings in raw HTML": _looks(r"</?h[1-6]", "headings", "anchors"),
    "tables in raw HTML": _looks(r"</?(?:table|t[dhr]|tbody|thead|tfoot|caption|col)\b"),
    "a tab before the end of a heading": _looks(r"^[>\t ]*#.*\t#", "headings", "anchors"),
    "a label before an escaped bracket": _looks(r"\]\\[\[(]", "targets"),
    "stars around a replacement character": _looks("\ufffd.*[*_]|[*_].*\ufffd"),
    "rows of stars": _looks(r"\*\*.*\*|__.*_", "headings", "anchors"),
    "tables": _looks(r"\|[ \t]*:?-|-:?[ \t]*\|"),
    "links within links": _looks(r"\[.*\[.*\].*\].*\](?:\(|\[)", "targets", "headings", "anchors"),
    "a line of HTML after a quotation or an item": _looks(
        r"^(?:.*>|[ \t]*(?:[-+*]|[0-9]+[.)])[ \t]).*[\r\n]+<[^>]+>[ \t]*(?:[\r\n]|\Z)"
    ),
    "a title right behind angle brackets": _looks(r"\(\s*<[^>]*>[\"'(]"),
    "blanks at the beginning of a line within a tag": _looks(r"<[^>]*[\r\n][ \t]+[^>]*>"),
    "entities in autolinks": _looks(r"<\w+:[^ >]*&[^ >]*>", "targets"),
    "code after a run of backticks without an end": _looks("(`+)[^`].*`"),
    "items without text": _looks(rf"^[ >\t]*(?:[-+*]|[0-9]+[.)])[ \t]*(?:\[.*\]:.*)?[\r\n]{_BLANK}*"),
    "tabs before a quotation": _looks(r"^[>\t ]*\t[ \t]*>|^[-+*][\t ]*>"),
    "blanks in angle brackets": _looks(r"[(:]\s*<[ \t]+", "targets"),
    "definitions that go on without their mark": _looks(r"^>.*\]:[ \t]*[\r\n]", "targets", "headings", "anchors"),
    "escaped line ends in the text of a link": _looks(r"\[[^\]]*\\[\r\n]", "headings"),
}


def known(text: str, kind: Kind) -> str | None:
    """The class of a difference, by its smallest example."""
    return next((name for name, sign in CLASSES.items() if sign(text, kind)), None)
