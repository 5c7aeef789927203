"""LAST_UPDATED_STALE: the date of a document beside that of its last commit."""

import shutil

import pytest
from tests.support.git import GitRepository

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")
CODE = "LAST_UPDATED_STALE"
CONFIG = f'[docs]\nschema = ""\n[rules]\n{CODE} = "warning"\n'


def _dated(day):
    return f"---\ntitle: Title\nlast_updated: {day}\n---\n"


def _on(day, zone="+0000", hour=12):
    date = f"{day}T{hour:02}:00:00{zone}"
    return {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}


@pytest.fixture
def history(call):
    return GitRepository(call.folder).init()


def _commit(history, files, when):
    history.write(files)
    history("add", "--all")
    history("commit", "--quiet", "--message", "x", **when)


def test_an_older_date_than_the_last_commit_is_found(call, history):
    files = {f"docs/{day}.md": _dated(day) for day in ("2026-03-01", "2026-03-02", "2026-03-03")}
    odd = {"docs/no-date.md": _dated("soon"), "docs/time.md": _dated("2026-03-01T10:00:00Z"), "docs/bare.md": "# x\n"}
    _commit(history, {".meminit.toml": CONFIG, **files, **odd}, _on("2026-03-02"))
    words = f"warning {CODE} last_updated is 2026-03-01, but the last commit of the document is of 2026-03-02"
    assert [each for each in call.json("check").found if CODE in each] == [
        f"docs/2026-03-01.md:3:15 {words}",
        f"docs/time.md:3:15 {words}",
    ]
    assert [each for each in call.json("check", "docs/time.md").codes if each == CODE] == [CODE]


def test_days_are_those_of_utc(call, history):
    _commit(history, {".meminit.toml": CONFIG, "docs/a.md": _dated("2026-03-02")}, _on("2026-03-03", "+0200", 1))
    assert CODE not in call.json("check").codes
    _commit(history, {"docs/a.md": _dated("2026-03-02") + "x\n"}, _on("2026-03-02", "-0500", 22))
    assert CODE in call.json("check").codes


def test_what_is_not_committed_as_it_stands_is_not_judged(call, history):
    files = {f"docs/{name}.md": _dated("2026-03-01") + name * 99 for name in "abcd"}
    _commit(history, {".meminit.toml": CONFIG, **files}, _on("2026-03-02"))
    call.write({"docs/a.md": files["docs/a.md"] + "edited", "docs/new.md": files["docs/a.md"]})
    history.write({"docs/b.md": files["docs/b.md"] + "staged"})
    history("add", "docs/b.md")
    history("mv", "docs/c.md", "docs/moved.md")
    assert [each.split()[0] for each in call.json("check").found if CODE in each] == [
        "docs/d.md:3:15",
        "docs/moved.md:3:15",
    ]


def test_where_git_cannot_tell_there_is_one_advice(call, monkeypatch):
    files = {".meminit.toml": CONFIG, "docs/a.md": _dated("2026-03-01"), "docs/b.md": _dated("2026-03-01")}
    answer = call.check(files)
    assert (answer.exit, CODE in answer.codes) == (0, False)
    assert [each["code"] for each in answer.json["advice"]].count("LAST_CHANGE_UNKNOWN") == 1
    history = GitRepository(call.folder).init()
    assert call.json("check").exit == 0  # before the first commit
    _commit(history, {}, _on("2026-03-02"))
    assert call.json("check").codes.count(CODE) == 2
    monkeypatch.setenv("PATH", "")
    assert "no git was found" in str(call.json("check").json["advice"])


def test_a_shallow_clone_is_judged_as_far_as_it_reaches(call, history, tmp_path):
    _commit(history, {".meminit.toml": CONFIG, "docs/a.md": _dated("2026-03-01")}, _on("2026-03-02"))
    _commit(history, {"docs/b.md": _dated("2026-03-01")}, _on("2026-03-03"))
    history("clone", "--quiet", "--depth", "1", f"file://{call.folder}", str(tmp_path / "shallow"))
    answer = call.json("check", "--root", str(tmp_path / "shallow"))
    assert CODE not in answer.codes
    assert "LAST_CHANGE_UNKNOWN" in {each["code"] for each in answer.json["advice"]}


def test_it_is_off_by_default(call, history):
    _commit(history, {".meminit.toml": '[docs]\nschema = ""\n', "docs/a.md": _dated("2020-01-01")}, _on("2026-03-02"))
    assert call.json("check").codes == []
