"""Judges the schemas of blueprints that stand in files: a check names what `agent run` would refuse.

What is found depends on other files than the blueprint, so it is worked out in every run and never cached.
"""

from collections.abc import Callable, Collection, Iterator

from meminit.blueprints.blueprint import PLAN, SCHEMAS, reference
from meminit.blueprints.schema_files import in_file
from meminit.config.settings import AGENT
from meminit.model.document import Metadata
from meminit.model.finding import Problem
from meminit.model.node import plain
from meminit.workspace.run import Run


def problems(run: Run, wanted: Collection[str]) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the files that blueprints on these paths name, with the places where they are named."""
    sources, limit = run.workspace.tree.sources, run.workspace.effort.limits.document

    def read(path: str) -> bytes:
        return sources.read_inside(path, limit)

    candidates = run.summaries.candidates
    named = [number for number, each in enumerate(candidates) if each.path in wanted]
    for number, kept in zip(named, run.summaries.kept(named), strict=True):
        if any(each.written == AGENT for each in kept.texts("type")):
            yield from _of_document(run.reader.metadata(candidates[number]), read)


def _of_document(document: Metadata, read: Callable[[str], bytes]) -> Iterator[tuple[str, Problem]]:
    for field in SCHEMAS:
        entry = document.fields.entries.get(field) if document.fields else None
        target = reference(plain(entry.node)) if entry else None
        if entry is None or target is None or target == PLAN:
            continue
        _, words = in_file(read, target)
        if words:
            context = {"field": field, "problem": words}
            yield document.path, Problem("BLUEPRINT_SCHEMA_INVALID", context, entry.line, entry.column)
