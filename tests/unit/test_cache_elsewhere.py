"""What is kept of one checkout serves another one, as far as both hold the same."""

import os
import shutil
import time
from pathlib import Path

import pytest
from tests.support.documents import GOOD
from tests.support.kept import forged

from meminit.cache import hints
from meminit.documents import markdown

TREE = {
    ".meminit.toml": '[docs]\nschema = "schema.json"\n',
    "schema.json": '{"type": "object", "required": ["title"]}',
    "docs/a.md": GOOD + "\nSee [b](b.md#title) and [no](gone.md).\n",
    "docs/b.md": GOOD.replace("001", "002"),
}


@pytest.fixture
def kept():
    return Path(os.environ["XDG_CACHE_HOME"], "meminit")


@pytest.fixture
def first(call, tmp_path):
    """A checkout of which everything is kept."""
    call.folder = tmp_path / "first"
    call.folder.mkdir()
    call.write(TREE)
    time.sleep(0.12)
    told(call)
    return call


@pytest.fixture
def second(first, tmp_path):
    """Another checkout, of which nothing is kept yet."""
    first.folder = Path(shutil.copytree(tmp_path / "first", tmp_path / "second"))
    time.sleep(0.12)
    return first


def told(call, *arguments):
    """All but where the repository lies."""
    answer = call.json("check", *arguments, cwd=call.folder).json
    assert answer.pop("root") == str(call.folder)
    return answer


def parses(call, monkeypatch):
    """Whether any document has to be parsed; the answer is right in any case."""
    answer = told(call, "--no-cache")
    with monkeypatch.context() as parsers:
        for name in ("quick_scan", "read", "placed_links"):
            parsers.setattr(markdown, name, None)
        found = told(call)
    return found != answer


def is_read(call):
    return int(call("check", "--profile", cwd=call.folder).err.split()[-4]) > 0


def test_another_checkout_is_not_parsed_and_known_by_itself_then(second, kept, monkeypatch):
    assert not parses(second, monkeypatch)
    assert len(list(kept.glob("*.cards"))) == 2
    assert not is_read(second)
    for each in (second.folder.parent / "first", *kept.glob("*.later")):
        shutil.rmtree(each)
    assert not is_read(second)


def test_a_repository_that_was_moved_is_not_parsed(first, monkeypatch, tmp_path):
    first.folder = first.folder.rename(tmp_path / "moved")
    assert not parses(first, monkeypatch)
    first.folder = first.folder.rename(tmp_path / "again")
    assert is_read(first), "where it was, other files may have had the same times and numbers"


def test_what_was_made_since_serves_as_well(first, kept, monkeypatch, tmp_path):
    first.write({f"docs/{number}.md": GOOD.replace("001", f"1{number:02}") for number in range(40)})
    told(first)
    time.sleep(0.12)
    first.write({"docs/b.md": GOOD.replace("001", "003") + "[gone](gone.md)\n"})
    told(first)
    time.sleep(0.12)
    assert [is_read(first), is_read(first)] == [True, False]
    assert len(list(kept.glob("*.later"))) == 1
    first.folder = Path(shutil.copytree(first.folder, tmp_path / "second"))
    assert not parses(first, monkeypatch)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs/b.md", GOOD.replace("001", "002") + "\n"),
        ("docs/c.md", GOOD.replace("001", "003")),
        ("schema.json", '{"type": "object", "required": ["nothing"]}'),
        (".meminit.toml", TREE[".meminit.toml"] + "# another\n"),
    ],
)
def test_what_is_not_the_same_is_read(second, monkeypatch, name, text):
    second.write({name: text})
    assert parses(second, monkeypatch)
    assert told(second) == told(second, "--no-cache")


def test_a_schema_that_is_gone_is_missed(second):
    (second.folder / "schema.json").unlink()
    assert "SCHEMA_MISSING" in second.json("check", cwd=second.folder).codes
    assert told(second) == told(second, "--no-cache")


def test_the_limits_are_part_of_it(second, monkeypatch):
    assert told(second, "--limits", "links=1") == told(second, "--limits", "links=1", "--no-cache")
    assert not parses(second, monkeypatch)


def test_a_repository_that_has_nothing_else_in_common_is_read(first, monkeypatch, tmp_path):
    first.folder = tmp_path / "other"
    first.write({**TREE, "docs/a.md": GOOD.replace("001", "007") + "[a](b.md#nowhere)\n"})
    (first.folder / "docs/b.md").rename(first.folder / "docs/z.md")
    assert parses(first, monkeypatch)
    assert told(first) == told(first, "--no-cache")


def test_one_that_is_damaged_is_passed_over(second, kept, monkeypatch):
    (sound,) = kept.glob("*.cards")
    line = sound.read_bytes().partition(b"\n")[0]
    texts = [line + b"\n9 9\n{}", sound.read_bytes()[:-1], sound.read_bytes()[:200] + b"?" * 500]
    names = [f"{number:016x}" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (kept / f"{name}.cards").write_bytes(text)
        hints.hint(str(kept / name), line.split()[3].decode())
    assert not parses(second, monkeypatch)


@pytest.mark.parametrize("text", [b"", b"\n\n", b"\xff" * 100, b"x" * 100_000, b"%b ../../etc/passwd\n", b"%b %b"])
def test_where_nothing_tells_of_another_checkout_documents_are_read(second, kept, monkeypatch, text):
    (sound,) = kept.glob("*.cards")
    (told_of,) = kept.glob(".meminit-alike-*")
    kind = sound.read_bytes().split()[3]
    told_of.write_bytes(text.replace(b"%b", kind))
    assert parses(second, monkeypatch)
    assert told(second) == told(second, "--no-cache")
    assert told_of.read_bytes().startswith(kind + b" ")


def test_hints_are_few_and_the_newest(kept):
    kept.mkdir(parents=True, exist_ok=True)
    for number in range(100):
        for kind in ("00000000", f"00{number:06x}", "11111111"):
            hints.hint(str(kept / f"{number:016x}"), kind)
    names = [f"{number:016x}" for number in (99, 98, 97, 96)]
    for name in names:
        (kept / f"{name}.cards").write_bytes(b"x")
    for kind in ("00000000", "11111111"):
        assert [Path(each).name for each in hints.alike(str(kept / "own"), kind, b"x")] == names
    assert len((kept / ".meminit-alike-00").read_bytes().splitlines()) == 64
    assert len(list(kept.glob(".meminit-alike-*"))) == 2


def test_what_was_kept_under_other_conditions_is_not_taken_whatever_its_first_line_says(second, kept, monkeypatch):
    (path,) = kept.glob("*.cards")
    path.write_bytes(forged(path.read_bytes(), lambda head: head["about"].update(meminit="0.0")))
    assert parses(second, monkeypatch)
    assert told(second) == told(second, "--no-cache")
