"""What a check reports of a comparison with a commit: what changed, and what base does not have."""

import os
import shutil

import pytest
import yaml
from tests.support import formats
from tests.support.calls import TOP
from tests.support.documents import GOOD
from tests.support.git import GitRepository
from tests.support.marks import posix

pytestmark = [posix, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]


def document(number, body=""):
    return GOOD.replace("001", f"{number:03}") + body


@pytest.fixture
def tree(call):
    call.git = GitRepository(call.folder).init()
    call.git.commit(
        {
            ".meminit.toml": "",
            "docs/a.md": document(1, "\n[old](gone.md) [head](b.md#section)\n"),
            "docs/b.md": document(2, "\n# Section\n\n[old](gone.md)\n"),
            "docs/c.md": document(3, "\n[old](gone.md) [b](b.md)\n"),
        }
    )
    return call


def _told(tree, *arguments):
    answer = tree.json("check", *arguments)
    found = [each.split(" ", 3)[:3] for each in answer.found]
    return [f"{path.split(':')[0]} {code}" for path, _, code in found], answer.json["data"].get("since")


def _edit(tree, name, old, new):
    path = tree.folder / name
    path.write_text(path.read_text().replace(old, new))


OLD = ["docs/a.md BROKEN_LINK", "docs/b.md BROKEN_LINK", "docs/c.md BROKEN_LINK"]


@pytest.mark.parametrize("ways", [("--since", "HEAD"), ("--staged",)])
def test_what_changed_is_reported_and_what_that_broke_elsewhere(tree, ways):
    base = tree.git.head
    assert len(tree.json("check").found) == 3
    assert _told(tree, *ways) == ([], {"ref": "HEAD", "base": base, "changed": 0})
    _edit(tree, "docs/b.md", "# Section", "# Part")
    tree.git("add", "-A")
    found, since = _told(tree, *ways)
    assert (found, since["changed"]) == (["docs/a.md BROKEN_ANCHOR", "docs/b.md BROKEN_LINK"], 1)
    assert _told(tree, *ways, "--new-only")[0] == ["docs/a.md BROKEN_ANCHOR"]
    counters = tree.json("check", *ways).json
    assert (counters["files_checked"], counters["files_failed"], counters["checked_paths_count"]) == (2, 2, 2)
    assert tree.json("check", *ways, "--new-only").json["files_passed"] == 1


def test_a_document_that_goes_or_is_renamed(tree):
    (tree.folder / "docs/b.md").unlink()
    assert _told(tree, "--since", "HEAD")[0] == ["docs/a.md BROKEN_LINK", "docs/c.md BROKEN_LINK"]
    tree.git("checkout", "docs/b.md")
    tree.git("mv", "docs/c.md", "docs/moved.md")
    assert _told(tree, "--since", "HEAD") == ([], {"ref": "HEAD", "base": tree.git.head, "changed": 0})
    _edit(tree, "docs/moved.md", "[b]", "[B]")
    assert _told(tree, "--since", "HEAD")[0] == ["docs/moved.md BROKEN_LINK"]
    assert _told(tree, "--since", "HEAD", "--new-only")[0] == []


def test_an_id_that_clashes_is_new_on_both_holders(tree):
    tree.write({"docs/d.md": document(1)})
    assert _told(tree, "--since", "HEAD")[0] == ["docs/a.md DUPLICATE_ID", "docs/d.md DUPLICATE_ID"]
    tree.git.commit()
    (tree.folder / "docs/d.md").unlink()
    assert _told(tree, "--since", "HEAD")[0] == []


def test_every_finding_counts_where_the_configuration_or_a_schema_changed(tree):
    tree.write({".meminit.toml": "# other\n"})
    answer = tree.json("check", "--since", "HEAD")
    assert (len(answer.found), answer.json["files_checked"], answer.json["data"]["since"]["changed"]) == (3, 3, 0)
    assert _told(tree, "--since", "HEAD", "--new-only")[0] == []
    tree.write({".meminit.toml": "[types.PRD]\n"})
    assert _told(tree, "--since", "HEAD", "--new-only")[0] == [f"docs/{each}.md UNKNOWN_TYPE" for each in "abc"]
    tree.git("checkout", ".meminit.toml")
    tree.write({"docs/00-governance/metadata.schema.json": "{}"})
    assert _told(tree, "--since", "HEAD")[0] == OLD
    tree.write({"docs/00-governance/metadata.schema.json": "{"})
    assert _told(tree, "--since", "HEAD", "--new-only")[0] == ["docs/00-governance/metadata.schema.json SCHEMA_INVALID"]


def test_what_is_staged_is_judged_as_it_stands_in_the_index(tree):
    _edit(tree, "docs/a.md", "[old](gone.md)", "[older](older.md)")
    tree.git("add", "-A")
    _edit(tree, "docs/a.md", "[older](older.md)", "\n\n[unstaged](not-staged.md)")
    tree.write({"docs/new.md": "untracked", "docs/older.md": document(4), ".gitignore": "ignored.md\n"})
    answer = tree.json("check", "--staged")
    assert answer.found == ["docs/a.md:14:1 error BROKEN_LINK older.md does not exist"]
    assert "[older](older.md)" in tree("check", "--staged").text
    told = formats.of_rdjson(tree("check", "--staged", "--format", "rdjson").text)
    assert len(list(told)) == 1
    _edit(tree, "docs/a.md", "not-staged.md", "ignored.md")
    tree.write({"docs/ignored.md": "x", "docs/new.md": document(5)})
    tree.git("add", "-A")
    (tree.folder / "docs/older.md").unlink()
    assert _told(tree, "--staged")[0] == []
    for path in ("docs/older.md", "docs/sub", "docs/sub/inner.md"):
        tree.write({"docs/sub/inner.md": "x"})
        tree.git("add", "docs/sub")
        shutil.rmtree(tree.folder / "docs/sub")
        found = _told(tree, "--staged", path)[0]
        assert found == ([] if path == "docs/older.md" else ["docs/sub/inner.md MISSING_FRONTMATTER"])
        assert tree.json("check", "--staged", path).json["files_checked"] == 1


def test_the_first_commit(call):
    call.git = GitRepository(call.folder).init()
    call.write({".meminit.toml": "", "docs/a.md": document(1, "[x](no.md)\n"), "docs/b.md": "x"})
    call.git("add", "docs/a.md")
    assert _told(call, "--staged")[0] == ["docs/a.md BROKEN_LINK"]
    assert call.json("check", "--since", "HEAD").json["error"]["code"] == "REVISION_UNKNOWN"


def test_the_rest_of_the_options_go_along(tree):
    _edit(tree, "docs/b.md", "# Section", "# Part")
    tree.json("baseline")
    assert _told(tree, "--since", "HEAD", "--baseline")[0] == []
    data = tree.json("check", "--since", "HEAD", "--baseline").json["data"]
    assert data["baseline"] == {"file": ".meminit-baseline.json", "known": 2, "new": 0, "gone": 0}
    _edit(tree, "docs/c.md", "[old](gone.md)", "[new](new.md)")
    data = tree.json("check", "--since", "HEAD", "--baseline", "--strict-baseline").json
    assert data["data"]["baseline"] == {"file": ".meminit-baseline.json", "known": 2, "new": 1, "gone": 1}
    assert _told(tree, "--since", "HEAD", "docs/a.md")[0] == ["docs/a.md BROKEN_ANCHOR"]
    assert _told(tree, "--since", "HEAD", "docs/a.md", "--new-only", "--baseline")[0] == []
    _edit(tree, "docs/b.md", "[old](gone.md)", "[old](gone.md) <!-- meminit: ignore BROKEN_LINK -- later -->")
    assert _told(tree, "--since", "HEAD", "docs/b.md")[0] == []
    assert _told(tree, "--since", "HEAD", "docs/b.md", "--no-suppress")[0] == ["docs/b.md BROKEN_LINK"]
    shown = tree.json("check", "--since", "HEAD", "--show-suppressed").json["data"]["suppressed"]
    assert [each["path"] for each in shown] == ["docs/b.md"]
    stream = tree.stream("check", "--since", "HEAD")
    assert [each["path"] for each in stream.lines if each["type"] == "finding"] == ["docs/b.md"] * 0 + [
        "docs/a.md",
        "docs/c.md",
    ]
    assert "compared with HEAD" in tree("check", "--since", "HEAD").text


@pytest.mark.parametrize(
    ("arguments", "code", "number"),
    [
        (("--since", "nope"), "REVISION_UNKNOWN", 5),
        (("--since", ""), "REVISION_UNKNOWN", 5),
        (("--since=--upload-pack=x",), "REVISION_UNKNOWN", 5),
        (("--since", "HEAD:docs"), "REVISION_UNKNOWN", 5),
        (("--since", "HEAD..HEAD"), "REVISION_UNKNOWN", 5),
        (("--since", "^HEAD"), "REVISION_UNKNOWN", 5),
        (("--since", "both"), "REVISION_UNKNOWN", 5),
        (("--since", "orphan"), "HISTORY_MISSING", 4),
        (("--since", "HEAD", "--staged"), "INVALID_ARGUMENT", 3),
        (("--new-only",), "INVALID_ARGUMENT", 3),
    ],
)
def test_what_cannot_be_compared(tree, arguments, code, number):
    tree.git("tag", "both")
    tree.git.commit({"docs/d.md": document(4)})
    tree.git("branch", "both")
    tree.git("checkout", "-q", "--orphan", "orphan")
    tree.git.commit()
    tree.git("checkout", "-q", "main")
    answer = tree.json("check", *arguments)
    assert (answer.exit, answer.json["error"]["code"]) == (number, code)


def test_a_name_that_is_near_is_told(tree):
    tree.git("branch", "release/one")
    answer = tree.json("check", "--since", "origin/release/one")
    assert "did you mean release/one?" in answer.json["error"]["message"]


def test_shallow_and_partial_clones(tree, tmp_path):
    first = tree.git.head
    for number in range(3):
        tree.git.commit({"docs/d.md": document(4, f"{number}\n")})
    clone = GitRepository(tmp_path / "shallow")
    clone("clone", "--quiet", "--depth", "1", f"file://{tree.folder}", ".")
    for name in ("HEAD~2", first, first[:12]):
        answer = tree.json("check", "--since", name, cwd=clone.folder)
        assert (answer.exit, answer.json["error"]["code"]) == (4, "HISTORY_MISSING")
        assert "fetch-depth: 0" in answer.json["error"]["message"]
    assert tree.json("check", "--since", "HEAD", cwd=clone.folder).exit == 0
    tree.git("config", "uploadpack.allowFilter", "true")
    clone = GitRepository(tmp_path / "partial")
    clone("clone", "--quiet", "--filter=blob:none", f"file://{tree.folder}", ".")
    answer = tree.json("check", "--since", "HEAD~1", cwd=clone.folder)
    assert (answer.exit, answer.json["error"]["code"]) == (4, "HISTORY_MISSING")


def test_no_repository_and_no_git(call, monkeypatch, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": document(1)})
    for ways in (("--since", "HEAD"), ("--staged",)):
        answer = call.json("check", *ways)
        assert (answer.exit, answer.json["error"]["code"]) == (4, "NOT_A_REPOSITORY")
    bare = GitRepository(tmp_path / "bare").init("--bare")
    call.write({"bare/.meminit.toml": "", "bare/docs/a.md": document(1)})
    assert call.json("check", "--staged", cwd=bare.folder).json["error"]["code"] == "NOT_A_REPOSITORY"
    monkeypatch.setenv("PATH", os.fspath(tmp_path / "nothing"))
    answer = call.json("check", "--since", "HEAD")
    assert (answer.exit, answer.json["error"]["code"]) == (12, "GIT_UNAVAILABLE")


def test_the_hooks_for_pre_commit(tree):
    hooks = {each["id"]: each for each in yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text())}
    assert {"meminit-check", "meminit-check-staged"} <= hooks.keys()
    name, *words = hooks["meminit-check-staged"]["entry"].split()
    assert (name, hooks["meminit-check-staged"]["pass_filenames"]) == ("meminit", False)
    assert tree(*words).exit == 0
    _edit(tree, "docs/a.md", "gone.md", "other.md")
    tree.git("add", "-A")
    assert tree(*words).exit == 1
    assert tree(*hooks["meminit-check"]["entry"].split()[1:]).exit == 1
