"""What a killed process left half written is removed by the one that watched it, in however many threads it wrote."""

import os
import sys
import threading

import pytest
from tests.support.calls import process
from tests.support.marks import forks

from meminit import atomic
from meminit.watch import Unfinished

# Two threads are in the midst of writing a file each, and a third one has just written another, when this is killed.
KILLED = """
import os, signal, sys, threading
import meminit.workspace.workspace as session
from meminit import atomic
from meminit.__main__ import main

atomic._NAMELESS = 0
halfway = threading.Barrier(3)

def pieces():
    yield b"half" * 20_000
    halfway.wait()
    threading.Event().wait()

def work(*_):
    for name in ("a", "b"):
        threading.Thread(target=atomic.replace, args=(name, pieces()), daemon=True).start()
    halfway.wait()
    atomic.replace("c", [b"whole"])
    print(len(os.listdir()), file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

session.discover = work
main()
"""


@forks
def test_nothing_stays_of_what_several_threads_were_writing(call, tmp_path):
    call.write({".meminit.toml": ""})
    done = process("check", "--no-cache", cwd=tmp_path, command=[sys.executable, "-c", KILLED])
    assert done.exit == 70
    assert done.err.split(b"\n")[0] == b"4", "the two are there"
    assert sorted(os.listdir(tmp_path)) == [".meminit.toml", "c"]


def test_what_one_thread_has_finished_is_forgotten_and_what_another_writes_is_not(tmp_path):
    unfinished = Unfinished()
    for name in ("a", "b"):
        (tmp_path / name).touch()
    with unfinished.noting(str(tmp_path / "a")):
        with unfinished.noting(str(tmp_path / "b")):
            pass
        unfinished.remove()
    assert [each.name for each in tmp_path.iterdir()] == ["b"]
    unfinished.remove()
    assert [each.name for each in tmp_path.iterdir()] == ["b"]


def test_more_files_at_once_than_can_be_noted_are_written_all_the_same(tmp_path):
    everyone = threading.Barrier(40)

    def pieces():
        everyone.wait(timeout=20)
        yield b"x"

    def write(name):
        for _ in range(2):
            atomic.replace(str(tmp_path / name), pieces())

    threads = [threading.Thread(target=write, args=(str(number),)) for number in range(40)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"x"] * 40


@pytest.mark.parametrize("name", ["é", "x" * 20_000])
def test_names_of_every_kind_and_length_do_no_harm(tmp_path, name):
    unfinished = Unfinished()
    with unfinished.noting(str(tmp_path / name)):
        unfinished.remove()
    with unfinished.noting("y"):
        pass
