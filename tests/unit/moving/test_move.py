"""`meminit move` as it is called."""

import os
import shutil
import subprocess

import pytest
from tests.support.documents import GOOD
from tests.support.marks import posix
from tests.support.moving import page

CONFIG = '[docs]\nschema = ""\n[id]\nfield = ""\n'
APPLIED = ["--apply", "--yes"]


@pytest.fixture
def tree(call):
    call.write({
        ".meminit.toml": CONFIG,
        "docs/a.md": page("[b](sub/b.md#b) ![i](sub/i.png)"),
        "docs/sub/b.md": page("# B\n[a](../a.md) [i](i.png)"),
        "docs/sub/i.png": b"\0\1",
        "README.md": "[b](docs/sub/b.md)\n",
    })  # fmt: skip
    return call


def everything(folder):
    files = [path for path in folder.rglob("*") if ".git" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.is_file() and path.read_bytes() for path in files}


def test_a_plan_writes_nothing_and_tells_all(tree):
    before = everything(tree.folder)
    data = tree.json("move", "docs/sub/b.md", "docs/c.md", "--diff").json["data"]
    assert data["report"] == {
        "moved": [{"from": "docs/sub/b.md", "to": "docs/c.md"}],
        "links_rewritten": 3,
        "documents_changed": 2,
    }
    assert (data["dry_run"], data["applied"], data["summary"]) == (
        True,
        False,
        {"create": 0, "update": 1, "rename": 1, "safe": 2, "unsafe": 0},
    )
    assert [(each["op"], each["path"], each.get("to_path")) for each in data["changes"]] == [
        ("update", "docs/a.md", None),
        ("rename", "docs/sub/b.md", "docs/c.md"),
    ]
    assert data["changes"][1]["edits"][1] == {"line": 5, "column": 18, "old": "i.png", "new": "sub/i.png"}
    assert data["next_actions"] == ["meminit move docs/sub/b.md docs/c.md --apply --yes"]
    assert "+[b](c.md#b)" in data["diff"]["files"][0]["unified"]
    assert everything(tree.folder) == before


def test_the_report_is_in_the_order_of_paths(tree):
    tree.write({f"docs/sub/{name}": "x" for name in ("z.txt", "c/y.txt", "a.txt", "k.txt")})
    moved = tree.json("move", "docs/sub", "docs/other").json["data"]["report"]["moved"]
    names = ["a.txt", "b.md", "c/y.txt", "i.png", "k.txt", "z.txt"]
    assert moved == [{"from": f"docs/sub/{name}", "to": f"docs/other/{name}"} for name in names]


def test_a_file_moves_and_comes_back(tree):
    before = everything(tree.folder)
    answer = tree.json("move", "docs/sub/b.md", "docs/c.md", *APPLIED).json
    assert answer["data"]["applied"]
    after = everything(tree.folder)
    assert after["docs/c.md"] == page("# B\n[a](a.md) [i](sub/i.png)").encode()
    assert after["docs/a.md"] == page("[b](c.md#b) ![i](sub/i.png)").encode()
    assert after["README.md"] == before["README.md"]
    assert [(each["code"], each["details"]["paths"]) for each in answer["advice"]] == [
        ("MOVE_LEAVES_LINKS", ["README.md"])
    ]
    assert tree.json("check", "--strict").exit == 0
    assert tree.json("move", "docs/c.md", "docs/sub/b.md", *APPLIED).exit == 0
    assert everything(tree.folder) == before
    assert tree.json("rollback", *APPLIED).exit == 0
    assert everything(tree.folder) == after


def test_a_folder_moves_as_a_whole(tree):
    before = everything(tree.folder)
    assert tree.json("move", "docs/sub", "docs/new/deep", "--everywhere", *APPLIED).exit == 0
    after = everything(tree.folder)
    assert after["README.md"] == b"[b](docs/new/deep/b.md)\n"
    assert after["docs/new/deep/i.png"] == b"\0\1"
    assert "docs/sub" not in after
    assert tree.json("check", "--strict").exit == 0
    assert tree.json("rollback", *APPLIED).exit == 0
    assert everything(tree.folder) == before


def test_empty_folders_go_with_the_one_that_moves(tree, tmp_path):
    (tmp_path / "docs/sub/empty/deep").mkdir(parents=True)
    (tmp_path / "docs/sub/empty").chmod(0o700)
    before = everything(tree.folder)
    assert tree.json("move", "docs/sub", "docs/new", *APPLIED).exit == 0
    assert not (tmp_path / "docs/sub").exists()
    assert (tmp_path / "docs/new/empty/deep").is_dir()
    assert (tmp_path / "docs/new/empty").stat().st_mode & 0o777 in {0o700, 0o777}  # the latter on Windows
    assert tree.json("rollback", *APPLIED).exit == 0
    assert everything(tree.folder) == before
    assert (tmp_path / "docs/sub/empty").stat().st_mode & 0o777 in {0o700, 0o777}


def test_into_a_folder_that_is_there_and_from_where_one_is(tree, tmp_path):
    assert tree.json("move", "../a.md", ".", *APPLIED, cwd=tmp_path / "docs/sub").exit == 0
    assert (tmp_path / "docs/sub/a.md").read_text() == page("[b](b.md#b) ![i](i.png)")
    assert tree.json("move", "docs/sub/a.md", "docs/new/", *APPLIED).exit == 0
    assert (tmp_path / "docs/new/a.md").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["docs/no.md", "docs/c.md"], "FILE_NOT_FOUND"),
        (["docs/a.md", "docs/sub/b.md"], "FILE_EXISTS"),
        (["docs/a.md", "docs/a.md"], "FILE_EXISTS"),
        (["docs/a.md", "docs/sub/b.md/a.md"], "FILE_EXISTS"),
        (["docs/sub", "docs/sub/deep"], "INVALID_ARGUMENT"),
        (["docs/sub", "docs/sub"], "INVALID_ARGUMENT"),
        ([".", "docs/x"], "INVALID_ARGUMENT"),
        (["docs/a.md", ""], "INVALID_ARGUMENT"),
        (["docs/a.md", f"docs/{'x' * 253}.md"], "INVALID_ARGUMENT"),
        (["docs/a.md", "../a.md"], "PATH_ESCAPE"),
        (["../a.md", "docs/a.md"], "PATH_ESCAPE"),
        (["docs/a.md", "docs/.git/a.md"], "PATH_ESCAPE"),
        ([".meminit.toml", "docs/x.toml"], "WRITE_REFUSED"),
    ],
)
def test_what_cannot_be_moved(tree, arguments, code):
    before = everything(tree.folder)
    for more in ([], APPLIED):
        answer = tree.json("move", *arguments, *more)
        assert answer.json["error"]["code"] == code
    assert everything(tree.folder) == before


def test_what_the_configuration_names_is_not_taken_away(tree):
    tree.write({".meminit.toml": CONFIG.replace('schema = ""', 'schema = "s.json"'), "s.json": "{}"})
    answer = tree.json("move", "s.json", "docs/s.json", *APPLIED).json
    assert answer["error"]["details"]["codes"] == {"SCHEMA_MISSING": 1}


@posix
def test_symbolic_links_stay_where_they_are(tree, tmp_path):
    (tmp_path / "docs/sub/link.md").symlink_to("b.md")
    (tmp_path / "away").symlink_to("/")
    for arguments in (["docs/sub", "docs/x"], ["docs/sub/link.md", "docs/l.md"], ["docs/a.md", "away/tmp/a.md"]):
        assert tree.json("move", *arguments).json["error"]["code"] == "PATH_ESCAPE"
    assert tree.json("move", "docs/sub/b.md", "docs/c.md").json["error"]["code"] == "CONFLICT"


def test_findings_about_name_and_place_are_told(tree):
    tree.write({".meminit.toml": CONFIG + '[types.ADR]\ndirectory = "adr"\n', "docs/adr/x.md": page("", ["type: ADR"])})
    answer = tree.json("move", "docs/adr/x.md", "docs/sub/Bad_Name.md", *APPLIED).json
    (advice,) = answer["advice"]
    assert advice["code"] == "MOVE_ADDS_FINDINGS"
    assert advice["details"]["codes"] == {"DIRECTORY_MISMATCH": 1, "FILENAME_CONVENTION": 1}
    assert answer["data"]["applied"]
    tree("move", "docs/sub/Bad_Name.md", "docs/sub/good.md", *APPLIED)
    assert "\nnote: where it lies now" in tree("move", "docs/sub/good.md", "docs/sub/Bad.md").text


def test_any_other_finding_refuses_the_whole(call):
    call.write(
        {".meminit.toml": "", "docs/a.md": GOOD, "docs/b.md": GOOD.replace("001", "002\nrelated_ids: [PAY-ADR-001]")}
    )
    before = everything(call.folder)
    answer = call.json("move", "docs/a.md", "outside.md", *APPLIED)
    assert (answer.exit, answer.json["error"]["code"]) == (6, "CONFLICT")
    assert answer.json["error"]["details"]["codes"] == {"UNRESOLVED_REFERENCE": 1}
    assert everything(call.folder) == before


def test_what_is_broken_already_stops_nothing(tree):
    tree.write(
        {"docs/sub/b.md": page("# B\n[no](no.md) [no](../nowhere.md#x) [a](../a.md#no)"), "docs/z.md": b"\xff\xfe"}
    )
    assert tree.json("move", "docs/sub/b.md", "docs/c.md", *APPLIED).exit == 0
    assert (tree.folder / "docs/c.md").read_text() == page("# B\n[no](no.md) [no](../nowhere.md#x) [a](a.md#no)")


def test_bytes_and_permissions_are_kept(tree, tmp_path):
    (tmp_path / "docs/sub/b.md").write_bytes(
        b"\xef\xbb\xbf---\r\ntitle: \xc3\xa9\r\n---\r\n\xc3\xa9 [i](i.png)\r[a](../a.md)"
    )
    os.chmod(tmp_path / "docs/sub/b.md", 0o640)
    assert tree.json("move", "docs/sub/b.md", "docs/c.md", *APPLIED).exit == 0
    moved = tmp_path / "docs/c.md"
    assert moved.read_bytes() == b"\xef\xbb\xbf---\r\ntitle: \xc3\xa9\r\n---\r\n\xc3\xa9 [i](sub/i.png)\r[a](a.md)"
    assert os.name == "nt" or moved.stat().st_mode & 0o777 == 0o640


@pytest.fixture
def git(tmp_path):
    if not shutil.which("git"):
        pytest.skip("needs git")

    def ask(*words):
        own = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    return ask


def test_the_index_of_git_follows_if_it_is_asked(tree, git):
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        git(*words)
    tree.json("move", "docs/sub", "docs/new", *APPLIED)
    assert "docs/sub/b.md" in git("ls-files")
    tree.json("rollback", *APPLIED)
    assert tree.json("move", "docs/sub", "docs/new", "--git", *APPLIED).json["data"]["applied"]
    assert git("diff", "--cached", "--name-status", "-M").splitlines() == [
        "R100\tdocs/sub/b.md\tdocs/new/b.md",
        "R100\tdocs/sub/i.png\tdocs/new/i.png",
    ]


def test_what_moved_in_the_index_moves_back_with_it(tree, git):
    git("init", "-q")
    git("add", ".")
    before = git("ls-files", "--stage")
    tree.json("move", "docs/sub", "docs/new", "--git", *APPLIED)
    after = git("ls-files", "--stage")
    assert after != before
    tree.json("rollback", *APPLIED)
    assert git("ls-files", "--stage") == before
    again = tree.json("rollback", "--list").json["data"]["snapshots"][0]["id"]
    tree.json("rollback", again, *APPLIED)
    assert git("ls-files", "--stage") == after


def test_what_the_configuration_names_is_told(call):
    call.write(
        {".meminit.toml": '[docs]\nschema = ""\n[types.ADR]\ntemplate = "docs/t/adr.md"\n', "docs/t/adr.md": "x"}
    )
    (advice,) = call.json("move", "docs/t", "docs/u").json["advice"]
    assert (advice["code"], advice["details"]["paths"]) == ("MOVE_LEAVES_SETTINGS", ["docs/t/adr.md"])


def test_a_schema_does_not_move_from_under_the_configuration(call):
    call.write({".meminit.toml": '[docs]\nschema = "docs/s.json"\n', "docs/s.json": "{}", "docs/a.md": GOOD})
    error = call.json("move", "docs/s.json", "docs/t.json").json["error"]
    assert error["code"] == "CONFLICT"
    assert "configuration first" in error["details"]["suggestion"]
