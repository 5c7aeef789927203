"""Leaves out of the events of a check what is not new since a commit, and what a baseline knows."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from meminit.accepting.baseline import Entry
from meminit.fingerprints import fingerprints
from meminit.model.event import Done, Event, Found, Progress
from meminit.model.finding import Finding
from meminit.model.outcome import Advice
from meminit.operations.accepted import Baseline
from meminit.operations.check import Check
from meminit.operations.reporting import Tally
from meminit.operations.selection import Selection
from meminit.words import counted

if TYPE_CHECKING:
    from meminit.operations.since import Comparison

STALE = "BASELINE_STALE"
_OF_SCHEMAS = frozenset({"SCHEMA_INVALID", "SCHEMA_MISSING"})


class Sifted:
    """The events of a check; findings wait for the last document, progress does not.

    `selection` is what is reported on, once the events are over.
    """

    def __init__(
        self, check: Check, comparison: "Comparison | None", baseline: Baseline | None, *, strict: bool
    ) -> None:
        self._check = check
        self._comparison = comparison
        self._baseline = baseline
        self._is_strict = strict
        self.selection: Selection = check.wanted
        self.known: tuple[Finding, ...] = ()
        self.unreported: tuple[Finding, ...] = ()
        self.gone: tuple[Entry, ...] = ()
        self.new = 0

    def events(self) -> Iterator[Event]:
        held: list[Found] = []
        reached, done = Progress("tree", 0, 0), Done()
        for event in self._check.events():
            if isinstance(event, Found):
                held.append(event)
            elif isinstance(event, Done):
                done = event
            elif isinstance(event, Progress):
                reached = event._replace(violations=0, warnings=0)
                if event.phase == "document":
                    yield reached
            else:
                yield event
        left = self._sifted(held)
        yield from self._left(held, left, reached)
        yield self._done(done, [each for event in held for each in event.findings if id(each) in left])

    def _sifted(self, held: list[Found]) -> Collection[int]:
        """The findings that are left, by their identity in this process."""
        pairs = [(event.phase, each) for event in held for each in event.findings]
        every = [each for _, each in pairs]
        suppressed = self._check.suppressing.in_order() if self._check.suppressing else ()
        names = fingerprints((*every, *(each.finding for each in suppressed)), self._check.unique_ids())
        reported = [True] * len(every)
        if self._comparison:
            reported = self._comparison.reported(self._check, pairs, names)
            self._narrow(self._comparison, {each.path for each, is_so in zip(every, reported, strict=True) if is_so})
        entries = {each.fingerprint for each in self._baseline.entries} if self._baseline else set()
        rows = [(each, name) for each, name, is_so in zip(every, names, reported, strict=False) if is_so]
        self.known = tuple(each for each, name in rows if name in entries)
        self.unreported = tuple(each for each, is_so in zip(every, reported, strict=True) if not is_so)
        self.new = len(rows) - len(self.known)
        found = set(names[: len(every)])
        self.gone = tuple(each for each in self._looked_at() if each.fingerprint not in found)
        return {id(each) for each, name in rows if name not in entries}

    def _narrow(self, comparison: "Comparison", reported: AbstractSet[str]) -> None:
        """Reports on the documents that changed, and on those with new findings."""
        if not comparison.is_all:
            documents = self.selection.documents & (comparison.changed | reported)
            self.selection = self.selection._replace(documents=frozenset(documents))

    def _left(self, held: list[Found], left: Collection[int], reached: Progress) -> Iterator[Event]:
        """What is reported, in the order in which it was found."""
        tally = Tally(strict=self._check.strict)
        for phase in ("document", "tree"):
            if phase == "tree":
                yield reached._replace(violations=tally.violations, warnings=tally.warnings)
            for event in held:
                kept = tuple(each for each in event.findings if id(each) in left)
                if event.phase == phase and kept:
                    tally.add(kept)
                    yield event._replace(findings=kept)
        if self._baseline and self.gone and self._is_strict:
            stale = self._check.of_stale(self._baseline.shown, self.gone)
            yield Found("tree", self._baseline.shown, tuple(stale))

    def _done(self, done: Done, left: Iterable[Finding]) -> Done:
        """With a comparison only what is reported was looked at."""
        if self._comparison is None or self._comparison.reports_all:
            return done
        found = list(left)
        schemas = {each.path for each in found if each.code in _OF_SCHEMAS}
        return done._replace(besides=done.besides & {each.path for each in found}, broken_schemas=len(schemas))

    def _looked_at(self) -> Iterator[Entry]:
        seen = set()
        for each in self._baseline.entries if self._baseline else ():
            is_seen = self._comparison is None or self._comparison.is_all or each.path in self.selection.documents
            if is_seen and self._check.looks_at(each.path) and each.fingerprint not in seen:
                seen.add(each.fingerprint)
                yield each

    @property
    def file(self) -> str:
        """The file of the baseline; empty without one."""
        return self._baseline.file if self._baseline else ""

    @property
    def baseline(self) -> str:
        return self._baseline.shown if self._baseline else ""

    def advice(self) -> tuple[Advice, ...]:
        if not self.gone or self._is_strict:
            return ()
        words = f"{counted(len(self.gone), 'finding')} of {self.baseline} no longer found"
        words = words.replace(" no longer", " is no longer" if len(self.gone) == 1 else " are no longer")
        details = {"count": len(self.gone), "command": "meminit baseline --prune"}
        return (Advice(STALE, f"{words}; `meminit baseline --prune` removes them from it", details),)

    def data(self) -> Mapping[str, object]:
        """What the answer says of the baseline, and of what was compared."""
        told: dict[str, object] = {}
        if self._baseline:
            counts = {"known": len(self.known), "new": self.new, "gone": len(self.gone)}
            told["baseline"] = {"file": self.baseline, **counts}
        if self._comparison:
            told["since"] = self._comparison.data()
        return told
