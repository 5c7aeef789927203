"""Findings by the thousand are encoded some at a time, to the same bytes."""

import json

import pytest

from meminit import as_json
from meminit.envelope import frame

LINKS = "---\ntitle: a\n---\n\n" + "".join(f"[a](gone{number}.md)\n" for number in range(300))
CONFIG = '[docs]\nschema = ""\n[id]\nfield = ""\n'


@pytest.mark.parametrize("options", [(), ("--envelope", "response"), ("--strict",)])
def test_they_are_the_same_in_pieces(call, monkeypatch, options):
    warnings = CONFIG + "[[rules.override]]\npaths = ['docs/b.md']\nwarning = ['BROKEN_LINK']\n"
    call.write({".meminit.toml": warnings, **{f"docs/{name}.md": LINKS for name in "abc"}})
    answer = call("check", "--format", "json", *options, "--run-id", "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90").text
    monkeypatch.setattr(frame, "MANY", 10)
    monkeypatch.setattr(as_json, "_VALUES_AT_ONCE", 7)
    pieces = call("check", "--format", "json", *options, "--run-id", "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90").text
    known, made = json.loads(answer), json.loads(pieces)
    for each in (known, made):
        each.get("meta", {}).pop("duration_ms", None)
    assert made == known


def test_memory_that_runs_out_in_a_rule_across_documents_is_no_bug(call, monkeypatch):
    from meminit.linking.judging import Judging

    monkeypatch.setattr(Judging, "wrong", lambda *_: (_ for _ in ()).throw(MemoryError))
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": LINKS})
    assert set(answer.codes) == {"RULE_CRASHED"}
    assert "rule BROKEN_LINK was not finished: memory ran out" in answer.text
    assert "bug" not in answer.text


def test_memory_that_runs_out_in_a_rule_of_one_document_is_that_of_the_document(call, monkeypatch):
    from meminit.rules import missing_frontmatter
    from meminit.workspace.judging import Judge

    def short(*_):
        raise MemoryError

    def of_file(judge, read):
        if getattr(read, "problem", None) is None:
            judge.of_rule(missing_frontmatter.RULE.meta, "docs/a.md", short, read, is_of_one=True)
        return real(judge, read)

    real = Judge.of_file
    monkeypatch.setattr(Judge, "of_file", of_file)
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": "---\ntitle: a\n---\n"}).codes == ["FILE_TOO_LARGE"]
