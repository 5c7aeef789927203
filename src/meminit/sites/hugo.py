"""Hugo: pages at `x/`, in lower case; relative links that name no Markdown file count from the page's address."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.sites.addresses import Fields, first
from meminit.sites.moments import moment, parts_of
from meminit.sites.project import Project, base_of, host_of, table, text_at, texts
from meminit.sites.redirects import read_redirects, redirects_in
from meminit.sites.site import Folder, Site

_ENDINGS = ("toml", "yaml", "yml", "json")
_FOLDER = "config/_default/"
CONFIGS = tuple(
    f"{name}.{ending}" for name in ("hugo", "config", f"{_FOLDER}hugo", f"{_FOLDER}config") for ending in _ENDINGS
)
# The languages for which a file of their own is looked for, since no folder can be listed here.
_LANGUAGES = (
    "ar az be bg bn bs ca cs cy da de de-de el en en-gb en-us eo es es-es es-mx et eu fa fi fr fr-ca fr-fr ga gl gu he"
    " hi hr hu hy id is it ja ja-jp ka kk km kn ko ko-kr lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt pt-br pt-pt ro"
    " ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-cn zh-hans zh-hant zh-hk zh-tw"
)
_PARTS = ("languages", "markup", "module", "permalinks", "taxonomies")  # that may have a file of their own
SITE = Site(
    generator="hugo",
    pages="pretty",
    endings=(".md", ".markdown", ".html", ".htm", ".adoc", ".org", ".rst"),
    index_names=("index", "_index"),
    relative="address",
    lower=True,
    address_fields=("url",),
    name_fields=("slug",),
    aliases=("aliases",),
    slugs="hugo",
    markup=("go",),
)
_SLUGS = {"github": "hugo", "github-ascii": "hugo-ascii", "blackfriday": "hugo-blackfriday"}
_HOOKS = ("layouts/_markup/render-link.html", "layouts/_default/_markup/render-link.html")
# What every site has besides its pages.
_MADE = tuple((old, "/") for old in ("/*/index.xml", "/index.xml", "/sitemap.xml", "/robots.txt", "/index.json"))
_KEPT = re.compile(r"[^\w\s./\\#+~@%-]")
_DASHED = re.compile(r"\s*(-+)\s*")
_PUT_IN = re.compile(r"readFile\s+\"([^\"\n]+)\"")
_TOKEN = re.compile(r":(\w+)(?:\[[^\]]*\])?")


def read(project: Project) -> Site:
    values = _values(project)
    address = text_at(values, "baseurl")
    themes = _themes(values)
    parser = table(values, "markup", "goldmark", "parser")
    kind = text_at(parser, "autoheadingidtype") or text_at(parser, "autoidtype") or "github"
    languages = tuple(
        code for code, said in table(values, "languages").items() if table(said).get("disabled") is not True
    )
    patterns = tuple(_patterns(values))
    static = tuple(_static(values, themes))
    has_hook = any(project.has(f"{start}{hook}") for start in ("", *(f"{each}/" for each in themes)) for hook in _HOOKS)
    return SITE._replace(
        content=tuple(_content(values)),
        static=static,
        base=base_of(address),
        hosts=host_of(address),
        lower=values.get("disablepathtolower") is not True,
        ignores_case=has_hook,
        pages="extension" if values.get("uglyurls") is True else "pretty",
        fields=("date", "title", "publishDate") if patterns else (),
        languages=languages,
        language=_default_language(values),
        slugs=_SLUGS.get(kind, "hugo"),
        terms=parser.get("autodefinitiontermid") is True,
        open=tuple(_open(values, languages)),
        redirects=(*_redirects(project, values, static), *_MADE),
        details=(
            *patterns,
            ("prefix", "all" if values.get("defaultcontentlanguageinsubdir") is True else ""),
            ("hook", "own" if has_hook else "usual" if len(languages) > 1 else ""),
            ("folders", "yes"),
        ),
    )


def _values(project: Project) -> Mapping[str, object]:
    """What the configuration says, its keys in lower case; parts of it may have files of their own."""
    values = dict(_lowered(project.values(*CONFIGS)))
    for name in _PARTS:
        part = project.values(*(f"{_FOLDER}{name}.{ending}" for ending in _ENDINGS))
        if part:
            values[name] = _lowered(part)
    if "languages" not in values and any(each.startswith(_FOLDER) for each in project.used):
        ending = project.used[0].rpartition(".")[2]
        files = {code: project.values(f"{_FOLDER}languages.{code}.{ending}") for code in _LANGUAGES.split()}
        values["languages"] = {code: _lowered(said) for code, said in files.items() if said}
    return values


def _lowered(value: object) -> Mapping[str, object]:
    return {
        str(key).lower(): _lowered(each) if isinstance(each, Mapping) else each for key, each in table(value).items()
    }


def _default_language(values: Mapping[str, object]) -> str:
    return (text_at(values, "defaultcontentlanguage") or "en").lower()


def _themes(values: Mapping[str, object]) -> tuple[str, ...]:
    folder = (text_at(values, "themesdir") or "themes").strip("/")
    return tuple(f"{folder}/{each}" for each in texts(values.get("theme")))


class _Mount(NamedTuple):
    source: str
    target: str
    language: str


def _mounts(values: Mapping[str, object], target: str) -> Iterator[_Mount]:
    """The folders that are put in the place of one of the usual ones, or below it."""
    listed = table(values, "module").get("mounts")
    for each in listed if isinstance(listed, list) else ():
        source, put = text_at(each, "source"), text_at(each, "target") or ""
        if source and (put == target or put.startswith(f"{target}/")):
            several = texts(table(each, "sites", "matrix").get("languages"))
            yield _Mount(source, put[len(target) :], (text_at(each, "lang") or (several[0] if several else "")).lower())


def _content(values: Mapping[str, object]) -> Iterator[Folder]:
    """The folders with pages; a language may have one of its own."""
    default, all_have_prefix = _default_language(values), values.get("defaultcontentlanguageinsubdir") is True
    mounted = list(_mounts(values, "content"))
    for source, below, language in mounted:
        prefix = f"/{language}" if language and (language != default or all_have_prefix) else ""
        yield Folder(source, prefix + below, language)
    if mounted:
        return
    main = (text_at(values, "contentdir") or "content").strip("/")
    own = {
        code: folder.strip("/")
        for code, said in table(values, "languages").items()
        if (folder := text_at(said, "contentdir"))
    }
    if main not in own.values():
        yield Folder(main, f"/{default}" if all_have_prefix else "", default if own else "")
    for code, folder in own.items():
        yield Folder(folder, f"/{code}" if code != default or all_have_prefix else "", code)


def _static(values: Mapping[str, object], themes: tuple[str, ...]) -> Iterator[Folder]:
    mounted = list(_mounts(values, "static"))
    for source, below, _ in mounted:
        yield Folder(source, below)
    if not mounted:
        named = [*texts(values.get("staticdir"))] or ["static"]
        for said in table(values, "languages").values():
            named += texts(table(said).get("staticdir"))
        for name in dict.fromkeys(named):
            yield Folder(name.strip("/"))
    for theme in themes:
        yield Folder(f"{theme}/static")


def _redirects(project: Project, values: Mapping[str, object], static: tuple[Folder, ...]) -> Iterator[tuple[str, str]]:
    """Those of files, and of files that a template puts into one that Hugo writes."""
    yield from read_redirects(project, "", *(each.path for each in static))
    listed = project.values("netlify.toml").get("redirects")
    for each in listed if isinstance(listed, list) else ():
        old, new = text_at(each, "from") or "", text_at(each, "to")
        is_plain = table(each).get("status") not in {200, 404} and not {"conditions", "query"} & set(table(each))
        if new and is_plain and old.startswith("/"):
            yield old, new
    for name, said in table(values, "outputformats").items():
        if text_at(said, "basename") == "_redirects":
            for template in (f"layouts/{page}.{name}" for page in ("index", "home", f"index.{name}")):
                for found in _PUT_IN.finditer(project.text(template) or ""):
                    yield from redirects_in(project.text(found[1].lstrip("/")) or "")


def _patterns(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The patterns of addresses, by kind of page and section."""
    for name, said in table(values, "permalinks").items():
        if isinstance(said, str):
            yield f"page {name}", said
        elif name in {"page", "section"}:
            for section, pattern in table(said).items():
                yield f"{name} {section}", str(pattern)


def _open(values: Mapping[str, object], languages: tuple[str, ...]) -> Iterator[str]:
    """Where Hugo makes pages that no file shows: of the terms of taxonomies, and further pages of lists."""
    disabled = {each.lower() for each in texts(values.get("disablekinds"))}
    said = values.get("taxonomies")
    names = [str(each) for each in table(said).values()] if isinstance(said, Mapping) else ["tags", "categories"]
    for prefix in ("", *(f"/{each}" for each in languages)):
        yield f"{prefix}/page/"
        if not {"taxonomy", "term"} <= disabled:
            yield from (f"{prefix}/{name}/" for name in names)


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; its language may stand before the ending of its file."""
    below = folder.below(file)
    ending = next((each for each in site.endings if below.lower().endswith(each)), None)
    if ending is None:
        return None
    names = below[: -len(ending)].split("/")
    start = site.base + folder.address
    stem, _, language = names[-1].rpartition(".")
    if stem and language.lower() in site.languages:
        names[-1] = stem
        if not folder.language:
            has_prefix = language.lower() != site.language or site.detail("prefix") == "all"
            start = f"{site.base}/{language.lower()}" if has_prefix else site.base
    written = first(fields, site.address_fields)
    if written is not None:
        shown = _filled(site, written, names, fields) or written
        return _at(site.base if shown.startswith("/") else start, shown)
    pattern = site.detail(f"{'section' if names[-1] == '_index' else 'page'} {names[0].lower()}") if names[1:] else ""
    made = _filled(site, pattern, names, fields) if pattern else None
    return _at(start, made) if made else _usual(site, start, names, first(fields, site.name_fields))


def _usual(site: Site, start: str, names: list[str], slug: str | None) -> str:
    if names[-1] == "_index":
        path = names[:-1]
    else:
        path = names[:-1] if names[-1] == "index" else names
        path = [*path[:-1], slug] if slug and path else path
    shown = [_urlized(site, each) for each in path]
    if site.pages == "extension" and names[-1] not in site.index_names:
        return "/".join((start, *shown)) + ".html"
    return "/".join((start, *shown, "index.html"))


def _at(start: str, written: str) -> str:
    path = re.sub("/{2,}", "/", f"{start}/{written.strip('/')}").rstrip("/")
    return path if path.endswith((".html", ".htm", ".xml", ".json", ".txt")) else f"{path}/index.html"


def _filled(site: Site, pattern: str, names: list[str], fields: Fields) -> str | None:
    """A pattern with what its names stand for; None where something is not known."""
    if ":" not in pattern:
        return pattern
    is_index = names[-1] in site.index_names
    stem = (names[-2] if names[1:] else "") if names[-1] == "index" else "" if names[-1] == "_index" else names[-1]
    sections = names[: -2 if names[-1] == "index" else -1]
    when = moment(first(fields, ("date",)) or first(fields, ("publishDate",)))
    title, slug = first(fields, ("title",)), first(fields, site.name_fields)
    known: dict[str, str | None] = {
        **(parts_of(when) if when else {}),
        "section": names[0] if names[1:] else "",
        "sections": "/".join(sections),
        "title": title,
        "slug": slug or title,
        "filename": stem,
        "contentbasename": stem or names[-1],
        "slugorfilename": slug or stem,
        "slugorcontentbasename": slug or stem or names[-1],
    }
    wanted = [found[1] for found in _TOKEN.finditer(pattern)]
    if any(known.get(name) is None for name in wanted) or (is_index and not names[1:]):
        return None
    keeps = {"section", "sections"}
    return _TOKEN.sub(
        lambda found: (
            _lower(site, known[found[1]] or "") if found[1] in keeps else _urlized(site, known[found[1]] or "")
        ),
        pattern,
    )


def _urlized(site: Site, name: str) -> str:
    kept = _DASHED.sub(r"\1", _KEPT.sub("", name))
    return _lower(site, "-".join(kept.split()))


def _lower(site: Site, text: str) -> str:
    return text.lower() if site.lower else text
