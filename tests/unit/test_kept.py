"""What is kept of one run must not change what another one says."""

import json
import os
from pathlib import Path

import pytest
from tests.support.calls import Caller
from tests.support.kept import forged

from meminit.workspace import run

DOCUMENT = "---\ndocument_id: PAY-ADR-001\nextra: x\n---\n\n[x](#nope) <b>x</b>[y][q]\n"
PLAIN = "---\ndocument_id: PAY-ADR-001\nextra: x\n---\n\ntext\n"
OWN = "docs/00-governance/metadata.schema.json"


@pytest.mark.parametrize(
    "appears",
    [
        lambda path: path.mkdir(),
        os.mkfifo,
        lambda path: path.symlink_to("nowhere"),
        lambda path: path.symlink_to(".."),
    ],
    ids=["folder", "pipe", "link to nothing", "link to a folder"],
)
def test_a_schema_that_is_no_file_is_seen(call, appears):
    call.check({"docs/a.md": DOCUMENT})
    (call.folder / OWN).parent.mkdir()
    appears(call.folder / OWN)
    answer = call.json("check")
    assert answer == call.json("check", "--no-cache")
    assert {"SCHEMA_INVALID", "SCHEMA_MISSING"} & set(answer.codes)


def test_a_schema_that_changes_during_a_run_is_seen_by_the_next(call, monkeypatch):
    call.write({".meminit.toml": "", "docs/a.md": PLAIN, OWN: "{}"})
    real = run.Run.keep

    def finish(own):
        call.write({OWN: json.dumps({"required": ["owner"]})})
        real(own)

    with monkeypatch.context() as patch:
        patch.setattr(run.Run, "keep", finish)
        assert "MISSING_FIELD" not in call.json("check").codes
    assert "MISSING_FIELD" in call.json("check").codes


def test_a_schema_that_goes_during_a_run_is_missed_by_the_next(call, monkeypatch):
    call.write({".meminit.toml": "", "docs/a.md": PLAIN, OWN: "{}"})
    real = run.Run.keep

    def finish(own):
        (call.folder / OWN).unlink()
        real(own)

    with monkeypatch.context() as patch:
        patch.setattr(run.Run, "keep", finish)
        call.json("check")
    assert call.json("check") == call.json("check", "--no-cache")


def _kept(call):
    call.check({"docs/a.md": DOCUMENT})
    return next(path for path in _cache().iterdir() if path.suffix == ".cards")


def _cache():
    return Path(os.environ["XDG_CACHE_HOME"], "meminit")


@pytest.mark.parametrize("ending", [".cards", ".later"])
def test_a_pipe_in_place_of_what_is_kept_is_not_waited_for(call: Caller, ending):
    path = _kept(call).with_suffix(ending)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert call.json("check") == call.json("check", "--no-cache")


@pytest.mark.parametrize("column", ["document_id", "references", "lookups", "anchors"])
@pytest.mark.parametrize("value", [1, True, [None], {"a": 1}])
def test_values_of_wrong_types_cost_nothing_but_time(call: Caller, column, value):
    path = _kept(call)
    path.write_bytes(forged(path.read_bytes(), lambda head: head["columns"].update({column: [value]})))
    answer = call.json("check")
    assert answer.exit == 1
    assert "RULE_CRASHED" not in answer.codes
