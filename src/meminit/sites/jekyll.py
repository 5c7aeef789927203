"""Jekyll: pages at `x.html` unless a permalink says otherwise; collections and posts by their patterns."""

from meminit.sites.project import Project, base_of, host_of, text_at
from meminit.sites.site import Folder, Site

CONFIGS = ("_config.yml", "_config.yaml", "_config.toml")
SITE = Site(
    generator="jekyll",
    content=(Folder(""),),
    pages="extension",
    endings=(".md", ".markdown", ".html"),
    relative="address",
    address_fields=("permalink",),
    aliases=("redirect_from",),
    slugs="kramdown-gfm",
    markup=("liquid",),
)


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    return SITE._replace(base=base_of(text_at(values, "baseurl")), hosts=host_of(text_at(values, "url")))
