"""A new document gets the next id, a readable name and valid front matter, and passes a check; or is not made."""

import os
import stat
import subprocess
import sys

import frontmatter
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.documents import GOOD
from tests.support.marks import posix

from meminit.composing import naming, numbering

CONFIG = 'prefix = "PAY"\n[types.ADR]\ndirectory = "45-adr"\nsections = ["Context", "Decision"]\n[types.PRD]\n'
TEMPLATE = """\
---
document_id: {{document_id}}
type: {{type}}
title: {{title}}
area: {{area}}
status: Draft
version: 1.10
last_updated: {{date}}
owner: {{owner}}
docops_version: "2.0"
keywords: {{keywords}}
tags: [{{type}}, "{{keywords}}"]
template_version: "2.0"
---

<!-- MEMINIT_METADATA_BLOCK -->

> **Document ID:** {{document_id}}
> **Title:** {{title}}

# {{title}} ({{seq}})

<!-- MEMINIT_SECTION: background -->
## Context
<!-- AGENT: why now? -->

### Forces

## Decision

```text
{{owner}}
```
"""
PATHS = ("--dir", "--template", "--body")


@pytest.fixture
def new(call):
    call.write({".meminit.toml": CONFIG})

    def make(*arguments, **options):
        answer = call.json("new", *arguments, **options)
        if answer.exit == 0 and answer.json["data"].get("created"):
            strict = call.json("check", "--strict")
            assert strict.exit == 0, strict.found
        return answer

    return make


def _tree(folder):
    return {each.relative_to(folder) for each in folder.rglob("*")}


def _post(call, answer):
    return frontmatter.loads((call.folder / answer.json["data"]["path"]).read_text(encoding="utf-8"))


def _code(answer):
    return answer.json["error"]["code"], answer.exit


def test_the_first_document_is_whole(new, call, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    data = new("ADR", "Use Redis").json["data"]
    assert (call.folder / "docs/45-adr/adr-001-use-redis.md").read_text() == (
        "---\ndocument_id: PAY-ADR-001\ntype: ADR\ntitle: Use Redis\nstatus: Draft\nversion: '0.1'\n"
        "last_updated: 2023-11-14\nowner: __TBD__\ndocops_version: '2.0'\n---\n\n"
        "# Use Redis\n\n## Context\n\n## Decision\n"
    )
    assert (data["document_id"], data["version"], data["area"], data["keywords"]) == ("PAY-ADR-001", "0.1", None, [])
    assert [each["id"] for each in data["sections"]] == ["context", "decision"]
    assert data["sections"][0] == {"id": "context", "heading": "Context", "line": 14, "end_line": 14}


def test_numbers_go_on_after_the_highest_in_any_folder(new, call):
    call.write({"docs/far/away.md": GOOD.replace("001", "041") + "\n## Context\n\n## Decision\n"})
    call.write({".meminit.toml": CONFIG.replace('directory = "45-adr"\n', "")})
    assert new("ADR", "a").json["data"]["document_id"] == "PAY-ADR-042"
    assert new("PRD", "a").json["data"]["document_id"] == "PAY-PRD-001"
    assert new("adr", "a").json["data"]["path"] == "docs/adr-043-a.md"


def test_numbers_go_past_999_where_the_pattern_allows(new, call):
    last = GOOD.replace("PAY-ADR-001", "PAY-ADR-999") + "\n## Context\n\n## Decision\n"
    call.write({"docs/45-adr/a.md": last})
    before = _tree(call.folder)
    assert _code(new("ADR", "a")) == ("ID_UNAVAILABLE", 4)
    assert _tree(call.folder) == before
    call.write({".meminit.toml": f'{CONFIG}[id]\npattern = "^[A-Z]+-[A-Z]+-[0-9]{{3,}}$"\n'})
    assert new("ADR", "a").json["data"]["path"] == "docs/45-adr/adr-1000-a.md"


@pytest.mark.parametrize(
    ("prefix", "ids", "expected"),
    [
        ("", {"RFC-0007": "RFC"}, "RFC-0008"),
        ("", {}, "RFC-001"),
        ("", {"ACME-PRD-0012": "PRD"}, "ACME-RFC-0001"),
        ("", {"ACME-PRD-0012": "PRD", "ACME-RFC-7": "RFC"}, "ACME-RFC-8"),
        ("ACME", {}, "ACME-RFC-001"),
        ("ACME", {"ACME-0007": "RFC"}, "ACME-0008"),
        ("", {"12": "RFC", "9": "RFC"}, "13"),
    ],
)
def test_an_id_has_the_form_of_others(new, call, prefix, ids, expected):
    pattern = '[id]\nfield = "rfc"\npattern = "^[A-Z0-9-]+$"\n'
    call.write({".meminit.toml": f'prefix = "{prefix}"\n{pattern}[docs]\nschema = ""\n'})
    call.write({f"docs/{each.lower()}.md": f"---\nrfc: '{each}'\ntype: {kind}\n---\n" for each, kind in ids.items()})
    assert new("RFC", "a").json["data"]["document_id"] == expected


def test_an_id_that_nothing_shows_has_to_be_given(new, call):
    call.write({".meminit.toml": ""})
    assert _code(new("ADR", "a")) == ("ID_UNAVAILABLE", 4)
    assert new("ADR", "a", "--id", "PAY-ADR-005").json["data"]["path"] == "docs/adr-005-a.md"
    assert new("PRD", "a").exit == 0


def test_a_template_is_filled_and_its_values_are_no_markup(new, call, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    call.write({"t/adr.md": TEMPLATE, ".meminit.toml": CONFIG.replace("directory", 'template = "t/adr.md"\ndirectory')})
    title = 'A: "b" [c](d.md) {{owner}} `e` # f'
    answer = new("ADR", title, "--keywords", "x, y", "--keywords", "z,x", "--owner", "The __Team__")
    post = _post(call, answer)
    assert post.metadata["title"] == title
    assert post.metadata["keywords"] == ["x", "y", "z"]
    assert post.metadata["tags"] == ["ADR", "x", "y", "z"]
    assert (post.metadata["version"], post.metadata["template_version"]) == ("1.10", "2.0")
    assert "area" not in post.metadata
    assert list(post.metadata)[:3] == ["document_id", "type", "title"]
    assert r"""# A: "b" \[c\](d.md) {{owner}} \`e\` # f (001)""" in post.content
    sections = answer.json["data"]["sections"]
    assert [(each["id"], each["heading"]) for each in sections] == [
        ("background", "Context"),
        ("forces", "Forces"),
        ("decision", "Decision"),
    ]
    assert sections[0]["prompt"] == "why now?"
    assert sections[0]["end_line"] == sections[1]["line"] < sections[2]["line"]


def test_a_metadata_block_says_what_the_front_matter_says(new, call):
    mark = "<!-- MEMINIT_METADATA_BLOCK -->\n\n"
    block = mark + "> **Area:** {{area}}\n> **Owner:** {{owner}}\\\n> **Version:** 9.9\n> **Mine:** x\n"
    call.write({"t.md": f"{block}\n# {{{{title}}}}\n\n> **Area:** stays\n"})
    content = _post(call, new("PRD", "a", "--template", "t.md", "--owner", "A [b]")).content
    assert content == mark + ("> **Owner:** A \\[b\\]\\\n> **Version:** 0.1\n> **Mine:** x\n\n# a\n\n> **Area:** stays")
    content = _post(call, new("PRD", "b", "--template", "t.md", "--area", "x", "--set", "version=2.0")).content
    assert "> **Area:** x\n" in content
    assert "> **Version:** 2.0\n" in content


def test_a_body_with_front_matter_of_its_own_is_refused(new, call):
    call.write({"body.md": "---\ntitle: x\n---\n\n# x\n", "rule.md": "---\n\n# x\n"})
    assert _code(new("PRD", "a", "--body", "body.md")) == ("INVALID_ARGUMENT", 3)
    assert new("PRD", "a", "--body", "rule.md").exit == 0


def test_required_sections_are_added_in_their_order(new, call):
    call.write({"t.md": "# {{title}}\n\n## Notes\n\n<!-- x -->\n## Decision\n\nWe do.\n"})
    path = new("ADR", "a", "--template", "t.md").json["data"]["path"]
    body = frontmatter.loads((call.folder / path).read_text()).content
    assert body == "# a\n\n## Notes\n\n## Context\n\n<!-- x -->\n## Decision\n\nWe do."


def test_a_body_may_be_given(new, call):
    call.write({"body.txt": "\r\n# Own\r\n\r\n## Context\r\n\r\n## Decision\r\n\r\n{{title}}"})
    path = new("ADR", "a", "--body", "body.txt").json["data"]["path"]
    assert (
        (call.folder / path)
        .read_bytes()
        .endswith(b"---\r\n\r\n# Own\r\n\r\n## Context\r\n\r\n## Decision\r\n\r\n{{title}}\r\n")
    )
    read, write = os.pipe()
    os.write(write, b"# From a pipe\n")
    os.close(write)
    before = os.dup(0)
    os.dup2(read, 0)
    try:
        answer = new("PRD", "b", "--body", "-")
    finally:
        os.dup2(before, 0)
        os.close(before)
        os.close(read)
    assert _post(call, answer).content == "# From a pipe"


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{{nope}}", "no placeholder {{nope}}"),
        ("{{titel}}", "did you mean title?"),
        ("---\ntitle: {title}\n---\n", "old form"),
        ("---\ntitle: [\n---\n", "front matter cannot be used"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_a_template_that_cannot_be_used_is_refused(new, call, template, words):
    call.write({"t.md": template})
    answer = new("ADR", "a", "--template", "t.md")
    assert _code(answer) == ("TEMPLATE_UNUSABLE", 4)
    assert words in answer.json["error"]["message"]
    assert not (call.folder / "docs").exists()


def test_a_configured_template_that_is_missing_is_told(new, call):
    call.write({".meminit.toml": CONFIG.replace("directory", 'template = "t/adr.md"\ndirectory')})
    assert [each["code"] for each in new("ADR", "a").json["advice"]] == ["TEMPLATE_SKIPPED"]


def test_a_template_is_found_at_the_usual_place(new, call):
    call.write({"docs/00-governance/templates/prd.template.md": "# {{title}}\n\nUsual.\n"})
    assert "Usual." in _post(call, new("PRD", "a")).content


SCHEMA = """{"required": ["title", "level", "kind", "tags", "when"], "properties": {
    "level": {"type": "integer", "default": 3}, "kind": {"const": "note"}, "tags": {"type": "array"},
    "when": {"enum": ["now"]}, "flag": {"type": "boolean"}}, "if": {"properties": {"flag": {"const": true}},
    "required": ["flag"]}, "then": {"required": ["status"]}, "additionalProperties": true}"""


def test_a_schema_decides_what_there_is_and_of_which_type(new, call):
    call.write({"s.json": SCHEMA, ".meminit.toml": '[docs]\nschema = "s.json"\n[id]\nfield = ""\n[types.NOTE]\n'})
    refused = new("NOTE", "a")
    assert _code(refused) == ("DOCUMENT_INVALID", 4)
    assert [each["code"] for each in refused.json["error"]["details"]["problems"]] == ["MISSING_FIELD"]
    post = _post(call, new("NOTE", "A note", "--set", "tags=a,b", "--set", "flag=true", "--set", "level=5"))
    listed = _post(call, new("NOTE", "Listed", "--set", "tags=[a, 'b, c']", "--set", "title_2=[a]"))
    assert (listed.metadata["tags"], listed.metadata["title_2"]) == (["a", "b, c"], "[a]")
    assert post.metadata == {
        "title": "A note", "level": 5, "kind": "note", "tags": ["a", "b"], "when": "now", "flag": True,
        "status": "Draft",
    }  # fmt: skip


def test_a_template_that_a_schema_does_not_take_gets_values_that_it_takes(new, call):
    version = '{"pattern": "^[0-9]+[.][0-9]+[.][0-9]+$"}'
    schema = f'{{"properties": {{"status": {{"enum": ["Open", "Shut"]}}, "version": {version}}}}}'
    call.write({"s.json": schema, ".meminit.toml": '[docs]\nschema = "s.json"\n[id]\nfield = ""\n'})
    call.write({"t.md": "---\ntitle: {{title}}\nstatus: {{status}}\nversion: '0.1'\n---\n# {{title}}: {{status}}\n"})
    post = _post(call, new("NOTE", "a", "--template", "t.md"))
    assert post.metadata == {"title": "a", "status": "Open", "version": "0.1.0"}
    assert post.content == "# a: Open"


def test_fields_that_a_schema_forbids_are_left_out_unless_asked_for(new, call):
    schema = '{"properties": {"name": {}}, "additionalProperties": false}'
    call.write({"s.json": schema, ".meminit.toml": '[docs]\nschema = "s.json"\n[id]\nfield = ""\n'})
    assert _post(call, new("NOTE", "a", "--set", "name=b")).metadata == {"name": "b"}
    assert _code(new("NOTE", "b", "--set", "nope=b")) == ("DOCUMENT_INVALID", 4)


def test_the_same_again_is_success(new, monkeypatch):
    first = new("ADR", "a", "--id", "PAY-ADR-007")
    again = new("ADR", "a", "--id", "PAY-ADR-007")
    assert (first.json["data"]["created"], again.json["data"]["created"], again.exit) == (True, False, 0)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # another day
    assert new("ADR", "a", "--id", "PAY-ADR-007").json["data"]["created"] is False
    assert _code(new("ADR", "a", "--id", "PAY-ADR-007", "--owner", "Other")) == ("FILE_EXISTS", 6)
    assert _code(new("ADR", "b", "--id", "PAY-ADR-007")) == ("DUPLICATE_ID", 6)


def test_what_is_there_is_never_replaced(new, call):
    call.write({"docs/45-adr/adr-001-a.md": "mine"})
    assert _code(new("ADR", "a")) == ("FILE_EXISTS", 6)
    assert (call.folder / "docs/45-adr/adr-001-a.md").read_text() == "mine"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Использовать Redis", "adr-001-ispolzovat-redis.md"),
        ("Ünïcode & more!", "adr-001-unicode-more.md"),
        ("../../etc/passwd", "adr-001-etc-passwd.md"),
        ("!!!", "adr-001.md"),
        ("It's a “test”", "adr-001-its-a-test.md"),
        ("CON", "adr-001-con.md"),
        ("x" * 200, f"adr-001-{'x' * 60}.md"),
    ],
)
def test_a_title_gives_a_readable_name(new, title, name):
    assert new("ADR", title).json["data"]["path"] == f"docs/45-adr/{name}"


def test_letters_stay_where_the_rule_for_names_allows_them(new, call):
    call.write({".meminit.toml": f'{CONFIG}[docs]\nfilename = "^[^/]+[.]md$"\n'})
    assert new("ADR", "Über हिन्दी 東京").json["data"]["path"] == "docs/45-adr/adr-001-über-हिन्दी-東京.md"
    call.write({".meminit.toml": f'{CONFIG}[docs]\nfilename = "^[a-z0-9_]+[.]md$"\n'})
    (call.folder / "docs/45-adr/adr-001-über-हिन्दी-東京.md").rename(call.folder / "docs/45-adr/a.md")
    assert new("ADR", "Über a").json["data"]["path"] == "docs/45-adr/adr_002_uber_a.md"


def test_a_name_without_digits_is_found_where_the_rule_wants_one(new, call):
    call.write({".meminit.toml": f'{CONFIG}[docs]\nfilename = "^[A-Z_]+[.]md$"\n'})
    assert new("PRD", "Some thing").json["data"]["path"] == "docs/PRD_SOME_THING.md"


def test_a_type_may_name_its_files(new, call):
    call.write({".meminit.toml": f'{CONFIG}filename = "{{seq}}-{{slug}}.md"\n'})
    assert new("PRD", "Some Thing").json["data"]["path"] == "docs/001-some-thing.md"
    call.write({".meminit.toml": '[types.ADR]\nfilename = "{nope}.md"\n'})
    assert "there is no {nope}" in new("ADR", "a").json["error"]["message"]


def test_ids_that_are_numbers_are_told_as_they_are_read(new, call):
    call.write({
        "s.json": '{"required": ["number"], "properties": {"number": {"type": "integer"}}}',
        ".meminit.toml": '[docs]\nschema = "s.json"\n[id]\nfield = "number"\npattern = "^[0-9]+$"\n[types.NOTE]\n',
        "docs/a.md": "---\nnumber: 8\n---\n# A\n",
    })  # fmt: skip
    data = new("NOTE", "b").json["data"]
    assert (data["document_id"], data["path"]) == ("9", "docs/note-9-b.md")
    assert "number: 9\n" in (call.folder / data["path"]).read_text()
    assert call.json("resolve", "9").json["data"]["path"] == data["path"]
    assert _code(new("NOTE", "c", "--id", "010")) == ("DOCUMENT_INVALID", 4)


def test_without_ids_files_may_be_numbered(new, call):
    call.write({"docs/0009-x.md": "---\ntitle: x\n---\n", ".meminit.toml": (
        '[id]\nfield = ""\n[docs]\nschema = ""\n[types.RFC]\nfilename = "{seq}-{slug}.md"\n[types.NOTE]\n'
    )})  # fmt: skip
    assert new("RFC", "a").json["data"]["path"] == "docs/0010-a.md"
    assert new("NOTE", "a").json["data"]["path"] == "docs/a.md"
    assert _code(new("NOTE", "a")) == ("FILE_EXISTS", 6)


HOSTILE = [
    "a\n---\nstatus: Approved", "\x1b[31mred\x07", "- x: [", "{{document_id}} {title}", "&a *a !!python/x", "# h",
    "<!-- MEMINIT_SECTION: x --> <script>", "[x](../../../y) ![z](q.png)", "[^1] [a]: b", "null", "2026-01-02", "1.0",
    "'; rm -rf / #", "\u202eevil\u200b", "---", "`" * 30, "@x: %y", "https://x.y/z <a@b.c>", "\u2028x\x85y",
]  # fmt: skip


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
def test_a_title_is_text(new, call, title):
    answer = call("--format", "json", "new", "ADR", "--", title)
    assert answer.exit == 0, answer
    assert call.json("check", "--strict").exit == 0
    assert _post(call, answer).metadata["title"] == naming.one_line(title)
    assert "\n" not in answer.json["data"]["title"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ADRR", "a"], ("UNKNOWN_TYPE", 3)),
        (["ADR", ""], ("INVALID_ARGUMENT", 3)),
        (["ADR", "x" * 201], ("INVALID_ARGUMENT", 3)),
        (["ADR", "\udcff"], ("INVALID_ARGUMENT", 3)),
        (["ADR"], ("INVALID_ARGUMENT", 3)),
        (["ADR", "a", "--set", "title=b"], ("INVALID_ARGUMENT", 3)),
        (["ADR", "a", "--set", "b"], ("INVALID_ARGUMENT", 3)),
        (["ADR", "a", "--set", "area=b", "--area", "c"], ("INVALID_ARGUMENT", 3)),
        (["ADR", "a", "--namespace", "nope"], ("INVALID_ARGUMENT", 3)),
        (["ADR", "a", "--id", "nope"], ("DOCUMENT_INVALID", 4)),
        (["ADR", "a", "--id", "../../../etc"], ("DOCUMENT_INVALID", 4)),
        (["ADR", "a", "--id", "PAY-PRD-001"], ("DOCUMENT_INVALID", 4)),
        (["ADR", "a", "--related-ids", "PAY-ADR-009"], ("DOCUMENT_INVALID", 4)),
        (["ADR", "a", "--dir", "../x"], ("PATH_ESCAPE", 7)),
        (["ADR", "a", "--dir", "src"], ("DOCUMENT_INVALID", 4)),
        (["ADR", "a", "--template", "/etc/passwd"], ("PATH_ESCAPE", 7)),
        (["ADR", "a", "--template", "link.md"], ("PATH_ESCAPE", 7)),
        (["ADR", "a", "--template", "nowhere.md"], ("FILE_NOT_FOUND", 5)),
        (["ADR", "a", "--body", "nowhere.md"], ("FILE_NOT_FOUND", 5)),
        (["ADR", "a", "--dry-run", "--print"], ("INVALID_ARGUMENT", 3)),
        (["--list-types", "--dry-run"], ("INVALID_ARGUMENT", 3)),
    ],
    ids=lambda each: " ".join(each)[:40] if isinstance(each, list) else None,
)
def test_what_cannot_be_done_changes_nothing(new, call, arguments, code):
    (call.folder / "link.md").symlink_to("/etc/passwd")
    before = _tree(call.folder)
    answer = new(*arguments)
    assert _code(answer) == code
    assert _tree(call.folder) == before


def test_the_nearest_type_is_named(new):
    error = new("ADRR", "a").json["error"]
    assert "did you mean ADR?" in error["message"]
    assert error["details"]["nearest"] == "ADR"


def test_a_trial_writes_nothing_not_even_a_lock(new, call):
    before = _tree(call.folder)
    data = new("ADR", "a", "--dry-run").json["data"]
    assert data["would_create"]["path"] == data["path"] == "docs/45-adr/adr-001-a.md"
    shown = call("new", "ADR", "a", "--print").text
    assert shown == data["content"]
    assert not os.path.exists(os.environ["XDG_STATE_HOME"])
    assert _tree(call.folder) == before
    new("ADR", "a")
    assert (call.folder / data["path"]).read_text() == shown


def test_a_file_has_an_ending_that_is_governed(new, call):
    call.write({".meminit.toml": f'{CONFIG}[docs]\ninclude = ["*.markdown"]\nfilename = "."\n'})
    assert new("PRD", "a").json["data"]["path"] == "docs/prd-001-a.markdown"


def test_types_are_listed(new):
    assert new("--list-types").json["data"]["types"] == [
        {"type": "ADR", "directory": "45-adr"},
        {"type": "PRD", "directory": None},
    ]


def test_adr_new_is_new_of_that_type(new, call):
    assert call.json("adr", "new", "Use Redis").json["data"]["path"] == "docs/45-adr/adr-001-use-redis.md"


def test_a_namespace_has_its_own_root_prefix_and_numbers(new, call):
    namespace = '[docs]\nroot = "docs"\n[[namespaces]]\nname = "org"\nroot = "org"\nprefix = "ORG"\n'
    call.write({".meminit.toml": f"{CONFIG}{namespace}", "org/notes.txt": ""})
    assert new("ADR", "a").json["data"]["path"] == "docs/45-adr/adr-001-a.md"
    assert new("ADR", "a", "--namespace", "org").json["data"]["document_id"] == "ORG-ADR-001"
    assert new("PRD", "a", "--dir", "org/deep").json["data"]["path"] == "org/deep/prd-001-a.md"
    assert _code(new("PRD", "a", "--dir", "org", "--namespace", "default")) == ("DOCUMENT_INVALID", 4)


@posix
def test_an_editor_is_opened_but_not_for_programs(new, call, tmp_path, monkeypatch):
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/opened\n')
    editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", f"{editor} --wait")
    monkeypatch.delenv("VISUAL", raising=False)
    assert new("ADR", "a", "--edit").exit == 0
    assert not (tmp_path / "opened").exists()
    call("new", "ADR", "b", "--edit")
    assert (tmp_path / "opened").read_text() == f"--wait {call.folder}/docs/45-adr/adr-002-b.md\n"


@posix
@pytest.mark.slow
def test_many_at_once_get_different_ids(new, call):
    command = [sys.executable, "-m", "meminit", "new", "ADR", "The same"]
    running = [subprocess.Popen(command, cwd=call.folder, stdout=subprocess.DEVNULL) for _ in range(20)]
    assert [each.wait() for each in running] == [0] * 20
    assert len(list((call.folder / "docs/45-adr").iterdir())) == 20
    assert call.json("check", "--strict").exit == 0


@given(st.text(max_size=90), st.sampled_from(["{type}-{seq}-{slug}.md", "{slug}.md", "{seq}.{slug}.md"]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_a_name_is_always_the_name_of_a_file(title, pattern):
    name = naming.file_name((pattern,), "A D/R", "001", naming.one_line(title), lambda _: True)
    assert name.endswith(".md")
    assert "/" not in name
    assert "\0" not in name
    assert not name.startswith(".")
    assert len(name.encode("utf-8", "surrogatepass")) < 200


def test_an_unused_form_is_given_up_and_a_used_one_is_not():
    forms = numbering.forms("P", "ADR", [numbering.Known("P-ADR-9")])
    assert numbering.numbered(forms, {"P-ADR-9"}, {"P-ADR-9"}, lambda _: True) == ("P-ADR-10", "10")
    used = numbering.forms("P", "ADR", [numbering.Known("P-ADR-9")])
    with pytest.raises(numbering.Exhausted):
        numbering.numbered(used, {"P-ADR-9"}, set(), lambda _: False)
    assert numbering.numbered(numbering.forms("P", "ADR", []), set(), set(), lambda _: False) is None
