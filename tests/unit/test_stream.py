"""The stream of a run: its events as lines of JSON, written while it goes on, whatever ends it."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from tests.support.calls import RUN_ID, Answer, process, validated, without_type
from tests.support.documents import GOOD
from tests.support.marks import forks, posix, sees_processes

from meminit.workspace import reading
from meminit.workspace.corpus import CorpusJudge

STREAM = ("check", "--format", "json-lines", "--run-id", RUN_ID)
# A run that waits, after its documents have been read, until it is ended.
WAITING = """
import sys, time
from meminit import watch
from meminit.__main__ import main
from meminit.workspace.run import Run

def wait(*_):
    print("waiting", file=sys.stderr, flush=True)
    time.sleep(60)

Run.judging = wait
watch.CAN_FORK = watch.CAN_FORK and {forks}
sys.argv[0] = "meminit"
main()
"""


def _same(line):
    """A line without what depends on time."""
    return {key: value for key, value in line.items() if not key.endswith("_ms")}


def _findings(answer):
    """The findings of an answer in JSON, as those of a stream."""
    envelope = answer.json
    for each in envelope["warnings"]:
        yield each
    for group in envelope["violations"]:
        for each in group["violations"]:
            yield {**each, "path": group["path"]}


def _comparable(findings):
    keys = ("path", "code", "severity", "message", "line", "column")
    return sorted(json.dumps([each.get(key) for key in keys]) for each in findings)


def _many(count, text="x"):
    return {".meminit.toml": "", **{f"docs/{number:04}.md": text for number in range(count)}}


WRONG = {
    ".meminit.toml": "",
    "docs/a.md": GOOD + "[x](nowhere.md) [y](B.md#z)\n",
    "docs/b.md": GOOD.replace("status: Draft", "status: Drafd"),
    "docs/Odd Name.md": GOOD.replace("001", "002"),
}


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_it_tells_what_the_answer_in_json_tells(call, strict):
    call.write(WRONG)
    usual = call.json("check", *strict)
    stream = call.stream("check", *strict)
    assert without_type(stream.out.splitlines(keepends=True)[-1]) == usual.out
    assert stream.exit == usual.exit == 1
    started, *_, terminated, result = stream.lines
    assert list(started) == ["type", "root", "files_total", "namespaces", "meminit_version", "run_id"]
    assert (started["files_total"], started["run_id"]) == (3, RUN_ID)
    assert list(terminated) == ["type", "reason", "exit_code", "total_time_ms"]
    assert (terminated["reason"], terminated["exit_code"]) == ("completed", 1)
    assert list(result)[:2] == ["type", "output_schema_version"]
    found = [each for each in stream.lines if each["type"] == "finding"]
    assert _comparable(found) == _comparable(_findings(usual))


def test_a_finding_has_its_keys_in_order(call):
    call.write(WRONG)
    found = [each for each in call.stream("check").lines if each["type"] == "finding"]
    broken = next(each for each in found if "edit" in each)
    assert list(broken) == [
        *("type", "path", "document_id", "code", "severity", "message", "line", "column"),
        *("suggestion", "context", "edit", "phase"),
    ]
    assert list(broken["edit"]) == ["line", "column", "old", "new", "safe"]
    assert broken["suggestion"] == f"replace '{broken['edit']['old']}' by '{broken['edit']['new']}'"
    status = next(each for each in found if each["code"] == "INVALID_FIELD")
    assert (status["suggestion"], status["phase"]) == ("did you mean Draft?", "document")
    assert {each["suggestion"] for each in found if each["code"] == "FILENAME_CONVENTION"} == {None}


def test_progress_comes_after_each_hundred_documents_wherever_they_come_from(call):
    call.write(_many(250, "[x](no.md)"))
    ways = [("--no-cache", "--jobs", "1"), (), ()]
    streams = [[_same(each) for each in call.stream("check", *way).lines] for way in ways]
    assert streams[0] == streams[1] == streams[2]
    done = [(number, each) for number, each in enumerate(streams[0]) if each["type"] == "progress"]
    assert [each["files_done"] for _, each in done] == [100, 200, 250]
    assert [each["phase"] for _, each in done] == ["document", "document", "tree"]
    assert [each["violations"] for _, each in done] == [100, 200, 250]
    assert done[0][0] == 101, "started and the findings of a hundred documents stand before it"
    without = [_same(each) for each in call.stream("check", "--no-progress").lines]
    assert without == [each for each in streams[0] if each["type"] != "progress"]


@forks
@pytest.mark.slow
def test_workers_change_nothing(call):
    call.write(_many(1200, "[x](no.md)"))
    ways = [("--no-cache", "--jobs", "1"), ("--no-cache", "--jobs", "3"), ("--jobs", "4"), ()]
    one, *others = [[_same(each) for each in process(*STREAM, *way, cwd=call.folder).lines] for way in ways]
    assert others == [one, one, one]
    assert len(one) > 2400


def test_findings_are_written_while_documents_are_read(call, monkeypatch):
    call.write(_many(64, "no front matter " + "x " * 40_000))
    read = []
    opened = reading.Reader._file

    def noted(self, candidate):
        read.append(len(os.pread(1, 1 << 20, 0).splitlines()))
        return opened(self, candidate)

    monkeypatch.setattr(reading.Reader, "_file", noted)
    call.stream("check", "--no-cache", "--jobs", "1", "--no-progress")
    assert read[0] == 1, "it has started"
    assert read[20] > 5, "the first findings are there"
    assert read[63] > 30


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.md"], "FILE_NOT_FOUND"),
        (["../a.md"], "PATH_ESCAPE"),
        (["--no-such-option"], "INVALID_ARGUMENT"),
        (["--run-id", "x"], "INVALID_ARGUMENT"),
        (["--config", "no.toml"], "CONFIG_MISSING"),
    ],
)
def test_a_run_that_does_not_begin_is_one_line(call, arguments, code):
    call.write(WRONG)
    answer = call("check", "--format", "jsonl", *arguments)
    (line,) = answer.lines
    assert (line["type"], line["error"]["code"]) == ("result", code)


@pytest.mark.parametrize("spelling", ["json-lines", "jsonl", "ndjson"])
def test_other_commands_print_their_document(call, spelling):
    call.write(WRONG)
    for arguments in (["context"], ["explain", "BROKEN_LINK"], ["help"], ["resolve", "PAY-ADR-999"]):
        lines, usual = (call(*arguments, "--format", each, "--run-id", RUN_ID) for each in (spelling, "json"))
        assert lines == usual
    assert call("check", "--format", spelling).lines[0]["type"] == "started"
    assert call("--format", spelling, "check").lines[0]["type"] == "started"


def test_index_and_scan_report_what_they_read(call):
    call.write({**_many(150), "docs/a.md": GOOD, "docs/b.md": GOOD, "docs/c.md": b"\xff"})
    for arguments in (["scan"], ["index"], ["index", "--catalog"]):
        usual = call.json(*arguments)
        (call.folder / "docs/01-indices/catalog.md").unlink(missing_ok=True)
        stream = call.stream(*arguments)
        kinds = [each["type"] for each in stream.lines]
        assert kinds[0] == "started"
        assert kinds[-2:] == ["terminated", "result"]
        done = [each["files_done"] for each in stream.lines if each["type"] == "progress"]
        assert done == [100, stream.lines[0]["files_total"]]
        found = [each for each in stream.lines if each["type"] == "finding"]
        assert _comparable(found) == _comparable(stream.lines[-1]["warnings"])
        assert bool(found) == (arguments[0] == "index")
        assert usual.exit == stream.exit == 0


def test_a_file_is_replaced_as_a_whole(call):
    call.write(WRONG)
    answer = call.stream("check", "--output", "out.jsonl")
    assert (answer.exit, answer.out) == (1, b"")
    written = Answer(1, (call.folder / "out.jsonl").read_bytes(), b"")
    assert [_same(each) for each in validated(written).lines] == [_same(each) for each in call.stream("check").lines]
    refused = call.stream("check", "--output", "no/such/folder")
    (line,) = refused.lines
    assert (refused.exit, line["type"], line["error"]["code"]) == (74, "result", "OUTPUT_UNWRITABLE")


@posix
def test_a_pipe_is_written_as_the_run_goes_on(call):
    call.write(WRONG)
    os.mkfifo(call.folder / "pipe")
    command = [sys.executable, "-c", WAITING.format(forks=True), *STREAM, "--output", "pipe"]
    reader = os.open(call.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with subprocess.Popen(command, cwd=call.folder, stderr=subprocess.PIPE) as run:
        assert run.stderr.readline() == b"waiting\n"
        assert os.read(reader, 10_000).startswith(b'{"type":"started"')
        run.terminate()
    os.close(reader)


def test_what_fails_in_the_midst_is_told_at_the_end(call, monkeypatch):
    call.write(_many(150))
    calls = []

    def crash(*_):
        calls.append(0)
        raise ZeroDivisionError

    monkeypatch.setattr("meminit.workspace.run.Run.corpus_findings", crash)
    answer = call.stream("check")
    kinds = [each["type"] for each in answer.lines]
    assert (kinds.count("started"), kinds.count("finding"), kinds.count("progress")) == (1, 150, 2)
    terminated, result = answer.lines[-2:]
    assert (terminated["reason"], terminated["exit_code"], answer.exit) == ("error", 70, 70)
    assert result["error"]["code"] == "E_UNEXPECTED"
    assert len(calls) == 2, "it was tried again without the cache, and told nothing twice"


def test_a_run_that_is_repeated_without_its_cache_tells_nothing_twice(call, monkeypatch):
    """Where a rule crashes, the cache may be the reason; what comes of the crash is not told before this is known."""
    call.write(_many(150, "[x](no.md)"))
    usual = [_same(each) for each in call.stream("check", "--no-cache").lines]
    call.stream("check")
    crashed = []

    def crash(self, *arguments, **options):
        if not crashed:
            crashed.append(self)
            raise ZeroDivisionError
        return original(self, *arguments, **options)

    original = CorpusJudge.findings
    monkeypatch.setattr(CorpusJudge, "findings", crash)
    assert [_same(each) for each in call.stream("check").lines] == usual


@posix
@pytest.mark.slow
@pytest.mark.parametrize("forks", [True, False])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_stream_without_a_result(call, forks, number, code):
    call.write(_many(150))
    command = [sys.executable, "-c", WAITING.format(forks=forks), *STREAM]
    with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stderr.readline() == b"waiting\n"
        run.send_signal(number)
        out, err = run.communicate(timeout=20)
    answer = validated(Answer(run.returncode, out, err))
    assert (answer.exit, err) == (code, b"")
    last = answer.lines[-1]
    assert (last["type"], last["reason"], last["exit_code"]) == ("terminated", "shutdown", code)


@posix
@pytest.mark.slow
@pytest.mark.parametrize("forks", [True, False])
def test_the_time_limit_ends_the_stream_with_one_answer(call, forks):
    call.write(_many(150))
    command = [sys.executable, "-c", WAITING.format(forks=forks)]
    answer = process("check", "--format", "json-lines", "--timeout", "1", cwd=call.folder, command=command)
    terminated, result = answer.lines[-2:]
    assert (answer.exit, terminated["reason"], terminated["exit_code"]) == (10, "time_limit", 10)
    assert terminated["total_time_ms"] >= 900
    assert (result["error"]["code"], result["run_id"]) == ("TIME_LIMIT", answer.lines[0]["run_id"])
    assert sum(each["type"] == "finding" for each in answer.lines) == 150


@posix
@pytest.mark.slow
def test_a_signal_while_the_reader_waits_leaves_whole_lines(call):
    call.write(_many(1500, "[x](no.md)"))
    command = [sys.executable, "-m", "meminit", *STREAM]
    with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        first = os.read(run.stdout.fileno(), 100)
        time.sleep(0.5)  # the pipe is full now
        run.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        out, err = run.communicate(timeout=20)
    answer = validated(Answer(run.returncode, first + out, err))
    assert (answer.exit, answer.err, answer.lines[-1]["reason"]) == (143, b"", "shutdown")


@forks
@sees_processes
@pytest.mark.slow
def test_a_reader_that_goes_away_ends_the_run_quietly(call):
    call.write(_many(1500))
    program = f'"{sys.executable}" -m meminit check --format json-lines --no-cache --jobs 3; echo $? >&2'
    answer = process("-c", f"({program}) | head -n 1", cwd=call.folder, command=["sh"])
    assert answer.err == b"74\n"


@forks
@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 1, 3, 60, 400])
def test_a_run_that_is_killed_leaves_lines_and_no_result(call, after):
    call.write(_many(1500))
    command = [sys.executable, "-m", "meminit", *STREAM, "--no-cache"]
    with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.PIPE, start_new_session=True) as run:
        begun = b"".join(run.stdout.readline() for _ in range(after))
        os.killpg(run.pid, signal.SIGKILL)
        rest = run.stdout.read()
    whole = (begun + rest).rpartition(b"\n")[0]
    kinds = [json.loads(line)["type"] for line in whole.splitlines()]
    assert "result" not in kinds
    assert kinds[:1] in ([], ["started"])


def test_no_line_is_an_order_to_a_ci(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD + "[x](##[group]) [y](##vso[task.complete])\n"})
    answer = call.stream("check")
    assert not re.search(rb"##\[|##vso\[", answer.out)
    assert any("##vso[" in each.get("message", "") for each in answer.lines)
