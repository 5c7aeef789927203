"""Plans as JSON: the hash survives, what others write is read, and what is wrong is named by its path."""

import json

import pytest
from tests.support.marks import DATA, needs_data

from meminit.edits.plan import hash_of, read, with_hash
from meminit.faults import MeminitError
from meminit.model.plan import Change, Plan, Skipped, TextEdit

NO_BYTES = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
PLAN = Plan(
    "fix",
    (
        Change("update", "docs/b.md", "", NO_BYTES, NO_BYTES, (TextEdit(2, 1, "é", "", "X"),), codes=("X",), safe=True),
        Change("create", "docs/a.md", after_sha256=NO_BYTES, content="\u2028\x7f\U0001f600\\"),
    ),
    (Skipped("docs/a.md", "Y", "ambiguous", "two readings", 3),),
    "sha256:" + NO_BYTES,
)
MINIMUM = {"op": "update", "path": "a.md", "before_sha256": NO_BYTES, "edits": []}


def _as_read(change):
    return json.dumps({"plan_version": "1.0", "changes": [change]}).encode()


def test_changes_are_numbered_in_the_order_of_paths_and_counted():
    made = with_hash(PLAN)
    assert [(each["id"], each["path"]) for each in made["changes"]] == [("C1", "docs/a.md"), ("C2", "docs/b.md")]
    assert made["summary"] == {"create": 1, "update": 1, "rename": 0, "safe": 1, "unsafe": 1}


def test_a_plan_that_is_written_and_read_is_the_same_and_has_the_same_hash():
    made = with_hash(PLAN)
    again = read(json.dumps(made).encode())
    assert again == PLAN.in_order._replace(skipped=())
    assert hash_of(json.loads(json.dumps(made, ensure_ascii=False))) == made["plan_hash"]


def test_the_hash_is_that_of_sorted_keys_without_spaces():
    import hashlib

    made = with_hash(PLAN)
    content = {key: value for key, value in made.items() if key != "plan_hash"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert made["plan_hash"] == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


@needs_data
@pytest.mark.parametrize("name", ["plan.json", "plan-by-others.json"])
def test_the_examples_are_read(name):
    assert read((DATA / "examples" / name).read_bytes()).changes


def test_what_a_plan_of_others_lacks_is_left_empty():
    (change,) = read(_as_read({**MINIMUM, "before_sha256": "sha256:" + NO_BYTES})).changes
    assert change == Change("update", "a.md", before_sha256=NO_BYTES)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({**MINIMUM, "before_sha256": "A" * 64}, "a.md: before_sha256: "),
        ({key: value for key, value in MINIMUM.items() if key != "before_sha256"}, "a.md: the key 'before_sha256'"),
        ({**MINIMUM, "op": "remove"}, "a.md: a plan that is handed in removes no file"),
        ({**MINIMUM, "op": "rename"}, "a.md: the key 'to_path' is missing"),
        ({**MINIMUM, "edits": [{"line": 0, "column": 1, "old": "", "new": ""}]}, "a.md: edits[0].line: "),
        ({**MINIMUM, "edits": [{"line": True, "column": 1, "old": "", "new": ""}]}, "a.md: edits[0].line: "),
        ({"op": "create", "path": "a.md"}, "a.md: "),
        ({"op": "create"}, "the plan: changes[0]: the key 'path' is missing"),
        ("x", "the plan: changes[0]: 'x' is text"),
    ],
)
def test_what_is_wrong_is_named_by_the_path_of_its_change(change, words):
    with pytest.raises(MeminitError) as refused:
        read(_as_read(change))
    assert refused.value.fault.code == "PLAN_INVALID"
    assert refused.value.message.startswith(words)


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff", b"nul", b'{"plan_version": "2.0", "changes": []}'])
def test_what_is_no_plan_is_refused(text):
    with pytest.raises(MeminitError):
        read(text)


def test_a_plan_that_was_changed_after_it_was_made_is_refused():
    made = {**with_hash(PLAN), "command": "move"}
    with pytest.raises(MeminitError, match="plan_hash"):
        read(json.dumps(made).encode())
