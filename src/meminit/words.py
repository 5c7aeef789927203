"""Formats values for people: quotes, lists, counts, "did you mean", and text that is safe to print and to encode."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

LONGEST_MESSAGE = 500
DID_YOU_MEAN = "; did you mean "
LONGEST_PATH = 4096  # no file has a longer path
_LONGEST_QUOTE = 80
_LONGEST_NAME = 64
_PATHS = frozenset({"path", "paths"})
_MOST_ITEMS = 100
_MOST_CLOSE = 8  # names that are compared letter by letter
_MOST_NAMES = 100  # known names that are compared for a hint, so that it costs less than the check
_MOST_PAIRS = 30_000  # of letters that are compared for a hint
_LINES_AT_ONCE = 256
MOST_HINTS = 50  # hints in one document; more are of no use
# Beginnings that make opposites of words which are the same but for them, in the order of letters.
_OPPOSITES = frozenset(
    {
        *(("", each) for each in ("a", "de", "dis", "im", "in", "non", "un")),
        *(("a", "de"), ("de", "en"), ("de", "in"), ("dis", "en"), ("down", "up"), ("ex", "im"), ("ex", "in")),
        *(("in", "out"), ("max", "min"), ("over", "under"), ("post", "pre")),
    }
)
_SHORTEST_ROOT = 4  # letters that opposites have in common
_MOST_ACCENTS = 30  # on one letter, as in the stream-safe text of Unicode; normalising n of them takes n * n steps
# Patterns for rare text are strings: `re` compiles them when such text occurs. Compiling them here costs more than a
# small run.
_LONE_SURROGATE = "[\ud800-\udfff]"
_PILED = rf"[^\w\s\x00-\x7f]{{{_MOST_ACCENTS + 1}}}"  # characters that are not letters, such as accents
# Control, bidirectional and zero-width characters: they can hide text or control a terminal.
_ORDER = r"##(?=\[|vso\[)"  # some CI systems run the command that follows, anywhere in a line
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shorten_all(details: Mapping[str, object]) -> dict[str, object]:
    """The same details with long texts and lists shortened, whatever they quote."""
    return {
        key: _shortened(value, LONGEST_PATH if key in _PATHS else LONGEST_MESSAGE) for key, value in details.items()
    }


def _shortened(value: object, limit: int) -> object:
    if isinstance(value, str):
        return shorten(value, limit)
    if isinstance(value, Mapping):
        return shorten_all(value)
    return [_shortened(each, limit) for each in value[:_MOST_ITEMS]] if isinstance(value, list | tuple) else value


def as_message(text: str) -> str:
    """The text of a message as it is printed: shortened, and with escapes for what UTF-8 cannot encode."""
    return shorten(escape_unencodable(text), LONGEST_MESSAGE)


def lines_in_pieces(lines: Iterable[str]) -> Iterator[bytes]:
    """The lines as bytes, each with a line feed, some at a time: a whole text would be copied several times."""
    left = iter(lines)
    while some := list(islice(left, _LINES_AT_ONCE)):
        yield "\n".join([*some, ""]).encode()


def quoted(text: str) -> str:
    return f"'{shorten(text, _LONGEST_QUOTE)}'"


def listed(names: Iterable[str], limit: int = 12) -> str:
    """The names with commas between them; beyond the limit, only the number of the rest."""
    every = list(names)
    shown = ", ".join(shorten(name, _LONGEST_QUOTE) for name in every[:limit])
    return shown if len(every) <= limit else f"{shown} and {len(every) - limit} more"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant; None if none is near, two are as near, or there are too many."""
    known = list(islice(known, _MOST_NAMES + 1))
    if not name or len(name) > _LONGEST_NAME or len(known) > _MOST_NAMES:
        return None
    if len(name) * sum(map(len, known)) > _MOST_PAIRS:
        return None
    import difflib  # noqa: PLC0415 - slow to import, and needed only for an error

    candidates = {candidate.casefold(): candidate for candidate in sorted(known) if len(candidate) <= _LONGEST_NAME}
    close = difflib.get_close_matches(name.casefold(), candidates, n=_MOST_CLOSE, cutoff=0.7)
    if len(close) > 1:
        slips = {each: _slips(name.casefold(), each) for each in close}
        close = [each for each in close if slips[each] == min(slips.values())]
    meant = candidates[close[0]] if len(close) == 1 else None
    return None if meant and are_opposites(name, meant) else meant


def _slips(one: str, other: str) -> int:
    """How many letters have to be put in, left out, changed or swapped."""
    before: list[int] = list(range(len(other) + 1))
    above: list[int] = []
    for number, letter in enumerate(one, 1):
        row = [number]
        for place, second in enumerate(other, 1):
            least = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != second))
            is_swapped = number > 1 and place > 1 and letter == other[place - 2] and one[number - 2] == second
            row.append(min(least, above[place - 2] + 1) if is_swapped else least)
        before, above = row, before
    return before[-1]


def are_opposites(one: str, other: str) -> bool:
    """Whether two names differ in one word, and there by a beginning such as `un`: neither is a slip of the other."""
    words, others = (re.split(r"[-_. /]+", each.casefold()) for each in (one, other))
    pairs = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if len(words) != len(others) or len(pairs) != 1:
        return False
    first, second = pairs[0]
    return any(
        first[len(a) :] == second[len(b) :] and first.startswith(a) and second.startswith(b)
        for each in _OPPOSITES
        for a, b in (each, each[::-1])
        if len(first) - len(a) >= _SHORTEST_ROOT
    )


def did_you_mean(meant: str | None) -> str:
    """A clause for the end of a message, empty if no name is near."""
    return f"{DID_YOU_MEAN}{meant}?" if meant else ""


def nfc(text: str) -> str:
    """The text in Unicode normal form C (a letter and its accents as one character), for comparing texts."""
    if text.isascii() or (len(text) > _MOST_ACCENTS and re.search(_PILED, text)):
        return text
    return unicodedata.normalize("NFC", text)


def escape_unencodable(text: str) -> str:
    """The text with characters that UTF-8 cannot encode written as escapes: bytes of file names as \\xNN."""
    if text.isascii() or not re.search(_LONE_SURROGATE, text):
        return text
    return re.sub(_LONE_SURROGATE, _escape_surrogate, text)


def _escape_surrogate(match: re.Match[str]) -> str:
    character = match.group()
    # Python uses U+DC80 to U+DCFF for the bytes of a file name that are not UTF-8.
    return f"\\x{ord(character) - 0xDC00:02x}" if "\udc80" <= character <= "\udcff" else f"\\u{ord(character):04x}"


def escape_invisible(text: str) -> str:
    """The text with invisible characters written as escapes, safe to print to a terminal and to the log of a CI."""
    if "##" in text:
        text = re.sub(_ORDER, r"#\\x23", text)
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_UNSEEN, lambda match: _escape_unseen(match.group()), escape_unencodable(text))


def as_path(path: str) -> str:
    """The same path in a form that may begin a line: CI systems run a line that begins with colons as a command."""
    return f"./{path}" if path.lstrip().startswith(":") else path


def unseen_as_bytes(text: str) -> str:
    """The text with invisible characters, and bytes that are not UTF-8, percent-encoded as in a URL."""
    return re.sub(rf"{_UNSEEN}|{_LONE_SURROGATE}", lambda found: _percented(found.group()), text)


def _percented(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))


def _escape_unseen(character: str) -> str:
    if character > "\uffff":
        return f"\\U{ord(character):08x}"
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"
