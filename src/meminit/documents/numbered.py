"""Puts numbers in the place of the targets of definitions, so that the parser's HTML shows which ones are used.

Only targets that plainly are such get a number. Whether its line is a definition shows in the HTML: the number of a
definition is all of a target there as often as it is used, and any other number is text.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from meminit.documents.labels import is_comment, normal

WORD = "meminitnumber"  # a body that holds it is not numbered
NUMBER = re.compile(rf"{WORD}([0-9]+)")
LABEL = re.compile(r" {0,3}\[((?:[^\[\]\\\s]| (?! )){1,200})")
_PLAIN = r"[^\s<>()\\&\[\]\"'`|\ufffd]"
_TARGET = re.compile(rf"[ \t]*+(<>|(?:{_PLAIN}++|&(?![A-Za-z0-9#]+;)|\({_PLAIN}*+\))++)(?=\s|\Z)")
# What may stand before the end of a label: its beginning, with what makes quotations, lists and footnotes, or no
# bracket at all, where the label began on a line before.
_MAY_DEFINE = re.compile(r"[ \t>*+\-0-9.)]*+\[((?:[^\[\]\\]|\\.)*)|(?:[^\[\\]|\\.)*", re.DOTALL)
_LONGEST = 2000  # characters before the end of a label; of others nobody need know what they may define


class Numbered(NamedTuple):
    """The text with numbers, the targets for which they stand, and where the definitions with these targets begin."""

    text: str
    targets: list[str]
    starts: list[int]
    has_doubles: bool  # whether two labels are the same


NONE = Numbered("", [], [], has_doubles=False)


def numbered(text: str, definitions: Callable[[str], Mapping[str, Any]]) -> Numbered | None:
    """None where a definition may have another form; `definitions` finds those of a text."""
    pieces: list[str] = []
    targets: list[str] = []
    starts: list[int] = []
    names, comments, others = set[str](), set[str](), set[str]()
    done, last, at = 0, 0, text.find("]:")
    while at >= 0:
        start = text.rfind("\n", last, at) + 1
        before = text[max(start or last, at - _LONGEST) : at]
        label, target = LABEL.fullmatch(before) if start or not last else None, _TARGET.match(text, at + 2)
        if label and target and label[1][0] != "^":
            if is_comment(label[1], target[1].strip("<>")):
                comments.add(normal(label[1]))
            else:
                names.add(normal(label[1]))
                pieces += (text[done : target.start(1)], f"{WORD}{len(targets)}")
                targets.append(target[1])
                starts.append(at - len(label[1]) - 1)
                done = target.end(1)
        elif not start and last:  # another one is on the line
            others.add(normal(before[before.rfind("[") + 1 :]))
        elif other := _MAY_DEFINE.fullmatch(before):
            others.add(normal(other[1] or ""))
        last = at + 2
        at = text.find("]:", last)
    known = names | comments
    if (targets and WORD in text) or "<>" in targets or not names.isdisjoint(comments | others):
        return None
    if others and not known.issuperset(map(normal, definitions(text))):
        return None
    return Numbered("".join([*pieces, text[done:]]), targets, starts, len(names) < len(targets))
