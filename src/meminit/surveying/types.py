"""Tells which types of documents there are, and in which folders they lie."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from meminit.surveying.evidence import Seen, Share, ancestors, is_sayable
from meminit.surveying.fields import LEAST_EVIDENCE

DIRECTORY_SHARE = 0.95  # of the documents of a type lie in its folder
_MOST_OF_FOLDER = 0.5  # of a folder's documents are of the type it belongs to
MOST_TYPES = 50  # different values of `type`; more are no types but texts
_MOST_DIRECTORIES = 20  # told of a type that lies here and there
_LONGEST = 60  # characters of a type's name
# What folders of a type are called, digits in front of it and letter case aside.
_BY_FOLDER: Mapping[str, tuple[str, ...]] = {
    "ADR": ("adr", "adrs", "decisions", "decision-records", "architecture-decisions", "architecture-decision-records"),
    "RFC": ("rfc", "rfcs"),
    "PRD": ("prd", "prds", "requirements", "product-requirements"),
    "FDD": ("fdd", "fdds", "feature-designs"),
    "SPEC": ("spec", "specs", "specification", "specifications"),
    "DESIGN": ("design", "designs", "design-docs", "designdocs"),
    "PLAN": ("plan", "plans", "roadmap", "roadmaps"),
    "RUNBOOK": ("runbook", "runbooks", "playbook", "playbooks"),
    "POSTMORTEM": ("postmortem", "postmortems"),
    "GOV": ("governance", "policies"),
    "GUIDE": ("guide", "guides", "how-to", "howto", "how-tos", "howtos", "tasks"),
    "TUTORIAL": ("tutorial", "tutorials"),
    "CONCEPT": ("concept", "concepts", "explanation", "explanations"),
    "REF": ("reference", "references", "ref"),
    "POST": ("posts", "_posts", "blog"),
}
_FOLDERS = {folder: name for name, folders in _BY_FOLDER.items() for folder in folders}
_NUMBERED = re.compile(r"[0-9]+[-_. ]+")
_BY_NAME = re.compile(r"(?:.*[-_. ])?(adr|rfc|prd|fdd|spec|runbook|postmortem)[-_. ](?:.*[-_. ])?.*", re.IGNORECASE)
_BY_TITLE = re.compile(r"\x7f(adr|rfc|prd|fdd)-[0-9]+[-\x7f]")  # the anchor of a heading: "ADR 12: Queues"
# The headings that templates of a type have; their anchors tell of them.
_BY_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "ADR": ("context", "decision", "consequences"),
    "POSTMORTEM": ("timeline", "root-cause"),
}


class Type(NamedTuple):
    """`directories` count its documents by folders below their root, `sources` by what told their type."""

    name: str
    documents: int
    directory: str | None
    directories: Mapping[str, int]
    sources: Mapping[str, int]


class _Guess(NamedTuple):
    type: str
    source: str


def types(documents: Iterable[tuple[str, Seen]]) -> tuple[Type, ...]:
    """The types, the most frequent first; with each document comes its folder below its docs root."""
    sizes: Counter[str] = Counter()
    guesses: dict[str, list[tuple[str, str, int]]] = {}
    for folder, group in groupby(documents, key=itemgetter(0)):
        for guess, count in Counter(_guess(folder, document) for _, document in group).items():
            sizes[folder] += count
            if guess:
                guesses.setdefault(guess.type, []).append((folder, guess.source, count))
    inside = _inside(sizes)
    found = [_type(name, placed, inside) for name, placed in guesses.items()]
    return tuple(sorted(filter(_is_evident, found), key=lambda each: (-each.documents, each.name)))


def _guess(folder: str, document: Seen) -> _Guess | None:
    """What the document says itself, else what its folder is called, its file, its headings."""
    own = document.fields.get("type") if document.fields else None
    if isinstance(own, str) and own.strip() and len(own) <= _LONGEST and own.isprintable():
        return _said(own)
    name = by_folder(folder)
    if name:
        return _Guess(name, "folder")
    match = _BY_NAME.fullmatch(document.name)
    if match:
        return _Guess(match[1].upper(), "name")
    name = by_headings(document)
    return _Guess(name, "heading") if name else None


@cache
def _said(own: str) -> _Guess:
    return _Guess(own, "field")


@cache
def by_folder(folder: str) -> str | None:
    """The type that the topmost telling folder on the way stands for."""
    names = (_NUMBERED.sub("", name, count=1).lower() for name in folder.split("/"))
    return next((_FOLDERS[name] for name in names if name in _FOLDERS), None)


def by_headings(document: Seen) -> str | None:
    title = _BY_TITLE.search(document.anchors)
    if title:
        return title[1].upper()
    sections = _BY_SECTIONS.items()
    return next((name for name, anchors in sections if all(map(document.has_anchor, anchors))), None)


def _inside(sizes: Mapping[str, int]) -> Mapping[str, int]:
    """How many documents lie in each folder and below it."""
    inside: Counter[str] = Counter()
    for folder, count in sizes.items():
        for above in ancestors(folder):
            inside[above] += count
    return inside


def _is_evident(each: Type) -> bool:
    """A word in the name of a file, or headings that happen to be the same, may mean anything."""
    return each.documents >= LEAST_EVIDENCE or not {"field", "folder"}.isdisjoint(each.sources)


def _type(name: str, placed: list[tuple[str, str, int]], inside: Mapping[str, int]) -> Type:
    folders: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for folder, source, count in placed:
        folders[folder] += count
        sources[source] += count
    whole, own = folders.total(), _inside(folders)
    holding = [each for each in own if Share(own[each], whole).is_at_least(DIRECTORY_SHARE) and is_sayable(each)]
    belonging = [each for each in holding if Share(own[each], inside[each]).is_at_least(_MOST_OF_FOLDER)]
    outermost = min(belonging, key=_depth, default=None)
    directory = outermost or max(holding, key=_depth, default=None)
    told = sorted(_roofs(folders).items(), key=lambda each: (-each[1], each[0]))[:_MOST_DIRECTORIES]
    kinds = {source: sources[source] for source in ("field", "folder", "name", "heading") if sources[source]}
    return Type(name, whole, directory, {directory: own[directory]} if directory else dict(told), kinds)


def _depth(folder: str) -> tuple[int, str]:
    return folder.count("/"), folder


def _roofs(folders: Mapping[str, int]) -> Mapping[str, int]:
    """The folders counted up to the one that tells the type, or else the topmost."""
    roofs: Counter[str] = Counter()
    for folder, count in folders.items():
        above = ancestors(folder)[::-1]
        telling = next((each for each in above if by_folder(each)), above[0] if above else ".")
        roofs[telling] += count
    return roofs
