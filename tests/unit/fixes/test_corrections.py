"""Each correction by bytes: what it makes of a document, what it must not touch, and whether it is safe."""

import json
import os
from random import Random

import pytest
from tests.support.calls import Caller
from tests.support.git import GitRepository
from tests.support.marks import any_bytes

SCHEMA = {
    "type": "object",
    "required": ["document_id", "type", "title", "status", "version", "last_updated", "owner", "docops_version"],
    "properties": {
        "document_id": {"type": "string", "pattern": "^[A-Z]{3,10}-[A-Z]{3,10}-[0-9]{3}$"},
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"enum": ["Draft", "In Review", "Approved", "Superseded"]},
        "version": {"type": "string", "pattern": r"^\d+\.\d+$"},
        "last_updated": {"type": "string", "format": "date"},
        "owner": {"type": "string"},
        "docops_version": {"type": "string"},
        "area": {"type": "string"},
        "keywords": {"type": "array", "items": {"type": "string"}},
        "related_ids": {"type": "array", "items": {"type": "string"}},
        "public": {"type": "boolean"},
    },
    "additionalProperties": False,
}
CONFIG = """\
prefix = "KIT"
[docs]
owner = "Crew"
schema = "schema.json"
[types.ADR]
directory = "45-adr"
[types.SPEC]
directory = "20-specs"
"""
FIRST = """\
---
document_id: KIT-ADR-001
type: ADR
title: First
status: Draft
version: "1.0"
last_updated: 2026-01-01
owner: Team
docops_version: "2.0"
---

# First

## Context

## Decision, final
"""
GOOD = FIRST.replace("001", "002").replace("First", "Second").replace("owner: Team\n", "owner: Team\n")
HEAD = GOOD.partition("\n# Second")[0]
SPEC = FIRST.replace("ADR-001", "SPEC-001").replace("type: ADR", "type: SPEC").replace("# First", "# The API")
PATH = "docs/45-adr/adr-002-second.md"


@pytest.fixture
def kit(call: Caller):
    call.write({".meminit.toml": CONFIG, "schema.json": json.dumps(SCHEMA)})
    call.write({"docs/45-adr/adr-001-first.md": FIRST, "docs/20-specs/spec-001-api.md": SPEC})
    return call


def _fixed(kit, before, *arguments, path=PATH):
    """What becomes of a document, the answer, and that a second run changes nothing."""
    kit.write({path: before})
    if isinstance(before, str):
        before = before.encode()
    planned = kit.json("fix", *arguments, "--today", "2026-02-03")
    assert planned.exit == 0
    assert (kit.folder / path).read_bytes() == before
    answer = kit.json("fix", *arguments, "--today", "2026-02-03", "--apply", "--yes")
    assert answer.exit == 0, answer
    after = {str(each.relative_to(kit.folder)): each.read_bytes() for each in kit.folder.rglob("docs/**/*.md")}
    again = kit.json("fix", *arguments, "--today", "2026-02-03").json["data"]
    assert again["changes"] == [], again
    return after, answer.json["data"]


def _with(old, new):
    return GOOD.replace(old, new)


SAFE = {
    "front matter is inserted before the text": (
        "# Second choice\n\nText.\n",
        (
            "---\ndocument_id: KIT-ADR-002\ntype: ADR\ntitle: Second choice\nstatus: Draft\n"
            'version: "0.1"\nlast_updated: 2026-02-03\nowner: Crew\ndocops_version: "2.0"\n---\n'
            "# Second choice\n\nText.\n"
        ),
    ),
    "empty front matter is filled, comments stay": (
        "---\n# about\n---\n# A: b\r\n",
        (
            '---\n# about\ndocument_id: KIT-ADR-002\ntype: ADR\ntitle: "A: b"\nstatus: Draft\n'
            'version: "0.1"\nlast_updated: 2026-02-03\nowner: Crew\ndocops_version: "2.0"\n---\n# A: b\r\n'
        ),
    ),
    "blank lines before front matter go": ("\n \n" + GOOD, GOOD),
    "fields are inserted in the order of the schema": (
        GOOD.replace("last_updated: 2026-01-01\n", "").replace("title: Second\n", "").replace("status: Draft\n", ""),
        GOOD.replace("last_updated: 2026-01-01\n", "")
        .replace("title: Second\n", "")
        .replace("status: Draft\n", "")
        .replace(
            'docops_version: "2.0"\n', 'docops_version: "2.0"\ntitle: Second\nstatus: Draft\nlast_updated: 2026-02-03\n'
        ),
    ),
    "line ends are those of the file": (
        GOOD.replace("owner: Team\n", "").replace("\n", "\r\n"),
        (
            GOOD.replace("owner: Team\n", "").replace('docops_version: "2.0"\n', 'docops_version: "2.0"\nowner: Crew\n')
        ).replace("\n", "\r\n"),
    ),
    "an empty field is filled in its place": (_with("owner: Team", "owner: ~"), _with("owner: Team", "owner: Crew")),
    "an empty field keeps its comment": (
        _with("owner: Team", "owner:   # who"),
        _with("owner: Team", "owner: Crew   # who"),
    ),
    "blank text is empty": (_with("owner: Team", 'owner: "  "'), _with("owner: Team", "owner: Crew")),
    "one value becomes a list of it": (
        _with("owner: Team", "owner: Team\nkeywords: api"),
        _with("owner: Team", "owner: Team\nkeywords: [api]"),
    ),
    "letter case of an option": (_with("status: Draft", "status: 'draft'"), _with("status: Draft", "status: 'Draft'")),
    "hyphens of an option": (_with("status: Draft", "status: in-review"), _with("status: Draft", "status: In Review")),
    "a day in another notation": (_with("2026-01-01", "2026/1/2"), _with("2026-01-01", "2026-01-02")),
    "a day with the name of the month": (
        _with("2026-01-01", "Jan 2, 2026 # day"),
        _with("2026-01-01", "2026-01-02 # day"),
    ),
    "a day above twelve": (_with("2026-01-01", '"13.02.2026"'), _with("2026-01-01", '"2026-02-13"')),
    "a version without a dot": (_with('"1.0"', '"1"'), _with('"1.0"', '"1.0"')),
    "a version with a letter": (_with('"1.0"', '"v1.2"'), _with('"1.0"', '"1.2"')),
    "quotes where YAML made a number": (_with("title: Second", "title: 12"), _with("title: Second", 'title: "12"')),
    "no quotes where a boolean is wanted": (
        _with("owner: Team", "owner: Team\npublic: 'true'"),
        _with("owner: Team", "owner: Team\npublic: true"),
    ),
    "a key in other letters": (_with("owner: Team", "Owner: Team"), GOOD),
    "a key twice, and both say the same": (
        _with('docops_version: "2.0"\n', 'docops_version: "2.0"\nowner: "Team"\n'),
        GOOD.replace("owner: Team\n", "").replace('docops_version: "2.0"\n', 'docops_version: "2.0"\nowner: "Team"\n'),
    ),
    "a value gets quotes": (_with("title: Second", "title: & co"), _with("title: Second", "title: '& co'")),
    "a value with a colon gets quotes": (
        _with("title: Second", "title: it's: so"),
        _with("title: Second", "title: 'it''s: so'"),
    ),
    "tabs become spaces": (
        _with("owner: Team", "owner: Team\nkeywords:\n\t- api"),
        _with("owner: Team", "owner: Team\nkeywords:\n  - api"),
    ),
    "front matter is closed": (GOOD.replace('"2.0"\n---\n', '"2.0"\n'), GOOD),
    "dots that close front matter become a fence": (GOOD.replace('"2.0"\n---\n', '"2.0"\n...\n'), GOOD),
    "a rule that closes front matter becomes a fence, although another one follows": (
        GOOD.replace('"2.0"\n---\n', '"2.0"\n----  \n') + "\n---\nText.\n",
        GOOD.replace('"2.0"\n---\n', '"2.0"\n---  \n') + "\n---\nText.\n",
    ),
    "rules on both sides of front matter become fences": (GOOD.replace("---\n", "-----\n"), GOOD),
    "a blank is put after the colon of a known field": (_with("status: Draft", "status:Draft"), GOOD),
    "a known field does not begin with a tab": (_with("owner: Team", "\towner: Team"), GOOD),
    "an id is padded": (_with("KIT-ADR-002", "KIT-ADR-2"), GOOD),
    "an id gets its prefix": (_with("KIT-ADR-002", "OLD-ADR-002"), GOOD),
    "an id gets its type": (_with("KIT-ADR-002", "KIT-SPEC-002"), GOOD),
    "an id gets capitals": (_with("KIT-ADR-002", "kit-adr-002"), GOOD),
    "a reference in capitals": (
        _with("owner: Team", "owner: Team\nrelated_ids: [kit-adr-001]  # x"),
        _with("owner: Team", "owner: Team\nrelated_ids: [KIT-ADR-001]  # x"),
    ),
    "the letters of a link": (
        GOOD + "Before  [x](ADR-001-First.md)[x](ADR-001-First.md) after. `[x](ADR-001-First.md)`\t\n",
        GOOD + "Before  [x](adr-001-first.md)[x](adr-001-first.md) after. `[x](ADR-001-First.md)`\t\n",
    ),
    "a fragment": (GOOD + "[x](adr-001-first.md#decision,-final)", GOOD + "[x](adr-001-first.md#decision-final)"),
    "an unused definition goes, blank lines stay": (GOOD + "\n[a]: b.md 'c'\n\nText.\n", GOOD + "\n\nText.\n"),
    "a definition on several lines goes whole": (
        GOOD + "\n[a]:\n  b.md\n  'The\n  title'\nText.\n",
        GOOD + "\nText.\n",
    ),
    "a line below a definition that is no title stays": (
        GOOD + "\n[a]: b.md\n'Some' words.\n",
        GOOD + "\n'Some' words.\n",
    ),
    "items of a list that need quotes": (
        _with("owner: Team", "owner: Team\nkeywords: [@a, b,  *.md ]  # x"),
        _with("owner: Team", "owner: Team\nkeywords: ['@a', b,  '*.md' ]  # x"),
    ),
    "a definition twice with one target": (
        GOOD + "\n[a] x\n\n[a]: adr-001-first.md\n[a]: <adr-001-first.md>\n",
        GOOD + "\n[a] x\n\n[a]: adr-001-first.md\n",
    ),
    "the visible block": (
        HEAD + "\n# Second\n\n<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Owner:** Crew  \n> **Status:** Draft\n",
        HEAD + "\n# Second\n\n<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Owner:** Team  \n> **Status:** Draft\n",
    ),
}


@pytest.mark.parametrize("name", SAFE)
def test_what_is_safe_is_corrected(name, kit):
    before, expected = SAFE[name]
    after, data = _fixed(kit, before)
    assert after[PATH].decode() == expected
    assert data["applied"]
    assert all(each["safe"] for each in data["changes"])
    assert kit.json("check").found == []


UNSAFE = {
    "a slip of a key": (_with("owner: Team", "ownr: Team"), GOOD),
    "a slip of an option": (_with("status: Draft", "status: Drat"), GOOD),
    "an id of two documents": (_with("KIT-ADR-002", "KIT-ADR-001"), GOOD),
    "a value that YAML takes for a comment": (
        _with("title: Second", "title: #2 of two"),
        _with("title: Second", 'title: "#2 of two"'),
    ),
    "a definition with another target": (
        GOOD + "\n[r] x\n\n[r]: adr-001-first.md\n[r]: adr-001-first.md#context\n",
        GOOD + "\n[r] x\n\n[r]: adr-001-first.md\n",
    ),
    "latin-1": (GOOD.replace("Team", "Bücher").encode("latin-1"), GOOD.replace("Team", "Bücher")),
    "utf-16": (GOOD.encode("utf-16"), GOOD),
}


@pytest.mark.parametrize("name", UNSAFE)
def test_what_may_be_meant_otherwise_needs_the_option(name, kit):
    before, expected = UNSAFE[name]
    kept, data = _fixed(kit, before)
    assert kept[PATH] == (before if isinstance(before, bytes) else before.encode())
    assert (data["applied"], data["reason"]) == (False, "no_changes")
    assert "unsafe" in {each["reason_code"] for each in data["skipped"]}
    after, data = _fixed(kit, before, "--unsafe")
    assert after[PATH].decode() == expected
    assert not any(each["safe"] for each in data["changes"] if each["path"] == PATH)


LEFT = {
    "what may be a title of a definition": (GOOD + "\n[a]: b.md\n'x\n# y'\n", "no_clear_correction"),
    "front matter with a damaged fence": (GOOD.replace("---", "-|--", 1), "needs_author"),
    "front matter without its first line": (GOOD.removeprefix("---\n"), "needs_author"),
    "front matter below a line of text": ("Crew wrote this.\n" + GOOD, "needs_author"),
    "front matter below an empty one": ("---\n" + GOOD, "needs_author"),
    "text of another encoding": (GOOD.encode("utf-16-le"), "no_clear_correction"),
    "nothing near": (GOOD + "[x](nowhere-at-all.md)\n", "no_clear_correction"),
    "no such heading": (GOOD + "[x](adr-001-first.md#quite-another-thing)\n", "no_clear_correction"),
    "two days": (_with("2026-01-01", "02/01/2026"), "ambiguous"),
    "two owners": (_with("owner: Team", "owner: Team\nowner: Other"), "ambiguous"),
    "only the author knows": (_with("owner: Team", "owner: Team\narea:"), "needs_author"),
    "an alias": (_with("title: Second", "title: &d Second").replace("owner: Team", "owner: *d"), "needs_author"),
    "a merge key": (_with("owner: Team", "<<: *base"), "needs_author"),
    "no field behind a line of the block": (
        HEAD + "\n<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Area:** Payments\n",
        "needs_author",
    ),
    "mixed encodings": (GOOD.encode() + "ü".encode("latin-1") + "ü".encode(), "ambiguous"),
    "no mapping": ("---\nsome text\n", "ambiguous"),
    "front matter below a comment": ("<!-- from the wiki -->\n" + GOOD, "needs_author"),
    "rules around what cannot be read": ("-----\nowner: Team\nstatus: {\n-----\n", "needs_author"),
    "a tab below a folded text": (
        _with("owner: Team", "owner: >\n  Team\n\tarea: x"),
        "ambiguous",
    ),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_not_clear_is_left_and_listed(name, kit):
    before, reason = LEFT[name]
    after, data = _fixed(kit, before, "--unsafe")
    assert after[PATH] == (before if isinstance(before, bytes) else before.encode())
    assert {each["reason_code"] for each in data["skipped"]} == {reason}
    assert data["remaining"] == len(data["skipped"]) > 0


def test_the_order_of_days_may_be_said(kit):
    after, _ = _fixed(kit, _with("2026-01-01", "02/01/2026"), "--date-order", "dmy")
    assert after[PATH].decode() == _with("2026-01-01", "2026-01-02")


def test_a_file_is_renamed_and_links_follow(kit):
    kit.write({"docs/45-adr/adr-001-first.md": FIRST + "\n[x](My_Second%20One.md#second)\n"})
    after, data = _fixed(kit, GOOD + "[y](adr-001-first.md)\n", path="docs/45-adr/My_Second One.md")
    assert after["docs/45-adr/my-second-one.md"].decode() == GOOD + "[y](adr-001-first.md)\n"
    assert after["docs/45-adr/adr-001-first.md"].decode().endswith("[x](my-second-one.md#second)\n")
    assert data["summary"] == {"create": 0, "update": 1, "rename": 1, "safe": 2, "unsafe": 0}
    assert kit.json("check").found == []


def test_a_file_with_another_ending_of_markdown_is_renamed(kit):
    after, _ = _fixed(kit, GOOD, path="docs/45-adr/adr-002-second.markdown")
    assert after["docs/45-adr/adr-002-second.md"].decode() == GOOD


LINKS = {
    "backslashes": ("..\\20-specs\\spec-001-api.md#context", "../20-specs/spec-001-api.md#context", True),
    "a path and a fragment": ("../20-specs/spec-01-api.md#Contxt", None, None),
    "a fragment of a page with another extension": ("adr-001-first.html#Context", "adr-001-first.md#context", False),
    "a slip in both": ("adr-001-frist.md#decision-finl", "adr-001-first.md#decision-final", False),
    "a name as it was before it was corrected": ("ADR_001 First.md", "adr-001-first.md", False),
    "underscores": ("adr_001_first.md#context", "adr-001-first.md#context", False),
    "accents": ("ádr-001-fïrst.html", "adr-001-first.md", False),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_gets_the_path_and_the_fragment_that_were_meant(name, kit):
    written, expected, is_safe = LINKS[name]
    before = f"{GOOD}[x](<{written}>) and [y](adr-001-first.md)\n"
    kept, _ = _fixed(kit, before)
    assert (kept[PATH].decode() == before) is not is_safe or expected is None
    after, _ = _fixed(kit, before, "--unsafe")
    assert after[PATH].decode() == (before.replace(written, expected) if expected else before)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["", "adr-001-frist.md"])
def test_wrong_links_of_one_document_are_corrected_in_one_run(target, kit):
    """More than check would say what was meant by, and more than one round corrects."""
    chance = Random(1)
    names = [f"{''.join(chance.choices('bdfgklmnprst', k=8))} {number}" for number in range(700)]
    headings = "".join(f"## {each}\n\n" for each in names)
    right = [f"[x]({target}#{each.replace(' ', '-')})\n" for each in names]
    links = "".join(each.replace(name[:4], f"{name[:3]}q") for each, name in zip(right, names, strict=True))
    kit.write({"docs/45-adr/adr-001-first.md": FIRST + headings})
    after, _ = _fixed(kit, GOOD + headings + links, "--unsafe")
    assert after[PATH].decode() == GOOD + headings + "".join(right).replace("frist", "first")


def test_a_document_moves_to_the_folder_of_its_type(kit):
    kit.write({"docs/45-adr/adr-001-first.md": FIRST + "\n[x](../notes/adr-002-second.md)\n"})
    before = GOOD + "[y](../45-adr/adr-001-first.md)\n"
    kept, _ = _fixed(kit, before, path="docs/notes/adr-002-second.md")
    assert "docs/notes/adr-002-second.md" in kept
    after, _ = _fixed(kit, before, "--unsafe", path="docs/notes/adr-002-second.md")
    assert after[PATH].decode() == GOOD + "[y](adr-001-first.md)\n"
    assert after["docs/45-adr/adr-001-first.md"].decode().endswith("[x](adr-002-second.md)\n")
    assert not (kit.folder / "docs/notes").exists()


def test_an_id_that_others_mention_is_followed_and_not_safe(kit):
    mentioning = FIRST.replace("owner: Team", "owner: Team\nrelated_ids: [KIT-ADR-2]")
    kit.write({"docs/45-adr/adr-001-first.md": mentioning})
    kept, _ = _fixed(kit, _with("KIT-ADR-002", "KIT-ADR-2"))
    assert b"KIT-ADR-2\n" in kept[PATH]
    after, _ = _fixed(kit, _with("KIT-ADR-002", "KIT-ADR-2"), "--unsafe")
    assert after[PATH].decode() == GOOD
    assert b"related_ids: [KIT-ADR-002]" in after["docs/45-adr/adr-001-first.md"]


def test_sections_are_inserted_in_their_order(kit):
    kit.write(
        {
            ".meminit.toml": CONFIG.replace(
                '"45-adr"\n', '"45-adr"\nsections = ["Context", "Decision", "Consequences"]\n'
            )
        }
    )
    kit.write({"docs/45-adr/adr-001-first.md": FIRST.replace(", final", "") + "\n## Consequences\n"})
    body = HEAD + "\nIntro.\n\n{}## Consequences\n"
    after, _ = _fixed(kit, body.format(""), "--unsafe")
    assert after[PATH].decode() == body.format("## Context\n\n## Decision\n\n")
    after, _ = _fixed(kit, HEAD + "\n## Context\n\nText", "--unsafe")
    assert after[PATH].decode() == HEAD + "\n## Context\n\nText\n\n## Decision\n\n## Consequences\n"


def test_a_placeholder_that_would_be_a_new_finding_is_dropped(kit):
    kit.write({".meminit.toml": CONFIG.replace('owner = "Crew"\n', "")})
    before = (
        GOOD.replace("owner: Team\n", "").replace("status: Draft", "status: Approved").replace("2026-01-01", "2026/1/1")
    )
    after, data = _fixed(kit, before)
    assert after[PATH].decode() == before.replace("2026/1/1", "2026-01-01")
    assert [(each["code"], each["reason_code"]) for each in data["skipped"]] == [("MISSING_FIELD", "conflicts_with")]


def test_check_reports_what_would_change_and_writes_nothing(kit):
    kit.write({PATH: _with("status: Draft", "status: draft")})
    answer = kit.json("fix", "--check")
    assert (answer.exit, answer.json["error"]["code"]) == (1, "VIOLATIONS_FOUND")
    assert answer.codes == ["INVALID_FIELD"]
    kit.write({PATH: GOOD})
    assert kit.json("fix", "--check").exit == 0


def test_codes_and_paths_narrow_what_is_corrected(kit):
    kit.write({PATH: _with("status: Draft", "status: draft") + "[x](ADR-001-First.md)\n"})
    data = kit.json("fix", "--code", "INVALID_FIELD").json["data"]
    assert [each["codes"] for each in data["changes"]] == [["INVALID_FIELD"]]
    assert kit.json("fix", "docs/20-specs").json["data"]["changes"] == []
    assert kit.json("fix", "--code", "NOPE").exit == 3


def test_a_field_is_inserted_before_the_line_with_which_yaml_ends(kit):
    before = GOOD.replace("owner: Team\n", "").replace('"2.0"\n---', '"2.0"\n...\n---')
    after, _ = _fixed(kit, before)
    assert after[PATH].decode() == before.replace("...\n", "owner: Crew\n...\n")


def test_a_field_that_is_misspelt_is_not_inserted_beside_its_slip(kit):
    after, data = _fixed(kit, _with("owner: Team", "ownr: Team"), "--code", "MISSING_FIELD")
    assert after[PATH].decode() == _with("owner: Team", "ownr: Team")
    assert [each["reason_code"] for each in data["skipped"]] == ["conflicts_with"]


@any_bytes
def test_a_name_that_is_not_utf_8_is_corrected(kit):
    path = kit.folder / "docs/45-adr" / os.fsdecode(b"Adr\xff.md")
    path.write_text(GOOD)
    data = kit.json("fix", "--apply", "--yes").json["data"]
    assert [each["to_path"] for each in data["changes"]] == ["docs/45-adr/adr-ff.md"]
    assert kit.json("rollback", "--apply", "--yes").exit == 0
    assert path.read_text() == GOOD


def test_a_correction_that_crashes_costs_one_finding(kit, monkeypatch):
    from meminit.fixes import CORRECTIONS, links

    def crash(*_):
        raise ValueError

    monkeypatch.setitem(CORRECTIONS, "LINK_CASE_MISMATCH", links.CORRECTION._replace(correct=crash))
    after, data = _fixed(kit, _with("status: Draft", "status: draft") + "[x](ADR-001-First.md)\n")
    assert after[PATH].decode() == GOOD + "[x](ADR-001-First.md)\n"
    assert [each["code"] for each in data["skipped"]] == ["LINK_CASE_MISMATCH"]


def test_mentions_of_an_id_that_two_documents_had_are_listed(kit):
    mentioning = GOOD.replace("002", "003") + "See KIT-ADR-002 and [KIT-ADR-002](adr-002-second.md).\n"
    mentioning = mentioning.replace("---\n\n", "related_ids: [KIT-ADR-002]\n---\n\n", 1)
    kit.write({PATH: GOOD, "docs/45-adr/adr-004-copy.md": GOOD, "docs/45-adr/adr-003-third.md": mentioning})
    data = kit.json("fix", "--unsafe").json["data"]
    assert [each["path"] for each in data["changes"]] == ["docs/45-adr/adr-004-copy.md"]
    listed = [(each["path"], each["line"], each["reason_code"]) for each in data["skipped"]]
    assert listed == [("docs/45-adr/adr-003-third.md", line, "ambiguous") for line in (10, 18)]
    assert data["remaining"] == 0


def test_what_brings_a_finding_is_left_out_and_nothing_else(kit):
    """A status that asks for a successor, beside other corrections of the same document and of others."""
    superseded = GOOD.replace("status: Draft", "status: Super-seded").replace("2026-01-01", "2026/1/2")
    other = GOOD.replace("002", "003").replace("status: Draft", "status: draft")
    kit.write({PATH: superseded, "docs/45-adr/adr-003-third.md": other})
    data = kit.json("fix", "--apply", "--yes").json["data"]
    assert [(each["code"], each["reason_code"]) for each in data["skipped"]] == [("INVALID_FIELD", "conflicts_with")]
    assert (kit.folder / PATH).read_text() == superseded.replace("2026/1/2", "2026-01-02")
    assert "status: Draft" in (kit.folder / "docs/45-adr/adr-003-third.md").read_text()


def test_a_new_finding_of_a_link_without_an_extension_is_blamed_on_the_page_that_it_leads_to(kit):
    kit.write({".meminit.toml": f"{CONFIG}[links]\nimplicit_extension = true\n"})
    unreadable = GOOD.replace("002", "003").replace("Team", "Bücher").encode("latin-1")
    kit.write({"docs/45-adr/adr-003-x.md": unreadable})
    after, data = _fixed(kit, _with("status: Draft", "status: Drat") + "[x](adr-003-x#nowhere)\n", "--unsafe")
    assert after[PATH].decode() == GOOD + "[x](adr-003-x#nowhere)\n"
    assert after["docs/45-adr/adr-003-x.md"] == unreadable
    assert [(each["code"], each["reason_code"]) for each in data["skipped"]] == [("INVALID_ENCODING", "conflicts_with")]


def test_a_new_finding_of_another_document_is_blamed_on_what_brought_it(kit):
    """An anchor that was taken for granted as long as nobody could read the document that it leads to."""
    linking = GOOD + "[x](adr-003-third.md#nowhere) [y](ADR-001-First.md)\n"
    third = GOOD.replace("002", "003").replace("2026-01-01", "2026/1/2").replace("Second", "Größe")
    kit.write({PATH: linking, "docs/45-adr/adr-003-third.md": third.encode("latin-1")})
    data = kit.json("fix", "--unsafe").json["data"]
    assert [each["path"] for each in data["changes"]] == [PATH]
    assert [(each["code"], each["reason_code"]) for each in data["skipped"]] == [("INVALID_ENCODING", "conflicts_with")]


def test_the_oldest_commit_counts_although_the_times_are_equal(kit):
    git = GitRepository(kit.folder).init()
    for name in ("adr-009-late.md", "adr-003-early.md"):
        kit.write({f"docs/45-adr/{name}": GOOD.replace("002", "003")})
        git("add", "--all")
        git("commit", "--quiet", "--message", name, GIT_COMMITTER_DATE="2026-01-01T00:00:00Z")
    data = kit.json("fix", "--unsafe").json["data"]
    assert [each["path"] for each in data["changes"]] == ["docs/45-adr/adr-003-early.md"]


def test_paths_in_which_nothing_can_be_corrected_are_told(kit):
    kit.write({PATH: GOOD, "note.md": "# Note\n"})
    data = kit.json("fix", PATH, "docs/nowhere/*.md", "note.md").json["data"]
    assert [(each["path"], each["code"]) for each in data["skipped"]] == [
        ("docs/nowhere/*.md", "FILE_NOT_FOUND"),
        ("note.md", "OUTSIDE_DOCS_ROOT"),
    ]
    assert data["remaining"] == 2
    assert [each["code"] for each in kit.json("fix", ".meminit.toml").json["advice"]] == ["NOTHING_TO_CHECK"]
    assert kit.json("fix", "docs/nowhere.md").json["error"]["code"] == "FILE_NOT_FOUND"


def test_a_value_that_two_parts_of_the_schema_name_is_one_value(kit):
    condition = {"if": {"properties": {"status": {"const": "Approved"}}}, "then": {"required": ["area"]}}
    properties = {**SCHEMA["properties"], "area": {"type": "string", "default": "core"}}
    kit.write({"schema.json": json.dumps({**SCHEMA, **condition, "properties": properties})})
    after, data = _fixed(kit, _with("status: Draft", "status: approved"))
    assert after[PATH].decode() == _with("status: Draft", "status: Approved").replace(
        "---\n\n#", "area: core\n---\n\n#"
    )
    assert all(each["safe"] for each in data["changes"])
