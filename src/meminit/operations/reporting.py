"""Reports the reading of documents as events, for all commands that read them one after the other."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby

from meminit.model.event import Event, Found, Listener, Progress, Started, Waiting
from meminit.model.finding import Finding, Severity
from meminit.workspace.run import Run

_BETWEEN_PROGRESS = 100  # documents


class DoubtfulError(Exception):
    """A rule has crashed, perhaps because of the cache: the run is to be repeated without it."""


class Tally:
    """Counts findings as the outcome will."""

    def __init__(self, *, strict: bool = False) -> None:
        self._strict = strict
        self.violations = self.warnings = 0

    def add(self, findings: Collection[Finding]) -> None:
        wrong = len(findings) if self._strict else sum(each.severity is Severity.ERROR for each in findings)
        self.violations += wrong
        self.warnings += len(findings) - wrong


class Notes(Tally):
    """Counts findings that are printed with an answer as notes: each is a warning there."""

    def add(self, findings: Collection[Finding]) -> None:
        self.warnings += len(findings)


def started(run: Run, total: int) -> Started:
    return Started(run.workspace.root, total, tuple(sorted(each.name for each in run.workspace.settings.namespaces)))


def of_documents(
    run: Run, tally: Tally, findings_of: Callable[[int], Collection[Finding]], among: Collection[str] | None = None
) -> Iterator[Event]:
    """The findings of each document, in the order of paths, while later ones are read; `among` are paths, or all."""
    summaries, candidates = run.gathered, run.workspace.discovered.candidates
    total, done = len(candidates) if among is None else len(among), 0
    for numbers in run.arriving():
        before = done // _BETWEEN_PROGRESS, tally.violations, tally.warnings
        for number in numbers:
            path = candidates[number].path
            if among is not None and path not in among:
                continue
            done += 1
            found = findings_of(number) if summaries[number].findings else ()
            if found:
                tally.add(found)
                yield Found("document", path, tuple(found), summaries[number].document_id)
            if done % _BETWEEN_PROGRESS == 0 and done <= total:  # two files may be shown alike, and count as one
                yield Progress("document", done, total, tally.violations, tally.warnings)
        if before != (done // _BETWEEN_PROGRESS, tally.violations, tally.warnings):
            yield Waiting()


def report_reading(
    run: Run, listener: Listener | None, findings_of: Callable[[int], Collection[Finding]] = lambda _: ()
) -> None:
    """Reads all documents and reports that, for a command whose answer is made of what was read."""
    if listener is None:
        return
    total, notes = len(run.workspace.discovered.candidates), Notes()
    listener(started(run, total))
    for event in of_documents(run, notes, findings_of):
        listener(event)
    listener(Progress("tree", total, total, notes.violations, notes.warnings))


def report_found(listener: Listener | None, findings: Iterable[Finding]) -> None:
    """Reports findings that were made when all documents were read."""
    if listener:
        for path, found in groupby(sorted(findings, key=lambda each: each.path), key=lambda each: each.path):
            listener(Found("tree", path, tuple(found)))


def of_tree(listener: Listener | None) -> Listener | None:
    """What is reported of findings of the tree alone: all else was reported when the documents were read before."""
    if listener is None:
        return None

    def hear(event: Event) -> None:
        if isinstance(event, Found) and event.phase == "tree":
            listener(event)

    return hear


def reported(events: Iterable[Event], listener: Listener | None, run: Run, *, repeats: bool) -> Iterator[Event]:
    """The events, each reported as it happens. `repeats` says that a run in which a rule crashed is repeated."""
    for event in events:
        if listener:
            if repeats and run.crashes and isinstance(event, Found) and event.phase == "tree":
                raise DoubtfulError
            listener(event)
        yield event
