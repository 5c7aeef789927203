"""The contract of a diagnosis: its code, level, message and remedy, and a pure function that yields signs.

A diagnosis finds a setting, or a fact about the environment, that would make the result of a check surprising. It
yields signs; `doctor` adds code, level, message and remedy.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import Namespace, Settings
from meminit.config.written import Line, Written
from meminit.model.finding import Severity
from meminit.model.node import Path
from meminit.schema.contradictions import Judged
from meminit.sources.globs import Step, idle

PYTHON = "Python"


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Meta(NamedTuple):
    """A diagnosis's row in the catalogue. Message and remedy are templates over the context of a sign."""

    code: str
    group: str
    level: Level
    message: str
    remedy: str
    summary: str
    since: str = "0.5"


class Sign(NamedTuple):
    """One case of a diagnosis, and its place: a key of the configuration, a line or key of `path`, or none."""

    context: Mapping[str, object] = {}
    key: Path | None = None
    path: str | None = None
    line: int | None = None


class Root(NamedTuple):
    """The docs root of a namespace: its path with symbolic links resolved, None if it does not exist."""

    real: str | None
    is_ignored: bool = False


class Held(NamedTuple):
    """The schemas that apply together to a document of a namespace, by their paths; "" is the built-in schema."""

    namespace: str
    schemas: Mapping[str, Judged]


class Flaw(NamedTuple):
    """An error in a document made from a template."""

    line: int | None
    words: str


class Template(NamedTuple):
    """The template of a type; `flaws` are the errors that a document made from it has in every namespace."""

    type_name: str
    path: str
    is_there: bool = True
    is_governed: bool = False
    flaws: tuple[Flaw, ...] = ()


class KnownRule(NamedTuple):
    severity: Severity
    applies: bool  # whether it can find anything under these settings


class Library(NamedTuple):
    """Python or a library: its version (None if it is not installed) and the lowest version that meminit needs."""

    name: str
    version: str | None
    floor: str


class Facts(NamedTuple):
    """The input of all diagnoses. A fact that no diagnosis needs under these settings is left empty.

    `seen` has, for each namespace, the paths below its root of every file and folder that discovery met, as tuples of
    names; the tuple of a folder ends with an empty name.
    """

    settings: Settings
    written: Written
    documents: tuple[str, ...]
    governed: Mapping[str, int]  # the number of documents, by namespace
    seen: Mapping[str, tuple[tuple[str, ...], ...]]
    roots: Mapping[str, Root]
    rules: Mapping[str, KnownRule]
    held: tuple[Held, ...]
    templates: tuple[Template, ...]
    folders: frozenset[str]  # the folders of types that exist
    state_of_index: Literal["missing", "fresh", "stale"]
    state_of_hook: Literal["unused", "missing", "there"] = "unused"  # of pre-commit
    drifted: Mapping[str, str] = {}  # files whose block for agents is not as it is shipped, and what is wrong

    def existing(self) -> Iterator[Namespace]:
        """The namespaces whose roots exist."""
        return (each for each in self.settings.namespaces if self.roots[each.name].real is not None)

    def idle(self) -> Iterator[Namespace]:
        """The existing namespaces that are configured and govern no document."""
        return (each for each in self.existing() if not each.optional and not self.governed.get(each.name))


class Environment(NamedTuple):
    """The environment of meminit; `cache_problem` is the reason why the cache cannot be written."""

    cache_problem: str | None
    libraries: tuple[Library, ...]  # with Python


class OfRepository(NamedTuple):
    meta: Meta
    find: Callable[[Facts], Iterable[Sign]]


class OfEnvironment(NamedTuple):
    """Needs no configuration, so it also runs if the configuration is invalid."""

    meta: Meta
    find: Callable[[Environment], Iterable[Sign]]


Diagnosis: TypeAlias = OfRepository | OfEnvironment


def without_use(lines: Iterable[Line], facts: Facts, usual: Iterable[str]) -> Iterator[Line]:
    """The patterns that match nothing in any namespace they apply to; the default patterns are never among them."""
    chosen = [line for line in lines if line.shown not in usual and not set(line.patterns.values()) & set(usual)]
    wanted: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate(chosen):
        for namespace, pattern in line.patterns.items():
            wanted.setdefault(namespace, []).append((number, pattern))
    together: dict[tuple[tuple[int, str], ...], list[str]] = {}  # namespaces with the same patterns
    for namespace, asked in wanted.items():
        together.setdefault(tuple(asked), []).append(namespace)
    used: set[int] = set()
    known: dict[str, tuple[Step, ...]] = {}
    for patterns, namespaces in together.items():
        seen = chain.from_iterable(facts.seen.get(each, ()) for each in namespaces)
        left = idle(sorted({pattern for _, pattern in patterns}), seen, ignore_case=True, known=known)
        used.update(number for number, pattern in patterns if pattern not in left)
    return (line for number, line in enumerate(chosen) if number not in used)


def outdated(libraries: Iterable[Library]) -> Iterator[Library]:
    return (each for each in libraries if each.version is None or release(each.version) < release(each.floor))


def release(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, without trailing zeros."""
    match = re.match(r"[0-9]{1,9}(?:\.[0-9]{1,9})*", version)
    numbers = [int(each) for each in match.group().split(".")] if match else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
