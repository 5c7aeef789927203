"""Redirects of a site: tables of addresses, and files named `_redirects` with places for names."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum

from meminit.sites.project import Project
from meminit.sources.wildcards import ANY, Automaton, Glob, numbers_of

_MOST_LINES = 5_000
_MOST_STARS = 3  # in one address
_MOST_CHARACTERS = 30_000  # of all addresses with places together
_MOST_TRIED = 3  # rules of one address
_MOST_PARTS = 17  # of one address: places, and what stands between them
_LONGEST = 300  # characters of an address, before and after
_PARTS = re.compile(r"(/\*$|\*|:[A-Za-z_]+)")
_NAMED = re.compile(r":([A-Za-z_]+)")
_STATUS = re.compile(r"\d{3}!?")
_FEWEST_WORDS = 2
_HOST = re.compile(r"https?://[^/]+")


def read_redirects(project: Project, *folders: str) -> tuple[tuple[str, str], ...]:
    """What the files named `_redirects` in these folders say, as Netlify and Cloudflare read them."""
    found: list[tuple[str, str]] = []
    for folder in folders:
        text = project.text(f"{folder}/_redirects" if folder else "_redirects")
        found += redirects_in(text) if text else ()
    return tuple(found)


def redirects_in(text: str) -> Iterator[tuple[str, str]]:
    """The redirects of such a file, line by line."""
    for line in text.split("\n")[:_MOST_LINES]:
        words = line.partition("#")[0].split() if line.lstrip().startswith("#") else line.split()
        if len(words) < _FEWEST_WORDS or words[0].startswith("#"):
            continue
        to = next((word for word in words[1:] if word.startswith(("/", "http"))), "")
        status = next((word.rstrip("!") for word in words[1:] if _STATUS.fullmatch(word)), "301")
        if to and not status.startswith("4") and not (status == "200" and words[0] in {"/*", "/"}):
            yield words[0], to  # neither a page for what is missing, nor one for all addresses at once


class Unsettled(Enum):
    OPEN = "it would take too long to find out where an address leads on"


class Redirects:
    """Follows one redirect at a time; those without places are looked up.

    An automaton finds the others that may fit, whatever names stand for; the first of these are tried.
    """

    def __init__(self, rules: Sequence[tuple[str, str]]) -> None:
        self._plain: dict[str, str] = {}
        self._patterns: list[tuple[re.Pattern[str] | None, str]] = []
        self._has_more = False  # rules than are matched
        globs: list[Glob] = []
        left = _MOST_CHARACTERS
        for old, new in rules:
            path = _HOST.sub("", old).partition("?")[0].partition("#")[0]
            if path == "/*" and path != old:
                continue  # all of another host, such as one with www in front
            if path.count("*") > _MOST_STARS:
                continue  # it is never meant
            if not _PARTS.search(path):
                self._plain.setdefault(_normal(path), new)
            elif left < len(path):
                self._has_more = True
            else:
                left -= len(path)
                self._patterns.append((_pattern(path), new))
                globs.append(_glob(path))
        self._automaton = Automaton(enumerate(globs)) if globs else None

    def __bool__(self) -> bool:
        return bool(self._plain or self._patterns or self._has_more)

    def target(self, path: str) -> str | Unsettled | None:
        """Where an address leads on; OPEN where that is not found out, None where no rule fits."""
        plain = self._plain.get(_normal(path))
        if plain is not None:
            return plain
        fitting = numbers_of(self._automaton.matching(path.rstrip("/"))) if self._automaton else []
        for pattern, to in (self._patterns[number] for number in fitting[:_MOST_TRIED]):
            if pattern is None or len(path) > _LONGEST:
                return Unsettled.OPEN
            found = pattern.fullmatch(path)
            if found:
                known = found.groupdict()
                made = _NAMED.sub(lambda name: (known.get(name[1]) or "").lstrip("/"), to[:_LONGEST])  # noqa: B023 - at once
                return made if len(to) < _LONGEST and len(made) < _LONGEST else Unsettled.OPEN
        return Unsettled.OPEN if self._has_more or len(fitting) > _MOST_TRIED else None


def _normal(path: str) -> str:
    return path.removesuffix("index.html").removesuffix(".html").rstrip("/")


def _glob(path: str) -> Glob:
    """What fits a pattern, and more: names may stand for several folders here."""
    atoms: list[str] = []
    stars: list[int] = []
    for each in _PARTS.split(path.rstrip("/")):
        if each in {"/*", "*"}:
            stars.append(len(atoms))
        elif _NAMED.fullmatch(each):
            atoms.append(ANY)
            stars.append(len(atoms))
        else:
            atoms += each
    return Glob(tuple(atoms), tuple(stars))


def _pattern(path: str) -> re.Pattern[str] | None:
    """The same exactly; None where to match it may take long: with several places in one name, or several stars."""
    pieces: list[str] = []
    parts = _PARTS.split(path.rstrip("/"))
    if (
        any(len(_PARTS.findall(name)) > 1 for name in path.split("/"))
        or parts.count("*") > 1
        or len(parts) > _MOST_PARTS
    ):
        return None
    names = {"splat"} if "/*" in parts else set()
    for each in parts:
        if each == "/*":
            pieces.append("(?P<splat>/.*)?")
        elif each == "*":
            pieces.append(".*")
        elif _NAMED.fullmatch(each):
            pieces.append("[^/]+" if each[1:] in names else f"(?P<{each[1:]}>[^/]+)")
            names.add(each[1:])
        else:
            pieces.append(re.escape(each))
    return re.compile("".join(pieces) + "/?")
