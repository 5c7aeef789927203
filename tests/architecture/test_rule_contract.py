"""A rule that is added by the steps of CONTRIBUTING sees what it declares to need, however the run is made."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.support.calls import process

pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[2]
HEAD = '"""A rule for this test.\n\n## Why\n\nx\n\n## Remedy\n\nx\n"""\n\n'
META = 'Meta("{code}", "content", Severity.WARNING, "{message}", "For this test.")'
IMPORTS = """\
from meminit.model.finding import Severity
from meminit.rule import {names}
"""
# Each reports all that it was given, so that nothing that is missing can look as if there were none.
DOCUMENT = """
def check(document, settings):
    yield Hit(1, context={
        "seen": [
            document.metadata.text("title").written,
            [(each.text, each.line) for each in document.headings],
            [(each.target, each.line, each.column) for each in document.links],
            [each.name for each in document.labels],
            [each.value for each in document.block],
        ],
    })
"""
METADATA = """
def check(document, settings):
    yield Hit(document.field("title").line, context={"seen": document.text("title").written})
"""
CORPUS = """
def check(corpus, settings):
    for document in corpus.documents:
        yield Hit(1, path=document.path, context={
            "seen": [
                document.metadata.text("status").written,
                [each.text for each in document.headings],
                [(each.target, each.line) for each in document.links],
                sorted(corpus.holders),
                [each.path for each in corpus.holders[document.metadata.sound_id.written]],
                len(corpus.known_ids),
                [each.link.target for each in corpus.link_faults],
                list(corpus.unmentioned),
            ],
        })
"""
SUMMARY = """
def check(corpus, settings):
    for document in corpus.documents:
        yield Hit(1, path=document.path, context={
            "seen": [
                [(each.written, each.line) for each in document.texts("status")],
                [(each.target, each.line) for each in document.links],
                len(corpus.holders),
            ],
        })
"""
RULES = {
    "demands_document": ("DocumentRule", DOCUMENT, ""),
    "demands_metadata": ("MetadataRule", METADATA, ""),
    "demands_corpus": ("CorpusRule", CORPUS, ""),
    "demands_summary": ("SummaryRule", SUMMARY, 'fields=("status",)'),
}
BLOCK = "<!-- MEMINIT_METADATA_BLOCK -->\n> **Owner:** Team\n"
DOCUMENT_TEXT = """\
---
document_id: PAY-ADR-{number:03}
type: ADR
title: Title {number}
status: Draft
version: "1.0"
last_updated: 2026-01-02
owner: Team
docops_version: "2.0"
---

# Title {number}

{body}
"""


def _added(folder, rules):
    """A copy of meminit with these rules: the file, and a line in the tuple; nothing else."""
    shutil.copytree(TOP / "src/meminit", folder / "meminit", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOP / "schemas", folder / "meminit/schemas")
    listed = folder / "meminit/rules/__init__.py"
    text = listed.read_text()
    for name, (kind, check, more) in rules.items():
        meta = META.format(code=name.upper(), message="{seen}")
        rule = f"\n\nRULE = {kind}({meta}, check{', ' + more if more else ''})\n"
        imports = IMPORTS.format(names=", ".join(sorted({"Hit", "Meta", kind})))
        (folder / f"meminit/rules/{name}.py").write_text(HEAD + imports + check + rule)
        text = text.replace("from meminit.rules import (\n", f"from meminit.rules import (\n    {name},\n", 1)
        text = text.replace("MODULES = (\n", f"MODULES = (\n    {name},\n", 1)
    listed.write_text(text)
    return folder


@pytest.fixture(scope="module")
def with_rules(tmp_path_factory):
    return _added(tmp_path_factory.mktemp("rules"), RULES)


def _tree(folder, count, *, doubled=False):
    (folder / "docs").mkdir(parents=True)
    (folder / ".meminit.toml").write_text("")
    for number in range(1, count + 1):
        body = f"## Part {number}\n\n[next]({number % count + 1}.md) [b][b]\n\n[b]: 1.md\n\n{BLOCK}"
        own = 1 if doubled and number == 2 else number
        (folder / f"docs/{number}.md").write_text(DOCUMENT_TEXT.format(number=own, body=body))
    return folder


def _seen(package, folder, *arguments):
    """What each rule reports of each document."""
    environment = {**os.environ, "PYTHONPATH": str(package), "XDG_CACHE_HOME": str(folder.parent / "cache")}
    command = [sys.executable, "-m", "meminit"]
    answer = process("check", "--format", "json", *arguments, cwd=folder, env=environment, command=command)
    found = {}
    for each in json.loads(answer.out)["warnings"]:
        if each["code"].lower() in RULES:
            found.setdefault(each["code"].lower(), {})[each["path"]] = each["message"]
    assert "RULE_CRASHED" not in answer.text
    return found


def test_rules_see_all_that_they_ask_for_however_the_run_is_made(with_rules, tmp_path):
    folder = _tree(tmp_path / "healthy", 4)
    cold = _seen(with_rules, folder, "--no-cache")
    assert {name: len(paths) for name, paths in cold.items()} == dict.fromkeys(RULES, 4)
    assert cold["demands_document"]["docs/2.md"] == (
        "['Title 2', [('Title 2', 12), ('Part 2', 14)], [('3.md', 16, 1), ('1.md', 18, 1)], [], ['Team']]"
    )
    assert cold["demands_corpus"]["docs/2.md"] == (
        "['Draft', ['Title 2', 'Part 2'], [('3.md', 16), ('1.md', 18)],"
        " ['PAY-ADR-001', 'PAY-ADR-002', 'PAY-ADR-003', 'PAY-ADR-004'], ['docs/2.md'], 4, [], []]"
    )
    assert cold["demands_summary"]["docs/2.md"] == "[[('Draft', 5)], [('3.md', 16), ('1.md', 18)], 4]"
    assert _seen(with_rules, folder, "--no-cache", "--jobs", "3") == cold
    assert _seen(with_rules, folder) == cold, "filling the cache"
    assert _seen(with_rules, folder) == cold, "warm"
    targeted = _seen(with_rules, folder, "docs/2.md")
    assert targeted == {name: {"docs/2.md": paths["docs/2.md"]} for name, paths in cold.items()}


def test_a_fault_elsewhere_leaves_nothing_out(with_rules, tmp_path):
    """A shared id, as any other fault, changes what screens find, and nothing of what rules without one are given."""
    found = _seen(with_rules, _tree(tmp_path / "doubled", 4, doubled=True))
    assert {name: len(paths) for name, paths in found.items()} == dict.fromkeys(RULES, 4)
    assert "['Draft', ['Title 1', 'Part 2']" in found["demands_corpus"]["docs/2.md"]
    assert "['docs/1.md', 'docs/2.md']" in found["demands_corpus"]["docs/2.md"]


UNDECLARED = {
    "undeclared_headings": (
        "DocumentRule",
        "\ndef check(document, settings):\n    yield from (Hit(each.line) for each in document.headings)\n",
        "needs=frozenset({Part.LABELS})",
    ),
    "undeclared_field": (
        "SummaryRule",
        '\ndef check(corpus, settings):\n    yield from (Hit(1) for each in corpus.documents if each.texts("title"))\n',
        "",
    ),
}


def test_what_a_rule_does_not_declare_never_looks_like_nothing(tmp_path):
    rules = {name: (kind, check, more) for name, (kind, check, more) in UNDECLARED.items()}
    package = _added(tmp_path / "package", rules)
    path = package / "meminit/rules/undeclared_headings.py"
    path.write_text(path.read_text().replace("import DocumentRule, Hit, Meta", "import DocumentRule, Hit, Meta, Part"))
    folder = _tree(tmp_path / "tree", 2)
    environment = {**os.environ, "PYTHONPATH": str(package)}
    answer = process(
        "check", "--no-cache", "--debug", cwd=folder, env=environment, command=[sys.executable, "-m", "meminit"]
    )
    assert answer.text.count("RULE_CRASHED") == 3, answer.text
    assert answer.err.count(b"\nmeminit.model.document.NotReadError") == 3
