"""Finds what an address means on the sites that are made from the documents: a page, a file, or a way to one."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import parts
from meminit.documents.tree import Found, Missing, Outside, Tree
from meminit.linking.hooks import Hooks
from meminit.linking.nearby import Nearby
from meminit.linking.published import NamedDocuments, Published, redirects
from meminit.linking.spelling import in_the_manner_of, normal, respelled, stepped
from meminit.linking.targets import DOCUMENTS, leaves
from meminit.linking.variants import Variants
from meminit.sites.addresses import Below, address, candidates, placing
from meminit.sites.redirects import Redirects, Unsettled
from meminit.sites.site import Folder, Site
from meminit.sources.files import Names

_FROM_ROOT = "@site/"
_ALIASES = ("@", "~", "#")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif")
_MOST_ABOVE = 4  # folders between a page and a file that belongs to it
_WORDS = re.compile(r"[A-Za-z_][\w@-]*(?:(?:\.|::)[\w-]+)*")
_FILE = re.compile(r"\.(?:md|html?|png|svg|jpe?g|gif|webp|ico|pdf|txt|rs|toml|json|ya?ml|js|css|zip)$", re.IGNORECASE)
_MOST_HOPS = 6  # from one redirect to the next


class Page(NamedTuple):
    """What is at an address; `address` is how it should have been written, where letter case is wrong."""

    names: Names
    address: str = ""

    @property
    def is_misspelled(self) -> bool:
        return bool(self.address)


# Nothing is there; or a program may make something there; or what is there is of another site, or cannot be read.
Nothing: TypeAlias = Literal["missing", "open", "unknown"]


class OnSite:
    def __init__(self, documents: NamedDocuments, tree: Tree, sites: Sequence[Site]) -> None:
        self._tree = tree
        self._variants = Variants(tree)
        self._sites = sites
        self.published = Published(documents, tree, sites)
        self.nearby = Nearby(self.published)
        self._hooks = Hooks(self.published, tree)
        self._known: dict[str, Page | Nothing] = {}
        shown = [(site.base + folder.address, folder, False) for site in sites for folder in site.static]
        content = [(site, folder) for site in sites for folder in (*site.content, *site.copies)]
        shown += [(site.base + folder.address, folder, site.lower) for site, folder in content]
        self._folders = sorted(shown, key=lambda each: -len(each[0]))
        self._shown = Below((each[0], each) for each in self._folders)
        self._static = frozenset(folder for site in sites for folder in site.static)
        self._bases = tuple(dict.fromkeys(site.base for site in sites))
        self._redirects = Redirects([each for site in sites for each in redirects(site)])

    def decides(self, path: str, file: str) -> bool:
        """Whether a link in this file counts from an address; links that name a Markdown file do not."""
        found = self.published.owner(file)
        if path.startswith(("/", _FROM_ROOT)):
            return found is not None or self._is_put_in(file)
        if found is None or not path.lower().endswith(DOCUMENTS):
            return found is not None
        if found[0].detail("absolute files"):
            return not path.startswith(".")  # such a path counts from other folders, too
        return leaves(path, found[1].below(file).count("/"))

    def _is_put_in(self, file: str) -> bool:
        """Whether a file of the site that is no page may be put into one."""
        return any(site.root and file.startswith(f"{site.root}/") for site in self._sites)

    def find(self, path: str, file: str) -> Page | Nothing:
        """What a link in this file leads to."""
        if path.startswith(_FROM_ROOT):
            return self._from_root(path, file)
        if path.startswith("/"):
            led = self._hooks.for_absolute(path, file)
            found_there = Page(led) if led else self._absolute(path)
            if not isinstance(found_there, Page) and path.lower().endswith(DOCUMENTS):
                found_there = self._below_content(path, file) or found_there
            return self.published.at_nothing(path) if found_there == "missing" else found_there
        found = self.published.owner(file)
        assert found is not None  # noqa: S101 - see `decides`
        site, _ = found
        named = self._by_alias(path, site) if path.startswith(_ALIASES) else None
        if named:
            return named
        if path.lower().endswith(DOCUMENTS) and site.detail("absolute files"):
            beside = self._beside(path, file)
            return beside if beside != "missing" else self._below_content(f"/{path}", file) or "missing"
        answers = list(self._relative(path, file, site))
        good = next((each for each in answers if isinstance(each, Page) and not each.is_misspelled), None)
        if good:
            return good
        if site.detail("words") and _WORDS.fullmatch(path) and not _FILE.search(path):
            return "open"  # a preprocessor may know what is meant
        return next((each for each in answers if each != "missing"), "missing")

    def _by_alias(self, path: str, site: Site) -> Page | Nothing | None:
        """A file by a name that programs have for a folder; None where there is no such name."""
        for key, folder in site.details:
            name = key.removeprefix("alias ")
            if name != key and path.startswith(name):
                top = () if folder.startswith("./") and not site.root else parts(site.root)
                return self._file((*top, *parts(f"{folder.removeprefix('./')}{path[len(name) :]}")), path)
        return "unknown" if site.mdx or site.generator in {"vitepress", "vuepress"} else None

    def _from_root(self, path: str, file: str) -> Page | Nothing:
        """A file by its path from the root of the site, as Docusaurus has it."""
        roots = (site.root for site in self._sites if not site.root or file.startswith(f"{site.root}/"))
        rest = parts(path.removeprefix(_FROM_ROOT))
        answers = (self._file((*parts(root), *rest), path) for root in roots)
        return next((each for each in answers if each != "missing"), "missing")

    def lists_drafts(self, file: str) -> bool:
        """Whether a link without a destination stands for a page that is not written yet."""
        found = self.published.owner(file)
        return found is not None and file.rpartition("/")[2] == found[0].detail("drafts")

    def _below_content(self, path: str, file: str) -> Page | Nothing | None:
        """A Markdown file by its path from a folder with content, or from the root; None where none counts from it."""
        found = self.published.owner(file)
        if found is None or not found[0].detail("absolute files"):
            return None
        site, folder = found
        tops = (folder.path, site.root, *(each.path for each in site.content))
        answers = (self._file((*parts(top), *parts(path)), path) for top in dict.fromkeys(tops))
        return next((each for each in answers if each != "missing"), "missing")

    def address_of(self, names: Names) -> str | None:
        """The address of a page, or of a file that a site shows as it is; None for what is on no site."""
        if (here := self.published.addresses.place_of("/".join(names))) is not None:
            return address(here)
        for shown, folder, _ in self._folders:
            below = parts(folder.path)
            if names[: len(below)] == below:
                return "/".join((shown, *names[len(below) :]))
        return None

    def _relative(self, path: str, file: str, site: Site) -> Iterator[Page | Nothing]:
        """The readings of a relative link, in turn."""
        stem = file.rpartition("/")[2].partition(".")[0]
        is_bundle = stem in site.index_names
        is_by_file = is_bundle or path.lower().endswith(DOCUMENTS)
        is_by_hook = bool(site.detail("hook of images")) and path.lower().endswith(_IMAGES)
        if site.relative != "address" or is_by_file or is_by_hook:
            yield self._beside(path, file)
        here = self.published.addresses.place_of(file)
        if here is None:
            yield self._beside(path, file)
            is_fixed = site.detail("parts by file") and path.lower().endswith((*_IMAGES, *DOCUMENTS))
            yield "missing" if is_fixed else "open"  # a file that is no page may be shown anywhere
            return
        steps = posixpath.join(posixpath.dirname(address(here)), path)
        if leaves(steps, 0) and not site.is_base_known:
            yield "unknown"  # what else is on the host
            return
        is_folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
        yield self._absolute(normal(steps, is_folder=is_folder))
        if site.detail("hook"):
            yield from self._by_hook(path, file, site)

    def _by_hook(self, path: str, file: str, site: Site) -> Iterator[Page | Nothing]:
        """What a render hook may make of a link: a page by its path from the folder of the file.

        One of the site's own may also count from the first page, find pages by their names alone, or look up words.
        """
        yield _page(self._hooks.relative(path, file))
        folder = self._address_of(posixpath.dirname(file))
        if folder is not None:
            yield self._absolute(normal(posixpath.join(folder.lower() if site.lower else folder, path), is_folder=True))
        if site.detail("hook") == "own":
            yield self._absolute(normal(f"{site.base}/{path}", is_folder=True))
            yield _page(self._hooks.named(path))
            if site.detail("hook by words") and not set("/.#?") & set(path):
                yield "open"

    def _beside(self, path: str, file: str) -> Page | Nothing:
        """A file that is no page, by its path from the file with the link."""
        names = stepped(parts(file)[:-1], path)
        if names is None:
            return "missing"
        found = "missing" if self._asks_for_folder(path, file) else self._file(names, path.rstrip("/"))
        if found == "missing" and (variant := self._variant(names)):
            return Page(variant)
        shown = self._address_of("/".join(names)) if found == "missing" else None
        if shown and (put_beside := self._of_static(shown, file)):
            return put_beside
        if not shown or (path.lower().endswith(_IMAGES) and self._has_images_as_files(file)):
            return found
        return "open" if self.published.may_be_made(shown) else found

    def _of_static(self, shown: str, file: str) -> Page | Nothing | None:
        """A file of a static folder, where the generator counts its path as if it lay among the pages."""
        found = self.published.owner(file)
        if found is None or not found[0].static or not found[0].detail("static beside"):
            return None
        there = self._as_file(shown)
        if isinstance(there, Page) and not there.is_misspelled:
            return there
        return "open" if self.published.is_absent(shown) else None

    def _variant(self, names: Names) -> Names | None:
        found = self.published.owner("/".join(names))
        return self._variants.of(names, *found) if found and found[0].languages else None

    def _has_images_as_files(self, file: str) -> bool:
        """Whether pages are all that plugins of the site make."""
        found = self.published.owner(file)
        return found is not None and found[0].detail("images") == "files"

    def _asks_for_folder(self, path: str, file: str) -> bool:
        """MkDocs takes a slash off before it looks for a Markdown file."""
        if not path.endswith("/") or not path.rstrip("/").lower().endswith(DOCUMENTS):
            return path.endswith("/")
        found = self.published.owner(file)
        return found is None or not found[0].detail("slashes")

    def _address_of(self, file: str) -> str | None:
        """The address that a file without a page of its own would have."""
        found = self.published.owner(file)
        return None if found is None else f"{found[0].base}{found[1].address}/{found[1].below(file)}"

    def _file(self, names: Names, path: str) -> Page | Nothing:
        found = self._tree.find(names)
        if isinstance(found, Missing | Outside) or found.is_folder:
            return "missing"
        if not found.is_certain:
            return "unknown"
        if found.is_misspelled:
            return Page(found.names, respelled(path, found.spelling))
        return Page(found.names)

    def _absolute(self, path: str) -> Page | Nothing:
        if path not in self._known:
            self._known[path] = self._looked_up(path, 0)
        return self._known[path]

    def _looked_up(self, path: str, hops: int) -> Page | Nothing:
        """The address itself, then with the base before it; what is outside the bases is another site's."""
        if "//" in path or "/." in path:
            path = normal(path, is_folder=path.endswith("/"))
        answers = [self._at(path, hops)]
        answers += [
            _shorter(self._at(base + path, hops), base) for base in self._bases if base and answers[0] == "missing"
        ]
        for each in answers:
            if each != "missing":
                return each
        is_inside = any(
            site.adds_base or not site.base or f"{path}/".startswith(f"{site.base}/") for site in self._sites
        )
        return "missing" if is_inside else "unknown"

    def _at(self, path: str, hops: int) -> Page | Nothing:
        page = self.published.addresses.at(path)
        if page is not None:
            return Page(parts(page))
        there = self._as_file(path)
        if there == "unknown" or (isinstance(there, Page) and not there.is_misspelled):
            return there
        led = self._redirects.target(path) if self._redirects and hops < _MOST_HOPS else None
        if led is not None:
            return "open" if led is Unsettled.OPEN else self._led(led, path, hops)
        filled = self._filled(path)
        if filled:
            return filled
        if self.published.may_be_made(path):
            return "open"
        alike = self.published.addresses.alike(path)
        return self._misspelled(alike, path) if alike else there

    def _as_file(self, path: str) -> Page | Nothing:
        """A file that the site has as it is."""
        misspelled: Page | None = None
        for shown, folder, is_lowered in self._shown.above(path):
            found = self._html(folder, path[len(shown) :]) if folder in self._static else None
            if found is None and not path.endswith("/"):
                found = self._file((*parts(folder.path), *parts(path[len(shown) :])), path)
            if isinstance(found, Page) and is_lowered:
                found = found._replace(address="")  # the names of its folders are in lower case on the site
            if found == "unknown" or (isinstance(found, Page) and not found.is_misspelled):
                return found
            misspelled = misspelled or (found if isinstance(found, Page) else None)
        return misspelled or self._bundled(path) or "missing"

    def _bundled(self, path: str) -> Page | None:
        """A file that lies beside the source of a page that stands for its folder, wherever the page is."""
        above = path
        for _ in range(_MOST_ABOVE if any(site.detail("folders") for site in self._sites) else 0):
            above = above.rpartition("/")[0]
            page = self.published.addresses.at(f"{above}/") if above else None
            folder, _, name = page.rpartition("/") if page else ("", "", "")
            if name.partition(".")[0] in {"index", "_index"}:
                found = self._tree.find((*parts(folder), *parts(path[len(above) :])))
                if isinstance(found, Found) and not found.is_folder and not found.is_misspelled:
                    return Page(found.names)
        return None

    def _html(self, folder: Folder, path: str) -> Page | Nothing | None:
        """An HTML file of a static folder: a host looks for it as for any page."""
        for each in candidates(path):
            found = self._file((*parts(folder.path), *parts(each)), each)
            if isinstance(found, Page) and not found.is_misspelled:
                return found
        return None

    def _led(self, to: str, path: str, hops: int) -> Page | Nothing:
        """Where a redirect leads on to; a fragment of its own wins, so nothing can be said of that of the link."""
        if to.startswith("file:"):
            found = self._tree.find(parts(to.removeprefix("file:")))
            return Page(found.names) if isinstance(found, Found) else "missing"
        if not to.startswith("/"):
            if "://" in to:
                return "unknown"
            to = posixpath.normpath(posixpath.join(posixpath.dirname(path), to))
        bare = to.partition("#")[0].partition("?")[0] or "/"
        found_there = self._looked_up(bare, hops + 1)
        return "unknown" if "#" in to and isinstance(found_there, Page) else found_there

    def _filled(self, path: str) -> Page | None:
        """The page of the default language, where a language lacks its own."""
        for site in self._sites:
            rest = path.removeprefix(site.base) if site.fills and path.startswith(f"{site.base}/") else ""
            language, _, below = rest.lstrip("/").partition("/")
            if not rest or language not in site.languages or language == site.language:
                continue
            default = f"{site.base}/{site.language}/{below}" if site.language else f"{site.base}/{below}"
            page = self.published.addresses.at(default)
            if page is not None:
                return Page(parts(page))
            alike = self.published.addresses.alike(default)
            if alike is not None and default.lower() != default:
                return Page(parts(alike), path.lower())
        return None

    def instead(self, names: Names, path: str) -> Names | None:
        """What the site shows in the place of a Markdown file that is not there: a page of the default language."""
        file = "/".join(names)
        found = self.published.owner(file)
        if found is None:
            return None
        site, folder = found
        made = placing(site)(site, folder, file, {})
        if made is None:
            return None
        if variant := self._variant(names):
            return variant
        if site.detail("hook"):  # which looks for a page by its path without the ending
            there = self.published.addresses.at(address(made))
            named = self._hooks.named(path) if site.detail("hook") == "own" and not there else None
            if there or named:
                return named or parts(there or "")
        if site.detail("by address"):
            page_there = self.published.addresses.at(made)
            if page_there:
                return parts(page_there)
        filled = self._filled(address(made))
        if filled:
            return None if filled.is_misspelled else filled.names
        led = self._redirects.target(address(made)) if self._redirects else None
        page = self._led(led, address(made), 1) if isinstance(led, str) else None
        return page.names if isinstance(page, Page) else None

    def may_be_elsewhere(self, names: Names) -> bool:
        """Whether a Markdown file that is not here may be fetched, or made."""
        found = self.published.owner("/".join(names))
        if found is None:
            return False
        site, folder = found
        made = placing(site)(site, folder, "/".join(names), {})
        return made is not None and self.published.may_be_made(address(made))

    def _misspelled(self, file: str, path: str) -> Page:
        place = self.published.addresses.place_of(file)
        if place is None:
            return Page(parts(file), path)
        return Page(parts(file), in_the_manner_of(path, place))


def _page(names: Names | None) -> Page | Nothing:
    return Page(names) if names else "missing"


def _shorter(answer: Page | Nothing, base: str) -> Page | Nothing:
    """The answer for an address without its base."""
    if isinstance(answer, Page):
        return answer._replace(address=answer.address.removeprefix(base))
    return answer
