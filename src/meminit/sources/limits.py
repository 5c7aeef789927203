"""How much of a repository is read: every limit has this one place, and the command line alone can raise it."""

from typing import NamedTuple


class Limits(NamedTuple):
    """By their names on the command line, where underscores are hyphens; nothing in a repository sets them."""

    document: int = 4 * 1024 * 1024  # bytes
    front_matter: int = 64 * 1024  # bytes
    depth: int = 64  # of values within values in YAML
    nodes: int = 20_000  # values in one YAML text
    links: int = 20_000  # in one document
    marks: int = 200_000  # what may be markup in one document; text for people has one in ten characters
    schema: int = 256 * 1024  # bytes


DEFAULT = Limits()
# Beyond these, recursion or memory would end the process before any limit did.
HIGHEST = Limits(1 << 30, 1 << 28, 200, 5_000_000, 5_000_000, 50_000_000, 1 << 26)
CONFIG = 64 * 1024  # bytes; these are not for the command line
CONFIG_DEPTH = 32  # of keys and values within each other
IGNORE = 256 * 1024  # bytes
IGNORE_PATTERNS = 5_000  # in one .gitignore file and those above it
