"""Writes names and paths as they may stand in Markdown."""

import posixpath
import re

from meminit.linking.address import as_target
from meminit.words import inert, shorten, unseen_as_bytes

_LONGEST = 200
_MARKUP = re.compile(r"[\\`*_\[\]<>&|~]")


def text(plain: str) -> str:
    """Text that nothing in it can turn into markup, on one line, also in a cell of a table."""
    line = inert(" ".join(shorten(plain, _LONGEST).split()))
    return _MARKUP.sub(lambda found: f"\\{found.group()}", line)


def url(file: str, folder: str) -> str:
    """What leads to a file from a folder, both relative to the repository; "." is its top."""
    relative = posixpath.relpath(f"/{file}", f"/{folder}")
    looks_like_a_scheme = ":" in relative.partition("/")[0]
    target = as_target(f"./{relative}" if looks_like_a_scheme else relative)
    # Braces may stand for what a template will put there.
    return unseen_as_bytes(target).replace("{", "%7B").replace("}", "%7D")
