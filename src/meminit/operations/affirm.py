"""Plans to write down that documents were read against what they cover, as digests in a file of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.covering.coverage import Coverage, Covering
from meminit.covering.covers import NOTHING
from meminit.covering.lock import LARGEST, Affirmed, written
from meminit.edits.spans import difference, sha256
from meminit.faults import FILE_NOT_FOUND, MeminitError
from meminit.model.outcome import Advice, Outcome
from meminit.model.plan import Change, Plan, Skipped
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.operations.drift import affirmed, coverage, coverings
from meminit.operations.selection import Selection, selected
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.stages import Stages
from meminit.words import counted, listed
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

COMMAND = "affirm"
_MOST_NAMED = 5


class _Affirming(NamedTuple):
    """The lines that are written, and the entries that stay as they were, with the reason."""

    lines: tuple[Affirmed, ...]
    skipped: tuple[Skipped, ...]


def run(workspace: Workspace, paths: tuple[str, ...], wish: Wish, stages: Stages) -> Outcome:
    """Raises COVERS_LOCK_INVALID where the file of digests cannot be read, GRAMMAR_MISSING, or FILE_NOT_FOUND."""
    return changed(COMMAND, workspace, wish, lambda known: _proposal(known, paths, stages))


def _proposal(workspace: Workspace, paths: tuple[str, ...], stages: Stages) -> Proposal:
    run = Run(workspace, stages)
    run.begin()
    before = affirmed(workspace.tree.sources, workspace.settings.lock_path)
    wanted = selected(paths, workspace.root, workspace.settings, workspace.discovered)
    if wanted.missing:
        raise MeminitError(FILE_NOT_FOUND, f"file not found: {wanted.missing[0]}", path=wanted.missing[0])
    every = coverings(run, wanted.documents)
    made = _affirming(coverage(workspace, every), every, before)
    after = sorted({*_others(workspace, before, wanted), *made.lines})
    change = lock_change(workspace.tree.sources, workspace.settings.lock_path, after)
    run.keep()
    documents, entries = len({each.document for each in made.lines}), len(made.lines)
    return Proposal(
        Plan(COMMAND, (change,) if change else (), made.skipped, fingerprint(workspace)),
        report={
            "file": workspace.settings.lock_path,
            "affirmed": [each._asdict() for each in made.lines],
            "dropped": len({each[:2] for each in before} - {each[:2] for each in after}),
        },
        advice=tuple(_advice(wanted, every)),
        headline=f"affirmation of {counted(documents, 'document')}, {entries} {'entry' if entries == 1 else 'entries'}",
    )


def _others(workspace: Workspace, before: Iterable[Affirmed], wanted: Selection) -> Iterator[Affirmed]:
    """The lines of other documents; those of a document that is gone go with it, if its folder was named."""
    there = {each.path for each in workspace.discovered.candidates}
    for each in before:
        is_gone = each.document not in there and wanted.holds(each.document)
        if each.document not in wanted.documents and not is_gone:
            yield each


def _affirming(known: Coverage, every: Sequence[Covering], before: Iterable[Affirmed]) -> _Affirming:
    lines: list[Affirmed] = []
    skipped: list[Skipped] = []
    old: dict[tuple[str, str], list[Affirmed]] = {}
    for each in before:
        old.setdefault(each[:2], []).append(each)
    for covering in every:
        for cover in covering.covers:
            if known.meant(cover.written).takes_back:
                continue
            words = known.nothing(covering, cover.written)
            try:
                if not words:
                    lines.append(Affirmed(covering.path, cover.written, known.digest(covering, cover.written)))
                    continue
            except gate.SourceError as error:
                words = f"a file that it covers cannot be read: {error.words}"
                lines += old.get((covering.path, cover.written), ())
            skipped.append(Skipped(covering.path, NOTHING, "needs_author", words, cover.line))
    return _Affirming(tuple(sorted(set(lines))), tuple(skipped))


def lock_change(files: Files, path: str, after: Iterable[Affirmed], *, to_path: str = "") -> Change | None:
    """What makes the file of digests say this; None where it says so already."""
    text = written(after)
    words = "It says which documents were read against what they cover."
    if not files.may_be_there(path):
        return Change("create", path, content=text, safe=True, reason=words) if text else None
    content = files.read(path, LARGEST)
    if content == text.encode() and not to_path:
        return None
    edits = difference(content.decode(), text)
    digests = (sha256(content), sha256(text.encode()))
    return Change("rename" if to_path else "update", path, to_path, *digests, edits=edits, safe=True, reason=words)


def _advice(wanted: Selection, every: Sequence[Covering]) -> Iterator[Advice]:
    """Names the documents that cover nothing, which there is nothing to affirm of."""
    bare = sorted({*wanted.documents, *wanted.outside, *wanted.idle} - {each.path for each in every})
    if bare and not (wanted.folders and every):
        words = (
            f"{listed(bare, _MOST_NAMED)} {'covers' if len(bare) == 1 else 'cover'} nothing; there is nothing to affirm"
        )
        yield Advice("NOTHING_TO_AFFIRM", words, {"count": len(bare), "paths": bare[:_MOST_NAMED]})


def moved(
    before: Iterable[Affirmed], paths: Mapping[str, str], entries: Mapping[str, Mapping[str, str]]
) -> list[Affirmed]:
    """The lines of documents that have other paths now, or other entries, by their paths before."""
    return [
        Affirmed(paths.get(document, document), entries.get(document, {}).get(written, written), digest)
        for document, written, digest in before
    ]
