"""The last commit that changed the bytes of a document, in histories of all kinds."""

import os
import random
import shutil

import pytest
from tests.support.git import GitRepository

from meminit.history.last_changes import last_changes
from meminit.sources.git import git

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")


class _History(GitRepository):
    """A repository in which each commit is a second later than the one before."""

    time = 1_000_000_000

    def at(self, files=None, *words):
        """Commits, and returns the time."""
        self.time += 1
        self.write(files or {})
        self("add", "--all")
        self("commit", "--quiet", "--allow-empty", "--message", "x", *words, **self.dated)
        return self.time

    @property
    def dated(self):
        return {"GIT_AUTHOR_DATE": f"{self.time - 500} +0000", "GIT_COMMITTER_DATE": f"{self.time} +0500"}

    def merge(self, name, *words):
        self.time += 1
        self("merge", "--quiet", "--no-ff", "--message", "x", *words, name, **self.dated)
        return self.time

    def last(self, *paths, folders=("docs",), folder=None):
        found = last_changes(git(folder or str(self.folder)), "HEAD", dict(zip(paths, paths, strict=True)), folders)
        return [found.times.get(each) for each in paths], found.is_cut


@pytest.fixture
def history(tmp_path):
    return _History(tmp_path / "repository").init()


def test_each_has_the_last_commit_that_changed_it(history):
    first = history.at({"docs/a.md": "a", "docs/b.md": "b", "docs/sub/ü \n.md": "c", "other": "o"})
    second = history.at({"docs/b.md": "bb"})
    history.at({"other": "oo"})
    assert history.last("docs/a.md", "docs/b.md", "docs/sub/ü \n.md") == ([first, second, first], False)
    assert history.last("docs/no.md") == ([None], False)


def test_renames_and_modes_do_not_count(history):
    first = history.at({"docs/a.md": "a\n" * 20, "docs/b.md": "b\n" * 20, "old/c.md": "c", "docs/d.md": "d"})
    (history.folder / "docs/a.md").rename(history.folder / "docs/aa.md")
    history.at()
    (history.folder / "docs/aa.md").chmod(0o755)
    history.at()
    (history.folder / "docs/sub").mkdir()
    (history.folder / "docs/aa.md").rename(history.folder / "docs/sub/aa.md")
    (history.folder / "docs/b.md").unlink()
    changed = history.at({"docs/bb.md": "b\n" * 20 + "more\n"})
    os.makedirs(history.folder / "docs/from")
    (history.folder / "old/c.md").rename(history.folder / "docs/from/c.md")
    history.at({"docs/copy.md": "d"})
    copied = history.time
    assert history.last("docs/sub/aa.md", "docs/bb.md", "docs/from/c.md") == ([first, changed, first], False)
    assert history.last("docs/copy.md", "docs/d.md") == ([copied, first], False)


def test_a_folder_that_moved_as_a_whole(history):
    times = [history.at({f"notes/{number}.md": str(number)}) for number in range(5)]
    (history.folder / "notes").rename(history.folder / "docs")
    history.at()
    paths = [f"docs/{number}.md" for number in range(5)]
    assert history.last(*paths) == (times, False)
    assert history.last(*paths, folders=(".",)) == (times, False)


def test_of_a_merge_counts_what_no_side_had(history):
    history.at({"docs/a.md": "a\n\n\n\n\na\n", "docs/b.md": "b", "docs/c.md": "c"})
    history("checkout", "--quiet", "-b", "side")
    there = history.at({"docs/b.md": "bb", "docs/a.md": "a\n\n\n\n\nside\n"})
    history("checkout", "--quiet", "main")
    here = history.at({"docs/c.md": "cc", "docs/a.md": "main\n\n\n\n\na\n"})
    merged = history.merge("side")
    history("checkout", "--quiet", "-b", "dropped", "HEAD~1")
    history.at({"docs/c.md": "dropped"})
    history("checkout", "--quiet", "main")
    history.merge("dropped", "--strategy", "ours")
    assert history.last("docs/a.md", "docs/b.md", "docs/c.md") == ([merged, there, here], False)


def test_what_a_shallow_clone_cannot_know_is_not_known(history, tmp_path):
    history.at({"docs/a.md": "a", "docs/b.md": "b"})
    history.at({"docs/a.md": "aa"})
    last = history.at({"docs/b.md": "bb"})
    history("clone", "--quiet", "--depth", "2", f"file://{history.folder}", str(tmp_path / "shallow"))
    assert history.last("docs/a.md", "docs/b.md", folder=str(tmp_path / "shallow")) == ([None, last], True)


def _oracle(history, path):
    """What git itself says of one path; it follows no renames."""
    return int(history("log", "-1", "--format=%ct", "HEAD", "--", path).split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_histories_are_those_of_git_log(seed, history, monkeypatch):
    monkeypatch.setattr("meminit.history.last_changes._FIRST", 3)
    chance = random.Random(seed)
    paths = [f"docs/{name}.md" for name in "abcd"]
    history.at({path: f"{path}\n" for path in paths})
    for number in range(25):
        doing = chance.random()
        if doing < 0.25:
            history("checkout", "--quiet", "-B", chance.choice("xyz"))
        elif doing < 0.45:
            branches = history("for-each-ref", "--format=%(refname:short)", "refs/heads").decode().split()
            history.merge(chance.choice(branches), "--strategy-option", chance.choice(["ours", "theirs"]))
        elif doing < 0.55:
            history("checkout", "--quiet", "main")
        else:
            history.at({chance.choice([*paths, "other"]): f"{number}\n"})
    assert history.last(*paths) == ([_oracle(history, path) for path in paths], False)
