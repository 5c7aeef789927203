"""Names the file of a new document after its title, in any script, as far as the rule for file names allows."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from meminit.words import nfc

WITHOUT_ID = ("{slug}.md",)
WITH_ID = ("{type}-{seq}-{slug}.md", "{type}-{slug}.md", *WITHOUT_ID)  # some rules for file names allow no digits
_LONGEST = 60  # characters of a title in a name
_MOST_BYTES = 120  # of them: a name may have 255
_APOSTROPHES = re.compile("['’ʼ`]")


def one_line(title: str) -> str:
    """The title on one line, without control characters."""
    plain = "".join(" " if unicodedata.category(each) in {"Cc", "Zl", "Zp"} else each for each in title)
    return " ".join(plain.split())


def file_name(patterns: Sequence[str], type_name: str, seq: str, title: str, allowed: Callable[[str], bool]) -> str:
    """The first readable name that is allowed; if none is, the one that the rule for file names will be quoted for."""
    every = list(_names(patterns, type_name, seq, title))
    return next((each for each in every if allowed(each)), every[0])


def _names(patterns: Sequence[str], type_name: str, seq: str, title: str) -> Iterator[str]:
    """In the letters of the title, then transliterated, then without the title."""
    number = seq if seq.isalnum() else slug(seq)  # an id that was given may be any text
    values = {"type": slug(transliterated(type_name)), "seq": number}
    for readable in (title, transliterated(title), ""):
        if slug(readable) or not readable:
            for pattern in patterns:
                plain = _tidy(_filled(pattern, {**values, "slug": slug(readable)}))
                yield plain
                yield plain.replace("-", "_")
                yield f"{plain.rpartition('.')[0].upper()}.{plain.rpartition('.')[2]}"
                yield f"{plain.rpartition('.')[0].upper().replace('-', '_')}.{plain.rpartition('.')[2]}"


def _filled(pattern: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(type|seq|slug)\}", lambda found: values[found[1]], pattern)


def _tidy(name: str) -> str:
    """The name without the separators around what is empty."""
    stem, dot, ending = name.rpartition(".")
    stem = re.sub(r"([-_.])[-_.]+", r"\1", stem).strip("-_.")
    return f"{stem or 'document'}{dot}{ending}"


def slug(text: str) -> str:
    """The words of a text in small letters with hyphens between them; marks stay with the letters they belong to."""
    words, word = [], ""
    for each in _APOSTROPHES.sub("", nfc(text)).lower():
        if unicodedata.category(each)[0] in "LNM":
            word += each
        elif word:
            words.append(word)
            word = ""
    return _shortened([*words, word] if word else words)


def _shortened(words: list[str]) -> str:
    found = ""
    for word in words:
        longer = f"{found}-{word}" if found else word
        if len(longer) > _LONGEST or len(longer.encode()) > _MOST_BYTES:
            return found or word[:_LONGEST].encode()[:_MOST_BYTES].decode(errors="ignore")
        found = longer
    return found


def transliterated(text: str) -> str:
    """The text in Latin letters, as far as they can say it."""
    if text.isascii():
        return text
    from anyascii import anyascii  # noqa: PLC0415 - slow to import, and most titles do not need it

    return anyascii(text)
