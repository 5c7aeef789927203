"""Processes of agents of the worst kind: what they print, how they end, and what they leave behind."""

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from tests.support import agents
from tests.support.agents import FIT
from tests.support.calls import Answer, process, validated
from tests.support.marks import forks, posix, sees_processes

from meminit.client import interpret

pytestmark = posix


@pytest.fixture
def agent(call):
    return partial(agents.run, call)


def _is_alive(pid):
    status = Path(f"/proc/{pid}/status")
    try:
        return "State:\tZ" not in status.read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    "script",
    [
        f"printf '\\357\\273\\277{FIT}\\r\\n'",
        f"exec 0<&-; echo '{FIT}'",
        f"echo '{FIT}'; exec 1>&-; sleep 0.1",
        f"head -c 200000 /dev/zero >&2; echo '{FIT}'",
        f"(while :; do sleep 5; done) & echo '{FIT}'",
        f"echo 'no: {{]'; echo '{FIT}'; echo trailing",
    ],
)
def test_one_that_is_odd_but_answers(agent, script):
    assert agents.event(agent(script, "--quiet"))["result_data"] == {"a": 1}


def test_whole_numbers_of_any_size_stay_what_they_are(agent, call):
    number = 10**40
    answer = agent(f"echo '{{\"a\": {number}}}'")
    assert f'"result_data":{{"a":{number}}}'.encode() in answer.out
    call.write({"out.json": f'{{"a": {number}}}'})
    assert f'{{"a":{number}}}'.encode() in call.json("agent", "validate", "one", "--output", "out.json").out
    assert json.loads(call("agent", "run", "one").out) == {"a": number}


@pytest.mark.parametrize("schema", [{}, None])
def test_one_that_dribbles_has_no_more_time_than_another(agent, schema):
    began = time.monotonic()
    answer = agent("while :; do echo x; sleep 0.02; done", timeout_s=0.4, schema=schema)
    assert answer.json["error"]["code"] == "AGENT_TIMEOUT"
    assert time.monotonic() - began < 8


def test_one_whose_child_goes_on_printing(agent):
    answer = agent(f"(while :; do echo y; sleep 0.02; done) & echo '{FIT}'", schema={})
    assert agents.event(answer)["result_data"] == {"a": 1}


def test_lines_without_end_cost_no_more_than_their_bytes(agent):
    began = time.process_time()
    assert agent("yes", protocol="jsonl", timeout_s=20).json["error"]["code"] == "AGENT_FAILED"
    assert time.process_time() - began < 3


def test_a_second_answer_to_the_first_turn_is_no_answer_to_the_second(agent):
    wrong = '{"type":"turn_complete","result":"no"}'
    right = '{"type":"turn_complete","result":"{\\"a\\": 3}"}'
    script = f"read a; printf '%s\\n' '{wrong}' '{wrong}'; read b; echo '{right}'"
    assert agents.event(agent(script, protocol="jsonl"))["result_data"] == {"a": 3}


def test_it_is_started_once_even_if_the_cache_fails(agent, call, monkeypatch, tmp_path):
    agents.write(call, f"echo x >>{tmp_path}/times; echo '{FIT}'")
    monkeypatch.setattr("meminit.operations.agents._finished", lambda *_: 1 / 0)
    assert call.json("agent", "run", "one", "--yes").json["error"]["code"] == "E_UNEXPECTED"
    assert (tmp_path / "times").read_text() == "x\n"


@pytest.mark.parametrize("option", ["--input", "--param"])
def test_what_is_not_utf_8_is_refused(agent, option):
    assert agent("cat", option, "a=\udcff", schema=None).json["error"]["code"] == "INVALID_ARGUMENT"


AGAIN = {"retryable": True}


@pytest.mark.parametrize(
    ("script", "exit_code", "expected"),
    [
        ("exit 8", 8, {"code": "TOKEN_INVALID", "retryable": False}),
        ("exit 11", 11, {"code": "RATE_LIMIT_EXCEEDED", "retryable": True}),
        ('echo \'{"code": "TOKEN_EXPIRED"}\'; exit 5', 8, {"code": "TOKEN_EXPIRED", "retryable": True}),
        ('echo \'{"error": {"code": "TOKEN_MISSING"}}\'; exit 8', 8, {"code": "TOKEN_MISSING", "retryable": False}),
        (
            'echo \'{"error": {"code": "RATE_LIMIT_EXCEEDED", "retry_after": 30}}\'; exit 2',
            11,
            {"code": "RATE_LIMIT_EXCEEDED", "retryable": True, "retry_after": 30},
        ),
        (
            'echo \'{"code": "TOKEN_EXPIRED", "retry_after": -1}\'; exit 5',
            8,
            {"code": "TOKEN_EXPIRED", "retryable": True},
        ),
        ('echo \'{"code": "LOCKED"}\'; exit 5', 1, {"code": "AGENT_FAILED", "retryable": False}),
        ("exit 13", 1, {"code": "AGENT_FAILED", "retryable": False}),
    ],
)
def test_what_an_agent_says_of_tokens_and_limits(agent, script, exit_code, expected):
    answer = agent(script, "--envelope", "response")
    error = answer.json["error"]
    assert answer.exit == exit_code
    assert {key: error.get(key) for key in expected} == expected
    assert ("retry_after" in error) == ("retry_after" in expected)
    found = interpret(answer.exit, answer.out)
    assert (found.retry, found.retry_after) == (expected["retryable"], expected.get("retry_after", int(found.retry)))


class TestStreams:
    def test_a_line_a_turn(self, call):
        agents.write(call, 'read a; echo \'{"session_id": "s"}\'; echo no', resume_argv=["/bin/echo", FIT])
        answer = call.stream("agent", "run", "one", "--yes")
        started, first, second, terminated, result = answer.lines
        assert (started["type"], started["files_total"]) == ("started", 1)
        assert [(each["type"], each["turn"], each["files_done"]) for each in (first, second)] == [
            ("progress", 1, 1),
            ("progress", 2, 1),
        ]
        assert (terminated["reason"], terminated["exit_code"]) == ("completed", 0)
        assert result["data"]["event"]["result_data"] == {"a": 1}
        quiet = call.stream("agent", "run", "one", "--yes", "--no-progress")
        assert [each["type"] for each in quiet.lines] == ["started", "terminated", "result"]

    def test_it_has_begun_before_the_agent_answers(self, call, tmp_path):
        agents.write(call, f"while [ ! -e {tmp_path}/go ]; do sleep 0.01; done; echo '{FIT}'")
        command = [sys.executable, "-m", "meminit", "agent", "run", "one", "--yes", "--format", "jsonl"]
        with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.PIPE) as running:
            first = running.stdout.readline()
            (tmp_path / "go").touch()
            rest, _ = running.communicate(timeout=20)
        assert first.startswith(b'{"type":"started"')
        assert validated(Answer(running.returncode, first + rest, b"")).exit == 0

    def test_what_is_invalid_ends_it(self, call):
        agents.write(call, "echo secret-words")
        answer = call.stream("agent", "run", "one", "--yes")
        assert [each["type"] for each in answer.lines] == ["started", "progress", "terminated", "result"]
        assert (answer.exit, answer.lines[-2]["reason"]) == (1, "error")
        assert b"secret-words" not in answer.out

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [(["one"], "E_CONFIRM_REQUIRED"), (["two", "--yes"], "DOCUMENT_NOT_FOUND"),
         (["one", "--yes", "--param", "a=1"], "PARAMETERS_INVALID")],
    )  # fmt: skip
    def test_what_is_wrong_before_is_one_line(self, call, arguments, code):
        agents.write(call, "exit 0")
        (line,) = call.stream("agent", "run", *arguments).lines
        assert (line["type"], line["error"]["code"]) == ("result", code)


LEAVING = "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ >{0}/far; sleep 60' & echo $$ >{0}/near; sleep 60"


@forks
@sees_processes
@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGKILL, -9)]
)
def test_a_run_that_is_ended_leaves_nothing_running(call, tmp_path, number, code):
    agents.write(call, LEAVING.format(tmp_path))
    command = [sys.executable, "-m", "meminit", "agent", "run", "one", "--yes", "--format", "json"]
    with subprocess.Popen(command, cwd=call.folder, stdout=subprocess.PIPE) as running:
        _wait_for(lambda: all((tmp_path / name).exists() for name in ("far", "near")))
        running.send_signal(number)
        out, _ = running.communicate(timeout=20)
    assert running.returncode == code
    if code > 0:
        assert validated(Answer(code, out, b"")).json["error"]["code"] == "INTERRUPTED"
    _wait_for(lambda: not any(_is_alive((tmp_path / name).read_text().strip()) for name in ("far", "near")))


@forks
@sees_processes
@pytest.mark.slow
@pytest.mark.long
def test_a_time_limit_holds_for_what_an_agent_leaves_behind_too(call, tmp_path):
    agents.write(call, f"trap 'echo asked >{tmp_path}/asked; exit' TERM; echo $$ >{tmp_path}/near; sleep 60 & wait")
    answer = process("agent", "run", "one", "--yes", "--format", "json", "--timeout", "4", cwd=call.folder)
    assert (answer.exit, answer.json["error"]["code"]) == (10, "TIME_LIMIT")
    assert not _is_alive((tmp_path / "near").read_text().strip())
    assert (tmp_path / "asked").read_text() == "asked\n", "it was asked to end before it was killed"


def _wait_for(is_so):
    until = time.monotonic() + 15
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)
