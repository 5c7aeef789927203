"""The .gitignore files of a repository: what they hold for, and how much of them counts."""

import pytest
from tests.support.documents import GOOD
from tests.support.timing import within


def _checked(answer):
    return answer.json["files_checked"]


def test_an_ignore_file_holds_for_everything_below_its_folder(call):
    files = {"docs/a/.gitignore": "x.md\n/b/y.md\n", "docs/x.md": GOOD, "docs/b/y.md": GOOD}
    ignored = {f"docs/a/{path}": GOOD for path in ("x.md", "b/x.md", "b/c/x.md", "b/y.md")}
    assert _checked(call.check({**files, **ignored, "docs/a/b/b/y.md": GOOD.replace("001", "002")})) == 3


@pytest.mark.parametrize(("above", "own", "counts"), [(0, 5000, True), (0, 5001, False), (4000, 1001, False)])
def test_so_many_patterns_may_hold_for_a_folder(call, above, own, counts):
    lines = [f"name-{number}?.md" for number in range(own - 1)]
    files = {
        ".gitignore": "\n".join(f"*.top-{number}" for number in range(above)),
        "docs/.gitignore": "# a comment\n\n" + "\n".join([*lines, *lines, "x.md"]),
        "docs/a.md": GOOD,
        "docs/x.md": GOOD,
    }
    with within(2):
        answer = call.check(files)
        assert _checked(answer) == (1 if counts else 2)
        assert ("FILE_UNREADABLE" in answer.codes) is not counts
        if not counts:
            told = next(group for group in answer.json["violations"] if group["path"] == "docs/.gitignore")
            assert "5000 are allowed" in told["violations"][0]["message"]
