"""Links and labels of a document, and the faults of links."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from meminit.model.finding import Edit

# The shape of nearly all targets: steps upwards, names of which none begins with a dot, perhaps a fragment; nothing
# is percent-encoded. Possessive, since a group that can backtrack uses memory for each of a million names.
PLAIN = r"((?:\.\./)*+)([A-Za-z0-9_-][A-Za-z0-9_.-]*+(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*+)*+)(#[A-Za-z0-9_-]+)?"

LinkKind = Literal["link", "image", "wiki", "field"]
LabelKind = Literal["undefined", "unused", "duplicate", "undefined_footnote", "unused_footnote"]
FaultKind = Literal["broken", "anchor", "outside", "case", "unsafe", "empty", "uncertain"]


class TargetPlace(NamedTuple):
    """The place of a target, and its exact spelling."""

    line: int
    column: int
    written: str


class LinkTarget(NamedTuple):
    """The target of a link in a body that was scanned quickly; its place was not read."""

    target: str
    kind: LinkKind


class Wanted(Protocol):
    """Whether a link with this target is asked for. It holds one of these `words` then, or is the empty target."""

    @property
    def words(self) -> Sequence[str]: ...

    def __call__(self, target: str, kind: LinkKind, /) -> bool: ...


class Link(NamedTuple):
    """Something that leads elsewhere. The target is what a browser would be given; escapes are resolved.

    `target_place` is None where the target cannot be separated from the text around it. All reference links with one
    definition are one link.
    """

    target: str
    kind: LinkKind
    line: int
    column: int | None
    target_place: TargetPlace | None = None

    @property
    def written(self) -> str:
        return self.target_place.written if self.target_place else self.target


class Label(NamedTuple):
    """A label of a reference or footnote that is not defined, not used, or defined twice."""

    kind: LabelKind
    name: str
    line: int
    column: int | None
    first: int | None = None  # the line of the first definition
    meant: str | None = None  # the label that was probably meant


class LinkFault(NamedTuple):
    """A link that does not lead where it should, classified once for all link rules."""

    kind: FaultKind
    path: str
    link: Link
    problem: str
    meant: str | None = None
    edit: Edit | None = None
