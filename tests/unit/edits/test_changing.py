"""Plans through the command line: guards, apply, snapshot, rollback, status. What is refused writes nothing."""

import hashlib
import io
import json
import os
import stat
import sys

import pytest
from tests.support.documents import GOOD
from tests.support.marks import not_root, posix

from meminit import atomic
from meminit.commands import wishing
from meminit.edits import applying
from meminit.operations.fixing import Fixing
from meminit.sources import gate

APPLY = ("--apply", "--yes", "--unsafe")
A = GOOD.replace("\n", "\r\n").encode()


@pytest.fixture
def repo(call, tmp_path, monkeypatch):
    call.folder = tmp_path / "repository"
    call.folder.mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    call.write(
        {".meminit.toml": "", "docs/a.md": A, "docs/b.md": b"\xef\xbb\xbf" + GOOD.replace("001", "002").encode()}
    )
    call.write({"docs/old/c.md": GOOD.replace("001", "003")})
    (call.folder / "docs/a.md").chmod(0o640)
    return call


def _sha(data):
    return hashlib.sha256(data).hexdigest()


def _tree(folder):
    return {
        str(path.relative_to(folder)): (stat.S_IMODE(path.stat().st_mode), path.is_file() and path.read_bytes())
        for path in folder.rglob("*")
    }


def _change(repo, path, *edits, **more):
    before = (repo.folder / path).read_bytes()
    places = [dict(zip(("line", "column", "old", "new"), each, strict=True)) for each in edits]
    return {"op": "update", "path": path, "before_sha256": _sha(before), "edits": places, **more}


def _all_kinds(repo):
    return [
        _change(repo, "docs/a.md", (4, 8, "Title", "Tïtle")),
        _change(repo, "docs/b.md", (1, 1, "---", "---"), (4, 8, "Title", "B")),
        {**_change(repo, "docs/old/c.md", (4, 8, "Title", "C")), "op": "rename", "to_path": "docs/new/sub/c.md"},
        {"op": "create", "path": "docs/new/d.md", "content": GOOD.replace("001", "004")},
    ]


def _plan(repo, changes, **more):
    repo.write({"plan.json": json.dumps({"plan_version": "1.0", "changes": changes, **more})})
    return "fix", "--plan", "plan.json"


def _error(answer):
    return answer.json["error"]["code"], answer.exit


def test_a_plan_is_shown_and_nothing_is_written(repo, tmp_path):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(tmp_path)
    data = repo.json(*words, "--diff").json["data"]
    assert (data["dry_run"], data["applied"], data["reason"]) == (True, False, "dry_run")
    assert data["summary"] == {"create": 1, "update": 2, "rename": 1, "safe": 0, "unsafe": 4}
    assert [each["op"] for each in data["diff"]["files"]] == ["update", "update", "create", "rename"]
    assert "+title: Tïtle\r\n" in data["diff"]["files"][0]["unified"]
    assert data["next_actions"] == ["meminit fix --plan plan.json --unsafe --apply --yes"]
    assert _tree(tmp_path) == before


def test_apply_then_rollback_gives_back_every_byte_and_mode(repo):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(repo.folder)
    data = repo.json(*words, *APPLY).json["data"]
    assert data["applied"]
    after = _tree(repo.folder)
    assert after["docs/a.md"] == (0o640, A.replace(b"title: Title", "title: Tïtle".encode()))
    assert after["docs/b.md"][1].startswith(b"\xef\xbb\xbf---\ndocument_id: PAY-ADR-002")
    assert "docs/old" not in after
    assert {"docs/new/sub/c.md", "docs/new/d.md"} < after.keys()
    for change in data["changes"]:
        path = change.get("to_path", change["path"])
        assert _sha(after[path][1]) == change["after_sha256"]
    status = repo.json("status").json["data"]
    assert (status["drift"], status["interrupted"], status["last_apply"]["command"]) == ([], False, "fix")
    planned = repo.json("rollback").json["data"]
    assert (planned["rolled_back_to"], planned["applied"]) == (data["snapshot_id"], False)
    assert _tree(repo.folder) == after
    undone = repo.json("rollback", "--apply", "--yes").json["data"]
    assert undone["snapshot_id"] == undone["event_snapshot_id"] != data["snapshot_id"]
    assert _tree(repo.folder) == before
    assert _error(repo.json("rollback", "--apply", "--yes")) == ("SNAPSHOT_NOT_FOUND", 5)
    repo.json("rollback", undone["snapshot_id"], "--apply", "--yes")
    assert _tree(repo.folder) == after


def test_snapshots_are_private_and_not_in_the_repository(repo, tmp_path):
    old = os.umask(0)
    try:
        repo(*_plan(repo, _all_kinds(repo)), *APPLY)
    finally:
        os.umask(old)
    kept = list((tmp_path / "state" / "meminit").rglob("*"))
    assert len(kept) > 3
    for path in (tmp_path / "state" / "meminit", *kept):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_renames_may_form_a_chain_or_a_circle(repo):
    texts = {name: (repo.folder / name).read_bytes() for name in ("docs/a.md", "docs/b.md")}
    swap = [
        {**_change(repo, "docs/a.md"), "op": "rename", "to_path": "docs/b.md"},
        {**_change(repo, "docs/b.md", (4, 8, "Title", "B")), "op": "rename", "to_path": "docs/a.md"},
        {**_change(repo, "docs/old/c.md"), "op": "rename", "to_path": "docs/d.md"},
    ]
    before = _tree(repo.folder)
    repo(*_plan(repo, swap), *APPLY)
    assert (repo.folder / "docs/b.md").read_bytes() == texts["docs/a.md"]
    assert (repo.folder / "docs/a.md").read_bytes() == texts["docs/b.md"].replace(b"title: Title", b"title: B")
    assert stat.S_IMODE((repo.folder / "docs/b.md").stat().st_mode) == 0o640
    repo("rollback", "--apply", "--yes")
    now = _tree(repo.folder)
    assert {**now, "plan.json": None} == {**before, "plan.json": None}
    chain = [
        {**_change(repo, "docs/b.md"), "op": "rename", "to_path": "docs/e.md"},
        {**_change(repo, "docs/a.md"), "op": "rename", "to_path": "docs/b.md"},
    ]
    repo(*_plan(repo, chain), *APPLY)
    assert (repo.folder / "docs/e.md").read_bytes() == texts["docs/b.md"]
    assert (repo.folder / "docs/b.md").read_bytes() == texts["docs/a.md"]


@pytest.mark.parametrize(
    ("spoil", "code", "number"),
    [
        (lambda plan: plan[0].update(before_sha256="0" * 64), "E_PLAN_STALE", 6),
        (lambda plan: plan[0].update(path="docs/gone.md"), "E_PLAN_STALE", 6),
        (lambda plan: plan[0].update(path="../a.md"), "PATH_ESCAPE", 7),
        (lambda plan: plan[3].update(path=".git/a.md"), "PATH_ESCAPE", 7),
        (lambda plan: plan[3].update(path="/tmp/a.md"), "PATH_ESCAPE", 7),
        (lambda plan: plan[3].update(path="docs/link/a.md"), "PATH_ESCAPE", 7),
        (lambda plan: plan[3].update(path="docs/b.md"), "PLAN_INVALID", 3),
        (lambda plan: plan[3].update(path="docs/kept.md"), "PLAN_INVALID", 3),
        (lambda plan: plan[3].update(path="docs/a.md/x.md"), "PLAN_INVALID", 3),
        (lambda plan: plan[3].update(path="docs//x.md"), "PLAN_INVALID", 3),
        (lambda plan: plan[3].update(path=f"docs/{'x' * 253}.md"), "PLAN_INVALID", 3),
        (lambda plan: plan[3].update(path="src/a.py"), "WRITE_REFUSED", 74),
        (lambda plan: plan[3].update(path="docs/a.txt"), "WRITE_REFUSED", 74),
        (lambda plan: plan[0].update(after_sha256="0" * 64), "PLAN_INVALID", 3),
        (lambda plan: plan[0]["edits"].append(plan[0]["edits"][0]), "PLAN_INVALID", 3),
        (lambda plan: plan[0]["edits"][0].update(old="Titel"), "PLAN_INVALID", 3),
        (lambda plan: plan.append(plan[0]), "PLAN_INVALID", 3),
    ],
)
def test_a_plan_that_may_not_be_applied_writes_nothing(spoil, code, number, repo, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (repo.folder / "docs/link").symlink_to(tmp_path / "elsewhere")
    repo.write({"docs/kept.md": GOOD.replace("001", "009")})
    changes = _all_kinds(repo)
    spoil(changes)
    words = _plan(repo, changes)
    before = _tree(tmp_path)
    answer = repo.json(*words, *APPLY)
    assert _error(answer) == (code, number)
    assert answer.json["error"]["details"]["phase"] == "validation"
    assert _tree(tmp_path) == before


def test_confirmation_is_asked_for_before_anything_is_looked_at(repo, tmp_path):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(tmp_path)
    answer = repo.json(*words, "--apply")
    assert _error(answer) == ("E_CONFIRM_REQUIRED", 4)
    details = answer.json["error"]["details"]
    assert (details["command"], details["reason_code"], details["next_actions"]) == (
        "fix",
        "confirm_required",
        ["retry_with_yes"],
    )
    assert repo(*words, "--apply").exit == 4
    assert repo.json("rollback", "--apply").exit == 4
    assert _error(repo.json(*words, "--apply", "--yes")) == ("E_UNSAFE_CONFIRM_REQUIRED", 4)
    assert _tree(tmp_path) == before


def test_another_configuration_makes_a_plan_stale(repo):
    made = repo.json(*_plan(repo, _all_kinds(repo)), "--plan-out", "own.json")
    own = json.loads((repo.folder / "own.json").read_text())
    assert own["plan_hash"] == made.json["data"]["plan_hash"]
    assert repo.json("fix", "--plan", "own.json").exit == 0
    repo.write({".meminit.toml": "# changed"})
    assert _error(repo.json("fix", "--plan", "own.json", *APPLY)) == ("E_PLAN_STALE", 6)


def test_what_a_plan_makes_worse_is_told(repo):
    words = _plan(repo, [_change(repo, "docs/a.md", (5, 9, "Draft", "Drafty"), safe=True)])
    answer = repo.json(*words).json
    assert [(each["code"], each["details"]["codes"]) for each in answer["advice"]] == [
        ("PLAN_ADDS_FINDINGS", {"INVALID_FIELD": 1})
    ]
    assert repo.json(*words, "--apply", "--yes").exit == 0


def test_files_that_were_edited_since_are_not_rolled_back_unless_forced(repo):
    repo(*_plan(repo, _all_kinds(repo)), *APPLY)
    repo.write({"docs/a.md": "mine", "docs/old/c.md": "new"})
    (repo.folder / "docs/new/d.md").unlink()
    drift = repo.json("status").json["data"]
    assert [(each["path"], each["kind"]) for each in drift["drift"]] == [
        ("docs/a.md", "modified"),
        ("docs/new/d.md", "missing"),
        ("docs/old/c.md", "extra"),
    ]
    assert drift["summary"] == {"modified": 1, "missing": 1, "extra": 1}
    before = _tree(repo.folder)
    answer = repo.json("rollback", "--apply", "--yes")
    assert _error(answer) == ("E_ROLLBACK_CONFLICT", 6)
    assert answer.json["error"]["details"]["paths"] == ["docs/a.md", "docs/new/d.md", "docs/old/c.md"]
    assert _tree(repo.folder) == before
    event = repo.json("rollback", "--force", "--apply", "--yes").json["data"]["snapshot_id"]
    assert (repo.folder / "docs/a.md").read_bytes() == A
    assert (repo.folder / "docs/old/c.md").read_text() == GOOD.replace("001", "003")
    repo("rollback", event, "--apply", "--yes")
    assert (repo.folder / "docs/a.md").read_text() == "mine"


def test_a_damaged_snapshot_is_told_and_stops_nothing_else(repo, tmp_path):
    first = repo.json(*_plan(repo, [_change(repo, "docs/a.md", (4, 8, "Title", "1"))]), *APPLY).json["data"]
    second = repo.json(*_plan(repo, [_change(repo, "docs/b.md", (4, 8, "Title", "2"))]), *APPLY).json["data"]
    (kept,) = (tmp_path / "state").rglob(f"*{second['snapshot_id']}")
    content = kept.read_bytes()
    for spoiled in (content[:-1], content.replace(b"PAY-ADR", b"PAY-ADX"), content[:50], b"", content[:300] + b"x"):
        kept.write_bytes(spoiled)
        assert _error(repo.json("rollback")) == ("SNAPSHOT_DAMAGED", 4)
        assert repo.json("status").exit == 0
        assert repo.json("rollback", "--list").exit == 0
        assert repo.json("rollback", first["snapshot_id"]).exit == 0


def test_the_last_twenty_snapshots_are_kept(repo):
    for number in range(22):
        text = (repo.folder / "docs/a.md").read_text().splitlines()[3].partition(": ")[2]
        repo(*_plan(repo, [_change(repo, "docs/a.md", (4, 8, text, f"T{number}"))]), *APPLY)
    kept = repo.json("rollback", "--list").json["data"]["snapshots"]
    assert len(kept) == 20
    assert kept[0]["files"] == ["docs/a.md"]


def test_a_failure_half_way_puts_everything_back(repo, monkeypatch, tmp_path):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(repo.folder)
    calls = []

    def failing(real, number):
        def call(*arguments, **more):
            calls.append(arguments)
            if len(calls) == number:
                raise OSError(28, "No space left on device")
            return real(*arguments, **more)

        return call

    for name in ("replace", "link", "unlink", "fsync", "mkdir"):
        for number in range(1, 12):
            calls.clear()
            with monkeypatch.context() as patched:
                patched.setattr(applying.os, name, failing(getattr(os, name), number))
                answer = repo.json(*words, *APPLY)
            if answer.exit == 0:
                repo("rollback", "--apply", "--yes")
                break
            assert answer.exit == 74, (name, number, answer)
            assert _tree(repo.folder) == before, (name, number)
            assert not repo.json("status").json["data"]["interrupted"]
    assert atomic.os is os


@pytest.mark.parametrize("name", ["fsync", "replace", "link", "unlink"])
def test_where_nothing_works_from_some_call_on_nothing_is_lost(repo, monkeypatch, name):
    before = _tree(repo.folder)
    words = ["move", "docs/a.md", "docs/deep/z.md", "--apply", "--yes"]
    repo(*words)
    after = _tree(repo.folder)
    repo("rollback", "--apply", "--yes")
    real, calls = getattr(os, name), []

    def failing(*arguments, **more):
        calls.append(arguments)
        if len(calls) >= number:
            raise OSError(28, "No space left on device")
        return real(*arguments, **more)

    for number in range(1, 20):
        calls.clear()
        with monkeypatch.context() as patched:
            patched.setattr(os, name, failing)
            answer = repo.json(*words)
        now = _tree(repo.folder)
        if answer.exit == 0:
            break
        assert {"docs/a.md", "docs/deep/z.md"} & now.keys(), number
        assert all(now[path] in (before.get(path), after.get(path)) for path in now if path.endswith(".md"))
        if now != before:
            assert repo.json("status").json["data"]["interrupted"], number
            repo("rollback", "--apply", "--yes")
            assert _tree(repo.folder) == before, number
    else:
        raise AssertionError("no call was left unhit")


def test_what_can_be_neither_changed_nor_put_back_is_named(repo, monkeypatch):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(repo.folder)
    real, calls = os.replace, []

    def failing(source, target):
        calls.append(target)
        if "docs" in str(target) and len([each for each in calls if "docs" in str(each)]) > 1:
            raise OSError(5, "Input/output error")
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", failing)
        answer = repo.json(*words, *APPLY)
    assert _error(answer) == ("PARTIAL_FAILURE", 2)
    assert answer.json["error"]["details"]["failed"] == ["docs/a.md"]
    assert repo.json("status").json["data"]["interrupted"]
    assert repo.json("status").json["data"]["next_actions"][0] == "meminit rollback --apply --yes"
    repo("rollback", "--apply", "--yes")
    assert _tree(repo.folder) == before


@posix
@not_root
def test_read_only_files_and_folders_are_refused(repo):
    for path, mode in (("docs/a.md", 0o444), ("docs", 0o555)):
        words = _plan(repo, _all_kinds(repo))
        (repo.folder / path).chmod(mode)
        assert _error(repo.json(*words, *APPLY)) == ("WRITE_REFUSED", 74)
        (repo.folder / path).chmod(0o755)


def test_no_snapshot_no_apply(repo, tmp_path, monkeypatch):
    words = _plan(repo, _all_kinds(repo))
    before = _tree(repo.folder)
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", repo.folder / "state"):
        monkeypatch.setenv("XDG_STATE_HOME", str(place))
        assert _error(repo.json(*words, *APPLY)) == ("STATE_UNUSABLE", 74)
        assert _tree(repo.folder) == before


def test_a_locked_checkout_is_told(repo, monkeypatch):
    from meminit.edits import locking

    words = _plan(repo, _all_kinds(repo))
    monkeypatch.setattr(locking, "PATIENCE", 0.05)
    monkeypatch.setattr(locking.locked.__wrapped__, "__defaults__", (0.05,))
    with locking.locked(os.path.realpath(repo.folder)):
        answer = repo.json(*words, *APPLY)
    assert _error(answer) == ("LOCKED", 6)
    assert answer.json["error"]["details"]["retryable"]


@pytest.fixture
def asked(repo, monkeypatch):
    """A person at a terminal, who does something before the answer; and what was shown."""

    def person(answer, meanwhile=lambda: None):
        shown = []

        def ask(lines, **_options):
            shown.extend(lines)
            meanwhile()
            return answer

        monkeypatch.setattr(wishing, "_is_at_a_terminal", lambda: True)
        monkeypatch.setattr(wishing, "_ask", ask)
        return shown

    return person


def test_what_was_declined_is_not_shown_twice(repo, asked):
    repo.write({"docs/a.md": GOOD.replace("Draft", "draft")})
    before = _tree(repo.folder)
    shown = asked(answer=False)
    answer = repo("fix", "--apply")
    assert (answer.exit, answer.out.decode()) == (
        0,
        "1 update not made; would correct 1 finding\nnext: meminit fix --apply --yes\n",
    )
    assert "+status: Draft" in shown
    assert _tree(repo.folder) == before


def test_what_nobody_has_seen_is_not_applied(repo, asked):
    repo.write({"docs/a.md": GOOD.replace("Draft", "draft")})
    asked(
        answer=True, meanwhile=lambda: repo.write({"docs/b.md": GOOD.replace("001", "002").replace("Draft", "draft")})
    )
    answer = repo("fix", "--apply")
    assert answer.exit == 6
    assert b"E_PLAN_STALE" in answer.err
    assert (repo.folder / "docs/a.md").read_text() == GOOD.replace("Draft", "draft")


def test_what_was_seen_is_applied_although_another_file_changed(repo, asked):
    repo.write({"docs/a.md": GOOD.replace("Draft", "draft")})
    asked(answer=True, meanwhile=lambda: repo.write({"docs/b.md": GOOD.replace("001", "002")}))
    assert repo("fix", "--apply").exit == 0
    assert (repo.folder / "docs/a.md").read_text() == GOOD


def test_a_person_is_shown_a_diff_in_colours_with_its_tabs(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("Y\n"))
    assert wishing._ask(["-a\tb\x1b", " c"], coloured=True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert not wishing._ask(["-a"], coloured=False)
    shown = capsys.readouterr().err
    assert shown.startswith("\x1b[31m-a\tb")
    assert shown.count("\x1b") == 2
    assert shown.endswith("-a\nMake these changes? [y/N] ")


@pytest.mark.parametrize("times", [1, 2])
def test_files_that_go_away_while_a_plan_is_made_do_no_harm(times, repo, monkeypatch):
    repo.write({"docs/a.md": GOOD.replace("status: Draft", "status: draft")})
    run, failures = Fixing.run, iter([gate.SourceError("missing", "it does not exist")] * times)

    def interrupted(self):
        for each in failures:
            raise each
        run(self)

    monkeypatch.setattr(Fixing, "run", interrupted)
    answer = repo.json("fix", "--apply", "--yes")
    assert (answer.exit, answer.json.get("error", {}).get("code")) == ((0, None) if times == 1 else (6, "E_PLAN_STALE"))
    assert ("status: Draft" in (repo.folder / "docs/a.md").read_text()) is (times == 1)
