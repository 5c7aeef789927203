"""What is known of a repository: its settings, its folders, its documents, and what the cache keeps of them.

Nothing is read before it is needed, and nothing is read twice unless `changed` reports it. An overlay lays unsaved or
planned text over the files. A workspace needs neither the main thread nor signals.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from meminit import __version__
from meminit.cache import directory
from meminit.cache.file_state import FileState, state_of, state_of_stored
from meminit.cache.inputs import as_read
from meminit.cache.store import Store
from meminit.config.find import OTHER_NAME, OWN_NAME, Repository
from meminit.config.load import load
from meminit.config.settings import Settings
from meminit.documents.discover import MARKDOWN, Candidate, Discovered, discover
from meminit.documents.tree import Tree
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.installed import PACKAGE, distributions, schemas, sources
from meminit.model.finding import Problem
from meminit.model.outcome import Grounds
from meminit.model.summary import Summary
from meminit.paths import absolute_path, real_path
from meminit.sources.files import NO_OVERLAY, Files, LinkTo, Overlay, Stored
from meminit.sources.gate import is_inside
from meminit.sources.limits import DEFAULT, Limits
from meminit.words import MOST_HINTS

if TYPE_CHECKING:
    from meminit.documents.read import Governing
    from meminit.screens import Demands
    from meminit.workspace.schemas import Schemas

_DECIDING = ("pyromark", "markdown-it-py", "mdit-py-plugins", "jsonschema-rs", "jsonschema", "pyyaml")
_SETTINGS_ENDS = (".toml", ".yaml", ".yml", ".json")  # of configurations and schemas
_ELSE = b"\0"  # no content


class Effort(NamedTuple):
    """How the work is done; apart from the limits, none of it changes the result.

    `hints` are the links of a document for which is said what was meant.
    """

    jobs: int | None = None  # None: as many as shorten the run
    cache_dir: str | None = None
    uses_cache: bool = True
    limits: Limits = DEFAULT
    hints: int = MOST_HINTS


class Workspace:
    """`purpose` names what is cached with another configuration than the repository's own."""

    def __init__(
        self,
        repository: Repository,
        effort: Effort,
        overlay: Overlay = NO_OVERLAY,
        *,
        purpose: str = "",
        below: "Workspace | None" = None,
    ) -> None:
        self.repository = repository
        self.root = repository.root
        self.effort = effort
        self.overlay = overlay
        self.began = time.time_ns()
        self._purpose = purpose
        self._below = below
        self._states: dict[str, FileState | None] = {}
        self._summaries: dict[str, Summary] = {}

    @cached_property
    def store(self) -> Store | None:
        """What the cache keeps; None where nothing is kept, or where all that it could tell is remembered."""
        if self._alike and not self.is_apart:
            return None if self._alike.remembers else self._alike.store
        place = self._cache_place()
        if place is None:
            return None
        about = {
            "config": self._config_name(),
            "overlay": sorted(self._laid_settings),
            "limits": self.effort.limits._asdict(),
            **_tool(),
            **({"under": self._basis} if self.is_apart else {}),
        }
        return Store(os.path.join(place, directory.name(self.root, self._purpose)), about, self.began)

    @cached_property
    def is_apart(self) -> bool:
        """Whether only what its overlay says is kept, since the workspace below has all else."""
        return bool(self._purpose) and self._alike is not None and self._alike.remembers

    @property
    def _basis(self) -> Mapping[str, object]:
        """What the settings and schemas are made of, for what is kept apart."""
        if self._alike:
            return self._alike._basis  # noqa: SLF001 - it is of the same kind
        store = self.store
        read = store.inputs if store and not self.has_loaded_schemas else as_read(self.schemas.files)
        inputs = sorted([each.path, each.digest] for each in read)
        return {"config": store and store.config, "further": store and store.further, "inputs": inputs}

    @property
    def demands(self) -> "Demands | None":
        """What rules across documents need, if the cache knows it."""
        if self._alike:
            return self._alike.demands
        return self.store.demands if self.store and self.is_vouched_for else None

    @cached_property
    def settings(self) -> Settings:
        if self._alike:
            return self._alike.settings
        return load(self.repository, self.store, self.overlay)

    @cached_property
    def tree(self) -> Tree:
        below = self._below.tree if self._below else None
        return Tree(Files(self.root, self.overlay, below), self.effort.limits)

    @cached_property
    def discovered(self) -> Discovered:
        return self._as_below() or discover(self.tree, self.settings)

    def _as_below(self) -> Discovered | None:
        """What the workspace below has found, where the overlay only changes or removes files that stand among others.

        None where the folders have to be searched.
        """
        if not self._alike:
            return None
        there, tree = self._alike.discovered, self._alike.tree
        gone: set[str] = set()
        for path in self._own:
            *above, name = path.split("/")
            kind = (tree.entries(tuple(above)) or {}).get(name)
            content = self.overlay.contents[path]
            if name == ".gitignore" or isinstance(content, LinkTo) or kind != "file":
                return None
            if content is None:
                gone.add(path)
        self.tree.searched = tree.searched
        return there._replace(candidates=tuple(each for each in there.candidates if each.file not in gone))

    @cached_property
    def schemas(self) -> "Schemas":
        if self._alike:
            return self._alike.schemas
        from meminit.workspace.schemas import schemas_of  # noqa: PLC0415 - wanted only where a document is read

        return schemas_of(self.tree.sources, self.settings, self.effort.limits)

    @property
    def deciding_files(self) -> Mapping[str, bytes | None]:
        """The schemas as they were read from the disk; what an overlay says of them is part of the cache's key."""
        return {path: content for path, content in self.schemas.files.items() if not self.tree.sources.is_laid(path)}

    @property
    def deciding(self) -> frozenset[str]:
        """The files that settings and schemas are made of, whether they are there or not."""
        schemas = (each.path for each in self.store.inputs) if self._knows_inputs and self.store else self.schemas.files
        return frozenset((*self._configurations, *self.settings.site_files, *schemas))

    @property
    def _configurations(self) -> tuple[str, ...]:
        return OWN_NAME, OTHER_NAME, self.config_path or OWN_NAME

    @property
    def config_path(self) -> str | None:
        """The path of the configuration below the root; None where there is none, or where it lies elsewhere."""
        place = absolute_path(self.repository.config) if self.repository.config else ""
        return os.path.relpath(place, self.root).replace(os.sep, "/") if is_inside(self.root, place) else None

    @property
    def _knows_inputs(self) -> bool:
        return self.store is not None and self.is_vouched_for and not self.has_loaded_schemas

    @property
    def has_loaded_schemas(self) -> bool:
        return "schemas" in self.__dict__

    @cached_property
    def is_vouched_for(self) -> bool:
        """Whether the schemas that the cached summaries depend on have not changed."""
        if self._alike:
            return self._alike.is_vouched_for
        return self.store is not None and self.store.vouches(self.root)

    @property
    def broken_schemas(self) -> Mapping[str, Problem]:
        """The schemas that cannot be used, by their paths."""
        return {} if self.is_vouched_for else self.schemas.broken

    @property
    def keeps(self) -> bool:
        """Whether what is read of documents will be kept: what git has, but not what is unsaved or planned."""
        laid = self.overlay.contents.items()
        is_planned = self.overlay.is_whole or any(
            isinstance(content, bytes) and path.lower().endswith(MARKDOWN) for path, content in laid
        )
        return self.store is not None and not is_planned

    def governing(self, namespace: str) -> "Governing":
        return self.schemas.by_namespace[namespace]

    def states(self, candidates: Iterable[Candidate]) -> list[FileState | None]:
        """The states of the files of documents when they were first seen."""
        if self.is_apart:  # of all others, the summaries are remembered
            return [self._state(each) if each.file in self._own else None for each in candidates]
        if self._states or self._below or self.overlay:
            return [self._state(each) for each in candidates]
        prefix = self.tree.sources.prefix  # nearly always: each call that is spared counts
        self._states = {each.file: None if each.problem else state_of(prefix + each.file) for each in candidates}
        return list(self._states.values())

    def _state(self, candidate: Candidate) -> FileState | None:
        file = candidate.file
        if file in self._states:
            return self._states[file]
        if candidate.problem:
            state = None
        elif file in self._own or not self._below:
            state = self._own_state(file)
        else:
            state = self._below._state(candidate)  # noqa: SLF001 - it is of the same kind
        self._states[file] = state
        return state

    def _own_state(self, file: str) -> FileState | None:
        if not self.tree.sources.is_laid(file):
            return state_of(self.tree.sources.prefix + file)
        content = self.overlay.contents.get(file)
        is_kept = isinstance(content, Stored) and (self._alike is None or self.is_apart)
        return state_of_stored(content.name) if is_kept and isinstance(content, Stored) else None

    def sizes(self, candidates: Iterable[Candidate]) -> list[int]:
        """The sizes of files, used only to share the work; 0 for a file that cannot be read."""
        sizes, prefix = [], self.tree.sources.prefix
        for each in candidates:
            try:
                sizes.append(os.stat(prefix + each.file).st_size)
            except (OSError, ValueError):
                sizes.append(0)
        return sizes

    def grounds(self, further: Iterable[str]) -> Grounds:
        """All that a run has looked at. `further` are whole paths outside this workspace that were read besides."""
        documents = self.discovered.candidates
        settled = self.schemas.files if self.has_loaded_schemas else ()
        kept = [each.path for each in self.store.inputs] if self.store else []
        prefix, sources = self.tree.sources.prefix, self.tree.sources
        deciding = (prefix + each for each in (*self.settings.site_files, *settled, *kept))
        return Grounds(
            documents=dict(zip((each.file for each in documents), self.states(documents), strict=True)),
            looked_at=sorted(sources.looked_at),
            followed=sorted({*sources.followed, self.repository.config or "", *deciding, *further}),
        )

    def over(self, overlay: Overlay, purpose: str = "", config: str | None = None) -> "Workspace":
        """The same repository with other text over its files; what is known of the files themselves is shared."""
        repository = self.repository._replace(config=os.path.join(self.root, config)) if config else self.repository
        if self.overlay and not overlay.is_whole:
            overlay = self.overlay._replace(contents={**self.overlay.contents, **overlay.contents})
        return Workspace(repository, self.effort, overlay, purpose=purpose, below=self)

    def remember(self, summaries: Iterable[tuple[str, Summary]]) -> None:
        """Takes the summaries of a run; the next run over this workspace need not read these documents again."""
        self._summaries = dict(summaries)

    @property
    def remembers(self) -> bool:
        """Whether this workspace, or one that it shares files with, has the summaries of a run."""
        return bool(self._summaries) or (self._below is not None and self._below.remembers)

    def remembered(self, files: Sequence[str]) -> list[Summary | None]:
        """The summaries of files; None for one that has to be read."""
        known: list[Summary | None] = [None] * len(files)
        if self._summaries:
            known = [self._summaries.get(each) for each in files]
        if self._alike is None:
            return known
        below = self._alike.remembered(files)
        every = zip(files, known, below, strict=True)
        return [own or (None if file in self._own else other) for file, own, other in every]

    def changed(self, paths: Iterable[str]) -> None:
        """Files or folders at these paths have changed, appeared or gone. What depends on them is read again."""
        self._forget("discovered")
        site_files = self.settings.site_files if "settings" in self.__dict__ else frozenset()
        for path in paths:
            names = tuple(path.split("/"))
            self._states.pop(path, None)
            self._summaries.pop(path, None)
            self.tree.forget(names[:-1])
            self.tree.forget(names)
            if names[-1].endswith(_SETTINGS_ENDS) or path in site_files:
                self._summaries.clear()
                self._forget("settings", "schemas", "store", "is_vouched_for")

    def _forget(self, *names: str) -> None:
        for name in names:
            self.__dict__.pop(name, None)

    @cached_property
    def _own(self) -> frozenset[str]:
        """The paths of which the overlay says something else than the workspace below."""
        laid, below = self.overlay.contents, self._below.overlay if self._below else NO_OVERLAY
        if self.overlay.is_whole or not below:
            return frozenset(laid)
        return frozenset(path for path, content in laid.items() if below.contents.get(path, _ELSE) != content)

    @property
    def _laid_settings(self) -> Iterator[list[str]]:
        """The files of the overlay of which settings and schemas may be made, each with its content or its name."""
        for path, content in self.overlay.contents.items():
            if path.lower().endswith(_SETTINGS_ENDS) and content is not None:
                yield [path, content.hex() if isinstance(content, bytes) else str(content[0])]

    @cached_property
    def _alike(self) -> "Workspace | None":
        """The workspace that this one lies over, if the same configuration and schemas decide about both."""
        if not self._below or self._below.repository != self.repository or self.overlay.is_whole:
            return None
        if all(path.lower().endswith(MARKDOWN) for path in self._own):
            return self._below
        is_configured = not self._own.isdisjoint(self._configurations)  # the one below may be invalid
        return None if is_configured or not self._own.isdisjoint(self._below.deciding) else self._below

    def _cache_place(self) -> str | None:
        effort = self.effort
        place = directory.directory(effort.cache_dir) if effort.uses_cache and self.repository.config else None
        if place is not None and is_inside(self.root, real_path(place)):
            if effort.cache_dir:
                words = "--cache-dir is inside the repository, where anyone who commits to it could forge the cache"
                raise MeminitError(INVALID_ARGUMENT, words)
            return None
        return place

    def _config_name(self) -> str | None:
        """The path from the root to the configuration, which is the same in each checkout."""
        if self.repository.config is None:
            return None
        place = absolute_path(self.repository.config)
        return os.fsencode(os.path.relpath(place, self.root) if is_inside(self.root, place) else place).hex()


def _tool() -> Mapping[str, object]:
    """The programs that read documents: another version, or state of the sources, may read them otherwise."""
    known = distributions()
    libraries = [f"{name} {known[name].version}" for name in _DECIDING if name in known]
    state = sources((PACKAGE, schemas()), known.get("meminit"))
    return {"meminit": f"{__version__} {state}", "python": sys.version, "libraries": libraries}
