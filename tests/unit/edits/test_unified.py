"""Unified diffs: other tools can apply them, and they say what was changed and nothing more."""

from hypothesis import given
from hypothesis import strategies as st

from meminit.edits.spans import Splice, as_edits, spliced
from meminit.edits.unified import unified
from meminit.edits.verifying import Ready
from meminit.model.plan import Change


def _ready(before, after, edits=(), op="update", to_path=""):
    return Ready(Change(op, "docs/a.md", to_path, edits=edits), before, after)


def test_a_changed_line_is_shown_with_three_lines_around_it():
    text = "".join(f"{number}\n" for number in range(1, 11))
    edits = as_edits(text, [Splice(8, 9, "five")])
    assert unified(_ready(text.encode(), spliced(text, [Splice(8, 9, "five")]).encode(), edits)) == (
        "--- a/docs/a.md\n+++ b/docs/a.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    )


def test_a_new_file_and_one_that_is_removed_have_one_side():
    assert unified(_ready(None, b"a\nb", op="create")) == (
        "--- /dev/null\n+++ b/docs/a.md\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n"
    )
    assert unified(_ready(b"a\n", None, op="remove")) == "--- a/docs/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"


def test_a_rename_says_so():
    assert unified(_ready(b"a\n", b"a\n", op="rename", to_path="docs/b.md")) == (
        "rename from docs/a.md\nrename to docs/b.md\n"
    )


TEXTS = st.text(alphabet="ab\r\n", max_size=60)


def _patched(before, diff):
    """What the diff makes of the text, by the rules of its format."""
    lines, result, at = before.splitlines(keepends=True), [], 0
    rows = diff.split("\n")[2:-1]
    for number, row in enumerate(rows):
        end = "" if rows[number + 1 : number + 2] == ["\\ No newline at end of file"] else "\n"
        if row.startswith("@@"):
            start, _, length = row.split()[1][1:].partition(",")
            first = int(start) - (length != "0")
            result += lines[at:first]
            at = first
        elif row[:1] == "+":
            result.append(row[1:] + end)
        elif row[:1] in {"-", " "}:
            assert lines[at] == row[1:] + end
            result += lines[at : at + 1] if row[0] == " " else []
            at += 1
    return "".join([*result, *lines[at:]])


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 6), TEXTS), max_size=4))
def test_the_diff_makes_the_new_text_of_the_old_one(text, wishes):
    text = text.replace("\r", "")
    found, end = [], -1
    for start, length, new in sorted(wishes):
        if start > end and start + length <= len(text):
            found.append(Splice(start, start + length, new.replace("\r", "")))
            end = start + length
    new = spliced(text, found)
    if new != text:
        assert _patched(text, unified(_ready(text.encode(), new.encode(), as_edits(text, found)))) == new


@given(TEXTS, TEXTS)
def test_a_diff_without_edits_makes_the_new_text_as_well(before, after):
    before, after = before.replace("\r", ""), after.replace("\r", "")
    if before != after:
        assert _patched(before, unified(_ready(before.encode(), after.encode()))) == after
