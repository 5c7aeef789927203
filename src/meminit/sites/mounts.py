"""The folders and files that Hugo puts in the place of its usual ones: its mounts, and those of imported modules."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.sites.project import table, text_at, texts
from meminit.sites.site import Folder

_PAGES = (".md", ".markdown", ".html", ".htm", ".adoc", ".org", ".rst")


class Mount(NamedTuple):
    """`below` is the address of what is put there, without that of the language; `module` is that which it is from."""

    source: str
    below: str
    languages: tuple[str, ...]
    module: str = ""

    @property
    def is_page(self) -> bool:
        """Whether it is one file, and not a folder."""
        return self.below.lower().endswith(_PAGES)


def mounts(values: Mapping[str, object], target: str) -> list[Mount]:
    """What is put in the place of a usual folder, such as `content`, or below it."""
    module = table(values, "module")
    found = list(_listed(module.get("mounts"), target, ""))
    imports = module.get("imports")
    for each in imports if isinstance(imports, list) else ():
        if table(each).get("disable") is not True:
            found += _listed(table(each).get("mounts"), target, text_at(each, "path") or "?")
    return found


def _listed(listed: object, target: str, module: str) -> Iterator[Mount]:
    for each in listed if isinstance(listed, list) else ():
        source, put = text_at(each, "source"), (text_at(each, "target") or "").strip("/")
        if source and (put == target or put.startswith(f"{target}/")):
            language = text_at(each, "lang")
            several = texts(table(each, "sites", "matrix").get("languages"))
            languages = (language,) if language else several
            yield Mount(source, put[len(target) :], tuple(one.lower() for one in languages), module)


class Placed(NamedTuple):
    """Folders with pages of their own, further places of the same files, and what may have to be fetched."""

    content: tuple[Folder, ...]
    copies: tuple[Folder, ...]
    fetched: tuple[Folder, ...]


def placed(every: list[Mount], default: str, *, all_have_prefix: bool) -> Placed:
    """The mounts of content as folders; what is mounted again for another language stands in for pages it lacks."""
    content: list[Folder] = []
    copies: list[Folder] = []
    fetched: list[Folder] = []
    for each in every:
        for language in each.languages or ("",):
            prefix = f"/{language}" if language and (language != default or all_have_prefix) else ""
            folder = Folder(each.source, prefix + each.below, language, each.below.lstrip("/"))
            if each.is_page:
                fetched.append(folder._replace(path=each.module or each.source, address=prefix))
            elif each.module:
                fetched.append(folder._replace(path=each.module, pattern=""))
            elif any(other.holds(f"{each.source}/") for other in content):
                copies.append(folder)
            else:
                content.append(folder)
    return Placed(
        tuple(content), tuple(copies), (*fetched, *(each._replace(pattern="") for each in content if each.address))
    )
