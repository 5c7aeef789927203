"""VitePress: pages at `x.html`, found without the ending, too; links with a slash in front count from the base."""

from meminit.sites.project import Project, base_of, table, text_at, texts
from meminit.sites.redirects import read_redirects
from meminit.sites.site import Folder, Site

CONFIGS = tuple(f".vitepress/config.{ending}" for ending in ("ts", "mts", "js", "mjs", "cts", "cjs", "json")) + tuple(
    f".vitepress/config/index.{ending}" for ending in ("ts", "mts", "js", "mjs")
)
SITE = Site(
    generator="vitepress",
    static=(Folder("public"),),
    pages="extension",
    relative="both",
    adds_base=True,
    excluded=("node_modules/", "dist/"),
    slugs="vitepress",
    markup=("vue", "containers", "includes"),
)


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    source = (text_at(values, "srcDir") or "").removeprefix("./").strip("/")
    static = f"{source}/public" if source else "public"
    rewrites = table(values, "rewrites")
    return SITE._replace(
        content=(Folder("" if source == "." else source),),
        static=(Folder(static),),
        base=base_of(text_at(values, "base")),
        excluded=(*SITE.excluded, *texts(values.get("srcExclude"))),
        redirects=read_redirects(project, static),
        details=tuple((f"rewrite {key}", value) for key, value in rewrites.items() if isinstance(value, str)),
    )
