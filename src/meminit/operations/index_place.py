"""Where the index of documents is written: never over anything else."""

import os
from functools import partial

from meminit.documents.discover import MARKDOWN
from meminit.edits.putting import Place, foreign, place, seen
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.operations.knowing import Knowledge
from meminit.sources import gate

LARGEST = 1 << 28  # bytes
_BEGINNING = b'{\n  "index_version": '
_USUAL_NAME = "meminit.index.json"  # what bears it is an index, whichever tool has written it


def index_place(known: Knowledge) -> Place:
    """Raises WRITE_REFUSED where there is something else, or would be: a document, a configuration, a schema."""
    path = known.settings.project.index_path
    if path.lower().endswith(MARKDOWN):
        raise MeminitError(WRITE_REFUSED, f"{path}: the index is no Markdown; give it another name", path=path)
    where = place(known.root, path)
    beginning = seen(where, partial(gate.beginning, limit=LARGEST, size=len(_BEGINNING)))
    if beginning not in {None, _BEGINNING} and os.path.basename(path) != _USUAL_NAME:
        raise foreign(where)
    return where
