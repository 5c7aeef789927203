"""Makes the sites that `[site]` names: the generator's preset, what its configuration says, then the table itself."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from importlib import import_module
from typing import NamedTuple

from meminit.sites.project import Project, Read, texts
from meminit.sites.site import MOST, MOST_ROOTS, NONE, Folder, Site

# Of each part of a site that generators' configurations may say.
_MOST = dict.fromkeys(("content", "static", "copies", "fetched", "programs", "open", "excluded", "languages"), MOST)
_TIMES, _FEW = 4, 20  # as much in all sites together, and what each may have in any case
_MOST |= {"hosts": MOST, "details": MOST, "redirects": 20_000}
# Parts of a site that `[site]` may name, as they are there; those whose paths count from the repository are apart.
_TEXTS = ("pages", "relative", "language")
_LISTS = ("aliases", "open", "languages", "markup", "hosts")
_NAMED = {"address": "address_fields", "index": "index_names"}
_YES_OR_NO = ("numbers", "fills", "ignores_case")


class Loaded(NamedTuple):
    """Sites, and the files that were looked for to make them, by their paths; None for what is not there."""

    sites: tuple[Site, ...]
    contents: Mapping[str, bytes | None]

    @property
    def digest(self) -> str:
        """Of all that was read."""
        return digest(self.contents)


def digest(contents: Mapping[str, bytes | None]) -> str:
    made = blake2b(digest_size=16)
    for path, content in sorted(contents.items()):
        made.update(f"{path}\n{'-' if content is None else len(content)}\n".encode("utf-8", "surrogateescape"))
        made.update(content or b"")
    return made.hexdigest()


def load(said: Mapping[str, object], read: Read, docs_root: str) -> Loaded:
    """The sites of a repository; none where there is no generator."""
    generator = str(said.get("generator", NONE))
    if generator == NONE:
        return Loaded((), {})
    preset = import_module(f"meminit.sites.{generator}")
    contents: dict[str, bytes | None] = {}
    sites: list[Site] = []
    for root in _roots(said, preset.CONFIGS, read, docs_root, contents):
        project = Project(root, read)
        made: Site = preset.read(project)
        contents.update(project.contents)
        sites.append(_placed(made, project))
    mounted = list(_mounted(sites))
    return Loaded(tuple(_bounded(_said(each, said), len(mounted)) for each in mounted), contents)


def _roots(
    said: Mapping[str, object], configs: Iterable[str], read: Read, docs_root: str, contents: dict[str, bytes | None]
) -> list[str]:
    """The folders with the generator's configuration: those that are named, or the first usual one that has one."""
    named = [each.strip("/").removeprefix("./") for each in texts(said.get("root")) if each]
    if "root" in said:
        return ["" if each == "." else each for each in named][:MOST_ROOTS] or [""]
    names = docs_root.split("/") if docs_root not in {"", "."} else []
    above = ["/".join(names[:depth]) for depth in range(len(names), 0, -1)]
    for root in dict.fromkeys(("", *above, "docs", "website", "site", "doc")):
        project = Project(root, read)
        found = any(project.has(each) for each in configs)
        contents.update(project.contents)
        if found:
            return [root]
    return [""]


def _placed(site: Site, project: Project) -> Site:
    """The site with its folders as paths of the repository."""
    return site._replace(
        root=project.root,
        configs=tuple(project.used),
        content=tuple(each._replace(path=project.path(each.path)) for each in site.content),
        static=tuple(each._replace(path=project.path(each.path)) for each in site.static),
        copies=tuple(each._replace(path=project.path(each.path)) for each in site.copies),
        fetched=tuple(each._replace(path=project.path(each.path)) for each in site.fetched),
        programs=tuple(each._replace(path=project.path(each.path)) for each in site.programs),
    )


def _mounted(sites: list[Site]) -> Iterator[Site]:
    """Several sites of one repository, each at the address that it probably has below the first.

    What a site has in common with one before it, such as another edition of the same pages, is left out.
    """
    kept: list[Site] = []
    taken: set[str] = set()
    alternates = dict.fromkeys(key for site in sites for key, _ in site.details if key.startswith("alternate "))
    for site in sites:
        content = tuple(each for each in site.content if each.path not in taken)
        if site.content and not content:
            continue
        taken.update(each.path for each in content)
        kept.append(site._replace(content=content))
    names = {each.root.rpartition("/")[2] for each in kept}
    languages = tuple(name for name in sorted(names) if len(kept) > 1 and f"alternate /{name}/" in alternates)
    for site in kept:
        made = _below(site, _mount(site, kept, alternates))
        yield made._replace(languages=languages, fills=True) if languages else made


def _mount(site: Site, every: list[Site], alternates: Mapping[str, object]) -> str:
    """The address of a site below those of others: of the one that its folder lies in, or by its language."""
    name = site.root.rpartition("/")[2]
    if len(every) > 1 and f"alternate /{name}/" in alternates:
        return f"/{name}"
    around = [each for each in every if each is not site and (not each.root or site.root.startswith(f"{each.root}/"))]
    if not around:
        return ""
    outer = max(around, key=lambda each: len(each.root))
    return "/" + (site.root[len(outer.root) :].strip("/"))


def _below(site: Site, address: str) -> Site:
    if not address:
        return site
    return site._replace(
        content=tuple(each._replace(address=address + each.address) for each in site.content),
        static=tuple(each._replace(address=address + each.address) for each in site.static),
        copies=tuple(each._replace(address=address + each.address) for each in site.copies),
        fetched=tuple(each._replace(address=address + each.address) for each in site.fetched),
        redirects=tuple((old if old.startswith("file:") else address + old, new) for old, new in site.redirects),
    )


def _bounded(site: Site, count: int) -> Site:
    """The site with so much of each part as can be looked at for every link; where there is more, all is open.

    Of several sites, each has less.
    """
    parts = site._asdict()
    most = {name: max(_FEW, min(usual, _TIMES * usual // count)) for name, usual in _MOST.items()}
    cut = {name: parts[name][: most[name]] for name in most if len(parts[name]) > most[name]}
    return site._replace(**{**cut, "open": ("/", *cut.get("open", site.open))}) if cut else site


def _said(site: Site, said: Mapping[str, object]) -> Site:
    """The site with what `[site]` says instead."""
    changes: dict[str, object] = {name: said[name] for name in (*_TEXTS, *_YES_OR_NO) if name in said}
    changes |= {name: texts(said[name]) for name in _LISTS if name in said}
    for name in ("content", "static"):
        folders = said.get(name)
        if isinstance(folders, Mapping):
            changes[name] = tuple(
                Folder("" if path in {".", "/"} else path.strip("/"), str(address).rstrip("/"))
                for path, address in folders.items()
            )
    if "base" in said:
        changes |= {"base": str(said["base"]).rstrip("/"), "is_base_known": True}
    changes |= {part: texts(said[name]) for name, part in _NAMED.items() if name in said}
    redirects = said.get("redirects")
    if isinstance(redirects, Mapping):
        changes["redirects"] = (*site.redirects, *((str(old), str(new)) for old, new in redirects.items()))
    return site._replace(**changes)  # type: ignore[arg-type]  # as the schema of the configuration has it
