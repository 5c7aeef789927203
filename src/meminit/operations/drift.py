"""What a check has to say of what documents cover: entries that cover nothing, and code that has changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from meminit.covering.coverage import Coverage, Covering, shown
from meminit.covering.covers import CHANGED, NOTHING, Cover, decoded
from meminit.covering.lock import LARGEST, Affirmed, LockError, by_document, read
from meminit.faults import COVERS_LOCK_INVALID, MeminitError
from meminit.model.finding import Problem, Severity
from meminit.operations.check import Code
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.sources.git_index import tracked_although_ignored
from meminit.words import escape_unencodable, listed, quoted
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

_MOST_NAMED = 3  # files that a message names


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

    def __init__(self, run: Run, wanted: Collection[str], code: Code | None) -> None:
        self._workspace = run.workspace
        self._code = code
        self._compared = code.compared if code else None
        self._every = coverings(run, wanted)

    def problems(self) -> Iterator[tuple[str, Problem]]:
        settings = self._workspace.settings
        if not any(settings.may_be_on(each, Severity.WARNING) for each in (NOTHING, CHANGED)):
            return
        for covering in self._every:
            for cover in covering.covers:
                problem = self._judged(covering, cover)
                if problem:
                    yield covering.path, problem

    def _judged(self, covering: Covering, cover: Cover) -> Problem | None:
        """What cannot be judged of a commit that is only compared with does not end the run."""
        try:
            return self._of(covering, cover)
        except MeminitError:
            if self._code and self._code.base:
                return None
            raise

    def _of(self, covering: Covering, cover: Cover) -> Problem | None:
        meant = self._coverage.meant(cover.written)
        if meant.takes_back or (meant.file and not self._code):
            return None
        words = self._coverage.nothing(covering, cover.written)
        if words:
            return _problem(NOTHING, cover, words)
        known = self._affirmed.get(covering.path, {}).get(cover.written)
        words = self._unlike(covering, cover.written, known) if known else ""
        if known and not words:
            return None
        changed = self._changed(covering, cover.written) if self._compared else ""
        if self._compared and changed:
            return _problem(CHANGED, cover, changed, since=self._compared.ref)
        return _problem(CHANGED, cover, words) if words else None

    def _changed(self, covering: Covering, written: str) -> str:
        """What has changed since base, in words; nothing where the document has changed as well."""
        compared = self._compared
        if compared is None or covering.file in compared.changed:
            return ""
        files = self._coverage.among(covering, written, self._differing)
        meant = self._coverage.meant(written)
        if not files or (meant.file and self._means_the_same(meant.file, meant.name)):
            return ""
        what = shown(written) if meant.file else _some(files)
        return f"{what} changed since {quoted(compared.ref)}, and this document did not"

    def _means_the_same(self, file: str, name: str) -> bool:
        """Whether a symbol means what it meant in base."""
        from meminit.covering.symbols import symbols  # noqa: PLC0415 - few entries name a symbol

        found = self._coverage.symbols(file)
        content = self._compared.before(file) if self._compared and found.is_sound else None
        before = symbols(file, content, (name,)) if content is not None else None
        return before is not None and before.is_sound and before.digests.get(name) == found.digests[name]

    @cached_property
    def _differing(self) -> Mapping[str, list[str]]:
        """The files that differ from base, by the patterns that select them."""
        return self._coverage.by_line(self._compared.differing if self._compared else ())

    def _unlike(self, covering: Covering, written: str, known: Collection[str]) -> str:
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
        if not self._code or not settings.may_be_on(CHANGED, Severity.WARNING):
            return {}
        return by_document(affirmed(self._workspace.tree.sources, settings.lock_path))


def _problem(code: str, cover: Cover, words: str, **further: str) -> Problem:
    return Problem(code, {"target": cover.written, "problem": words, **further}, cover.line, cover.column)


def _some(files: Sequence[str]) -> str:
    named = [shown(escape_unencodable(each)) for each in files[:_MOST_NAMED]]
    return listed(named) if len(files) <= _MOST_NAMED else f"{', '.join(named)} and {len(files) - _MOST_NAMED} more"
