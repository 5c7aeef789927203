"""A repository that holds modules named like those of Python, or of libraries, does not get them run."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from tests.support.calls import TOP, process
from tests.support.documents import GOOD

LIBRARIES = {"attr", "attrs", "click", "graphviz", "jsonschema", "jsonschema_rs", "markdown_it", "mdit_py_plugins"}
LIBRARIES |= {"mdurl", "orjson", "pathspec", "pyromark", "referencing", "rpds", "yaml", "_yaml"}
# What `python -m` imports before the first line of meminit, in one version or another; SECURITY.md lists these.
PYTHONS = {"collections", "contextlib", "functools", "importlib", "keyword", "operator", "reprlib", "types", "warnings"}
SHADOW = """
import posix

log = posix.open({log!r}, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND)
posix.write(log, __name__.encode() + b" ")
posix.close(log)
raise SystemExit(99)
"""
MODULE = [sys.executable, "-m", "meminit"]
SCRIPT = [os.path.join(os.path.dirname(sys.executable), "meminit")]
CALLS = [
    "check",
    "check --nope",
    "check --debug --jobs 2",
    "doctor",
    "scan --propose",
    "graph --format svg",
    "help --json",
]

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="the modules use `posix`, which no other one can replace"),
    pytest.mark.slow,
]


@pytest.fixture
def log(call, tmp_path):
    """The file to which every module in the repository writes its name."""
    call.folder = tmp_path / "repository"
    path = tmp_path / "log"
    path.touch()
    shadow = SHADOW.format(log=str(path))
    call.write({f"{name}.py": shadow for name in (sys.stdlib_module_names | LIBRARIES) - PYTHONS})
    call.write({"click-99.0.dist-info/METADATA": "Name: click\nVersion: 99.0\n", ".meminit.toml": ""})
    call.write({"docs/a.md": GOOD + "\n[x](no.md)\n", "docs/b.md": GOOD})
    return path


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
@pytest.mark.parametrize("arguments", CALLS)
def test_no_module_of_the_repository_is_run(call, log, command, arguments):
    answer = process(*arguments.split(), cwd=call.folder, command=command)
    assert (log.read_text(), answer.exit in {0, 1, 3, 12}) == ("", True), answer


def test_nor_by_an_interpreter_that_was_started_again(call, log):
    answer = process("check", cwd=call.folder, env={"LC_ALL": "C", "PYTHONUTF8": "0", "PATH": os.defpath})
    assert (log.read_text(), answer.exit) == ("", 1)


def test_a_folder_that_the_user_names_is_searched(call, log):
    """The environment is trusted; and so the other tests could fail."""
    process("check", cwd=call.folder, env={"PYTHONPATH": str(call.folder)})
    assert log.read_text() != ""


def test_libraries_that_only_the_repository_claims_to_have_are_not_there(call, log):
    own, other = (
        process("doctor", "--format", "json", cwd=call.folder, command=each).json for each in (MODULE, SCRIPT)
    )
    assert own["data"] == other["data"]
    assert "99.0" not in str(own)


@pytest.mark.parametrize("safe", [[], ["-P"]])
def test_what_python_itself_runs_of_the_repository(call, log, safe):
    """It is what SECURITY.md says, whichever package is started."""
    shadow = (call.folder / "abc.py").read_text().replace("raise SystemExit(99)", "")
    for name in PYTHONS:
        real = Path(importlib.util.find_spec(name).origin)
        is_package = real.name == "__init__.py"
        inner = f"__path__ = [{str(real.parent)!r}]\n" if is_package else ""
        call.write({f"{name}/__init__.py" if is_package else f"{name}.py": shadow + inner + real.read_text()})
    call.write({"../library/probe.py": "import posix; posix._exit(7)"})
    command = [sys.executable, *safe, "-m", "probe"]
    done = process(cwd=call.folder, command=command, env={"PYTHONPATH": str(log.parent / "library")})
    assert done.exit == 7, done
    found = set(log.read_text().split())
    assert ("importlib" in found) == (not safe)
    assert found <= PYTHONS
    text = (TOP / "SECURITY.md").read_text()
    assert all(f"`{name}`" in text for name in found)
