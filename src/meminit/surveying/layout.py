"""Tells from marker files which generator makes a site of the documents, and so how it addresses them."""

from collections.abc import Collection
from typing import NamedTuple


class Layout(NamedTuple):
    """A generator: files of which one marks it, and how it makes anchors of headings."""

    name: str
    markers: tuple[str, ...]
    slugs: str


# The order matters: the first whose marker is there.
LAYOUTS = (
    Layout("mkdocs", ("mkdocs.yml", "mkdocs.yaml"), "mkdocs"),
    Layout("docusaurus", tuple(f"docusaurus.config.{each}" for each in ("js", "ts", "mjs", "cjs")), "docusaurus"),
    Layout("hugo", tuple(f"hugo.{each}" for each in ("toml", "yaml", "yml", "json")), "hugo"),
    Layout("jekyll", ("_config.yml", "_config.yaml"), "kramdown"),
    Layout("mdbook", ("book.toml",), "github"),
    Layout("gitlab", (".gitlab-ci.yml",), "gitlab"),
)
_PLACES = ("", "docs/", "doc/", "website/", "site/")  # where sites within a repository are set up
_HUGO = next(each for each in LAYOUTS if each.name == "hugo")
_HUGO_INDEX = "_index.md"  # no other generator has pages of this name


def layout(files: Collection[str], indices: Collection[str]) -> Layout | None:
    """`indices` are the names of index pages that documents have."""
    for each in LAYOUTS:
        if any(place + marker in files for place in _PLACES for marker in each.markers):
            return each
    return _HUGO if _HUGO_INDEX in indices else None
