"""Redirects of a site: tables of addresses, and files named `_redirects` with places for names."""

import re
from collections.abc import Iterator, Sequence

from meminit.sites.project import Project

_MOST_LINES = 5_000
_MOST_STARS = 3  # in one address
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


class Redirects:
    """Follows one redirect at a time; those without places are looked up."""

    def __init__(self, rules: Sequence[tuple[str, str]]) -> None:
        self._plain: dict[str, str] = {}
        self._patterns: list[tuple[re.Pattern[str], str]] = []
        for old, new in rules:
            path = _HOST.sub("", old).partition("?")[0].partition("#")[0]
            if path == "/*" and path != old:
                continue  # all of another host, such as one with www in front
            if path.count("*") > _MOST_STARS:
                continue  # it is never meant, and to match it would take long
            if _PARTS.search(path):
                self._patterns.append((_pattern(path), new))
            else:
                self._plain.setdefault(_normal(path), new)

    def __bool__(self) -> bool:
        return bool(self._plain or self._patterns)

    def target(self, path: str) -> str | None:
        """Where an address leads on; None where no rule fits."""
        plain = self._plain.get(_normal(path))
        if plain is not None:
            return plain
        for pattern, to in self._patterns:
            found = pattern.fullmatch(path)
            if found:
                known = found.groupdict()
                return _NAMED.sub(lambda name: (known.get(name[1]) or "").lstrip("/"), to)  # noqa: B023 - used at once
        return None


def _normal(path: str) -> str:
    return path.removesuffix("index.html").removesuffix(".html").rstrip("/")


def _pattern(path: str) -> re.Pattern[str]:
    pieces = []
    for each in _PARTS.split(path.rstrip("/") or "/"):
        if each == "/*":
            pieces.append("(?P<splat>/.*)?")
        elif each == "*":
            pieces.append(".*")
        elif _NAMED.fullmatch(each):
            pieces.append(f"(?P<{each[1:]}>[^/]+)" if f"(?P<{each[1:]}>" not in "".join(pieces) else "[^/]+")
        else:
            pieces.append(re.escape(each))
    return re.compile("".join(pieces) + "/?")
