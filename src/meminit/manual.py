"""Reads the manual page at the top of the file of a rule or diagnosis: its sections, and the examples in them."""

from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import NamedTuple

from markdown_it import MarkdownIt


class Example(NamedTuple):
    """A file shown in a manual: the section that it is in, the path of the file, and its text."""

    section: str
    path: str
    text: str


class Manual(NamedTuple):
    """`summary` is the first paragraph; `sections` holds the text below each heading."""

    summary: str
    sections: Mapping[str, str]
    examples: tuple[Example, ...]
    text: str


def manual(docstring: str | None) -> Manual:
    """The page in a docstring; an empty page if Python runs without docstrings (`-OO`)."""
    if not docstring:
        return Manual("", {}, (), "")
    text = cleandoc(docstring)
    lines = text.splitlines()
    starts: list[tuple[str, int]] = []
    examples: list[Example] = []
    tokens = MarkdownIt().parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and token.tag == "h2" and following and token.map:
            starts.append((following.content, token.map[0]))
        elif token.type == "fence":
            _, _, path = token.info.partition(" ")
            examples.append(Example(starts[-1][0] if starts else "", path.strip(), token.content))
    summary = " ".join(lines[: starts[0][1] if starts else len(lines)]).strip()
    return Manual(summary, dict(_sections(lines, starts)), tuple(examples), text)


def _sections(lines: list[str], starts: list[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    ends = [start for _, start in starts[1:]] + [len(lines)]
    for (name, start), end in zip(starts, ends, strict=True):
        yield name, "\n".join(lines[start + 1 : end]).strip()
