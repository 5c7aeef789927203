"""What a document says about links and labels, and what came of following them."""

from typing import Literal, NamedTuple

from meminit.model.finding import Edit

# The shape of nearly all targets: steps upwards, names of which none begins with a dot, perhaps a fragment; nothing of
# it is encoded. Possessive, since a group that may give back keeps something in memory for each of a million names.
PLAIN = r"((?:\.\./)*+)([A-Za-z0-9_-][A-Za-z0-9_.-]*+(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*+)*+)(#[A-Za-z0-9_-]+)?"

LinkKind = Literal["link", "image", "wiki", "field"]


class Spot(NamedTuple):
    """Where a target itself is written, and exactly how."""

    line: int
    column: int
    written: str


class LinkTarget(NamedTuple):
    """What a link leads to, of a body that was scanned quickly; where it stands was not read."""

    target: str
    kind: LinkKind


class Link(NamedTuple):
    """Something that leads elsewhere. The target is what a browser would be given; escapes are resolved.

    `spot` is None where the target cannot be told from the text around it. A reference link stands here once, for its
    definition.
    """

    target: str
    kind: LinkKind
    line: int
    column: int | None
    spot: Spot | None = None

    @property
    def written(self) -> str:
        return self.spot.written if self.spot else self.target


LabelKind = Literal["undefined", "unused", "duplicate", "undefined_footnote", "unused_footnote"]


class Label(NamedTuple):
    """A label of a reference or footnote that is not defined, not used, or defined twice."""

    kind: LabelKind
    name: str
    line: int
    column: int | None
    first: int | None = None  # the line of the first definition
    meant: str | None = None  # the label that was probably meant


FaultKind = Literal["broken", "anchor", "outside", "case", "unsafe", "empty"]


class LinkFault(NamedTuple):
    """A link that does not lead where it should, classified once for all link rules."""

    kind: FaultKind
    path: str
    link: Link
    problem: str
    meant: str | None = None
    edit: Edit | None = None
