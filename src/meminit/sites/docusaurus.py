"""Docusaurus: pages below `/docs/`, named by slugs, ids or paths without their numbers; `.mdx` files are documents."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from meminit.sites.addresses import Fields, first
from meminit.sites.project import Project, base_of, host_of, read_as, table, text_at, texts
from meminit.sites.redirects import read_redirects
from meminit.sites.site import MOST, Folder, Site

CONFIGS = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "mts", "cjs", "cts"))
SITE = Site(
    generator="docusaurus",
    content=(Folder("docs", "/docs"),),
    static=(Folder("static"),),
    programs=(Folder("src/pages"),),
    pages="extension",
    endings=(".md", ".mdx", ".markdown"),
    index_names=("index", "README"),
    relative="both",
    numbers=True,
    address_fields=("slug",),
    name_fields=("id",),
    excluded=("_*",),
    slugs="docusaurus",
    markup=("jsx", "containers"),
    mdx=True,
)
_BLOG, _PAGES = "blog", "pages"  # what a folder with another kind of content has for a pattern
_DOCS_PLUGINS = frozenset({"content-docs", "plugin-content-docs"})
_BLOG_PLUGINS = frozenset({"content-blog", "plugin-content-blog"})
_PAGES_PLUGINS = frozenset({"content-pages", "plugin-content-pages"})
_MAKING = re.compile(r"openapi|redoc|swagger|typedoc|api-extractor|graphql|rest|remote-content|blog-|-docs-|multi-docs")
_NUMBER = re.compile(r"\d+\s*[-_.]+\s*(?=[^-_.\s])")
# A date or a version is no number before a name.
_NO_NUMBER = re.compile(r"\d+[-_.]\d+")
_POST = re.compile(r"(?P<folder>.*?)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?", re.DOTALL)
_INDEXES = frozenset({"index", "readme"})
_MOST_LOCALES = 100


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    plugins = list(_plugins(values))
    locales = texts(table(values, "i18n").get("locales"))[:_MOST_LOCALES]
    default = text_at(values, "i18n", "defaultLocale") or "en"
    others = tuple(each for each in locales if each != default)
    every = ((folder, name, options) for name, options in plugins for folder in _folders(project, name, options))
    content = list(islice(every, MOST + 1))
    written = [folder for folder, _, _ in content]
    base = values.get("baseUrl", "/")
    return SITE._replace(
        content=(*written, *islice(_translated(content, others, table(values, "i18n")), MOST)),
        static=tuple(Folder(each) for each in texts(values.get("staticDirectories"))) or SITE.static,
        programs=tuple(each._replace(pattern="") for each in written if each.pattern == _PAGES),
        base=base_of(base if isinstance(base, str) else None),
        is_base_known=isinstance(base, str),
        hosts=host_of(text_at(values, "url")),
        languages=others,
        fills=bool(others),
        open=tuple(islice(_open(project, plugins), MOST + 1)),
        redirects=(*_redirects(plugins), *read_redirects(project, "static")),
        details=(
            ("trailing slash", str(values.get("trailingSlash"))),
            ("absolute files", "yes"),
            ("parts by file", "yes"),
            ("numbers", "no" if any(options.get("numberPrefixParser") is False for _, options in plugins) else ""),
            ("makers", "yes" if any(_may_make(name) for name, _ in plugins) else ""),
        ),
    )


def _plugins(values: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Plugins with their options, those of presets among them, by the last part of their names; "" : not known."""
    presets, plugins = values.get("presets"), values.get("plugins")
    has_classic = False
    for name, options in _listed(presets):
        if name in {"classic", "preset-classic"}:
            has_classic = True
            for kind in ("docs", "blog", "pages"):
                if options.get(kind) is not False:
                    yield f"content-{kind}", table(options, kind)
    if not has_classic and not isinstance(plugins, list):
        yield "content-docs", {}
        yield "content-pages", {}
    yield from _listed(plugins)


def _listed(said: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    from meminit.sites.javascript import Call  # noqa: PLC0415 - it has read this

    for each in said if isinstance(said, list) else ():
        name, options = (each[0], each[1] if each[1:] else {}) if isinstance(each, list) and each else (each, {})
        if isinstance(name, Call) and name.name == "require" and name.arguments:
            name = name.arguments[0]
        if name is None or isinstance(name, bool):
            continue  # a plugin that is left out
        is_local = isinstance(name, str) and name.startswith((".", "/", "@site/"))
        known = name.rpartition("/")[2].removeprefix("docusaurus-") if isinstance(name, str) and not is_local else ""
        yield known, table(options)


def _may_make(plugin: str) -> bool:
    """Whether a plugin may make pages that no file shows: one of the site's own, or of an API."""
    return not plugin or _MAKING.search(plugin) is not None


def _folders(project: Project, name: str, options: Mapping[str, object]) -> Iterator[Folder]:
    if name in _BLOG_PLUGINS:
        yield Folder(text_at(options, "path") or "blog", _route(options, "blog"), "", _BLOG)
    if name in _DOCS_PLUGINS:
        yield from _versions(project, options)
    if name in _PAGES_PLUGINS:
        yield Folder(text_at(options, "path") or "src/pages", _route(options, ""), "", _PAGES)


def _route(options: Mapping[str, object], default: str) -> str:
    said = text_at(options, "routeBasePath")
    path = (default if said is None else said).strip("/")
    return f"/{path}" if path else ""


def _versions(project: Project, options: Mapping[str, object]) -> Iterator[Folder]:
    """The docs as they are now, and as they were; the last version has no name in addresses."""
    path, route = text_at(options, "path") or "docs", _route(options, "docs")
    prefix, versions = _prefix(options), _listed_versions(project, options)
    last = text_at(options, "lastVersion") or (versions[0] if versions else "current")
    said = table(options, "versions")
    for version in ("current", *versions):
        written = text_at(said, version, "path")
        default = "" if version == last else "next" if version == "current" else version
        shown = (default if written is None else written).strip("/")
        folder = path if version == "current" else f"{prefix}versioned_docs/version-{version}"
        yield Folder(folder, f"{route}/{shown}" if shown else route)


def _prefix(options: Mapping[str, object]) -> str:
    own = text_at(options, "id")
    return f"{own}_" if own and own != "default" else ""


def _versions_file(options: Mapping[str, object]) -> str:
    return f"{_prefix(options)}versions.json"


def _listed_versions(project: Project, options: Mapping[str, object]) -> tuple[str, ...]:
    if options.get("disableVersioning") is True:
        return ()
    name = _versions_file(options)
    listed = read_as(name, project.text(name) or "")
    return texts(listed)[: MOST + 1] if isinstance(listed, list) else ()


def _translated(
    content: list[tuple[Folder, str, Mapping[str, object]]], locales: tuple[str, ...], i18n: Mapping[str, object]
) -> Iterator[Folder]:
    """The same content in other languages, where Docusaurus looks for it."""
    top = text_at(i18n, "path") or "i18n"
    for locale in locales:
        own = text_at(i18n, "localeConfigs", locale, "path") or locale
        for folder, name, options in content:
            plugin = f"docusaurus-plugin-{name.removeprefix('plugin-')}{'-' if _prefix(options) else ''}"
            path = f"{top}/{own}/{plugin}{_prefix(options).removesuffix('_')}"
            if name in _DOCS_PLUGINS:
                version = folder.path.rpartition("/")[2] if "versioned_docs/" in folder.path else "current"
                path = f"{path}/{version}"
            yield Folder(path, f"/{locale}{folder.address}", locale, folder.pattern)


def _open(project: Project, plugins: list[tuple[str, Mapping[str, object]]]) -> Iterator[str]:
    """Where pages are made that no file shows: lists of posts and tags, and pages of categories."""
    yield from ("/search/", "/__docusaurus/")
    for name, options in plugins:
        if name in _BLOG_PLUGINS:
            route = _route(options, "blog")
            yield from (f"{route}/{each}" for each in ("page/", "tags/", "archive/", "authors/", "rss.xml", "atom.xml"))
        if name in _DOCS_PLUGINS:
            route = _route(options, "docs")
            yield from (f"{route}/{each}/" for each in ("category", "tags"))
            if not _listed_versions(project, options) and project.has(_versions_file(options)):
                yield f"{route}/next/"
            sidebars = text_at(options, "sidebarPath") or "sidebars.js"
            for each in dict.fromkeys((sidebars.removeprefix("./"), "sidebars.js", "sidebars.ts")):
                yield from (f"{route}/{slug}$" for slug in _indexes(project.values(each)))


def _indexes(value: object) -> Iterator[str]:
    """The slugs of the pages that sidebars make for categories."""
    from meminit.sites.javascript import within  # noqa: PLC0415 - it has read this

    for each in within(value):
        slug = text_at(each, "slug")
        if text_at(each, "type") == "generated-index" and slug and slug.strip("/"):
            yield slug.strip("/")


def _redirects(plugins: list[tuple[str, Mapping[str, object]]]) -> Iterator[tuple[str, str]]:
    for name, options in plugins:
        listed = options.get("redirects") if name.endswith("client-redirects") else None
        for each in listed if isinstance(listed, list) else ():
            to = text_at(each, "to")
            for old in texts(table(each).get("from")) if to else ():
                yield old, to or ""


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; what begins with an underscore is put into others."""
    below = folder.below(file)
    ending = next((each for each in site.endings if below.lower().endswith(each)), None)
    if ending is None or any(name.startswith("_") for name in below.split("/")):
        return None
    start, path = site.base + folder.address, below[: -len(ending)]
    slug = first(fields, site.address_fields)
    if folder.pattern == _BLOG:
        return _placed(site, start, slug or _post(path))
    if folder.pattern == _PAGES:
        return _placed(site, start, slug or re.sub(r"(?:^|/)index$", "/", path))
    written = path.split("/")
    names = [_unnumbered(site, each) for each in written]
    own = first(fields, site.name_fields)
    above = "/".join(names[:-1])
    if slug is not None:
        shown = posixpath.normpath(posixpath.join(f"/{above}", slug))
        return _placed(site, start, f"{shown}/" if slug.endswith("/") else shown)
    is_index = written[-1].lower() in {*_INDEXES, *(each.lower() for each in written[-2:-1])}
    return _placed(site, start, f"/{above}/" if is_index else f"/{above}/{own or names[-1]}")


def _post(path: str) -> str:
    """The address of a post by its date and name."""
    found = _POST.fullmatch(path)
    if found is None:
        return re.sub(r"/index$", "", path)
    return f"{found['date'].replace('-', '/')}/{found['folder']}{found['text']}"


def _unnumbered(site: Site, name: str) -> str:
    """A name without the number that says where it comes among others."""
    if site.detail("numbers") == "no" or _NO_NUMBER.match(name):
        return name
    return _NUMBER.sub("", name, count=1) if _NUMBER.match(name) else name


def _placed(site: Site, start: str, shown: str) -> str:
    """The file of an address; whether it ends with a slash decides from where relative links count."""
    path = re.sub("/{2,}", "/", f"{start}/{shown}")
    setting = site.detail("trailing slash")
    is_folder = setting == "True" or (path.endswith("/") and setting != "False")
    bare = path.rstrip("/")
    return f"{bare}/index.html" if is_folder or not bare.removeprefix(site.base) else f"{bare}.html"
