"""VuePress: pages at `x.html`, found without the ending, too; README as the index of its folder."""

import re

from meminit.sites import vitepress
from meminit.sites.addresses import Fields
from meminit.sites.addresses import place as usual_place
from meminit.sites.project import Project, base_of, table, text_at, texts
from meminit.sites.site import Folder, Site

CONFIGS = tuple(
    f".vuepress/config.{ending}" for ending in ("ts", "mts", "js", "mjs", "cts", "cjs", "yml", "yaml", "toml")
)
SITE = vitepress.SITE._replace(
    generator="vuepress",
    static=(Folder(".vuepress/public"),),
    index_names=("README", "index", "readme", "Readme"),
    address_fields=("permalink",),
    excluded=(".vuepress/", "node_modules/"),
    markup=("vue", "containers"),
)
_BLOG = re.compile(r"\bplugin-blog\b|\bvuepress-theme-(?:hope|reco|plume)\b|@vuepress/(?:plugin|theme)-blog\b")
_OF_BLOGS = ("/tag", "/category", "/timeline", "/star", "/article")
_FEED = re.compile(r"\bplugin-feed2?\b")
_FEEDS = ("/atom.xml", "/rss.xml", "/feed.json")


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    markdown = table(values, "markdown")
    source = _source(project)
    programs = (*(_OF_BLOGS if _BLOG.search(source) else ()), *(_FEEDS if _FEED.search(source) else ()))
    no_pages = [each[1:] for each in texts(values.get("pagePatterns")) if each.startswith("!")]
    has_own_slugs = "slugify" in markdown or "slugify" in table(values, "markdown", "anchor")
    return SITE._replace(
        base=base_of(text_at(values, "base")),
        excluded=(*SITE.excluded, *no_pages),
        open=programs,
        details=(
            ("own slugs", "yes" if has_own_slugs else ""),
            ("rewrites", "by a pattern" if "permalinkPattern" in values else ""),
        ),
    )


def _source(project: Project) -> str:
    name = next((each for each in CONFIGS if project.has(each)), "")
    return (project.text(name) or "") if name else ""


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; None where a pattern of the configuration says where it is."""
    return None if site.detail("rewrites") else usual_place(site, folder, file, fields)
