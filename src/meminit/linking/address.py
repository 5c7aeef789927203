"""Takes the target of a link apart, as a browser would."""

import re
from typing import NamedTuple

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


class Address(NamedTuple):
    """`path` is decoded; the fragment is None where there is no #."""

    scheme: str
    path: str
    query: str
    fragment: str | None
    directive: str = ""  # `:~:text=...`, which browsers take off a fragment before they look for it


def unfollowed(target: str) -> bool:
    """Whether the target plainly is an address of another site."""
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
