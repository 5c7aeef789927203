"""Tells how links are written: with or without extensions, to pages of a site, to headings."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.config.settings import DEFAULT_SLUGS
from meminit.model.summary import SEPARATOR
from meminit.surveying.evidence import Seen, Share
from meminit.surveying.fields import LEAST_EVIDENCE
from meminit.surveying.layout import Layout
from meminit.surveying.routes import Ground, Sited, sited
from meminit.surveying.targets import Targets, targets

MANNER_SHARE = 0.5  # of the links that can tell anything about a manner must follow it
_MOST_ASKED = 5_000  # documents, evenly chosen, are enough to see how links are written
_MOST_OPENED = 2_000  # different links to headings are enough to see what anchors are made of
_REPEATED = re.compile(r"-{2,}")
_LEADING = re.compile(r"^[^a-z]+")
# What anchors of headings become where they are not made as GitHub makes them.
_OTHERWISE: Mapping[str, Callable[[str], str]] = {
    "mkdocs": lambda anchor: _REPEATED.sub("-", anchor).strip("-"),
    "kramdown": lambda anchor: _LEADING.sub("", anchor),
}


class Links(NamedTuple):
    """`relative` counts links of the `documents`; of those to headings, `existing` tells how many lead to one."""

    documents: int
    relative: int
    existing: Share
    slugs: str
    implicit: Share
    sited: Sited
    is_wiki: bool

    @property
    def implicit_extension(self) -> bool:
        return self.implicit.part >= LEAST_EVIDENCE and self.implicit.is_at_least(MANNER_SHARE)


def links(documents: Iterable[Seen], ground: Ground, layout: Layout | None, *, is_wiki: bool) -> Links:
    listed = list(documents)
    asking = listed[:: -(-len(listed) // _MOST_ASKED) or 1]
    asked = targets(asking)
    lost, existing = _opened(asked, listed)
    return Links(
        documents=len(asking),
        relative=asked.relative,
        existing=existing,
        slugs=layout.slugs if layout else _slugs(lost),
        implicit=_implicit(asked, ground.files),
        sited=sited(asked.site, ground),
        is_wiki=is_wiki,
    )


def _implicit(asked: Targets, files: AbstractSet[str]) -> Share:
    """Of the links without extension that lead to nothing as they stand, how many would with one."""
    bare = [path for path in asked.paths if path not in files and "." not in path.rpartition("/")[2]]
    folders = {each.rpartition("/")[0] for each in files} if bare else frozenset()
    meant = [path for path in bare if path not in folders]
    return Share(sum(1 for path in meant if f"{path}.md" in files), len(meant))


def _opened(asked: Targets, documents: list[Seen]) -> tuple[list[tuple[str, Seen]], Share]:
    """The fragments that lead to no heading of their documents, and how many of all do."""
    if not asked.opened:
        return [], Share(0, 0)
    wanted = {each.partition("#")[0] for each in asked.opened}
    by_path = {each.path: each for each in documents if each.path in wanted}
    step = len(asked.opened) // _MOST_OPENED + 1
    lost, whole = [], 0
    for question in sorted(asked.opened)[::step]:
        path, _, fragment = question.partition("#")
        document = by_path.get(path)
        if document:
            whole += 1
            if not document.has_anchor(fragment):
                lost.append((fragment, document))
    return lost, Share(whole - len(lost), whole)


def _slugs(lost: list[tuple[str, Seen]]) -> str:
    """The generator whose anchors would make most of the lost fragments right, if one does."""
    votes: Counter[str] = Counter()
    for fragment, document in lost:
        anchors = document.anchors.strip(SEPARATOR).split(SEPARATOR)
        votes.update(name for name, made in _OTHERWISE.items() if any(made(each) == fragment for each in anchors))
    best, count = votes.most_common(1)[0] if votes else ("", 0)
    is_clear = count >= LEAST_EVIDENCE and Share(count, len(lost)).is_at_least(MANNER_SHARE)
    return best if is_clear else DEFAULT_SLUGS
