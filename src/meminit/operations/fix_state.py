"""What is corrected, and what has come of it so far: corrections, drafts of files, and checks of what they make."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from meminit.correction import Corrected, DateOrder, NewId, Renamed
from meminit.documents.discover import Candidate
from meminit.edits.drafts import Draft
from meminit.model.event import Done, Found, Listener
from meminit.model.finding import Finding
from meminit.operations.check import Check
from meminit.operations.judging import subject
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

Key: TypeAlias = tuple[str, ...]  # see `subject`


class Asked(NamedTuple):
    """What is to be corrected: the paths and codes that were named, or all."""

    paths: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()
    with_unsafe: bool = False
    today: str = ""
    date_order: DateOrder | None = None


class Unit(NamedTuple):
    """One correction of one finding; the file is named by its path on the disk."""

    file: str
    finding: Finding
    result: Corrected | Renamed | NewId

    @property
    def key(self) -> Key:
        return subject(self.finding, self.file)


@dataclass(frozen=True)
class State:
    """What has been made of the files so far, by their paths on the disk: texts, new paths, what was corrected."""

    drafts: Mapping[str, Draft] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    units: tuple[Unit, ...] = ()
    # Files that were edited because of corrections of other ones.
    followers: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)

    @property
    def overlay(self) -> Overlay:
        contents: dict[str, bytes | None] = dict.fromkeys(self.moved)
        contents.update((self.now(file), draft.content) for file, draft in self.drafts.items())
        return Overlay(contents)

    def now(self, file: str) -> str:
        """The path at which a file of the disk is now."""
        return self.moved.get(file, file)

    def at(self, file: str) -> str:
        """The path on the disk of a file that is at this path now."""
        return self._before.get(file, file)

    def same(self, other: "State") -> Iterator[str]:
        """The paths of files that are edited, and are the same in another state."""
        for file, draft in self.drafts.items():
            if other.drafts.get(file) is draft and other.now(file) == self.now(file):
                yield self.now(file)

    @cached_property
    def _before(self) -> dict[str, str]:
        return {new: old for old, new in self.moved.items()}


class Look:
    """One check of the repository as a state makes it."""

    def __init__(
        self, workspace: Workspace, stages: Stages, paths: tuple[str, ...] = (), listener: Listener | None = None
    ) -> None:
        self.workspace = workspace
        self.run = Run(workspace, stages)
        check = Check(self.run)
        self.findings: list[Finding] = []
        self.crashes: tuple[Exception, ...] = ()
        for event in check.events():
            if listener:
                listener(event)
            if isinstance(event, Found):
                self.findings += event.findings
            elif isinstance(event, Done):
                self.crashes = event.crashes
        self.selection = Check(self.run, paths).wanted if paths else None
        self.wanted = self.selection.documents if self.selection else None

    @cached_property
    def candidates(self) -> Mapping[str, Candidate]:
        """By the path that is shown."""
        return {each.path: each for each in self.workspace.discovered.candidates}
