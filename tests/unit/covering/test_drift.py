"""Documents beside the code that they cover: what is affirmed, what has changed since, and what cannot be read."""

import os
import shutil
import sys

import pytest
from tests.support.git import GitRepository
from tests.support.marks import exact_names, not_root, posix

from meminit.covering import symbols

LOCK = "docs/01-indices/covers.lock"
CONFIG = '[docs]\nschema = ""\n'
CODE = {"src/a.py": "def f():\n    return 1\n", "src/b.py": "x = 1\n", "lib/c.txt": "c\n"}


def _covering(*entries):
    return "---\ncovers:\n" + "".join(f"  - '{each}'\n" for each in entries) + "---\n"


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": CONFIG, **CODE, "docs/a.md": _covering("src/**", "lib/")})
    return call


def _affirm(tree, *paths):
    answer = tree.json("affirm", *(paths or ("docs",)), "--apply", "--yes")
    assert answer.exit == 0, answer.text
    return answer.json["data"]


def _changed(tree, *arguments):
    """The entries whose code has changed, by document and line."""
    found = tree.json("check", *arguments).found
    return [
        each.split(" warning")[0].split(" error")[0].rpartition(":")[0]
        for each in found
        if "COVERED_CODE_CHANGED" in each
    ]


def _lines(tree):
    return (tree.folder / LOCK).read_text().splitlines()


def test_what_was_affirmed_is_silent_until_it_changes(tree):
    assert _changed(tree) == []
    data = _affirm(tree)
    assert [(each["document"], each["entry"]) for each in data["affirmed"]] == [
        ("docs/a.md", "lib/"),
        ("docs/a.md", "src/**"),
    ]
    assert _changed(tree) == []
    for files in ({"src/a.py": "def f():\n    return 2\n"}, {"src/new.py": ""}):
        tree.write(files)
        assert _changed(tree) == ["docs/a.md:3"]
        assert _changed(tree, "docs/a.md", "--strict") == ["docs/a.md:3"]
        _affirm(tree, "docs/a.md")
        assert _changed(tree) == []
    (tree.folder / "src/new.py").unlink()
    assert _changed(tree) == ["docs/a.md:3"]
    (tree.folder / "lib/c.txt").rename(tree.folder / "lib/d.txt")
    assert _changed(tree) == ["docs/a.md:3", "docs/a.md:4"]


def test_it_can_be_undone(tree):
    before = sorted(tree.folder.rglob("*"))
    _affirm(tree)
    assert tree.json("rollback", "--apply", "--yes").exit == 0
    assert sorted(tree.folder.rglob("*")) == before


def test_line_ends_and_what_git_ignores_do_not_count(tree):
    _affirm(tree)
    tree.write({"src/a.py": CODE["src/a.py"].replace("\n", "\r\n"), ".gitignore": "*.pyc\n", "src/a.pyc": "x"})
    assert _changed(tree) == []
    large = b"x\r\n" * 700_000  # CR and LF in different blocks of a file that is read in parts
    tree.write({"src/large": b"-" + large})
    _affirm(tree)
    tree.write({"src/large": b"-" + large.replace(b"\r", b"")})
    assert _changed(tree) == []
    tree.write({"src/large": b"-" + large.replace(b"\r", b"") + b"\r"})
    assert _changed(tree) == ["docs/a.md:3"]


def test_only_the_lines_of_these_documents_are_written(tree):
    tree.write({"docs/b.md": _covering("src/b.py"), "docs/sub/c.md": _covering("src/b.py")})
    _affirm(tree)
    others = [each for each in _lines(tree) if "docs/a.md" not in each]
    tree.write({"src/b.py": "x = 2\n", "docs/a.md": _covering("lib/")})
    assert _affirm(tree, "docs/a.md")["dropped"] == 1
    assert [each for each in _lines(tree) if "docs/a.md" not in each] == others
    assert _changed(tree) == ["docs/b.md:3", "docs/sub/c.md:3"]
    (tree.folder / "docs/b.md").unlink()
    (tree.folder / "docs/sub/c.md").unlink()
    assert _affirm(tree, "docs/a.md")["changes"] == []
    assert _affirm(tree, "docs/sub")["dropped"] == 1
    assert [each for each in _lines(tree) if "docs/sub" in each or "docs/b" in each] == others[:1]


def test_either_of_two_digests_fits(tree):
    _affirm(tree)
    ours = _lines(tree)
    tree.write({"src/b.py": "x = 2\n"})
    _affirm(tree)
    theirs = _lines(tree)
    tree.write({LOCK: "\r\n".join([*theirs, *ours]) + "\r\n"})
    assert _changed(tree) == []
    tree.write({"src/b.py": "x = 1\n"})
    assert _changed(tree) == []
    tree.write({"src/b.py": "x = 3\n"})
    assert _changed(tree) == ["docs/a.md:3"]
    _affirm(tree)
    assert len(_lines(tree)) == 2


def test_what_takes_files_back_counts(tree):
    tree.write({"docs/a.md": _covering("src/**", "!src/b.py")})
    assert len(_affirm(tree)["affirmed"]) == 1
    tree.write({"src/b.py": "x = 2\n"})
    assert _changed(tree) == []
    tree.write({"src/a.py": ""})
    assert _changed(tree) == ["docs/a.md:3"]


def test_a_document_and_the_file_of_digests_do_not_change_each_other(tree):
    tree.write({"docs/a.md": _covering("**"), "docs/b.md": "b\n"})
    _affirm(tree)
    tree.write({"docs/a.md": _covering("**") + "more\n"})
    assert _changed(tree) == []
    tree.write({"docs/b.md": "bb\n"})
    assert _changed(tree) == ["docs/a.md:3"]


@posix
def test_links_are_what_they_say(tree, tmp_path):
    (tree.folder / "src/link").symlink_to("a.py")
    (tree.folder / "src/away").symlink_to(tmp_path / "nowhere")
    (tree.folder / "src/folder").symlink_to("../lib")
    os.mkfifo(tree.folder / "src/pipe")
    _affirm(tree)
    tree.write({"lib/c.txt": "cc\n"})
    assert _changed(tree) == ["docs/a.md:4"]
    (tree.folder / "src/link").unlink()
    (tree.folder / "src/link").symlink_to("b.py")
    assert _changed(tree) == ["docs/a.md:3", "docs/a.md:4"]


@posix
@not_root
def test_what_cannot_be_read_is_no_silence(tree):
    _affirm(tree)
    (tree.folder / "src/a.py").chmod(0)
    (found,) = [each for each in tree.json("check").found if "COVERED_CODE_CHANGED" in each]
    assert "cannot be compared with what was affirmed: permission is denied" in found
    data = tree.json("affirm", "docs").json["data"]
    assert (len(data["affirmed"]), len(data["skipped"]), data["changes"]) == (2, 1, [])


@posix
def test_the_file_of_digests_is_a_file(tree):
    _affirm(tree)
    (tree.folder / LOCK).rename(tree.folder / "real.lock")
    (tree.folder / LOCK).symlink_to("../../real.lock")
    before = (tree.folder / "real.lock").read_bytes()
    for arguments in (["check"], ["affirm", "docs", "--apply", "--yes"]):
        answer = tree.json(*arguments)
        assert (answer.exit, answer.json["error"]["code"]) == (4, "COVERS_LOCK_INVALID")
    assert (tree.folder / "real.lock").read_bytes() == before


def test_a_rule_that_is_off_reads_nothing(tree):
    tree.write({LOCK: "damaged", ".meminit.toml": f'{CONFIG}[rules]\nCOVERED_CODE_CHANGED = "off"\n'})
    assert tree.json("check").exit == 0
    for each in ("docs/a.md", "docs/b.md"):
        tree.write({each: "---\ntitle: Title\n---\n"})
    tree.write({".meminit.toml": CONFIG})
    assert tree.json("check").exit == 0


def test_cold_warm_and_shared_among_processes_it_is_the_same(tree):
    tree.write({f"docs/{number}.md": _covering("src/**", "nowhere/*") for number in range(40)})
    _affirm(tree, "docs")
    tree.write({"src/a.py": "changed"})
    ways = [("--no-cache", "--jobs", "1"), ("--no-cache", "--jobs", "2"), ()]
    ways.append(())
    assert len({tree.json("check", *way).out for way in ways}) == 1
    tree.write({"src/a.py": CODE["src/a.py"]})
    assert _changed(tree, *ways[-1]) == []


def test_move_takes_lines_along(tree):
    tree.write({"docs/b.md": _covering("docs/a.md", "lib/**")})
    _affirm(tree)
    assert tree.json("move", "docs/a.md", "docs/sub/new.md", "--apply", "--yes").exit == 0
    assert [each.split('"')[1] for each in _lines(tree)] == [
        "docs/b.md",
        "docs/b.md",
        "docs/sub/new.md",
        "docs/sub/new.md",
    ]
    assert _changed(tree) == ["docs/b.md:3"]  # the paths of files are part of a digest
    assert "  - 'docs/sub/new.md'" in (tree.folder / "docs/b.md").read_text()
    answer = tree.json("move", "docs", "pages", "--apply", "--yes")
    assert answer.exit == 0
    assert '["pages/b.md"' in (tree.folder / "pages/01-indices/covers.lock").read_text()


def test_entries_follow_what_moves(tree):
    plain = (
        "---\ncovers: [src/a.py, /src/a.py, a.py, 'src/a.py#f', src/*.py, x]\nother: src/a.py\n---\n[a](../src/a.py)\n"
    )
    tree.write({"docs/b.md": plain, "docs/c.md": _covering("src/**", "!src/a.py", "src/", "s*/a.py", "src/*/x.py")})
    assert tree.json("move", "src/a.py", "lib/new.py", "--apply", "--yes").exit == 0
    wanted = plain.replace("[src/a.py, /src/a.py", "[lib/new.py, /lib/new.py").replace("'src/a.py#f'", "'lib/new.py#f'")
    assert (tree.folder / "docs/b.md").read_text() == wanted.replace("../src/a.py", "../lib/new.py")
    assert "'!lib/new.py'" in (tree.folder / "docs/c.md").read_text()
    assert tree.json("move", "src", "code/deep", "--apply", "--yes").exit == 0
    left = _covering("code/deep/**", "!lib/new.py", "src/", "s*/a.py", "code/deep/*/x.py")
    assert (tree.folder / "docs/c.md").read_text() == left
    _affirm(tree)
    assert tree.json("rollback", "--list").exit == 0


@exact_names
def test_odd_names(tree):
    names = ["a b.py", "ü.py", 'q"q.py', "tab\there.py", "[x].py", "new\nline.py", "*.py", "bad\udcff.py"]
    tree.write({f"odd/{name}": name.encode("utf-8", "surrogateescape") for name in names})
    tree.write(
        {
            "docs/o dd ü.md": _covering("odd/\\[x\\].py", "odd/?.py", "odd/**"),
            "docs/q.md": '---\ncovers: "odd/q\\"q.py"\n---\n',
        }
    )
    _affirm(tree)
    assert _changed(tree) == []
    tree.write({"odd/[x].py": "changed"})
    assert _changed(tree) == ["docs/o dd ü.md:3", "docs/o dd ü.md:5"]


# Symbols.


@pytest.fixture
def grammars():
    pytest.importorskip("tree_sitter", reason="needs the extra code")


@pytest.mark.usefixtures("grammars")
def test_under_a_symbol_only_meaning_counts(tree):
    tree.write({"docs/a.md": _covering("src/a.py#f", "src/a.py")})
    _affirm(tree)
    tree.write({"src/a.py": "# more\ndef f():\n    return (\n        1  # one\n    )\n\nx = 2\n"})
    assert _changed(tree) == ["docs/a.md:3", "docs/a.md:4"]  # brackets are part of the tree
    tree.write({"src/a.py": "# more\ndef f():\n\n    return 1  # one\n\nx = 2\n"})
    assert _changed(tree) == ["docs/a.md:4"]
    tree.write({"src/a.py": "def f():\n    return 2\n"})
    assert _changed(tree) == ["docs/a.md:3", "docs/a.md:4"]
    tree.write({"src/a.py": "def f(:\n    return 1\n"})
    assert _changed(tree) == ["docs/a.md:3", "docs/a.md:4"]
    tree.write({"src/a.py": "class C:\n    def f():\n        return 1\n"})
    found = tree.json("check").found
    assert "docs/a.md:3:5 warning COVERS_NOTHING 'src/a.py' has no 'f'; did you mean src/a.py#C.f?" in found
    (tree.folder / "src/a.py").unlink()
    assert tree.json("check").codes == ["COVERS_NOTHING", "COVERS_NOTHING"]


def test_without_the_extra_a_symbol_ends_the_run(tree, monkeypatch):
    symbols._tools.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    tree.write({"docs/a.md": _covering("src/a.py#f")})
    for arguments in (["check"], ["baseline"], ["affirm", "docs"]):
        answer = tree.json(*arguments)
        assert (answer.exit, answer.json["error"]["code"]) == (12, "GRAMMAR_MISSING")
        assert "pip install 'meminit[code]'" in answer.json["error"]["message"]
    for arguments in (["docs-for", "src/a.py"], ["fix"], ["list"], ["move", "docs/a.md", "docs/b.md"]):
        assert tree.json(*arguments).exit == 0, arguments
    tree.write({"docs/a.md": _covering("src/a.rb#f", "src/none.py#f")})
    assert tree.json("check").codes == ["COVERS_NOTHING", "COVERS_NOTHING"]


def test_no_grammar_is_loaded_where_no_entry_names_a_symbol(tree, monkeypatch):
    symbols._tools.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    _affirm(tree)
    assert tree.json("check").exit == 0


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_what_git_tracks_counts_though_it_is_ignored(tree):
    git = GitRepository(tree.folder).init()
    tree.write({".gitignore": "*.log\n", "src/kept.log": "1", "src/own.log": "1"})
    git("add", "--force", "src/kept.log")
    _affirm(tree)
    tree.write({"src/own.log": "2"})
    assert _changed(tree) == []
    tree.write({"src/kept.log": "2"})
    assert _changed(tree) == ["docs/a.md:3"]
