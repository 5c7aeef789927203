"""Whatever summaries show at a look, a document is judged as if all of it were read."""

import pytest

from meminit import screens

DOCUMENT = "---\ndocument_id: PAY-ADR-{number:03}\n---\n"
HUGO = "[links]\nslugs = 'hugo'\n"


def _document(number, body):
    return DOCUMENT.format(number=number) + body


@pytest.mark.parametrize(
    ("folder", "other"),
    [
        ("{{cookiecutter.name}}", "b.md"),
        ("a#b", "../a"),
        ("a?b", "../a"),
        ("a%20b", "../a b/missing.md"),
        ("a\x7fb", "b.md"),
    ],
)
def test_the_name_of_a_folder_means_nothing_but_itself(call, folder, other):
    files = {f"docs/{folder}/a.md": _document(1, "[x](missing.md) [y](./missing.md)\n"), f"docs/{folder}/{other}": ""}
    assert call.check(files).codes.count("BROKEN_LINK") == 2


def test_a_folder_at_the_top_is_no_scheme(call):
    files = {".meminit.toml": "[docs]\nroot = '.'\n", "mailto:x/a.md": _document(1, "[x](missing.md)\n")}
    assert "BROKEN_LINK" in call.check(files).codes


def test_a_file_that_is_called_like_a_question_answers_none(call):
    files = {
        ".meminit.toml": "[docs]\nroot = '.'\n",
        "?0\nmi%73sing.md": _document(1, ""),
        "a.md": _document(2, "[x](mi%73sing.md)\n"),
    }
    assert "BROKEN_LINK" in call.check(files).codes


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("# H {#a:~:b}\n\n[x](#a:~:b)\n", "BROKEN_ANCHOR"),
        ("> <sup>[x]\\[]\n", "UNDEFINED_REFERENCE"),
    ],
)
def test_what_looks_right_at_a_glance(call, body, code):
    assert code in call.check({".meminit.toml": HUGO, "docs/a.md": _document(1, body)}).codes


def test_a_heading_without_an_anchor_makes_no_empty_link_right(call):
    assert "EMPTY_LINK" in call.check({"docs/a.md": _document(1, "# !!!\n\n[x](#)\n")}).codes


def test_an_anchor_that_cards_cannot_tell_hides_no_other(call):
    files = {
        "docs/b.md": _document(1, '<a id="a\x7fb"></a>\n\n# Heading\n\n[x](#heading)\n'),
        "docs/c.md": _document(2, "[x](b.md#heading)\n"),
    }
    assert "BROKEN_ANCHOR" not in call.check(files).codes


def test_a_right_link_that_asks_for_a_guess_has_had_it(call):
    """As many guesses as a document may ask for are gone on the way to pages that are there."""
    config = "[links.routes]\n'/a/{slug}' = 'field:slug'\n'/{x}/{page}' = 'path:docs/{page}'\n"
    links = "".join(f"[x](/a/p{number})\n" for number in range(60))
    files = {f"docs/p{number}.md": _document(100 + number, "") for number in range(60)}
    answer = call.check({".meminit.toml": config, "docs/a.md": _document(1, f"{links}[y](p1x.md)\n"), **files})
    assert not [each for each in answer.found if "BROKEN_LINK" in each and "did you mean" in each]
    assert answer.codes.count("BROKEN_LINK") == 1


def test_lookups_of_some_documents_at_a_time_come_to_the_same(call, monkeypatch):
    links = "[a](a.md) [b](b.md#no) [c](c.md#t) [d](gone.md) [e](a.md#t)\n"
    call.write({f"docs/{name}.md": f"---\ntitle: x\n---\n\n# t\n\n{links}" for name in "abcdef"})
    call.write({".meminit.toml": '[docs]\nschema = ""\n[id]\nfield = ""\n'})
    found = call.json("check", "--no-cache").found
    monkeypatch.setattr(screens, "_AT_ONCE", 2)
    assert call.json("check", "--no-cache").found == found
    assert len(found) == 12
