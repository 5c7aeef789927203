"""What a check has to say of what documents cover: entries that cover nothing, and code that has changed."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from meminit.covering.coverage import Coverage, Covering, shown
from meminit.covering.covers import CHANGED, NOTHING, Cover, decoded
from meminit.covering.lock import LARGEST, Affirmed, LockError, by_document, read
from meminit.faults import COVERS_LOCK_INVALID, MeminitError
from meminit.model.finding import Problem, Severity
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.sources.git_index import tracked_although_ignored
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace


def coverings(run: Run, wanted: Collection[str] | None = None) -> list[Covering]:
    """The documents that cover something; of those at the wanted paths, or of all."""
    summaries = run.summaries
    pairs = zip(summaries.candidates, summaries.all, strict=True)
    return [
        Covering(candidate.path, candidate.file, tuple(decoded(summary.covers)))
        for candidate, summary in pairs
        if summary.covers and (wanted is None or candidate.path in wanted)
    ]


def coverage(workspace: Workspace, every: list[Covering]) -> Coverage:
    def tracked() -> list[str]:
        workspace.tree.sources.is_all_noted = False
        return tracked_although_ignored(workspace.root)

    return Coverage(workspace.tree, every, (workspace.settings.lock_path,), tracked)


def affirmed(files: Files, path: str) -> list[Affirmed]:
    """What the lock says, nothing where there is none; raises COVERS_LOCK_INVALID."""
    try:
        return read(files.read(path, LARGEST))
    except gate.SourceError as error:
        if error.kind == "missing":
            return []
        raise _invalid(f"{path}: {error.words}", path) from error
    except LockError as error:
        raise _invalid(f"{path}:{error.line}: {error.words}", path) from error


def _invalid(words: str, path: str) -> MeminitError:
    return MeminitError(COVERS_LOCK_INVALID, words, path=path, suggestion="meminit affirm PATH")


class Drift:
    """What there is to say of some documents of a run; without code, only of patterns that match no file."""

    def __init__(self, run: Run, wanted: Collection[str], *, with_code: bool) -> None:
        self._workspace = run.workspace
        self._with_code = with_code
        self._every = coverings(run, wanted)

    def problems(self) -> Iterator[tuple[str, Problem]]:
        settings = self._workspace.settings
        if not any(settings.may_be_on(each, Severity.WARNING) for each in (NOTHING, CHANGED)):
            return
        for covering in self._every:
            for cover in covering.covers:
                problem = self._of(covering, cover)
                if problem:
                    yield covering.path, problem

    def _of(self, covering: Covering, cover: Cover) -> Problem | None:
        meant = self._coverage.meant(cover.written)
        if meant.takes_back or (meant.file and not self._with_code):
            return None
        words = self._coverage.nothing(covering, cover.written)
        if words:
            return _problem(NOTHING, cover, words)
        known = self._affirmed.get(covering.path, {}).get(cover.written)
        words = self._changed(covering, cover.written, known) if known else ""
        return _problem(CHANGED, cover, words) if words else None

    def _changed(self, covering: Covering, written: str, known: Collection[str]) -> str:
        """What has changed since it was affirmed, in words."""
        try:
            if self._coverage.digest(covering, written) in known:
                return ""
        except gate.SourceError as error:
            return f"what {shown(written)} covers cannot be compared with what was affirmed: {error.words}"
        return f"what {shown(written)} covers has changed since this document was affirmed"

    @cached_property
    def _coverage(self) -> Coverage:
        return coverage(self._workspace, self._every)

    @cached_property
    def _affirmed(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        settings = self._workspace.settings
        if not self._with_code or not settings.may_be_on(CHANGED, Severity.WARNING):
            return {}
        return by_document(affirmed(self._workspace.tree.sources, settings.lock_path))


def _problem(code: str, cover: Cover, words: str) -> Problem:
    return Problem(code, {"target": cover.written, "problem": words}, cover.line, cover.column)
