"""What a run imports: a start that reads nothing pays for nothing that reads."""

import json
import sys
import time

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD

from meminit.commands import FIRST_WORDS

PROGRAM = """
import json, sys

before = set(sys.modules)
from meminit.cli import run

assert run(sys.argv[1:]) in {0, 1}
print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""
NEVER = {"click", "jsonschema", "yaml", "markdown_it", "mdit_py_plugins", "pathspec"}
READING = {"jsonschema_rs", "pyromark", "tomllib", "urllib.parse", "hashlib", "meminit.rules", "meminit.documents.read"}
WORKING = {"orjson", "meminit.rules", "meminit.engine", "meminit.documents", "meminit.schema", "meminit.operations"}
# Modules that are not our own, those of orjson or click among them; Python's versions differ by a few.
OTHERS = 125
WHERE_READ = 105  # more modules, our own among them, where a document is read
DOCUMENTS = {
    "docs/a.md": GOOD + "\n[b](b.md#title) <http://x.y>\n",
    "docs/b.md": GOOD.replace("001", "002\nrelated_ids: [PAY-ADR-001]") + "\n<div>[a](a.md)</div>\n",
    ".meminit.toml": '[links]\nslugs = "hugo"\n',
}


@pytest.fixture
def imported(call, tmp_path):
    """The modules that a call in a tree without findings imports."""
    call.write(DOCUMENTS)
    time.sleep(0.1)  # a file that has just been written is read again

    def modules(*arguments):
        return set(json.loads(process(*arguments, cwd=tmp_path, command=[sys.executable, "-c", PROGRAM]).err))

    return modules


def _own(modules):
    return [each for each in modules if each.partition(".")[0] == "meminit"]


@pytest.mark.parametrize(("argument", "most"), [("--version", 24), ("--help", 25 + len(FIRST_WORDS))])
def test_to_say_what_it_is_costs_nearly_nothing(imported, argument, most):
    found = imported(argument)
    assert found & (NEVER | READING | WORKING) == {"click"}
    assert len(_own(found)) <= most
    assert len(found) <= most + OTHERS


@pytest.mark.parametrize(("chosen", "most"), [("text", 64), ("json", 69)])
def test_where_nothing_has_changed_nothing_is_imported_that_reads(imported, chosen, most):
    first = imported("check", "--format", chosen)
    assert {"pyromark", "tomllib", "meminit.documents.read"} <= first
    assert len(first) <= most + WHERE_READ + OTHERS
    found = imported("check", "--format", chosen)
    assert found & (NEVER | READING) == set()
    assert len(_own(found)) <= most
    assert len(found) <= most + OTHERS


def test_what_is_wrong_across_documents_is_told_without_reading_any(call, imported):
    broken = GOOD.replace("001", "003\nrelated_ids: [PAY-ADR-009]") + "\n[x](no.md) [y](a.md#nowhere) [z](b.md#Title)\n"
    call.write({"docs/c.md": broken})
    time.sleep(0.1)
    assert {"pyromark", "meminit.documents.read"} <= imported("check")
    codes = set(call.json("check").codes)
    assert codes == {"BROKEN_LINK", "BROKEN_ANCHOR", "UNRESOLVED_REFERENCE"}
    found = imported("check")
    assert "meminit.rules" in found
    assert found & (NEVER | READING - {"meminit.rules"}) == set()


@pytest.mark.parametrize("arguments", [(), ("--no-cache",), ("--format", "json"), ("docs/a.md",)])
def test_plain_documents_need_no_stand_ins(imported, arguments):
    found = imported("check", *arguments)
    assert {"pyromark", "meminit.rules"} <= found
    assert found & NEVER == set()
