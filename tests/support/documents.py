"""A document that the built-in schema accepts, to be spoiled by tests."""

GOOD = """\
---
document_id: PAY-ADR-001
type: ADR
title: Title
status: Draft
version: "1.0"
last_updated: 2026-01-02
owner: Team
docops_version: "2.0"
---

# Title
"""
