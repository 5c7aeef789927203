"""Quick tests over summaries that spare rules across documents.

Most documents of most repositories are right, and to see that takes a few questions asked of all of them at once. A
screen finds whatever its rules may have anything to say of; where it finds nothing, they are not even loaded. It must
be sound: a property test holds each rule that names one to what it finds without.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, TypeAlias

from meminit.model.summary import FEW, SEPARATOR, Summary, those_in

_AT_ONCE = 20_000  # documents whose lookups are in memory as texts of their own


class Summarized(Protocol):
    """The documents of a run by number, as far as screens look at them."""

    @property
    def all(self) -> Sequence[Summary]: ...

    @property
    def readable(self) -> Mapping[str, int]: ...

    @property
    def known_ids(self) -> frozenset[str]: ...

    @property
    def known_links(self) -> Mapping[int, object]:
        """What is wrong with the links of documents of which this is known, by number; None where nothing is."""

    def of_file(self, file: str) -> Summary | None: ...


class Suspects(NamedTuple):
    """Documents by number that need a look, and lookups of links that summaries do not answer."""

    documents: frozenset[int] = frozenset()
    lookups: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.documents or self.lookups)


Screen: TypeAlias = Callable[[Summarized], Suspects]


class Demands(NamedTuple):
    """What rules across documents ask for. It is kept, so that they need not be loaded while nothing needs a look.

    `screens` are the names of their screens; `always` says that a rule has none, and is asked in every run.
    """

    screens: tuple[str, ...] = ()
    always: bool = False


def name_of(screen: Screen) -> str:
    return f"{screen.__module__}:{screen.__qualname__}"


def named(name: str) -> Screen:
    """The screen of a name that `name_of` gave."""
    module, _, function = name.partition(":")
    found: Screen = getattr(import_module(module), function)
    return found


def ids(summaries: Summarized) -> Suspects:
    """The documents whose ids are shared, whose references lead nowhere, and all that supersede each other."""
    known = summaries.known_ids
    held: Counter[str | None] = Counter(
        each.document_id for each in summaries.all if each.document_id and each.has_sound_id
    )
    newer = {successor for each in summaries.all for successor in each.successors}
    return Suspects(
        frozenset(
            number
            for number, each in enumerate(summaries.all)
            if held[each.document_id] > 1
            or each.document_id in newer
            or each.successors
            or not known.issuperset(each.references)
        )
    )


def links(summaries: Summarized) -> Suspects:
    """The lookups of links that summaries do not answer: of no document, or of an anchor that it lacks."""
    every, readable, known = summaries.all, summaries.readable, summaries.known_links
    asking = [each for number, each in enumerate(every) if number not in known] if known else every
    asked = set[str]()
    for start in range(0, len(asking), _AT_ONCE):
        some = [each.lookups for each in asking[start : start + _AT_ONCE] if each.lookups]
        asked.update(SEPARATOR.join(some).split(SEPARATOR))
        asked.difference_update(readable)  # most are answered so, and do not wait for those of other documents
    asked.discard("")
    unanswered: set[str] = set()
    many: dict[str, list[str]] = defaultdict(list)
    counts = dict.fromkeys(readable, 0)
    for lookup in asked:
        file, mark, fragment = lookup.rpartition("#")
        if not mark or file not in readable:
            unanswered.add(lookup)
            continue
        anchors = every[readable[file]].anchors
        counts[file] += 1
        if counts[file] > FEW:
            many[file].append(fragment)
        elif not anchors or f"{SEPARATOR}{fragment}{SEPARATOR}" not in anchors:
            unanswered.add(lookup)
    for file, fragments in many.items():
        there = those_in(every[readable[file]].anchors or "", fragments)
        unanswered.update(f"{file}#{each}" for each in fragments if each not in there)
    return Suspects(frozenset(number for number, each in known.items() if each), frozenset(unanswered))
