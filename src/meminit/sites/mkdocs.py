"""MkDocs: pages at `x/`, or at `x.html` without `use_directory_urls`; links to Markdown files count from the file."""

from collections.abc import Iterator, Mapping

from meminit.sites import addresses
from meminit.sites.addresses import Fields
from meminit.sites.project import Project, base_of, host_of, read_as, table, text_at, texts
from meminit.sites.site import Folder, Site

# Those of its successors are read alike, and so is what several configurations have in common.
CONFIGS = (
    "mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "zensical.toml",
    "mkdocs-common.yml", "mkdocs.common.yml", "mkdocs-base.yml", "mkdocs.base.yml",
)  # fmt: skip
SITE = Site(
    generator="mkdocs",
    content=(Folder("docs"),),
    pages="pretty",
    endings=(".md", ".markdown", ".mdown", ".mkdn", ".mkd"),
    index_names=("index", "README"),
    relative="both",
    slugs="mkdocs",
    markup=("jinja", "snippets", "admonitions"),
)
_MAKING = frozenset({"api-autonav", "autoapi", "gen-files", "mkdocs-jupyter", "monorepo", "multirepo"})  # pages
_OF_THEMES = ("javascripts/", "stylesheets/", "external/", "images/social/", "images/favicon.png", "_mkdocstrings.css")
_LABELLING = frozenset(
    {"autolinks", "autorefs", "ezlinks", "macros", "mkdocs-simple-hooks", "mkdocstrings", "roamlinks"}
)
_MOST_PARENTS = 4  # configurations that one inherits from


def read(project: Project) -> Site:
    values = _inherited(project)
    values = table(values, "project") or values  # as zensical has it
    source = text_at(values, "docs_dir") or "docs"
    address, plugins = text_at(values, "site_url"), dict(_plugins(values.get("plugins")))
    folder = source.removeprefix("./").strip("/")
    theme = (text_at(values, "theme", "custom_dir") or "").removeprefix("./").strip("/")
    top = "" if folder == "." else folder
    languages, default = _languages(table(plugins.get("i18n")))
    is_by_folder = text_at(table(plugins.get("i18n")), "docs_structure") == "folder"
    return SITE._replace(
        content=(Folder(top), *(_folders(top, languages, default) if is_by_folder else ())),
        static=(Folder(theme),) if theme else (),
        base=base_of(address),
        is_base_known=bool(address) and "mike" not in plugins and not text_at(values, "extra", "version", "provider"),
        hosts=host_of(address),
        pages="extension" if values.get("use_directory_urls") is False else "pretty",
        excluded=(
            *(text_at(values, "exclude_docs") or "").split("\n"),
            *texts(table(plugins.get("exclude")).get("glob")),
        ),
        redirects=tuple(_redirects(plugins.get("redirects"))),
        details=(
            *_alternates(values),
            ("slashes", "ignored"),
            ("static beside", "yes"),  # the files of a theme are looked for as if they lay among the pages
            ("images", "" if plugins.keys() & _MAKING else "files"),
            ("labels", _labels(values, plugins)),
            ("languages by folder", default if is_by_folder else ""),
            ("languages by suffix", "" if is_by_folder or not languages else default),
        ),
        markup=(*SITE.markup, *_further_markup(values)),
        open=_generated(plugins),
        slugs=_slugs(values.get("markdown_extensions")),
        languages=languages,  # the default one is at the top
        fills=bool(languages),
    )


def _inherited(project: Project) -> Mapping[str, object]:
    """The values with those of the configurations that they inherit from, nearer ones first."""
    values = project.values(*CONFIGS)
    folder = ""
    for _ in range(_MOST_PARENTS):
        parent = text_at(values, "INHERIT")
        if not parent:
            break
        name = f"{folder}{parent}"
        folder = f"{name.rpartition('/')[0]}/" if "/" in name else ""
        text = project.text(name)
        above = read_as(name, text) if text is not None else None
        own = {key: value for key, value in values.items() if key != "INHERIT"}
        values = _merged(above if isinstance(above, Mapping) else {}, own)
    return values


def _further_markup(values: Mapping[str, object]) -> Iterator[str]:
    if values.get("hooks"):
        yield "comments"
    if "pymdownx.arithmatex" in dict(_plugins(values.get("markdown_extensions"))):
        yield "math"


def _merged(below: Mapping[str, object], above: Mapping[str, object]) -> Mapping[str, object]:
    """As MkDocs merges them: mappings key by key, anything else as a whole."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _plugins(said: object) -> Iterator[tuple[str, object]]:
    """Plugins by name, whether they stand in a list or in a mapping."""
    for each in said if isinstance(said, list) else [said]:
        if isinstance(each, str):
            yield each.rpartition("/")[2], {}
        elif isinstance(each, Mapping):
            for name, options in each.items():
                yield str(name).rpartition("/")[2], options or {}
                if isinstance(options, Mapping) and name in {"pymdownx", "markdown"}:  # tables of TOML
                    yield from ((f"{name}.{inner}", own or {}) for inner, own in options.items())


def _redirects(plugin: object) -> Iterator[tuple[str, str]]:
    """Both sides name Markdown files, as links do."""
    for old, new in table(plugin, "redirect_maps").items():
        if isinstance(new, str):
            yield f"file:{old}", new if "://" in new else f"file:{new}"


def _alternates(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The addresses of the site in other languages."""
    listed = table(values, "extra").get("alternate")
    for each in listed if isinstance(listed, list) else ():
        link = text_at(each, "link")
        if link is not None:
            yield f"alternate {link}", text_at(each, "name") or ""


def _slugs(extensions: object) -> str:
    """How the extension that makes anchors is configured to write them."""
    from meminit.sources.loose_yaml import TAG  # noqa: PLC0415 - imports yaml, which has read this

    known = dict(_plugins(extensions))
    toc = table(known.get("toc") or known.get("markdown.extensions.toc"))
    chosen = toc.get("slugify")
    function = text_at(chosen, TAG) if isinstance(chosen, Mapping) else chosen if isinstance(chosen, str) else ""
    separator = text_at(toc, "separator")
    if function and "pymdownx.slugs" in function:
        is_lower = text_at(chosen, "kwds", "case") == "lower" or function.endswith(("slugs.uslugify", "slugs.gfm"))
        return "pymdownx-lower" if is_lower else "pymdownx"
    if function and function.endswith("slugify_unicode"):
        return "mkdocs-unicode-underscore" if separator == "_" else "mkdocs-unicode"
    return "mkdocs-underscore" if separator == "_" else SITE.slugs


def _generated(plugins: Mapping[str, object]) -> tuple[str, ...]:
    """Where plugins or hooks that make pages put them; with some of them that is unknown."""
    found = ["/search.html", "/404.html", "/sitemap.xml", "/img/favicon.ico"]
    found += [f"/assets/{each}" for each in _OF_THEMES]
    if "blog" in plugins:
        blog = text_at(plugins["blog"], "blog_dir") or "blog"
        found.append("/" if blog == "." else f"/{blog}/")
    if plugins.keys() & _MAKING:
        found.append("/")
    return tuple(found)


def _labels(values: Mapping[str, object], plugins: Mapping[str, object]) -> str:
    """Something if a plugin, a hook or a file that is put into every page may define labels of links."""
    known = dict(_plugins(values.get("markdown_extensions")))
    is_joined = any(table(known.get(name)).get("auto_append") for name in ("pymdownx.snippets", "snippets"))
    return "made" if plugins.keys() & _LABELLING or values.get("hooks") or is_joined else ""


def _folders(top: str, languages: tuple[str, ...], default: str) -> Iterator[Folder]:
    """The folder of each language."""
    for language in languages:
        path = f"{top}/{language}" if top else language
        yield Folder(path, "" if language == default else f"/{language}", language)


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; `page.fr.md` may be the page in a language."""
    default = site.detail("languages by suffix")
    stem, _, ending = file.rpartition(".")
    bare, _, language = stem.rpartition(".")
    if default and bare and language in site.languages:
        address = folder.address if language == default else f"{folder.address}/{language}"
        return addresses.place(site, folder._replace(address=address), f"{bare}.{ending}", fields)
    return addresses.place(site, folder, file, fields)


def _languages(i18n: Mapping[str, object]) -> tuple[tuple[str, ...], str]:
    """The languages of the plugin mkdocs-static-i18n, and the default one."""
    listed = i18n.get("languages")
    if isinstance(listed, Mapping):
        codes = [str(code) for code in listed if code != "default"]
        return tuple(codes), text_at(i18n, "default_language") or next(iter(codes), "")
    tables = [table(each) for each in listed] if isinstance(listed, list) else []
    known = [(code, bool(each.get("default"))) for each in tables if (code := text_at(each, "locale"))]
    default = next((code for code, is_default in known if is_default), known[0][0] if known else "")
    return tuple(code for code, _ in known), default
