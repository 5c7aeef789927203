"""Sorts what links ask by how they are written: relative to their document, from the top of a site, to headings."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from meminit.linking.address import address
from meminit.model.summary import QUESTION_MARK, SEPARATOR
from meminit.surveying.evidence import Seen

_MOST_FOLLOWED = 5_000  # different targets of a site are enough to see what they have in common
_FROM_TOP = ("?0\n/", "?1\n/")  # questions of links and of images whose targets begin with a slash
_TEMPLATE = "{"  # something else will stand there


class Targets(NamedTuple):
    """`relative` counts links that are plain questions, `paths` are the files that these ask for, `opened` the
    questions with a fragment; `site` counts addresses that begin with a slash, by their paths."""

    relative: int
    paths: frozenset[str]
    opened: frozenset[str]
    site: Counter[str]


def targets(documents: Iterable[Seen]) -> Targets:
    joined = SEPARATOR.join([each.questions for each in documents if each.questions])
    asked = joined.split(SEPARATOR) if joined else []
    different = set(asked)
    odd = {each for each in different if each.startswith(QUESTION_MARK)}
    plain = different - odd
    opened = frozenset(each for each in plain if "#" in each)
    others = Counter(each for each in asked if each in odd) if odd else Counter[str]()
    return Targets(
        len(asked) - others.total(),
        frozenset((plain - opened).union(each.partition("#")[0] for each in opened)),
        opened,
        _addressed(others),
    )


def _addressed(others: Counter[str]) -> Counter[str]:
    """The paths of addresses of this site, without what stands behind them."""
    written = sorted(each for each in others if each.startswith(_FROM_TOP))
    paths: Counter[str] = Counter()
    step = len(written) // _MOST_FOLLOWED + 1
    for question in written[::step]:
        target = question[len(_FROM_TOP[0]) - 1 :]
        if not target.startswith("//") and _TEMPLATE not in target:
            path = address(target).path.rstrip("/")
            if path:
                paths[path] += others[question]
    return paths
