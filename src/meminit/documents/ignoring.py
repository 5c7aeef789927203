"""What the .gitignore files of a repository leave out."""

from typing import TypeAlias

from meminit.sources import gate, limits
from meminit.sources.files import Files, Names
from meminit.sources.globs import Folder, Patterns

FILE = ".gitignore"
REPOSITORY_FOLDERS = frozenset({".git", ".hg", ".svn"})
Ignores: TypeAlias = tuple[Folder, ...]  # what each .gitignore file says about the names in a folder, the topmost first


def with_own(files: Files, names: Names, above: Ignores) -> Ignores:
    """With what the .gitignore file of a folder itself says; raises gate.SourceError where it cannot be used."""
    try:
        data = files.read("/".join((*names, FILE)), limits.IGNORE)
    except gate.SourceError as error:
        if error.kind == "missing":
            return above
        raise
    lines = _lines(data)
    known = sum(len(each.patterns) for each in above)
    if known + len(lines) > limits.IGNORE_PATTERNS:
        which = "with those of the .gitignore files above it " if known else ""
        words = f"it has {len(lines)} patterns, and {which}{limits.IGNORE_PATTERNS} are allowed; none of it counts"
        raise gate.SourceError("too_large", words)
    patterns = Patterns(lines, skip_bad=True)
    return (*above, patterns.top()) if patterns else above


def _lines(data: bytes) -> list[str]:
    """The lines of a .gitignore file that say something, each once: the last of those that are the same decides."""
    lines = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split("\n")
    saying = (line for line in reversed(lines) if line.strip("\r") and not line.startswith("#"))
    return list(dict.fromkeys(saying))[::-1]


def below(ignores: Ignores, name: str) -> Ignores:
    """The same in the folder of that name."""
    return tuple(deeper for each in ignores if not (deeper := each.below(name)).is_silent)


def is_ignored(ignores: Ignores, name: str, *, directory: bool) -> bool:
    """The deepest .gitignore that says anything about the path decides."""
    for ignore in reversed(ignores):
        verdict = ignore.verdict(name, directory=directory)
        if verdict is not None:
            return verdict
    return False
