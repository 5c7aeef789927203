"""A site as a value: where its pages and files lie, which addresses they have, and how links in them are meant.

The preset of a generator is such a value, too. What the generator's own configuration says, and then what `[site]`
says, takes its place part by part.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

Plain: TypeAlias = Mapping[str, object]
Style: TypeAlias = Literal["pretty", "extension"]
Base: TypeAlias = Literal["file", "address", "both"]

NONE = "none"
MOST_ROOTS = 200
MOST = 500  # folders, languages and the like that are looked at for every link
# Each has a preset, a module of this package.
GENERATORS = ("docusaurus", "github", "hugo", "jekyll", "mdbook", "mkdocs", "starlight", "vitepress", "vuepress", NONE)


class Folder(NamedTuple):
    """A folder, and the address at which the site has what lies in it; paths and addresses end without a slash.

    `pattern` is that of the addresses of its pages, as in `/:year/:month/:title/`, where their paths do not decide.
    """

    path: str
    address: str = ""
    language: str = ""
    pattern: str = ""

    def holds(self, file: str) -> bool:
        return not self.path or file.startswith(f"{self.path}/")

    def below(self, file: str) -> str:
        """The path of a file that it holds, from here on."""
        return file[len(self.path) + 1 :] if self.path else file


class Site(NamedTuple):
    """`root` is the folder of the generator's configuration, from which the others are given in a preset.

    With the style `pretty`, `guide/intro.md` is the page `/guide/intro/`; with `extension` it is `/guide/intro.html`.
    """

    generator: str
    root: str = ""
    configs: tuple[str, ...] = ()  # the files that were read
    content: tuple[Folder, ...] = (Folder(""),)
    static: tuple[Folder, ...] = ()
    base: str = ""  # before every address, as in /project; begins with a slash
    adds_base: bool = False  # whether links that begin with a slash count from the base
    is_base_known: bool = True  # whether addresses that do not begin with the base are of other sites on the same host
    hosts: tuple[str, ...] = ()  # whose addresses are those of the site, too
    pages: Style = "pretty"
    endings: tuple[str, ...] = (".md",)  # of the files that become pages
    index_names: tuple[str, ...] = ("index",)  # the stems of pages that stand for their folders
    relative: Base = "both"  # from where relative links count that name no Markdown file
    numbers: bool = False  # whether `01-intro.md` is the page `intro`
    lower: bool = False  # whether addresses are in lower case
    slugged: bool = False  # whether each name in a path is made a slug
    address_fields: tuple[str, ...] = ()  # fields of the front matter that hold the address of their page
    name_fields: tuple[str, ...] = ()  # fields that hold the last name of it
    fields: tuple[str, ...] = ()  # other fields that decide about addresses
    aliases: tuple[str, ...] = ()  # fields that hold further addresses
    redirects: tuple[tuple[str, str], ...] = ()  # addresses, or patterns of them, and where they lead
    copies: tuple[Folder, ...] = ()  # further addresses of folders with content, where they lack pages of their own
    fetched: tuple[Folder, ...] = ()  # what may not be here until it is fetched; a file has its path for a pattern
    programs: tuple[Folder, ...] = ()  # folders of programs that each make a page at their path
    adapters: tuple[str, ...] = ()  # names of programs that add pages to the folder that they lie in
    open: tuple[str, ...] = ()  # addresses at which, or below which, pages are made that the files do not show
    excluded: tuple[str, ...] = ()  # gitignore patterns of files below the content that are no pages
    languages: tuple[str, ...] = ()
    language: str = ""  # the default one
    fills: bool = False  # whether pages of the default language stand in for those that a language lacks
    ignores_case: bool = False  # whether letter case matters when a page is looked up
    slugs: str = ""  # how headings become anchors; "" : as `[links]` has it
    terms: bool = False  # whether terms of definition lists have anchors
    markup: tuple[str, ...] = ()  # what in the bodies is not Markdown
    mdx: bool = False  # whether `.mdx` files are documents, too
    details: tuple[tuple[str, str], ...] = ()  # what else the preset's own rules need to know

    @property
    def named(self) -> tuple[str, ...]:
        """The fields of the front matter that decide about addresses."""
        return (*self.address_fields, *self.name_fields, *self.fields, *self.aliases)

    def detail(self, name: str) -> str:
        return next((value for key, value in self.details if key == name), "")


def owner(sites: Iterable[Site], file: str) -> tuple[Site, Folder] | None:
    """The site whose pages a file is among, and the folder: the deepest one that holds it."""
    best: tuple[Site, Folder] | None = None
    longest = -1
    for site in sites:
        for folder in site.content:
            path = folder.path  # compared here and now, since every document asks
            if len(path) > longest and (not path or (file.startswith(path) and file[len(path) : len(path) + 1] == "/")):
                best, longest = (site, folder), len(path)
    return best


def named_fields(sites: Iterable[Site]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for site in sites for name in site.named))


def as_plain(site: Site) -> dict[str, object]:
    """The site as JSON can hold it."""
    made: dict[str, object] = site._asdict()
    for name, value in made.items():
        if isinstance(value, tuple):
            made[name] = [list(each) if isinstance(each, tuple) else each for each in value]
    return made


def of_plain(values: Mapping[str, object]) -> Site:
    """The same the other way round."""
    made: dict[str, object] = {}
    for name, value in values.items():
        if name in {"content", "static", "copies", "fetched", "programs"}:
            made[name] = tuple(Folder(*map(str, _list(each))) for each in _list(value))
        elif name in {"redirects", "details"}:
            made[name] = tuple((str(one), str(other)) for one, other in map(_list, _list(value)))
        else:
            made[name] = tuple(map(str, _list(value))) if isinstance(value, list) else value
    return Site(**made)  # type: ignore[arg-type]  # as `as_plain` had it


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
