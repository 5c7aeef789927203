"""Every folder below tests/cases is a test; the first level names what it is about, the second the case."""

from pathlib import Path

import pytest

from tests.support.folders import cases, play

FOLDER = Path(__file__).parent / "cases"


@pytest.mark.parametrize("case", cases(FOLDER), ids=lambda case: str(case.relative_to(FOLDER)))
def test_case(case, call, request):
    printed = play(case, call)
    if request.config.getoption("--accept"):
        (case / "expected").write_text(printed)
    assert printed == (case / "expected").read_text()
