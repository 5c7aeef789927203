"""Keeps what is wrong with the links of each document, for runs in which nothing else that decides has changed.

What decides about the links of a document, besides its own content, is the same for all: which paths are there, the
anchors of all documents, the fields by which addresses find them, the configuration, and a few other files. So there is
one digest of all that, and a digest of the content for each document. Where many documents have links that need a look,
a document that was changed costs no look at the others.
"""

import os
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from meminit import as_json, atomic, kept_answer
from meminit.cache.directory import LARGEST, LINKS, count
from meminit.cache.followed import Followed, are_settled
from meminit.documents.tree import Tree
from meminit.model.finding import Edit
from meminit.model.link import Link, LinkFault, TargetPlace
from meminit.model.summary import Summary
from meminit.sources import gate
from meminit.workspace.summaries import Summaries

FEWEST = 100  # lookups that need a look, for the digests to cost less than these
_PART = 8  # of the documents, likewise
_ODD = (gate.SourceError, ValueError, TypeError, KeyError, IndexError, RecursionError)


class Judged(NamedTuple):
    """What is wrong with the links of one document, and how many have targets that are not known."""

    faults: tuple[LinkFault, ...] = ()
    uncertain: int = 0


class _World(NamedTuple):
    """What decides about all links but their documents: the folders that are listed, and other files, by digests."""

    facts: str
    folders: Sequence[str]
    listed: str
    ends: Sequence[str]
    states: str
    way: Sequence[str]
    kinds: str


class KeptLinks:
    """`about` gives all that decides and is no path, as JSON; `began` is a time before anything was looked at."""

    def __init__(self, path: str, about: Callable[[], bytes], summaries: Summaries, tree: Tree, began: int) -> None:
        self._path = path + LINKS
        self._about = about
        self._summaries = summaries
        self._tree = tree
        self._began = began
        self._learned: Mapping[int, Judged] | None = None
        self._before: _World | None = None  # under which what is known was found out

    @cached_property
    def known(self) -> Mapping[int, Judged]:
        """What is known of documents, by number, if all that decides is as it was."""
        with suppress(*_ODD):
            return dict(self._read())
        return {}

    def learn(self, judged: Mapping[int, Judged]) -> None:
        """Takes what was found out in this run about all documents that were not known."""
        self._learned = judged

    def keep(self) -> None:
        """Writes what is known now, if anything of it is new and nothing that decides is younger than the run."""
        every = {**self.known, **(self._learned or {})}
        world = self._world_now() if self._learned else None
        if world is None:
            return
        summaries, candidates = self._summaries.all, self._summaries.candidates
        rows = [
            (candidates[number].file, summaries[number].digest, judged.uncertain, list(map(_row, judged.faults)))
            for number, judged in sorted(every.items())
            if summaries[number].digest and candidates[number].file == candidates[number].path
        ]
        content = as_json.written({"world": list(world), "documents": rows})
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            atomic.replace(self._path, [b"%08x" % zlib.crc32(content), content], private=True, durable=False)
            count(self._path.removesuffix(LINKS), len(content))

    def _read(self) -> Iterator[tuple[int, Judged]]:
        data = bytes(gate.own_bytes(self._path, LARGEST))
        if data[:8] != b"%08x" % zlib.crc32(data[8:]):
            raise ValueError
        told: dict[str, Any] = orjson.loads(data[8:])
        world = _World(*told["world"])
        if world.facts != self._facts or world.listed != self._listed(world.folders):
            return
        if kept_answer.states("", list(world.ends)).hex() != world.states:
            return
        if kept_answer.kinds(list(world.way)).hex() != world.kinds:
            return
        self._before = world
        summaries = self._summaries
        for file, digest, uncertain, faults in told["documents"]:
            number = summaries.number(file)
            if number is not None and summaries.all[number].digest == digest:
                path = summaries.candidates[number].path
                yield number, Judged(tuple([_fault(path, each) for each in faults]), uncertain)

    def _world_now(self) -> _World | None:
        """None where it is younger than the run: it might change once more, and look the same."""
        sources, folders = self._tree.sources, sorted("/".join(names) for names, _ in self._tree.listings())
        before = (*self._before.ends, *self._before.way) if self._before else ()
        if self._before and sources.is_all_noted and sources.followed.issubset(before):
            # Nothing else was followed than what was compared before anything was judged.
            return self._before._replace(facts=self._facts, folders=folders, listed=self._listed(folders))
        followed = Followed(sources.root, sorted(sources.followed.union(before)))
        states = kept_answer.states("", followed.ends)
        if not sources.is_all_noted or not all(are_settled(each, self._began) for each in (states, followed.above)):
            return None
        kinds = kept_answer.kinds(followed.way)
        return _World(
            self._facts, folders, self._listed(folders), followed.ends, states.hex(), followed.way, kinds.hex()
        )

    @cached_property
    def _facts(self) -> str:
        """What links may ask of documents, and what their content says where summaries do not know it."""
        summaries = self._summaries
        told = [
            f"{candidate.file}\0{each.is_understood}\0{_content(each) if each.anchors is None else ''}\0{each.anchors}"
            for candidate, each in zip(summaries.candidates, summaries.all, strict=True)
        ]
        named = [(number, each.named) for number, each in enumerate(summaries.all) if each.named]
        return _digest(self._about(), "\0\n".join(told), as_json.written(named))

    def _listed(self, folders: Collection[str]) -> str:
        """What is in these folders, and which were searched for documents."""
        told = ["/".join(names) for names in self._tree.searched or ()]
        for folder in folders:
            entries = self._tree.entries(tuple(folder.split("/")) if folder else ())
            told += (folder, *([] if entries is None else sorted(f"{name}\0{kind}" for name, kind in entries.items())))
        return _digest("\0\n".join(told))


def is_worth_it(lookups: int, documents: int) -> bool:
    return lookups >= max(FEWEST, documents // _PART)


def _content(summary: Summary) -> str:
    """What identifies the content of a document; one that was replaced during the run has no digest."""
    return summary.digest or os.urandom(16).hex()


def _digest(*texts: str | bytes) -> str:
    from hashlib import blake2b  # noqa: PLC0415 - slow to import, and wanted only where much is wrong

    made = blake2b(digest_size=20)
    for each in texts:
        made.update(each if isinstance(each, bytes) else each.encode("utf-8", "surrogatepass"))
        made.update(b"\0\0")
    return made.hexdigest()


def _row(fault: LinkFault) -> tuple[object, ...]:
    return (fault.kind, *fault[2:])


def _fault(path: str, row: list[Any]) -> LinkFault:
    kind, (target, of, line, column, place), problem, meant, edit = row
    link = Link(target, of, line, column, TargetPlace(*place) if place else None)
    return LinkFault(kind, path, link, problem, meant, Edit(*edit) if edit else None)
