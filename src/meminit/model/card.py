"""What is kept of each document, in few and simple values: they travel between processes, and into the cache."""

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

SEPARATOR = "\x7f"  # between texts that are kept as one; what holds it itself is looked up in the document
FEW = 8  # texts that are looked for one by one; from twice as many on it is quicker to part what is joined

QUESTION_MARK = "?"  # what begins so is a question about more than a path


def is_path(question: str) -> bool:
    """Whether a question is a plain path; the name of a file may look like any other question."""
    return not question.startswith(QUESTION_MARK)


Buffer: TypeAlias = bytes | memoryview


class Card(NamedTuple):
    """Enough to tell whether anything across documents may be wrong with this one, and what was wrong by itself.

    `questions` are what its links ask of the tree, `anchors` what links of others may ask of it, `named` the fields by
    which addresses of the site find it; anchors are None where nobody can tell from the card. `referring` names, for
    each of the `references`, the field that holds it. `told` is what commands tell of the document, left out where none
    will; `details` hold what rules across documents and the graph need, left out where nothing is suspicious, and read
    when they are wanted, both sealed by `engine.parts`; `findings` are those of the document itself; all of these are
    JSON. `digest` tells the content of the file from any other; where nothing shall be kept, it is empty.
    """

    document_id: str | None = None
    is_sound: bool = True
    claimed_id: str | None = None
    is_understood: bool = True
    references: tuple[str, ...] = ()
    referring: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()
    questions: str = ""
    anchors: str | None = ""
    named: tuple[tuple[str, str], ...] = ()
    told: Buffer = b""
    findings: Buffer = b""
    details: Buffer | None = None
    digest: str = ""

    @property
    def known_id(self) -> str | None:
        return self.document_id or self.claimed_id

    def asked(self) -> list[str]:
        return self.questions.split(SEPARATOR) if self.questions else []


def joined(texts: Collection[str]) -> str | None:
    """Texts as one; None where one of them cannot be told from two."""
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
