"""No worker outlives the run that it works for."""

import os
import signal
import subprocess
import sys
import time

import pytest
from tests.support.marks import forks, sees_processes

pytestmark = [forks, pytest.mark.slow]
LINKS = "".join(f"[x](missing-{{number}}-{n}.md)\n" for n in range(60))
DOCUMENT = f"---\ndocument_id: PAY-ADR-{{number:03}}\n---\n{LINKS}"


def _group(number):
    """The processes of a group that have not ended."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                state, _, group = file.read().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) == number and state != "Z":
            found.append(int(name))
    return found


@sees_processes
@pytest.mark.long
def test_workers_end_with_a_run_that_was_killed(call):
    call.write({".meminit.toml": "", **{f"docs/{n}.md": DOCUMENT.format(number=n) for n in range(1500)}})
    command = [sys.executable, "-m", "meminit", "check", "--no-cache", "--jobs", "6"]
    with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.DEVNULL, start_new_session=True) as run:
        deadline = time.monotonic() + 20
        while len(_group(run.pid)) < 6 and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while (left := _group(run.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    for each in left:
        os.kill(each, signal.SIGKILL)
    assert not left
