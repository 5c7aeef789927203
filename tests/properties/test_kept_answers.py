"""A kept answer is that of a fresh run, whatever was changed since: held to it over random changes of all inputs."""

import os
import time
from contextlib import chdir
from random import Random

import pytest
from tests.support.calls import RUN_ID
from tests.support.marks import posix
from tests.support.repositories import changed, document, repository, write

from meminit import kept_answer
from meminit.accepting.baseline import Entry, written

pytestmark = [pytest.mark.slow, posix]

SETTLED = 0.06  # seconds after which a file is trusted to have changed no more
JSON = ("check", "--format", "json", "--run-id", RUN_ID)
CALLS = (JSON, (*JSON, "--strict"), (*JSON, "--statistics"), (*JSON, "--baseline"), ("check", "--format", "concise"))
BASELINE = ".meminit-baseline.json"
LINKS = {"docs/linked.md": "a.md", "docs/out.md": "../../elsewhere.md", "docs/far": "sub", "notes": "docs/sub"}


def prepared(dice, folder):
    """A repository with what the others of these tests lack: ignore files, includes, links, a baseline."""
    files = {
        **{name: text if isinstance(text, bytes) else text.encode() for name, text in repository(dice).items()},
        "docs/build/made.md": document(dice),
        ".gitignore": b"build/\n",
        BASELINE: accepted(),
        "src/code.py": b"one\ntwo\n",
        "notes.md": document(dice) + b"\n# Aside\n",
        "docs/lines.md": document(dice) + b"\n[l](../src/code.py#L2) [n](../notes.md#aside) [s](../schemas/x.json)\n",
    }
    write(folder, files)
    for name, target in LINKS.items():
        if dice.random() < 0.3 and not os.path.lexists(folder / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(target)


def accepted(*paths):
    return written(Entry(path, "BROKEN_LINK", "0" * 16) for path in paths)


def _ignored(dice, folder):
    write(folder, {f"docs/build/{dice.choice('abc')}.md": document(dice)})


def _ignoring(dice, folder):
    place = dice.choice([".gitignore", "docs/.gitignore", "docs/sub/.gitignore"])
    write(folder, {place: dice.choice([b"", b"build/\n", b"a.md\n", b"*.md\n!b.md\n"])})


def _linking(dice, folder):
    name, target = dice.choice(sorted(LINKS.items()))
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    if (folder / name).is_symlink():
        (folder / name).unlink()
        target = dice.choice([target, "b.md", "sub", "../nothing", "../../elsewhere.md"])
    if not (folder / name).exists():
        (folder / name).symlink_to(target)


def _beyond_links(dice, folder):
    write(folder.parent, {"elsewhere.md": document(dice)})


def _forbidding(dice, folder):
    files = [path for path in (folder / "docs").rglob("*.md") if path.is_file()]
    dice.choice(files).chmod(dice.choice([0o644, 0o600, 0]))


def _accepting(dice, folder):
    write(folder, {BASELINE: dice.choice([accepted(), accepted("docs/a.md"), accepted("docs/b.md"), b"oh\n"])})


def _coding(dice, folder):
    write(folder, {"src/code.py": b"one\n" * dice.randrange(4), "notes.md": document(dice) + b"\n# Beside\n"})


def _outside(dice, folder):
    write(folder, {f"more/{dice.randrange(3)}/x{dice.randrange(5)}.md": document(dice)})


def _configuring_twice(dice, folder):
    for name in ("docops.config.yaml", "docs/.meminit.toml"):
        if (folder / name).exists():
            (folder / name).unlink()
        elif dice.random() < 0.5:
            write(folder, {name: b"" if name.endswith("toml") else b"project_name: x\n"})


def _moving(dice, folder):
    old, new = folder / "docs/sub", folder / "docs/moved"
    if old.exists() and not new.exists():
        old.rename(new)
    elif new.exists() and not old.exists():
        new.rename(old)


def _queueing(dice, folder):
    write(folder, {"project-state.yaml": dice.choice([b"", b"entries: 3\n"]), "docs/project-state.yaml": b"x: [\n"})


OTHERS = (
    _ignored, _ignoring, _linking, _beyond_links, _forbidding, _accepting, _coding, _outside, _configuring_twice,
    _moving, _queueing,
)  # fmt: skip


def any_change(dice, folder):
    if dice.random() < 0.4:
        return changed(dice, folder)
    change = dice.choice(OTHERS)
    change(dice, folder)
    return change.__name__


def again(call, arguments):
    """The exit code and the output of the answer that would be given again."""
    with chdir(call.folder):
        asked = kept_answer.call_of(list(arguments))
        try:
            kept = kept_answer.given(asked)
        except OSError:
            return None
    return kept and (int(kept.exit), kept.before + kept.after, kept.aside)


def hits(call, dice):
    """How often an answer would have been given again; each of them is compared."""
    prepared(dice, call.folder)
    changes, found = [], 0
    for _ in range(6):
        arguments = dice.choice(CALLS)
        time.sleep(dice.choice([0, SETTLED, SETTLED]))
        call(*arguments)
        changes += [any_change(dice, call.folder) for _ in range(dice.randrange(3))]
        kept = again(call, arguments)
        if kept is not None:
            found += 1
            alone = call(*arguments, "--no-cache", "--jobs", "1")
            assert kept == (alone.exit, alone.out, alone.err), changes
    return found


@pytest.mark.parametrize("seed", range(2))
def test_a_kept_answer_is_that_of_a_fresh_run(call, tmp_path, monkeypatch, seed):
    monkeypatch.setattr(os, "isatty", lambda _: False)
    total = 0
    for number in range(5 * seed, 5 * seed + 5):
        call.folder = tmp_path / str(number) / "repository"
        total += hits(call, Random(number))
    assert total >= 5  # of thirty: else this would be a test of nothing
