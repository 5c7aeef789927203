"""Edits of text: places, line ends, byte order marks, what overlaps, and that nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meminit.edits.spans import EditError, Places, Splice, applied, as_edits, difference, edited, spliced, splices
from meminit.model.plan import Change, TextEdit

TEXTS = st.text(alphabet="ab\r\n\té\U0001f600 ", max_size=40)


@pytest.mark.parametrize(
    ("text", "edit", "result"),
    [
        ("a\nbc\n", TextEdit(2, 1, "b", "x"), "a\nxc\n"),
        ("a\r\nbc\r\n", TextEdit(2, 2, "c\r\n", ""), "a\r\nb"),
        ("a\rb", TextEdit(2, 1, "b", "c"), "a\rc"),
        ("\U0001f600é", TextEdit(1, 2, "é", "e"), "\U0001f600e"),
        ("ab", TextEdit(1, 3, "", "c"), "abc"),
        ("ab", TextEdit(2, 1, "", "\nc"), "ab\nc"),
        ("ab\n", TextEdit(2, 1, "", "c"), "ab\nc"),
        ("", TextEdit(1, 1, "", "c"), "c"),
        ("a\x0bb\u2028c\n", TextEdit(1, 5, "c", "d"), "a\x0bb\u2028d\n"),
    ],
)
def test_an_edit_replaces_what_stands_at_its_place(text, edit, result):
    assert applied(text, [edit]) == result


@pytest.mark.parametrize(
    ("text", "edit", "words"),
    [
        ("a\n", TextEdit(3, 1, "", "x"), "there is no line 3"),
        ("", TextEdit(2, 1, "", "x"), "there is no line 2"),
        ("a\r\nb", TextEdit(1, 3, "", "x"), "line 1 has no column 3"),
        ("a\n", TextEdit(1, 1, "b", "x"), "'b' does not stand at line 1, column 1: there is 'a'"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(text, edit, words):
    with pytest.raises(EditError) as refused:
        applied(text, [edit])
    assert refused.value.words == words


def test_edits_may_touch_but_not_overlap():
    edits = [TextEdit(1, 3, "c", "C"), TextEdit(1, 1, "ab", "AB"), TextEdit(1, 3, "", "-")]
    assert applied("abcd", edits) == "AB-Cd"
    for other in (TextEdit(1, 2, "b", "x"), TextEdit(1, 2, "", "x"), TextEdit(1, 3, "", "x")):
        with pytest.raises(EditError, match="two edits overlap at line 1"):
            applied("abcd", [*edits, other])


def test_a_byte_order_mark_stays_and_counts_for_no_column():
    change = Change("update", "a.md", edits=(TextEdit(1, 1, "a", "b"),))
    assert edited(b"\xef\xbb\xbfa\r\n", change) == b"\xef\xbb\xbfb\r\n"


def test_text_in_another_encoding_becomes_utf_8():
    change = Change("update", "a.md", edits=(TextEdit(1, 2, "ü", "u"),), encoding="windows-1252")
    assert edited("aü€".encode("cp1252"), change) == "au€".encode()
    assert edited("a".encode("utf-16"), Change("update", "a.md", encoding="utf-16")) == b"a"
    with pytest.raises(EditError, match="the file is not UTF-8"):
        edited(b"\xff", change._replace(encoding=""))


@given(TEXTS, TEXTS)
def test_the_difference_of_two_texts_makes_one_of_the_other(before, after):
    assert applied(before, difference(before, after)) == after


LINES = st.lists(st.sampled_from(["a\n", "ab\n", "\n", "a\r\n", "\r", "b\u2028c\n", "d"]), max_size=12).map("".join)


@given(LINES, LINES)
def test_the_difference_of_several_lines_makes_one_text_of_the_other(before, after):
    assert applied(before, difference(before, after)) == after


def test_lines_that_stay_between_others_are_in_no_edit():
    before = "a: 1\nb: 2\nc: 3\n\n[x](y.md)\n"
    edits = difference(before, before.replace("1", "one").replace("y", "zz"))
    assert edits == (TextEdit(1, 4, "1", "one"), TextEdit(5, 5, "y", "zz"))
    many = "".join(f"{number}\n" for number in range(300))
    assert len(difference(many, many.replace("1\n", "x\n"))) == 1


@given(TEXTS, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), TEXTS), max_size=4))
def test_edits_give_what_their_splices_give(text, wishes):
    found, end = [], -1
    places = Places(text)
    for start, length, new in sorted(wishes):
        stop = start + length
        if start > end and stop <= len(text) and all(text[each - 1 : each + 1] != "\r\n" for each in (start, stop)):
            found.append(Splice(start, stop, new))
            end = stop
    edits = as_edits(text, found)
    assert applied(text, edits) == spliced(text, found)
    assert all(places.offset(*places.place(each.start)) == each.start for each in splices(text, edits))
