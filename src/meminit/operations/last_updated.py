"""Finds documents whose `last_updated` is older than the day of their last commit."""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime

from meminit.covering.covers import STALE, UPDATED, decoded
from meminit.history.base import head
from meminit.history.changes import changes
from meminit.history.last_changes import LastChanges, last_changes
from meminit.model.finding import Problem
from meminit.model.outcome import Advice
from meminit.operations.check import Code
from meminit.sources.git import Git, GitError, git
from meminit.workspace.run import Run

_UNKNOWN = "LAST_CHANGE_UNKNOWN"
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])", re.ASCII)


class LastUpdated:
    """`advice` says what git did not answer."""

    def __init__(self, run: Run, wanted: Collection[str], code: Code) -> None:
        self._run = run
        self._wanted = wanted
        self._base = code.base
        self._staged = code.compared is not None and code.compared.is_staged
        self.advice: tuple[Advice, ...] = ()

    def problems(self) -> Iterator[tuple[str, Problem]]:
        summaries = self._run.summaries
        dated = {
            candidate.file: (candidate.path, decoded(summary.updated)[0])
            for candidate, summary in zip(summaries.candidates, summaries.all, strict=True)
            if summary.updated and candidate.path in self._wanted and not candidate.problem
        }
        try:
            found = self._last_changes(dated) if dated else LastChanges({})
        except GitError as error:
            self._note(error.words)
            return
        if found.is_cut:
            self._note("the history of this clone does not reach back to the last commit of every document")
        for file, time in found.times.items():
            path, written = dated[file]
            day, said = _day(time), _DAY.match(written.written)
            if day and said and said[0] < day:
                context = {"field": UPDATED, "said": said[0], "day": day}
                yield path, Problem(STALE, context, written.line, written.column)

    def _last_changes(self, files: Collection[str]) -> LastChanges:
        """Of the documents that are as they were committed."""
        workspace = self._run.workspace
        workspace.tree.sources.is_all_noted = False  # history decides as well
        asked = git(workspace.root)
        folders = [each.root or "." for each in workspace.settings.namespaces]
        if self._base:
            return last_changes(asked, self._base, dict(zip(files, files, strict=True)), folders)
        return last_changes(asked, *self._committed(asked, files), folders)

    def _committed(self, asked: Git, files: Collection[str]) -> tuple[str, Mapping[str, str]]:
        base = head(asked)
        made = changes(asked, base, staged=self._staged)
        olds = made.renamed
        return base.commit, {each: olds.get(each, each) for each in files if each not in made.changed}

    def _note(self, words: str) -> None:
        text = f"{STALE} is not judged where git cannot tell when a document was last changed: {words}"
        self.advice = (Advice(_UNKNOWN, text, {}),)


def _day(time: int) -> str:
    """Of seconds since 1970, in UTC; empty for what is no date."""
    try:
        return datetime.fromtimestamp(time, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""
