"""VitePress: pages at `x.html`, found without the ending, too; links with a slash in front count from the base."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from meminit.sites import addresses
from meminit.sites.addresses import Fields
from meminit.sites.javascript import REST
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


_LONGEST = 500  # characters of a path
_MOST_NAMES = 5  # so many in one rewrite are never meant
_MOST_DEEP = 2  # names in one rewrite that may stand for several folders, or follow another one in the same folder
_FOLDER = re.compile(
    r"\bsrcDir\s*:\s*(?:fileURLToPath\s*\(\s*new\s+URL\s*\(\s*|(?:path\.)?(?:resolve|join)\s*\(\s*__dirname\s*,\s*)"
    r"[\"']([^\"'\n]+)[\"']"
)
_IGNORED = re.compile(r"\bignoreDeadLinks\s*:\s*\[(.{0,5000}?)\]\s*,?\s*\n", re.DOTALL)
_ADDRESS = re.compile(r"/\^((?:\\/[\w-]+)+)(?:\\/)?\$?/|[\"'](/[\w/-]+)[\"']")
_NAMED = re.compile(r"\\?:(\w+)(?:\(((?:[^()\\]|\\.)*)\))?(\*|\+|\?)?")


def read(project: Project) -> Site:
    values = project.values(*CONFIGS)
    source = (text_at(values, "srcDir") or _source(project)).removeprefix("./").strip("/")
    static = f"{source}/public" if source else "public"
    rewrites = values.get("rewrites")
    known = table(rewrites)
    return SITE._replace(
        content=(Folder("" if source == "." else source),),
        static=(Folder(static),),
        base=base_of(text_at(values, "base")),
        excluded=(*SITE.excluded, *texts(values.get("srcExclude"))),
        redirects=read_redirects(project, static),
        open=tuple(_excepted(project)),
        details=(
            ("rewrites", "partly known" if "rewrites" in values and not _is_known(rewrites) else ""),
            ("own slugs", "yes" if "slugify" in table(values, "markdown", "anchor") else ""),
            *((f"rewrite {key}", value) for key, value in known.items() if isinstance(value, str)),
        ),
    )


def _excepted(project: Project) -> Iterator[str]:
    """Addresses that the configuration takes out of the generator's own test of links, as far as these stand there."""
    name = next((each for each in CONFIGS if project.has(each)), "")
    listed = _IGNORED.search(project.text(name) or "") if name else None
    for each in _ADDRESS.finditer(listed[1]) if listed else ():
        yield (each[1] or each[2] or "").replace("\\/", "/")


def _is_known(rewrites: object) -> bool:
    """Whether they plainly stand there, as a whole."""
    return isinstance(rewrites, Mapping) and REST not in rewrites


def _source(project: Project) -> str:
    """The folder of the pages, where `srcDir` says another one than that of the configuration."""
    name = next((each for each in CONFIGS if project.has(each)), "")
    found = _FOLDER.search(project.text(name) or "") if name else None
    return f"{name.rpartition('/')[0]}/{found[1]}" if found else ""


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; a rewrite gives its file another path first. None where a program may rewrite it."""
    below = folder.below(file)
    for key, new in site.details:
        if key.startswith("rewrite ") and (made := _rewritten(key.removeprefix("rewrite "), new, below)) is not None:
            return addresses.place(site, folder, f"{folder.path}/{made}" if folder.path else made, fields)
    return addresses.place(site, folder, file, fields) if not site.detail("rewrites") else None


def _rewritten(old: str, new: str, below: str) -> str | None:
    """The path that a rewrite makes of another; None where it is about others."""
    if ":" not in old:
        return new if old == below else None
    found = _pattern(old).fullmatch(below) if len(below) < _LONGEST else None
    return _NAMED.sub(lambda name: (found.groupdict().get(name[1]) or "").strip("/"), new) if found else None


@lru_cache(maxsize=500)
def _pattern(old: str) -> re.Pattern[str]:
    """A pattern of paths with names in it, as VitePress has them; what an author wrote in brackets is not run."""
    pieces, at, deep = [], 0, 0
    names = list(islice(_NAMED.finditer(old), _MOST_NAMES))
    for each in names:
        is_deep = each[3] in {"*", "+"} or each[2] in {".*", ".+"}
        deep += is_deep or "/" not in old[at : each.start()]
        pieces += [re.escape(old[at : each.start()]), f"(?P<{each[1]}>{'.+?' if is_deep else '[^/]+?'})"]
        at = each.end()
    are_plain = all(each[1].isidentifier() for each in names) and len({each[1] for each in names}) == len(names)
    if len(names) == _MOST_NAMES or not are_plain or deep > _MOST_DEEP:
        return re.compile("(?!)")
    return re.compile("".join(pieces) + re.escape(old[at:]))
