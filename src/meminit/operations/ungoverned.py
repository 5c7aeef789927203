"""Counts Markdown files outside all docs roots, as far as it takes to see that fewer than half are governed."""

from collections.abc import Iterator, Sequence
from itertools import islice

from meminit.config.find import OTHER_NAME, OWN_NAME
from meminit.config.settings import parts
from meminit.documents.discover import MARKDOWN
from meminit.model.outcome import Advice
from meminit.sources.files import Names
from meminit.words import counted, escape_unencodable
from meminit.workspace.workspace import Workspace

_MOST_ENTRIES = 3_000  # that are looked at: about ten milliseconds
_FEWEST = 5  # files; every repository has some that are no documents
# Markdown in these is made by programs, comes from elsewhere, or is no documentation.
_SKIPPED = frozenset({
    "bower_components", "build", "cases", "dist", "fixtures", "node_modules", "out", "site-packages", "target",
    "templates", "test", "testdata", "tests", "third_party", "vendor",
})  # fmt: skip

_OF_A_REPOSITORY = frozenset({".git", OWN_NAME, OTHER_NAME})  # a folder with one of these is governed by itself


def advice(workspace: Workspace, governed: int) -> Advice | None:
    """Advice where more Markdown files are outside all docs roots than are governed."""
    roots, enough = [parts(each.root) for each in workspace.settings.namespaces], max(governed + 1, _FEWEST)
    outside = list(islice(_outside(workspace, roots), enough))
    if len(outside) < enough:
        return None
    first = escape_unencodable(outside[0])
    how_many = (
        f"only {counted(governed, 'Markdown file')} {'is' if governed == 1 else 'are'} governed"
        if governed
        else "nothing is governed"
    )
    message = (
        f"{how_many}, and at least {enough} are in no docs root, such as {first};"
        " `meminit scan` shows where documents are"
    )
    return Advice("FEW_GOVERNED", message, {"governed": governed, "path": first, "command": "meminit scan"})


def _outside(workspace: Workspace, roots: Sequence[Names]) -> Iterator[str]:
    """Markdown files outside the docs roots, from the top downwards."""
    sources, left = workspace.tree.sources, _MOST_ENTRIES
    waiting: list[Names] = [] if () in roots else [()]
    for folder in waiting:  # grows meanwhile
        entries = sources.entries(folder) or {}
        left -= len(entries)
        if left < 0:
            return
        if folder and not _OF_A_REPOSITORY.isdisjoint(entries):
            continue
        for name, kind in sorted(entries.items()):
            if kind == "file" and name.lower().endswith(MARKDOWN):
                yield "/".join((*folder, name))
            elif kind == "folder" and not name.startswith(".") and name.lower() not in _SKIPPED:
                below = (*folder, name)
                if below not in roots:
                    waiting.append(below)
