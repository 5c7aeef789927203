"""What the file of the work queue says, and what a check has to say about it."""

from collections.abc import Collection, Iterator

from meminit.linking.guessing import distance
from meminit.model.finding import Problem
from meminit.queue.reading import Read, read, stale
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.words import did_you_mean, quoted

_LARGEST = 1 << 22  # bytes
_LONGEST = 100  # characters of an id that is compared
_SLIPS = 2


def text_of(files: Files, path: str) -> str:
    """Raises gate.SourceError or gate.BadEncoding."""
    return gate.decode(files.read(path, _LARGEST))


def problems(files: Files, path: str, known: frozenset[str]) -> Iterator[tuple[str, Problem]]:
    """What a check finds in the file."""
    try:
        found = read(text_of(files, path))
    except gate.SourceError as error:
        yield path, Problem("STATE_INVALID", {"problem": f"it cannot be read: {error.words}"})
        return
    except gate.BadEncoding as error:
        yield path, Problem("STATE_INVALID", {"problem": error.words}, error.line)
        return
    for wrong in found.wrong:
        yield path, Problem("STATE_INVALID", {"problem": wrong.words}, wrong.line)
    yield from _stale(found, path, known)


def _stale(found: Read, path: str, known: frozenset[str]) -> Iterator[tuple[str, Problem]]:
    for each in stale(found, known):
        context = {
            "id": each.document_id,
            "shown": quoted(each.document_id),
            "where": f", which stands in {each.field}" if each.field else "",
            "hint": hint(each.document_id, known),
        }
        yield path, Problem("STATE_STALE_ID", context, each.line)


def hint(document_id: str, known: Collection[str]) -> str:
    """The one id that is nearest, if there is one."""
    if len(document_id) > _LONGEST:
        return ""
    wanted = document_id.casefold()
    near = {each: distance(wanted, each.casefold(), _SLIPS) for each in known if len(each) <= _LONGEST}
    ranks = {each: rank for each, rank in near.items() if rank is not None}
    least = [each for each, rank in ranks.items() if rank == min(ranks.values())]
    return did_you_mean(least[0]) if len(least) == 1 else ""
