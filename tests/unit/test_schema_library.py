"""jsonschema-rs is loaded without Python's `email` where nobody else could notice."""

import sys

import pytest
from tests.support.calls import process

pytest.importorskip("jsonschema_rs")

LOADED = """
import sys, threading
BEFORE
known = sys.modules.get("email.utils")
from meminit.schema.by_jsonschema_rs import jsonschema_rs
assert jsonschema_rs.Draft7Validator({"type": "string"}).is_valid("x")
print(sum(name.startswith("email.") for name in sys.modules))
import email.utils
print(known in (None, email.utils))
print(email.utils.parsedate_to_datetime("Thu, 19 Nov 2026 10:00:00 +0000").year)
"""
ANOTHER_THREAD = "threading.Thread(target=threading.Event().wait, daemon=True).start()"
ANOTHER_VERSION = """
import types

class Bare(types.ModuleType):
    def __setattr__(self, name, value):
        pass

types.ModuleType = Bare
"""


def _told(folder, before):
    script = LOADED.replace("BEFORE", before)
    return process(cwd=folder, command=[sys.executable, "-W", "error", "-c", script]).text.split()


def test_nothing_is_imported_to_know_the_day_on_which_it_was_built(tmp_path):
    assert _told(tmp_path, "") == ["0", "True", "2026"]


@pytest.mark.parametrize("before", ["import email.utils", ANOTHER_VERSION, ANOTHER_THREAD])
def test_where_that_cannot_be_helped_it_is_loaded_all_the_same(tmp_path, before):
    modules, *rest = _told(tmp_path, before)
    assert int(modules) > 0
    assert rest == ["True", "2026"]
