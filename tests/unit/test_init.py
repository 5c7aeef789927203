"""A repository that was set up passes a strict check, with every type; what is there is never changed."""

import errno
import json
import os

import pytest

from meminit import atomic
from meminit.composing import agents_block, profiles
from meminit.composing.body import sections
from meminit.model.document import Heading

TYPES = ["ADR", "FDD", "GOV", "PRD", "RUNBOOK", "SPEC"]
BLOCK = agents_block.shipped(profiles.agents_lines())
DOCUMENT = "---\ntitle: {0}\nkind: note\n---\n\n# {0}\n"


@pytest.fixture
def init(call):
    return lambda *arguments: call.json("init", *arguments)


def _content(folder):
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def _is_good(call):
    for arguments in (["check", "--strict"], ["doctor", "--strict"]):
        answer = call.json(*arguments)
        assert answer.exit == 0, answer.json


@pytest.mark.parametrize("root", ["docs", ".", "a b/c"])
@pytest.mark.parametrize("profile", profiles.PROFILES)
def test_a_fresh_repository_is_good_with_every_type(init, call, profile, root):
    call.write({"README.md": "# Us\n", "src/main.py": ""})
    data = init("--profile", profile, "--docs-root", root, "--project", "Payments & more").json["data"]
    assert (data["basis"], data["profile"]) == ("profile", profile)
    assert data["created_paths"] == sorted(_content(call.folder).keys() - {"README.md", "src/main.py"})
    _is_good(call)
    listed = call.json("new", "--list-types").json["data"]["types"]
    for each in listed:
        made = call.json("new", each["type"], "A “title”: [x](y)")
        assert made.exit == 0, made
    assert [each["type"] for each in listed] == (TYPES if profile == "docops" else ["PAGE"])
    _is_good(call)
    assert call.json("list").json["data"]["total"] == len(listed) + 1


def test_again_changes_nothing_and_completes_what_is_missing(init, call):
    init("--prefix", "pay")
    before = _content(call.folder)
    again = init().json["data"]
    assert again["created_paths"] == again["updated_paths"] == []
    assert again["skipped_paths"] == sorted(before)
    assert _content(call.folder) == before
    (call.folder / "docs/00-governance/templates/adr.template.md").unlink()
    assert init().json["data"]["created_paths"] == ["docs/00-governance/templates/adr.template.md"]
    assert _content(call.folder) == before
    assert b'prefix = "PAY"' in before[".meminit.toml"]


def test_options_that_change_nothing_are_told(init, call):
    init("--prefix", "PAY")
    before = _content(call.folder)
    answer = init("--prefix", "ABC", "--docs-root", "other").json
    assert [each["code"] for each in answer["advice"]] == ["INIT_OPTIONS_UNUSED"]
    assert _content(call.folder) == before
    assert init().json["advice"] == []


def test_a_trial_writes_nothing(init, call):
    data = init("--dry-run").json["data"]
    assert data["would_create"][:2] == [".meminit.toml", "AGENTS.md"]
    assert _content(call.folder) == {}
    assert init().json["data"]["created_paths"] == data["would_create"]


def test_a_folder_may_be_named(init, call):
    assert init("new/folder").json["root"] == str(call.folder / "new/folder")
    assert call.json("check", "--strict", "--root", "new/folder").exit == 0
    (call.folder / "file").write_text("x")
    assert init("file").json["error"]["code"] == "INVALID_ARGUMENT"
    assert init("a", "--root", ".").json["error"]["code"] == "INVALID_ARGUMENT"


def test_what_is_there_stays(init, call):
    call.write({"docs/45-adr/README.md": "mine", "docs/00-governance/metadata.schema.json": "{}"})
    assert init("--docs-root", "handbook").exit == 0
    call.write({"handbook/10-prd/README.md": "mine"})
    assert init().exit == 0
    assert (call.folder / "docs/45-adr/README.md").read_text() == "mine"
    assert (call.folder / "handbook/10-prd/README.md").read_text() == "mine"


def test_documents_that_are_there_decide(init, call):
    call.write({f"pages/{name}.md": DOCUMENT.format(name) for name in "abcdefghijklmnop"})
    proposed = call.json("scan", "--propose").json["data"]["proposal"]
    data = init().json["data"]
    assert data["basis"] == "proposal"
    assert (call.folder / ".meminit.toml").read_text() == proposed["config"]
    assert json.loads((call.folder / proposed["schema_path"]).read_text()) == json.loads(proposed["schema"])
    assert call.json("check").exit == 0
    again = init().json["data"]
    assert (again["created_paths"], again["basis"]) == ([], "configuration")


def test_a_profile_that_is_asked_for_is_used_where_its_folder_is_free(init, call):
    call.write({"ARCHITECTURE.md": "# How\n", "notes/a.md": "# a\n"})
    assert init("--profile", "docops").json["data"]["basis"] == "profile"
    call.folder = call.folder / "other"
    call.write({"docs/a.md": DOCUMENT.format("a")})
    answer = init("--profile", "docops").json
    assert answer["data"]["basis"] == "proposal"
    assert [each["code"] for each in answer["advice"]] == ["INIT_OPTIONS_UNUSED"]


def test_what_is_asked_for_stands_in_a_proposal(init, call):
    call.write({"pages/a.md": DOCUMENT.format("a")})
    init("--project", 'A "project"', "--prefix", "ABC")
    shown = call.json("context").json["data"]
    assert (shown["project_name"], shown["repo_prefix"]) == ('A "project"', "ABC")


def test_another_configuration_is_left_alone(init, call):
    call.write({"docops.config.yaml": "project_name: X\n"})
    data = init().json["data"]
    assert (data["created_paths"], data["skipped_paths"]) == (["AGENTS.md"], ["docops.config.yaml"])
    call.write({"docops.config.yaml": "- x\n"})
    assert init().json["error"]["code"] == "CONFIG_INVALID"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Mine", f"# Mine\n\n{BLOCK}\n"),
        ("# Mine\r\n", "# Mine\r\n\r\n" + BLOCK.replace("\n", "\r\n") + "\r\n"),
        ("", f"{BLOCK}\n"),
        ("a\n<!-- meminit:begin -->\nold\n<!-- meminit:end -->\nb", f"a\n{BLOCK}\nb"),
        ("a\n<!-- meminit:begin v0 -->\nold\n<!-- meminit:end -->\n", f"a\n{BLOCK}\n"),
        (f"a\n{BLOCK}\nb\n", None),
        (f"a\n{BLOCK.replace('Work', 'Play')}\n", None),
        (f"{BLOCK}\n{BLOCK}\n", None),
        ("<!-- meminit:end -->\n", None),
        (BLOCK.replace("v1", "v2"), f"{BLOCK}"),
        (BLOCK.replace("v1", "v3"), None),
    ],
)
def test_agents_md_gets_its_block_and_nothing_else_changes(init, call, text, expected):
    call.write({"AGENTS.md": text.encode()})
    data = init().json["data"]
    assert (call.folder / "AGENTS.md").read_bytes().decode() == (text if expected is None else expected)
    assert data["updated_paths"] == ([] if expected is None else ["AGENTS.md"])
    assert init().json["data"]["updated_paths"] == []


def test_the_block_has_twenty_lines():
    assert len(BLOCK.splitlines()) == 22


@pytest.mark.parametrize("arguments", [["--prefix", "p1"], ["--docs-root", "../x"], ["--docs-root", ""]])
def test_what_cannot_be_done_writes_nothing(init, call, arguments):
    assert init(*arguments).exit in {3, 7}
    assert _content(call.folder) == {}


def test_a_link_that_leads_out_is_not_followed(init, call, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (call.folder / "docs").symlink_to(outside)
    assert init().json["error"]["code"] == "PATH_ESCAPE"
    assert list(outside.iterdir()) == []
    assert not (call.folder / ".meminit.toml").exists()


@pytest.mark.parametrize("at", [1, 2, 5, 14])
@pytest.mark.parametrize("there", [(), ("docs/45-adr",)])
def test_what_fails_half_way_leaves_everything_as_it_was(init, call, monkeypatch, there, at):
    root = call.folder / "a" / "b"
    for each in ("", *there):
        (root / each).mkdir(parents=True)
    before = {each.relative_to(root) for each in root.rglob("*")}
    count = iter(range(1, 100))
    whole = atomic.create

    def failing(path, pieces):
        if next(count) == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        whole(path, pieces)

    monkeypatch.setattr(atomic, "create", failing)
    answer = init("a/b")
    assert answer.json["error"]["code"] == "WRITE_REFUSED"
    assert {each.relative_to(root) for each in root.rglob("*")} == before


def test_a_file_for_agents_that_cannot_be_replaced_leaves_everything_as_it_was(init, call, monkeypatch):
    call.write({"AGENTS.md": "# Mine\n"})

    def failing(*_arguments, **_options):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(atomic, "replace", failing)
    assert init().json["error"]["code"] == "WRITE_REFUSED"
    assert [each.name for each in call.folder.iterdir()] == ["AGENTS.md"]


@pytest.mark.parametrize(
    ("project", "prefix"), [("my-app 2", "MYAPP"), ("日本", "RIBEN"), ("a", "DOC"), ("x" * 20, "X" * 10)]
)
def test_a_prefix_comes_from_the_name(init, call, project, prefix):
    init("--project", project)
    assert call.json("context").json["data"]["repo_prefix"] == prefix


def test_marks_belong_to_the_nearest_heading():
    marks = [f"<!-- MEMINIT_SECTION: {name} -->" for name in "abc"]
    text = f"# T\n\n{marks[0]}\n\n## A\n\n## B\n\n{marks[1]}\n\nx\n\n{marks[2]}\n## C"
    headings = [Heading(1, "T", 1, 1), Heading(2, "A", 5, 1), Heading(2, "B", 7, 1), Heading(2, "C", 14, 1)]
    assert [(each.id, each.line, each.end_line) for each in sections(text, headings, 1)] == [
        ("a", 5, 5),
        ("b", 7, 11),
        ("c", 14, 14),
    ]
