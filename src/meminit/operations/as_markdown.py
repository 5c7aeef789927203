"""Writes names and paths as they may stand in Markdown."""

import posixpath
import re

from meminit.linking.address import as_target
from meminit.words import inert, shorten, unseen_as_bytes

_LONGEST = 200
_MARKUP = re.compile(r"[\\`*_\[\]<>&|~]")
# As nearly everything that is written is; there may be a hundred thousand of both.
_INERT = re.compile(r"[A-Za-z0-9.,:;'\"()/+=?!@%$^{}-]++(?: [A-Za-z0-9.,:;'\"()/+=?!@%$^{}-]++)*+")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9._-]+")


def text(plain: str) -> str:
    """Text that nothing in it can turn into markup, on one line, also in a cell of a table."""
    if len(plain) <= _LONGEST and _INERT.fullmatch(plain):
        return plain
    line = inert(" ".join(shorten(plain, _LONGEST).split()))
    return _MARKUP.sub(lambda found: f"\\{found.group()}", line)


def url(file: str, folder: str) -> str:
    """What leads to a file from a folder, both relative to the repository; "." is its top."""
    relative = posixpath.relpath(f"/{file}", f"/{folder}")
    looks_like_a_scheme = ":" in relative.partition("/")[0]
    target = as_target(f"./{relative}" if looks_like_a_scheme else relative)
    # Braces may stand for what a template will put there.
    return unseen_as_bytes(target).replace("{", "%7B").replace("}", "%7D")


class Urls(dict[str, str]):
    """What leads to many files from one folder; to find the way to each, and not only to its folder, takes longer."""

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
