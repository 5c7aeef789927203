"""Files of one language that stand for one without it: `page.fr.md` for `page.md`, or those of the default language."""

from collections.abc import Iterator

from meminit.config.settings import parts
from meminit.documents.tree import Found, Tree
from meminit.sites.site import Folder, Site
from meminit.sources.files import Names


class Variants:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def of(self, names: Names, site: Site, folder: Folder) -> Names | None:
        """The file that a site in several languages takes for one that is not there."""
        found = (self._tree.find(each) for each in _candidates(names, site, folder))
        there = (each for each in found if isinstance(each, Found) and not each.is_folder and not each.is_misspelled)
        return next((each.names for each in there), None)


def _candidates(names: Names, site: Site, folder: Folder) -> Iterator[Names]:
    if site.detail("languages by suffix") and names:
        stem, dot, ending = names[-1].rpartition(".")
        yield from ((*names[:-1], f"{stem}.{language}{dot}{ending}") for language in site.languages if dot)
    if folder.language and site.detail("languages by folder"):
        below = names[len(parts(folder.path)) :]
        default = site.detail("languages by folder")
        yield from ((*parts(each.path), *below) for each in site.content if each.language == default)
