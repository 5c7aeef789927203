"""Finds kinds of documents that have other fields than the rest: by their folders, and by the value of a field."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.surveying import fields
from meminit.surveying.evidence import Seen, Share, is_sayable
from meminit.surveying.fields import LEAST_EVIDENCE, REQUIRED_SHARE, Field, Found
from meminit.surveying.folders import Root, deepest

_DEEPEST = 2  # folders below a docs root that may be a kind of their own
_LEAST_SHARE = 0.05  # of the documents; fewer are not worth a schema of their own
_MOST_SHARE = 0.9  # of the documents; a folder with more of them is the rule, and no kind of its own
_LEAST = 10  # documents of a kind
_MOST_KINDS = 6
_NEARLY_ALL = 0.9  # of the documents of a folder must have front matter for it to be a kind by that
_NEARLY_EVERY = 0.99  # of the documents with a value must have a field for it to be required with that value
_OTHERS = 0.5  # of the documents on the other side; a field that more of them have has nothing to do with the value
_MOST_CONDITIONS = 12
_DRAFT = "draft"  # the field by which every generator leaves a page out
_MOST_CHOICES = 10  # fields that conditions may depend on


class Condition(NamedTuple):
    """Documents in which the field has the value need these fields, too; with `unless`, all others do."""

    field: str
    value: str | bool
    required: tuple[str, ...]
    documents: int
    unless: bool = False


class Kind(NamedTuple):
    """The documents of a folder, without those of other kinds in it."""

    root: str
    documents: int
    found: Found
    conditions: tuple[Condition, ...]


def kinds(documents: Iterable[Seen], roots: Sequence[Root]) -> tuple[Kind, ...]:
    """One kind for each docs root, in their order, then those of folders below them."""
    by_root: dict[str, list[Seen]] = {root.path: [] for root in roots}
    for each in documents:
        by_root[deepest(each.path, by_root)].append(each)
    inner: dict[str, list[Seen]] = {}
    for root, own in list(by_root.items()):
        for folder, inside in _apart(root, own, _MOST_KINDS - len(inner)).items():
            inner[folder] = inside
            taken = {each.path for each in inside}
            by_root[root] = [each for each in by_root[root] if each.path not in taken]
    return tuple(_kind(root, own) for root, own in {**by_root, **inner}.items())


def _kind(root: str, documents: Sequence[Seen]) -> Kind:
    found = fields.fields(each.fields for each in documents)
    drafts = _of_finished(documents, found)
    if drafts:
        eased = tuple(
            each._replace(is_required=False) if each.name in drafts.required else each for each in found.fields
        )
        found = found._replace(fields=eased)
    made = conditions(documents, found, frozenset(drafts.required) if drafts else frozenset())
    return Kind(root, len(documents), found, (drafts, *made) if drafts else made)


def _of_finished(documents: Iterable[Seen], found: Found) -> Condition | None:
    """The required fields that only drafts lack: these are filled in when a draft is finished."""
    fronted = [each.fields for each in documents if each.fields]
    drafts = [each for each in fronted if each.get(_DRAFT) is True]
    if not drafts or len(drafts) == len(fronted):
        return None
    finished = [each for each in fronted if each.get(_DRAFT) is not True]
    needed = [each.name for each in found.fields if each.is_required and each.filled < len(fronted)]
    lacking = Counter(name for each in drafts for name in needed if each.get(name) in ("", None))
    others = Counter(name for each in finished for name in needed if each.get(name) in ("", None))
    names = tuple(sorted(name for name in needed if lacking[name] > others[name]))
    return Condition(_DRAFT, value=True, required=names, documents=len(finished), unless=True) if names else None


def _apart(root: str, documents: Sequence[Seen], most: int) -> Mapping[str, list[Seen]]:
    """The folders whose documents need fields that the others lack, the largest first; none is inside another."""
    every, start = _required(documents), len(root) + 1 if root else 0
    inside: dict[str, list[Seen]] = {}
    for each in documents:
        names = each.folder[start:].split("/") if len(each.folder) > start else []
        for depth in range(1, min(len(names), _DEEPEST) + 1):
            inside.setdefault(each.folder[:start] + "/".join(names[:depth]), []).append(each)
    found: dict[str, list[Seen]] = {}
    for folder, own in sorted(inside.items(), key=lambda each: (-len(each[1]), each[0])):
        if len(found) >= most or not _is_large(len(own), len(documents)):
            break
        is_new = not any(folder.startswith(f"{each}/") for each in found)
        if (
            is_new
            and is_sayable(folder)
            and not Share(len(own), len(documents)).is_at_least(_MOST_SHARE)
            and _required(own) - every
        ):
            found[folder] = own
    return found


def _is_large(count: int, whole: int) -> bool:
    return count >= _LEAST and Share(count, whole).is_at_least(_LEAST_SHARE)


def _required(documents: Iterable[Seen]) -> frozenset[str]:
    """The fields that nearly all documents have; none where few have front matter."""
    listed = list(documents)
    fronted = [each.fields for each in listed if each.fields]
    if not Share(len(fronted), len(listed)).is_at_least(_NEARLY_ALL):
        return frozenset()
    counts = Counter(name for each in fronted for name, value in each.items() if value not in ("", None))
    if len(fronted) < LEAST_EVIDENCE:
        return frozenset()
    return frozenset(name for name, count in counts.items() if Share(count, len(fronted)).is_at_least(REQUIRED_SHARE))


def conditions(
    documents: Iterable[Seen], found: Found, settled: AbstractSet[str] = frozenset()
) -> tuple[Condition, ...]:
    """Fields that depend on the value of another one: all documents but those with it have them, or just these."""
    fronted = [each.fields for each in documents if each.fields]
    choices = [_Choice.of(each, fronted) for each in found.fields if each.values][:_MOST_CHOICES]
    open_ones = [each for each in found.fields if not each.is_required and each.name not in settled]
    optional = {each.name: each.filled for each in open_ones if each.filled >= _LEAST}
    unless = [condition for each in choices for condition in each.exceptions(optional)]
    kept: list[Condition] = []
    left = set(optional)
    for each in sorted(unless, key=_gain, reverse=True)[:_MOST_CONDITIONS]:
        required = tuple(name for name in each.required if name in left)
        if required:
            kept.append(each._replace(required=required))
            left.difference_update(required)
    only = [condition for each in choices for condition in each.conditions(sorted(left))]
    only.sort(key=lambda each: (-each.documents, each.field, str(each.value)))
    return (*kept, *only[:_MOST_CONDITIONS])


def _gain(condition: Condition) -> tuple[int, int, str]:
    return len(condition.required), condition.documents, f"{condition.field} {condition.value}"


class _Choice(NamedTuple):
    """A field with few values, and how many documents with each of them have each field; "" is for those without it."""

    name: str
    sizes: Mapping[str, int]
    counts: Mapping[str, Counter[str]]

    @classmethod
    def of(cls, choice: Field, fronted: Iterable[Mapping[str, object]]) -> "_Choice":
        sizes: Counter[str] = Counter()
        counts: dict[str, Counter[str]] = {}
        for each in fronted:
            value = each.get(choice.name)
            known = value if isinstance(value, str) and value in choice.values else ""
            sizes[known] += 1
            counts.setdefault(known, Counter()).update(name for name, one in each.items() if one not in ("", None))
        return cls(choice.name, sizes, counts)

    def exceptions(self, optional: Mapping[str, int]) -> Iterator[Condition]:
        """The values without which documents need fields that most documents with them lack."""
        whole = sum(self.sizes.values())
        for value, size in self.sizes.items():
            if not value or not _LEAST <= size <= whole - _LEAST:
                continue
            required = tuple(
                name
                for name, filled in sorted(optional.items())
                if name != self.name
                and Share(filled - self.counts[value][name], whole - size).is_at_least(REQUIRED_SHARE)
                and not Share(self.counts[value][name], size).is_at_least(_OTHERS)
            )
            if required:
                yield Condition(self.name, value, required, whole - size, unless=True)

    def conditions(self, optional: Iterable[str]) -> Iterator[Condition]:
        """The fields that nearly every document with a value has, and few with another value."""
        names = [name for name in optional if name != self.name]
        for value, size in self.sizes.items():
            if not value or size < _LEAST:
                continue
            others = [other for other in self.sizes if other not in ("", value)]
            rest = sum(self.sizes[other] for other in others)
            required = tuple(
                sorted(
                    name
                    for name in names
                    if Share(self.counts[value][name], size).is_at_least(_NEARLY_EVERY)
                    and rest >= LEAST_EVIDENCE
                    and not Share(sum(self.counts[other][name] for other in others), rest).is_at_least(_OTHERS)
                )
            )
            if required:
                yield Condition(self.name, value, required, size)
