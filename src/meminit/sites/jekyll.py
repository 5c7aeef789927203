"""Jekyll: pages at `x.html` unless a permalink says otherwise; collections and posts by their patterns."""

import posixpath
import re
from collections.abc import Iterator, Mapping

from meminit.sites.addresses import Fields, first
from meminit.sites.moments import moment, parts_of
from meminit.sites.project import Project, base_of, host_of, table, text_at, texts
from meminit.sites.redirects import read_redirects
from meminit.sites.site import Folder, Site

CONFIGS = ("_config.yml", "_config.yaml", "_config.toml")
SITE = Site(
    generator="jekyll",
    content=(Folder(""),),
    pages="extension",
    endings=(".md", ".markdown", ".mkd", ".mkdn", ".mkdown", ".html"),
    relative="address",
    address_fields=("permalink",),
    fields=("date", "slug", "categories", "category", "published"),
    aliases=("redirect_from",),
    slugs="kramdown-gfm",
    markup=("liquid",),
)
_STYLES = {
    "pretty": "/:categories/:year/:month/:day/:title/",
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
}
_WITH_ENDING = frozenset({"date", "ordinal", "none"})
_MADE = ("/feed.xml", "/sitemap.xml", "/robots.txt", "/tag/", "/tags/", "/category/", "/categories/", "/page")
_DATED = re.compile(r"(?P<date>\d{2,4}-\d{1,2}-\d{1,2})-(?P<slug>.+)", re.DOTALL)
_TOKEN = re.compile(r":([a-z_]+)")
_NO_PRETTY = re.compile(r"[^\w._~!$&'()+,;=@]+")
_NO_SLUG = re.compile(r"[\W_]+")
_TEXT = ".txt"  # a page where it is of a collection whose pattern gives it an address without its ending
_HIDDEN = ("_", ".", "#", "~")


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    address, collections = text_at(values, "url"), values.get("collections")
    source = posixpath.normpath(text_at(values, "source") or "").strip("/.")
    patterns = tuple(_collections(collections))
    return SITE._replace(
        endings=(*SITE.endings, *((_TEXT,) if any(pattern.endswith("/") for _, pattern in patterns) else ())),
        content=(Folder(source),),
        base=base_of(text_at(values, "baseurl")),
        hosts=host_of(address),
        slugs=_slugs(values),
        open=(*_MADE, *_generated(values)),
        excluded=tuple(f"/{each.removeprefix('./').lstrip('/')}" for each in texts(values.get("exclude"))),
        index_names=("index", "README") if _stands_readme_for_folder(project, values) else ("index",),
        redirects=(*read_redirects(project, source), *_redirects(values.get("redirects"))),
        details=(
            ("permalink", text_at(values, "permalink") or "date"),
            ("aliases from the root", "yes"),
            ("timezone", text_at(values, "timezone") or ""),
            ("collections_dir", (text_at(values, "collections_dir") or "").strip("/")),
            *patterns,
            ("hidden pages", "_plugins"),
            *_defaults(values.get("defaults")),
        ),
    )


def _slugs(values: Mapping[str, object]) -> str:
    engine = (text_at(values, "markdown") or "kramdown").lower()
    if "commonmark" in engine or engine == "gfm":
        return "github"
    return "kramdown" if (text_at(values, "kramdown", "input") or "GFM").lower() == "kramdown" else "kramdown-gfm"


def _generated(values: Mapping[str, object]) -> Iterator[str]:
    """Where plugins put pages."""
    plugins = {*texts(values.get("plugins")), *texts(values.get("gems"))}
    if "jekyll-archives" in plugins:
        for pattern in table(values, "jekyll-archives", "permalinks").values():
            yield str(pattern).partition(":")[0] or "/"
    for name in ("jekyll-paginate", "jekyll-paginate-v2"):
        if name in plugins:
            yield (text_at(values, "paginate_path") or "/page:num").partition(":")[0]


def _stands_readme_for_folder(project: Project, values: Mapping[str, object]) -> bool:
    """Whether a README becomes the index of its folder: a plugin does that, which GitHub Pages has by default."""
    gems = project.text("Gemfile")
    is_on_github = gems is None or "github-pages" in gems
    return is_on_github or "jekyll-readme-index" in texts(values.get("plugins"))


def _collections(said: object) -> Iterator[tuple[str, str]]:
    """The patterns of collections; one without pages has none."""
    if isinstance(said, list):
        return
    for name, options in table(said).items():
        if name == "posts":
            yield "posts", text_at(options, "permalink") or ""
        elif table(options).get("output") is True:
            yield f"collection {name}", text_at(options, "permalink") or ""


def _redirects(said: object) -> Iterator[tuple[str, str]]:
    """Those of a table in the configuration, as plugins read it."""
    for old, new in table(said).items():
        if isinstance(new, str) and str(old).startswith("/"):
            yield str(old), new


def _defaults(said: object) -> Iterator[tuple[str, str]]:
    """The permalinks of front matter defaults, by the folder and the type that they are for."""
    for each in said if isinstance(said, list) else ():
        permalink = text_at(each, "values", "permalink")
        if permalink:
            scope = table(each, "scope")
            path = (text_at(scope, "path") or "").strip("/")
            yield f"default {text_at(scope, 'type') or ''}:{path}", permalink


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; None for what is none: what begins with an underscore, unless it is of a collection."""
    below = folder.below(file)
    path, _, ending = below.rpartition(".")
    names = path.split("/")
    if f".{ending.lower()}" not in site.endings or first(fields, ("published",)) == "false":
        return None
    kind, at = _kind(site, names)
    if kind is None:
        return None
    if kind == "pages" and below.endswith(_TEXT):
        return None
    own = first(fields, site.address_fields) or _default(site, kind, below)
    around = names[:at], names[at + 1 :]
    shown = _page(site, names, own) if kind == "pages" else _of_collection(site, kind, around, fields, own)
    return None if shown is None else _placed(site.base + folder.address, shown)


def _kind(site: Site, names: list[str]) -> tuple[str | None, int]:
    """Whether a file is a page, a post or of a collection, and which name in its path says so."""
    above = site.detail("collections_dir").split("/") if site.detail("collections_dir") else []
    for at, name in enumerate(names[:-1]):
        is_at_top = names[:at] == above
        if name == "_posts":
            return "posts", at
        if name == "_drafts":
            return None, at
        if name.startswith("_") and is_at_top and any(key == f"collection {name[1:]}" for key, _ in site.details):
            return name[1:], at
        if name.startswith(_HIDDEN):
            return None, at
    return (None if names[-1].startswith(_HIDDEN) else "pages"), 0


def _default(site: Site, kind: str, below: str) -> str | None:
    """The permalink that front matter defaults give a file; the longest path wins."""
    found: tuple[int, str] | None = None
    for key, permalink in site.details:
        if not key.startswith("default "):
            continue
        wanted, _, path = key.removeprefix("default ").partition(":")
        if wanted in {"", kind} and (not path or f"{below}/".startswith(f"{path}/")):
            found = max(found or (-1, ""), (len(path), permalink))
    return found[1] if found else None


def _page(site: Site, names: list[str], own: str | None) -> str:
    folder, stem = "/".join(names[:-1]), names[-1]
    if own is not None:
        return own.replace(":path", folder).replace(":basename", stem).replace(":output_ext", ".html")
    if stem in site.index_names:
        return f"/{folder}/"
    style = site.detail("permalink")
    return f"/{folder}/{stem}{_suffix(style)}"


def _suffix(style: str) -> str:
    if style in _WITH_ENDING or style.endswith(":output_ext"):
        return ".html"
    return "/" if style == "pretty" or style.endswith("/") else ""


def _of_collection(
    site: Site, kind: str, around: tuple[list[str], list[str]], fields: Fields, own: str | None
) -> str | None:
    """The address of a document of a collection; None where a part of it is not known."""
    above, names = around
    style = site.detail("permalink")
    pattern = own or site.detail("posts" if kind == "posts" else f"collection {kind}")
    if not pattern:
        pattern = _STYLES.get(style, style) if kind == "posts" else f"/:collection/:path{_suffix(style)}"
    dated = _DATED.fullmatch(names[-1])
    if kind == "posts" and dated is None:
        return None
    stem = dated["slug"] if dated else names[-1]
    zone = site.detail("timezone")
    when = moment(first(fields, ("date",)), zone) or moment(dated["date"] if dated else None, zone)
    slug = first(fields, ("slug",)) or stem
    known: dict[str, str] = {
        **(parts_of(when) if when else {}),
        "collection": kind,
        "path": "/".join(names),
        "name": _slug(names[-1]),
        "title": _NO_PRETTY.sub("-", slug).strip("-"),
        "slug": _slug(slug),
        "categories": "/".join(dict.fromkeys(each.lower() for each in _categories(above, fields))),
        "slugified_categories": "/".join(dict.fromkeys(map(_slug, _categories(above, fields)))),
        "output_ext": ".html",
    }
    return _filled(pattern, known)


def _filled(pattern: str, known: Mapping[str, str]) -> str | None:
    """A pattern with what its names stand for; a name may end before an underscore."""

    def meant(found: re.Match[str]) -> str:
        name = found[1]
        return known[name] if name in known else known[name.removesuffix("_")] + "_"

    try:
        return _TOKEN.sub(meant, pattern)
    except KeyError:
        return None


def _categories(above: list[str], fields: Fields) -> list[str]:
    """Those of the folders that a post lies in, then its own."""
    own = fields.get("categories", ())
    written = own[0].split() if len(own) == 1 else own
    return [*(each for each in above if each), *fields.get("category", ()), *written]


def _slug(text: str) -> str:
    return _NO_SLUG.sub("-", text).strip("-").lower()


def _placed(start: str, shown: str) -> str:
    """The file that is written for an address."""
    path = re.sub("/{2,}", "/", f"/{shown}".replace("..", "/").replace("./", ""))
    if path.endswith("/"):
        return f"{start}{path}index.html"
    return (
        f"{start}{path}"
        if path.rpartition("/")[2].endswith((".html", ".htm", ".xml", ".json"))
        else f"{start}{path}.html"
    )
