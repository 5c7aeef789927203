"""Links in documents beside a site that a program may copy into it, where they count from the addresses of pages."""

from collections.abc import Sequence

from meminit.config.settings import parts
from meminit.documents.tree import Found, Tree
from meminit.linking.spelling import stepped
from meminit.linking.targets import DOCUMENTS
from meminit.sites.site import Site, owner

_INDEXES = frozenset({"index", "_index"})


def is_beside(sites: Sequence[Site], file: str) -> bool:
    """Whether a document is no page, and a site is here in which relative links count from such addresses."""
    return any(each.relative == "address" and each.pages == "pretty" for each in sites) and owner(sites, file) is None


def may_be_put_in(sites: Sequence[Site], path: str, file: str) -> bool:
    """Whether a link to a document that is not here may count from a book that a build prepares of files elsewhere."""
    is_prepared = path.lower().endswith(DOCUMENTS) and any(each.detail("prepared") for each in sites)
    return is_prepared and owner(sites, file) is None


def leads(tree: Tree, path: str, file: str) -> bool:
    """Whether a relative link leads to a file or a folder once its document is a page at an address like `x/`."""
    names = parts(file)
    stem = names[-1].partition(".")[0]
    found = stepped(names[:-1] if stem in _INDEXES else (*names[:-1], stem), path)
    if not found:
        return False
    return any(isinstance(tree.find((*found[:-1], found[-1] + ending)), Found) for ending in ("", ".md"))
