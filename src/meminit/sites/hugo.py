"""Hugo: pages at `x/`, in lower case; relative links that name no Markdown file count from the page's address."""

import re
from collections.abc import Iterator, Mapping

from meminit.sites.addresses import Fields, first
from meminit.sites.moments import moment, parts_of
from meminit.sites.mounts import Placed, mounts, placed
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
_HOOKS = ("layouts/_markup/render-{}.html", "layouts/_default/_markup/render-{}.html")
_LOOKING_UP = re.compile(
    r"\b(?:GetPage|GetMatch|Resources|RelPermalink|Permalink|(?i:rel)?ref|relref|partial(?:Cached)?|where|replace\w*|absURL"
    r"|relURL|absLangURL|relLangURL|JoinPath|printf)\b"
)
# What a template needs that finds pages by words, such as the terms of a glossary.
_BY_WORDS = re.compile(r"\b(?:where|range|index|partial(?:Cached)?|return|replace\w*|[Ss]ite|Data)\b")
# What every site has besides its pages.
_MADE = tuple((old, "/") for old in ("/*/index.xml", "/index.xml", "/sitemap.xml", "/robots.txt", "/index.json"))
_KEPT = re.compile(r"[^\w\s./\\#+~@%-]")
_BLANKS = re.compile(r"\s++")
_BY_PROGRAM = re.compile(r"\bpartial\b|\bData\b|\.Params\.redirect")
_PUT_IN = re.compile(r"readFile\s+\"([^\"\n]+)\"")
_TOKEN = re.compile(r":(\w+)(?:\[(?P<part>[^\]]*)\])?")


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
    static, content = tuple(_static(values, themes)), _content(project, values)
    hook, hook_of_images = (_hook(project, themes, kind) for kind in ("link", "image"))
    return SITE._replace(
        content=content.content,
        static=static,
        copies=content.copies,
        fetched=(*content.fetched, *_fetched_files(values)),
        adapters=("_content.gotmpl",),
        base=base_of(address),
        hosts=host_of(address),
        lower=values.get("disablepathtolower") is not True,
        ignores_case=hook is not None,
        pages="extension" if values.get("uglyurls") is True else "pretty",
        fields=("date", "title", "publishDate") if patterns else (),
        languages=languages,
        language=_default_language(values),
        slugs=_SLUGS.get(kind, "hugo"),
        markup=("go", "attributes") if table(parser, "attribute").get("block") is True else SITE.markup,
        terms=parser.get("autodefinitiontermid") is True,
        open=tuple(_open(values, languages)),
        redirects=(*_redirects(project, values, static), *_MADE, *_feeds(values)),
        details=(
            *patterns,
            ("prefix", "all" if values.get("defaultcontentlanguageinsubdir") is True else ""),
            ("hook", "usual" if hook is None and len(languages) > 1 else "own" if hook is not None else ""),
            ("hook by words", "own" if hook is not None and (not hook or _BY_WORDS.search(hook)) else ""),
            ("hook of images", "" if hook_of_images is None else "own"),
            ("folders", "yes"),
            ("bundles", "yes"),
            ("redirects", "unknown" if _has_other_redirects(project, values) else ""),
            *((f"ugly {name}", "yes") for name, is_so in table(values, "uglyurls").items() if is_so is True),
        ),
    )


def _values(project: Project) -> Mapping[str, object]:
    """What the configuration says, its keys in lower case; parts of it may have files of their own."""
    values = dict(_lowered(project.values(*CONFIGS)))
    for name in _PARTS:
        names = (name, f"{name}/{name}", f"{name}-template", f"{name}.template")  # a program fills in a template
        part = project.values(*(f"{_FOLDER}{each}.{ending}" for each in names for ending in _ENDINGS))
        if part:
            values[name] = _lowered(part)
    if "languages" not in values and any(each.startswith(_FOLDER) for each in project.used):
        ending = project.used[0].rpartition(".")[2]
        files = {code: project.values(f"{_FOLDER}languages.{code}.{ending}") for code in _LANGUAGES.split()}
        values["languages"] = {code: _lowered(said) for code, said in files.items() if said}
    return values


def _hook(project: Project, themes: tuple[str, ...], kind: str) -> str | None:
    """The template of the site or its theme that decides where links, or images, lead; some only add attributes."""
    folders = ("", *(f"{each}/" for each in themes))
    texts_of = (project.text(f"{folder}{hook.format(kind)}") for folder in folders for hook in _HOOKS)
    found = (text.strip() for text in texts_of if text is not None)
    return next((text for text in found if not text or _LOOKING_UP.search(text)), None)


def _lowered(value: object) -> Mapping[str, object]:
    return {
        str(key).lower(): _lowered(each) if isinstance(each, Mapping) else each for key, each in table(value).items()
    }


def _default_language(values: Mapping[str, object]) -> str:
    return (text_at(values, "defaultcontentlanguage") or "en").lower()


def _themes(values: Mapping[str, object]) -> tuple[str, ...]:
    folder = (text_at(values, "themesdir") or "themes").strip("/")
    return tuple(f"{folder}/{each}" for each in texts(values.get("theme")))


def _content(project: Project, values: Mapping[str, object]) -> Placed:
    """The folders with pages; a language may have one of its own."""
    default, all_have_prefix = _default_language(values), values.get("defaultcontentlanguageinsubdir") is True
    mounted = placed(mounts(values, "content"), default, all_have_prefix=all_have_prefix)
    if mounted.content:
        return mounted
    main = (text_at(values, "contentdir") or "content").strip("/")
    own = {
        code: folder.strip("/")
        for code, said in table(values, "languages").items()
        if (folder := text_at(said, "contentdir"))
    }
    if not own and not project.has(f"{main}/_index.md"):  # mounts that a program writes put these in its place
        homes = ((code, f"{main}/{code}") for code in table(values, "languages"))
        own = {code: folder for code, folder in homes if project.has(f"{folder}/_index.md")}
    content = []
    if main not in own.values():
        content.append(Folder(main, f"/{default}" if all_have_prefix else "", default if own else ""))
    for code, folder in own.items():
        content.append(Folder(folder, f"/{code}" if code != default or all_have_prefix else "", code))
    return mounted._replace(content=tuple(content))


def _static(values: Mapping[str, object], themes: tuple[str, ...]) -> Iterator[Folder]:
    mounted = [each for each in mounts(values, "static") if not each.module]
    for each in mounted:
        yield Folder(each.source, each.below)
    if not mounted:
        named = [*texts(values.get("staticdir"))] or ["static"]
        for said in table(values, "languages").values():
            named += texts(table(said).get("staticdir"))
        for name in dict.fromkeys(named):
            yield Folder(name.strip("/"))
    for theme in themes:
        yield Folder(f"{theme}/static")


def _fetched_files(values: Mapping[str, object]) -> Iterator[Folder]:
    """What the site shows as it is, and is from elsewhere."""
    for each in mounts(values, "static"):
        if each.below and (each.module or each.source.startswith("node_modules/")):
            yield Folder(each.module or each.source, each.below)


def _redirects(project: Project, values: Mapping[str, object], static: tuple[Folder, ...]) -> Iterator[tuple[str, str]]:
    """Those of files, and of files that a template puts into one that Hugo writes."""
    yield from read_redirects(project, "", *(each.path for each in static))
    listed = project.values("netlify.toml", "../netlify.toml", "../../netlify.toml").get("redirects")
    for each in listed if isinstance(listed, list) else ():
        old, new = text_at(each, "from") or "", text_at(each, "to")
        is_plain = table(each).get("status") not in {200, 404} and not {"conditions", "query"} & set(table(each))
        if new and is_plain and old.startswith("/"):
            yield old, new
    for template in _templates_of_redirects(project, values):
        yield from redirects_in("\n".join(line for line in template.split("\n") if "{{" not in line))
        for found in _PUT_IN.finditer(template):
            yield from redirects_in(project.text(found[1].lstrip("/")) or "")


def _templates_of_redirects(project: Project, values: Mapping[str, object]) -> Iterator[str]:
    for name, said in table(values, "outputformats").items():
        if text_at(said, "basename") == "_redirects":
            names = (f"layouts/{page}.{name}" for page in ("index", "home", f"index.{name}"))
            yield from (text for text in map(project.text, names) if text is not None)


def _has_other_redirects(project: Project, values: Mapping[str, object]) -> bool:
    """Whether a template writes redirects of which nothing can be known."""
    return any(not text.strip() or _BY_PROGRAM.search(text) for text in _templates_of_redirects(project, values))


def _feeds(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What any page may have beside it in another format, by the names that the configuration gives such files."""
    for said in table(values, "outputformats").values():
        name = text_at(said, "basename")
        if name and name != "_redirects":
            yield from ((f"/*/{name}.{ending}", "/") for ending in ("xml", "json", "txt", "ics"))


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
    formats = [text_at(said, "basename") for said in table(values, "outputformats").values()]
    for prefix in ("", *(f"/{each}" for each in languages)):
        yield f"{prefix}/page/"
        yield from (f"{prefix}/{name}." for name in formats if name)
        if not {"taxonomy", "term"} <= disabled:
            yield from (f"{prefix}/{name}/" for name in names)


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; its language may stand before the ending of its file."""
    below = folder.below(file)
    ending = next((each for each in site.endings if below.lower().endswith(each)), None)
    if ending is None:
        return None
    put = f"{folder.pattern}/" if folder.pattern else ""  # where its mount puts it
    names = f"{put}{below[: -len(ending)]}".split("/")
    start = site.base + folder.address.removesuffix(f"/{folder.pattern}")
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
    if made and site.detail(f"ugly {names[0].lower()}") and names[-1] != "_index":
        made = f"{made.rstrip('/')}.html"
    return _at(start, made) if made else _usual(site, start, names, first(fields, site.name_fields))


def _usual(site: Site, start: str, names: list[str], slug: str | None) -> str:
    if names[-1] == "_index":
        path = names[:-1]
    else:
        path = names[:-1] if names[-1] == "index" else names
        path = [*path[:-1], slug] if slug and path else path
    shown = [_urlized(site, each) for each in path]
    is_ugly = site.pages == "extension" or bool(path[1:] and site.detail(f"ugly {path[0].lower()}"))
    if is_ugly and names[-1] not in site.index_names:
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
            _lower(site, _part(known[found[1]] or "", found["part"]))
            if found[1] in keeps
            else _urlized(site, known[found[1]] or "")
        ),
        pattern,
    )


def _part(sections: str, part: str | None) -> str:
    """Some of the names of sections, as in `:sections[1:]` or `:sections[last]`; all, where none are named."""
    if not part:
        return sections
    names = sections.split("/") if sections else []
    first_one, sign, last_one = ("-1" if each == "last" else each for each in part.partition(":"))
    try:
        start = int(first_one or 0)
        end = int(last_one) if last_one else None if sign or start == -1 else start + 1
    except ValueError:
        return sections
    return "/".join(names[start:end])


def _urlized(site: Site, name: str) -> str:
    bare = _KEPT.sub("", name)
    kept = _BLANKS.sub(lambda each: "" if "-" in bare[max(each.start() - 1, 0) : each.end() + 1] else " ", bare)
    return _lower(site, "-".join(kept.split()))


def _lower(site: Site, text: str) -> str:
    return text.lower() if site.lower else text
