"""Makes pyromark end an HTML block of raw text, such as <pre> or <script>, where CommonMark ends it.

For CommonMark, and so for GitHub, the first end tag of any of the four elements ends the block, in capital or small
letters. pyromark waits for the end tag of the same element, in small letters, and takes all before it for HTML.
"""

import re
from collections.abc import Iterator

from pyromark import Markdown

_NAMES = "(pre|script|style|textarea)"
_START = rf"<{_NAMES}(?=[ \t\r\n>]|\Z)"
_END = rf"</{_NAMES}>"
_STARTS, _ENDS, _TAGS = (
    re.compile(each, re.IGNORECASE | re.ASCII) for each in (_START, _END, f"(?:{_START})|(?:{_END})")
)


def may_end_too_late(text: str) -> bool:
    """Whether pyromark may miss the end of a block of raw text."""
    # To look for one character takes a tenth of the time.
    ends = set(_ENDS.findall(text)) if "<" in text and "</" in text else set()
    starts = {each.lower() for each in _STARTS.findall(text)} if ends else set()
    return bool(starts) and len(starts | ends) > 1


def with_clear_ends(text: str, parser: Markdown) -> str:
    """The text, with these tags in HTML blocks written as <pre> and </pre>, and blanks that make up for their length.

    In code and everywhere else they stay as they are written. There they neither begin nor end a block, so the blocks
    are the same as if all of them were written so.
    """
    if not may_end_too_late(text):
        return text
    everywhere = _TAGS.sub(_as_pre, text)
    before, after, pieces, at = text.encode(), everywhere.encode(), [], 0
    for start, end in _html_blocks(everywhere, parser):
        pieces += [before[at:start], after[start:end]]
        at = end
    return b"".join([*pieces, before[at:]]).decode()


def _as_pre(tag: re.Match[str]) -> str:
    return ("</pre>" if tag[0].startswith("</") else "<pre").ljust(len(tag[0]))


def _html_blocks(text: str, parser: Markdown) -> Iterator[tuple[int, int]]:
    for event, span in parser.events_with_range(text):
        if isinstance(event, dict) and event.get("Start") == "HtmlBlock":
            yield span["start"], span["end"]
