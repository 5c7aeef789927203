"""Which files differ from a commit: in bytes, wherever the change is, and whatever git was told about them."""

import os
import shutil

import pytest
from tests.support.git import GitRepository
from tests.support.marks import posix

from meminit.history.base import head, since
from meminit.history.changes import changes, unstaged
from meminit.sources.git import git

pytestmark = [posix, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]


@pytest.fixture
def repository(tmp_path):
    made = GitRepository(tmp_path / "r").init()
    made.commit({name: f"{name}\n" for name in ("a", "b", "c", "d", "deep/e", "f")})
    return made


def _asked(folder):
    return git(str(folder)).without_filters()


def _since(repository, revision="HEAD", *, staged=False):
    asked = _asked(repository.folder)
    return changes(asked, head(asked) if staged else since(asked, revision), staged=staged)


def _found(repository, revision="HEAD", *, staged=False):
    told = _since(repository, revision, staged=staged)
    return sorted(told.changed), sorted(told.gone), dict(told.renamed)


def test_what_is_committed_staged_unstaged_and_untracked_differs(repository):
    first = repository.head
    repository.commit({"a": "other\n"})
    repository.write({"b": "staged\n", "c": "unstaged\n", "new": "n\n", ".gitignore": "ignored\n", "ignored": "i\n"})
    repository("add", "b")
    (repository.folder / "d").unlink()
    assert _found(repository, first) == ([".gitignore", "a", "b", "c", "new"], ["d"], {})
    assert _found(repository, "HEAD") == ([".gitignore", "b", "c", "new"], ["d"], {})
    assert _found(repository, staged=True) == (["b"], [], {})


def test_base_is_where_both_have_parted(repository):
    repository("checkout", "-q", "-b", "topic")
    repository.commit({"a": "topic\n"})
    repository("checkout", "-q", "main")
    repository.commit({"b": "main\n"})
    repository("checkout", "-q", "topic")
    assert _found(repository, "main") == (["a"], [], {})
    assert _found(repository, "HEAD~1") == (["a"], [], {})


def test_what_was_changed_back_modes_and_line_ends_do_not_differ(repository):
    first = repository.head
    repository.commit({"a": "other\n"})
    repository.write({"a": "a\n", "b": "b\r\n", "f": "f\r\n"})
    repository("add", "f")
    os.utime(repository.folder / "c", (1, 1))
    (repository.folder / "d").chmod(0o755)
    assert _found(repository, first) == ([], [], {})
    assert _found(repository, staged=True) == ([], [], {})


def test_renames_are_followed_and_only_a_change_counts(repository):
    repository.write({"long": "".join(f"{n}\n" for n in range(50))})
    repository.commit()
    repository("mv", "a", "renamed-a")
    (repository.folder / "b").rename(repository.folder / "renamed-b")
    repository("mv", "long", "renamed-long")
    repository.write({"renamed-long": "".join(f"{n}\n" for n in range(51))})
    repository("add", "renamed-long")
    renamed = {"renamed-a": "a", "renamed-b": "b", "renamed-long": "long"}
    assert _found(repository) == (["renamed-long"], [], renamed)


def test_kinds_of_files(repository):
    repository("mv", "f", "g")
    (repository.folder / "a").unlink()
    (repository.folder / "a").symlink_to("b")
    (repository.folder / "b").unlink()
    repository.write({"b/inner": "x\n"})
    shutil.rmtree(repository.folder / "deep")
    repository.write({"deep": "now a file\n"})
    (repository.folder / "link").symlink_to("nowhere")
    assert _found(repository) == (["a", "b/inner", "deep", "link"], ["b", "deep/e"], {"g": "f"})


def test_odd_names(repository):
    names = ['quo"te', "new\nline", "tab\t", " space ", "-dash", ":(top)x", "*", "é", os.fsdecode(b"\xff\xfe")]
    repository.write(dict.fromkeys(names, "x\n"))
    assert _found(repository)[0] == sorted(names)
    repository("add", "--all")
    assert _found(repository, staged=True)[0] == sorted(names)


def test_what_git_was_told_not_to_look_at(repository):
    repository("update-index", "--assume-unchanged", "a", "b")
    repository.write({"a": "other\n"})
    repository("sparse-checkout", "set", "--no-cone", "/*", "!/deep/")
    assert not (repository.folder / "deep/e").exists()
    assert _found(repository) == (["a"], [], {})


def test_before_the_first_commit_and_with_another_hash(tmp_path):
    made = GitRepository(tmp_path / "r").init("--object-format=sha256")
    made.write({"a": "a\n", "b": "b\n"})
    made("add", "a")
    assert _found(made, staged=True) == (["a"], [], {})
    made.commit()
    made.write({"a": "a\r\n"})
    assert _found(made) == ([], [], {})


def test_only_what_lies_below_the_root_and_no_submodule(repository, tmp_path):
    other = GitRepository(tmp_path / "other").init()
    other.commit({"x": "x\n"})
    repository("submodule", "--quiet", "add", str(other.folder), "deep/module")
    repository.commit()
    repository.write({"a": "other\n", "deep/e": "other\n", "deep/module/x": "other\n", "deep/module/y": "new\n"})
    told = changes(_asked(repository.folder / "deep"), since(_asked(repository.folder), "HEAD"), staged=False)
    assert told.changed == {"e"}


def test_a_conflict_is_what_the_working_tree_has(repository):
    repository("checkout", "-q", "-b", "topic")
    repository.commit({"a": "topic\n", "z": "topic\n"})
    repository("checkout", "-q", "main")
    repository.commit({"a": "main\n", "z": "main\n"})
    with pytest.raises(Exception, match="merge"):
        repository("merge", "topic")
    for staged in (False, True):
        assert _found(repository, staged=staged) == (["a", "z"], [], {})
    assert not unstaged(_asked(repository.folder)).differing


def test_what_is_only_intended_is_not_staged(repository):
    repository.write({"new": "n\n"})
    repository("add", "--intent-to-add", "new")
    assert _found(repository) == (["new"], [], {})
    assert _found(repository, staged=True) == ([], [], {})
    assert unstaged(_asked(repository.folder)).differing["new"].before is None
