"""mdBook: pages at `x.html`, README as the index of its folder; books below a folder of another one."""

from meminit.sites.project import Project, base_of, table, text_at
from meminit.sites.site import Folder, Site

CONFIGS = ("book.toml", "book.toml.in")
SITE = Site(
    generator="mdbook",
    content=(Folder("src"),),
    is_base_known=False,
    pages="extension",
    index_names=("index", "README"),
    relative="both",
    open=("/print.html", "/toc.html", "/404.html", "/searchindex."),
    slugs="mdbook",
    markup=("includes",),
)


# Published preprocessors that make neither anchors nor definitions; any other may make all sorts of things.
_TAME = frozenset({
    "admonish", "alerts", "cmdrun", "d2", "emojicodes", "footnote", "gettext", "graphviz", "i18n-helpers", "index",
    "katex", "kroki", "linkcheck", "links", "mermaid", "numeq", "open-on-gh", "pagetoc", "pikchr", "plantuml", "svgbob",
    "tabs", "theme", "toc", "trunk",
})  # fmt: skip


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    source = text_at(values, "book", "src") or "src"
    html = table(values, "output", "html")
    site_url = text_at(html, "site-url")
    redirect = table(html, "redirect")
    preprocessors = table(values, "preprocessor").keys()
    others = preprocessors - _TAME
    return SITE._replace(
        content=(Folder(source.removeprefix("./").strip("/")),),
        base=base_of(site_url),
        is_base_known=bool(site_url),
        details=(
            ("by address", "yes"),
            ("drafts", "SUMMARY.md"),
            ("prepared", "" if project.has(CONFIGS[0]) else "yes"),  # by whatever makes the configuration, too
            *((name, "made") for name in ("anchors", "labels", "words") if others),
        ),
        markup=(*SITE.markup, "math") if "katex" in preprocessors else SITE.markup,
        terms=html.get("definition-lists") is not False,
        redirects=tuple((f"/{key.lstrip('/')}", value) for key, value in redirect.items() if isinstance(value, str)),
    )
