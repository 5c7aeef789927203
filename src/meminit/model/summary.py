"""What is kept of each document, in few and simple values: they are sent between processes and written to the cache."""

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

SEPARATOR = "\x7f"  # between texts that are kept as one; a text that contains it is looked up in the document
FEW = 8  # texts that are looked for one by one; from twice as many on it is quicker to part what is joined


LOOKUP_MARK = "?"  # the first character of a lookup of more than a path
Buffer: TypeAlias = bytes | memoryview


def is_path(lookup: str) -> bool:
    """Whether a lookup is a plain path; the name of a file may look like any other lookup."""
    return not lookup.startswith(LOOKUP_MARK)


class Summary(NamedTuple):
    """Enough to see whether rules across documents may have findings here, and the findings of the document itself.

    `lookups` are what its links ask of the repository, `anchors` what links of others may ask of it, `named` the
    fields by which addresses of the site find it; anchors are None where the summary does not know them.
    `referring` names, for each of the `references`, the field that holds it. `row` is what commands print of the
    document, left out where none will; `details` hold what rules across documents and the graph need, left out
    where nothing is suspicious, and read when they are wanted, both sealed by `cache.sealing`; `findings` are those
    of the document itself. `digest` is that of the content of the file; it is empty where nothing will be kept.
    `suppressions` are the findings that its author accepts, see `accepting.suppressing`. `placed` are links that
    need a look, see `workspace.encoded.placed`. `covers` are the files that the document describes, see
    `covering.covers`, and `updated` is the day that it names as its last change, where a rule asks for it.
    """

    document_id: str | None = None
    has_sound_id: bool = True
    claimed_id: str | None = None
    is_understood: bool = True
    references: tuple[str, ...] = ()
    referring: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()
    lookups: str = ""
    anchors: str | None = ""
    named: tuple[tuple[str, str], ...] = ()
    row: Buffer = b""
    findings: Buffer = b""
    details: Buffer | None = None
    digest: str = ""
    suppressions: str = ""
    covers: str = ""
    updated: str = ""
    placed: str = ""

    @property
    def known_id(self) -> str | None:
        return self.document_id or self.claimed_id

    def all_lookups(self) -> list[str]:
        return self.lookups.split(SEPARATOR) if self.lookups else []


def joined(texts: Collection[str]) -> str | None:
    """Texts as one; None where one of them contains the separator."""
    if not texts:
        return ""
    whole = f"{SEPARATOR}{SEPARATOR.join(sorted(texts))}{SEPARATOR}"
    return whole if whole.count(SEPARATOR) == len(texts) + 1 else None


def parted(whole: str) -> list[str]:
    """The texts that were joined."""
    return whole[1:-1].split(SEPARATOR) if whole else []


def those_in(whole: str, texts: Collection[str]) -> set[str]:
    """Those of these texts that are among the joined ones."""
    if len(texts) > FEW:
        return set(parted(whole)).intersection(texts)
    return {each for each in texts if SEPARATOR not in each and f"{SEPARATOR}{each}{SEPARATOR}" in whole}
