"""A run over a repository: its settings, its documents, and a card for each of them."""

import os
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from meminit import __version__
from meminit.cache import directory as shelf
from meminit.cache.file_state import FileState, state_of
from meminit.cache.inputs import are_alike, as_read, inputs
from meminit.cache.store import Store
from meminit.config.find import Repository
from meminit.config.load import Memory, load
from meminit.documents.discover import Candidate, discover
from meminit.documents.tree import Tree
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.installed import PACKAGE, distributions, schemas, sources
from meminit.model.finding import Finding, Problem
from meminit.paths import absolute_path, real_path
from meminit.sources.gate import is_inside
from meminit.sources.limits import DEFAULT, Limits
from meminit.stages import Stages
from meminit.workspace.gathering import Gathering
from meminit.workspace.screening import asks_everything, suspicion
from meminit.workspace.summaries import Library

if TYPE_CHECKING:
    from meminit.documents.read import Governing
    from meminit.model.document import Document
    from meminit.workspace.across import Across
    from meminit.workspace.judging import Verdicts
    from meminit.workspace.reading import Analysing
    from meminit.workspace.schemas import Schemas

_DECIDING = ("pyromark", "markdown-it-py", "mdit-py-plugins", "jsonschema-rs", "jsonschema", "pyyaml")


class Effort(NamedTuple):
    """How a run shall be done; but for the limits, none of it changes what comes out."""

    jobs: int | None = None  # None: as many as pay
    cache_dir: str | None = None
    uses_cache: bool = True
    limits: Limits = DEFAULT


class Session:
    """Settings and documents at first; `gather` comes by the cards, `finish` keeps them for the next run.

    `tells` says that a command will tell of the documents. What another session that was `before` this
    one has seen of the tree is not looked at again.
    """

    def __init__(
        self,
        repository: Repository,
        effort: Effort,
        stages: Stages,
        *,
        tells: bool = False,
        before: "Session | None" = None,
    ) -> None:
        self._tells = tells
        self._is_draft = repository.draft is not None
        self._drafts = repository.draft.schemas if repository.draft else {}
        self.root = root = repository.root
        self._effort = effort
        self._stages = stages
        self._now = time.time_ns()
        stages.begin("settings")
        self._store = _store(repository, effort, self._now)
        self.settings = load(repository, self._store)
        stages.begin("discover")
        self.tree: Tree = before.tree if before else Tree(root, effort.limits)
        self.discovered = discover(self.tree, self.settings)
        self._is_sound = self._store is not None and self._store.vouches(root)
        self._gathering: Gathering | None = None
        self._known = before.states() if before else {}
        self.crashes: list[Exception] = []  # what rules raised

    @cached_property
    def schemas(self) -> "Schemas":
        from meminit.workspace.schemas import schemas_of  # noqa: PLC0415 - wanted only where a document is read

        return schemas_of(self.root, self.settings, self._effort.limits, self._drafts)

    @cached_property
    def analysing(self) -> "Analysing":
        from meminit.workspace.reading import Analysing  # noqa: PLC0415 - imports all parsers: as above

        keeps = self._store is not None
        tells = self._tells or (keeps and not self._is_draft)  # what is kept of a draft serves drafts alone
        return Analysing(self.settings, self._governing, self.tree, self._verdicts, keeps=keeps, tells=tells)

    @cached_property
    def _across(self) -> "Across":
        from meminit.workspace.across import Across  # noqa: PLC0415 - wanted only where something is suspicious

        return Across(self.settings, self.tree, self._verdicts)

    @cached_property
    def _verdicts(self) -> "Verdicts":
        from meminit.workspace.judging import Verdicts  # noqa: PLC0415 - imports all rules

        return Verdicts(self.settings, self.crashes)

    @property
    def beside(self) -> Memory | None:
        """Where a configuration is remembered that this run does not hang on."""
        return self._store.beside if self._store else None

    @property
    def broken(self) -> Mapping[str, Problem]:
        """The schemas that cannot be used, by their paths."""
        return {} if self._is_sound else self.schemas.broken

    def gather(self) -> Library:
        self._stages.begin("read")
        candidates = self.discovered.candidates
        states = self._states(candidates) if self._store else [None] * len(candidates)
        gathering = Gathering(lambda: self.analysing, candidates, states, self._store, self._effort.jobs, self._sizes)
        self._stages.note(f"{len(candidates)} documents, {len(gathering.renewed)} of them read")
        self._gathering = gathering
        return Library(candidates, gathering.cards, gathering.detail, self._read)

    def _sizes(self, candidates: Iterable[Candidate]) -> list[int]:
        """For who shares the work alone, so nothing hangs on it; one that cannot be read takes no time."""
        sizes, prefix = [], self.tree.prefix
        for each in candidates:
            try:
                sizes.append(os.stat(prefix + each.file).st_size)
            except (OSError, ValueError):
                sizes.append(0)
        return sizes

    def states(self) -> Mapping[str, FileState | None]:
        """What the files of documents were, as far as anybody looked."""
        states = self._gathering.states if self._gathering and self._store else ()
        return dict(zip((each.file for each in self.discovered.candidates), states, strict=False))

    def retell(self, told: Mapping[int, bytes]) -> None:
        """Keeps for the next run what more is told of documents, by their numbers."""
        if self._store and self._gathering:
            self._gathering.retell(told)

    def across(self, library: Library, only: Collection[str] = ()) -> list[Finding]:
        """The findings of the rules across documents, which are not even asked where nothing is suspicious.

        Of some rules only, where their codes are given.
        """
        suspected = suspicion(library)
        is_asked = suspected or asks_everything(self.settings)
        return self._across.findings(library, suspected, only) if is_asked else []

    def observed(self, problems: Iterable[tuple[str, Problem]]) -> list[Finding]:
        """The findings of things seen outside any document, by their paths."""
        return [finding for path, problem in problems for finding in self._verdicts.observed(path, (problem,))]

    def _governing(self, namespace: str) -> "Governing":
        return self.schemas.by_namespace[namespace]

    def _read(self, candidate: Candidate) -> "Document":
        return self.analysing.read(candidate)

    def finish(self) -> None:
        """Keeps the cards for the next run, unless a schema is broken, which every run has to tell.

        They are kept only if all that decided about them, the schemas as they were read among it, is what it was.
        """
        self._stages.begin("keep")
        store, gathering = self._store, self._gathering
        if store is None or gathering is None or self.broken:
            return
        if gathering.renewed or store.is_borrowed or store.count != len(gathering.cards):
            is_loaded = "schemas" in self.__dict__  # where no document was read, none was wanted
            read = as_read(self.schemas.files) if is_loaded else store.inputs
            after = inputs(self.root, [each.path for each in read], self._now)
            if are_alike(read, after) and (not self._is_sound or are_alike(read, store.inputs)):
                store.save(gathering.made(), {each.file for each in self.discovered.candidates}, after)

    def _states(self, candidates: Iterable[Candidate]) -> list[FileState | None]:
        base, known = self.tree.prefix, self._known
        return [
            known[each.file] if each.file in known else None if each.problem else state_of(base + each.file)
            for each in candidates
        ]


def _store(repository: Repository, effort: Effort, now: int) -> Store | None:
    draft = repository.draft
    place = shelf.directory(effort.cache_dir) if effort.uses_cache and (repository.config or draft) else None
    if place is None:
        return None
    if is_inside(repository.root, real_path(place)):
        if effort.cache_dir:
            words = "--cache-dir lies inside the repository, where whoever commits to it could forge what is kept"
            raise MeminitError(INVALID_ARGUMENT, words)
        return None
    about = {
        "config": repository.config and os.fsencode(_within(repository.root, repository.config)).hex(),
        "drafts": draft and [draft.purpose, *sorted(map(list, draft.schemas.items()))],
        "limits": effort.limits._asdict(),
        **_tool(),
    }
    return Store(os.path.join(place, shelf.name(repository.root, draft.purpose if draft else "")), about, now)


def _within(root: str, path: str) -> str:
    """The path from the root to what lies below it, which is the same in each checkout."""
    place = absolute_path(path)
    return os.path.relpath(place, root) if is_inside(root, place) else place


def _tool() -> Mapping[str, object]:
    """What reads documents: another version, or state of the sources, may read them otherwise."""
    known = distributions()
    libraries = [f"{name} {known[name].version}" for name in _DECIDING if name in known]
    state = sources((PACKAGE, schemas()), known.get("meminit"))
    return {"meminit": f"{__version__} {state}", "python": sys.version, "libraries": libraries}
