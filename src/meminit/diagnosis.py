"""The contract of a diagnosis: what it is called, what it says, what mends it, and a pure function that yields signs.

A diagnosis is not about documents but about what would make their check surprising. It yields signs; whoever asks adds
code, level, message and remedy.
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
from meminit.sources.globs import Spot
from meminit.sources.idle_patterns import idle


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
    """One place where a diagnosis holds: a key of the configuration, or a place in the file at the path, or none."""

    context: Mapping[str, object] = {}
    key: Path | None = None
    path: str | None = None
    line: int | None = None


class Root(NamedTuple):
    """The docs root of a namespace: where it lies when links are followed, None if it is not there."""

    real: str | None
    is_ignored: bool = False


class Held(NamedTuple):
    """Schemas that a document of a namespace has to fit together, by their paths; "" is the built-in one."""

    namespace: str
    schemas: Mapping[str, Judged]


class Flaw(NamedTuple):
    """Something that is wrong with a document that comes of a template."""

    line: int | None
    words: str


class Template(NamedTuple):
    """What comes of a template; `flaws` are those that such a document has in every namespace."""

    type_name: str
    path: str
    is_there: bool = True
    is_governed: bool = False
    flaws: tuple[Flaw, ...] = ()


class KnownRule(NamedTuple):
    severity: Severity
    applies: bool  # whether it can have anything to say under these settings


PYTHON = "Python"


class Library(NamedTuple):
    """Python or a library: its version, None where it is not installed, and the lowest one that meminit needs."""

    name: str
    version: str | None
    floor: str


class Facts(NamedTuple):
    """All that diagnoses look at. What none of them would ask for under these settings is left empty.

    `seen` are the names, below each namespace's root, of all that was met on the way to its documents; those of a
    folder end with an empty name.
    """

    settings: Settings
    written: Written
    documents: tuple[str, ...]
    governed: Mapping[str, int]  # how many documents there are, by namespace
    seen: Mapping[str, tuple[tuple[str, ...], ...]]
    roots: Mapping[str, Root]
    rules: Mapping[str, KnownRule]
    held: tuple[Held, ...]
    templates: tuple[Template, ...]
    folders: frozenset[str]  # those of types that are there
    state_of_index: Literal["missing", "fresh", "stale"]

    def existing(self) -> Iterator[Namespace]:
        """The namespaces whose roots are there."""
        return (each for each in self.settings.namespaces if self.roots[each.name].real is not None)

    def idle(self) -> Iterator[Namespace]:
        """Those of them that somebody asked for, and that govern nothing."""
        return (each for each in self.existing() if not each.optional and not self.governed.get(each.name))


class Environment(NamedTuple):
    """What meminit runs in; `cache_problem` is why nothing that is read can be kept."""

    cache_problem: str | None
    libraries: tuple[Library, ...]  # Python among them


class OfRepository(NamedTuple):
    meta: Meta
    find: Callable[[Facts], Iterable[Sign]]


class OfEnvironment(NamedTuple):
    """Needs no configuration, and so is there as well where that is broken."""

    meta: Meta
    find: Callable[[Environment], Iterable[Sign]]


Diagnosis: TypeAlias = OfRepository | OfEnvironment


def without_use(lines: Iterable[Line], facts: Facts, usual: Iterable[str]) -> Iterator[Line]:
    """The patterns that nothing fits in any of the namespaces that they hold for; the usual ones may stand anywhere."""
    chosen = [line for line in lines if line.shown not in usual and not set(line.patterns.values()) & set(usual)]
    wanted: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate(chosen):
        for namespace, pattern in line.patterns.items():
            wanted.setdefault(namespace, []).append((number, pattern))
    together: dict[tuple[tuple[int, str], ...], list[str]] = {}  # namespaces for which the same lines say the same
    for namespace, asked in wanted.items():
        together.setdefault(tuple(asked), []).append(namespace)
    used: set[int] = set()
    known: dict[str, tuple[Spot, ...]] = {}
    for patterns, namespaces in together.items():
        seen = chain.from_iterable(facts.seen.get(each, ()) for each in namespaces)
        left = idle(sorted({pattern for _, pattern in patterns}), seen, ignore_case=True, known=known)
        used.update(number for number, pattern in patterns if pattern not in left)
    return (line for number, line in enumerate(chosen) if number not in used)


def outdated(libraries: Iterable[Library]) -> Iterator[Library]:
    return (each for each in libraries if each.version is None or release(each.version) < release(each.floor))


def release(version: str) -> tuple[int, ...]:
    """The numbers at the beginning, without noughts at the end."""
    match = re.match(r"[0-9]{1,9}(?:\.[0-9]{1,9})*", version)
    numbers = [int(each) for each in match.group().split(".")] if match else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
