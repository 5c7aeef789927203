"""What the catalogue says of corrections is so."""

from meminit.catalogue import catalogue
from meminit.fixes import CORRECTIONS
from meminit.rules import RULES


def test_the_catalogue_calls_fixable_what_has_a_correction():
    assert {rule.meta.code for rule in RULES if rule.meta.fixable} == set(CORRECTIONS)


def test_the_page_of_each_code_says_what_is_corrected():
    for code in CORRECTIONS:
        assert "`meminit fix" in catalogue()[code].manual, code
