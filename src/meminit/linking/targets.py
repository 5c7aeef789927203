"""Takes the target of a link apart, as a browser would, and says in one text what it asks of the repository.

That text is a lookup. Equal lookups have equal answers, whichever documents ask. The lookup of a plain link is the path
of a file, perhaps with a fragment. Any other is the target with its kind and the folder from which it is followed.
Nothing else decides whether a link is right.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from meminit.model.link import PLAIN, Link, LinkKind, LinkTarget
from meminit.model.summary import LOOKUP_MARK, SEPARATOR, is_path
from meminit.sites.site import Site, owner
from meminit.sources.files import Names

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_IGNORED = re.compile(r"[\t\r\n]")  # browsers drop these wherever they stand, and controls and blanks in front
_LEADING = "".join(map(chr, range(0x21)))
# What would end a target, or mean something else, in Markdown, in a table or in an HTML attribute.
_DELIMITERS = re.compile(r"[\x00-\x20\x7f\"'()<>\[\\\]|`]")
_OF_ADDRESSES = re.compile("[#%?&]")
_DIRECTIVE = ":~:"
# Addresses of other sites that need no second look.
_ELSEWHERE = re.compile(r"https?://[A-Za-z0-9][^\[\]\\]*")

UNSAFE = frozenset({"javascript", "vbscript", "data"})
_PLAIN = re.compile(PLAIN)
_ROUNDABOUT = re.compile(r"([A-Za-z0-9_./-]+)(#[A-Za-z0-9_-]+)?")  # as plain, with dots on the way
# In the name of a folder these would mean something else once it stands in a target.
_ODD_FOLDER = re.compile(r"[#%:?\[\\\]{|\x00-\x1f\x7f]")
# What would end a lookup, or its first part; the sign that escapes it comes first.
_ESCAPES = {"\\": "\\", "\n": "n", SEPARATOR: "d"}
_AS_WRITTEN = re.compile(r"[A-Za-z0-9_./#-]+")  # neither Markdown nor HTML has to escape it
_STEP = "../"
OPEN = LOOKUP_MARK  # the lookup of a link that leads into its own document
DOCUMENTS = (".md", ".markdown", ".mdx")  # endings of targets that count from the file in every site
_LONGEST_FOLDER = 500  # characters that may stand in each of many thousand lookups
_DIGEST = "\0"  # before what stands for a longer one; no name holds it
_OF_PAGES = 8  # is added to the number of a kind
_OF_ID = f"{LOOKUP_MARK}="
_KINDS: tuple[LinkKind, ...] = ("link", "image", "wiki", "field")


class Address(NamedTuple):
    """`path` is decoded; the fragment is None where there is no #."""

    scheme: str
    path: str
    query: str
    fragment: str | None
    directive: str = ""  # `:~:text=...`, which browsers take off a fragment before they look for it


def unfollowed(target: str) -> bool:
    """Whether the target certainly is an address of another site."""
    return _ELSEWHERE.fullmatch(target) is not None


def address(target: str) -> Address:
    plain = _IGNORED.sub("", target).lstrip(_LEADING)
    scheme = _SCHEME.match(plain)
    rest, mark, fragment = target.partition("#")
    own, sign, directive = fragment.partition(_DIRECTIVE)
    path, _, query = rest.partition("?")
    return Address(
        scheme[1].lower() if scheme else "",
        decoded(path, errors="surrogateescape"),
        query,
        own if mark else None,
        sign + directive,
    )


def decoded(text: str, errors: str = "replace") -> str:
    """A path or a fragment without its escapes."""
    if "%" not in text:
        return text
    from urllib.parse import unquote  # noqa: PLC0415 - costs start-up, and few targets hold what is encoded

    return unquote(text, errors=errors)


def as_target(path: str) -> str:
    """A path as it may be written in a link; letters of any script stay."""
    return as_fragment(_OF_ADDRESSES.sub(_escape, path))


def as_fragment(text: str) -> str:
    """A fragment or a query as it may be written in a link; what is encoded already stays so."""
    return _DELIMITERS.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"%{ord(match.group()):02X}"


class Lookup(NamedTuple):
    """`folder` is where the link stands: the folder of a document, or the file of a page of a site."""

    target: str
    kind: LinkKind
    folder: str
    is_page: bool = False

    def source(self, sites: Sequence[Site]) -> str:
        """The file of a document for which the answer is that for all that ask this."""
        if not self.is_page:
            return f"{self.folder}/?"
        return self.folder or f"{sites[0].content[0].path}/?"


class Lookups:
    """Finds the lookups of documents in one folder; those of a page of a site, given by its file, are its own.

    From where a relative link of a page counts depends on its address, unless it names a Markdown file of its site.
    `depth` is that of the page below the content of the site.
    """

    def __init__(self, folder: str, page: str | None = None, depth: int = 0) -> None:
        self._depth = depth
        self._folder = _shortened(folder if page is None else page)
        self._is_page = page is not None
        self._is_plain = len(folder) <= _LONGEST_FOLDER and _ODD_FOLDER.search(folder) is None
        self._is_told = "\n" not in self._folder and SEPARATOR not in self._folder
        self._above = [f"{folder}/" if folder else ""]  # the folder, the one above it, and so on
        while folder and self._is_plain:
            folder = folder.rpartition("/")[0]
            self._above.append(f"{folder}/" if folder else "")

    def of(self, link: Link | LinkTarget, anchors: Collection[str]) -> str | None:
        """The lookup of a link; None where it needs no answer."""
        return self.lookup(link.target, link.kind, anchors)

    def lookup(self, target: str, kind: LinkKind, anchors: Collection[str]) -> str | None:
        if kind != "wiki" and target[:1] != "/":
            if unfollowed(target):
                return None
            plain = _PLAIN.fullmatch(target)
            if plain:
                return self.plain(*plain.groups(""))
            roundabout = _ROUNDABOUT.fullmatch(target)
            if (
                roundabout
                and (not self._is_page or self._is_of_site(roundabout[1]))
                and self._is_plain
                and roundabout[1][-1] not in "/."
            ):
                return posixpath.normpath(self._above[0] + roundabout[1]) + (roundabout[2] or "")
            if _is_own(target, anchors) or target.startswith("{"):
                return None  # a template will put something else in the place of what begins with a brace
        return self._at_length(target, kind)

    def all_plain(self, targets: Iterable[tuple[str, str, str]]) -> list[str]:
        """The same as `plain` for each of several targets, which are what most documents hold."""
        above = self._above
        try:
            if self._is_page:
                return [
                    above[len(steps) // len(_STEP)] + path + fragment
                    if self._is_plain and path.endswith(DOCUMENTS) and len(steps) <= self._depth * len(_STEP)
                    else self._at_length(steps + path + fragment, "link")
                    for steps, path, fragment in targets
                ]
            if self._is_plain:
                return [above[len(steps) // len(_STEP)] + path + fragment for steps, path, fragment in targets]
        except IndexError:  # out of the repository
            pass
        return [self.plain(*each) for each in targets]

    def plain(self, steps: str, path: str, fragment: str) -> str:
        """The lookup of a target that is taken apart already."""
        if not self._is_plain or (self._is_page and not self._is_of_site(steps + path)):
            return self._at_length(steps + path + fragment, "link")
        count = len(steps) // len(_STEP)
        if count < len(self._above):
            return self._above[count] + path + fragment
        return _STEP * (count - len(self._above) + 1) + path + fragment  # out of the repository

    def _is_of_site(self, path: str) -> bool:
        """Whether a relative path names a Markdown file that may be of the same site."""
        return path.endswith(DOCUMENTS) and not leaves(path, self._depth)

    def _at_length(self, target: str, kind: LinkKind) -> str:
        if not target or target[0] in "#?":
            return OPEN
        folder, number = "" if target[0] == "/" and kind != "wiki" else self._folder, _KINDS.index(kind)
        if SEPARATOR in target or not self._is_told:
            folder, target, number = _escaped(folder), _escaped(target), number + len(_KINDS)
        number += _OF_PAGES if self._is_page else 0
        return f"{LOOKUP_MARK}{number:x}{folder}\n{target}"


def _is_own(target: str, anchors: Collection[str]) -> bool:
    """Whether the target certainly is an anchor of its own document."""
    return target[:1] == "#" and target != "#" and target[1:] in anchors and _DIRECTIVE not in target


def lookups_of(file: str, sites: Sequence[Site]) -> Lookups:
    """The lookups of a document."""
    folder = file.rpartition("/")[0]
    found = owner(sites, file) if sites else None
    return Lookups(folder, file, found[1].below(file).count("/")) if found else lookups_in(folder)


class Asking:
    """Whether a link of a document has one of some lookups: see `model.link.Wanted`."""

    def __init__(self, here: Lookups, anchors: Collection[str], lookups: frozenset[str]) -> None:
        self._here = here
        self._anchors = anchors
        self._lookups = lookups
        self.words = tuple(dict.fromkeys(word for each in lookups for word in _words(each)))

    def __call__(self, target: str, kind: LinkKind) -> bool:
        return self._here.lookup(target, kind, self._anchors) in self._lookups


def _words(lookup: str) -> Sequence[str]:
    """Texts of which each target with this lookup holds one, as it is written in Markdown and in HTML."""
    if lookup == OPEN:
        return "#", "?", '""'
    if is_path(lookup):
        return (max(_AS_WRITTEN.findall(lookup.rpartition("/")[2]), key=len, default=""),)
    is_escaped = _number(lookup[1])[0] >= len(_KINDS)
    return (max(_AS_WRITTEN.findall(lookup[2:].partition("\n")[2]), key=len, default=""),) if not is_escaped else ("",)


def leaves(path: str, depth: int) -> bool:
    """Whether a relative path climbs higher than so many folders on its way."""
    for name in path.split("/"):
        depth += -1 if name == ".." else 0 if name in {"", "."} else 1
        if depth < 0:
            return True
    return False


@lru_cache(maxsize=64)
def lookups_in(folder: str) -> Lookups:
    """Documents of one folder are asked one after the other."""
    return Lookups(folder)


def without_fragment(lookup: str) -> str:
    """The same about the document alone, as far as that is certain from its text."""
    return lookup if lookup.startswith(LOOKUP_MARK) else lookup.partition("#")[0]


def without_any_fragment(lookup: str) -> str:
    """A lookup that leads to the same document, without a fragment; the same one where that is not certain."""
    if not lookup.startswith(LOOKUP_MARK):
        return lookup.partition("#")[0]
    folder, end, target = lookup.partition("\n")
    path, _, fragment = target.partition("#")
    return lookup if not path or "{" in fragment else folder + end + path


def of_id(name: str) -> str:
    """The lookup of an id in a field; no link has it."""
    return _OF_ID + name


def asked_id(lookup: str) -> str | None:
    """The id that is looked up; None for the lookup of a link."""
    return lookup.removeprefix(_OF_ID) if lookup.startswith(_OF_ID) else None


class Understanding:
    """Understands the lookups of documents, given the files of all of them."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = files

    def of(self, lookup: str) -> Lookup | None:
        """What a lookup asks; None for one that leads into its own document."""
        if lookup == OPEN:
            return None
        if is_path(lookup):
            return Lookup(lookup, "link", "")
        (number, is_page), (folder, _, target) = _number(lookup[1]), lookup[2:].partition("\n")
        if number >= len(_KINDS):
            folder, target, number = _unescaped(folder), _unescaped(target), number - len(_KINDS)
        if folder.startswith(_DIGEST):
            folder = self._long[folder]
        return Lookup(target, _KINDS[number], folder, is_page)

    @cached_property
    def _long(self) -> Mapping[str, str]:
        """The folders, and files of pages, that are too long to stand in a lookup, by what stands there for them."""
        files = [each for each in self._files if len(each) > _LONGEST_FOLDER]
        return {_shortened(each): each for file in files for each in (file, file.rpartition("/")[0])}


def _shortened(folder: str) -> str:
    if len(folder) <= _LONGEST_FOLDER:
        return folder
    import hashlib  # noqa: PLC0415 - hardly any repository has such folders

    return _DIGEST + hashlib.sha256(folder.encode("utf-8", "surrogateescape")).hexdigest()


def _number(digit: str) -> tuple[int, bool]:
    """What stands for the kind of a link, and whether it is one of a page."""
    number = int(digit, 16)
    return number % _OF_PAGES, number >= _OF_PAGES


def _escaped(text: str) -> str:
    for sign, letter in _ESCAPES.items():
        text = text.replace(sign, f"\\{letter}")
    return text


def _unescaped(text: str) -> str:
    signs = {letter: sign for sign, letter in _ESCAPES.items()}
    return re.sub(r"\\(.)", lambda found: signs[found[1]], text)


def resolved(base: Names, path: str) -> Names | None:
    """The names that a path leads to from a folder; None where it leaves the repository on the way."""
    names: list[str] = []
    kept = len(base)
    for name in path.split("/"):
        if name == "..":
            if names:
                names.pop()
            elif kept:
                kept -= 1
            else:
                return None
        elif name not in {"", "."}:
            names.append(name)
    return (*base[:kept], *names)
