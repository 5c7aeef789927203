"""Anchors of a document that its text alone does not show: what templates, components and includes make.

They are kept among its anchors, as entries that no fragment of a link can equal: patterns with `*`, words of which a
component may make an id, and names of files whose text the site puts in.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from meminit.model.summary import SEPARATOR

MARK = "\x01"  # the first character of each entry
_PATTERN, _WORDS, _INCLUDE = "*", "=", "<"
INCLUSION = MARK + _INCLUDE
ANYTHING = f"{MARK}{_PATTERN}*"
# What stands for a template in a text that was made ready for the Markdown parser; no author writes it.
FILLER = ";"
_TEMPLATE = re.compile(r"\{\{\s*+;[;\s]*+\}\}|\{%\s*+;[;\s]*+%\}|\{\s*+;[;\s]*+\}")
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 60
_LONGEST = 200  # characters of a pattern; a longer one may be anything


def holds_template(text: str) -> bool:
    return "{" in text and _TEMPLATE.search(text) is not None


def parts(text: str) -> list[str]:
    """What stands around the templates in a text."""
    return _TEMPLATE.split(text)


def pattern(around: Iterable[str]) -> str:
    """The entry for anchors that have these texts in this order, and anything between them."""
    made = re.sub(r"\*{2,}", "*", "*".join(each.replace("*", "") for each in around))
    return f"{MARK}{_PATTERN}{made}" if len(made) <= _LONGEST and made.strip("*-_") else ANYTHING


def beginning_with(text: str) -> str:
    """The entry for anchors that begin so."""
    return pattern((text, ""))


def words(*texts: str) -> str:
    """The entry for ids that a component may make of its name and of what it is given."""
    found = dict.fromkeys(word for text in texts for word in _WORD.findall(text.casefold()))
    return f"{MARK}{_WORDS}{' '.join(list(found)[:_MOST_WORDS])}"


def include(path: str) -> str:
    """The entry for a file whose text the site puts in here."""
    return INCLUSION + path


def entries(anchors: str | Collection[str] | None) -> list[str]:
    """The entries among anchors, be they joined to one text or not."""
    if anchors is None or (isinstance(anchors, str) and MARK not in anchors):
        return []
    every = anchors.split(SEPARATOR) if isinstance(anchors, str) else anchors
    return sorted(each for each in every if each.startswith(MARK))


def includes(every: Iterable[str]) -> Iterator[str]:
    """The files that entries name."""
    return (each[2:] for each in every if each[1:2] == _INCLUDE)


def patterns_and_words(every: Iterable[str]) -> tuple[list[str], list[frozenset[str]]]:
    """What entries say, includes apart: the patterns, and the words of which a component may make an id."""
    patterns, words = [], []
    for each in every:
        if each[1:2] == _PATTERN:
            patterns.append(each[2:])
        elif each[1:2] == _WORDS:
            words.append(frozenset(each[2:].split(" ")))
    return patterns, words


def words_of(fragment: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fragment.casefold()))
