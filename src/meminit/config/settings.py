"""The settings of a repository as pure values, whichever configuration file they come from."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from meminit.model.finding import Severity
from meminit.model.outcome import Advice
from meminit.sites.site import Site, owner
from meminit.sources.globs import Patterns

DEFAULT_ROOT = "docs"
DEFAULT_INCLUDE = ("**/*.md", "**/*.markdown")
DEFAULT_EXCLUDE = ("WIP-*", "00-governance/templates/**")
DEFAULT_FILENAME = r"^[a-z0-9-]+\.md$"
DEFAULT_ID_FIELD = "document_id"
DEFAULT_ID_PATTERN = "^[A-Z]{3,10}-[A-Z]{3,10}-[0-9]{3}$"
SUCCESSORS = "superseded_by"  # the field that names the documents that replace this one
DEFAULT_REFERENCES = ("related_ids", SUCCESSORS)
DEFAULT_SLUGS = "github"
UNKNOWN = "unknown"  # in the place of a way to make anchors
MDX = "**/*.mdx"
DEFAULT_INDEX = ("README.md", "index.md", "_index.md")
DEFAULT_SCHEMA = "00-governance/metadata.schema.json"
AGENT = "AGENT"  # the type of documents that describe agents
QUEUE_FILE = "01-indices/project-state.yaml"  # below the docs root
LOCK_FILE = "01-indices/covers.lock"  # likewise
DEFAULT_COVERS = "covers"  # the field that names what a document covers
DEFAULT_BASELINE = ".meminit-baseline.json"
DEFAULT_INDEX_FILE = "01-indices/meminit.index.json"  # below the docs root
DEFAULT_CATALOG = "catalog.md"
STATUSES = ("Draft", "In Review", "Approved", "Superseded")
PAGES = ("catalog", "kanban")  # pages that meminit writes beside the index
DEFAULT_OWNER = "__TBD__"
DEFAULT_DOCOPS_VERSION = "2.0"


class DocumentType(NamedTuple):
    """A type of documents: its folder below the namespace's root, its extra schema, the headings it must have.

    New documents are made from `template`, and named by `filename`; `description` says what the type is for.
    """

    name: str
    directory: str | None = None
    schema: str | None = None
    sections: tuple[str, ...] = ()
    template: str | None = None
    description: str | None = None
    filename: str | None = None


class Namespace(NamedTuple):
    """A docs root and what applies below it.

    `schema` is the path of a schema, "" for none at all, or None if the configuration names none. `optional` is for a
    root that the configuration does not name: it is governed if it is there, and nothing is reported if it is not.
    """

    name: str
    root: str
    prefix: str
    include: Patterns
    exclude: Patterns
    schema: str | None
    types: Mapping[str, DocumentType]
    optional: bool = False
    owner: str = DEFAULT_OWNER  # of new documents
    docops_version: str = DEFAULT_DOCOPS_VERSION


class Project(NamedTuple):
    """What the configuration says of the repository as a whole. The index of documents is written to `index_path`."""

    name: str
    prefix: str
    docops_version: str
    owner: str
    index_path: str
    baseline_path: str = DEFAULT_BASELINE
    catalog: str = DEFAULT_CATALOG  # the name of the page with all documents by type
    statuses: tuple[str, ...] = STATUSES  # in the order in which documents go through them

    def page(self, name: str) -> str:
        """The path of a page that meminit writes about all documents, which is beside the index."""
        return "/".join((*parts(self.index_path)[:-1], self.catalog if name == "catalog" else f"{name}.md"))

    @property
    def pages(self) -> frozenset[str]:
        return frozenset(map(self.page, PAGES))


class IdForm(NamedTuple):
    """The form of an id: its pattern, and the test of whether a text matches it."""

    pattern: str
    fits: Callable[[str], bool]


class Ids(NamedTuple):
    """`form` is None if no pattern is configured: then the schema decides, or else the default pattern."""

    field: str  # "": documents have no ids
    references: tuple[str, ...]
    form: IdForm | None
    splits: Mapping[str, str] = {}  # what stands between several ids in one text of a field

    @property
    def naming(self) -> tuple[str, ...]:
        """The fields that hold ids of other documents."""
        return tuple(dict.fromkeys((*self.references, SUCCESSORS))) if self.field else ()


class Shape(NamedTuple):
    """Text with names in braces, such as `/docs/{page}`: the texts around the names, always one more, and the names."""

    texts: tuple[str, ...]
    names: tuple[str, ...]

    def __str__(self) -> str:
        named = (f"{{{name}}}{text}" for name, text in zip(self.names, self.texts[1:], strict=True))
        return "".join((self.texts[0], *named))


class Route(NamedTuple):
    """Addresses of a site: their shape, and the document that they lead to.

    With a `field`, it is the document whose front matter has in this field what `name` stands for in the address;
    without a field, it is the document at `path`.
    """

    written: str
    shape: Shape
    field: str | None = None
    name: str = ""
    path: Shape | None = None

    @property
    def meaning(self) -> str:
        """The meaning as it is written in the configuration."""
        return f"path:{self.path}" if self.field is None else f"field:{self.field}"


class Links(NamedTuple):
    """How links are understood.

    `ignore` is for targets that begin with a slash, as they are written, and `ignore_relative` for all others; it
    lacks the patterns that begin with a slash.
    """

    slugs: str = DEFAULT_SLUGS
    terms: bool = False  # whether the terms of definition lists have anchors
    markup: tuple[str, ...] = ()  # what in bodies is not Markdown, as `documents.markup` names it
    index_names: tuple[str, ...] = DEFAULT_INDEX
    implicit_extension: bool = False
    site_root: str = ""
    routes: tuple[Route, ...] = ()
    ignore: Patterns = Patterns(())
    ignore_relative: Patterns = Patterns(())
    wiki: bool = False
    sites: tuple[Site, ...] = ()  # what is made from the documents
    slugs_elsewhere: str = DEFAULT_SLUGS  # how headings become anchors in files that are not among the pages of a site

    def within(self, file: str) -> "Links":
        """How links are understood in a file; what is no page of a site is shown by the host of the repository."""
        if file.endswith(".mdx"):
            is_read = "jsx" in self.markup or "mdx" in self.markup
            return self if is_read else self._replace(markup=(*self.markup, "jsx"))
        if not self.sites or self.slugs == self.slugs_elsewhere:
            return self
        return self if owner(self.sites, file) else self._replace(slugs=self.slugs_elsewhere)


class Override(NamedTuple):
    """Severities that apply to some paths only."""

    paths: Patterns
    severities: Mapping[str, Severity]


class Settings(NamedTuple):
    """All settings that a run needs."""

    config_path: str
    project: Project
    namespaces: tuple[Namespace, ...]  # the deepest root first
    ids: Ids
    filename: Callable[[str], bool]
    filename_pattern: str
    respect_gitignore: bool
    severities: Mapping[str, Severity]
    overrides: tuple[Override, ...]
    links: Links
    advice: tuple[Advice, ...] = ()
    site_files: frozenset[str] = frozenset()  # where a generator may be told about a site
    covers_field: str = DEFAULT_COVERS

    def governing(self, path: str) -> Namespace | None:
        """The namespace whose root a path is in; if there are several, the deepest one."""
        names = parts(path)
        return next((each for each in self.namespaces if names[: len(parts(each.root))] == parts(each.root)), None)

    def selecting(self, path: str) -> Namespace | None:
        """The namespace that makes a document of a file at this path; .gitignore files are not asked."""
        namespace = self.governing(path)
        below = parts(path)[len(parts(namespace.root)) :] if namespace else ()
        if namespace is None or not namespace.include.covers(below) or namespace.exclude.covers(below):
            return None
        return namespace

    @property
    def has_agents(self) -> bool:
        """Whether documents may describe agents."""
        return any(AGENT in each.types for each in self.namespaces)

    @property
    def queue_path(self) -> str:
        """The path of the work queue."""
        return below(self._usual_root, QUEUE_FILE)

    @property
    def lock_path(self) -> str:
        """The path of the file that says which documents were read against what they cover."""
        return below(self._usual_root, LOCK_FILE)

    @property
    def _usual_root(self) -> str:
        """The docs root of the default namespace, or the outermost one."""
        return next((each for each in self.namespaces if each.name == "default"), self.namespaces[-1]).root

    def may_be_on(self, code: str, usual: Severity) -> bool:
        """Whether findings of a code are reported anywhere; `usual` is its severity where nothing is configured."""
        return self.severities.get(code, usual) is not Severity.OFF or any(
            override.severities.get(code, Severity.OFF) is not Severity.OFF for override in self.overrides
        )

    def namespace(self, name: str) -> Namespace:
        for namespace in self.namespaces:
            if namespace.name == name:
                return namespace
        raise KeyError(name)


def deepest_first(namespaces: list[Namespace]) -> tuple[Namespace, ...]:
    return tuple(sorted(namespaces, key=lambda each: (-len(parts(each.root)), each.root)))


def parts(path: str) -> tuple[str, ...]:
    """The names of a path relative to the repository; none for the repository itself."""
    return tuple(part for part in path.split("/") if part not in {"", "."})


def below(root: str, path: str) -> str:
    """The path of something in a folder, with the folder's own path before it."""
    return "/".join((*parts(root), path))
