"""`check --since` and `--staged` report just what two full checks and the definition say, on any history of git."""

import os
import shutil
from random import Random

import pytest
from tests.support.git import GitRepository
from tests.support.histories import History
from tests.support.marks import posix
from tests.support.since import expected, rows

pytestmark = [posix, pytest.mark.slow, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]

KEPT = [1024, 1036]  # a file where a folder is now, and a configuration that is invalid only in the working tree
MANY = int(os.environ.get("MEMINIT_HISTORIES", "0"))


def _variant(dice, history, tmp_path):
    """The same history elsewhere: in a clone that is shallow, or in a linked working tree."""
    kind = dice.randrange(8)
    if kind == 0:
        history.git("worktree", "add", "--quiet", "--detach", os.fspath(tmp_path / "linked"))
        history.git = GitRepository(tmp_path / "linked")
    elif kind == 1:
        history.git.commit()
        clone = GitRepository(tmp_path / "clone")
        clone("clone", "--quiet", "--depth", "3", "--no-single-branch", f"file://{history.git.folder}", ".")
        history.git = clone
    elif kind == 2:
        other = GitRepository(tmp_path / "other").init()
        other.commit({"x.md": "# One\n\n[x](gone.md)\n"})
        history.git("submodule", "--quiet", "add", "--force", os.fspath(other.folder), "docs/module")
    return [history.change() for _ in range(dice.randrange(4))] if kind < 3 else []


@pytest.mark.parametrize(
    "seed", [*(pytest.param(seed, marks=pytest.mark.long) for seed in range(3)), *KEPT, *range(1000, 1000 + MANY)]
)
def test_two_full_checks_say_the_same(call, tmp_path, seed):
    dice = Random(seed)
    history = History(dice, tmp_path / "r")
    happened = history.play()
    happened += _variant(dice, history, tmp_path)
    call.folder = history.git.folder
    commits = history.git("rev-list", "HEAD").decode().split()
    for revision in dict.fromkeys(["main", "HEAD", dice.choice(commits), None]):
        if revision == "main" and not _knows(history.git, "main"):
            continue
        new_only = dice.random() < 0.4
        arguments = dice.choice([(), (), (), ("--no-suppress",)])
        before = _seen(history.git)
        wanted = expected(call, history.git, tmp_path / "elsewhere", revision, new_only=new_only, arguments=arguments)
        ways = ["--staged"] if revision is None else ["--since", revision]
        ways += [*arguments, *(["--new-only"] if new_only else [])]
        place = f"seed {seed} {ways} {happened}"
        _compare(call, wanted, ways, place)
        assert _seen(history.git) == before, place


def _compare(call, wanted, ways, place):
    for kept in ("--no-cache", "--jobs=1", "--jobs=1"):
        answer = call.json("check", *ways, kept)
        if wanted is None:
            assert answer.json["error"]["code"] in {"CONFIG_INVALID", "CONFIG_MISSING"}, place
            return
        found = set(rows(call, call.folder, *ways, kept))
        assert wanted.must - found == set(), place
        assert found - wanted.must - wanted.may == set(), place
        paths = wanted.files_checked | {each.path for each in wanted.may}
        assert len(wanted.files_checked) <= answer.json["files_checked"] <= len(paths), place
        assert answer.json["data"]["since"]["changed"] == len(wanted.changed), place


def _knows(git, name):
    try:
        git("rev-parse", "--verify", "--quiet", name)
    except Exception:  # noqa: BLE001 - a clone has no such branch
        return False
    return True


def _seen(git):
    return git("status", "--porcelain=v1", "-z"), git("ls-files", "-s", "-z")
