"""What only shows in a process of its own: streams that are closed, signals, crashes, start-up."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.support.calls import RUN_ID, Answer, process, validated
from tests.support.marks import posix


@pytest.fixture
def tree(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": "x"})
    return tmp_path


def test_module_and_script_give_the_same_answer(tree):
    arguments = ("check", "--format", "json", "--run-id", RUN_ID)
    script = process(*arguments, cwd=tree, command=[os.path.join(os.path.dirname(sys.executable), "meminit")])
    assert process(*arguments, cwd=tree).out == script.out


def test_help_is_for_people_in_any_format(tree):
    assert process("--help", "--format", "json", cwd=tree).out.startswith(b"Usage: meminit")
    assert process("check", "--help", cwd=tree).out.startswith(b"Usage: meminit check")
    assert process("--version", cwd=tree).out.startswith(b"meminit ")
    assert process("--version", "--format", "json", cwd=tree).json["success"] is True


@posix
@pytest.mark.parametrize("redirection", [">&-", "> /dev/full"])
def test_nobody_can_be_told(tree, redirection):
    answer = process("-c", f'"{sys.executable}" -m meminit check --format json {redirection}', cwd=tree, command=["sh"])
    assert (answer.exit, answer.out) == (74, b"")
    assert b"Traceback" not in answer.err


@posix
@pytest.mark.parametrize("chosen", ["text", "json"])
def test_a_reader_that_has_gone_is_met_with_silence(tree, chosen):
    for number in range(1500):  # more than any pipe holds
        (tree / f"docs/{number}.md").write_text("x")
    program = f'"{sys.executable}" -m meminit check --format {chosen}; echo $? >&2'
    answer = process("-c", f"({program}) | head -c 1", cwd=tree, command=["sh"])
    assert answer.err == b"74\n"


@posix
def test_odd_environments_change_nothing(tree):
    arguments = ("check", "--format", "json", "--run-id", RUN_ID)
    usual = process(*arguments, cwd=tree)
    for environment in ({"LC_ALL": "C"}, {"PYTHONOPTIMIZE": "2"}, {"PYTHONUTF8": "0", "LC_ALL": "POSIX"}):
        assert process(*arguments, cwd=tree, env=environment).out == usual.out
        assert process("explain", "DUPLICATE_ID", cwd=tree, env=environment).exit == 0


WAITING = """
import sys, time
import meminit.workspace.workspace as workspace
from meminit.cli import run

def wait(*_):
    print("waiting", file=sys.stderr, flush=True)
    time.sleep(60)

workspace.discover = wait
raise SystemExit(run(["check", "--format", "json"]))
"""
CRASHING = """
import sys
import meminit.workspace.workspace as workspace
from meminit.cli import run

def crash(*_):
    raise ZeroDivisionError

workspace.discover = crash
raise SystemExit(run(sys.argv[1:]))
"""
OFFLINE = """
import sys
from meminit.cli import run

sys.addaudithook(lambda event, _: sys.exit(99) if event.startswith("socket.") else None)
raise SystemExit(run(sys.argv[1:]))
"""


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_run_with_one_answer(tree, number, code):
    command = [sys.executable, "-c", WAITING]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stderr.readline() == b"waiting\n"
        time.sleep(0.2)
        started.send_signal(number)
        out, err = started.communicate(timeout=20)
    assert (started.returncode, err) == (code, b"")
    assert validated(Answer(code, out, err)).json["error"]["code"] == "INTERRUPTED"


@posix
def test_a_signal_while_answering_begins_no_other_answer(tree):
    for number in range(1500):
        (tree / f"docs/{number}.md").write_text("x")
    command = [sys.executable, "-m", "meminit", "check", "--format", "json"]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        first = os.read(started.stdout.fileno(), 100)  # the pipe is full now, and the rest is being waited for
        started.send_signal(signal.SIGTERM)
        assert started.wait(timeout=20) == 143
        out, err = started.stdout.read(), started.stderr.read()
    assert err == b""
    assert (first + out).count(b"output_schema_version") == 1


def test_a_crash_is_an_answer_and_a_traceback_only_when_asked_for(tree):
    command = [sys.executable, "-c", CRASHING]
    quiet = process("check", "--format", "json", cwd=tree, command=command)
    assert (quiet.exit, quiet.err) == (70, b"")
    assert quiet.json["error"]["code"] == "E_UNEXPECTED"
    done = subprocess.run(
        [*command, "check", "--format", "json", "--debug"], cwd=tree, capture_output=True, check=False
    )
    assert b"ZeroDivisionError" in done.stderr
    validated(Answer(done.returncode, done.stdout, b""))


def test_no_socket_is_ever_opened(tree):
    (tree / ".meminit.toml").write_text('[docs]\nschema = "s.json"\n')
    (tree / "s.json").write_text(
        '{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "http://127.0.0.1:9/"}'
    )
    answer = process("check", "--format", "json", cwd=tree, command=[sys.executable, "-c", OFFLINE])
    assert answer.exit == 1
    assert "SCHEMA_INVALID" in answer.codes


def test_without_pyromark_the_stand_in_reads(tmp_path):
    """The same findings on the same lines, for want of a wheel."""
    (tmp_path / "docs").mkdir()
    (tmp_path / ".meminit.toml").write_text('[docs]\nschema = ""\n[id]\nfield = ""\n')
    body = "---\ntitle: x\n---\n\n# A\n\n[x](no.md) ![y](#a)\n\n<img src='no.png'> [z][no] [^1]\n\n[u]: a.md\n"
    (tmp_path / "docs/a.md").write_text(body)
    code = "import sys; sys.modules['pyromark'] = None; from meminit.__main__ import main; main()"
    with_it = process("check", "--format", "json", cwd=tmp_path)
    without = process("check", "--format", "json", cwd=tmp_path, command=[sys.executable, "-c", code])
    assert without.codes == with_it.codes
    assert [line.split()[0].split(":")[:2] for line in without.found] == [
        line.split()[0].split(":")[:2] for line in with_it.found
    ]
    assert len(without.codes) == 5


def test_yaml_is_imported_only_where_front_matter_asks_for_it(tmp_path):
    """Its import costs more than reading many documents."""
    (tmp_path / "docs").mkdir()
    (tmp_path / ".meminit.toml").write_text('[docs]\nschema = ""\n[id]\nfield = ""\n')
    code = "import sys; sys.modules['yaml'] = None; from meminit.__main__ import main; main()"
    answers = []
    for fields in ("title: x\ntags:\n  - y\n", "title: {x: y}\n"):
        (tmp_path / "docs/a.md").write_text(f"---\n{fields}---\n\n# A\n")
        answers.append(process("check", "--format", "json", cwd=tmp_path, command=[sys.executable, "-c", code]))
    assert [answer.exit for answer in answers] == [0, 70]


@pytest.mark.parametrize("missing", ["meminit.cli", "meminit.commands.line"])
@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (("check", "--format", "json"), "check"),
        (("--format=json", "list"), "list"),
        (("help", "--json"), "help"),
        (("check", "--format=ndjson"), "check"),
        (("check", "--format=json", "--envelope", "response"), "check"),
        (("--envelope=response", "list", "--json"), "list"),
        (("check", "--format=jsonl", "--envelope=response"), "check"),
        (("check", "--output", "--json"), None),
        (("check", "--format", "text"), None),
    ],
)
def test_what_cannot_be_loaded_is_reported_in_the_format_that_was_asked_for(missing, arguments, command, tmp_path):
    code = f"import sys; sys.modules['{missing}'] = None; from meminit.__main__ import main; main()"
    answer = process(*arguments, cwd=tmp_path, command=[sys.executable, "-c", code])
    assert answer.exit == 70
    # Without the reader of command lines, a word that is the value of another option may be taken for an option.
    if command is None and (missing == "meminit.cli" or "--json" not in arguments):
        assert answer.out == b""
        assert answer.err.startswith(b"error E_UNEXPECTED: ")
    else:
        error = json.loads(answer.out)
        assert ("type" in error) == any("=ndjson" in each or "=jsonl" in each for each in arguments)
        assert error["error"]["code"] == "E_UNEXPECTED"
        assert ("ok" in error) == ("type" not in error and any("response" in each for each in arguments))
        assert error.get("meta", error)["command"] == command or missing != "meminit.cli"
