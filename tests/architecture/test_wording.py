"""What users read about a code is plain English, and the messages of all codes are worded in one way."""

import re

import pytest

from meminit import diagnoses, rules
from meminit.catalogue import catalogue

# Turns that a reader has to translate, each with what to write instead.
AVOIDED = {
    "tells": "shows, prints, reports",
    "is told": "is reported",
    "are told": "are reported",
    "hangs on": "depends on",
    "hang on": "depend on",
    "whoever": "anyone who",
    "thus": "so",
    "wherein": "in which",
    "nought": "zero",
    "noughts": "zeros",
    "in truth": "",
    "say-so": "",
    "none of our business": "not checked",
}
WORDS = re.compile(rf"\b(?:{'|'.join(map(re.escape, AVOIDED))})\b", re.IGNORECASE)
METAS = [module.RULE.meta for module in rules.MODULES] + [module.DIAGNOSIS.meta for module in diagnoses.MODULES]


def _texts(code):
    """All that a user can read about a code, by its name."""
    entry = catalogue()[code]
    texts = {"page": entry.manual, "summary": entry.summary, "cause": entry.cause, "remedy": entry.remedy}
    for meta in METAS:
        if meta.code == code:
            texts |= {"message": meta.message, "remedy of a finding": getattr(meta, "remedy", "")}
    return texts


@pytest.mark.parametrize("code", catalogue())
def test_every_text_is_plain_english(code):
    found = {
        name: [
            f"{each} ({AVOIDED[each.casefold()] or 'leave it out'})" for each in WORDS.findall(" ".join(text.split()))
        ]
        for name, text in _texts(code).items()
    }
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("meta", METAS, ids=lambda meta: meta.code)
def test_a_message_is_a_clause(meta):
    """Most begin with a field, a target or a name as somebody wrote it: so none begins with a capital letter."""
    for clause in (meta.message, getattr(meta, "remedy", "")):
        assert not clause.endswith(".")
        assert not re.match(r"[A-Z][a-z ]", clause)
