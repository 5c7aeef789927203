"""The file of digests: what is written is read again, branches merge by lines, and damage has its line."""

import random

import pytest

from meminit.covering.lock import Affirmed, LockError, by_document, read, written

ONE, OTHER = f"sha256:{'1' * 64}", f"sha256:{'2' * 64}"
ODD = ["a.md", "a b.md", 'a"b.md', "a\tb\nc.md", "é.md", "a\\udc80.md", "<<<<<<<.md", "[x](y).md"]


def test_what_is_written_is_read_again_and_sorted():
    lines = [Affirmed(name, entry, ONE) for name in ODD for entry in ("src/**", "src/a.py#B.c")]
    random.Random(1).shuffle(lines)
    text = written(lines * 2)
    assert read(text.encode()) == sorted(lines)
    assert text.count("\n") == len(lines)
    assert read(text.replace("\n", "\r\n").encode()) == sorted(lines)
    assert read(text.rstrip("\n").encode()) == sorted(lines)
    assert read(b"") == []


def test_two_digests_of_an_entry_both_count():
    lines = [Affirmed("a.md", "x", ONE), Affirmed("a.md", "x", OTHER), Affirmed("b.md", "x", ONE)]
    assert by_document(read(written(lines).encode())) == {"a.md": {"x": {ONE, OTHER}}, "b.md": {"x": {ONE}}}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("<<<<<<< HEAD", "conflict"),
        ("=======", "conflict"),
        ("x", "not JSON"),
        ("{}", "three texts"),
        ("null", "three texts"),
        ('["a.md","x"]', "three texts"),
        ('["a.md","",""]', "three texts"),
        ('["a.md","x",1]', "three texts"),
        (f'["a.md","x","{ONE}","{ONE}"]', "three texts"),
        (f'["a.md","x","{ONE[:-1]}"]', "no digest"),
        (f'["a.md","x","{ONE.upper()}"]', "no digest"),
        (f'["a.md","x","{ONE}"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("\0", "not JSON"),
        ("\xff", "not JSON"),
    ],
)
def test_damage_has_its_line(line, words):
    content = written([Affirmed("a.md", "x", ONE)]).encode() + line.encode("latin-1") + b"\n"
    with pytest.raises(LockError) as caught:
        read(content)
    assert caught.value.line == 2
    assert words in caught.value.words
