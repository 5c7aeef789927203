"""Nothing that a checkout configures is run or believed, and git is asked within bounds."""

import os
import shutil
import stat
import subprocess
import sys
import time

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD
from tests.support.git import GitRepository
from tests.support.marks import posix

from meminit.sources import git as asking

pytestmark = [posix, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]

RUNS = (("--since", "HEAD"), ("--since", "HEAD~1", "--new-only"), ("--staged",))


@pytest.fixture
def tree(call):
    call.git = GitRepository(call.folder / "r").init()
    call.folder = call.git.folder
    call.git.commit({".meminit.toml": "", "docs/a.md": GOOD, "docs/b.md": GOOD.replace("001", "002")})
    call.git.commit({"docs/c.md": GOOD.replace("001", "003") + "[x](gone.md)\n", "docs/z.txt": "z\n"})
    call.write({"docs/a.md": GOOD + "[b](b.md#no)\n"})
    call.git("add", "docs/a.md")
    call.write({"docs/b.md": GOOD.replace("001", "002") + "[b](b.md#no)\n", "docs/new.md": "x"})
    return call


@pytest.fixture
def canary(tmp_path):
    """A program that leaves a trace wherever it runs, and answers as a filter would."""
    path = tmp_path / "canary"
    path.write_text(f"#!/bin/sh\ntouch '{tmp_path / 'sang'}'\ncat\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _told(tree):
    return [tree.json("check", *each).json for each in RUNS]


def test_nothing_of_the_configuration_runs(tree, canary):
    before = _told(tree)
    settings = {
        "core.fsmonitor": canary,
        "core.hooksPath": canary.parent,
        "core.pager": canary,
        "core.editor": canary,
        "core.sshCommand": canary,
        "core.gitProxy": canary,
        "core.askPass": canary,
        "core.alternateRefsCommand": canary,
        "core.untrackedCache": "true",
        "core.preloadIndex": "true",
        "credential.helper": canary,
        "gpg.program": canary,
        "log.showSignature": "true",
        "diff.external": canary,
        "diff.evil.command": canary,
        "diff.evil.textconv": canary,
        "filter.evil.clean": canary,
        "filter.evil.smudge": canary,
        "filter.evil.process": canary,
        "filter.evil.required": "true",
        "filter.=odd.clean": canary,
        "merge.evil.driver": canary,
        "alias.rev-parse": f"!{canary}",
        "alias.diff-files": f"!{canary}",
        "interactive.diffFilter": canary,
        "uploadpack.packObjectsHook": canary,
        "remote.origin.url": f"ext::{canary}",
        "remote.origin.uploadpack": canary,
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
        "protocol.ext.allow": "always",
        "submodule.recurse": "true",
    }
    for name, value in settings.items():
        tree.git("config", name, os.fspath(value))
    (tree.folder / ".git/info").mkdir(exist_ok=True)
    (tree.folder / ".git/info/attributes").write_text("*.md filter=evil diff=evil merge=evil\n*.txt filter==odd\n")
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-auto-gc"):
        shutil.copy(canary, tree.folder / ".git/hooks" / hook)
        shutil.copy(canary, canary.parent / hook)
    for name in ("docs/c.md", "docs/z.txt"):
        os.utime(tree.folder / name)
    (tree.folder / ".git/index").touch()
    assert _told(tree) == before
    with open(tree.folder / ".git/config", "a", encoding="utf-8") as file:
        file.write("[include]\npath = evil\n")
    (tree.folder / ".git/evil").write_text(f'[core]\nfsmonitor = {canary}\n[filter "other"]\nclean = {canary}\n')
    assert _told(tree) == before
    assert not (canary.parent / "sang").exists()


def test_a_file_that_is_missing_is_never_fetched(tree, canary):
    name = tree.git("rev-parse", "HEAD:docs/c.md").decode().strip()
    tree.write({"docs/c.md": GOOD.replace("001", "003")})
    settings = {"remote.origin.url": f"ext::{canary}", "remote.origin.promisor": "true", "protocol.allow": "always"}
    for each, value in {**settings, "extensions.partialClone": "origin", "core.repositoryFormatVersion": "1"}.items():
        tree.git("config", each, value)
    os.unlink(tree.folder / ".git/objects" / name[:2] / name[2:])
    answer = tree.json("check", "--since", "HEAD", "--new-only")
    assert (answer.exit, answer.json["error"]["code"]) == (4, "HISTORY_MISSING")
    assert not (canary.parent / "sang").exists()


def test_another_working_tree_replaced_objects_and_grafts_are_not_believed(tree, tmp_path):
    before = _told(tree)
    other = GitRepository(tmp_path / "other").init()
    other.commit({"docs/a.md": "x"})
    tree.git("replace", "HEAD~1", "HEAD")
    tree.git("replace", "HEAD:docs/a.md", "HEAD:docs/z.txt")
    (tree.folder / ".git/info").mkdir(exist_ok=True)
    (tree.folder / ".git/info/grafts").write_text(tree.git.head + "\n")
    tree.git("config", "core.worktree", os.fspath(other.folder))
    assert [tree.json("check", *each).json for each in RUNS] == before


def test_a_folder_that_looks_like_a_repository_is_not_one(tree):
    GitRepository(tree.folder / "docs").init("--bare")
    tree.write({"docs/.meminit.toml": '[docs]\nroot = "."\n'})
    answer = tree.json("check", "--staged", cwd=tree.folder / "docs")
    assert answer.json.get("error", {"code": "NOT_A_REPOSITORY"})["code"] == "NOT_A_REPOSITORY"


def test_only_the_environment_of_this_repository_counts(tree, tmp_path, monkeypatch):
    before = _told(tree)
    other = GitRepository(tmp_path / "other").init()
    other.commit({"docs/a.md": "x"})
    monkeypatch.setenv("GIT_DIR", os.fspath(other.folder / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", os.fspath(other.folder / ".git/index"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", os.fspath(other.folder / ".git/objects"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.bare")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    monkeypatch.setenv("GIT_NAMESPACE", "else")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.fspath(tree.folder.parent))
    assert _told(tree) == before
    index = tmp_path / "index"
    shutil.copy(tree.folder / ".git/index", index)
    monkeypatch.setenv("GIT_DIR", os.fspath(tree.folder / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", os.fspath(index))
    monkeypatch.delenv("GIT_CONFIG_COUNT")
    for name in ("GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"):
        monkeypatch.delenv(name)
    subprocess.run(["git", "rm", "-q", "--cached", "docs/a.md"], cwd=tree.folder, check=True)
    staged = tree.json("check", "--staged")
    assert [each for each in staged.found if each.startswith("docs/a.md")] == []


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("diff-index", "sleep 30"),
        ("diff-index", "echo garbage"),
        ("diff-files", "echo no >&2; exit 1"),
        ("diff-files", "printf ':1 2 3 4 M'; exit"),
        ("ls-files", "yes"),
        ("cat-file", "echo garbage"),
        ("cat-file", "kill -9 $$"),
    ],
)
def test_a_git_that_hangs_floods_or_lies(tree, tmp_path, monkeypatch, asked, text):
    place = tmp_path / "bin"
    place.mkdir()
    (place / "git").write_text(
        f'#!/bin/sh\ncase "$*" in *" {asked} "*) {text};; esac\nexec {shutil.which("git")} "$@"\n'
    )
    (place / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")
    ask = asking.Git.ask
    monkeypatch.setattr(
        asking.Git, "ask", lambda self, *words, **how: ask(self, *words, **{**how, "seconds": 0.5, "most": 1 << 20})
    )
    answer = tree.json("check", "--since", "HEAD~1", "--new-only")
    assert (answer.exit, answer.json["error"]["code"]) == (12, "GIT_UNAVAILABLE")


@pytest.mark.slow
def test_a_git_that_hangs_ends_with_the_run(tree, tmp_path):
    place = tmp_path / "bin"
    place.mkdir()
    (place / "git").write_text(
        f'#!/bin/sh\ncase "$*" in *" diff-index "*) echo $$ > {tmp_path}/pid; sleep 300;; esac\n'
        f'exec {shutil.which("git")} "$@"\n'
    )
    (place / "git").chmod(0o755)
    environment = {**os.environ, "PATH": f"{place}{os.pathsep}{os.environ['PATH']}"}
    answer = process("check", "--since", "HEAD", "--timeout", "2", "--format", "json", cwd=tree.folder, env=environment)
    assert answer.json["error"]["code"] == "TIME_LIMIT"
    group = int((tmp_path / "pid").read_text())
    for _ in range(50):
        if not _is_alive(group):
            return
        time.sleep(0.1)
    pytest.fail("git was left behind")


def _is_alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return sys.platform == "linux"
