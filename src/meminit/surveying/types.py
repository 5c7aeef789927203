"""Finds out which types of documents there are, and in which folders they are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.surveying.evidence import Seen, Share, ancestors, counts_below, is_sayable
from meminit.surveying.fields import LEAST_EVIDENCE

DIRECTORY_SHARE = 0.95  # of the documents of a type lie in its folder
_MOST_OF_FOLDER = 0.5  # of a folder's documents are of the type it belongs to
MOST_TYPES = 50  # different values of `type`; if there are more, they are not types
_MOST_DIRECTORIES = 20  # reported for a type without a folder of its own
_LONGEST = 60  # characters of a type's name
# Usual names of the folders of types, without numbers before them and in small letters.
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
# The anchors of headings that templates of a type have.
_BY_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "ADR": ("context", "decision", "consequences"),
    "POSTMORTEM": ("timeline", "root-cause"),
}


class Type(NamedTuple):
    """`directories` counts its documents by folders below their root, `sources` by what their type was found from."""

    name: str
    documents: int
    directory: str | None
    directories: Mapping[str, int]
    sources: Mapping[str, int]


class _Guess(NamedTuple):
    type: str
    source: str


def types(documents: Iterable[tuple[str, Seen]]) -> tuple[Type, ...]:
    """The types, the most frequent first. Each document comes with its folder below its docs root."""
    sizes: Counter[str] = Counter()
    guesses: dict[str, Counter[tuple[str, str]]] = {}
    for folder, document in documents:
        sizes[folder] += 1
        guess = _guess(folder, document)
        if guess:
            guesses.setdefault(guess.type, Counter())[folder, guess.source] += 1
    inside = counts_below(sizes)
    found = [_type(name, placed, inside) for name, placed in guesses.items()]
    return tuple(sorted(filter(_is_evident, found), key=lambda each: (-each.documents, each.name)))


def _guess(folder: str, document: Seen) -> _Guess | None:
    """The type from the document's own field, else from the name of its folder or file, else from its headings."""
    own = document.fields.get("type") if document.fields else None
    if isinstance(own, str) and own.strip() and len(own) <= _LONGEST and own.isprintable():
        return _Guess(own, "field")
    name = by_folder(folder)
    if name:
        return _Guess(name, "folder")
    match = _BY_NAME.fullmatch(document.name)
    if match:
        return _Guess(match[1].upper(), "name")
    name = by_headings(document)
    return _Guess(name, "heading") if name else None


def by_folder(folder: str) -> str | None:
    """The type that the topmost folder with a usual name stands for."""
    names = (_NUMBERED.sub("", name, count=1).lower() for name in folder.split("/"))
    return next((_FOLDERS[name] for name in names if name in _FOLDERS), None)


def by_headings(document: Seen) -> str | None:
    title = _BY_TITLE.search(document.anchors)
    if title:
        return title[1].upper()
    sections = _BY_SECTIONS.items()
    return next((name for name, anchors in sections if all(map(document.has_anchor, anchors))), None)


def _is_evident(each: Type) -> bool:
    """Whether there are enough documents, since names of files and headings alone may mean anything."""
    return each.documents >= LEAST_EVIDENCE or not {"field", "folder"}.isdisjoint(each.sources)


def _type(name: str, placed: Mapping[tuple[str, str], int], inside: Mapping[str, int]) -> Type:
    folders: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for (folder, source), count in placed.items():
        folders[folder] += count
        sources[source] += count
    whole, own = folders.total(), counts_below(folders)
    holding = [each for each in own if Share(own[each], whole).is_at_least(DIRECTORY_SHARE) and is_sayable(each)]
    belonging = [each for each in holding if Share(own[each], inside[each]).is_at_least(_MOST_OF_FOLDER)]
    outermost = min(belonging, key=_depth, default=None)
    directory = outermost or max(holding, key=_depth, default=None)
    roofs = sorted(_roofs(folders).items(), key=lambda each: (-each[1], each[0]))[:_MOST_DIRECTORIES]
    kinds = {source: sources[source] for source in ("field", "folder", "name", "heading") if sources[source]}
    return Type(name, whole, directory, {directory: own[directory]} if directory else dict(roofs), kinds)


def _depth(folder: str) -> tuple[int, str]:
    return folder.count("/"), folder


def _roofs(folders: Mapping[str, int]) -> Mapping[str, int]:
    """The documents by the topmost folder on the way that stands for a type, or else by the topmost of all."""
    roofs: Counter[str] = Counter()
    for folder, count in folders.items():
        above = ancestors(folder)[::-1]
        roof = next((each for each in above if by_folder(each)), above[0] if above else ".")
        roofs[roof] += count
    return roofs
