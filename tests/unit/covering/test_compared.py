"""COVERED_CODE_CHANGED beside a commit: what changed since, and which documents did not follow."""

import shutil

import pytest
from tests.support.git import GitRepository

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")
CODE = "COVERED_CODE_CHANGED"


def _covering(*entries):
    return "---\ncovers:\n" + "".join(f"  - '{each}'\n" for each in entries) + "---\n"


@pytest.fixture
def history(call):
    git = GitRepository(call.folder).init()
    files = {f"src/{name}.py": f"def f():\n    return '{name}'\n" for name in "abcde"}
    covering = {"docs/a.md": _covering("src/a.py", "src/b.py"), "docs/all.md": _covering("src/**", "!src/e.py")}
    git.commit({".meminit.toml": '[docs]\nschema = ""\n', **files, **covering})
    return git


def _found(call, *arguments):
    answer = call.json("check", *(arguments or ("--since", "HEAD")))
    assert answer.exit == 0, answer.text
    return [each.split(f" warning {CODE} ") for each in answer.found if CODE in each]


def test_code_that_changed_without_its_document(call, history):
    base = history.head
    assert _found(call) == []
    history.commit({"src/a.py": "x = 1\n", "src/new.py": ""})
    history.write({"src/b.py": "x = 2\n", "src/e.py": "taken back"})
    (call.folder / "src/c.py").unlink()
    words = f"changed since '{base}', and this document did not"
    assert _found(call, "--since", base) == [
        ["docs/a.md:3:5", f"'src/a.py' {words}"],
        ["docs/a.md:4:5", f"'src/b.py' {words}"],
        ["docs/all.md:3:5", f"'src/a.py', 'src/b.py', 'src/c.py' and 1 more {words}"],
    ]
    assert [each[0] for each in _found(call)] == ["docs/a.md:4:5", "docs/all.md:3:5"]
    assert [each[0] for each in _found(call, "--since", base, "docs/a.md")] == ["docs/a.md:3:5", "docs/a.md:4:5"]
    assert [each[0] for each in _found(call, "--since", base, "--new-only")] == [
        "docs/a.md:3:5",
        "docs/a.md:4:5",
        "docs/all.md:3:5",
    ]
    assert _found(call, "docs") == []
    history.write({"docs/all.md": _covering("src/**", "!src/e.py") + "read again\n"})
    history("mv", "docs/a.md", "docs/moved.md")
    assert [each[0] for each in _found(call)] == ["docs/moved.md:4:5"]


def test_line_ends_modes_and_what_is_ignored_are_no_change(call, history):
    (call.folder / "src/a.py").chmod(0o755)
    history.write({"src/b.py": "def f():\r\n    return 'b'\r\n", ".gitignore": "*.pyc\n", "src/a.pyc": "x"})
    assert _found(call) == []


def test_a_rename_of_code_is_a_change(call, history):
    history.write({"docs/a.md": _covering("src/*.py")})
    history.commit()
    history("mv", "src/a.py", "src/z.py")
    assert _found(call)[0] == [
        "docs/a.md:3:5",
        "'src/a.py', 'src/z.py' changed since 'HEAD', and this document did not",
    ]


def test_staged(call, history):
    history.write({"src/a.py": "x = 1\n"})
    assert _found(call, "--staged") == []
    history("add", "src/a.py")
    history.write({"src/a.py": "def f():\n    return 'a'\n", "docs/a.md": _covering("src/a.py") + "not staged\n"})
    assert [each[0] for each in _found(call, "--staged")] == ["docs/a.md:3:5", "docs/all.md:3:5"]


def test_an_affirmed_digest_that_fits_is_silent(call, history):
    call.json("affirm", "docs", "--apply", "--yes")
    base = history.commit()
    history.commit({"src/a.py": "x = 1\n"})
    assert [each[0] for each in _found(call, "--since", base)] == ["docs/a.md:3:5", "docs/all.md:3:5"]
    call.json("affirm", "docs/a.md", "--apply", "--yes")
    assert [each[0] for each in _found(call, "--since", base)] == ["docs/all.md:3:5"]
    base = history.commit()
    history.commit({"other": "x"})
    assert _found(call, "--since", base) == []  # base has it
    assert [each[0] for each in _found(call, "docs")] == ["docs/all.md:3:5"]
    history.commit({"src/d.py": "more"})
    assert [each[0] for each in _found(call, "--since", base)] == ["docs/all.md:3:5"]


def test_under_a_symbol_only_a_change_of_meaning_counts(call, history):
    pytest.importorskip("tree_sitter", reason="needs the extra code")
    (call.folder / "docs/all.md").unlink()
    history.write({"src/g.py": "y = 1\n", "docs/a.md": _covering("src/a.py#f", "src/g.py#y")})
    base = history.commit()
    history.write({"src/a.py": "# more\ndef f():  # more\n    return  'a'\n"})
    assert _found(call) == []
    history("mv", "src/g.py", "src/h.py")
    history.write({"docs/a.md": _covering("src/a.py#f", "src/h.py#y")})
    history.commit()
    assert _found(call, "--since", base) == []
    history.write({"src/a.py": "def f():\n    return 'b'\n"})
    assert _found(call) == [["docs/a.md:3:5", "'src/a.py#f' changed since 'HEAD', and this document did not"]]
    history.write({"src/a.py": "def f(:\n"})
    assert [each[0] for each in _found(call)] == ["docs/a.md:3:5"]


def test_what_base_cannot_tell_does_not_end_the_run(call, history):
    base = history.commit({"docs/01-indices/covers.lock": "damaged", "docs/b.md": _covering("no/*")})
    history.commit({"docs/01-indices/covers.lock": "", "docs/c.md": _covering("src/a.py")})
    assert call.json("check", "--since", base).exit == 0
    history.commit({"docs/01-indices/covers.lock": "damaged"})
    answer = call.json("check", "--since", base)
    assert (answer.exit, answer.json["error"]["code"]) == (4, "COVERS_LOCK_INVALID")


def test_a_suppression_of_it_is_of_use_in_another_check(call, history):
    history.commit({"docs/a.md": "---\ncovers: src/a.py # meminit: ignore COVERED_CODE_CHANGED -- known\n---\n"})
    assert call.json("check").codes == []
    history.commit({"src/a.py": "x = 1\n"})
    assert [each[0] for each in _found(call, "--since", "HEAD~1")] == ["docs/all.md:3:5"]


def test_last_updated_is_compared_as_well(call, history):
    dated = "---\ntitle: Title\nlast_updated: 2020-01-01\n---\n"
    base = history.commit(
        {".meminit.toml": '[docs]\nschema = ""\n[rules]\nLAST_UPDATED_STALE = "warning"\n', "docs/d.md": dated}
    )
    assert "LAST_UPDATED_STALE" in call.json("check").codes
    history.commit({"docs/e.md": dated})
    found = [each for each in call.json("check", "--since", base).found if "LAST_UPDATED_STALE" in each]
    assert [each.split(" ")[0] for each in found] == ["docs/e.md:3:15"]
    assert "LAST_UPDATED_STALE" not in call.json("check", "--since", "HEAD").codes
