"""Starlight: pages at `x/`, named by slugs of their paths; a language is filled with the pages of the default one."""

from collections.abc import Iterator, Mapping

from meminit.sites import javascript
from meminit.sites.project import Project, base_of, host_of, table, text_at
from meminit.sites.redirects import read_redirects
from meminit.sites.site import Folder, Site

CONFIGS = tuple(f"astro.config.{ending}" for ending in ("mjs", "ts", "js", "mts", "cjs", "cts"))
_CONTENT = "src/content/docs"
SITE = Site(
    generator="starlight",
    content=(Folder(_CONTENT),),
    static=(Folder("public"),),
    programs=(Folder("src/pages"),),
    pages="pretty",
    endings=(".md", ".mdx", ".mdoc", ".markdown"),
    relative="both",
    lower=True,
    slugged=True,
    address_fields=("slug",),
    excluded=("_*",),
    slugs="starlight",
    markup=("jsx", "containers"),
    mdx=True,
)


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    options = _options(values)
    locales = table(options, "locales")
    languages = tuple(each for each in locales if each not in {"root", javascript.REST})
    default = "" if "root" in locales or not locales else text_at(options, "defaultLocale") or languages[0]
    return SITE._replace(
        base=base_of(text_at(values, "base")),
        hosts=host_of(text_at(values, "site")),
        languages=languages,
        language=default,
        fills=bool(languages),
        open=tuple(_open(values)),
        redirects=(*_redirects(values), *read_redirects(project, "public")),
        details=(*_aliases(project), ("by address", "yes")),
    )


def _open(values: object) -> Iterator[str]:
    """Where plugins make pages."""
    for call in javascript.calls(values):
        if call.name == "starlightBlog":
            prefix = text_at(call.arguments[0], "prefix") if call.arguments else None
            blog = f"/{(prefix or 'blog').strip('/')}"
            yield f"{blog}$"
            yield from (f"{blog}/{each}" for each in ("rss.xml", "tags/", "authors/"))
        elif call.name in {"starlightTypeDoc", "starlightOpenAPI", "starlightTags"}:
            yield from (f"/{each}/" for each in _bases(call.arguments))


def _bases(given: object) -> Iterator[str]:
    """The first part of the addresses that a plugin makes pages at, as its options say."""
    waiting, seen = [given], set[int]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, list) and id(each) not in seen:
            seen.add(id(each))
            waiting += each
        elif isinstance(each, Mapping):
            yield from (found.strip("/") for name in ("output", "base") if (found := text_at(each, name)))


def _aliases(project: Project) -> Iterator[tuple[str, str]]:
    """The names that stand for folders in paths of files, as the configuration of the compiler says."""
    told = javascript.configuration(f"export default {project.text('tsconfig.json') or '{}'}")
    for name, listed in table(told, "compilerOptions", "paths").items():
        first = listed[0] if isinstance(listed, list) and listed else None
        if name.endswith("/*") and isinstance(first, str) and first.endswith("/*"):
            folder = (text_at(told, "compilerOptions", "baseUrl") or ".").strip("/")
            yield f"alias {name.removesuffix('*')}", f"{folder}/{first.removeprefix('./').removesuffix('*')}"


def _options(values: object) -> Mapping[str, object]:
    """What Starlight is given, among the integrations."""
    for call in javascript.calls(values):
        if call.name == "starlight" and call.arguments:
            return table(call.arguments[0])
    return {}


def _redirects(values: object) -> Iterator[tuple[str, str]]:
    for old, new in table(values, "redirects").items():
        to = new if isinstance(new, str) else text_at(new, "destination")
        if to:
            yield old, to
