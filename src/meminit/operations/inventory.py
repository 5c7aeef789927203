"""The documents of a repository and their graph, for commands that answer questions; never older than the files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from typing import NamedTuple

from meminit import as_json
from meminit.config.find import Repository
from meminit.documents.discover import Candidate
from meminit.model.event import Listener, Started
from meminit.model.finding import Finding, Severity
from meminit.model.node import Plain
from meminit.model.outcome import Outcome, Part
from meminit.operations.cache import retried
from meminit.operations.reporting import report_found, report_reading, started
from meminit.stages import Stages
from meminit.workspace import encoded
from meminit.workspace.graph import Graph
from meminit.workspace.run import Run
from meminit.workspace.summarizing import findings
from meminit.workspace.workspace import Effort, Workspace

UNREADABLE = frozenset({"FILE_TOO_LARGE", "FILE_UNREADABLE", "INVALID_ENCODING", "INVALID_FRONTMATTER", "PATH_ESCAPE"})
NO_FIELDS = UNREADABLE | {"MISSING_FRONTMATTER"}  # where the configuration asks for front matter


class Rows(NamedTuple):
    """For each document, as JSON: its node in the index, and its entry in pages, empty where no page was written."""

    nodes: list[bytes]
    pages: list[bytes]


class Inventory:
    """A document is named by its number: its position among all documents, sorted by path."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.root, self.limits = run.workspace.root, run.workspace.effort.limits
        self.settings = run.workspace.settings
        self.files = run.workspace.tree.sources
        self.tree = run.workspace.tree
        self.summaries = run.summaries
        self._every: Sequence[dict[str, Plain] | None] = ()

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.summaries, self._run.workspace.tree, self.settings)

    @property
    def begun(self) -> Started:
        """What a stream begins with."""
        return started(self._run, len(self.summaries.all))

    def path(self, number: int) -> str:
        return self.summaries.candidates[number].path

    def document_id(self, number: int) -> str | None:
        return self.summaries.ids[number]

    def shown_at(self, path: str) -> int | None:
        """The document with this path as it is shown, which may differ from the spelling in the file system."""
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

    def brief(self, number: int) -> dict[str, object]:
        """The few fields by which a document is recognised."""
        fields: dict[str, object] = as_json.read(self.briefs((number,)))[0]
        return fields

    def briefs(self, numbers: Iterable[int]) -> list[bytes]:
        """The same of several documents, as JSON."""
        return [encoded.brief(self.summaries.all[number].row) for number in numbers]

    def titles(self, numbers: Iterable[int]) -> list[str]:
        """Empty where a document has none."""
        return [each.get("title", "") for each in as_json.one_by_one(self.briefs(numbers))]

    def nodes(self, wrong: Mapping[str, AbstractSet[str]]) -> list[bytes]:
        """The node of each document in the index, with the codes of the findings that it has."""
        every = self.rows.nodes.copy()
        for number in range(len(every)) if wrong else ():
            codes = wrong.get(self.path(number))
            if codes:
                every[number] = as_json.written({**as_json.read((every[number],))[0], "findings": sorted(codes)})
        return every

    def keep_pages(self, entries: Mapping[int, bytes]) -> None:
        """Keeps the entries of some documents in pages, so that the next run need not make them again."""
        for number, each in entries.items():
            self.rows.pages[number] = each
        every, candidates = self.summaries.all, self.summaries.candidates
        kept = (number for number in entries if not candidates[number].problem)
        self._run.replace_rows({each: encoded.with_page(every[each].row, entries[each]) for each in kept})

    def fields(self, number: int) -> Mapping[str, Plain]:
        """The front matter; empty where there is none that could be understood."""
        return self.front_matter(number) or {}

    def front_matter(self, number: int) -> dict[str, Plain] | None:
        """The same; None where there is none that could be understood."""
        return self._every[number] if self._every else self.summaries.front_matter((number,))[0]

    def take_all_fields(self) -> None:
        """Decodes all front matter at once, which is faster where most of it is needed."""
        self._every = self.summaries.front_matter(range(len(self.summaries.all)))

    def read(self, file: str) -> bytes:
        """The content of a file inside the repository; raises SourceError."""
        return self._run.workspace.tree.sources.read_inside(file, self.limits.document)

    def errors_of(self, path: str, content: bytes) -> list[Finding]:
        """The errors that a governed file would have by itself with this content; none for any other file."""
        namespace = self.settings.selecting(path)
        if namespace is None:
            return []
        return _errors(self._run.reader.findings_in(Candidate(path, path, namespace.name), content))

    def errors_in(self, path: str) -> list[Finding]:
        """The errors that a document has by itself; none where the file is no document."""
        summary = self.summaries.of_file(path)
        return _errors(findings(summary, path)) if summary else []

    def unreadable(self, codes: AbstractSet[str] = UNREADABLE) -> list[Finding]:
        """The findings of folders and documents that could not be read, or those with one of the codes."""
        run = self._run
        around = run.observed((each.path, each.problem) for each in run.workspace.discovered.surroundings)
        every = self.summaries.findings(range(len(self.summaries.all)))
        return [*around, *(each for each in every if each.code in codes)]

    def missing_roots(self) -> list[str]:
        """The docs roots that do not exist, where there are no documents elsewhere either."""
        around = self._run.workspace.discovered.surroundings if not self.summaries.all else ()
        return [each.path for each in around if each.problem.code == "DOCS_ROOT_MISSING"]

    def doubled(self) -> list[Finding]:
        """The findings of ids that several documents have; the rule runs only where there are such ids."""
        held = [each.document_id for each in self.summaries.all if each.document_id]
        if len(held) == len(set(held)):
            return []
        return self._run.corpus_findings(only=("DUPLICATE_ID",))


def _without_fields(run: Run, number: int) -> list[Finding]:
    """The findings of a document that say why it has no fields."""
    return [each for each in run.findings_of(number) if each.code in NO_FIELDS]


def _is_told(run: Run, finding: Finding) -> bool:
    """Whether a finding was reported when its document was read."""
    return finding.code in NO_FIELDS and run.summaries.of_file(finding.path) is not None


def _errors(found: Iterable[Finding]) -> list[Finding]:
    return [each for each in found if each.severity is Severity.ERROR]


def answered(
    repository: Repository,
    effort: Effort,
    stages: Stages,
    part: Part,
    answer: Callable[[Inventory], Outcome],
    listener: Listener | None = None,
) -> Outcome:
    """The answer to a question about all documents, with the part of it that is shown.

    The summaries of documents that had to be read are kept for the next run.
    """

    def work(chosen: Effort) -> Outcome:
        run = Run(Workspace(repository, chosen), stages, with_rows=True)
        run.begin()
        report_reading(run, listener, partial(_without_fields, run))
        inventory = Inventory(run)
        stages.begin("answer")
        outcome = answer(inventory).prepared(part)
        report_found(listener, (each for each in outcome.warnings if not _is_told(run, each)))
        run.keep()
        stages.begin("report")
        standing = (each._replace(is_standing=True) for each in inventory.settings.advice)
        return outcome._replace(advice=(*standing, *outcome.advice))

    return retried(effort, work)
