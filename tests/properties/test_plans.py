"""What holds of every plan of `fix`, on documents as nobody should write them."""

import hashlib
import json
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.support.calls import Caller
from tests.support.hostile_documents import trees
from tests.support.plans import added, applied, findings, see_that_edits_keep_to_their_places

DAY = ("--today", "2026-02-03")
APPLY = ("--apply", "--yes")
MODES = (0o644, 0o600, 0o755)
CALM = settings(  # to make a failing example small takes minutes
    deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


def _tree(folder):
    return {
        str(path.relative_to(folder)): (stat.S_IMODE(path.lstat().st_mode), path.is_file() and path.read_bytes())
        for path in folder.rglob("*")
    }


def _contents(tree):
    return {path: content for path, (_, content) in tree.items() if content is not False}


def _see_to_the_hash(path):
    plan = json.loads(path.read_bytes())
    given_hash = plan.pop("plan_hash")
    for _ in range(2):
        canonical = json.dumps(plan, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert given_hash == f"sha256:{hashlib.sha256(canonical).hexdigest()}"
        plan = json.loads(json.dumps(plan))


def _hold(files, options, mode):
    """All six properties, in the order in which a user meets them."""
    with tempfile.TemporaryDirectory() as name:
        call, plan = Caller(Path(name) / "repository"), Path(name) / "plan.json"
        call.folder.mkdir()
        call.write(files)
        for each in call.folder.rglob("*.md"):
            each.chmod(mode)
        before, found = _tree(call.folder), call.json("check").found
        planned = call.json("fix", *options, *DAY, "--plan-out", str(plan)).json["data"]
        assert _tree(call.folder) == before, "a plan writes nothing"
        _see_to_the_hash(plan)
        see_that_edits_keep_to_their_places(files, planned["changes"])
        expected = applied(files, planned["changes"])  # which sees that edits do not overlap
        done = call.json("fix", *options, *DAY, *APPLY).json["data"]
        assert done["changes"] == planned["changes"]
        assert _contents(_tree(call.folder)) == expected, "what is applied is what was planned"
        left = call.json("check").found
        assert len(left) == done["remaining"] == len(findings(done["skipped"])), "and was judged in memory"
        moved = {each["path"]: each["to_path"] for each in done["changes"] if "to_path" in each}
        assert not added(found, left, moved)
        assert call.json("fix", *options, *DAY).json["data"]["changes"] == [], "twice is once"
        if done["changes"]:
            assert call.json("rollback", *APPLY).json["data"]["applied"]
        assert _tree(call.folder) == before, "and all of it can be taken back"


@seed(20260203)
@given(trees(), st.sampled_from([(), ("--unsafe",)]), st.sampled_from(MODES))
@settings(CALM, max_examples=12)
def test_plans_hold(files, options, mode):
    _hold(files, options, mode)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_many_plans_hold(number):
    @seed(number)
    @given(trees(), st.sampled_from([(), ("--unsafe",)]), st.sampled_from(MODES))
    @settings(CALM, max_examples=100)
    def hold(files, options, mode):
        _hold(files, options, mode)

    hold()
