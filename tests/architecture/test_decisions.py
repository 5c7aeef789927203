"""Every decision says whether it is in force, below its title, as its front matter does."""

import re

import pytest
from tests.support.calls import TOP

RECORDS = sorted((TOP / "docs/45-adr").glob("*.md"))
STATUS = re.compile(r"^# .+\n\nStatus: (in force|superseded by \[ADR \d{3}\]\(.+\.md\))", re.MULTILINE)


@pytest.mark.parametrize("record", RECORDS, ids=[path.name for path in RECORDS])
def test_a_record_says_whether_it_is_in_force(record):
    text = record.read_text(encoding="utf-8")
    status = STATUS.search(text)
    assert status
    assert ("status: Approved\n" in text) == (status[1] == "in force")
    assert f"document_id: MEMINIT-ADR-{record.name[:3]}\n" in text
