"""What tells one state of meminit's own sources from another, between two versions."""

import os

import pytest

from meminit.installed import Distribution, sources

RECORD = """\
../../../bin/own,sha256=SCRIPT,200
own-1.0.dist-info/INSTALLER,sha256=INSTALLER,4
own/__init__.py,sha256=FIRST,10
own/__pycache__/__init__.cpython-311.pyc,,
own/schemas/a.json,sha256=SECOND,10
"""


@pytest.fixture
def install(tmp_path):
    """Makes what an installer leaves behind, and tells its state."""

    def make(place, record=RECORD):
        described = tmp_path / place / "own-1.0.dist-info"
        described.mkdir(parents=True, exist_ok=True)
        (described / "RECORD").write_text(record)
        return sources([str(tmp_path / place / "own")], Distribution("1.0", str(described)))

    return make


def test_the_same_files_are_the_same_wherever_they_are_installed(install):
    here = install("here")
    assert here == install("there")
    assert here == install("there", RECORD.replace("SCRIPT", "ANOTHER").replace("INSTALLER,4", "pip,3"))
    assert here == install("there", RECORD + "own/__pycache__/more.cpython-311.pyc,,\n")


@pytest.mark.parametrize("place", ["FIRST", "SECOND"])
def test_another_file_is_another_state(install, place):
    assert install("here") != install("here", RECORD.replace(place, "CHANGED"))


@pytest.fixture
def checkout(tmp_path):
    for name in ("own/a.py", "own/below/b.py", "schemas/c.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (1, 1))
    return tmp_path


def _state(checkout):
    beside = Distribution("1.0", str(checkout / "site-packages/own-1.0.dist-info"))
    states = {sources([str(checkout / "own"), str(checkout / "schemas")], told) for told in (beside, None)}
    assert len(states) == 1
    return states.pop()


@pytest.mark.parametrize("name", ["own/below/b.py", "schemas/c.json"])
def test_sources_that_just_lie_there_are_told_by_their_times(checkout, name):
    before = _state(checkout)
    assert before == _state(checkout)
    os.utime(checkout / name, (2, 2))
    changed = _state(checkout)
    (checkout / name).unlink()
    assert len({before, changed, _state(checkout)}) == 3


def test_what_python_keeps_of_them_is_not_looked_at(checkout):
    before = _state(checkout)
    (checkout / "own/__pycache__").mkdir()
    (checkout / "own/__pycache__/a.cpython-311.pyc").write_bytes(b"")
    assert before == _state(checkout)


def test_where_nothing_can_be_seen_nothing_fails(tmp_path):
    assert sources([str(tmp_path / "gone")], None) == sources([str(tmp_path / "nowhere")], None)
