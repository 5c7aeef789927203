"""GitHub: files as they lie in the repository, and what links to them mean there."""

from meminit.sites.project import Project
from meminit.sites.site import Site

CONFIGS: tuple[str, ...] = ()
SITE = Site(generator="github", content=(), slugs="github")  # no page has another address than its file


def read(_: Project) -> Site:
    return SITE
