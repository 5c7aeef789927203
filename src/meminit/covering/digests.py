"""Digests of the files that an entry covers: their paths and contents, with each CRLF read as LF."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256

from meminit.covering.selecting import kind_of
from meminit.documents.tree import Tree
from meminit.sources import gate

_LINK = b"\0symbolic link\0"  # before where it leads, so that no file is the same


class FileDigests:
    """What was read once is known from then on; only digests are kept."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.of = cache(self._of)

    def of_files(self, files: Iterable[str]) -> str:
        """One for files in the order of their paths; raises gate.SourceError where one cannot be read."""
        made = sha256()
        for file in files:
            digest = self.of(file)
            if digest:
                made.update(b"%b\0%b\n" % (file.encode("utf-8", "surrogateescape"), digest.encode()))
        return f"sha256:{made.hexdigest()}"

    def _of(self, file: str) -> str:
        """Empty for what is no file, such as a pipe."""
        made = sha256()
        try:
            for block in self._blocks(file):
                made.update(block)
        except gate.SourceError as error:
            if error.words == gate.NO_FILE:
                return ""
            raise
        return made.hexdigest()

    def _blocks(self, file: str) -> Iterator[bytes]:
        sources = self._tree.sources
        if not sources.is_laid(file) and kind_of(self._tree, file) == "link":
            return iter((_LINK, sources.link_text(file)))
        return with_plain_ends(sources.blocks(file))


def with_plain_ends(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes with each CRLF as LF."""
    held = b""
    for block in blocks:
        whole = held + block
        held = b"\r" if whole.endswith(b"\r") else b""
        yield whole.removesuffix(b"\r").replace(b"\r\n", b"\n")
    yield held
