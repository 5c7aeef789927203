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
from meminit.model.outcome import Outcome, Part
from meminit.operations.retrying import retried
from meminit.stages import Stages
from meminit.workspace import encoded
from meminit.workspace.findings import findings
from meminit.workspace.graph import Graph
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

_UNKNOWN = frozenset({"FILE_TOO_LARGE", "FILE_UNREADABLE", "INVALID_ENCODING", "INVALID_FRONTMATTER", "PATH_ESCAPE"})


class Rows(NamedTuple):
    """JSON: what the index says of each document, and what pages say of it, which is empty where no page was made."""

    nodes: list[bytes]
    pages: list[bytes]


class Knowledge:
    """Documents go by their numbers among the summaries, which are those of their paths in order."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.root, self.limits = run.workspace.root, run.workspace.effort.limits
        self.settings = run.workspace.settings
        self.summaries = run.summaries
        self._every: Sequence[dict[str, Plain] | None] = ()

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.summaries, self._run.workspace.tree, self.settings)

    def path(self, number: int) -> str:
        return self.summaries.candidates[number].path

    def document_id(self, number: int) -> str | None:
        return self.summaries.ids[number]

    def shown_at(self, path: str) -> int | None:
        """The document that is shown with this path, which may differ from how the file system spells it."""
        paths = (number for number, each in enumerate(self.summaries.candidates) if each.path == path)
        return next(paths, None)

    @cached_property
    def names(self) -> Sequence[str]:
        """The ids; the path of a document that has none."""
        pairs = zip(self.summaries.candidates, self.summaries.ids, strict=True)
        return [own or candidate.path for candidate, own in pairs]

    @cached_property
    def names_in_json(self) -> Sequence[bytes]:
        return as_json.each(self.names)

    @cached_property
    def rows(self) -> Rows:
        every = Rows([], [])
        for summary in self.summaries.all:
            node, page = encoded.node_and_page(summary.row)
            every.nodes.append(node)
            every.pages.append(page)
        return every

    def keep_pages(self, said: Mapping[int, bytes]) -> None:
        """What pages say of some documents, which the next run need not work out again."""
        for number, each in said.items():
            self.rows.pages[number] = each
        every, candidates = self.summaries.all, self.summaries.candidates
        kept = (number for number in said if not candidates[number].problem)
        self._run.replace_rows({each: encoded.with_page(every[each].row, said[each]) for each in kept})

    def fields(self, number: int) -> Mapping[str, Plain]:
        """The front matter; nothing where there is none that could be understood."""
        return self.front_matter(number) or {}

    def front_matter(self, number: int) -> dict[str, Plain] | None:
        """The same; None where there is none that could be understood."""
        return self._every[number] if self._every else self.summaries.front_matter((number,))[0]

    def take_all_fields(self) -> None:
        """Spares time where the front matter of most documents will be asked for."""
        self._every = self.summaries.front_matter(range(len(self.summaries.all)))

    def errors_of(self, path: str, content: bytes) -> list[Finding]:
        """The errors that a governed file would have by itself if this were what it holds; none for any other file."""
        namespace = self.settings.governing(path)
        below = parts(path)[len(parts(namespace.root)) :] if namespace else ()
        if namespace is None or not namespace.include.covers(below) or namespace.exclude.covers(below):
            return []
        return _errors(self._run.reader.findings_in(Candidate(path, path, namespace.name), content))

    def errors_in(self, path: str) -> list[Finding]:
        """Those that a document has; none where the file is no document."""
        summary = self.summaries.of_file(path)
        return _errors(findings(summary, path)) if summary else []

    def unreadable(self) -> list[Finding]:
        """What could not be looked at: folders, and documents of which no more is known than that they are there."""
        run = self._run
        around = run.observed((each.path, each.problem) for each in run.workspace.discovered.surroundings)
        every = self.summaries.findings(range(len(self.summaries.all)))
        return [*around, *(each for each in every if each.code in _UNKNOWN)]

    def doubled(self) -> list[Finding]:
        """The findings of ids that several documents have; nobody is asked where there are none."""
        held = [each.document_id for each in self.summaries.all if each.document_id]
        if len(held) == len(set(held)):
            return []
        return self._run.corpus_findings(only=("DUPLICATE_ID",))


def _errors(found: Iterable[Finding]) -> list[Finding]:
    return [each for each in found if each.severity is Severity.ERROR]


def answered(
    repository: Repository, effort: Effort, stages: Stages, part: Part, answer: Callable[[Knowledge], Outcome]
) -> Outcome:
    """The answer to a question about all documents, with the part of it that is shown.

    What had to be read for it is kept for the next one.
    """

    def work(chosen: Effort) -> Outcome:
        run = Run(Workspace(repository, chosen), stages, with_rows=True)
        run.begin()
        knowledge = Knowledge(run)
        stages.begin("answer")
        outcome = answer(knowledge).prepared(part)
        run.keep()
        stages.begin("report")
        return outcome._replace(advice=(*knowledge.settings.advice, *outcome.advice))

    return retried(effort, work)
