"""Escapes names and paths for use in Markdown."""

import posixpath
import re

from meminit.linking.targets import as_target
from meminit.words import escape_invisible, shorten, unseen_as_bytes

_LONGEST = 200
_MARKUP = re.compile(r"[\\`*_\[\]<>&|~]")
# Nearly every text matches, which saves the escaping: an index may have a hundred thousand documents.
_INERT = re.compile(r"[A-Za-z0-9.,:;'\"()/+=?!@%$^{}-]++(?: [A-Za-z0-9.,:;'\"()/+=?!@%$^{}-]++)*+")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9._-]+")


def text(plain: str) -> str:
    """The text on one line, escaped so that nothing in it is markup, also in a cell of a table."""
    if len(plain) <= _LONGEST and _INERT.fullmatch(plain):
        return plain
    line = escape_invisible(" ".join(shorten(plain, _LONGEST).split()))
    return _MARKUP.sub(lambda found: f"\\{found.group()}", line)


def url(file: str, folder: str) -> str:
    """The URL of a file as seen from a folder; both are relative to the root, which is "."."""
    relative = posixpath.relpath(f"/{file}", f"/{folder}")
    looks_like_a_scheme = ":" in relative.partition("/")[0]
    target = as_target(f"./{relative}" if looks_like_a_scheme else relative)
    # Site generators may expand braces.
    return unseen_as_bytes(target).replace("{", "%7B").replace("}", "%7D")


class Urls(dict[str, str]):
    """The URLs of many files from one folder; that of each folder is worked out once, which saves time."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, above: str) -> str:
        found = url(above, self._folder)
        self[above] = way = "" if found == "." else f"{found}/"
        return way

    def to(self, file: str) -> str:
        above, _, name = file.rpartition("/")
        return self[above] + name if _PLAIN_NAME.fullmatch(name) else url(file, self._folder)
