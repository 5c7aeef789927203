"""Writes the index artefact, and the pages with all documents where they are wanted."""

from collections.abc import Sequence

from meminit import as_json
from meminit.edits.putting import put, seen
from meminit.model.outcome import Outcome, Text, noted
from meminit.operations.artefact import Artefact, Index, contents
from meminit.operations.index_place import LARGEST, index_place
from meminit.operations.knowing import Knowledge
from meminit.sources import gate
from meminit.words import counted


def run(known: Knowledge, names: Sequence[str]) -> Outcome:
    """The pages of these names were written before, since they are documents themselves."""
    pages = [known.settings.project.page(name) for name in names]
    where = index_place(known)
    index, found = contents(known)
    artefact = Artefact(index)
    is_new = not seen(where, lambda path: gate.is_made_of(path, LARGEST, artefact))
    if is_new:
        put(where, artefact)
    data: dict[str, object] = {
        "index_path": where.relative,
        "document_count": len(index.nodes),
        "is_changed": is_new,
        "pages": pages,
        "nodes": as_json.Listed(index.nodes),
        "edges": as_json.Listed(index.edges),
    }
    view = (_told(index, where.relative, is_new=is_new), Text(tuple(f"page: {each}" for each in pages)))
    return Outcome("index", data, warnings=noted(found), view=view)


def _told(index: Index, path: str, *, is_new: bool) -> Text:
    counts = f"{counted(len(index.nodes), 'document')}, {counted(index.edge_count, 'edge')}"
    return Text((f"{counts}: {path} {'written' if is_new else 'was up to date'}",))
