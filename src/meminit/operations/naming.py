"""Finds the document that somebody names, by its id or by its path, and the nearest ones where there is none."""

import os
from collections.abc import Iterable

from meminit.config.find import Repository
from meminit.faults import DOCUMENT_NOT_FOUND, FILE_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.linking.guessing import distance
from meminit.operations import places
from meminit.operations.knowing import Knowledge
from meminit.words import encodable, hint, listed, quoted

_MOST = 5  # names that are suggested
_LONGEST = 100
_SLIPS = 3


def by_id(known: Knowledge, document_id: str) -> tuple[int, ...]:
    """The documents with this id; raises DOCUMENT_NOT_FOUND."""
    found = known.graph.holders(document_id)
    if not found:
        meant = _nearest_ids(known, document_id) or _ids_at(known, _nearest_paths(known, document_id))
        raise _missing(f"no document has the id {quoted(encodable(document_id))}", meant)
    return found


def by_path(known: Knowledge, repository: Repository, argument: str) -> int:
    """The document in a file; raises FILE_NOT_FOUND, PATH_ESCAPE, or DOCUMENT_NOT_FOUND for another file."""
    root = repository.root
    place = places.place(root, argument)
    number = known.summaries.number(os.path.relpath(place, root).replace(os.sep, "/"))
    if number is None and os.path.islink(place):  # a link inside the repository stands for its target
        target = places.inside(root, place, argument)
        number = known.summaries.number(os.path.relpath(target, root).replace(os.sep, "/"))
    if number is not None:
        return number
    shown = places.relative(root, place)
    number = known.shown_at(shown)
    if number is not None:
        return number
    if not os.path.lexists(place):
        meant = _nearest_paths(known, shown)
        words = f"file not found: {shown}{_clause(meant)}"
        raise MeminitError(FILE_NOT_FOUND, words, path=shown, suggestions=meant or None)
    raise MeminitError(DOCUMENT_NOT_FOUND, f"{shown} is no governed document", path=shown)


def by_either(known: Knowledge, repository: Repository, argument: str) -> tuple[int, ...]:
    """The documents with this id, or the one in this file."""
    if not argument:
        raise MeminitError(INVALID_ARGUMENT, "an id or a PATH is empty")
    found = known.graph.holders(argument)
    if found:
        return found
    try:
        return (by_path(known, repository, argument),)
    except MeminitError as error:
        if error.fault is not FILE_NOT_FOUND:
            raise
    words = f"there is no document with the id, or at the path, {quoted(encodable(argument))}"
    raise _missing(words, _nearest_ids(known, argument) or _nearest_paths(known, argument))


def _missing(words: str, meant: list[str]) -> MeminitError:
    return MeminitError(DOCUMENT_NOT_FOUND, words + _clause(meant), suggestions=meant or None)


def _clause(meant: list[str]) -> str:
    return hint(meant[0]) if len(meant) == 1 else f"; the nearest are {listed(meant)}" if meant else ""


def _nearest_ids(known: Knowledge, name: str) -> list[str]:
    return _nearest(name, filter(None, known.summaries.ids))


def _ids_at(known: Knowledge, paths: list[str]) -> list[str]:
    """The ids of documents, for whoever takes no paths."""
    numbers = {each.path: number for number, each in enumerate(known.summaries.candidates)}
    return [document_id for path in paths if (document_id := known.document_id(numbers[path]))]


def _nearest_paths(known: Knowledge, path: str) -> list[str]:
    """Paths that end in the same name, else those whose name is near."""
    paths = [each.path for each in known.summaries.candidates]
    by_name: dict[str, list[str]] = {}
    for each in paths:
        by_name.setdefault(_stem(each), []).append(each)
    names = [_stem(path)] if _stem(path) in by_name else _nearest(_stem(path), by_name)
    return [each for name in names for each in by_name[name]][:_MOST]


def _stem(path: str) -> str:
    return os.path.splitext(path.rpartition("/")[2])[0].casefold()


def _nearest(name: str, known: Iterable[str]) -> list[str]:
    """The names that differ in a few letters, the nearest first."""
    if not name or len(name) > _LONGEST:
        return []
    wanted, limit = name.casefold(), min(_SLIPS, max(1, len(name) // 4))
    ranks = {each: distance(wanted, each.casefold(), limit) for each in known if len(each) <= _LONGEST}
    return sorted((each for each, rank in ranks.items() if rank is not None), key=lambda each: (ranks[each], each))[
        :_MOST
    ]
