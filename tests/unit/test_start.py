"""What a command must not import, since anyone who calls it would wait for that; and what a start may cost."""

import os
import subprocess
import sys

import pytest
from tests.support.documents import GOOD
from tests.support.marks import posix
from tests.support.timing import grow_old

# The process that watches forks before most is imported, and neither comes to Python's own end: the hook sees all.
PROGRAM = """
import os, sys

log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
sys.addaudithook(lambda event, about: event == "import" and os.write(log, about[0].encode() + b"\\n"))
from meminit.__main__ import main

main()
"""
# Names of modules, each with all below it.
MARKDOWN = {"pyromark", "markdown_it", "mdit_py_plugins"}
FORMATS = {"yaml", "tomllib"}
JUDGES = {"jsonschema_rs", "jsonschema", "referencing"}
FOR_TESTS = {"frontmatter", "pathspec"}
RULES = {"meminit.rules"}
READING = {"meminit.documents.read", "meminit.schema.loading", "hashlib"}
WORK = {"orjson", "meminit.operations", "meminit.workspace", "meminit.cache", "meminit.documents", "meminit.render"}
# What is needed for other work than ours.
HEAVY = {"asyncio", "concurrent", "http", "importlib.metadata", "importlib.resources", "logging", "multiprocessing"}
HEAVY |= {"pathlib", "pdb", "pickle", "ssl", "subprocess", "tempfile", "unittest", "xml"}
MAIL = {"email", "socket"}  # which jsonschema-rs imports
DOCUMENTS = {
    "docs/a.md": GOOD + "\n[b](b.md#title) <http://x.y>\n",
    "docs/b.md": GOOD.replace("001", "002\nrelated_ids: [PAY-ADR-001]") + "\n<div>[a](a.md)</div>\n",
    ".meminit.toml": '[links]\nslugs = "hugo"\n',
}
BROKEN = GOOD.replace("001", "003\nrelated_ids: [PAY-ADR-009]") + "\n[x](no.md) [y](a.md#nowhere) [z](b.md#Title)\n"


class Imports:
    def __init__(self, folder):
        self._folder = folder
        self._log = folder / "imports"

    def of(self, *arguments):
        """The names of the modules that a call imports."""
        self._log.unlink(missing_ok=True)
        command = [sys.executable, "-c", PROGRAM, str(self._log), *arguments]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, check=False, timeout=60)
        assert done.returncode in {0, 1}, done
        return set(self._log.read_text().split())


@pytest.fixture
def imports(call, tmp_path):
    call.write(DOCUMENTS)
    grow_old(tmp_path / "docs/a.md")
    return Imports(tmp_path)


def among(found, unwanted):
    return {name for name in found if any(name == each or name.startswith(f"{each}.") for each in unwanted)}


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_to_say_what_it_is_loads_neither_readers_nor_work(imports, argument):
    found = imports.of(argument)
    assert among(found, {"click"})
    assert among(found, MARKDOWN | FORMATS | JUDGES | FOR_TESTS | RULES | READING | WORK | HEAVY | MAIL) == set()


@pytest.mark.parametrize("arguments", [("check",), ("check", "--format", "json"), ("resolve", "PAY-ADR-001")])
def test_where_nothing_has_changed_nothing_is_loaded_that_reads(imports, arguments):
    imports.of(*arguments)
    imports.of("check")
    found = imports.of(*arguments)
    assert among(found, {"meminit.cache.store"})
    unwanted = {"click"} | MARKDOWN | FORMATS | JUDGES | FOR_TESTS | RULES | READING | HEAVY | MAIL
    assert among(found, unwanted) == set()


def test_what_is_wrong_across_documents_is_reported_without_reading_any(call, imports):
    call.write({"docs/c.md": BROKEN})
    grow_old(call.folder / "docs/c.md")
    assert among(imports.of("check"), {"pyromark"})
    assert set(call.json("check").codes) == {"BROKEN_LINK", "BROKEN_ANCHOR", "UNRESOLVED_REFERENCE"}
    found = imports.of("check")
    assert among(found, RULES)
    assert among(found, {"click"} | MARKDOWN | FORMATS | JUDGES | READING | HEAVY | MAIL) == set()


@pytest.mark.parametrize("arguments", [(), ("--no-cache",), ("--format", "json"), ("docs/a.md",)])
def test_plain_documents_need_no_stand_ins(imports, arguments):
    found = imports.of("check", *arguments)
    assert among(found, {"pyromark"})
    unwanted = {"click", "yaml", "markdown_it", "mdit_py_plugins", "jsonschema", "referencing"}
    assert among(found, unwanted | FOR_TESTS | HEAVY) == set()


# How many times the processor time of a Python that does nothing; measured 3.9, 4.7, 5.2 and 9.8 with Python 3.11.
MOST = {
    ("--version",): 5.5,
    ("--help",): 6.5,
    ("check",): 7,
    ("check", "--no-cache"): 13,
}


@posix
@pytest.mark.slow
def test_a_start_costs_a_few_times_what_python_itself_does(imports, tmp_path):
    imports.of("check")
    commands = {(): [sys.executable, "-c", "pass"]}
    commands |= {arguments: [sys.executable, "-m", "meminit", *arguments] for arguments in MOST}
    taken = {arguments: [] for arguments in commands}
    for _ in range(7):
        for arguments, command in commands.items():
            taken[arguments].append(_processor_time(command, tmp_path))
    least = min(taken[()])
    times = {arguments: min(each) / least for arguments, each in taken.items() if arguments}
    assert {arguments: each for arguments, each in times.items() if each > MOST[arguments]} == {}


def _processor_time(command, folder):
    import resource  # which Windows lacks

    # Once compiled, modules stay so; whether the first of these calls has to compile them does not matter.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
