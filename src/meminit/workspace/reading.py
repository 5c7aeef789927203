"""Reads files, judges each by the rules of single documents, and makes its summary."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from meminit.accepting import suppressing
from meminit.cache.file_state import FileState, digest_of, is_that
from meminit.config.settings import Settings
from meminit.documents import read
from meminit.documents.discover import Candidate
from meminit.documents.read import File, Governing, Reading
from meminit.documents.tree import Tree
from meminit.linking.targets import OPEN, Asking, lookups_of
from meminit.model.document import Document, Metadata, Placed, Unreadable
from meminit.model.finding import Finding
from meminit.model.summary import Summary, parted
from meminit.sources import gate
from meminit.workspace import encoded
from meminit.workspace.judging import Judge
from meminit.workspace.summaries import Wanted
from meminit.workspace.summarizing import Summarizing

_Opened: TypeAlias = tuple[File, Summary | None, FileState | None]  # what is wanted, with the file

_AT_ONCE, _EACH = 350_000, 1000  # bytes, and those that each document counts more than it has


class Reader:
    """`keeps` says that summaries will be cached, `with_rows` that commands will print documents."""

    def __init__(
        self,
        settings: Settings,
        governing: Callable[[str], Governing],
        tree: Tree,
        judge: Judge,
        *,
        keeps: bool = False,
        with_rows: bool = False,
    ) -> None:
        self._keeps = keeps
        self._tree = tree
        self._governing = governing
        self._judge = judge
        self._reading = Reading(settings.links, tree.limits)
        self._summarizing = Summarizing(settings, judge.kept_fields, with_rows=with_rows)

    def summaries(self, wanted: Iterable[Wanted]) -> Iterator[Summary]:
        """The summaries of files; the known one where the content of a file has not changed.

        The summary of a file that was replaced since its state was taken is not kept.
        """
        for group in self._opened(wanted):
            files = [file for file, *_ in group]
            digests = [self._digest(file) if _is_that(file, state) else "" for file, _, state in group]
            known = [summary for _, summary, _ in group]
            try:
                yield from self._summarized(files, known, digests)
            except MemoryError:
                for each in zip(files, known, digests, strict=True):
                    yield self._alone(*each)

    def _alone(self, file: File, known: Summary | None, digest: str) -> Summary:
        """The summary of one file; one that takes more memory than there is costs a finding, and not the run."""
        try:
            return self._summarized((file,), (known,), (digest,))[0]
        except MemoryError:
            return self._without_memory(file)

    def _without_memory(self, file: File) -> Summary:
        path, name, namespace, _ = file.candidate
        unread = Unreadable(path, namespace, name, read.NO_MEMORY)
        return self._summarizing.summary(unread, self._judge.of_file(unread))

    def _summarized(
        self, files: Sequence[File], known: Sequence[Summary | None], digests: Sequence[str]
    ) -> list[Summary]:
        pairs = zip(known, digests, strict=True)
        kept = [each if each and digest and digest == each.digest else None for each, digest in pairs]
        changed = [number for number, each in enumerate(kept) if each is None]
        facts = read.documents([files[number] for number in changed], self._reading, self._judge)
        made = {}
        for number, each in zip(changed, facts, strict=True):
            crashes = len(self._judge.crashes)
            findings = self._judge.of_file(each)
            is_without_memory = isinstance(each, Unreadable) and each.problem is read.NO_MEMORY
            is_kept = crashes == len(self._judge.crashes) and not is_without_memory
            summary = self._summarizing.summary(each, findings, digests[number] if is_kept else "")
            content = files[number].content
            if isinstance(content, bytes) and suppressing.MARK in content and not isinstance(each, Unreadable):
                summary = summary._replace(suppressions=self._suppressions(content))
            made[number] = summary
        return [each or made[number] for number, each in enumerate(kept)]

    def _suppressions(self, content: bytes) -> str:
        from meminit.documents.directives import suppressions  # noqa: PLC0415 - imports another parser; few have any

        return suppressing.encoded(suppressions(gate.decode(content), self._tree.limits))

    def _opened(self, wanted: Iterable[Wanted]) -> Iterator[list[_Opened]]:
        """In groups of about as many bytes, small enough for their documents to fit into memory."""
        group: list[_Opened] = []
        size = 0
        for candidate, known, state in wanted:
            file = self._file(candidate)
            group.append((file, known, state))
            size += _EACH + (len(file.content) if isinstance(file.content, bytes) else 0)
            if size > _AT_ONCE:
                yield group
                group, size = [], 0
        if group:
            yield group

    def _file(self, candidate: Candidate) -> File:
        return read.opened(self._tree, candidate, self._governing(candidate.namespace))

    def _digest(self, file: File) -> str:
        return digest_of(file.content) if self._keeps and isinstance(file.content, bytes) else ""

    def findings_in(self, candidate: Candidate, content: bytes) -> list[Finding]:
        """The findings that a file would have by itself with this content."""
        file = File(candidate, content, self._governing(candidate.namespace))
        (facts,) = read.whole((file,), self._reading)
        return self._judge.of_file(facts)

    def details(self, wanted: Iterable[Wanted], lookups: frozenset[str] | None) -> Iterator[Summary]:
        """Summaries with nothing but details, for files of which a quick scan was enough so far.

        Or else with nothing but the links that have these lookups. A file that was read then and cannot be read now has
        a finding besides.
        """
        read_again = self._detailed if lookups is None else partial(self._linked, lookups)
        for group in self._opened(wanted):
            try:
                yield from read_again(group)
            except MemoryError:
                for each in group:
                    yield self._read_alone(read_again, each)

    def _detailed(self, group: Sequence[_Opened]) -> list[Summary]:
        files = [file for file, *_ in group]
        details = map(self._summarizing.details, read.placed(files, self._reading))
        return [Summary(details=each, digest=self._digest(file)) for each, file in zip(details, files, strict=True)]

    def _linked(self, lookups: frozenset[str], group: Sequence[_Opened]) -> list[Summary]:
        files = [file for file, *_ in group]
        summaries = [known or Summary() for _, known, _ in group]
        asked = [lookups.intersection(each.all_lookups()) for each in summaries]
        every = list(zip(files, summaries, asked, strict=True))
        links = read.sought(files, self._reading, {each[0].candidate.file: self._asking(*each) for each in every})
        return [
            Summary(placed=encoded.placed(asked, each), digest=self._digest(file))
            for (file, _, asked), each in zip(every, links, strict=True)
        ]

    def _asking(self, file: File, known: Summary, lookups: frozenset[str]) -> Asking:
        """Asks whether a link of this file has one of these lookups."""
        here = lookups_of(file.candidate.file, self._reading.links.sites)
        return Asking(here, frozenset(parted(known.anchors or "")) if OPEN in lookups else (), lookups)

    def _read_alone(self, read_again: Callable[[Sequence[_Opened]], list[Summary]], opened: _Opened) -> Summary:
        """The same of one file; one that takes more memory than there is has nothing but a finding that says so."""
        try:
            return read_again((opened,))[0]
        except MemoryError:
            return self._without_memory(opened[0])

    def placed(self, candidate: Candidate) -> Placed:
        return read.placed((self._file(candidate),), self._reading)[0]

    def whole(self, candidates: Iterable[Candidate]) -> Iterator[Document | None]:
        """Documents read whole, for the rules that need all of them so; None for a file that cannot be read."""
        for group in self._opened((each, None, None) for each in candidates):
            for each in read.whole([file for file, *_ in group], self._reading):
                yield each if isinstance(each, Document) else None

    def metadata(self, candidate: Candidate) -> Metadata:
        return self.placed(candidate).metadata


def _is_that(file: File, state: FileState | None) -> bool:
    """What lies over the disk has no status, and is what it is."""
    return state is not None and (file.status is None or is_that(file.status, state))
