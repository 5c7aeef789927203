"""Hugo: pages at `x/`, in lower case; relative links that name no Markdown file count from the page's address."""

from meminit.sites.project import Project, base_of, host_of, text_at
from meminit.sites.site import Folder, Site

_ENDINGS = ("toml", "yaml", "yml", "json")
_NAMES = ("hugo", "config", "config/_default/hugo", "config/_default/config")
CONFIGS = tuple(f"{name}.{ending}" for name in _NAMES for ending in _ENDINGS)
SITE = Site(
    generator="hugo",
    content=(Folder("content"),),
    static=(Folder("static"),),
    pages="pretty",
    endings=(".md", ".markdown", ".html"),
    index_names=("index", "_index"),
    relative="address",
    lower=True,
    address_fields=("url",),
    name_fields=("slug",),
    aliases=("aliases",),
    slugs="hugo",
    markup=("go",),
)


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    address = text_at(values, "baseURL") or text_at(values, "baseurl")
    return SITE._replace(base=base_of(address), hosts=host_of(address))
