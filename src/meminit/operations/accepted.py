"""Takes away from the findings of a check those that a baseline knows."""

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit.accepting.baseline import BaselineError, Entry, read
from meminit.faults import BASELINE_INVALID, MeminitError
from meminit.fingerprints import fingerprints
from meminit.model.event import Done, Event, Found, Progress
from meminit.model.finding import Finding
from meminit.model.outcome import Advice
from meminit.operations.check import Check
from meminit.operations.reporting import Tally
from meminit.paths import absolute_path
from meminit.sources import gate
from meminit.words import LONGEST_PATH, counted, escape_unencodable, shorten

STALE = "BASELINE_STALE"
LARGEST = 1 << 28  # bytes


class Baseline(NamedTuple):
    """Its path as it is shown, what it knows, and the file that says it, if it is in one."""

    shown: str
    entries: tuple[Entry, ...]
    file: str = ""


def baseline_in(root: str, file: str) -> Baseline:
    """The baseline in a file that the caller names; raises BASELINE_INVALID."""
    shown = shown_path(root, file)
    try:
        return Baseline(shown, tuple(read(gate.callers_bytes(file, LARGEST))), file)
    except gate.SourceError as error:
        words = f"there is no baseline {shown}" if error.kind == "missing" else f"{shown}: {error.words}"
        raise invalid(words, shown) from error
    except BaselineError as error:
        raise damaged(error, shown) from error


def chosen_baseline(root: str, usual: str, file: str, revision: str | None) -> Baseline:
    """The baseline in this file, or in the usual one, as it is now or as it was in a commit."""
    path = file or os.path.join(root, *usual.split("/"))
    if revision is None:
        return baseline_in(root, path)
    shown = shown_path(root, path)
    content = _committed(root, path, revision)
    try:
        return Baseline(f"{shown}@{revision}", tuple(read(content)) if content is not None else ())
    except BaselineError as error:
        raise damaged(error, f"{shown}@{revision}") from error


def _committed(root: str, path: str, revision: str) -> bytes | None:
    """The content of a file in a commit; None where it had none."""
    from meminit.history.base import commit_of, failed  # noqa: PLC0415 - as above
    from meminit.sources.git import GitError, git  # noqa: PLC0415 - few checks ask git

    try:
        asked = git(root)
        name = commit_of(asked, revision, "--baseline-from")
        relative = os.path.relpath(absolute_path(path), asked.top).replace(os.sep, "/")
        blob = asked.ask("cat-file", "blob", f"{name}:{relative}", most=LARGEST)
    except GitError as error:
        raise failed(error, "--baseline-from") from error
    return None if blob.exit else blob.out


def shown_path(root: str, file: str) -> str:
    path = absolute_path(file)
    inside = path.startswith(os.path.join(root, ""))
    shown = os.path.relpath(path, root).replace(os.sep, "/") if inside else os.path.basename(path)
    return shorten(escape_unencodable(shown), LONGEST_PATH)


def damaged(error: BaselineError, shown: str) -> MeminitError:
    place = f"{shown}:{error.line}" if error.line else shown
    return invalid(f"{place}: {error.words}", shown)


def invalid(words: str, shown: str) -> MeminitError:
    return MeminitError(BASELINE_INVALID, words, path=shown, suggestion="meminit baseline")


class Accepted:
    """The events of a check without what a baseline knows. Findings wait for the last document, progress does not."""

    def __init__(self, check: Check, baseline: Baseline, *, strict: bool) -> None:
        self._check = check
        self._baseline = baseline
        self._is_strict = strict
        self.known: tuple[Finding, ...] = ()
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
        yield from self._left(held, reached)
        yield done

    def _left(self, held: list[Found], reached: Progress) -> Iterator[Event]:
        """What the baseline does not know, in the order in which it was found."""
        every = [each for event in held for each in event.findings]
        suppressed = self._check.suppressing.in_order() if self._check.suppressing else ()
        names = fingerprints((*every, *(each.finding for each in suppressed)), self._check.unique_ids())
        entries = {each.fingerprint for each in self._baseline.entries}
        taken = {id(each) for each, name in zip(every, names, strict=False) if name in entries}
        self.known = tuple(each for each in every if id(each) in taken)
        self.new = len(every) - len(self.known)
        found = set(names[: len(every)])
        self.gone = tuple(each for each in self._looked_at() if each.fingerprint not in found)
        tally = Tally(strict=self._check.strict)
        for phase in ("document", "tree"):
            if phase == "tree":
                yield reached._replace(violations=tally.violations, warnings=tally.warnings)
            for event in held:
                left = tuple(each for each in event.findings if id(each) not in taken)
                if event.phase == phase and left:
                    tally.add(left)
                    yield event._replace(findings=left)
        if self.gone and self._is_strict:
            yield Found("tree", self._baseline.shown, tuple(self._check.of_stale(self._baseline.shown, self.gone)))

    def _looked_at(self) -> Iterable[Entry]:
        seen = set()
        for each in self._baseline.entries:
            if self._check.looks_at(each.path) and each.fingerprint not in seen:
                seen.add(each.fingerprint)
                yield each

    @property
    def shown(self) -> str:
        return self._baseline.shown

    @property
    def file(self) -> str:
        return self._baseline.file

    def advice(self) -> tuple[Advice, ...]:
        if not self.gone or self._is_strict:
            return ()
        words = f"{counted(len(self.gone), 'finding')} of {self._baseline.shown} no longer found"
        words = words.replace(" no longer", " is no longer" if len(self.gone) == 1 else " are no longer")
        details = {"count": len(self.gone), "command": "meminit baseline --prune"}
        return (Advice(STALE, f"{words}; `meminit baseline --prune` removes them from it", details),)

    def data(self) -> dict[str, object]:
        return {"file": self._baseline.shown, "known": len(self.known), "new": self.new, "gone": len(self.gone)}
