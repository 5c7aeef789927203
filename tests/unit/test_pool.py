"""Work that is shared comes out as if it were not, whatever happens to those who share it."""

import os
import signal
import subprocess
import sys
import time

import pytest
from tests.support.calls import Answer, process, validated
from tests.support.marks import forks, sees_processes

from meminit.model.summary import Summary
from meminit.workspace import pool

BEGINNING = """
import os, signal, sys, time
from meminit.workspace import pool
from meminit.model.summary import Summary

PARENT = os.getpid()

def plain(number):
    return Summary(document_id=f"A-{number}", lookups="é" * (number % 5), findings=b"f" * (number % 3), digest="d")

def shared(work, count, jobs):
    made = pool.shared(lambda piece: (work(number) for number in piece), [3_000] * count, jobs)
    return [summary for _, summary in sorted(made, key=lambda pair: pair[0])]

def agreed(work, count, jobs):
    found = shared(work, count, jobs)
    try:
        os.waitpid(-1, 0)
    except ChildProcessError:
        return found == [plain(number) for number in range(count)]
"""
ORDER = """
for count in (1, 2, 16, 17, 33, 500, 20_000):
    for jobs in (2, 5):
        print(agreed(plain, count, jobs))
"""
SHARING = """
import os, sys, tempfile
from meminit.workspace import pool
from meminit.documents import read
from meminit.cli import run

pool._processors = lambda: 2
real, told = read.opened, tempfile.mkdtemp()

def opened(*given):
    file = real(*given)
    with open(f"{told}/{os.getpid()}", "a") as note:
        note.write(f"{len(file.content)} ")
    return file

read.opened = opened
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
run(["check", "--no-cache", "--jobs", "2"])
for name in os.listdir(told):
    with open(f"{told}/{name}") as file:
        os.write(out, b"%d\\n" % sum(map(int, file.read().split())))
"""
MANY = [3_000] * 100_000
PROCESSES = """
def work(number):
    time.sleep(0.001)
    return Summary(digest=str(os.getpid()))

made = shared(work, 400, 3)
makers = [summary.digest for summary in made]
print(len(set(makers)) == 3, min(map(makers.count, makers)) > 20)
"""
DYING = """
def work(number):
    time.sleep(0.0005)
    if os.getpid() != PARENT and number > 100:
        END
    return plain(number)

print(agreed(work, 400, 3))
"""
FAILING = """
def work(number):
    time.sleep(0.0005)
    if number > 100 and os.getpid() == PARENT:
        raise ZeroDivisionError
    return plain(number)

try:
    agreed(work, 400, 3)
except ZeroDivisionError:
    pass
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print(True)
"""
ODD = """
def work(number):
    time.sleep(0.001)
    return Summary(document_id="\\ud800" if number % 7 == 3 else "a", digest=str(os.getpid()))

made = shared(work, 300, 2)
makers = {summary.digest == str(PARENT) for summary in made if summary.document_id == "\\ud800"}
print([number for number, summary in enumerate(made) if summary.document_id != "a"] == [*range(3, 300, 7)])
print(makers == {True, False})
"""
CUT_OFF = """
whole = pool.marshal.dumps
pool.marshal.dumps = lambda value: whole(value)[:LEFT] if value[0] % 50 == 49 else whole(value)

def work(number):
    time.sleep(0.0005)
    return plain(number)

print(agreed(work, 400, 3))
"""
LARGE = """
import resource

HALF = 60_000_000

def work(number):
    if os.getpid() != PARENT and not limits:
        with open("/proc/self/statm") as file:
            limits.append(int(file.read().split()[0]) * resource.getpagesize() + HALF * 5 // 3)
        resource.setrlimit(resource.RLIMIT_AS, (limits[0], limits[0]))
    time.sleep(0.002)
    return Summary(lookups="q" * (HALF // 60), digest=str(os.getpid()))

limits = []
print(len({summary.digest for _, summary in pool.shared(lambda numbers: map(work, numbers), [3_000] * 120, 2)}))
"""
SLOW = """
import os, sys, time
from meminit.documents import read
from meminit.cli import run

known = set()
real = read.opened

def opened(*given):
    if os.getpid() not in known:
        known.add(os.getpid())
        os.write(2, b"%d\\n" % os.getpid())
    time.sleep(0.02)
    return real(*given)

read.opened = opened
raise SystemExit(run(["check", "--format", "json", "--jobs", "2", "--no-cache"]))
"""


def _printed(script, folder):
    answer = process(cwd=folder, command=[sys.executable, "-W", "error", "-c", BEGINNING + script])
    assert (answer.exit, answer.err) == (0, b"")
    return answer.text.split()


@forks
def test_summaries_have_their_numbers(tmp_path):
    assert _printed(ORDER, tmp_path) == ["True"] * 14


@forks
def test_everybody_has_a_share(tmp_path):
    assert _printed(PROCESSES, tmp_path) == ["True", "True"]


@forks
@pytest.mark.parametrize(
    "end", ["os._exit(3)", "os.kill(os.getpid(), signal.SIGKILL)", "raise KeyboardInterrupt", "raise MemoryError"]
)
def test_a_child_that_ends_early_costs_nothing_but_time(tmp_path, end):
    assert _printed(DYING.replace("END", end), tmp_path) == ["True"]


@forks
def test_no_child_outlasts_a_failure_of_its_parent(tmp_path):
    assert _printed(FAILING, tmp_path) == ["True"]


@forks
def test_text_that_nobody_could_encode_travels_all_the_same(tmp_path):
    assert _printed(ODD, tmp_path) == ["True", "True"]


@forks
@pytest.mark.parametrize("left", [0, 1, -1])
def test_what_a_child_could_not_say_to_the_end_is_done_again(tmp_path, left):
    assert _printed(CUT_OFF.replace("LEFT", str(left)), tmp_path) == ["True"]


@forks
@sees_processes
def test_what_a_child_sends_is_not_in_its_memory_twice(tmp_path):
    assert _printed(LARGE, tmp_path) == ["2"]


SUMMARIES = [Summary(document_id=str(number)) for number in range(50)]


def _of(summaries):
    return lambda piece: [summaries[number] for number in piece]


def _refusing(real, allowed):
    """The function, which fails after so many calls."""
    calls = iter(range(allowed))

    def refuse():
        if next(calls, None) is None:
            raise OSError
        return real()

    return refuse


@forks
@sees_processes
@pytest.mark.parametrize(("name", "allowed"), [("fork", 0), ("pipe", 0), ("pipe", 1)])
def test_alone_where_no_process_is_to_be_had(monkeypatch, name, allowed):
    before = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(pool.os, name, _refusing(getattr(os, name), allowed))
    assert dict(pool.shared(_of(SUMMARIES), [3_000] * 50, 3)) == dict(enumerate(SUMMARIES))
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("summaries", [SUMMARIES, []])
def test_alone_where_that_is_wanted(monkeypatch, summaries):
    monkeypatch.delattr(pool.os, "fork", raising=False)
    assert list(pool.shared(_of(summaries), [3_000] * len(summaries), 1)) == list(enumerate(summaries))


@pytest.mark.parametrize("count", [0, 1, 2, 17, 900, 901, 902, 16_001, 1_000_000])
def test_the_queue_fits_into_any_pipe(count):
    pieces = pool._pieces(count)
    assert len(pieces) * 4 <= 4096
    assert [number for piece in pieces for number in piece] == list(range(1, count))


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine of 64 processors, and the file that says how much of their time is ours."""
    monkeypatch.setattr(pool, "CAN_FORK", True)
    monkeypatch.setattr(pool, "_has_other_threads", lambda: False)
    monkeypatch.setattr(pool.os, "sched_getaffinity", lambda _: range(64), raising=False)
    monkeypatch.setattr(pool, "_QUOTA", str(tmp_path / "cpu.max"))
    return tmp_path / "cpu.max"


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("wanted", "documents", "expected"),
    [
        (3, 1000, 3),
        (3, 2, 2),
        (100, 1000, 100),
        (1, 100_000, 1),
        (3, 0, 1),
        (None, 0, 1),
        (None, 249, 1),
        (None, 499, 1),
        (None, 500, 2),
        (None, 1000, 4),
        (None, 100_000, 16),
    ],
)
def test_as_many_processes_as_pay(wanted, documents, expected):
    assert pool.processes(wanted, [3_000] * documents) == expected
    if documents % 2 == 0:  # half as many that are twice as much work
        assert pool.processes(wanted, [3_000] * (documents // 2), 2) == min(expected, documents // 2 or 1)


@pytest.mark.usefixtures("machine")
def test_few_large_documents_pay_as_many_small_ones_do():
    assert pool.processes(None, [3_000_000] * 3) == 3
    assert pool.processes(None, [100_000] * 20) == 2
    assert pool.processes(None, [100] * 800) == 1


def test_the_largest_are_taken_first():
    sizes = [150] * 512 + [377_000] * 16
    pieces = pool._pieces(len(sizes))
    assert {len(piece) for piece in pieces} == {1}
    queue = pool._in_turn(pieces, sizes)
    assert sorted(queue) == list(range(len(pieces)))
    assert all(pieces[number].start >= 512 for number in queue[:16])
    assert pool._in_turn(pieces, [3_000] * 528) == list(range(len(pieces))), "those that are alike, in turn"


@pytest.mark.usefixtures("machine")
def test_sizes_are_asked_for_where_the_number_of_processes_depends_on_them():
    assert not pool.keep_all_busy(3_999)
    assert pool.keep_all_busy(4_000)
    assert pool.keep_all_busy(2_000, 2)


@forks
@pytest.mark.parametrize("small", [300, 700])  # whether or not anybody asks for sizes
def test_two_processes_share_bytes_and_not_documents(tmp_path, call, small):
    call.write({".meminit.toml": "", **{f"docs/{number:03}.md": "x" for number in range(small)}})
    call.write({f"docs/large-{number}.md": "word [x](000.md) *a*\n\n" * 15_000 for number in range(8)})
    answer = process(cwd=tmp_path, command=[sys.executable, "-c", SHARING])
    shares = [int(each) for each in answer.text.split()]
    assert len(shares) == 2
    assert min(shares) >= 15_000 * 22, "in pieces of so many documents one would have all that are large"


@pytest.mark.parametrize(
    ("quota", "expected"),
    [("200000 100000\n", 2), ("150000 100000", 2), ("5000 100000", 1), ("max 100000", 16), ("odd", 16), ("", 16)],
)
def test_a_container_has_the_time_that_it_is_given(machine, quota, expected):
    machine.write_text(quota)
    assert pool.processes(None, MANY) == expected
    assert pool.processes(5, MANY) == 5


@pytest.mark.parametrize(("name", "value"), [("CAN_FORK", False), ("_has_other_threads", lambda: True)])
def test_one_process_where_forks_are_not_safe(machine, monkeypatch, name, value):
    monkeypatch.setattr(pool, name, value)
    assert pool.processes(8, MANY) == 1


@pytest.fixture
def busy(call, tmp_path):
    """A run that has two processes at work, and would last long; both hold its standard error open."""
    call.write({".meminit.toml": "", **{f"docs/{number}.md": "x" for number in range(1500)}})
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", SLOW], cwd=tmp_path, start_new_session=True, **pipes) as started:
        at_work = {int(started.stderr.readline()) for _ in range(2)}
        assert started.pid in at_work
        time.sleep(0.1)
        try:
            yield started
        finally:
            _end(at_work)


def _end(processes):
    for each in processes:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            continue


@forks
def test_an_interrupt_of_all_processes_is_answered_once(busy):
    os.killpg(busy.pid, signal.SIGINT)
    out, err = busy.communicate(timeout=5)  # until nobody holds the pipes any more
    assert (busy.returncode, err) == (130, b"")
    assert validated(Answer(130, out, err)).json["error"]["code"] == "INTERRUPTED"


@forks
def test_a_request_to_the_parent_ends_its_children(busy):
    busy.terminate()
    out, err = busy.communicate(timeout=5)
    assert (busy.returncode, err) == (143, b"")
    assert validated(Answer(143, out, err)).json["error"]["code"] == "INTERRUPTED"


@forks
def test_children_do_not_outlast_a_parent_that_is_killed(busy):
    busy.kill()
    out, err = busy.communicate(timeout=3)
    assert (busy.returncode, out, err) == (-signal.SIGKILL, b"", b"")
