"""Finds a document by its id or its path, and suggests the nearest names where there is none."""

import os

from meminit.config.find import Repository
from meminit.faults import DOCUMENT_NOT_FOUND, FILE_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import FromRoot, Outcome, Text, noted
from meminit.operations import as_markdown, selection
from meminit.operations.inventory import Inventory
from meminit.words import as_path, escape_unencodable, quoted


def _by_id(inventory: Inventory, document_id: str) -> tuple[int, ...]:
    """The documents with this id; raises DOCUMENT_NOT_FOUND."""
    found = inventory.graph.holders(document_id)
    if not found:
        meant = _nearest_ids(inventory, document_id) or _ids_at(inventory, _nearest_paths(inventory, document_id))
        raise _missing(f"no document has the id {quoted(escape_unencodable(document_id))}", meant)
    return found


def _by_path(inventory: Inventory, repository: Repository, argument: str) -> int:
    """The document in a file; raises FILE_NOT_FOUND, PATH_ESCAPE, or DOCUMENT_NOT_FOUND for another file."""
    root = repository.root
    place = selection.located(root, argument)
    number = inventory.summaries.number(os.path.relpath(place, root).replace(os.sep, "/"))
    if number is None and os.path.islink(place):  # a link inside the repository means its target
        target = selection.inside(root, place, argument)
        number = inventory.summaries.number(os.path.relpath(target, root).replace(os.sep, "/"))
    if number is not None:
        return number
    shown = selection.relative(root, place)
    number = inventory.shown_at(shown)
    if number is not None:
        return number
    if not os.path.lexists(place):
        meant = _nearest_paths(inventory, shown)
        words = f"file not found: {shown}{selection.one_of(meant)}"
        raise MeminitError(FILE_NOT_FOUND, words, path=shown, suggestions=meant or None)
    raise MeminitError(DOCUMENT_NOT_FOUND, f"{shown} is not a governed document", path=shown)


def by_either(inventory: Inventory, repository: Repository, argument: str) -> tuple[int, ...]:
    """The documents with this id, or the one in this file."""
    if not argument:
        raise MeminitError(INVALID_ARGUMENT, "an id or a PATH is empty")
    found = inventory.graph.holders(argument)
    if found:
        return found
    try:
        return (_by_path(inventory, repository, argument),)
    except MeminitError as error:
        if error.fault is not FILE_NOT_FOUND:
            raise
    words = f"there is no document with the id, or at the path, {quoted(escape_unencodable(argument))}"
    raise _missing(words, _nearest_ids(inventory, argument) or _nearest_paths(inventory, argument))


def _missing(words: str, meant: list[str]) -> MeminitError:
    return MeminitError(DOCUMENT_NOT_FOUND, words + selection.one_of(meant), suggestions=meant or None)


def _nearest_ids(inventory: Inventory, name: str) -> list[str]:
    return selection.nearest_names(name, filter(None, inventory.summaries.ids))


def _ids_at(inventory: Inventory, paths: list[str]) -> list[str]:
    """The ids of the documents at these paths."""
    numbers = {each.path: number for number, each in enumerate(inventory.summaries.candidates)}
    return [document_id for path in paths if (document_id := inventory.document_id(numbers[path]))]


def _nearest_paths(inventory: Inventory, path: str) -> list[str]:
    return selection.nearest_paths(path, (each.path for each in inventory.summaries.candidates))


def resolve(inventory: Inventory, document_id: str) -> Outcome:
    """The first by its path where several have the id, with a warning for each."""
    found = _by_id(inventory, document_id)
    paths = [inventory.path(each) for each in found]
    data = {**inventory.brief(found[0]), "paths": paths}
    view = (Text(tuple(FromRoot(as_path(each)) for each in paths)),)
    return Outcome("resolve", data, warnings=doubled(inventory, found), view=view)


def identify(inventory: Inventory, repository: Repository, path: str) -> Outcome:
    number = _by_path(inventory, repository, path)
    document_id = inventory.document_id(number)
    if document_id is None:
        shown = inventory.path(number)
        raise MeminitError(DOCUMENT_NOT_FOUND, f"{shown} has no id", path=shown)
    warnings = doubled(inventory, inventory.graph.holders(document_id))
    return Outcome("identify", inventory.brief(number), warnings=warnings, view=(Text((document_id,)),))


def link(inventory: Inventory, repository: Repository, document_id: str, source: str | None) -> Outcome:
    """A link from a file, which need not exist yet; by default from the root of the repository."""
    found = _by_id(inventory, document_id)
    url = as_markdown.url(inventory.summaries.candidates[found[0]].file, _folder(repository.root, source))
    markdown = f"[{as_markdown.text(document_id)}]({url})"
    data = {**inventory.brief(found[0]), "url": url, "link": markdown}
    return Outcome("link", data, warnings=doubled(inventory, found), view=(Text((markdown,)),))


def doubled(inventory: Inventory, numbers: tuple[int, ...]) -> tuple[Finding, ...]:
    """The findings of an id that several documents have."""
    if len(numbers) < 2:  # noqa: PLR2004 - more than one
        return ()
    paths = {inventory.path(each) for each in numbers}
    return noted(each for each in inventory.doubled() if each.path in paths)


def _folder(root: str, source: str | None) -> str:
    if source is None:
        return "."
    place = selection.located(root, source)
    is_folder = os.path.isdir(place) or source.endswith(("/", os.sep))
    return os.path.relpath(place if is_folder else os.path.dirname(place), root).replace(os.sep, "/")
