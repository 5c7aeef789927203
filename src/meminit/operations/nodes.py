"""What is told of a document: its id, its path, and what its front matter says about it; what it lacks is left out.

It is told as JSON, which was written when the document was read.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from meminit import as_json
from meminit.operations.knowing import Knowledge
from meminit.workspace import encoded


def brief(known: Knowledge, number: int) -> dict[str, object]:
    """Enough to recognise the document."""
    told: dict[str, object] = as_json.read(briefs(known, (number,)))[0]
    return told


def briefs(known: Knowledge, numbers: Iterable[int]) -> list[bytes]:
    """The same of several documents, as JSON."""
    return [encoded.brief(known.summaries.all[number].row) for number in numbers]


def titles(known: Knowledge, numbers: Iterable[int]) -> list[str]:
    """Empty where a document has none."""
    return [each.get("title", "") for each in as_json.one_by_one(briefs(known, numbers))]


def fulls(known: Knowledge, wrong: Mapping[str, AbstractSet[str]]) -> list[bytes]:
    """All that the index tells of each document; what is wrong with it is told by codes."""
    every = known.rows.nodes.copy()
    for number in range(len(every)) if wrong else ():
        codes = wrong.get(known.path(number))
        if codes:
            every[number] = as_json.written({**as_json.read((every[number],))[0], "findings": sorted(codes)})
    return every
