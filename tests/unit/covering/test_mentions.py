"""Where documents name files, so that an author who changes a file knows what to read."""

import pytest

from meminit.covering.mentions import Names

EVERY = ["src/pay/charge.py", "src/pay/util.py", "lib/util.py", "Makefile", "docs/x.py", "odd name.py", "docs/pay/a.py"]


def _found(text, *files, document="docs/guide.md", folders=()):
    names = Names(files or EVERY, folders, EVERY)
    return [(each.file, each.line, each.column) for each in names.mentions(document, text)]


@pytest.mark.parametrize(
    "text",
    [
        "see src/pay/charge.py.",
        "`src/pay/charge.py:12`",
        "[x](../src/pay/charge.py#L3)",
        "[x]: <../src/pay/charge.py>",
        "/src/pay/charge.py",
        "./../src/pay/charge.py?plain=1#L1",
        "pay/charge.py",
        "(charge.py),",
        "<a href='../src/pay/charge.py'>",
        "python src/pay/charge.py --x",
        "src/pay/charge%2Epy",
        "src/pay/charge.py#Charge.refund",
        "**src/pay/charge.py**",
    ],
)
def test_a_file_is_named(text):
    assert [each[0] for each in _found(text)] == ["src/pay/charge.py"]


@pytest.mark.parametrize(
    "text",
    [
        "overcharge.py",
        "charge.pyx",
        "pay/charge",
        "util.py",
        "lib/charge.py",
        "../pay/charge.py",
        "x/src/pay/charge.py",
        "Make file",
    ],
)
def test_another_file_is_not(text):
    assert _found(text) == []


def test_what_lies_beside_the_document_is_meant_first():
    assert _found("x.py pay/a.py util.py") == [("docs/x.py", 1, 1), ("docs/pay/a.py", 1, 6)]
    assert _found("util.py", document="lib/README.md") == [("lib/util.py", 1, 1)]


def test_places_and_names_with_blanks():
    assert _found("a\n\n  src/pay/util.py, `lib/util.py`\nodd name.py") == [
        ("src/pay/util.py", 3, 3),
        ("lib/util.py", 3, 21),
        ("odd name.py", 4, 1),
    ]
    assert _found("see src/pay/ and src/pay", "src/pay/util.py", folders=("src/pay",)) == [
        ("src/pay", 1, 5),
        ("src/pay", 1, 18),
    ]


def test_a_long_text_takes_no_time():
    text = "src/pay/charge.py " * 20_000 + ":" * 50_000 + "#" * 50_000 + "a/" * 50_000 + "%" * 50_000
    assert len(_found(text)) == 20_000
