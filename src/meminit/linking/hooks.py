"""Finds the page that a render hook finds: by the path of its source, in the language of the link, or by its name."""

import posixpath
from collections.abc import Iterator, Sequence

from meminit.config.settings import parts
from meminit.documents.tree import Found, Tree
from meminit.linking.published import Published
from meminit.linking.spelling import stepped
from meminit.linking.targets import leaves
from meminit.sites.site import Folder, Site
from meminit.sources.files import Names


class Hooks:
    def __init__(self, published: Published, tree: Tree) -> None:
        self._published = published
        self._tree = tree

    def for_absolute(self, path: str, file: str) -> Names | None:
        """The page below the content of the file's language that a path with a slash in front means."""
        found = self._published.owner(file)
        if found is None or not found[0].detail("hook"):
            return None
        there = self._by_path(path, file, *found)
        if there:
            return there
        site, folder = found
        prefixes = [top.address for top in _tops(site, folder) if top.address]
        prefixes += [f"/{each}" for each in (_suffix(site, file),) if each]
        shown = (self._published.addresses.at(site.base + prefix + path) for prefix in prefixes)
        return next((parts(each) for each in shown if each), None)

    def relative(self, path: str, file: str) -> Names | None:
        """What a path without a slash in front means: a page, or a file that belongs to one."""
        return self._for_relative(path, file) or self._of_translations(path, file)

    def _for_relative(self, path: str, file: str) -> Names | None:
        """The page that a path means, counted from the folder of the file."""
        found = self._published.owner(file)
        steps = posixpath.join(posixpath.dirname(found[1].below(file)), path) if found else ""
        if found is None or leaves(steps, 0):
            return None
        return self._by_path(posixpath.normpath(f"/{steps}"), file, *found)

    def _of_translations(self, path: str, file: str) -> Names | None:
        """A file that belongs to the same page in another language, whose page is in a folder of its own, too."""
        found = self._published.owner(file)
        if found is None or not file.rpartition("/")[2].startswith("index."):
            return None
        for other in found[0].content:
            names = stepped(parts(f"{other.path}/{posixpath.dirname(found[1].below(file))}"), path)
            there = self._tree.find(names) if names and other != found[1] else None
            if isinstance(there, Found) and there.is_certain and not there.is_folder and not there.is_misspelled:
                return there.names
        return None

    def named(self, path: str) -> Names | None:
        """The only page of that name, wherever it is."""
        if "/" in path:
            return None
        files = self._published.files_by_name.get(path.removesuffix(".md"), ())
        return parts(files[0]) if len(files) == 1 else None

    def _by_path(self, path: str, file: str, site: Site, folder: Folder) -> Names | None:
        """The page whose source is there below the content, with or without its ending."""
        bare = next((path[: -len(each)] for each in site.endings if path.lower().endswith(each)), path.rstrip("/"))
        stems = (bare, *(f"{bare}/{each}" for each in site.index_names)) if bare else ("_index", "index")
        for top in _tops(site, folder):
            for each in _ended(stems, _suffix(site, file), site):
                there = self._tree.find((*parts(top.path), *parts(each)))
                if isinstance(there, Found) and there.is_certain and not there.is_folder:
                    return there.names
        return None


def _ended(stems: Sequence[str], language: str, site: Site) -> Iterator[str]:
    ending = site.endings[0]
    for each in (f".{language}{ending}", ending) if language else (ending,):
        yield from (stem + each for stem in stems)


def _tops(site: Site, folder: Folder) -> list[Folder]:
    """The folders whose content is at the top of the same language."""
    shown = {"", f"/{folder.language}"}
    return [each for each in site.content if each.language == folder.language and each.address in shown]


def _suffix(site: Site, file: str) -> str:
    """The language that the name of a file says, as in `page.fr.md`."""
    stem, _, language = file.rpartition("/")[2].rpartition(".")[0].rpartition(".")
    return language if stem and language.lower() in site.languages else ""
