"""What creates files leaves all of a file or none: whichever call of the system fails, or is the last."""

import os
import subprocess
import sys

import pytest
from tests.support.calls import RUN_ID, Answer, validated
from tests.support.documents import GOOD
from tests.support.marks import injects

pytestmark = [pytest.mark.slow, injects]

WRITING = "write,fsync,link,linkat,rename,renameat,renameat2,unlink,unlinkat,fchmod,mkdir"
KILLED = f"{WRITING}:signal=SIGKILL"
FULL = "write:error=ENOSPC"
QUEUE = "docs/01-indices/project-state.yaml"
_MOST = 200


def _files(folder):
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def _faulty(folder, fault, step, *arguments):
    """Runs a command again and again, with the fault at every `step`th call, until no call is left."""
    program = os.path.realpath(sys.executable) if sys.prefix == sys.base_prefix else sys.executable
    command = [program, "-m", "meminit", *arguments, "--format", "json", "--run-id", RUN_ID]
    log = folder.parent / "log"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "SOURCE_DATE_EPOCH": "0", "MEMINIT_USER": "x"}
    for number in range(1, _MOST, step):
        tracing = ["strace", "-f", "-qq", "-o", str(log), "-e", f"inject={fault}:when={number}"]
        done = subprocess.run([*tracing, *command], cwd=folder, env=environment, capture_output=True, check=False)
        if done.returncode >= 0 and done.stdout:
            yield validated(Answer(done.returncode, done.stdout, done.stderr))
        else:
            yield None
        trace = log.read_text(errors="replace")
        if "INJECTED" not in trace and "killed by" not in trace:
            return
    raise AssertionError("no call was left unhit")


@pytest.mark.parametrize("fault", [KILLED, FULL])
def test_a_new_document_is_there_as_a_whole_or_not_at_all(call, tmp_path, fault):
    call.folder = tmp_path / "repository"
    call.write({".meminit.toml": 'prefix = "PAY"\n', "docs/a.md": GOOD})
    before = _files(call.folder)
    call.json("check")
    count = 0
    for answer in _faulty(call.folder, fault, 1, "new", "ADR", "Queues", "--no-cache"):
        now = _files(call.folder)
        new = now.keys() - before.keys()
        assert {path: now[path] for path in before} == before
        assert len(new) <= 1
        for path in new:
            assert now[path].endswith(b"# Queues\n")
            (call.folder / path).unlink()
        if answer and answer.exit:  # where only the answer cannot be printed, the document is there
            assert not new or answer.json["error"]["code"] == "OUTPUT_UNWRITABLE"
        count += 1
    assert count > 2


@pytest.mark.parametrize("fault", [KILLED, FULL])
def test_the_work_queue_is_the_old_one_or_the_new_one(call, tmp_path, fault):
    call.folder = tmp_path / "repository"
    call.write({".meminit.toml": "", "docs/a.md": GOOD, QUEUE: "documents:\n"})
    seen = []
    for _ in _faulty(call.folder, fault, 1, "state", "set", "PAY-ADR-001", "--no-cache"):
        seen.append(_files(call.folder).pop(QUEUE))
        call.write({QUEUE: "documents:\n"})
    assert set(seen) <= {b"documents:\n", seen[-1]}
    assert b"PAY-ADR-001" in seen[-1]
    assert not [path for path in _files(call.folder) if path.endswith(".tmp")]


def test_a_set_up_that_was_killed_is_completed(call, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    call.folder = tmp_path / "repository"
    call.folder.mkdir()
    call.json("init", "../whole", "--project", "Us")
    whole = _files(tmp_path / "whole")
    for _ in _faulty(call.folder, KILLED, 9, "init", "--project", "Us"):
        for path, content in _files(call.folder).items():
            assert whole[path] == content
        assert call.json("init", "--project", "Us").exit == 0
        assert _files(call.folder) == whole
        assert call.json("check", "--strict").exit == 0
        for path in whole:
            (call.folder / path).unlink()
