"""The kinds of differences between readers."""

from typing import NamedTuple


class Kind(NamedTuple):
    """What is read otherwise, whether meminit has it or lacks it, and who reads it as meminit does not."""

    facet: str
    side: str
    against: str
