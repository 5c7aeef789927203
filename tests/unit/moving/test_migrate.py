"""`meminit migrate` as it is called."""

import json

import pytest
from tests.support.documents import GOOD

APPLIED = ["--apply", "--yes"]
OLDER = """project_name: Payments
repo_prefix: PAY
docops_version: 3.0
default_owner: Crew  # words
excluded_files: [docs/notes.md, "draft*.md"]
excluded_paths: [docs/old]
type_directories: {ADR: 45-adr}
templates: {ADR: docs/t/adr.md}
"""
NEWER = """project_name: "Quotes \\" and \\\\ and \\u2028"
namespaces:
  - {name: first, docs_root: docs, repo_prefix: PAY}
  - {name: second, docs_root: docs/org, repo_prefix: ORG, schema_path: "", default_owner: x, docops_version: "1.0"}
document_types:
  ADR: {directory: 45-adr, description: "A decision"}
excluded_filename_prefixes: [TMP]
"""
OWN_TYPES = """valid_doc_statuses: [Idea, Draft, Approved]
document_types: {ADR: {directory: 45-adr}, GOV: {directory: gov}}
namespaces:
  - {name: first, docs_root: docs}
  - {name: second, docs_root: docs/org, document_types: {GOV: {directory: ".", description: Rules}, X: {directory: x}}}
"""
OWN_OF_DEFAULT = """namespaces:
  - {name: b, docs_root: docs/b}
  - {name: default, document_types: {ADR: {directory: x}, O: {directory: y}}}
"""
DEFAULT = "namespaces: [{name: default, docs_root: other}, {name: second, docs_root: docs}]\n"


def adr(number="PAY-ADR-001", body="", more=""):
    return GOOD.replace("PAY-ADR-001", number).replace("---\n", f"---\n{more}", 1) + body


TREE = {
    "docs/45-adr/a.md": adr(),
    "docs/45-adr/b.md": adr("ORG-ADR-1", "[x](nowhere.md)"),
    "docs/org/c.md": adr("ORG-ADR-003"),
    "docs/TMP-x.md": "x",
    "docs/old/x.md": "x",
    "other/d.md": adr("PAY-ADR-004"),
}


@pytest.mark.parametrize(
    "config", [OLDER, NEWER, OWN_TYPES, OWN_OF_DEFAULT, DEFAULT, "", "repo_prefix: PAY\nunknown: [1]\n"]
)
def test_both_configurations_come_to_the_same(call, tmp_path, config):
    call.write({"docops.config.yaml": config, **TREE})
    before, deep = call.json("check"), call.json("context", "--deep").json["data"]
    data = call.json("migrate", "config", *APPLIED).json["data"]
    assert data["report"]["actions"] == [{"file": ".meminit.toml", "action": "create", "from": "docops.config.yaml"}]
    assert call.json("check").found == before.found
    assert call.json("context", "--deep").json["data"] == {**deep, "config_path": ".meminit.toml"}
    assert (tmp_path / "docops.config.yaml").read_text() == config
    assert call.json("migrate", "config").json["data"]["reason"] == "no_changes"
    assert call.json("migrate", "config", "--remove", *APPLIED).json["data"]["summary"]["remove"] == 1
    assert not (tmp_path / "docops.config.yaml").exists()
    assert call.json("check").found == before.found
    for _ in range(2):
        call.json("rollback", *APPLIED)
    assert (tmp_path / "docops.config.yaml").read_text() == config


def test_each_key_is_explained(call, tmp_path):
    call.write({"docops.config.yaml": OLDER})
    call.json("migrate", "config", *APPLIED)
    lines = (tmp_path / ".meminit.toml").read_text().splitlines()
    assert lines[lines.index('prefix = "PAY"') - 1] == "# first segment of ids; empty: no prefix rule"


@pytest.mark.parametrize(
    ("config", "keys"),
    [
        ("namespaces: [{name: a, docs_root: a}, {name: b, docs_root: b}]\n", ["namespaces"]),
        ("repo_prefix: A\nnamespaces: [{name: default, repo_prefix: B}]\n", ["namespaces[0].repo_prefix"]),
    ],
)
def test_what_cannot_be_said_is_refused_with_its_keys(call, config, keys):
    call.write({"docops.config.yaml": config})
    answer = call.json("migrate", "config", *APPLIED)
    assert (answer.exit, answer.json["error"]["code"], answer.json["error"]["details"]["keys"]) == (
        4,
        "CONFIG_INVALID",
        keys,
    )


@pytest.fixture
def ids(call):
    call.write({
        ".meminit.toml": 'prefix = "PAY"\n',
        "docs/a.md": adr("pay-adr-1", "[OLD-ADR-002](b.md) OLD-ADR-002 `OLD-ADR-002`", "related_ids: [OLD-ADR-002]\n"),
        "docs/b.md": adr("OLD-ADR-002", "# B\n"),
        "docs/c.md": adr("PAY-ADR-003", "[pay-adr-1](a.md) pay-adr-1", "superseded_by: 'pay-adr-1'\n"),
    })  # fmt: skip
    return call


def texts(call):
    return {path.name: path.read_text() for path in (call.folder / "docs").glob("*.md")}


def test_ids_come_into_the_configured_form(ids):
    data = ids.json("migrate", "ids", *APPLIED).json["data"]
    assert [(each["file"], each["old_id"], each["new_id"]) for each in data["report"]["actions"]] == [
        ("docs/a.md", "pay-adr-1", "PAY-ADR-001"),
        ("docs/b.md", "OLD-ADR-002", "PAY-ADR-002"),
    ]
    after = texts(ids)
    assert after["a.md"] == adr(
        "PAY-ADR-001", "[PAY-ADR-002](b.md) OLD-ADR-002 `OLD-ADR-002`", "related_ids: [PAY-ADR-002]\n"
    )
    assert "superseded_by: 'PAY-ADR-001'" in after["c.md"]
    assert "[PAY-ADR-001](a.md) pay-adr-1" in after["c.md"]
    assert ids.json("migrate", "ids").json["data"]["reason"] == "no_changes"


def test_what_was_wrong_with_a_label_before_stops_nothing(ids):
    ids.write({"docs/c.md": adr("PAY-ADR-003", "[OLD-ADR-002](b.md)\n\n[OLD-ADR-002]: b.md")})
    data = ids.json("migrate", "ids", *APPLIED).json["data"]
    assert data["report"]["skipped_files"] == []
    assert "[PAY-ADR-002](b.md)\n\n[PAY-ADR-002]: b.md" in texts(ids)["c.md"]


def test_the_work_queue_follows(ids, tmp_path):
    text = """state_schema_version: "2.0"
documents:
  "pay-adr-1":  # first
    depends_on: [OLD-ADR-002, 'PAY-ADR-003']
    notes: pay-adr-1
  OLD-ADR-002: {}
"""
    ids.write({"docs/01-indices/project-state.yaml": text})
    ids.json("migrate", "ids", *APPLIED)
    after = text.replace('"pay-adr-1"', '"PAY-ADR-001"').replace("OLD-ADR-002", "PAY-ADR-002")
    assert (tmp_path / "docs/01-indices/project-state.yaml").read_text() == after
    assert [each for each in ids.json("check").codes if each.startswith("STATE")] == []


def test_words_in_prose_follow_if_that_is_asked(ids):
    ids.json("migrate", "ids", "--in-text", *APPLIED)
    assert "[PAY-ADR-002](b.md) PAY-ADR-002 `OLD-ADR-002`" in texts(ids)["a.md"]


def test_a_prefix_that_is_asked_for(ids):
    answer = ids.json("migrate", "ids", "--prefix", "NEW", *APPLIED).json
    assert [each["new_id"] for each in answer["data"]["report"]["actions"]] == [
        "NEW-ADR-001",
        "NEW-ADR-002",
        "NEW-ADR-003",
    ]
    assert [each["code"] for each in answer["advice"]] == ["MIGRATION_ADDS_FINDINGS"]


def test_a_map_changes_what_it_names_in_one_step(ids, tmp_path):
    chain = {"OLD-ADR-002": "PAY-ADR-003", "PAY-ADR-003": "PAY-ADR-002"}
    swap = {"PAY-ADR-002": "PAY-ADR-003", "PAY-ADR-003": "PAY-ADR-002"}
    for pairs, own in ((chain, "PAY-ADR-003"), (swap, "PAY-ADR-002")):
        (tmp_path / "map.json").write_text(json.dumps(pairs))
        assert ids.json("migrate", "ids", "--map", "map.json", *APPLIED).exit == 0
        after = texts(ids)
        assert f"document_id: {own}" in after["b.md"]
        assert f"related_ids: [{own}]" in after["a.md"]
        assert "document_id: pay-adr-1" in after["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "{",
        '{"PAY-ADR-003": 1}',
        '{"PAY-ADR-003": "x"}',
        '{"PAY-ADR-999": "PAY-ADR-007"}',
        '{"PAY-ADR-003": "PAY-ADR-007", "OLD-ADR-002": "PAY-ADR-007"}',
        '{"PAY-ADR-003": "OLD-ADR-002"}',
    ],
)
def test_a_bad_entry_refuses_all(ids, tmp_path, text):
    before = texts(ids)
    (tmp_path / "map.json").write_text(text)
    assert ids.json("migrate", "ids", "--map", "map.json", *APPLIED).json["error"]["code"] == "INVALID_ARGUMENT"
    assert texts(ids) == before


def test_ids_that_several_have_or_would_have_stay(call):
    call.write({
        ".meminit.toml": 'prefix = "PAY"\n',
        "docs/a.md": adr("OLD-ADR-001"),
        "docs/b.md": adr("pay-adr-001"),
        "docs/c.md": adr("OLD-ADR-002"),
        "docs/d.md": adr("OLD-ADR-002"),
        "docs/e.md": adr("PAY-ADR-003"),
        "docs/f.md": adr("OLD-ADR-003"),
        "docs/g.md": adr("OLD-ADR-4"),
    })  # fmt: skip
    data = call.json("migrate", "ids", *APPLIED).json["data"]
    assert [each["new_id"] for each in data["report"]["actions"]] == ["PAY-ADR-004"]
    assert {each["path"] for each in data["skipped"]} == {f"docs/{name}.md" for name in "abcdf"}
    assert {each["reason_code"] for each in data["skipped"]} == {"ambiguous"}


def test_templates(call, tmp_path):
    old = "---\nid: <REPO>-ADR-<SEQ>\n---\r\n# {{ TITLE }} é <Title> YYYY-MM-DD {{nope}} `{title}`\n<br>{x}"
    new = "---\nid: {{repo_prefix}}-ADR-{{seq}}\n---\r\n# {{title}} é {{title}} {{date}} {{nope}} `{title}`\n<br>{x}"
    templates = "docs/00-governance/templates"
    call.write({
        ".meminit.toml": '[types.ADR]\ntemplate = "t.md"\n',
        "t.md": "{owner}",
        f"{templates}/deep/a.md": old,
        f"{templates}/b.md": b"\xff",
        "docs/other.md": GOOD + "{title}",
    })  # fmt: skip
    data = call.json("migrate", "templates", *APPLIED).json["data"]
    assert (tmp_path / f"{templates}/deep/a.md").read_bytes() == new.encode()
    assert (tmp_path / "t.md").read_text() == "{{owner}}"
    assert (tmp_path / "docs/other.md").read_text() == GOOD + "{title}"
    assert {"file": "t.md", "from": "{owner}", "to": "{{owner}}", "count": 1} in data["report"]["actions"]
    assert [each["file"] for each in data["report"]["skipped_files"]] == [f"{templates}/b.md"]
    assert [each["message"] for each in data["skipped"]] == ["there is no placeholder {{nope}}"]
    assert call.json("migrate", "templates").json["data"]["reason"] == "no_changes"


def test_statuses_keep_their_order(call):
    call.write({"docops.config.yaml": OWN_TYPES, **TREE})
    pages = []
    for _ in range(2):
        assert call.json("index", "--kanban").exit == 0
        pages.append((call.folder / "docs/01-indices/kanban.md").read_bytes())
        call.json("migrate", "config", *APPLIED)
    assert 'statuses = ["Idea", "Draft", "Approved"]' in (call.folder / ".meminit.toml").read_text()
    assert pages[0] == pages[1]
