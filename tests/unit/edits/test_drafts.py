"""Several edits of one text are together edits of the text on the disk."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meminit.edits.drafts import Draft
from meminit.edits.spans import Splice, applied, as_edits
from meminit.model.plan import TextEdit

TEXTS = st.text(alphabet="abc\n", max_size=30)
WISHES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6), TEXTS), max_size=4)


def _splices(text, wishes):
    end = -1
    for start, length, new in sorted(wishes):
        if start > end and start + length <= len(text):
            yield Splice(start, start + length, new, "X")
            end = start + length


@given(TEXTS, st.lists(WISHES, max_size=4))
@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
def test_edits_of_edits_are_edits_of_the_original(text, rounds):
    draft = Draft(text.encode())
    now = text
    for wishes in rounds:
        edits = as_edits(now, list(_splices(now, wishes)))
        now = applied(now, edits)
        draft = draft.edited(edits)
        assert draft.text == now
    assert applied(text, draft.edits) == now


def test_a_line_knows_where_it_stood():
    draft = Draft(b"a\nb\nc\n").edited([TextEdit(2, 1, "", "new\n")])
    assert [draft.original_line(each) for each in (1, 2, 3, 4)] == [1, 2, 2, 3]


def test_bytes_that_no_edit_names_are_kept():
    draft = Draft(b"\xef\xbb\xbfa\r\nb\r").edited([TextEdit(2, 1, "b", "c")])
    assert draft.content == b"\xef\xbb\xbfa\r\nc\r"
    assert Draft("ü".encode("latin-1"), "latin-1").content == "ü".encode()
