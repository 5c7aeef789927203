"""Git is asked without starting anything of the repository's, within bounds, and says why it has no answer."""

import os
import shutil
import stat
import subprocess
import time

import pytest
from tests.support.marks import posix

from meminit.sources import git as asking
from meminit.sources.git import GitError, git

pytestmark = [posix, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()
    _git(folder, "init", "--quiet")
    (folder / "a.md").write_text("a\n")
    _git(folder, "add", "a.md")
    _git(folder, "-c", "user.name=n", "-c", "user.email=e@x", "commit", "--quiet", "--message", "first")
    return folder


def _git(folder, *words):
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def _program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def _why(folder):
    with pytest.raises(GitError) as caught:
        git(str(folder))
    return caught.value.kind


def test_it_answers_in_a_working_tree(repository):
    asked = git(str(repository))
    assert asked.top == os.path.realpath(repository)
    assert asked.told("ls-files", "-z") == b"a.md\0"
    assert asked.told("hash-object", "--stdin", given=b"a\n") == asked.told("rev-parse", "HEAD:a.md")
    assert asked.ask("rev-parse", "--verify", "nowhere").exit == 128


def test_it_says_why_there_is_no_answer(repository, tmp_path, monkeypatch):
    assert _why(tmp_path) == "outside"
    bare = tmp_path / "bare"
    bare.mkdir()
    _git(bare, "init", "--quiet", "--bare")
    assert _why(bare) == "outside"
    with pytest.raises(GitError) as caught:
        git(str(repository)).told("rev-parse", "--verify", "nowhere")
    assert caught.value.kind == "failed"
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert _why(repository) == "missing"


def test_a_git_of_the_repository_is_never_started(repository, monkeypatch):
    _program(repository / "bin/git", "touch was-started")
    (repository.parent / "link").symlink_to(repository / "bin")
    path = os.environ["PATH"]
    for place in (str(repository / "bin"), "bin", "", str(repository.parent / "link")):
        monkeypatch.setenv("PATH", f"{place}{os.pathsep}{path}")
        monkeypatch.chdir(repository)
        assert git(str(repository)).told("ls-files") == b"a.md\n"
    assert not (repository / "was-started").exists()


def test_nothing_that_the_repository_configures_is_started(repository, monkeypatch):
    _program(repository / "evil", "touch was-started")
    _program(repository / ".git/hooks/post-index-change", "touch was-started")
    _git(repository, "config", "core.fsmonitor", str(repository / "evil"))
    _git(repository, "config", "core.pager", str(repository / "evil"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(repository / "evil"))
    asked = git(str(repository))
    asked.told("status", "--porcelain")
    asked.told("log", "-1")
    asked.told("diff")
    asked.told("mv", "a.md", "b.md")
    assert not (repository / "was-started").exists()


def test_the_environment_of_another_repository_does_not_count(repository, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    _git(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    assert git(str(repository)).told("ls-files") == b"a.md\n"
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "empty-index"))
    assert git(str(repository)).told("ls-files") == b""
    (tmp_path / "elsewhere").mkdir()
    (repository / ".git").rename(tmp_path / "elsewhere/git")
    monkeypatch.delenv("GIT_INDEX_FILE")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere/git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repository))
    assert git(str(repository)).told("ls-files") == b"a.md\n"


@pytest.mark.parametrize("text", ["sleep 60", "sleep 60 & wait", "yes", "exec 1>&-; sleep 60"])
def test_one_that_hangs_or_floods_is_ended(text, repository, tmp_path, monkeypatch):
    _program(tmp_path / "bin/git", f'case "$*" in *rev-parse*) echo true;; *) {text};; esac')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    asked = git(str(repository))
    began = time.monotonic()
    with pytest.raises(GitError) as caught:
        asked.ask("log", seconds=0.3, most=100_000)
    assert caught.value.kind == "unbounded"
    assert time.monotonic() - began < 5


def test_much_on_standard_error_is_cut(repository, tmp_path, monkeypatch):
    _program(
        tmp_path / "bin/git", 'case "$*" in *rev-parse*) echo true;; *) head -c 5000000 /dev/zero >&2; exit 3;; esac'
    )
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    answer = git(str(repository)).ask("log")
    assert (answer.exit, len(answer.err)) == (3, asking._MOST_WORDS)
