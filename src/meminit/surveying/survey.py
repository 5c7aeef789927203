"""Puts together what the documents of a repository show of its conventions."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.model.node import Plain
from meminit.surveying import fields, folders, ids, types
from meminit.surveying.evidence import Seen, is_below
from meminit.surveying.fields import Found
from meminit.surveying.folders import Root
from meminit.surveying.ids import Ids, Names
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
exclude = [{", ".join(f'"{each}"' for each in EXCLUDED)}]

[id]
field = ""
"""

_VAULT = ".obsidian"  # the folder of an editor whose pages have wiki links


class Survey(NamedTuple):
    """`roots` are the docs roots, the largest first; the rest is about the documents below them."""

    markdown: int
    documents: int
    roots: tuple[Root, ...]
    layout: Layout | None
    found: Found
    ids: Ids | None
    types: tuple[Type, ...]
    names: Names
    links: Links


def survey(everything: Iterable[Seen], files: AbstractSet[str], top: AbstractSet[str]) -> Survey:
    """`files` are all files of the repository that were found, `top` the names at its top."""
    every = list(everything)
    roots = folders.roots(each.path for each in every)
    folders_of_documents = tuple(root.path and f"{root.path}/" for root in roots)
    documents = [each for each in every if each.path.startswith(folders_of_documents)]
    file_names = ids.names(each.name for each in documents)
    found = fields.fields(each.fields for each in documents)
    site = layout(files, file_names.indices)
    ground = Ground(files, roots[0].path if roots else "", tuple(file_names.indices), _named(found))
    return Survey(
        markdown=len(every),
        documents=len(documents),
        roots=roots,
        layout=site,
        found=found,
        ids=ids.ids(found),
        types=types.types(_placed(documents, roots)),
        names=file_names,
        links=links(documents, ground, site, is_wiki=_VAULT in top),
    )


def _named(found: Found) -> dict[str, frozenset[str]]:
    columns = {name: field.column for name in NAMING if (field := found.get(name))}
    return {name: frozenset(_texts(column)) for name, column in columns.items()}


def _texts(column: Iterable[Plain]) -> Iterator[str]:
    for value in column:
        yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str))


def _placed(documents: Iterable[Seen], roots: tuple[Root, ...]) -> Iterator[tuple[str, Seen]]:
    """Each document with its folder below the deepest of the docs roots that hold it."""
    deepest = sorted((root.path for root in roots), key=lambda path: (-path.count("/"), -len(path)))
    lengths: dict[str, int] = {}
    for each in documents:
        folder = each.folder
        if folder not in lengths:
            own = next((path for path in deepest if is_below(each.path, path)), "")
            lengths[folder] = len(own) + 1 if own else 0
        yield folder[lengths[folder] :], each
