"""Finds the document that a link leads to, whatever else is wrong with the link."""

from meminit.config.settings import Links
from meminit.documents.tree import Tree
from meminit.linking.address import address
from meminit.linking.destination import Reached
from meminit.linking.following import Following
from meminit.linking.guessing import Guesses
from meminit.linking.library import Library
from meminit.linking.questions import understood
from meminit.model.document import KeptDocument
from meminit.model.link import Link
from meminit.sources.files import Names


class Leading:
    def __init__(self, library: Library, tree: Tree, links: Links) -> None:
        guesses = Guesses()
        guesses.forgo()
        self._library = library
        self._following = Following(library, tree, links, guesses)

    def file(self, question: str) -> str | None:
        """The file of the governed document that a link which asks this leads to; for a folder, its index page."""
        asked = understood(question)
        if asked is None:
            return None
        source = KeptDocument("", "", f"{asked.folder}/?")  # any document of the folder would do
        result = self._following.follow(Link(asked.target, asked.kind, 1, None), source, address(asked.target))
        if not isinstance(result, Reached):
            return None
        return self._governed(result.names) or self._governed(self._following.index(result.names))

    def _governed(self, names: Names | None) -> str | None:
        file = "/".join(names or ())
        return file if file in self._library else None
