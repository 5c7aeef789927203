"""Finds out how links are written: with or without extensions, to pages of a site, to headings."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from meminit.config.settings import DEFAULT_SLUGS
from meminit.linking.targets import address
from meminit.model.finding import Finding
from meminit.model.summary import LOOKUP_MARK, SEPARATOR, parted, those_in
from meminit.surveying.evidence import Seen, Share
from meminit.surveying.fields import LEAST_EVIDENCE
from meminit.surveying.routes import Ground, Sited, sited

MANNER_SHARE = 0.5  # of the links that can be written in a certain way must be written so
_OF_SITE_SHARE = 0.25  # the same where pages are made of documents, and other links may lead to pages made otherwise
_MOST_ASKED = 5_000  # documents, evenly chosen: enough to see how links are written
_MOST_OPENED = 2_000  # different links to headings: enough to see how anchors are made
_REPEATED = re.compile(r"-{2,}")
_LEADING = re.compile(r"^[^a-z]+")
# How generators make anchors that differ from those of GitHub.
_OTHERWISE: Mapping[str, Callable[[str], str]] = {
    "mkdocs": lambda anchor: _REPEATED.sub("-", anchor).strip("-"),
    "kramdown": lambda anchor: _LEADING.sub("", anchor),
    "mdn": lambda anchor: anchor.replace("-", "_"),
}
_SIGNS = re.compile(r"[\W_]+")
_FEWEST_IN_SIGNS = 10
_FEWEST_FRAGMENTS = 20  # with an underscore, before they tell anything
_MOST_FOLLOWED = 5_000  # different addresses of a site: enough to see what they have in common
_FROM_TOP = ("?0\n/", "?1\n/")  # lookups of links and of images whose targets begin with a slash
_TEMPLATE = "{"  # the address is a template, and something else will be in its place
_HUGO_INDEX = "_index.md"  # no other generator uses this name


class Layout(NamedTuple):
    """A site generator: files of which one shows that it is used, and how it makes anchors of headings."""

    name: str
    markers: tuple[str, ...]
    slugs: str


class Targets(NamedTuple):
    """The targets of links: how many are relative, the `paths` of files that these lead to, and those with a fragment.

    `site` counts the addresses that begin with a slash, by their paths; `fragments` are those of them.
    """

    relative: int
    paths: frozenset[str]
    opened: frozenset[str]
    site: Counter[str]
    fragments: frozenset[str]


# What shows how anchors are made where no configuration of a generator does.
_GITLAB = Layout("gitlab", (".gitlab-ci.yml",), "gitlab")
_HUGO = Layout("hugo", (), "hugo")
_HUGO_INDEX = "_index.md"  # no other generator uses this name

_ALREADY = 0.98  # of the links to headings; if so many lead to one, they were written so


class Links(NamedTuple):
    """How the links of documents are written; `existing` is the share of links to headings that exist."""

    documents: int
    relative: int
    existing: Share
    slugs: str
    implicit: Share
    sited: Sited
    is_wiki: bool
    is_fronted: bool  # whether front matter is the rule, as where pages are made of documents

    @property
    def implicit_extension(self) -> bool:
        share = _OF_SITE_SHARE if self.is_fronted else MANNER_SHARE
        is_usual = self.implicit.part >= LEAST_EVIDENCE or bool(self.sited.routes)  # which leave endings out, too
        return is_usual and self.implicit.is_at_least(share)


def layout(files: Collection[str], indices: Collection[str]) -> Layout | None:
    """What documents are laid out for, where no generator is configured. `indices` are the names of index pages."""
    if _HUGO_INDEX in indices:
        return _HUGO
    return _GITLAB if any(marker in files for marker in _GITLAB.markers) else None


def links(documents: Iterable[Seen], ground: Ground, layout: Layout | None, *, is_wiki: bool, has_site: bool) -> Links:
    """What a site makes of links is known with it, and not concluded from them."""
    listed = list(documents)
    asking = listed[:: -(-len(listed) // _MOST_ASKED) or 1]
    asked = targets(asking)
    lost, existing = _opened(asked, listed)
    return Links(
        documents=len(asking),
        relative=asked.relative,
        existing=existing,
        slugs=DEFAULT_SLUGS if has_site else _manner(layout, asked, lost, listed, existing),
        implicit=Share(0, 0) if has_site else _implicit(asked, ground.files),
        sited=Sited("", {}, Share(0, 0), {}) if has_site else sited(asked.site, ground),
        is_wiki=is_wiki,
        is_fronted=_is_fronted(listed),
    )


def _implicit(asked: Targets, files: AbstractSet[str]) -> Share:
    """Of the links without extension that lead to nothing, the share that would lead to a file with .md."""
    bare = [path for path in asked.paths if path not in files and "." not in path.rpartition("/")[2]]
    folders = {each.rpartition("/")[0] for each in files} if bare else frozenset()
    meant = [path for path in bare if path not in folders]
    return Share(sum(1 for path in meant if f"{path}.md" in files or f"{path}.mdx" in files), len(meant))


def _opened(asked: Targets, documents: list[Seen]) -> tuple[list[tuple[str, Seen]], Share]:
    """The fragments that lead to no heading of their documents, and the share of those that do."""
    if not asked.opened:
        return [], Share(0, 0)
    wanted = {each.partition("#")[0] for each in asked.opened}
    by_path = {each.path: each for each in documents if each.path in wanted}
    step = len(asked.opened) // _MOST_OPENED + 1
    lost, whole = [], 0
    fragments: dict[str, list[str]] = {}
    for lookup in sorted(asked.opened)[::step]:
        path, _, fragment = lookup.partition("#")
        if path in by_path:
            fragments.setdefault(path, []).append(fragment)
    for path, every in fragments.items():  # one document after the other: each may have a hundred thousand anchors
        there = those_in(by_path[path].anchors, set(every))
        whole += len(every)
        lost += [(fragment, by_path[path]) for fragment in every if fragment not in there]
    return lost, Share(whole - len(lost), whole)


def _manner(
    layout: Layout | None, asked: Targets, lost: list[tuple[str, Seen]], documents: Iterable[Seen], existing: Share
) -> str:
    """How anchors are made of headings; a site that is not made of these documents as they are may not decide."""
    if layout and (layout.markers or not existing.is_at_least(_ALREADY)):
        return layout.slugs
    return _slugs(lost) or _with_underscores(asked.fragments, lost, documents)


def _is_fronted(documents: Collection[Seen]) -> bool:
    """Whether front matter is the rule, or components are, as where pages are made of documents."""
    made = sum(1 for each in documents if each.fields or each.path.endswith(".mdx"))
    return Share(made, len(documents)).is_at_least(MANNER_SHARE)


def is_made_otherwise(findings: Iterable[Finding]) -> bool:
    """Whether many fragments that fail have the letters of an anchor with other signs between them.

    A site that is not known makes anchors in its own way then.
    """
    failed = [each for each in findings if each.code == "BROKEN_ANCHOR"]
    pairs = [(each.edit.old.rpartition("#")[2], each.edit.new.rpartition("#")[2]) for each in failed if each.edit]
    otherwise = sum(
        old.casefold() != new.casefold() and _SIGNS.sub("", old.casefold()) == _SIGNS.sub("", new.casefold())
        for old, new in pairs
    )
    return otherwise >= _FEWEST_IN_SIGNS and Share(otherwise, len(failed)).is_at_least(_OF_SITE_SHARE)


def _with_underscores(fragments: AbstractSet[str], lost: list[tuple[str, Seen]], documents: Iterable[Seen]) -> str:
    """Whether fragments with an underscore, of addresses and those that lead nowhere, would lead to headings so."""
    telling = {each for each in {*fragments, *(fragment for fragment, _ in lost)} if "_" in each}
    if len(telling) < _FEWEST_FRAGMENTS:
        return DEFAULT_SLUGS
    made, known = _OTHERWISE["mdn"], set[str]()
    for document in documents:
        known.update(document.anchors.strip(SEPARATOR).split(SEPARATOR))
    right = telling & set(map(made, known))
    is_clear = len(right) >= _FEWEST_FRAGMENTS and Share(len(right - known), len(right)).is_at_least(MANNER_SHARE)
    return "mdn" if is_clear else DEFAULT_SLUGS


def _slugs(lost: list[tuple[str, Seen]]) -> str:
    """The way to make anchors that would make most of the lost fragments right; empty if none is clear."""
    votes: Counter[str] = Counter()
    for _, together in groupby(lost, key=lambda each: each[1].path):
        every = list(together)
        anchors = parted(every[0][1].anchors)
        for name, made in _OTHERWISE.items():
            others = set(map(made, anchors))
            votes[name] += sum(fragment in others for fragment, _ in every)
    votes = +votes
    best, count = votes.most_common(1)[0] if votes else ("", 0)
    is_clear = count >= LEAST_EVIDENCE and Share(count, len(lost)).is_at_least(MANNER_SHARE)
    return best if is_clear else ""


def targets(documents: Iterable[Seen]) -> Targets:
    """The targets in the lookups of documents, sorted by how they are written."""
    joined = SEPARATOR.join([each.lookups for each in documents if each.lookups])
    asked = joined.split(SEPARATOR) if joined else []
    different = set(asked)
    odd = {each for each in different if each.startswith(LOOKUP_MARK)}
    plain = different - odd
    opened = frozenset(each for each in plain if "#" in each)
    others = Counter(each for each in asked if each in odd) if odd else Counter[str]()
    return Targets(
        len(asked) - others.total(),
        frozenset((plain - opened).union(each.partition("#")[0] for each in opened)),
        opened,
        _addressed(others),
        frozenset(each.rpartition("#")[2] for each in others if each.startswith(_FROM_TOP) and "#" in each),
    )


def _addressed(others: Counter[str]) -> Counter[str]:
    """The paths of addresses of this site, without query and fragment."""
    written = sorted(each for each in others if each.startswith(_FROM_TOP))
    paths: Counter[str] = Counter()
    step = len(written) // _MOST_FOLLOWED + 1
    for lookup in written[::step]:
        target = lookup[len(_FROM_TOP[0]) - 1 :]
        if not target.startswith("//") and _TEMPLATE not in target:
            path = address(target).path.rstrip("/")
            if path:
                paths[path] += others[lookup]
    return paths
