"""Turns values into words for people: quoting, lists, the nearest name, and text that cannot disturb a terminal."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import islice

LONGEST_MESSAGE = 500
LONGEST_PATH = 4096  # no path that can be there is longer
_LONGEST_QUOTE = 80
_LONGEST_NAME = 64
_PATHS = frozenset({"path", "paths"})
_MOST_ITEMS = 100
_MOST_NAMES = 100  # a guess must not cost more than the check
_MOST_PAIRS = 30_000  # of letters that may have to be held against each other for it
MOST_HINTS = 50  # guesses in one document; who has more mistakes has other worries
_MOST_ACCENTS = 30  # of one letter, as Unicode's own "stream-safe" text has it; to sort n of them costs n * n
# Patterns for text that is rare are compiled, and kept by `re`, when such text is met: that is dearer than a small run.
_LONE_SURROGATE = "[\ud800-\udfff]"
_PILED = rf"[^\w\s\x00-\x7f]{{{_MOST_ACCENTS + 1}}}"  # what is no letter, accents among them
# Control, bidirectional and zero-width characters: they could hide text or give orders to a terminal.
_ORDER = r"##(?=\[|vso\[)"  # wherever it stands in a line, some CI obeys what follows
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def bounded(details: Mapping[str, object]) -> dict[str, object]:
    """The same details of bounded length, whatever they quote: texts are shortened, and so are lists."""
    return {key: _bounded(value, LONGEST_PATH if key in _PATHS else LONGEST_MESSAGE) for key, value in details.items()}


def _bounded(value: object, limit: int) -> object:
    if isinstance(value, str):
        return shorten(value, limit)
    if isinstance(value, Mapping):
        return bounded(value)
    return [_bounded(each, limit) for each in value[:_MOST_ITEMS]] if isinstance(value, list | tuple) else value


def quoted(text: str) -> str:
    return f"'{shorten(text, _LONGEST_QUOTE)}'"


def listed(names: Iterable[str], limit: int = 12) -> str:
    """The names with commas, the rest counted beyond the limit."""
    every = list(names)
    shown = ", ".join(shorten(name, _LONGEST_QUOTE) for name in every[:limit])
    return shown if len(every) <= limit else f"{shown} and {len(every) - limit} more"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a person most likely meant, if one is near enough; among too many nobody can tell."""
    known = list(islice(known, _MOST_NAMES + 1))
    if not name or len(name) > _LONGEST_NAME or len(known) > _MOST_NAMES:
        return None
    if len(name) * sum(map(len, known)) > _MOST_PAIRS:
        return None
    import difflib  # noqa: PLC0415 - costs start-up, and is wanted only when something is wrong

    candidates = {candidate.casefold(): candidate for candidate in sorted(known) if len(candidate) <= _LONGEST_NAME}
    close = difflib.get_close_matches(name.casefold(), candidates, n=1, cutoff=0.7)
    return candidates[close[0]] if close else None


def hint(meant: str | None) -> str:
    """A clause to put behind a message, empty when nothing is near."""
    return f"; did you mean {meant}?" if meant else ""


def composed(text: str) -> str:
    """The text with each letter and its accents as one character, where there is one; so texts are compared."""
    if text.isascii() or (len(text) > _MOST_ACCENTS and re.search(_PILED, text)):
        return text
    return unicodedata.normalize("NFC", text)


def encodable(text: str) -> str:
    """The text with whatever UTF-8 cannot carry written as an escape: bytes of file names as \\xNN."""
    if text.isascii() or not re.search(_LONE_SURROGATE, text):
        return text
    return re.sub(_LONE_SURROGATE, _escape_surrogate, text)


def _escape_surrogate(match: re.Match[str]) -> str:
    character = match.group()
    # Python stands U+DC80 to U+DCFF for the bytes of a file name that are not UTF-8.
    return f"\\x{ord(character) - 0xDC00:02x}" if "\udc80" <= character <= "\udcff" else f"\\u{ord(character):04x}"


def inert(text: str) -> str:
    """The text with unseen characters written as escapes, safe to show on a terminal and in the log of a CI."""
    if "##" in text:
        text = re.sub(_ORDER, r"#\\x23", text)
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_UNSEEN, lambda match: _escape_unseen(match.group()), encodable(text))


def as_path(path: str) -> str:
    """The same file, by a path with which a line may begin: what begins with colons would be an order to a CI."""
    return f"./{path}" if path.lstrip().startswith(":") else path


def unseen_as_bytes(text: str) -> str:
    """The text with unseen characters, and bytes that are no text, as addresses write them."""
    return re.sub(rf"{_UNSEEN}|{_LONE_SURROGATE}", lambda found: _percented(found.group()), text)


def _percented(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))


def _escape_unseen(character: str) -> str:
    if character > "\uffff":
        return f"\\U{ord(character):08x}"
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"
