"""When the answer of a check is given again without any work, and when not."""

import os
import re
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD
from tests.support.git import GitRepository
from tests.support.marks import posix
from tests.support.timing import grow_old

from meminit import kept_answer
from meminit.accepting.baseline import written
from meminit.cache import directory
from meminit.config.find import OTHER_NAME, OWN_NAME

pytestmark = posix
JSON = ("check", "--format", "json")
SOURCE = Path(kept_answer.__file__).parent
DOCUMENTS = {
    ".meminit.toml": "",
    "docs/a.md": GOOD + "\n[b](b.md)\n[c](gone.md)\n",
    "docs/b.md": GOOD.replace("001", "002"),
}
# Variables that are read for other commands, or by formats whose answers are not kept.
ELSEWHERE = {"EDITOR", "VISUAL", "PATH", "SOURCE_DATE_EPOCH", "XDG_DATA_HOME", "XDG_STATE_HOME"}
# Logs what a call opens, lists and starts.
PROGRAM = """
import os, sys

log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
KINDS = {"open", "os.scandir", "os.listdir", "subprocess.Popen", "os.posix_spawn", "import"}
sys.addaudithook(lambda event, about: event in KINDS and os.write(log, f"{event} {about[0]}\\n".encode()))
from meminit.__main__ import main

main()
"""


@pytest.fixture
def tree(call, monkeypatch):
    monkeypatch.setattr(os, "isatty", lambda _: False)
    call.write(DOCUMENTS)
    grow_old(call.folder / "docs/b.md")
    return call


def given(call, *arguments):
    with chdir(call.folder):
        asked = kept_answer.call_of(list(arguments))
        return asked and kept_answer.given(asked)


def kept_in(call, *arguments):
    with chdir(call.folder):
        return Path(kept_answer.call_of(list(arguments)).file)


def only_kept():
    (found,) = Path(os.environ["XDG_CACHE_HOME"]).glob("meminit/*.answer")
    return found


def read(path):
    return kept_answer._read(str(path))


def test_an_answer_is_given_again_with_its_exit_code_and_an_id_of_its_own(tree):
    first, second = (process(*JSON, cwd=tree.folder) for _ in range(2))
    assert "import meminit.cli" in logged(tree.folder, *JSON)
    loaded = logged(tree.folder, *JSON)
    assert (first.exit, second.exit) == (1, 1)
    assert "import meminit.kept_answer" in loaded
    assert "import meminit.cli" not in loaded
    ids = [each.json["run_id"] for each in (first, second)]
    assert ids[0] != ids[1]
    assert first.out.replace(ids[0].encode(), ids[1].encode()) == second.out


def test_text_says_how_long_it_took_this_time(tree):
    first, second = (process("check", cwd=tree.folder) for _ in range(2))
    seconds = re.compile(rb"\(\d+\.\d\d s\)\n")
    assert seconds.sub(b"", first.out) == seconds.sub(b"", second.out)
    assert seconds.search(second.out)
    assert read(only_kept()).new == kept_answer.SECONDS


def logged(folder, *arguments):
    log = folder.parent / f"{folder.name}.log"
    log.unlink(missing_ok=True)
    process(*arguments, cwd=folder, command=[sys.executable, "-c", PROGRAM, str(log)])
    return log.read_text().splitlines()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "docs/a.md").write_text(GOOD),
        lambda folder: (folder / "docs/new.txt").touch(),
        lambda folder: (folder / "docs/a.md").chmod(0o600),
        lambda folder: (folder / ".meminit.toml").touch(),
        lambda folder: (folder / "docops.config.yaml").touch(),
        lambda folder: (folder / "docs").rename(folder / "documents"),
        lambda folder: (folder / "docs/b.md").replace(folder / "docs/c.md"),
    ],
)
def test_no_answer_is_given_again_after_a_change(tree, change):
    tree(*JSON)
    assert given(tree, *JSON)
    change(tree.folder)
    assert given(tree, *JSON) is None


def test_a_change_of_what_nobody_looked_at_does_not_matter(tree):
    tree.write({"src/code.py": "x"})
    grow_old(tree.folder / "src/code.py")
    tree(*JSON)
    tree.write({"src/code.py": "y"})
    assert given(tree, *JSON)


@pytest.mark.parametrize("name", ["NO_COLOR", "MEMINIT_RUN_ID", "PYTHONHASHSEED"])
def test_no_answer_is_given_again_in_another_environment(tree, monkeypatch, name):
    tree(*JSON)
    monkeypatch.setenv(name, "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90")
    assert not kept_in(tree, *JSON).exists() or given(tree, *JSON) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("docs/a.md",),
        ("--no-cache",),
        ("--root", "."),
        ("--profile",),
        ("--include-timestamp",),
        ("--envelope", "response"),
        ("--format", "junit"),
        ("--format", "sarif"),
        ("--format", "json-lines"),
        ("--output", "../answer"),
        ("--also", "junit:../answer"),
    ],
)
def test_answers_that_depend_on_more_are_not_kept(tree, arguments):
    assert tree("check", *arguments).exit == 1
    assert not list(Path(os.environ["XDG_CACHE_HOME"]).glob("meminit/*.answer"))


def test_the_answer_to_a_run_over_young_files_is_not_kept(call):
    call.write(DOCUMENTS)
    call(*JSON)
    assert not kept_in(call, *JSON).exists()


def test_other_words_and_another_version_of_python_have_other_answers(tree, monkeypatch):
    tree(*JSON)
    asked = {kept_in(tree, *JSON)}
    assert given(tree, *JSON, "--strict") is None if kept_in(tree, *JSON, "--strict") in asked else True
    kept = kept_in(tree, *JSON)
    monkeypatch.setattr(sys, "version", "4.0")
    kept.rename(kept_in(tree, *JSON))
    assert given(tree, *JSON) is None


def test_another_state_of_meminit_answers_anew(tree, monkeypatch):
    package = tree.folder.parent / "package"
    package.mkdir()
    (package / "rule.py").write_text("old")
    grow_old(package / "rule.py")
    monkeypatch.setattr("meminit.cache.answers.PACKAGE", str(package))
    tree(*JSON)
    assert given(tree, *JSON)
    (package / "rule.py").write_text("new")
    assert given(tree, *JSON) is None


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data + b"x", lambda data: b"", lambda data: b"x"]
)
def test_what_is_damaged_is_not_used(tree, damage):
    tree(*JSON)
    kept = kept_in(tree, *JSON)
    kept.write_bytes(damage(kept.read_bytes()))
    assert given(tree, *JSON) is None


def test_no_altered_byte_passes(tree):
    tree(*JSON)
    kept = kept_in(tree, *JSON)
    data = kept.read_bytes()
    for place in range(0, len(data), 997):
        kept.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert given(tree, *JSON) is None, place


def test_what_belongs_to_another_user_is_not_used(tree, monkeypatch):
    tree(*JSON)
    asked = kept_answer.call_of
    with chdir(tree.folder):
        call = asked(list(JSON))
        monkeypatch.setattr(os, "geteuid", lambda: 4711)
        assert kept_answer.given(call) is None


def test_a_link_in_place_of_what_is_kept_is_not_followed(tree):
    tree(*JSON)
    kept = kept_in(tree, *JSON)
    kept.rename(kept.with_name("elsewhere"))
    kept.symlink_to("elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        given(tree, *JSON)


@pytest.mark.parametrize("place", [".", ".cache", "link"])
def test_nothing_in_the_repository_counts_as_kept(tree, place):
    (tree.folder / "link").symlink_to(tree.folder)
    with chdir(tree.folder):
        assert kept_answer.call_of([*JSON, "--cache-dir", place]) is None
        assert kept_answer.call_of([*JSON, f"--cache-dir={place}"]) is None


def test_what_is_known_twice_is_known_alike(tree):
    assert (OWN_NAME, OTHER_NAME) == kept_answer.CONFIGS
    name = directory.name(str(tree.folder), "a")[:-1]
    assert kept_in(tree, *JSON).name.startswith(name)
    assert kept_in(tree, *JSON).parent == Path(directory.directory(None))
    assert re.fullmatch(directory.OURS, kept_in(tree, *JSON).stem)
    every = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"\bos\.(?:environ|getenv)\W+\"(\w+)\"", path.read_text())
    }
    assert {each for each in every if not each.startswith(("GIT_", "PYTHON"))} <= {*kept_answer.VARIABLES, *ELSEWHERE}


def test_the_answer_to_a_run_that_asks_git_is_not_kept(tree):
    GitRepository(tree.folder).init()
    tree.write({".gitignore": "made/\n", "made/x.py": "", "docs/c.md": GOOD.replace("001", "003\ncovers: [made/**]")})
    grow_old(tree.folder / "docs/c.md")
    assert tree(*JSON).exit == 1
    assert not kept_in(tree, *JSON).exists()


def test_all_that_a_check_opens_and_lists_decides(tree):
    tree.write({
        ".meminit.toml": '[docs]\nschema = "schemas/a.json"\n[site]\ngenerator = "mkdocs"\n',
        "mkdocs.yml": "docs_dir: docs\n",
        "schemas/a.json": '{"allOf": [{"$ref": "b.json"}]}',
        "schemas/b.json": "{}",
        ".gitignore": "build/\n",
        "docs/sub/.gitignore": "",
        "docs/sub/c.md": GOOD.replace("001", "003") + "\n[n](../../notes.md#x) [l](../../src/code.py#L9) [f](far/x)\n",
        "docs/e.md": GOOD.replace("001", "005\ncovers: [src/**, more/]"),
        "docs/d.md": GOOD.replace("001", "004") + '\n--8<-- "part.txt"\n\n[x](#made)\n',
        "notes.md": "# X\n",
        "src/code.py": "x\n",
        "more/x.md": "# X\n",
        ".meminit-baseline.json": written(()),
    })  # fmt: skip
    (tree.folder / "docs/far").symlink_to("../more")
    grow_old(tree.folder / ".meminit-baseline.json")
    call = (*JSON, "--baseline")
    for _ in range(2):  # cold, and from summaries
        lines = logged(tree.folder, *call)
        kept = read(only_kept())
        only_kept().unlink()
        root = f"{tree.folder}/"
        known = {*kept_answer.parted(kept.outside), *(root + each for each in kept_answer.parted(kept.inside))}
        known |= {each.rstrip("/") for each in known}
        assert not [each for each in lines if each.startswith(("subprocess", "os.posix"))]
        seen = {line.partition(" ")[2] for line in lines if not line.startswith("import")}
        assert {each for each in seen if each.startswith(str(tree.folder)) and not each.endswith(".log")} <= known
