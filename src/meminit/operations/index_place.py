"""Where the index of documents is written: never over anything else."""

import os

from meminit.documents.discover import MARKDOWN
from meminit.edits.putting import Place, place
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.operations.knowing import Knowledge

LARGEST = 1 << 28  # bytes
_BEGINNING = b'{\n  "index_version": '
_USUAL_NAME = "meminit.index.json"  # what bears it is an index, whichever tool has written it


def index_place(known: Knowledge) -> Place:
    """Raises WRITE_REFUSED where there is something else, or would be: a document, a configuration, a schema."""
    path = known.settings.project.index_path
    if path.lower().endswith(MARKDOWN):
        raise MeminitError(WRITE_REFUSED, f"{path}: the index is no Markdown; give it another name", path=path)
    is_usual = os.path.basename(path) == _USUAL_NAME
    return place(known.root, path, lambda content: is_usual or content.startswith(_BEGINNING), LARGEST)
