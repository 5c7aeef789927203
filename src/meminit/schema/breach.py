"""What a judge says about a value, whichever library did the judging."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from meminit.model.node import Path


class RawBreach(NamedTuple):
    """One broken keyword: where in the value, the keyword, what it demands, and the subschema it stands in.

    `demand` is normalised where libraries differ: for `required` the name of the one missing key, for
    `additionalProperties` and `unevaluatedProperties` the list of unexpected keys.
    """

    path: Path
    keyword: str
    demand: object
    schema: Mapping[str, object]
    branches: tuple[tuple["RawBreach", ...], ...] = ()

    def leaves(self) -> Iterator["RawBreach"]:
        """This breach and all that its alternatives give as reasons."""
        yield self
        for branch in self.branches:
            for reason in branch:
                yield from reason.leaves()


class Source(NamedTuple):
    """A schema ready to be compiled: nothing it refers to is missing, and nothing of it lies outside the repository."""

    schema: Mapping[str, object]
    uri: str
    draft: str
    externals: Mapping[str, Mapping[str, object]] = {}  # the other files it refers to, by URI
    resources: Mapping[str, object] = {}  # all of these and every schema embedded under a URI of its own


Ask: TypeAlias = Callable[[object], list[RawBreach]]


def _anything(_value: object) -> bool:
    return True


class Judge(NamedTuple):
    """Says what is wrong with a value; and, much sooner, whether anything is. Not all that may be asked is answered."""

    breaches: Ask
    accepts: Callable[[object], bool]
    answers: Callable[[object], bool] = _anything

    def __call__(self, value: object) -> list[RawBreach]:
        return self.breaches(value)


class Uncompilable(Exception):  # noqa: N818 - it names what was seen
    """A schema that its own rules reject: the path of the offending key, and the reason."""

    def __init__(self, path: Path, words: str) -> None:
        super().__init__(words)
        self.path = path
        self.words = words
