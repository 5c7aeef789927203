"""Tells where the document with an id lies, which id a document has, and how to link to it."""

import os

from meminit.config.find import Repository
from meminit.faults import DOCUMENT_NOT_FOUND, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Text, noted
from meminit.operations import as_markdown, naming, nodes, places
from meminit.operations.knowing import Knowledge
from meminit.words import as_path


def resolve(known: Knowledge, document_id: str) -> Outcome:
    """The first by its path, where several have the id; they are told in warnings."""
    found = naming.by_id(known, document_id)
    paths = [known.path(each) for each in found]
    data = {**nodes.brief(known, found[0]), "paths": paths}
    return Outcome("resolve", data, warnings=doubled(known, found), view=(Text(tuple(map(as_path, paths))),))


def identify(known: Knowledge, repository: Repository, path: str) -> Outcome:
    number = naming.by_path(known, repository, path)
    document_id = known.document_id(number)
    if document_id is None:
        shown = known.path(number)
        raise MeminitError(DOCUMENT_NOT_FOUND, f"{shown} has no id", path=shown)
    warnings = doubled(known, known.graph.holders(document_id))
    return Outcome("identify", nodes.brief(known, number), warnings=warnings, view=(Text((document_id,)),))


def link(known: Knowledge, repository: Repository, document_id: str, source: str | None) -> Outcome:
    """A link from a file that need not be there yet; from the top of the repository where none is given."""
    found = naming.by_id(known, document_id)
    url = as_markdown.url(known.summaries.candidates[found[0]].file, _folder(repository.root, source))
    markdown = f"[{as_markdown.text(document_id)}]({url})"
    data = {**nodes.brief(known, found[0]), "url": url, "link": markdown}
    return Outcome("link", data, warnings=doubled(known, found), view=(Text((markdown,)),))


def doubled(known: Knowledge, numbers: tuple[int, ...]) -> tuple[Finding, ...]:
    """The findings of an id that several documents have."""
    if len(numbers) < 2:  # noqa: PLR2004 - more than one
        return ()
    paths = {known.path(each) for each in numbers}
    return noted(each for each in known.doubled() if each.path in paths)


def _folder(root: str, source: str | None) -> str:
    if source is None:
        return "."
    place = places.place(root, source)
    is_folder = os.path.isdir(place) or source.endswith(("/", os.sep))
    return os.path.relpath(place if is_folder else os.path.dirname(place), root).replace(os.sep, "/")
