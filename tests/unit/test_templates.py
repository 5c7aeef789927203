"""The templates that are shipped: filled in, each is a document that passes, and its sections are those it marks."""

import re

import pytest
from tests.support.calls import TOP

TEMPLATES = sorted((TOP / "src/meminit/templates").glob("*.template.md"))
VALUES = {
    "title": "Which queue: a decision",
    "document_id": "PAY-{type}-001",
    "owner": "Team",
    "status": "Draft",
    "date": "2026-01-02",
    "area": "",
    "description": "",
    "keywords": "",
    "related_ids": "",
}


def test_the_usual_types_have_one():
    assert [path.name.partition(".")[0] for path in TEMPLATES] == ["adr", "fdd", "prd", "runbook", "spec"]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_that_is_filled_in_passes(path, call):
    kind = path.name.partition(".")[0].upper()
    text = path.read_text(encoding="utf-8")
    for name, value in {**VALUES, "type": kind}.items():
        text = text.replace("{{" + name + "}}", value.format(type=kind))
    assert "{{" not in text
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    marks = re.findall(r"<!-- MEMINIT_SECTION: (\S+) -->", text)
    assert marks == [section.lower().replace(" ", "-") for section in sections]
    config = f'prefix = "PAY"\n[types.{kind}]\nsections = {sections!r}\n'.replace("'", '"')
    assert call.check({".meminit.toml": config, "docs/queue.md": text}, "--strict").found == []
