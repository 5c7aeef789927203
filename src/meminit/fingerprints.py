"""Names findings by what they are about, so that each is known again when lines have moved or words have changed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

from meminit import as_json
from meminit.model.finding import Finding

VERSION = "meminit/v1"
_DIGITS = 32
_ABOUT = ("field", "id", "key", "label", "section", "target")  # of a finding's context: what it is about
_ITEM = re.compile(r"\[\d+\]")
_NO_PLACE = 0


def identity(finding: Finding) -> dict[str, str]:
    """What a finding is about; the position of an item in a list does not count."""
    context = finding.context
    about = {name: str(context[name]) for name in _ABOUT if name in context}
    if "[" in about.get("field", ""):
        about["field"] = _ITEM.sub("", about["field"])
    return about


def fingerprints(findings: Sequence[Finding], ids: Mapping[str, str]) -> list[str]:
    """One for each finding; `ids` are the ids of documents by their paths, without those that several share.

    Findings that are about the same are numbered in the order of their places, so these must be all findings.
    """
    heads = [[each.code, ids.get(each.path, each.path), identity(each)] for each in findings]
    names = as_json.in_turn(heads).split(as_json.BETWEEN) if heads else []
    order = sorted(range(len(findings)), key=lambda number: _place(findings[number]))
    made, seen = [""] * len(findings), Counter[bytes]()
    for number in order:
        name = names[number]
        seen[name] += 1
        whole = b"%b,%d]" % (name[:-1], seen[name])
        made[number] = f"{VERSION}:{sha256(whole, usedforsecurity=False).hexdigest()[:_DIGITS]}"
    return made


def _place(finding: Finding) -> tuple[str, int, int, str]:
    return finding.path, finding.line or _NO_PLACE, finding.column or _NO_PLACE, finding.message
