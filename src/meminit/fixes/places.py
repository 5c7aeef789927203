"""Gives a document a name that the rule for file names allows, or moves it to the folder of its type."""

import re
from posixpath import basename, dirname

from meminit.correction import Correction, Known, Page, Renamed, Result, Stays
from meminit.model.finding import Finding
from meminit.words import escape_unencodable, quoted, unseen_as_bytes

_BLANKS = re.compile(r"[\s_]+")


def name(_finding: Finding, page: Page, known: Known) -> Result:
    old = basename(page.file)
    stem, dot, ending = unseen_as_bytes(old).replace("%", "-").rpartition(".") if _odd(old) else old.rpartition(".")
    for ending_of_it in dict.fromkeys((ending.lower(), "md")):
        for each in _stems(stem):
            new = f"{each}{dot}{ending_of_it}"
            if each.strip("-.") and page.settings.filename(new):
                return _to(known, dirname(page.file), new, safe=True)
    return Stays("no_clear_correction", f"no name that fits can be made of {quoted(old)}")


def _odd(name: str) -> bool:
    """Whether it has bytes that are not UTF-8."""
    return escape_unencodable(name) != name


def _stems(stem: str) -> tuple[str, ...]:
    plain = _BLANKS.sub("-", stem.strip().lower())
    from anyascii import anyascii  # noqa: PLC0415 - slow to import, and most names do not need it

    ascii_only = _BLANKS.sub("-", anyascii(stem).strip().lower())
    return plain, re.sub(r"-{2,}", "-", re.sub(r"[^a-z0-9-]+", "-", ascii_only)).strip("-")


def folder(finding: Finding, page: Page, known: Known) -> Result:
    directory = str(finding.context.get("directory", ""))
    return _to(known, "" if directory == "." else directory, basename(page.file), safe=False)


def _to(known: Known, directory: str, new: str, *, safe: bool) -> Result:
    path = f"{directory}/{new}" if directory else new
    if known.exists(path):
        return Stays("conflicts_with", f"{path} is there already")
    return Renamed(path, safe)


NAME = Correction(("FILENAME_CONVENTION",), name, is_local=False)
FOLDER = Correction(("DIRECTORY_MISMATCH",), folder, is_local=False)
