"""Pages put together are the whole, a page of a tree that has changed is refused, and an etag never hides a failure."""

from functools import partial
from operator import itemgetter
from random import Random

import pytest
from tests.support.documents import GOOD
from tests.support.repositories import repository

COMMANDS = [("check",), ("check", "--strict"), ("list",), ("graph",), ("backlinks", "docs/a.md"), ("scan",)]
GATES = [("check",), ("check", "--strict"), ("check", "docs/a.md"), ("doctor",), ("protocol", "check")]


def _rows(answer):
    """What is divided into pages, entry by entry: the lists one after the other."""
    found = [("violation", str(each)) for each in answer["violations"]]
    found += [("warning", str(each)) for each in answer["warnings"] if answer["command"] == "check"]
    data = answer["data"]
    for holder in (data, data.get("report") or {}):
        found += [(name, str(each)) for name, value in holder.items() if isinstance(value, list) for each in value]
    return found


def _pages(call, command, dice):
    cursor, found = (), []
    while True:
        answer = call.json(*command, "--limit", str(dice.choice([1, 2, 3, 7, 50])), *cursor)
        found.append(answer)
        assert answer.exit in {0, 1}, answer
        page = answer.json["data"]["page"]
        assert page["truncated"] == ("cursor" in page)
        if not page["truncated"]:
            return found
        assert page["returned"] > 0, "each page goes on"
        cursor = ("--cursor", page["cursor"])


@pytest.mark.parametrize("seed", range(3))
def test_all_pages_are_the_whole(call, seed):
    dice = Random(seed)
    call.write({"docs/a.md": GOOD, **repository(dice)})
    for command in COMMANDS:
        whole = call.json(*command)
        if whole.exit not in {0, 1}:
            continue
        pages = _pages(call, command, dice)
        rows = [row for page in pages for row in _rows(page.json)]
        # The nodes of a graph come with the edges that lead to them; all else keeps its order.
        order = sorted if command == ("graph",) else partial(sorted, key=itemgetter(0))
        assert order(rows) == order(_rows(whole.json)), command
        assert {page.exit for page in pages} == {whole.exit}
        counters = [key for key in whole.json if key.endswith("_count") or key.startswith("files_")]
        assert all([page.json[key] for key in counters] == [whole.json[key] for key in counters] for page in pages)
        told = [page.json["data"]["page"] for page in pages]
        assert {each["total"] for each in told} == {sum(each["returned"] for each in told)}


CHANGES = [
    ("docs/a.md", GOOD),
    ("docs/a.md", GOOD + "[x](gone.md)\n"),
    ("docs/a.md", GOOD.replace("Draft", "Drafty")),
    ("docs/b.md", GOOD.replace("001", "002")),
    ("docs/b.md", GOOD),
    ("docs/b.md", GOOD.replace("001", "002") + "[a](a.md#none)\n"),
    ("docs/Odd Name.md", GOOD.replace("001", "003")),
    ("docs/Odd Name.md", None),
    ("docs/b.md", None),
    (".meminit.toml", "[types.ADR]\n"),
    (".meminit.toml", '[rules]\nBROKEN_LINK = "off"\n'),
]


def _change(call, dice):
    path, content = dice.choice(CHANGES)
    if content is None:
        (call.folder / path).unlink(missing_ok=True)
    else:
        call.write({path: content})


def _known(answer):
    """An answer without what belongs to one run or one page."""
    return {key: value for key, value in answer.json.items() if key != "run_id"}, answer.exit


@pytest.mark.parametrize("command", [("check",), ("list",), ("graph",)])
def test_a_page_of_another_tree_is_refused(call, command):
    dice = Random(3)
    call.write({".meminit.toml": "", **dict(CHANGES[:1]), "docs/b.md": CHANGES[5][1], "docs/c.md": GOOD})
    for _ in range(6):
        before = call.json(*command)
        first = call.json(*command, "--limit", "1")
        cursor = first.json["data"]["page"].get("cursor")
        _change(call, dice)
        if cursor is None:
            continue
        answer, after = call.json(*command, "--limit", "1", "--cursor", cursor), call.json(*command)
        if _known(before) == _known(after):
            assert answer.exit == after.exit
        else:
            assert (answer.exit, answer.json["error"]["code"]) == (6, "E_CURSOR_STALE")


@pytest.mark.parametrize("seed", range(2))
def test_no_etag_opens_a_gate(call, seed):
    """Trees that pass and fail in turn, and a caller who remembers every etag that it was ever given."""
    dice, etags = Random(seed), {command: {} for command in GATES}
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    for _ in range(9):
        _change(call, dice)
        for command, known in etags.items():
            plain = call.json(*command)
            for etag, (body, code) in known.items():
                answer = call.json(*command, "--etag", etag)
                assert answer.exit == plain.exit, "an etag changes no exit code"
                if answer.json["data"].get("not_modified"):
                    assert answer.exit == 0
                    assert (body, code) == _known(plain)
                else:
                    assert answer.json["violations"] == plain.json["violations"]
                    assert plain.exit or (body, code) != _known(plain)
            tagged = call.json(*command, "--etag")
            if "etag" in tagged.json["data"]:
                known[tagged.json["data"]["etag"]] = _known(plain)
