"""Sorts what links ask by how they are written: relative to their document, from the top of a site, to headings."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from meminit.linking.address import address
from meminit.model.card import SEPARATOR, is_path
from meminit.surveying.evidence import Seen

_MOST_FOLLOWED = 5_000  # different targets of a site are enough to see what they have in common
_FROM_TOP = ("?0\n/", "?1\n/")  # questions of links and of images whose targets begin with a slash
_TEMPLATE = "{"  # something else will stand there


class Targets(NamedTuple):
    """`relative` are paths of files, and `opened` those with a fragment, as plain questions ask of them; `site` are
    addresses that begin with a slash. All count the documents that ask."""

    relative: Counter[str]
    opened: Counter[str]
    site: Counter[str]


def targets(documents: Iterable[Seen]) -> Targets:
    asked = SEPARATOR.join([each.questions for each in documents if each.questions])
    counts = Counter(asked.split(SEPARATOR)) if asked else Counter[str]()
    relative: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    site: Counter[str] = Counter()
    for question, count in counts.items():
        if is_path(question):
            file, mark, _ = question.partition("#")
            relative[file] += count
            if mark:
                opened[question] += count
        elif question.startswith(_FROM_TOP):
            site[question[3:]] += count
    return Targets(relative, opened, _addressed(site))


def _addressed(written: Counter[str]) -> Counter[str]:
    """The paths of addresses of this site, without what stands behind them."""
    paths: Counter[str] = Counter()
    step = len(written) // _MOST_FOLLOWED + 1
    for target in sorted(written)[::step]:
        if not target.startswith("//") and _TEMPLATE not in target:
            path = address(target).path.rstrip("/")
            if path:
                paths[path] += written[target]
    return paths
