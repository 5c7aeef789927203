"""The block for agents: how it stands in each file, and that a sync touches nothing else."""

import pytest

from meminit.composing import agents_block, profiles

BLOCK = agents_block.shipped(profiles.agents_lines())
APPLY = ("--apply", "--yes")


@pytest.fixture
def told(call):
    """The status of each file, by its path."""

    def ask(files):
        call.write({".meminit.toml": "", **files})
        answer = call.json("protocol", "check")
        data = answer.json["data"]
        found = {each["target_path"]: each["status"] for each in data["assets"]}
        assert answer.exit == (0 if set(found.values()) == {"aligned"} else 1)
        assert data["summary"]["total"] == len(found)
        assert all(data["summary"][status] == list(found.values()).count(status) for status in found.values())
        return found

    return ask


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (BLOCK, "aligned"),
        (f"a\n\n{BLOCK}\nb", "aligned"),
        (BLOCK.replace("\n", "\r\n"), "aligned"),
        ("a", "missing"),
        ("", "missing"),
        (BLOCK.replace(" v1", ""), "legacy"),
        (BLOCK.replace("v1", "v0"), "stale"),
        (BLOCK.replace("v1", "v2"), "stale"),  # as meminit 0.14.0 wrote it
        (BLOCK.replace("Work", "Play"), "tampered"),
        (BLOCK.replace("<!-- meminit:end -->", ""), "unparseable"),
        (f"{BLOCK}\n{BLOCK}", "unparseable"),
        (BLOCK.replace("v1", "v9"), "unparseable"),
        ("<!-- meminit:end -->\n<!-- meminit:begin v1 -->", "unparseable"),
        (f"  {BLOCK}", "unparseable"),
        (b"\xff", "unparseable"),
    ],
)
def test_a_block_stands_in_one_of_six_ways(told, text, status):
    assert told({"AGENTS.md": text}) == {"AGENTS.md": status}


def test_only_files_that_exist_are_wanted_but_for_agents_md(told):
    assert told({}) == {"AGENTS.md": "missing"}
    more = {"CLAUDE.md": BLOCK, ".github/copilot-instructions.md": "", ".cursor/rules/meminit.mdc": "---\nx: 1\n---\n"}
    assert list(told(more)) == ["AGENTS.md", *more]


def test_a_link_to_another_of_them_is_no_file_of_its_own(told, call):
    (call.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    assert told({"AGENTS.md": BLOCK}) == {"AGENTS.md": "aligned"}
    (call.folder / "CLAUDE.md").unlink()
    (call.folder / "CLAUDE.md").symlink_to("other.md")
    assert told({"other.md": BLOCK})["CLAUDE.md"] == "unparseable"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("change", [("v1", "v0"), (" v1", ""), ("Work", "Play")])
def test_a_sync_writes_the_block_and_nothing_else(told, call, change, newline):
    around = ("# Mine\n\n", "\n\nMine too, without an end")
    old = f"{around[0]}{BLOCK.replace(*change)}{around[1]}".replace("\n", newline).encode()
    told({"AGENTS.md": old})
    planned = call.json("protocol", "sync")
    assert (planned.exit, planned.json["data"]["reason"]) == (0, "dry_run")
    assert (call.folder / "AGENTS.md").read_bytes() == old
    done = call.json("protocol", "sync", *APPLY).json["data"]
    assert (call.folder / "AGENTS.md").read_bytes() == f"{around[0]}{BLOCK}{around[1]}".replace("\n", newline).encode()
    assert told({}) == {"AGENTS.md": "aligned"}
    assert call.json("protocol", "sync", *APPLY).json["data"]["reason"] == "no_changes"
    call.json("rollback", done["snapshot_id"], *APPLY)
    assert (call.folder / "AGENTS.md").read_bytes() == old


def test_a_sync_makes_what_is_missing_and_leaves_what_it_cannot_read(told, call):
    told({"CLAUDE.md": f"{BLOCK}\n{BLOCK}\n"})
    data = call.json("protocol", "sync", *APPLY).json["data"]
    assert (data["fixed"], data["remaining"]) == (1, 1)
    assert [each["path"] for each in data["skipped"]] == ["CLAUDE.md"]
    assert told({}) == {"AGENTS.md": "aligned", "CLAUDE.md": "unparseable"}


def test_doctor_reports_a_block_that_drifted(told, call):
    told({"AGENTS.md": BLOCK.replace("Work", "Play"), "docs/x.txt": ""})
    assert "PROTOCOL_DRIFT" in {each["rule"] for each in call.json("doctor").json["data"]["issues"]}
