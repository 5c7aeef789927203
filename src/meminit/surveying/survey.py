"""Puts together what the documents of a repository show of its conventions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.config.settings import DEFAULT_INDEX_FILE
from meminit.model.node import Plain
from meminit.surveying import fields, folders, ids, types
from meminit.surveying.evidence import Seen, Share, is_below
from meminit.surveying.fields import Found
from meminit.surveying.folders import DOCS_NAMES, NEVER_DOCS, LeftOut, OfSite, Root, deepest
from meminit.surveying.ids import Ids, Names
from meminit.surveying.kinds import Kind, kinds
from meminit.surveying.links import Layout, Links, layout, links
from meminit.surveying.routes import NAMING, Ground
from meminit.surveying.types import Type

# Files in these are made by programs or come from elsewhere.
EXCLUDED = (".*/", "node_modules/", "bower_components/", "site-packages/", "/vendor/", "/third_party/", "/target/")

# The configuration of a survey: it takes in all other Markdown, and demands nothing of it.
CONFIG = f"""\
[docs]
root = "."
schema = ""
filename = "."
include = ["**/*.md", "**/*.markdown", "**/*.mdx"]
exclude = [{", ".join(f'"{each}"' for each in EXCLUDED)}]

[id]
field = ""
"""

_VAULT = ".obsidian"  # the folder of an editor whose pages have wiki links
_MDX = ".mdx"
_FEWEST_MDX = 10  # files of a folder of documentation
_MOSTLY = 0.5
_LEAST_OF_SITE = 0.05  # of the Markdown files are pages of the site; one with fewer says nothing of the others
_INDICES = "/" + DEFAULT_INDEX_FILE.rpartition("/")[0] + "/"


class Generated(NamedTuple):
    """A site that is made from the documents: its generator, the folders with its configuration, and its content.

    `static` are the folders whose files it shows as they are, which makes no pages of them. `mdx` says that its pages
    may be .mdx files, which are documents only then; `slugs` are its anchors of headings.
    """

    generator: str
    roots: tuple[str, ...]
    content: tuple[str, ...]
    static: tuple[str, ...]
    mdx: bool
    slugs: str

    def holds(self, path: str) -> bool:
        return any(is_below(path, folder) for folder in self.content)

    def shows(self, path: str) -> bool:
        """Whether a file is shown as it is."""
        return any(is_below(path, folder) for folder in self.static)


class Survey(NamedTuple):
    """`roots` are the docs roots, the largest first; the rest is about the documents below them."""

    markdown: int
    documents: int
    roots: tuple[Root, ...]
    left: tuple[LeftOut, ...]
    site: Generated | None
    layout: Layout | None
    kinds: tuple[Kind, ...]
    found: Found
    ids: Ids | None
    types: tuple[Type, ...]
    names: Names
    links: Links
    adds_mdx: bool  # whether .mdx files are documents although no known site is made of them
    has_indices: bool  # whether there are documents where meminit would write the index


def survey(
    everything: Iterable[Seen], files: AbstractSet[str], top: AbstractSet[str], site: Generated | None
) -> Survey:
    """`files` are all files of the repository that were found, `top` the names at its top."""
    listed = list(everything)
    made = site if site and _is_made(site, listed) else None
    adds_mdx = made is None and _are_mdx(listed)
    takes_mdx = adds_mdx or (made is not None and made.mdx)
    every = [each for each in listed if takes_mdx or not each.path.lower().endswith(_MDX)]
    content = [each for each in made.content if each and any(is_below(one.path, each) for one in every)] if made else []
    tops = [each for each in made.roots if each != "."] if made else []
    roots, left, documents = folders.division(every, OfSite(content, made.static if made else (), tops))
    file_names = ids.names(each.name for each in documents)
    found = fields.fields(each.fields for each in documents)
    shown = None if made else layout(files, file_names.indices)
    if site and not made and "." in site.roots and site.slugs:  # pages are made of the documents in another way
        shown = Layout(site.generator, (), site.slugs)
    ground = Ground(files, roots[0].path if roots else "", tuple(file_names.indices), _named(found))
    return Survey(
        markdown=len(every),
        documents=len(documents),
        roots=roots,
        left=left,
        site=made,
        layout=shown,
        kinds=kinds(documents, roots),
        found=found,
        ids=ids.ids(found, documents),
        types=types.types(_placed(documents, [root.path for root in roots])),
        names=file_names,
        links=links(documents, ground, shown, is_wiki=_VAULT in top, has_site=made is not None),
        adds_mdx=adds_mdx,
        has_indices=any(f"/{each.folder}/".endswith(_INDICES) for each in documents),
    )


def _is_made(site: Generated, listed: list[Seen]) -> bool:
    """Whether the site has pages that are more than a few of the Markdown files."""
    pages = sum(1 for each in listed if site.holds(each.path))
    others = sum(1 for each in listed if site.shows(each.path) and not site.holds(each.path))
    return pages > 0 and Share(pages, len(listed) - others).is_at_least(_LEAST_OF_SITE)


def _are_mdx(listed: list[Seen]) -> bool:
    """Whether most Markdown files in some folder of documentation are .mdx files, as pages of other generators are."""
    sizes: Counter[str] = Counter()
    mdx: Counter[str] = Counter()
    for each in listed:
        names = each.folder.lower().split("/")
        top = next((name for name in names if name in DOCS_NAMES), "")
        if top and NEVER_DOCS.keys().isdisjoint(names):
            above = "/".join(names[: names.index(top) + 1])
            sizes[above] += 1
            mdx[above] += each.path.lower().endswith(_MDX)
    return any(count >= _FEWEST_MDX and Share(count, sizes[top]).is_at_least(_MOSTLY) for top, count in mdx.items())


def _named(found: Found) -> dict[str, frozenset[str]]:
    columns = {name: field.column for name in NAMING if (field := found.get(name))}
    return {name: frozenset(_texts(column)) for name, column in columns.items()}


def _texts(column: Iterable[Plain]) -> Iterator[str]:
    for value in column:
        yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str))


def _placed(documents: Iterable[Seen], roots: list[str]) -> Iterator[tuple[str, Seen]]:
    """Each document with its folder below the deepest of the docs roots that hold it."""
    lengths: dict[str, int] = {}
    for each in documents:
        folder = each.folder
        if folder not in lengths:
            own = deepest(each.path, roots)
            lengths[folder] = len(own) + 1 if own else 0
        yield folder[lengths[folder] :], each
