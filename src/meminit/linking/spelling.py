"""Paths and addresses as texts: steps on the way, endings, letter case."""

import posixpath

from meminit.sites.addresses import INDEX
from meminit.sources.files import Names


def stepped(folder: Names, path: str) -> Names | None:
    """The names that a path leads to from a folder; None where it leaves the repository."""
    names = list(folder)
    for name in path.split("/"):
        if name == "..":
            if not names:
                return None
            names.pop()
        elif name not in {"", "."}:
            names.append(name)
    return tuple(names)


def normal(path: str, *, is_folder: bool) -> str:
    """An address without steps; browsers go no further up than the root."""
    found = "/" + posixpath.normpath(path).strip("/")
    return f"{found}/" if is_folder and found != "/" else found


def respelled(path: str, spelling: Names) -> str:
    """A path with its names as they are spelled."""
    names = path.split("/")
    last = list(spelling)
    for at in range(len(names) - 1, -1, -1):
        if names[at] in {"", ".", ".."} or not last:
            continue
        known = last.pop()
        if known.lower() != names[at].lower():
            break
        names[at] = known
    return "/".join(names)


def in_the_manner_of(path: str, place: str) -> str:
    """The address of a place, with a slash or an ending where the other one has them."""
    bare = place.removesuffix(f"/{INDEX}").removesuffix(".html")
    if path.endswith("/"):
        return f"{bare}/"
    return f"{bare}.html" if path.endswith(".html") else bare or "/"
