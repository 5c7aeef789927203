"""A run is watched by a process that ends it in time, answers for it when it dies, and clears up after it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from tests.support.calls import RUN_ID, Answer, process, validated
from tests.support.marks import forks, posix, sees_processes

pytestmark = [pytest.mark.slow, pytest.mark.long]

CHECK = ("check", "--format", "json", "--run-id", RUN_ID)
# The work of this run is to wait until it is ended; it tells the number of its process when it has begun.
SLOW = """
import os, sys, time
import meminit.workspace.workspace as workspace
from meminit import watch
from meminit.__main__ import main

def work(*_):
    print(os.getpid(), file=sys.stderr, flush=True)
    {work}

workspace.discover = work
watch.CAN_FORK = watch.CAN_FORK and {forks}
sys.argv[0] = "meminit"
main()
"""
# The first process that reads the command line hangs.
HANGING = """
import time
from meminit import cli, watch
from meminit.__main__ import main
from meminit.commands.line import Line

def hang(words):
    try:
        open("hung", "x").close()
    except FileExistsError:
        return Line(words)
    time.sleep(60)

cli.Line, watch.USUAL_SECONDS = hang, 0.5
main()
"""
SLEEPING = SLOW.format(work="time.sleep(60)", forks=True)


@pytest.fixture
def tree(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": "x"})
    return tmp_path


@contextmanager
def _working(tree, *arguments):
    """A run in the midst of its work, and the number of the process that does it."""
    command = [sys.executable, "-c", SLEEPING, *CHECK, *arguments]
    with subprocess.Popen(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as run:
        yield run, int(run.stderr.readline())
        if run.poll() is None:
            run.kill()


def _answer(run):
    out, err = run.communicate(timeout=20)
    assert err == b""
    return validated(Answer(run.returncode, out, err))


def _is_gone(number):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            with open(f"/proc/{number}/stat", encoding="latin-1") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def _too_long(tree, program, *arguments):
    command = [sys.executable, "-c", program, *(arguments or (*CHECK, "--timeout", "0.7"))]
    done = subprocess.run(command, cwd=tree, capture_output=True, check=False, timeout=20)
    answer = validated(Answer(done.returncode, done.stdout, b""))
    assert (answer.exit, answer.json["error"]["code"]) == (10, "TIME_LIMIT")
    assert "0.7 seconds" in answer.json["error"]["message"]
    return int(done.stderr)


@forks
@pytest.mark.parametrize("before", ["", "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); "])
def test_what_takes_too_long_is_ended(tree, before):
    assert _is_gone(_too_long(tree, "import signal\n" + SLOW.format(work=before + "time.sleep(60)", forks=True)))


@pytest.mark.parametrize("forks", [True, False])
def test_a_limit_before_the_name_of_the_command_holds_as_well(tree, forks):
    _too_long(tree, SLOW.format(work="time.sleep(60)", forks=forks), "--timeout=0.7", *CHECK)


@pytest.mark.parametrize("forks", [True, False])
def test_a_limit_that_is_over_when_it_is_read_ends_the_run_before_its_work(tree, forks):
    program = SLOW.format(work="pass", forks=forks)
    done = process(*CHECK, "--timeout", "1e-9", cwd=tree, command=[sys.executable, "-c", program])
    assert (done.exit, done.err) == (10, b"")


@pytest.mark.parametrize("forks", [True, False])
def test_the_usual_limit_can_be_raised(tree, forks):
    program = "from meminit.documents.discover import discover\n" + SLOW.format(
        work="time.sleep(1)\n    return discover(*_)", forks=forks
    )
    program = program.replace("\nsession", "\nwatch.USUAL_SECONDS = 0.5\nsession", 1)
    raised = process(*CHECK, "--timeout", "30", cwd=tree, command=[sys.executable, "-c", program])
    assert raised.exit == 1
    assert process(*CHECK, "--timeout", "0.5", cwd=tree, command=[sys.executable, "-c", program]).exit == 10


@forks
def test_a_worker_that_hangs_before_it_has_read_its_limit_is_ended_at_the_usual_one(tree):
    done = process(*CHECK, "--timeout", "30", cwd=tree, command=[sys.executable, "-c", HANGING])
    assert (done.exit, done.json["error"]["code"]) == (10, "TIME_LIMIT")
    assert "0.5 seconds" in done.json["error"]["message"]


def test_where_there_are_no_forks_a_thread_ends_it(tree):
    _too_long(tree, SLOW.format(work="time.sleep(60)", forks=False))


def test_where_there_are_no_forks_the_answer_is_the_same(tree):
    program = "from meminit import watch; watch.CAN_FORK = False; from meminit.__main__ import main; main()"
    assert process(*CHECK, cwd=tree, command=[sys.executable, "-c", program]) == process(*CHECK, cwd=tree)


@forks
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_worker_that_dies_is_answered_for(tree, number):
    with _working(tree) as (run, worker):
        os.kill(worker, number)
        answer = _answer(run)
    assert (answer.exit, answer.json["error"]["code"]) == (70, "E_UNEXPECTED")
    assert signal.Signals(number).name in answer.json["error"]["message"]


@forks
@pytest.mark.parametrize("to_all", [True, False])
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129), ("SIGQUIT", 131)])
def test_a_signal_ends_both(tree, name, code, to_all):
    number = getattr(signal, name)
    with _working(tree) as (run, worker):
        os.killpg(run.pid, number) if to_all else run.send_signal(number)
        answer = _answer(run)
        assert _is_gone(worker)
    assert (answer.exit, answer.json["error"]["code"]) == (code, "INTERRUPTED")


@forks
@sees_processes
def test_a_worker_ends_in_time_though_nobody_watches_it(tree):
    program = SLOW.format(work="time.sleep(60)", forks=True).replace("\nsession", "\nwatch._GRACE = 0.5\nsession", 1)
    command = [sys.executable, "-c", program, *CHECK, "--timeout", "0.5"]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        worker = int(run.stderr.readline())
        run.kill()
    assert _is_gone(worker)


@forks
@sees_processes
def test_a_worker_that_nobody_watches_says_nothing(tree):
    """Its output would come when whoever started the run has long gone on."""
    program = SLOW.format(work="time.sleep(1)", forks=True)
    command = [sys.executable, "-c", program, *CHECK]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        worker = int(run.stderr.readline())
        run.kill()
        assert _is_gone(worker)
        assert run.stdout.read() == b""


@forks
def test_a_run_whose_parent_ignores_its_children_is_watched(tree):
    program = f'trap "" CHLD; exec "{sys.executable}" -m meminit check --format json'
    assert process("-c", program, cwd=tree, command=["sh"]).exit == 1


@forks
def test_what_ignores_interrupts_goes_on_ignoring_them(tree):
    usual = "from meminit.documents.discover import discover\n"
    program = usual + SLOW.format(work="time.sleep(1.5)\n    return discover(*_)", forks=True)
    command = f'trap "" INT; exec "$0" -c "$1" {" ".join(CHECK)}'
    with subprocess.Popen(
        ["sh", "-c", command, sys.executable, program],
        cwd=tree,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as run:
        run.stderr.readline()
        os.killpg(run.pid, signal.SIGINT)
        assert _answer(run).exit == 1


@posix
def test_without_room_for_another_process_the_work_is_done_in_this_one(tree):
    program = (
        "import os\ndef refuse():\n    raise BlockingIOError(11, 'no more processes')\nos.fork = refuse\n"
        "from meminit.__main__ import main; main()"
    )
    assert process(*CHECK, cwd=tree, command=[sys.executable, "-c", program]) == process(*CHECK, cwd=tree)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "x", ""])
def test_a_limit_of_time_is_a_number_above_none(call, seconds):
    answer = call.json("explain", "--list", "--timeout", seconds)
    assert (answer.exit, answer.json["error"]["code"]) == (3, "INVALID_ARGUMENT")
    assert "--timeout" in answer.json["error"]["message"]


def test_what_follows_an_option_that_takes_a_value_is_no_option(call):
    call.write({".meminit.toml": "", "docs/a.md": "# A\n"})
    answer = process("check", "--output", "--timeout", "1e-9", cwd=call.folder)
    assert answer.exit == 5, "1e-9 is a path, and nothing is there"
