"""Entries of `covers` that follow what moves: those that name it, or a folder in it, without a wildcard before."""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from meminit.covering.covers import Cover, decoded, entry
from meminit.model.plan import TextEdit
from meminit.moving.moves import Moves
from meminit.sources import gate
from meminit.workspace.run import Run

_WILD = re.compile(r"[*?\[\\]")
_PLAIN = re.compile(r"[\w./@+*?\[\]#!~$-]+")  # what needs no other quotes than those that are there
_FIRST = re.compile(r"\w|[./]")  # of a value without quotes
_LINE_END = re.compile(r"\r\n|\n|\r")


class Followed(NamedTuple):
    """A document with entries that follow: its bytes as they were read, the edits, and the new entries by the old."""

    content: bytes
    edits: tuple[TextEdit, ...]
    entries: Mapping[str, str]


def followed(run: Run, moves: Moves) -> dict[str, Followed]:
    """By the files of the documents. What cannot be replaced in its place stays as it is."""
    found = {}
    summaries, tree = run.summaries, run.workspace.tree
    for candidate, summary in zip(summaries.candidates, summaries.all, strict=True):
        wanted = [(each, new) for each in decoded(summary.covers) if (new := _following(each.written, moves))]
        if wanted and not candidate.problem:
            try:
                content = tree.sources.read(candidate.file, tree.limits.document)
                lines = _LINE_END.split(gate.decode(content))
            except (gate.SourceError, gate.BadEncoding):
                continue
            edits = tuple(edit for cover, new in wanted for edit in _edit(lines, cover, new))
            if edits:
                found[candidate.file] = Followed(content, edits, {each.old: each.new for each in edits})
    return found


def _edit(lines: list[str], cover: Cover, new: str) -> Iterator[TextEdit]:
    line, start = lines[cover.line - 1], cover.column - 1
    is_quoted = line[start : start + 1] in {"'", '"'}
    start += is_quoted
    fits = _PLAIN.fullmatch(new) and (is_quoted or _FIRST.match(new))
    if fits and line.startswith(cover.written, start):
        yield TextEdit(cover.line, start + 1, cover.written, new)


def _following(written: str, moves: Moves) -> str | None:
    """What an entry becomes; None for one that stays."""
    meant = entry(written)
    if meant.file:
        new = moves.path(meant.file)
        return None if new == meant.file else f"{new}#{written.partition('#')[2]}"
    lead = "!" if written.startswith("!") else ""
    lead += "/" if written.startswith("/", len(lead)) else ""
    names = written[len(lead) :].split("/")
    if not lead.endswith("/") and not any(names[1:]):
        return None  # it matches in every folder
    literal = tuple(takewhile(lambda name: name and not _WILD.search(name), names))
    new_names = moves.of(literal)
    return None if new_names == literal else lead + "/".join((*new_names, *names[len(literal) :]))
