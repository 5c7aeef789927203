"""Compares a check with a commit: which documents have changed, and which findings base does not have."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from meminit.documents.discover import MARKDOWN
from meminit.faults import CONFIG_INVALID, CONFIG_MISSING, MeminitError
from meminit.fingerprints import fingerprints
from meminit.history.base import Base, failed, head, since
from meminit.history.changes import changes, unstaged
from meminit.history.laying import Contents, over
from meminit.model.event import Found, Phase
from meminit.model.finding import Finding
from meminit.operations.check import Check, Code, Compared
from meminit.sources.gate import SourceError
from meminit.sources.git import Git, GitError, git
from meminit.stages import Stages
from meminit.words import counted, escape_invisible, escape_unencodable
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

_SHOWN = 12  # digits of a commit
_IGNORES = ".gitignore"
_NO_IDS: Mapping[str, str] = {}


class Wish(NamedTuple):
    """What a check is to be compared with: a revision, or for what is staged None; and whether only new ones count."""

    revision: str | None
    new_only: bool = False


class _Known(NamedTuple):
    """The findings of base by their fingerprints: those with the ids of documents, and those with paths alone."""

    by_id: Collection[str] = ()
    by_path: Collection[str] = ()


class Comparison:
    """`now` is what is checked: the files of the disk, or those of the index."""

    def __init__(self, disk: Workspace, wish: Wish, stages: Stages) -> None:
        stages.begin("git")
        self._option = "--staged" if wish.revision is None else "--since"
        self._wish = wish
        self._stages = stages
        try:
            asked = git(disk.root).without_filters()
            self.base: Base = head(asked) if wish.revision is None else since(asked, wish.revision)
            self.changes = changes(asked, self.base, staged=wish.revision is None)
            self._read = Contents(asked, lambda error: failed(error, self._option))
            self.now = self._index(disk, asked) if wish.revision is None else disk
            _ = self.changes.renamed
        except GitError as error:
            raise failed(error, self._option) from error

    def _index(self, disk: Workspace, asked: Git) -> Workspace:
        """The repository as the index has it; a configuration that git does not have yet counts all the same."""
        differing = unstaged(asked)
        laid = over(disk.root, differing, self._read, _is_read, disk.effort.limits.document)
        contents = {path: each for path, each in laid.contents.items() if each or path != disk.config_path}
        return disk.over(laid._replace(contents=contents), "staged") if contents else disk

    @cached_property
    def changed(self) -> frozenset[str]:
        """The documents that have changed, as their paths are shown."""
        files = self.changes.changed
        return frozenset(each.path for each in self.now.discovered.candidates if each.file in files)

    def compared(self) -> Compared:
        """What has changed, for what documents say of code."""
        ref = "HEAD" if self._wish.revision is None else self.base.ref
        changes = self.changes
        return Compared(ref, changes.differing.keys(), changes.changed, self._before, self._wish.revision is None)

    def _before(self, file: str) -> bytes | None:
        """What base has of a file that differs, under its old path if it was renamed; None for nothing, or too much."""
        side = self.changes.differing.get(self.changes.renamed.get(file, file))
        entry = side.before if side else None
        if entry is None or entry.is_link or entry.is_module:
            return None
        try:
            return self._read.read(entry.name, self.now.effort.limits.document)
        except SourceError:
            return None

    @cached_property
    def is_all(self) -> bool:
        """Whether the configuration or a schema has changed, so that any finding may be new."""
        return not self.now.deciding.isdisjoint(self.changes.differing)

    @property
    def reports_all(self) -> bool:
        return self.is_all and not self._wish.new_only

    def reported(self, check: Check, found: Sequence[tuple[Phase, Finding]], names: Sequence[str]) -> list[bool]:
        """For each finding of all documents whether it is reported; `names` are their fingerprints."""
        if self.reports_all:
            return [True] * len(found)
        told = [self._at_once(phase, each) for phase, each in found]
        if None not in told:
            return [bool(each) for each in told]
        base = self._judged(check)
        suppressed = check.suppressing.in_order() if check.suppressing else ()
        every = (*(each for _, each in found), *(each.finding for each in suppressed))
        pairs = zip(names, fingerprints(every, _NO_IDS), strict=False)
        new = [name not in base.by_id and alone not in base.by_path for name, alone in pairs]
        return [is_new if each is None else each for each, is_new in zip(told, new, strict=False)]

    def _at_once(self, phase: Phase, finding: Finding) -> bool | None:
        """Whether a finding is reported; None where only base can tell.

        What a document has by itself, it has in base as well if it has not changed.
        """
        if "since" in finding.context:  # it is about what changed since base
            return True
        if finding.path in self.changed:
            return None if self._wish.new_only else True
        return False if phase == "document" and finding.path in self._unmoved else None

    @cached_property
    def _unmoved(self) -> Collection[str]:
        """The documents that base has at the same path, under the same configuration."""
        if self.is_all or any(path.rpartition("/")[2] == _IGNORES for path in self.changes.differing):
            return ()
        modules = tuple(f"{path}/" for path, side in self.changes.differing.items() if side.is_of_module)
        there = (each for each in self.now.discovered.candidates if not each.file.startswith(modules))
        return {each.path for each in there} - {*self.changed, *self._moved.values()}

    @cached_property
    def _moved(self) -> Mapping[str, str]:
        """The new paths of renamed files by their old ones, as they are shown."""
        return {escape_unencodable(old): escape_unencodable(new) for new, old in self.changes.renamed.items()}

    def _judged(self, check: Check) -> _Known:
        """Judges base, as it lies in the objects of git."""
        now = self.now
        deciding = now.deciding if self.is_all else ()
        laid = over(
            now.root,
            self.changes,
            self._read,
            lambda path: _is_read(path) or path in deciding,
            now.effort.limits.document,
            now.overlay,
        )
        run = Run(now.over(laid, "since"), self._stages)
        judged = Check(run, suppress=check.suppressing is not None, code=Code(base=self.base.commit))
        try:
            found = [each for event in judged.events() if isinstance(event, Found) for each in event.findings]
        except MeminitError as error:
            if error.fault not in {CONFIG_INVALID, CONFIG_MISSING}:
                raise
            return _Known()  # there were no documents yet
        suppressed = judged.suppressing.in_order() if judged.suppressing else ()
        every = [*found, *(each.finding for each in suppressed)]
        ids = judged.unique_ids()
        by_id = fingerprints(every, {self._moved.get(path, path): name for path, name in ids.items()})
        every = [each._replace(path=self._moved.get(each.path, each.path)) for each in every]
        by_path = fingerprints(every, _NO_IDS)
        return _Known(frozenset(by_id[: len(found)]), frozenset(by_path[: len(found)]))

    def data(self) -> Mapping[str, object]:
        return {"ref": self.base.ref, "base": self.base.commit, "changed": len(self.changed)}

    def told(self) -> str:
        """What was compared, for people."""
        total = len(self.now.discovered.candidates)
        words = f"compared with {escape_invisible(self.base.ref)} ({self.base.commit[:_SHOWN]}):"
        words = f"{words} {len(self.changed)} of {counted(total, 'document')} changed"
        return f"{words}, and the configuration or a schema" if self.is_all else words

    @cached_property
    def _files(self) -> Mapping[str, str]:
        return {each.path: each.file for each in self.now.discovered.candidates}

    def text_of(self, path: str) -> bytes | None:
        """The text of a document as it was judged, where it is another one than on the disk."""
        file = self._files.get(path, path)
        return self.now.tree.sources.laid_text(file, self.now.effort.limits.document)


def _is_read(path: str) -> bool:
    return path.lower().endswith(MARKDOWN) or path.rpartition("/")[2] == _IGNORES
