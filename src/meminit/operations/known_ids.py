"""What corrections may know of the ids of all documents: the next free one, who has which, who had it first."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from meminit.composing import fields, numbering
from meminit.composing.fields import Judges
from meminit.composing.numbering import Known, Numbered
from meminit.correction import Ids
from meminit.sources.git import GitError, git
from meminit.workspace.run import Run

_NEVER = 1  # a file that was not committed is the youngest
_MOST_NAMED = 2000  # files that git is asked about by name


class Ages:
    """Which files were committed before others, by git; each question is asked once."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._asked: set[str] = set()
        self._found: dict[str, int] = {}

    def of(self, files: Sequence[str]) -> Mapping[str, int]:
        """A number for each file that was ever committed, a lower one for the older of two."""
        new = sorted(set(files) - self._asked)
        if new:
            self._asked.update(new)
            with suppress(GitError):  # without git, paths decide
                self._found.update(_first_commits(self._root, new))
        return self._found


def _first_commits(root: str, files: Sequence[str]) -> Iterator[tuple[str, int]]:
    """How many commits came after the first one of each file, as a negative number; times may be equal."""
    words = (
        "log",
        "--topo-order",
        "--diff-filter=A",
        "--no-renames",
        "--relative",
        "-z",
        "--name-only",
        "--format=%x01",
    )
    among = ("--", *files) if len(files) <= _MOST_NAMED else ("--", ".")
    number = 0
    for each in git(root).told(*words, *among).split(b"\0"):
        name = each.removeprefix(b"\n")
        if name[:1] == b"\1":
            number -= 1
            name = name[1:].removeprefix(b"\n")
        if name:
            yield os.fsdecode(name), number


class KnownIds:
    """The ids of one run; each id that is given out is taken from then on. `at` is where a file is on the disk."""

    def __init__(self, run: Run, ages: Ages | None = None, at: Callable[[str], str] = str) -> None:
        self._run = run
        self._ages = ages or Ages(run.workspace.root)
        self._at = at
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
        """The search for the form of an id takes its time, and is made once for each type."""
        key = (namespace, type_name)
        if key not in self._offered or self._is_given(self._offered[key]):
            found = self._following(self._last[key], namespace, type_name) if key in self._last else None
            self._offered[key] = found or self._first_id(namespace, type_name)
        found = self._offered[key]
        if found and takes:
            self._given[found.id] = namespace
            self._last[key] = found
        return found.id if found else None

    def _is_given(self, found: Numbered | None) -> bool:
        return found is not None and found.id in self._given

    @cached_property
    def _last(self) -> dict[tuple[str, str], Numbered]:
        return {}

    @cached_property
    def _offered(self) -> dict[tuple[str, str], Numbered | None]:
        return {}

    def _following(self, last: Numbered, namespace: str, type_name: str) -> Numbered | None:
        head, number = last.id.removesuffix(last.seq), int(last.seq)
        while True:
            number += 1
            seq = f"{number:0{len(last.seq)}d}"
            if not self.is_taken(head + seq):
                return Numbered(head + seq, seq) if self._fits(head + seq, namespace, type_name) else None

    def _first_id(self, namespace: str, type_name: str) -> Numbered | None:
        known = [
            *self._known(namespace, type_name),
            *(Known(each) for each, of in self._given.items() if of == namespace),
        ]
        prefix = self._run.workspace.settings.namespace(namespace).prefix
        taken = self._every | self._given.keys()
        with suppress(numbering.Exhausted):
            forms = numbering.forms(prefix, type_name, known)
            found = numbering.numbered(
                forms, {each.id for each in known}, taken, lambda each: self._fits(each, namespace, type_name)
            )
            if found is None or (not prefix and not self._is_in_use(found.id, known)):
                return None
            return found
        return None

    @staticmethod
    def _is_in_use(document_id: str, known: list[Known]) -> bool:
        """Without a prefix, the form must be one that other ids have."""
        head = document_id.rstrip("0123456789")
        return any(each.id.rstrip("0123456789") == head for each in known) or any(
            each.id.count("-") == document_id.count("-") for each in known
        )

    def _known(self, namespace: str, type_name: str) -> Iterator[Known]:
        """The ids of the namespace; the types of their documents only where ids by themselves show no form."""
        summaries = self._run.summaries
        pairs = enumerate(zip(summaries.candidates, summaries.ids, strict=True))
        numbers = [number for number, (each, own) in pairs if own is not None and each.namespace == namespace]
        shows = numbering.show_form((summaries.ids[each] or "" for each in numbers), type_name)
        for number in numbers:
            yield Known(summaries.ids[number] or "", None if shows else self._type(number))

    def _type(self, number: int) -> str | None:
        summaries = self._run.summaries
        if summaries.all[number].row:
            (values,) = summaries.front_matter((number,))
            kind = (values or {}).get("type")
            return kind if isinstance(kind, str) else None
        node = self._run.reader.metadata(summaries.candidates[number]).text("type")
        return node.written if node else None

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
        if len(holders) <= 1:
            return True
        ages = self._ages.of(self._shared)
        return min(holders, key=lambda each: (ages.get(self._at(each), _NEVER), each)) == file

    @cached_property
    def _shared(self) -> list[str]:
        """The files on the disk of all documents that share their id with another one."""
        return [self._at(file) for files in self._holders.values() if len(files) > 1 for file in files]
