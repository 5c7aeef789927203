"""The limits on what is read of a repository. Only options of the command line can raise them."""

from typing import NamedTuple


class Limits(NamedTuple):
    """The limits that have an option; its name is that of the field with hyphens."""

    document: int = 4 * 1024 * 1024  # bytes
    front_matter: int = 64 * 1024  # bytes
    depth: int = 64  # levels of nested values in one YAML text
    nodes: int = 20_000  # values in one YAML text
    links: int = 20_000  # in one document
    marks: int = 200_000  # characters that may be markup in one document; usual text has one in ten
    schema: int = 256 * 1024  # bytes


DEFAULT = Limits()
# The highest values that options accept: beyond them, recursion or memory would end the process first.
HIGHEST = Limits(1 << 30, 1 << 28, 200, 5_000_000, 5_000_000, 50_000_000, 1 << 26)
# These have no option.
CONFIG = 64 * 1024  # bytes
SITE = 1024 * 1024  # bytes of one file in which a site is configured for its generator
CONFIG_DEPTH = 32  # levels of nested keys and values
IGNORE = 256 * 1024  # bytes
IGNORE_PATTERNS = 5_000  # in one .gitignore file and those in the folders above it
