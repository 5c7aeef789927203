"""The only way in which tests call meminit, so that no JSON escapes validation."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs

from meminit import cli
from meminit.client import Interpretation, interpret, read_stream
from meminit.commands import COMMANDS, output_schema

TOP = Path(__file__).resolve().parent.parent.parent
_BAD_ARGUMENT, _REDIRECTED = 3, 13
_LARGE = 50_000  # bytes of an answer
RUN_ID = "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90"


@dataclass(frozen=True)
class Answer:
    exit: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> dict[str, Any]:
        assert self.out.endswith(b"\n"), self
        assert self.out.count(b"\n") == 1, self
        return json.loads(self.out, parse_constant=_refuse)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of a stream; the last one may have been cut off by a kill."""
        return [json.loads(line, parse_constant=_refuse) for line in self.out.split(b"\n")[:-1]]

    @property
    def found(self) -> list[str]:
        """Every finding as `path:line:column severity CODE message`, in the order printed."""
        answer = self.json
        groups = [
            {**each, "path": group["path"]}
            for group in answer["violations"]
            for each in group.get("violations", [group])
        ]
        return [_line(each) for each in [*groups, *answer["warnings"]]]

    @property
    def codes(self) -> list[str]:
        return [line.split()[2] for line in self.found]


def _line(finding: Mapping[str, Any]) -> str:
    place = ":".join(str(finding[key]) for key in ("path", "line", "column") if key in finding)
    return f"{place} {finding['severity']} {finding['code']} {finding['message']}"


class Caller:
    """Calls meminit in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, cwd: Path | None = None) -> Answer:
        with _directory(cwd or self.folder), tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with _redirected(1, out.fileno()), _redirected(2, err.fileno()):
                code = cli.run(list(arguments))
            out.seek(0)
            err.seek(0)
            return validated(Answer(code, out.read(), err.read()))

    def json(self, *arguments: str, cwd: Path | None = None) -> Answer:
        return self(*arguments, "--format", "json", "--run-id", RUN_ID, cwd=cwd)

    def stream(self, *arguments: str, cwd: Path | None = None) -> Answer:
        return self(*arguments, "--format", "json-lines", "--run-id", RUN_ID, cwd=cwd)

    def ask(self, *arguments: str, cwd: Path | None = None) -> Interpretation:
        """What a program understands that knows nothing but the response envelope and the client."""
        answer = self.json(*arguments, "--envelope", "response", cwd=cwd)
        return interpret(answer.exit, answer.out)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def check(self, files: Mapping[str, str | bytes], *arguments: str) -> Answer:
        """Writes the files and checks them; a configuration of nothing is added when there is none."""
        self.write({".meminit.toml": "", **files})
        return self.json("check", *arguments)


def process(*arguments: str, cwd: Path, **options: Any) -> Answer:
    """Calls meminit in a process of its own."""
    command = options.pop("command", [sys.executable, "-m", "meminit"])
    done = subprocess.run([*command, *arguments], cwd=cwd, capture_output=True, check=False, timeout=120, **options)
    return validated(Answer(done.returncode, done.stdout, done.stderr))


def terminal(*command: str, cwd: Path, env: Mapping[str, str]) -> str:
    """What a process shows on a terminal of its own, to which all of its streams lead."""
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # the end of a terminal is an error
            while part := os.read(ours, 1 << 16):
                seen += part
        run.wait(timeout=20)
    os.close(ours)
    return seen.decode(errors="replace")


def validated(answer: Answer) -> Answer:
    """The answer, if its JSON keeps the published promises; text and published schemas have none to keep."""
    if answer.out.startswith(b'{"type"'):
        _keeps_the_promises_of_a_stream(answer)
    if answer.out.startswith(b'{"output_schema_version"'):
        envelope = answer.json
        version = "v2" if envelope["output_schema_version"] == "2.0" else "v1"
        is_empty_page = "page" in envelope["data"] and not envelope["violations"]  # which the specification precedes
        judges = [_judge_of(f"agent-output.schema.{version}.json")]
        judges += _specification() if version == "v2" and not is_empty_page else ()
        problems = [each for judge in judges for each in judge.problems(answer.out)]
        assert not problems, (problems, answer)
        assert envelope["success"] == (answer.exit == 0), answer
        if envelope["command"] in COMMANDS:
            _keeps_what_it_declares(envelope, answer)
        _is_understood(answer, envelope.get("error"), envelope.get("error", {}).get("details", {}))
        assert b"Traceback" not in answer.out + answer.err
    elif answer.out.startswith((b'{"ok"', b'{"data"')):  # the second would lack a key
        _keeps_the_invariants(answer)
    return answer


def _is_understood(answer: Answer, error: Any, facts: Mapping[str, Any]) -> None:
    """The client understands every answer: whether it succeeded, and when to call again."""
    found = interpret(answer.exit, answer.out)
    assert not found.malformed, answer
    assert found.success == (answer.exit == 0), answer
    if error:
        assert found.error["code"] == error["code"], answer
        assert found.retry == facts["retryable"], answer
        assert found.retry_after == facts.get("retry_after", found.retry and answer.exit != _BAD_ARGUMENT), answer
        assert bool(found.redirect) == ("redirect" in facts) == (answer.exit == _REDIRECTED), answer


def _keeps_the_promises_of_a_stream(answer: Answer) -> None:
    lines = answer.out.split(b"\n")[:-1]
    problems = [each for line in [*lines[:9], *lines[-9:]] for each in _judge_of("stream.schema.json").problems(line)]
    problems += [each for line in lines for each in _judge_of("stream.schema.json").quick_problems(line)]
    assert not problems, (problems, answer)
    kinds = [each["type"] for each in answer.lines]
    if kinds[0] != "started":
        assert kinds == ["result"], answer
    assert not {"started", "result", "terminated"} & set(kinds[1:-2]), answer
    assert "result" not in kinds[:-1], answer
    read = read_stream(lines)
    assert not read.malformed, answer
    assert read.verdict == ((answer.exit == 0) if kinds[-1] == "result" else None), answer
    if kinds[-1] == "result":
        assert kinds[:-1] == [] or kinds[-2] == "terminated", answer
        validated(Answer(answer.exit, without_type(lines[-1]) + b"\n", answer.err))


def without_type(line: bytes) -> bytes:
    """The last line of a stream as the format json prints it."""
    return line.replace(b'"type":"result",', b"", 1)


def _keeps_the_invariants(answer: Answer) -> None:
    """Of the response envelope, which is one shape for every command."""
    envelope = answer.json
    problems = _judge_of("response.schema.json").problems(answer.out)
    assert not problems, (problems, answer)
    assert list(envelope) == ["ok", "data", "error", "warnings", "meta"], answer
    assert envelope["ok"] == (answer.exit == 0), answer
    name, error = envelope["meta"]["command"], envelope["error"]
    _is_understood(answer, error, error or {})
    if name in COMMANDS and error:
        codes = {fault.code for fault in COMMANDS[name].errors} | {"VIOLATIONS_FOUND"}
        assert error["code"] in codes, answer


def _keeps_what_it_declares(envelope: Mapping[str, Any], answer: Answer) -> None:
    """No command prints another envelope, other data, another error or another exit code than it says it does."""
    name = envelope["command"]
    declared, error = COMMANDS[name], envelope.get("error")
    assert (envelope["output_schema_version"] == "2.0") == (declared.envelope == "v2"), answer
    assert answer.exit in declared.exits, answer
    assert error is None or error["code"] in {fault.code for fault in declared.errors}, answer
    if output_schema(name).startswith("data/"):
        data = json.dumps(envelope["data"]).encode()  # integers may be of any size
        problems = [each for judge in _judges_of_data(name) for each in judge.problems(data)]
        assert not problems, (problems, answer)
    else:
        assert envelope["data"] == {}, answer


class _Judge:
    """Two libraries judge by a schema, and the quick one alone where the other would take seconds."""

    def __init__(self, schema: Any) -> None:
        self._quick = jsonschema_rs.Draft7Validator(schema, validate_formats=True)
        self._slow = jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)

    def quick_problems(self, text: bytes) -> list[str]:
        return [each.message for each in self._quick.iter_errors(json.loads(text))]

    def problems(self, text: bytes) -> list[str]:
        value = json.loads(text)
        found = self.quick_problems(text)
        if len(text) <= _LARGE:
            found += [each.message for each in self._slow.iter_errors(value)]
        return found


@cache
def _judges_of_data(name: str) -> list[_Judge]:
    """The schema as it is published, and one that allows no other keys: whatever is printed is described."""
    schema = json.loads((TOP / f"schemas/{output_schema(name)}.json").read_text(encoding="utf-8"))
    return [_Judge(each) for each in (schema, closed(schema))]


def closed(schema: Any) -> Any:
    """The schema without room for keys that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    return {"additionalProperties": False, **made} if isinstance(made.get("properties"), dict) else made


@cache
def _judge_of(file: str) -> _Judge:
    return _Judge(json.loads((TOP / "schemas" / file).read_text(encoding="utf-8")))


@cache
def _specification() -> list[_Judge]:
    """The schema that stands in the text of the specification, where that is at hand."""
    folder = os.environ.get("MEMINIT_TEST_DATA")
    for seed in Path(folder, "seeds").glob("000_*.txt") if folder else ():
        for block in re.findall(r"```json\n(.*?)```", seed.read_text(encoding="utf-8"), re.DOTALL):
            if "Meminit Output Envelope v2" in block:
                return [_Judge(json.loads(block))]
    return []


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


@contextmanager
def _redirected(descriptor: int, target: int):
    kept = os.dup(descriptor)
    try:
        os.dup2(target, descriptor)
        yield
    finally:
        os.dup2(kept, descriptor)
        os.close(kept)


@contextmanager
def _directory(folder: Path):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
