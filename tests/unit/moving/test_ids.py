"""Ids in another form than the configured one."""

import re

import pytest

from meminit.moving.ids import breach, corrected

USUAL = re.compile("[A-Z]{3,10}-[A-Z]{3,10}-[0-9]{3}").fullmatch


@pytest.mark.parametrize(
    ("written", "prefix", "kind", "expected"),
    [
        ("PAY-ADR-001", "PAY", "ADR", "PAY-ADR-001"),
        ("pay-adr-001", "PAY", "ADR", "PAY-ADR-001"),
        ("PAY-ADR-1", "PAY", "ADR", "PAY-ADR-001"),
        ("PAY-ADR-0001", "PAY", "ADR", "PAY-ADR-001"),
        ("PAY_ADR_7", "PAY", "ADR", "PAY-ADR-007"),
        ("OLD-ADR-001", "PAY", "ADR", "PAY-ADR-001"),
        ("PAY-PRD-001", "PAY", "ADR", "PAY-ADR-001"),
        ("old-prd-12", "PAY", "ADR", "PAY-ADR-012"),
        ("ADR-001", "PAY", "ADR", "PAY-ADR-001"),
        ("ADR7", "PAY", "ADR", "PAY-ADR-007"),
        ("17", "PAY", "ADR", "PAY-ADR-017"),
        ("OLD-ADR-001", "", "ADR", "OLD-ADR-001"),
        ("OLD-PRD-001", "", "ADR", "OLD-ADR-001"),
        ("PAY-ADR-first", "PAY", "ADR", None),
        ("PAY-ADR-1234", "PAY", "ADR", None),
        ("", "PAY", "ADR", None),
        ("pay-adr-1", "PAY", None, "PAY-ADR-001"),
    ],
)
def test_the_configured_form(written, prefix, kind, expected):
    assert corrected(written, prefix, kind, USUAL) == expected


def test_what_is_right_is_told_from_what_is_not():
    assert breach("PAY-ADR-001", "PAY", "adr", USUAL) == ""
    assert breach("PAY-ADR-1", "PAY", "ADR", USUAL) == "INVALID_ID_FORMAT"
    assert breach("PAY-ADR-001", "ORG", "ADR", USUAL) == "ID_PREFIX_MISMATCH"
    assert breach("PAY-ADR-001", "PAY", "PRD", USUAL) == "ID_TYPE_MISMATCH"
    assert breach("a.b", "", "ADR", re.compile("a.b").fullmatch) == ""
