"""What the commands that ask know of a repository: its documents and their graph, never older than the files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from meminit import as_json
from meminit.config.find import Repository
from meminit.config.settings import parts
from meminit.documents.discover import Candidate
from meminit.model.finding import Finding, Severity
from meminit.model.node import Plain
from meminit.model.outcome import Outcome
from meminit.operations.retrying import careful
from meminit.stages import Stages
from meminit.workspace import telling
from meminit.workspace.findings import findings
from meminit.workspace.graph import Graph
from meminit.workspace.session import Effort, Session

_UNKNOWN = frozenset({"FILE_TOO_LARGE", "FILE_UNREADABLE", "INVALID_ENCODING", "INVALID_FRONTMATTER", "PATH_ESCAPE"})


class Told(NamedTuple):
    """What the index tells of each document, and what pages say of it, which is empty where nobody knows it yet."""

    nodes: list[bytes]
    pages: list[bytes]


class Knowledge:
    """Documents go by their numbers in the library, which are those of their paths in order."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.root, self.limits = session.root, session.tree.limits
        self.settings = session.settings
        self.library = session.gather()
        self._every: Sequence[dict[str, Plain] | None] = ()

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.library, self._session.tree, self.settings)

    def path(self, number: int) -> str:
        return self.library.candidates[number].path

    def document_id(self, number: int) -> str | None:
        return self.library.ids[number]

    def shown_at(self, path: str) -> int | None:
        """The document that is shown with this path, which may differ from how the file system spells it."""
        paths = (number for number, each in enumerate(self.library.candidates) if each.path == path)
        return next(paths, None)

    @cached_property
    def names(self) -> Sequence[str]:
        """The ids; the path of a document that has none."""
        pairs = zip(self.library.candidates, self.library.ids, strict=True)
        return [own or candidate.path for candidate, own in pairs]

    @cached_property
    def names_in_json(self) -> Sequence[bytes]:
        return as_json.each(self.names)

    @cached_property
    def told(self) -> Told:
        every = Told([], [])
        for card in self.library.cards:
            node, page = telling.node_and_page(card.told)
            every.nodes.append(node)
            every.pages.append(page)
        return every

    def tell_pages(self, said: Mapping[int, bytes]) -> None:
        """What pages say of some documents, which the next run need not find out again."""
        for number, each in said.items():
            self.told.pages[number] = each
        cards, candidates = self.library.cards, self.library.candidates
        kept = (number for number in said if not candidates[number].problem)
        self._session.retell({each: telling.with_page(cards[each].told, said[each]) for each in kept})

    def fields(self, number: int) -> Mapping[str, Plain]:
        """The front matter; nothing where there is none that could be understood."""
        return self.front_matter(number) or {}

    def front_matter(self, number: int) -> dict[str, Plain] | None:
        """The same; None where there is none that could be understood."""
        return self._every[number] if self._every else self.library.front_matter((number,))[0]

    def take_all_fields(self) -> None:
        """Spares time where the front matter of most documents will be asked for."""
        self._every = self.library.front_matter(range(len(self.library.cards)))

    def errors_of(self, path: str, content: bytes) -> list[Finding]:
        """The errors that a governed file would have by itself if this were what it holds; none for any other file."""
        namespace = self.settings.governing(path)
        below = parts(path)[len(parts(namespace.root)) :] if namespace else ()
        if namespace is None or not namespace.include.covers(below) or namespace.exclude.covers(below):
            return []
        return _errors(self._session.analysing.foretold(Candidate(path, path, namespace.name), content))

    def errors_in(self, path: str) -> list[Finding]:
        """Those that a document has; none where the file is no document."""
        card = self.library.card(path)
        return _errors(findings(card, path)) if card else []

    def unreadable(self) -> list[Finding]:
        """What could not be looked at: folders, and documents of which no more is known than that they are there."""
        session = self._session
        around = session.observed((each.path, each.problem) for each in session.discovered.surroundings)
        return [*around, *(each for each in self.library.findings() if each.code in _UNKNOWN)]

    def doubled(self) -> list[Finding]:
        """The findings of ids that several documents have; nobody is asked where there are none."""
        held = [card.document_id for card in self.library.cards if card.document_id]
        if len(held) == len(set(held)):
            return []
        return self._session.across(self.library, only=("DUPLICATE_ID",))


def _errors(found: Iterable[Finding]) -> list[Finding]:
    return [each for each in found if each.severity is Severity.ERROR]


def answered(repository: Repository, effort: Effort, stages: Stages, answer: Callable[[Knowledge], Outcome]) -> Outcome:
    """The answer to a question about all documents; what had to be read for it is kept for the next one."""

    def work(chosen: Effort) -> Outcome:
        session = Session(repository, chosen, stages, tells=True)
        knowledge = Knowledge(session)
        stages.begin("answer")
        outcome = answer(knowledge)
        session.finish()
        stages.begin("report")
        return outcome._replace(advice=(*session.settings.advice, *outcome.advice))

    return careful(effort, work)
