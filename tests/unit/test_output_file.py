"""`--output` replaces a file as a whole or not at all."""

import json
import os

import pytest
from tests.support.marks import posix


@pytest.fixture
def tree(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": "x"})
    return tmp_path


def test_a_file_holds_what_standard_output_would(tree, call):
    usual = call.json("check")
    answer = call.json("check", "--output", "out.json")
    assert (answer.exit, answer.out) == (usual.exit, b"")
    assert (tree / "out.json").read_bytes() == usual.out
    assert not list(tree.glob(".meminit-*"))


def test_a_hyphen_is_standard_output(tree, call):
    usual = call.json("check")
    assert call.json("check", "--output", "-") == usual
    assert json.loads(call("fix", "--plan-out", "-").out.partition(b"\n}\n")[0] + b"}")["plan_version"] == "1.0"
    assert not (tree / "-").exists()


@posix
def test_mode_and_hard_links_of_an_old_file(tree, call):
    (tree / "out.json").write_text("old")
    (tree / "out.json").chmod(0o640)
    os.link(tree / "out.json", tree / "other.json")
    call.json("check", "--output", "out.json")
    assert (tree / "out.json").stat().st_mode & 0o777 == 0o640
    assert (tree / "other.json").read_text() == "old"


@posix
def test_a_link_is_not_written_through(tree, call):
    (tree / "target.json").write_text("old")
    (tree / "link.json").symlink_to("target.json")
    answer = call.json("check", "--output", "link.json")
    assert answer.exit == 74
    assert answer.json["error"]["code"] == "OUTPUT_UNWRITABLE"
    assert (tree / "target.json").read_text() == "old"


@posix
def test_devices_and_pipes_are_written_to(tree, call):
    assert call.json("check", "--output", "/dev/null").out == b""
    assert os.path.exists("/dev/null")
    assert not os.path.isfile("/dev/null")
    os.mkfifo(tree / "pipe")
    reader = os.open(tree / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    usual = call.json("check").out
    call.json("check", "--output", "pipe")
    assert os.read(reader, 1 << 20) == usual
    os.close(reader)


@posix
def test_a_pipe_without_a_reader_does_not_hang(tree, call):
    os.mkfifo(tree / "pipe")
    assert call.json("check", "--output", "pipe").exit == 74


def test_nothing_is_left_when_writing_fails(tree, call, monkeypatch):
    (tree / "out.json").write_text("old")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("meminit.output.os.fsync", refuse)
    assert call.json("check", "--output", "out.json").exit == 74
    assert (tree / "out.json").read_text() == "old"
    assert sorted(path.name for path in tree.iterdir()) == [".meminit.toml", "docs", "out.json"]


def test_errors_go_to_the_file_as_well(tree, call):
    answer = call("nonsense", "--format", "json", "--output", "out.json")
    assert (answer.exit, answer.out) == (3, b"")
    assert b"UNKNOWN_COMMAND" in (tree / "out.json").read_bytes()
