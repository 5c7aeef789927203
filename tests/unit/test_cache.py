"""What is kept between runs saves work, and never changes a verdict."""

import json
import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD
from tests.support.kept import forged
from tests.support.marks import any_bytes, posix
from tests.support.timing import grow_old

from meminit import atomic
from meminit.cache import directory as shelf
from meminit.cache import hints
from meminit.documents import markdown
from meminit.workspace import workspace

OTHER = GOOD.replace("001", "002")
TREE = {
    ".meminit.toml": "",
    "docs/a.md": GOOD + "\nSee [b](b.md#title), [c](../LICENSE) and [no](gone.md).\n",
    "docs/b.md": OTHER,
}
SCHEMA = '{"type": "object", "required": ["title", %s]}'


@pytest.fixture
def tree(call):
    """A tree that is old enough for a look at its files to be trusted."""
    call.write({**TREE, "LICENSE": "x"})
    time.sleep(0.12)
    return call


@pytest.fixture
def kept():
    return Path(os.environ["XDG_CACHE_HOME"], "meminit")


def read(call, *arguments):
    """How many documents were read."""
    return int(call("check", "--profile", *arguments).err.split()[-4])


def same(call, *arguments):
    """The answer, which is that of a run without anything kept."""
    plain = call.json("check", "--no-cache", "--jobs", "1", *arguments)
    answer = call.json("check", *arguments)
    assert (answer.out, answer.exit) == (plain.out, plain.exit)
    return answer


def test_what_has_not_changed_is_not_read_again(tree):
    first = same(tree)
    assert first.codes == ["BROKEN_LINK"]
    assert [read(tree), read(tree, "--no-cache"), read(tree)] == [0, 2, 0]
    assert same(tree).out == first.out


def test_one_changed_document_is_read_and_written_by_itself(tree, kept):
    tree.json("check")
    (whole,) = kept.glob("*.cards")
    before = whole.stat().st_mtime_ns
    tree.write({"docs/b.md": OTHER + "\nMore.\n"})
    assert same(tree).codes == ["BROKEN_LINK"]
    assert whole.stat().st_mtime_ns == before
    assert len(list(kept.glob("*.later"))) == 1
    time.sleep(0.12)
    assert read(tree) <= 1, "once more where it was read within a tick of its change"
    assert read(tree) == 0


def test_the_same_content_with_another_time_is_found_by_its_content(tree):
    answer = same(tree)
    for name in ("a", "b"):
        os.utime(tree.folder / f"docs/{name}.md", ns=(1, 10**18 + 1))
    time.sleep(0.12)
    assert same(tree).out == answer.out
    assert read(tree) == 0


def test_a_checkout_of_the_same_content_is_not_parsed(tree, monkeypatch):
    answer = same(tree)
    for path in [*(tree.folder / "docs").iterdir(), tree.folder / ".meminit.toml"]:
        path.with_name("new").write_bytes(path.read_bytes())
        path.with_name("new").replace(path)
    with monkeypatch.context() as parsers:
        for name in ("quick_scan", "read", "placed_links"):
            parsers.setattr(markdown, name, None)
        assert tree.json("check").out == answer.out
    (tree.folder / "docs/b.md").write_text(OTHER + "\n")
    with monkeypatch.context() as parsers:
        parsers.setattr(markdown, "quick_scan", None)
        assert tree.json("check").json["error"]["code"] == "E_UNEXPECTED"


def test_another_version_reads_anew(tree, monkeypatch):
    same(tree)
    monkeypatch.setattr(workspace, "__version__", "99.0")
    assert [read(tree), read(tree)] == [2, 0]
    monkeypatch.setattr(workspace, "distributions", dict)
    assert [read(tree), read(tree)] == [2, 0]
    monkeypatch.setattr(workspace, "sources", lambda *_: "another state")
    assert [read(tree), read(tree)] == [2, 0]


def test_what_says_something_else_by_now_is_not_believed(tree, kept):
    """All that is left as JSON, and of the same length."""
    answer = same(tree)
    (path,) = kept.glob("*.cards")
    for old, new in ((b"gone.md", b"gine.md"), (b"PAY-ADR-001", b"PAY-ADR-009"), (b"title", b"tidle")):
        sound = path.read_bytes()
        assert old in sound
        path.write_bytes(sound.replace(old, new))
        assert tree.json("check").out == answer.out


def test_the_same_size_and_time_with_other_content_is_seen(tree):
    same(tree)
    path = tree.folder / "docs/b.md"
    status = path.stat()
    path.write_text(OTHER.replace("# Title", "# Tidal"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert same(tree).codes == ["BROKEN_ANCHOR", "BROKEN_LINK"]


@posix
def test_a_file_that_changes_within_a_tick_of_the_clock_is_not_trusted(tree):
    path = tree.folder / "docs/b.md"
    for _ in range(20):
        path.write_text(OTHER)
        assert tree.json("check").codes == ["BROKEN_LINK"]
        path.write_text(OTHER.replace("# Title", "# Tidal"))
        assert tree.json("check").codes == ["BROKEN_ANCHOR", "BROKEN_LINK"]


def test_another_configuration_judges_anew(tree):
    same(tree)
    tree.write({".meminit.toml": "[rules]\nBROKEN_LINK = 'off'\n"})
    assert same(tree).codes == []
    tree.write({".meminit.toml": "prefix = 'X'\n"})
    assert same(tree).codes == ["BROKEN_LINK", "ID_PREFIX_MISMATCH", "ID_PREFIX_MISMATCH"]
    tree.write({".meminit.toml": "prefix = ["})
    assert tree.json("check").json["error"]["code"] == "CONFIG_INVALID"
    tree.write({".meminit.toml": ""})
    assert same(tree).codes == ["BROKEN_LINK"]


def test_another_schema_judges_anew_be_it_new_changed_referred_to_or_gone(tree):
    same(tree)
    own = "docs/00-governance/metadata.schema.json"
    tree.write({own: SCHEMA % '"nope"'})
    assert same(tree).codes == ["BROKEN_LINK", "MISSING_FIELD", "MISSING_FIELD"]
    tree.write({own: '{"allOf": [{"$ref": "part.json"}]}', "docs/00-governance/part.json": SCHEMA % '"title"'})
    assert same(tree).codes == ["BROKEN_LINK"]
    tree.write({"docs/00-governance/part.json": SCHEMA % '"nopes"'})
    assert same(tree).codes == ["BROKEN_LINK", "MISSING_FIELD", "MISSING_FIELD"]
    tree.write({own: "{"})
    assert same(tree).codes[:1] == ["SCHEMA_INVALID"]
    assert same(tree).codes[:1] == ["SCHEMA_INVALID"]
    (tree.folder / own).unlink()
    assert same(tree).codes == ["BROKEN_LINK"]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".cards", ".later"])
def test_whatever_is_wrong_with_a_file_it_is_as_good_as_none(tree, kept, ending):
    answer = same(tree)
    tree.write({"docs/b.md": OTHER + "\n"})
    same(tree)
    (path,) = kept.glob(f"*{ending}")
    sound = path.read_bytes()
    spoiled = [sound[:size] for size in range(0, len(sound), 97)]
    spoiled += [sound[:at] + b"?" + sound[at + 1 :] for at in range(0, len(sound), 53)]
    spoiled += [b"", b"\n", b"x" * 5000, sound * 2, b"meminit cards 2 00000000\n" + b"[" * 100_000]
    for data in spoiled:
        path.write_bytes(data)
        assert tree.json("check").out == answer.out
    path.unlink()
    path.mkdir()
    assert tree.json("check").out == answer.out


def _set(*keys, value):
    def change(head):
        for key in keys[:-1]:
            head = head[key]
        head[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("files", value=[1, 2]),
        _set("files", value=[]),
        _set("states", value=[["a"] * 2] * 4),
        _set("values", value=5),
        _set("columns", "questions", value=[3, None]),
        _set("columns", "anchors", value=[[], {}]),
        _set("columns", "document_id", value=[{}, []]),
        _set("columns", "references", value=[7, 8]),
        _set("columns", "referring", value=[["a"], []]),
        _set("columns", value={}),
        _set("sizes", value=[["a", None]] * 3),
        _set("sizes", value=[[-9, 1 << 40]] * 3),
        _set("sizes", value=[]),
        _set("seldom", value=[[0, [1, 2, 3, 4, 5]]]),
        _set("seldom", value=[[0, []]]),
        _set("inputs", value=[["../../../etc/passwd", [1, 2, 3, 4], "x"]]),
    ],
)
def test_values_of_other_kinds_with_a_checksum_that_fits_do_no_harm(tree, kept, change):
    answer = same(tree)
    (path,) = kept.glob("*.cards")
    path.write_bytes(forged(path.read_bytes(), change))
    assert tree.json("check").out == answer.out


def test_what_made_a_run_fail_is_removed(tree, kept):
    answer = same(tree)
    (path,) = kept.glob("*.cards")
    path.write_bytes(forged(path.read_bytes(), _set("values", value=5)))
    assert tree.json("check").out == answer.out
    assert not path.exists()
    assert [read(tree), read(tree)] == [2, 0]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["graph", "index", "list --where has(title)", "resolve PAY-ADR-001"])
def test_what_only_few_commands_look_at_is_as_good_as_none_where_it_is_damaged(tree, kept, command):
    arguments = command.split(maxsplit=2)
    tree.json("graph")  # so that all details are kept, too
    answer = tree.json(*arguments)
    answer = tree.json(*arguments)
    (path,) = kept.glob("*.cards")
    sound = path.read_bytes()
    from_here = sound.index(b"PAY-ADR-001", sound.rindex(b'"seldom"'))
    for at in range(from_here, len(sound), 23):
        path.write_bytes(sound[:at] + b"?" + sound[at + 1 :])
        assert tree.json(*arguments).out == answer.out
        assert tree.json("check").exit == 1
    for size in range(from_here, len(sound), 41):
        path.write_bytes(sound[:size])
        assert tree.json(*arguments).out == answer.out


def test_a_place_inside_the_repository_is_refused(tree, monkeypatch):
    answer = tree.json("check", "--cache-dir", str(tree.folder / "sub/cache"))
    assert answer.json["error"]["code"] == "INVALID_ARGUMENT"
    assert not (tree.folder / "sub").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tree.folder / "mine"))
    assert same(tree).codes == ["BROKEN_LINK"]
    assert not (tree.folder / "mine").exists()


@posix
def test_a_place_that_begins_nowhere_is_passed_over(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for relative in ("", "cache", "./cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert str(shelf.directory(None)).startswith(f"{tmp_path}{os.sep}")


def test_a_place_that_cannot_be_written_costs_time_alone(tree, tmp_path_factory, monkeypatch):
    file = tmp_path_factory.mktemp("other") / "file"
    file.write_text("x")
    assert tree.json("check", "--cache-dir", str(file / "sub")).out == same(tree).out
    for name in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert same(tree).codes == ["BROKEN_LINK"]


def test_what_is_kept_can_be_shown_and_removed(tree, kept, tmp_path_factory):
    assert tree.json("cache", "show").json["data"] == {"directory": str(kept), "files": 0, "bytes": 0}
    tree.json("check", "docs")  # the answer to a check of named paths is not kept
    shown = tree.json("cache", "show").json["data"]
    assert shown["files"] == 1
    assert shown["bytes"] > 100
    for number, other in enumerate(("", "-built-in")):
        (kept / f"{number:016x}{other}.cards").write_bytes(b"12345")
    (kept / ".meminit-0123456789abcdef.tmp").write_bytes(b"123")
    assert any(each.name.startswith(".meminit-alike-") for each in kept.iterdir())
    foreign = {"foreign", "deck.cards", "todo.later", "0123456789abcdef.txt", ".meminit-x.tmp", ".meminit-alike-x"}
    for name in foreign:
        (kept / name).write_bytes(b"1")
    assert tree.json("cache", "clear").json["data"] == shown
    assert tree.json("cache", "clear", "--all").json["data"]["bytes"] == 13
    assert {each.name for each in kept.iterdir()} == foreign
    elsewhere = str(tmp_path_factory.mktemp("elsewhere"))
    assert "0 files, 0 bytes kept" in tree("cache", "show", "--cache-dir", elsewhere).text


def test_the_whole_is_kept_within_its_bound(tree, kept, monkeypatch):
    monkeypatch.setattr(shelf, "MOST_BYTES", 3000)
    kept.mkdir(parents=True)
    names = [f"{number:016x}.cards" for number in range(4)]
    for number, name in enumerate(("deck.cards", *names)):
        (kept / name).write_bytes(b"x" * 1000)
        os.utime(kept / name, (number, number))
    tree.json("check")
    left = {each.name for each in kept.iterdir()}
    assert set(names[:2]).isdisjoint(left)
    assert "deck.cards" in left, "it is none of ours"
    assert read(tree) == 0


def test_a_run_lists_no_files_of_others(tree, kept, monkeypatch):
    tree.json("check")
    listed = []
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda place: (listed.append(str(place)), scan(place))[1])
    for change in ({}, {"docs/b.md": OTHER + "\n"}, {".meminit.toml": "prefix = 'X'\n"}):
        tree.write(change)
        tree.json("check")
    tree.folder = Path(shutil.copytree(tree.folder, tree.folder.parent / "another"))
    tree.json("check")
    assert str(tree.folder / "docs") in listed
    assert str(kept) not in listed


def test_what_is_written_again_and_again_stays_within_the_bound(tree, kept, monkeypatch):
    monkeypatch.setattr(shelf, "MOST_BYTES", 14_000)
    monkeypatch.setattr(shelf, "_UNIT", 100)
    listed = []
    shrink = shelf._shrink
    monkeypatch.setattr(shelf, "_shrink", lambda *names: (listed.append(names), shrink(*names)))
    copies = [Path(shutil.copytree(tree.folder, tree.folder.parent / f"copy-{number}")) for number in range(30)]
    for number, copy in enumerate(copies):
        (copy / "docs/c.md").write_text(GOOD.replace("001", f"1{number:02}"))
        tree.folder = copy
        tree.json("check")
        assert sum(each.stat().st_size for each in kept.glob("*.cards")) <= 14_000
        assert kept.joinpath(shelf.name(str(copy)) + ".cards").exists()
    assert 2 < len(listed) < 20, "it is looked at seldom"


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: (path.unlink(), path.mkdir())])
def test_where_nothing_was_counted_everything_is_looked_at(tree, kept, monkeypatch, spoil):
    tree.json("check")
    spoil(kept / ".meminit-written")
    for number in range(4):
        (kept / f"{number:016x}.cards").write_bytes(b"x" * 1000)
        os.utime(kept / f"{number:016x}.cards", (number, number))
    monkeypatch.setattr(shelf, "MOST_BYTES", 3000)
    tree.write({".meminit.toml": "prefix = 'X'\n"})
    tree.json("check")
    assert sum(each.stat().st_size for each in kept.glob("*.cards")) <= 3000


@posix
def test_runs_at_once_never_count_too_little(tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "MOST_BYTES", 30_000)
    monkeypatch.setattr(shelf, "_UNIT", 10)

    def write(thread):
        for number in range(150):
            own = str(tmp_path / f"{thread:08x}{number:08x}")
            atomic.replace(f"{own}.cards", [b"x" * 500], durable=False)
            shelf.count(own, 500)
            hints.hint(own, f"{number % 3:08x}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    there = sum(each.stat().st_size for each in tmp_path.glob("*.cards"))
    counted = tmp_path / ".meminit-written"
    assert there <= 30_000
    assert counted.stat().st_size * 10 >= there


@any_bytes
def test_odd_names_and_values_are_as_right_the_second_time(tree):
    (tree.folder / os.fsdecode(b"docs/\xff.md")).write_text(OTHER.replace("002", "003") + "[x](gone.md)\n")
    tree.write(
        {"docs/c.md": '---\ndocument_id: "\\ud800"\ntitle: 99999999999999999999999\nx: .nan\n---\n[y](\x7f.md)\n'}
    )
    assert same(tree).out == same(tree).out


@pytest.mark.slow
@posix
def test_eight_runs_at_once_are_right(tree):
    answer, wrong = tree.json("check").out, []

    def check():
        for _ in range(3):
            found = process("check", "--format", "json", "--run-id", json.loads(answer)["run_id"], cwd=tree.folder)
            wrong.extend([found] if found.out != answer else [])

    threads = [threading.Thread(target=check) for _ in range(8)]
    for each in threads:
        each.start()
    for number in range(30):
        tree.write({"new": OTHER + "\n" * (number % 2)})
        (tree.folder / "new").replace(tree.folder / "docs/b.md")  # nobody sees half a file
        time.sleep(0.02)
    for each in threads:
        each.join()
    assert wrong == []


@pytest.mark.parametrize("action", ["show", "clear"])
def test_a_configuration_that_is_not_there_names_no_repository(call, action):
    call.check({"docs/a.md": "# a\n"})
    answer = call.json("cache", action, "--config", "nope.toml")
    assert (answer.exit, answer.json["error"]["code"]) == (4, "CONFIG_MISSING")
    assert call.json("cache", "show").json["data"]["files"] == 1


@posix
@pytest.mark.parametrize("moved", ["common", "common/x.json"])
def test_a_schema_that_leads_out_by_now_is_none(call, tmp_path, moved):
    """To move it away changes nothing about the file itself."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    call.folder = root
    (root / "docs").mkdir(parents=True)
    (root / "common").mkdir()
    (root / ".meminit.toml").write_text('[docs]\nschema = "s.json"\n')
    (root / "s.json").write_text('{"$ref": "common/x.json"}')
    (root / "common/x.json").write_text("{}")
    (root / "docs/a.md").write_text("---\ndocument_id: PAY-ADR-001\n---\n")
    grow_old(root / "docs/a.md")
    cache = ("--cache-dir", str(tmp_path / "cache"))
    assert call.json("check", *cache, cwd=root).exit == 0
    (root / moved).rename(outside)
    (root / moved).symlink_to(outside)
    told = call.json("check", *cache, cwd=root)
    assert told.codes == ["SCHEMA_INVALID"]
    assert told.codes == call.json("check", "--no-cache", cwd=root).codes
