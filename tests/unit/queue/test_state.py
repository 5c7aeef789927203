"""The work queue: what follows from entries, and that the file is changed by lines."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.documents import GOOD

from meminit.queue.entries import DONE, PRIORITIES, STATES, Entry, Queue
from meminit.queue.reading import read
from meminit.queue.writing import CannotWrite, written

FILE = "docs/01-indices/project-state.yaml"
A, B, C, D = (f"PAY-ADR-00{number}" for number in range(1, 5))


@pytest.fixture
def state(call, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setenv("MEMINIT_USER", "Ann")
    call.write({".meminit.toml": "", **{f"docs/{each}.md": GOOD.replace(A, each) for each in (A, B, C, D)}})

    def ask(*words):
        answer = call.json("state", *words)
        if answer.exit == 0:
            assert call.json("check").exit in {0, 1}
            assert not {"STATE_INVALID"} & set(call.json("check").codes)
        return answer

    return ask


def _text(call):
    return (call.folder / FILE).read_text(encoding="utf-8")


def _code(answer):
    return answer.json["error"]["code"], answer.exit


def test_a_new_entry_is_not_started(state, call):
    data = state("set", A).json["data"]
    assert (data["created"], data["changed"], data["entry"]["impl_state"]) == (True, True, "Not Started")
    assert _text(call) == (
        "# The work queue over documents; `meminit state` writes it.\n"
        'state_schema_version: "2.0"\ndocuments:\n'
        f'  {A}:\n    impl_state: Not Started\n    updated: "1970-01-01T00:00:00Z"\n    updated_by: Ann\n'
    )


def test_the_same_again_changes_nothing(state, call):
    state("set", A, "--priority", "P1", "--notes", "x")
    before = _text(call)
    data = state("set", A, "--priority", "P1").json["data"]
    assert (data["created"], data["changed"]) == (False, False)
    assert _text(call) == before


def test_entries_are_sorted_and_comments_kept(state, call):
    text = (
        f"documents:  # mine\n  # the second\n  {B}:  # b\n    impl_state: Done   # at last\n"
        "    notes: |\n      # no comment\n\n# end\n"
    )
    call.write({FILE: text})
    state("set", D)
    state("set", A, "--depends-on", f"{B},{D}")
    state("set", B, "--assignee", "Bo", "--impl-state", "QA Required")
    lines = _text(call).splitlines()
    assert [line.strip() for line in lines if "#" in line] == [
        "documents:  # mine", "# the second", f"{B}:  # b", "impl_state: QA Required   # at last", "# no comment",
        "# end",
    ]  # fmt: skip
    assert list(read(_text(call)).queue.entries) == [A, B, D]
    assert lines.index("  # the second") < lines.index(f"  {B}:  # b") < lines.index(f"  {D}:")
    assert lines.index(f"  {A}:") < lines.index("  # the second")


def test_fields_are_cleared(state):
    state("set", A, "--priority", "P0", "--blocked-by", "a: b", "--blocked-by", "c", "--depends-on", B)
    entry = state("set", A, "--clear", "priority", "--clear", "blocked-by").json["data"]["entry"]
    assert (entry["priority"], entry["blocked_by"], entry["depends_on"]) == ("P2", [], [B])
    assert _code(state("set", A, "--clear", "nope")) == ("INVALID_ARGUMENT", 3)
    assert _code(state("set", A, "--clear", "notes", "--notes", "x")) == ("INVALID_ARGUMENT", 3)
    assert _code(state("set", A, "--notes", "x" * 3000)) == ("INVALID_ARGUMENT", 3)


def test_what_cannot_be_is_refused_and_nothing_written(state, call):
    state("set", A, "--depends-on", B)
    state("set", B, "--depends-on", C)
    before = _text(call)
    assert _code(state("set", C, "--depends-on", A)) == ("STATE_CYCLE", 6)
    assert _code(state("set", A, "--impl-state", "Done")) == ("STATE_BLOCKED", 6)
    assert _code(state("set", C, "--impl-state", "Done", "--blocked-by", "x")) == ("STATE_BLOCKED", 6)
    assert _code(state("set", "PAY-ADR-009")) == ("STATE_UNKNOWN_ID", 6)
    assert _code(state("set", A, "--depends-on", "PAY-ADR-009")) == ("STATE_UNKNOWN_ID", 6)
    assert _code(state("get", "PAY-ADR-009")) == ("STATE_UNKNOWN_ID", 6)
    assert _text(call) == before
    assert state("get", D).json["data"]["entry"] is None


def test_what_is_done_cannot_lose_what_it_depends_on(state):
    state("set", B, "--impl-state", "Done")
    state("set", A, "--depends-on", B, "--impl-state", "Done")
    assert _code(state("set", B, "--impl-state", "In Progress")) == ("STATE_BLOCKED", 6)


def test_next_is_by_priority_then_chain_then_id(state):
    assert "selection" not in state("next").json["data"]
    for each in (B, C, D):
        state("set", each)
    assert state("next").json["data"]["selection"]["document_id"] == B
    state("set", A, "--depends-on", D)
    assert state("next").json["data"]["selection"]["document_id"] == D
    state("set", C, "--priority", "P1")
    assert state("next").json["data"]["selection"]["document_id"] == C
    state("set", C, "--blocked-by", "the weather")
    state("set", D, "--impl-state", "Done")
    assert state("next").json["data"]["selection"]["document_id"] == A
    state("set", A, "--impl-state", "In Progress")
    state("set", B, "--impl-state", "Blocked")
    assert "selection" not in state("next").json["data"]


def test_lists_and_blockers(state):
    state("set", A, "--depends-on", B, "--blocked-by", "money", "--assignee", "Bo")
    state("set", C)
    listed = state("list").json["data"]
    assert [each["document_id"] for each in listed["entries"]] == [A, C]
    assert listed["summary"] == {"total": 2, "ready": 1, "blocked": 1, "done": 0}
    assert [each["document_id"] for each in state("list", "--ready").json["data"]["entries"]] == [C]
    assert state("list", "--state", "Done").json["data"]["entries"] == []
    (blocked,) = state("blockers").json["data"]["blocked"]
    assert blocked["open_blockers"] == [{"id": B, "impl_state": None, "known": True}, {"text": "money"}]
    assert blocked["assignee"] == "Bo"


@pytest.mark.parametrize("text", ["- a\n", "documents: []\n", "documents: {A: {}}\nx: 1\n", "a: [\n", b"\xff"])
def test_a_file_that_is_wrong_is_not_touched(state, call, text):
    call.write({FILE: text})
    assert _code(state("list")) == ("STATE_INVALID", 4)
    assert _code(state("set", A)) == ("STATE_INVALID", 4)
    assert (call.folder / FILE).read_bytes() == (text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    "text", ["", "documents:\n", "documents: {}  # none\n", "# a\n", 'state_schema_version: "2.0"\n']
)
def test_an_empty_file_is_filled(state, call, text):
    call.write({FILE: text})
    assert state("set", A).exit == 0
    assert list(read(_text(call)).queue.entries) == [A]


def test_a_check_of_some_documents_leaves_the_queue_alone(state, call):
    call.write({FILE: "documents:\n  PAY-ADR-009:\n"})
    assert call.json("check").codes.count("STATE_STALE_ID") == 1
    assert "STATE_STALE_ID" not in call.json("check", f"docs/{A}.md").codes
    assert "STATE_STALE_ID" in call.json("check", "docs").codes


IDS = [f"P-{number}" for number in range(6)]
TEXTS = st.text(max_size=12).filter(lambda text: text.strip() == text)
ENTRIES = st.builds(
    Entry,
    st.sampled_from(IDS),
    st.sampled_from([each for each in STATES if each != DONE]),
    st.none() | st.sampled_from(PRIORITIES),
    st.just(()),
    st.lists(TEXTS.filter(bool), max_size=3, unique=True).map(tuple),
    *[st.none() | TEXTS.filter(bool)] * 5,
)
LAYOUTS = [
    "", "documents:\n",
    "# c\ndocuments:\n    P-3:\n        notes: >\n            a\n            b\n        # c\n    P-4: {}\n",
    "documents:\r\n  P-1:\r\n    blocked_by:\r\n    - a\r\n    - 'b # c'\r\n    impl_state: Blocked # x\r\n",
    "documents:\n  P-2: {impl_state: Done}\n",
]  # fmt: skip


@given(st.sampled_from(LAYOUTS), st.lists(ENTRIES, max_size=5))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_what_is_written_is_read(text, entries):
    queue = read(text).queue
    for entry in entries:
        try:
            text = written(text, entry)
        except CannotWrite:
            assert "{impl_state" in text
            continue
        queue = queue.with_entry(entry)
        assert read(text).queue.entries == queue.entries


@given(st.dictionaries(st.sampled_from(IDS), st.lists(st.sampled_from(IDS), max_size=3).map(tuple)))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_cycle_is_found_exactly_where_there_is_one(edges):
    queue = Queue({each: Entry(each, depends_on=others) for each, others in edges.items()})
    found = queue.cycle()
    for each, following in zip(found, (*found[1:], *found[:1]), strict=True):
        assert following in edges[each]
    reach = {each: set(others) for each, others in edges.items()}
    for _ in IDS:
        reach = {each: near.union(*(reach.get(other, ()) for other in near)) for each, near in reach.items()}
    assert bool(found) == any(each in near for each, near in reach.items())
    if not found:
        for each in edges:
            assert queue.chain(each) <= len(edges)
