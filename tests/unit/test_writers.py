"""Whoever writes loses nothing: whichever call fails or is the last, a file is the old or the new one."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter

import pytest
from tests.support.calls import RUN_ID, Answer, process, validated
from tests.support.documents import GOOD
from tests.support.marks import injects

pytestmark = [pytest.mark.slow, pytest.mark.long]

OLD = b"what was there before\n"
CHECK = ("check", "--format", "json", "--run-id", RUN_ID, "--root", "repository")
WRITING = "write,pwrite64,fsync,rename,renameat,renameat2,unlink,unlinkat,chmod,fchmod,mkdir,ftruncate"
FAULTS = {
    "the process is killed": f"{WRITING}:signal=SIGKILL",
    "the disk is full": "write:error=ENOSPC",
    "the disk is broken": "fsync:error=EIO",
    "the file cannot be closed": "close:error=EIO",
    "the folder cannot be written to": "rename,renameat,renameat2:error=EACCES",
    "a mode cannot be set": "chmod,fchmod:error=EPERM",
}
_MOST = 900  # calls of a kind in one process


def _interpreter():
    """The program itself: strace counts the calls of what it starts, and a wrapper's are none of ours."""
    return [os.path.realpath(sys.executable)] if sys.prefix == sys.base_prefix else [sys.executable]


def _state(folder):
    return {each.name: each.read_bytes() for each in sorted(folder.iterdir())}


def _whole(data):
    """Whether it is one answer, be it of success or of failure."""
    return data.endswith(b"\n") and data.count(b"\n") == 1 and json.loads(data)["output_schema_version"]


@injects
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_at_any_call_leaves_whole_files(call, tmp_path, fault):
    call.write({"repository/.meminit.toml": "", "repository/docs/a.md": "x", "out/report.json": OLD})
    new = process(*CHECK, cwd=tmp_path).out

    def prepare():
        (tmp_path / "out/report.json").write_bytes(OLD)

    for number, done in _faulty(tmp_path, fault, prepare, *CHECK, "--output", "out/report.json"):
        report = _state(tmp_path / "out")
        assert list(report) == ["report.json"], number
        assert report["report.json"] in {OLD, new} or _whole(report["report.json"]), number
        if done.returncode >= 0:
            validated(Answer(done.returncode, done.stdout, done.stderr))


@injects
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_at_any_call_leaves_the_old_index_or_the_new_one(call, tmp_path, fault):
    index = tmp_path / "repository/docs/01-indices/meminit.index.json"
    call.write({"repository/.meminit.toml": "", "repository/docs/a.md": "---\ndocument_id: PAY-ADR-001\n---\n"})
    process("index", "--root", "repository", cwd=tmp_path)
    new = index.read_bytes()

    def prepare():
        index.write_bytes(OLD)

    command = ("index", "--format", "json", "--run-id", RUN_ID, "--root", "repository", "--no-cache")
    for number, done in _faulty(tmp_path, fault, prepare, *command):
        assert _state(index.parent) in ({index.name: OLD}, {index.name: new}), number
        if done.returncode >= 0 and done.stdout:
            answer = validated(Answer(done.returncode, done.stdout, done.stderr))
            assert answer.exit == 0 or index.read_bytes() == OLD or answer.json["error"]["code"] != "WRITE_REFUSED"


PLAN_FAULTS = {
    "the process is killed": "fsync,rename,renameat,renameat2,link,linkat,unlink,unlinkat:signal=SIGKILL",
    "the disk is full": "write:error=ENOSPC",
    "a file cannot be put in place": "rename,renameat,renameat2:error=EACCES",
    "nothing can be linked": "link,linkat:error=EPERM",
}


@injects
@pytest.mark.parametrize("fault", PLAN_FAULTS.values(), ids=PLAN_FAULTS)
def test_a_fault_at_any_call_of_an_apply_leaves_old_files_or_new_ones(call, tmp_path, fault, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = tmp_path / "repository"
    files = {
        ".meminit.toml": "",
        "docs/My File.md": GOOD.replace("status: Draft", "status: draft"),
        "docs/b.md": GOOD.replace("001", "002").replace("Draft", "draft") + "[x](My%20File.md)\n",
    }

    def prepare():
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(tmp_path / "state", ignore_errors=True)
        call.write({f"repository/{path}": text for path, text in files.items()})

    def docs():
        return {each.name: each.read_bytes() for each in (root / "docs").iterdir() if each.suffix != ".tmp"}

    arguments = ("--root", "repository", "--format", "json", "--run-id", RUN_ID, "--no-cache", "--jobs", "1")
    prepare()
    before = docs()
    assert process("fix", "--apply", "--yes", *arguments, cwd=tmp_path).exit == 0
    after = docs()
    assert set(after) == {"my-file.md", "b.md"}
    for number, done in _faulty(tmp_path, fault, prepare, "fix", "--apply", "--yes", *arguments):
        now = docs()
        assert all(text in {before.get(name), after.get(name)} for name, text in now.items()), number
        status = call("status", *arguments).json["data"]
        assert status["interrupted"] or now in (before, after), number
        answer = json.loads(done.stdout) if done.stdout else {"success": False}
        assert not answer["success"] or now == after, number
        if status["interrupted"]:
            assert call("rollback", "--apply", "--yes", *arguments).exit == 0, number
            assert {each.name: each.read_bytes() for each in (root / "docs").iterdir()} == before, number
            assert not call("status", *arguments).json["data"]["interrupted"]


def _faulty(tmp_path, fault, prepare, *arguments):
    """Lets a command run again and again, with the fault at the first call, the second and so on, until none is hit."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [*_interpreter(), "-m", "meminit", *arguments]
    log = tmp_path / "log"
    prepare()
    numbers = _closes_that_matter(tmp_path, command, environment) if fault.startswith("close") else range(1, _MOST)
    for number in numbers:
        prepare()
        tracing = ["strace", "-f", "-qq", "-o", str(log), "-e", f"inject={fault}:when={number}"]
        yield (
            number,
            subprocess.run([*tracing, *command], cwd=tmp_path, env=environment, capture_output=True, check=False),
        )
        assert not [each for each in (tmp_path / "cache").rglob("*") if each.suffix == ".tmp"], number
        trace = log.read_text(errors="replace")
        if "INJECTED" not in trace and "killed by" not in trace:
            break
    else:
        raise AssertionError("no call was left unhit")


def _closes_that_matter(tmp_path, command, environment):
    """Files that are read are closed by the hundred before the first one is written; of those a few are enough."""
    log = tmp_path / "closes"
    subprocess.run(
        ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=openat,close", *command],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    closed = Counter()
    for line in log.read_text(errors="replace").splitlines():
        process, _, call = line.partition(" ")
        if "O_TMPFILE" in call or "O_CREAT" in call:
            break
        closed[process] += call.strip().startswith("close(")
    else:
        raise AssertionError("nothing was written")
    first = closed[process]
    return [*range(1, first, 40), *range(first + 1, _MOST)]


@injects
@pytest.mark.parametrize("fault", ["unlink:error=EACCES", "unlink:error=EIO", "getdents64:error=EIO"])
def test_a_cache_that_cannot_be_removed_is_told(call, tmp_path, fault):
    call.write({"repository/.meminit.toml": "", "repository/docs/a.md": "x"})
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    process(*CHECK, cwd=tmp_path, env=environment)
    kept = _state(tmp_path / "cache/meminit")
    tracing = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(tmp_path / "cache/meminit"), "-e", f"inject={fault}"]
    if fault.startswith("unlink"):
        tracing[5:7] = ["-e", "trace=unlink"]
    command = [*tracing, *_interpreter(), "-m", "meminit"]
    answer = process(
        "cache", "clear", "--format", "json", "--root", "repository", cwd=tmp_path, env=environment, command=command
    )
    assert (answer.exit, answer.json["error"]["code"]) == (74, "CACHE_UNUSABLE")
    assert _state(tmp_path / "cache/meminit") == kept
