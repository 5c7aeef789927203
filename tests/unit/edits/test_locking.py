"""One process writes in one checkout at a time; the lock is in the user's state directory, and private."""

import os
import stat
import subprocess
import sys

import pytest
from tests.support.marks import posix

from meminit.edits.locking import locked
from meminit.edits.state_directory import state_directory
from meminit.faults import LOCKED, STATE_UNUSABLE, MeminitError

pytestmark = posix


def _refusal(root, patience=0.05):
    with pytest.raises(MeminitError) as caught, locked(root, patience):
        pass
    return caught.value


def test_a_second_one_waits_and_then_ends(tmp_path):
    with locked(str(tmp_path)):
        error = _refusal(str(tmp_path))
        assert error.fault is LOCKED
        assert error.details == {"retryable": True, "phase": "validation"}
        with locked(str(tmp_path / "other")):
            pass
    with locked(str(tmp_path), 0):
        pass


def test_a_lock_does_not_outlive_its_process(tmp_path):
    program = f"from meminit.edits.locking import locked\nimport os\nwith locked({str(tmp_path)!r}): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    with locked(str(tmp_path), 0):
        pass


def test_what_is_kept_is_private_under_any_umask(tmp_path):
    for mask in (0, 0o777):
        before = os.umask(mask)
        try:
            with locked(str(tmp_path / oct(mask))):
                pass
        finally:
            os.umask(before)
        own = state_directory(str(tmp_path / oct(mask)))
        for place in (own, os.path.dirname(own)):
            assert stat.S_IMODE(os.stat(place).st_mode) == 0o700
        assert stat.S_IMODE(os.stat(os.path.join(own, "lock")).st_mode) & 0o077 == 0


def test_a_state_directory_that_cannot_be_used_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "inside"))
    assert _refusal(str(tmp_path)).fault is STATE_UNUSABLE
    assert not (tmp_path / "inside").exists()
    (tmp_path / "state").mkdir()
    (tmp_path / "state/meminit").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert _refusal(str(tmp_path / "repository")).fault is STATE_UNUSABLE
