"""Docusaurus: pages below `/docs/`, named by slugs, ids or paths without their numbers; `.mdx` files are documents."""

from meminit.sites.project import Project, base_of, host_of, text_at
from meminit.sites.site import Folder, Site

CONFIGS = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "mts", "cjs", "cts"))
SITE = Site(
    generator="docusaurus",
    content=(Folder("docs", "/docs"),),
    static=(Folder("static"),),
    pages="pretty",
    endings=(".md", ".mdx"),
    index_names=("index", "README"),
    relative="both",
    adds_base=True,
    numbers=True,
    address_fields=("slug",),
    name_fields=("id",),
    slugs="docusaurus",
    markup=("jsx", "containers"),
    mdx=True,
)


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    return SITE._replace(base=base_of(text_at(values, "baseUrl")), hosts=host_of(text_at(values, "url")))
