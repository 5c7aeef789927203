"""Compares what the two Markdown parsers make of a text, and prints where they differ, with the reason.

`make parsers` does so for the examples of CommonMark and the trees below MEMINIT_TEST_DATA, or for given files.
"""

import json
import os
import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark, front_matter
from meminit.documents.body import Body
from meminit.sources import gate

# Where the libraries are known to differ, and who is right by the text of CommonMark or of GitHub's parser.
REASONS: Mapping[str, re.Pattern[str]] = {
    "a line right after a definition: it goes on for pyromark and the reference parser alone": re.compile(
        r"^[ >*+\-0-9.)]*\[[^\]]+\]:.*(?:\r\n|\n|\r)[ \t>]*\S", re.MULTILINE
    ),
    "a reference whose text holds a link: undefined for markdown-it alone": re.compile(r"\)\]\["),
    "a shortcut before a bracket: a link for pyromark and the reference parser, text for markdown-it": re.compile(
        r"\][(\[][^\]\r\n]*\["
    ),
    "a shortcut before an escaped bracket: text for pyromark, a link for the reference parser as well": re.compile(
        r"\]\\\["
    ),
    "an HTML comment by the older rules in markdown-it, by those of CommonMark 0.31 in pyromark": re.compile(
        r"<!--(?:-?>|[\s\S]*?--(?:[^>]|\Z))"
    ),
    "strikethrough: where tildes stand next to punctuation": re.compile("~~"),
    "tables: what may be a row of one cell, or end the table": re.compile(r"\|"),
    "footnotes: markdown-it sees them before links and HTML, and as blocks of their own": re.compile(r"\[\^"),
}


# Bodies in real trees on which they differ for a reason that no pattern above describes.
EXPLAINED: Mapping[str, str] = {
    "community/sig-contributor-experience/meeting-notes-archive/2019-meeting-notes.md": "a line that is indented like"
    " code and begins like an item goes on with the paragraph of a deeper item; for markdown-it-py it ends the list",
}


def facts(body: Body) -> Mapping[str, object]:
    """What both parsers have to agree about; columns are pyromark's alone."""
    return {
        "links": sorted((each.target, each.kind, each.line) for each in body.links),
        "headings": [(each.level, each.text, each.line, each.nested) for each in body.headings],
        "labels": sorted((each.kind, " ".join(each.name.casefold().split()), each.line) for each in body.labels),
        "anchors": sorted(body.anchors or ()),
        "block": body.block,
    }


def differences(text: str, links: Links = Links()) -> Mapping[str, tuple[object, object]]:  # noqa: B008 - a frozen value
    text = text.replace("\0", "\ufffd")
    first = facts(by_pyromark.read(text, 1, links))
    second = facts(by_markdown_it.read(text, 1, links))
    return {name: (first[name], second[name]) for name in first if first[name] != second[name]}


def reason(text: str) -> str | None:
    return next((words for words, pattern in REASONS.items() if pattern.search(text)), None)


def examples(data: Path) -> Iterator[tuple[str, str]]:
    for each in json.loads((data / "data/commonmark-0.31.2.json").read_text(encoding="utf-8")):
        yield f"example {each['example']}", each["markdown"]


def archives(data: Path) -> list[Path]:
    return sorted((data / "corpora").glob("*.tar.xz"))


def documents(archive: Path, *, skipped: list[str] | None = None) -> Iterator[tuple[str, str]]:
    """The documents of a packed tree, by name; one that is not UTF-8 (INVALID_ENCODING) is skipped, and noted."""
    with tarfile.open(archive) as files:
        for member in files:
            held = files.extractfile(member) if member.name.endswith(".md") else None
            if held is None:
                continue
            try:
                yield member.name, gate.decode(held.read())
            except gate.BadEncoding:
                if skipped is not None:
                    skipped.append(member.name)


def bodies(archive: Path, *, skipped: list[str] | None = None) -> Iterator[tuple[str, str]]:
    """The bodies of the documents of a packed tree."""
    for name, text in documents(archive, skipped=skipped):
        yield name, text[front_matter.read(text).body_at :]


def main() -> None:
    skipped: list[str] = []
    sources: list[tuple[str, str]] = [(name, Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    if not sources and "MEMINIT_TEST_DATA" in os.environ:
        data = Path(os.environ["MEMINIT_TEST_DATA"])
        sources = [*examples(data), *chain.from_iterable(bodies(each, skipped=skipped) for each in archives(data))]
    reasons: Counter[str] = Counter()
    for name, text in sources:
        for kind, (first, second) in differences(text).items():
            why = EXPLAINED.get(name) or reason(text) or "no known reason"
            reasons[why] += 1
            print(f"{name}: {kind}: {why}\n  pyromark    {first}\n  markdown-it {second}")
    print(f"{len(sources)} texts, {reasons.total()} disagreements, {len(skipped)} files skipped that are not UTF-8")
    for why, count in reasons.most_common():
        print(f"{count:6} {why}")


if __name__ == "__main__":
    main()
