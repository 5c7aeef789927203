"""Carries over what one run has found out about links to another one, in which some files came, went or changed."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from meminit.linking.affected import Affected, Changed, are_clear

if TYPE_CHECKING:
    from meminit.model.summary import Summary
    from meminit.workspace.kept_links import Judged
    from meminit.workspace.run import Run
    from meminit.workspace.summaries import Summaries

# What is wrong with the links of documents of which that is known, by number; None where nothing is.
KnownLinks: TypeAlias = "Mapping[int, Judged | None]"


class Before(NamedTuple):
    """A run, and the paths of files that came, went or changed since."""

    run: "Run"
    changed: Collection[str]

    def known_links(self, now: "Run") -> "KnownLinks":
        """Those of documents that the changed files do not affect. Corrections may be those of before."""
        there, found = self.run.summaries, self.run.judged_links
        links = now.workspace.settings.links
        if not self.run.has_many_links or found is None:
            return {}
        is_alike = self.run.workspace.settings is now.workspace.settings and are_clear(self.changed, links, there.all)
        if not is_alike or not are_clear((), links, now.summaries.all):
            return {}
        files = frozenset(self.changed)
        changed = Changed(
            [each for each in files if not _answer_alike(there.of_file(each), now.summaries.of_file(each))],
            self.run.workspace.tree,
            now.workspace.tree,
            _named(files, there, now.summaries),
        )
        affected = files.union(
            there.candidates[at].file for at in Affected(changed, links, there.files).documents(there.all)
        )
        known = {}
        for number, candidate in enumerate(now.summaries.candidates):
            old = None if candidate.file in affected else there.number(candidate.file)
            if old is not None:
                known[number] = found.get(old)
        return known


def only(file: str) -> "Callable[[Run], KnownLinks]":
    """For what is asked about one document: whatever is wrong with the links of all others is left out."""
    return lambda now: {at: None for at, each in enumerate(now.summaries.candidates) if each.file != file}


def _answer_alike(before: "Summary | None", now: "Summary | None") -> bool:
    """Whether links get the same answers of a document."""
    if before is None or now is None or before.anchors is None:
        return False
    told, others = ((each.is_understood, each.anchors, each.named) for each in (before, now))
    return told == others


def _named(files: Collection[str], *every: "Summaries") -> Iterator[str]:
    for summaries in every:
        for each in filter(None, map(summaries.of_file, files)):
            yield from (value for _, value in each.named)
