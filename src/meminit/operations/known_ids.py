"""What corrections may know of the ids of all documents: the next free one, who has which, who had it first."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from meminit.composing import fields, numbering
from meminit.composing.fields import Judges
from meminit.composing.numbering import Known
from meminit.correction import Ids
from meminit.sources.git import GitError, git
from meminit.workspace.run import Run

_NEVER = 1 << 62  # a file that was not committed is the youngest


class KnownIds:
    """The ids of one run; each id that is given out is taken from then on."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._given: dict[str, str] = {}  # with the namespace

    @property
    def facts(self) -> Ids:
        return Ids(self.next_id, self.is_taken, lambda: self._every, self.is_oldest)

    @cached_property
    def _every(self) -> frozenset[str]:
        return frozenset(each for each in self._run.summaries.ids if each is not None)

    @cached_property
    def _holders(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for candidate, own in zip(self._run.summaries.candidates, self._run.summaries.ids, strict=True):
            if own is not None:
                found[own].append(candidate.file)
        return found

    def is_taken(self, document_id: str) -> bool:
        return document_id in self._every or document_id in self._given

    def next_id(self, namespace: str, type_name: str, takes: bool) -> str | None:  # noqa: FBT001 - see `Ids`
        known = [*self._known(namespace), *(Known(each) for each, of in self._given.items() if of == namespace)]
        prefix = self._run.workspace.settings.namespace(namespace).prefix
        taken = self._every | self._given.keys()
        with suppress(numbering.Exhausted):
            forms = numbering.forms(prefix, type_name, known)
            found = numbering.numbered(
                forms, {each.id for each in known}, taken, lambda each: self._fits(each, namespace, type_name)
            )
            if found is None or (not prefix and not self._is_in_use(found.id, known)):
                return None
            if takes:
                self._given[found.id] = namespace
            return found.id
        return None

    @staticmethod
    def _is_in_use(document_id: str, known: list[Known]) -> bool:
        """Without a prefix, the form must be one that other ids have."""
        head = document_id.rstrip("0123456789")
        return any(each.id.rstrip("0123456789") == head for each in known) or any(
            each.id.count("-") == document_id.count("-") for each in known
        )

    def _known(self, namespace: str) -> list[Known]:
        if namespace not in self._of_namespaces:
            self._of_namespaces[namespace] = list(self._read(namespace))
        return self._of_namespaces[namespace]

    @cached_property
    def _of_namespaces(self) -> dict[str, list[Known]]:
        return {}

    def _read(self, namespace: str) -> Iterator[Known]:
        summaries = self._run.summaries
        pairs = zip(summaries.candidates, summaries.ids, strict=True)
        numbers = [
            number for number, (each, own) in enumerate(pairs) if own is not None and each.namespace == namespace
        ]
        for number, values in zip(numbers, summaries.front_matter(numbers), strict=True):
            kind = (values or {}).get("type")
            yield Known(summaries.ids[number] or "", kind if isinstance(kind, str) else None)

    def _fits(self, document_id: str, namespace: str, type_name: str) -> bool:
        governing = self._run.workspace.governing(namespace)
        if governing.id_form is not None and not governing.id_form.fits(document_id):
            return False
        extra = governing.by_type.get(type_name)
        judges = Judges(tuple(each for each in (governing.schema, extra) if each))
        value = fields.number_or_text(governing.id_field, document_id, judges)
        return judges.accepts(governing.id_field, value)

    def is_oldest(self, file: str, document_id: str) -> bool:
        """Whether a document is the oldest of those with this id: by its first commit, else by its path."""
        holders = self._holders.get(document_id, [])
        ages = self._ages(holders)
        return not holders or min(holders, key=lambda each: (ages.get(each, _NEVER), each)) == file

    def _ages(self, files: list[str]) -> dict[str, int]:
        try:
            asked = git(self._run.workspace.root)
            found = {}
            for file in files:
                times = asked.told("log", "--diff-filter=A", "--format=%ct", "--", file).split()
                if times:
                    found[file] = int(times[-1])
        except (GitError, ValueError):
            return {}
        return found
