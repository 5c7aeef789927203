"""Comments by which authors accept findings: what they speak of, and what becomes of the findings."""

import json
import time

import pytest
from tests.support import formats
from tests.support.calls import RUN_ID, process
from tests.support.documents import GOOD
from tests.support.marks import forks

from meminit.documents.directives import suppressions
from meminit.sources.limits import DEFAULT

HEAD = GOOD.rstrip("\n") + "\n"
LINES = HEAD.count("\n")


def _of(body):
    """The lines of a body that each of its directives speaks of, by the first of its codes; None is all of them."""
    found = suppressions(HEAD + body, DEFAULT)
    return {each.codes[0]: (each.first - LINES, each.last - LINES) if each.first else None for each in found}


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<!-- meminit: ignore A -->\none\ntwo\n\nthree\n", (2, 3)),
        ("<!-- meminit: ignore A -->\n\n\none\n", (4, 4)),
        ("<!-- meminit: ignore A -- why -- so -->\none\n", (2, 2)),
        ("one <!-- meminit: ignore A -->\ntwo\n", (1, 1)),
        ("one\ntwo <!-- meminit: ignore A -- why -->  \nthree\n", (2, 2)),
        ("# One <!-- meminit: ignore A -->\n\ntwo\n", (1, 1)),
        ("<!-- meminit: ignore A -->\n# One\ntwo\n", (2, 2)),
        ("<!-- meminit: ignore A -->\n- one\n- two\n\nthree\n", (2, 3)),
        ("- one\n  <!-- meminit: ignore A -->\n- two\n  three\n", (3, 4)),
        ("- one <!-- meminit: ignore A -->\n- two\n", (1, 1)),
        ("- <!-- meminit: ignore A -->\n  one\n- two\n", (2, 2)),
        ("1. one\n\n   <!-- meminit: ignore A -->\n   two\n   three\n\n4. four\n", (4, 5)),
        ("> <!-- meminit: ignore A -->\n> one\n> two\n", (2, 3)),
        ("<!-- meminit: ignore A -->\n> one\n> two\n\nthree\n", (2, 3)),
        ("<!-- meminit: ignore A -->\n| a |\n|---|\n| 1 |\n\none\n", (2, 4)),
        ("| a |\n|---|\n| 1 <!-- meminit: ignore A --> |\n| 2 |\n", (3, 3)),
        ("<!-- meminit: ignore A -->\n[one]: x\n[two]: y\n", (2, 2)),
        ("<!-- meminit: ignore A -->\n```\none\n\ntwo\n```\nthree\n", (2, 6)),
        ("<!-- meminit: ignore A -->\n<!-- meminit: ignore B -->\none\n", (3, 3)),
        ("<!-- meminit: ignore A --> <!-- meminit: ignore B -->\none\n", (2, 2)),
        ("<div>\n<!-- meminit: ignore A -->\n<a href='x'>\n</div>\n\none\n", (3, 4)),
        ("<!-- meminit: ignore A -->\r\none\r\ntwo\r\n\r\nthree\r\n", (2, 3)),
        ("<!-- meminit: ignore-file A -->\none\n", None),
        ("one\n\n<!-- meminit: ignore-file A B -- why -->\n", None),
    ],
)
def test_it_speaks_of_these_lines(body, lines):
    assert _of(body)["A"] == lines


@pytest.mark.parametrize(
    "body",
    [
        "`<!-- meminit: ignore A -->`\n",
        "``x ` <!-- meminit: ignore A -->``\n",
        "```\n<!-- meminit: ignore A -->\n```\n",
        "    <!-- meminit: ignore A -->\n",
        "\\<!-- meminit: ignore A -->\n",
        "<!-- meminit: ignored A -->\n",
        "<!-- meminit ignore A -->\n",
        "<!-- Meminit: ignore A -->\n",
        "<script>\n<!-- meminit: ignore A -->\n</script>\n",
        "<!-- one\n<!-- meminit: ignore A -->\n",
    ],
)
def test_these_are_no_directives(body):
    assert _of(body) == {}


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ("a: b # meminit: ignore A -- why", (2, 2)),
        ("# meminit: ignore A\na: b", (3, 3)),
        ("# meminit: ignore B\n# meminit: ignore A\na: b", (4, 4)),
        ("a: b\n# meminit: ignore A", (4, 4)),
        ("a: [b,\n  c] # meminit: ignore A", (3, 3)),
    ],
)
def test_in_front_matter_it_speaks_of_these_lines(fields, lines):
    found = suppressions(f"---\n{fields}\n---\n", DEFAULT)
    assert [(each.first, each.last) for each in found if each.codes == ("A",)] == [lines]


@pytest.mark.parametrize(
    "fields", ['a: "x # meminit: ignore A"', "a: |\n  # meminit: ignore A\n  x", "a: x# meminit: ignore A"]
)
def test_in_a_value_it_is_no_directive(fields):
    assert suppressions(f"---\n{fields}\n---\n", DEFAULT) == []


WRONG = HEAD.replace("status: Draft", "status: Drafd # meminit: ignore INVALID_FIELD -- old") + (
    "<!-- meminit: ignore BROKEN_LINK, BROKEN_ANCHOR -- soon -->\n[x](no.md) [y](#no)\n\n[z](no.md)\n"
)


def test_what_is_suppressed_is_gone_from_findings_and_counters(call):
    answer = call.check({"docs/a.md": WRONG})
    assert answer.codes == ["BROKEN_LINK"]
    assert (answer.json["violations_count"], answer.json["files_failed"]) == (1, 1)
    every = call.json("check", "--no-suppress")
    assert sorted(every.codes) == ["BROKEN_ANCHOR", "BROKEN_LINK", "BROKEN_LINK", "INVALID_FIELD"]
    shown = call.json("check", "--show-suppressed").json["data"]["suppressed"]
    assert [(each["code"], each["line"], each["reason"]) for each in shown] == [
        ("INVALID_FIELD", 5, "old"),
        ("BROKEN_LINK", LINES + 2, "soon"),
        ("BROKEN_ANCHOR", LINES + 2, "soon"),
    ]
    assert call("check", "--show-suppressed").text.startswith("suppressed docs/a.md:5 INVALID_FIELD: old\n")
    found = [each for each in call.stream("check").lines if each["type"] == "finding"]
    assert [each["code"] for each in found] == ["BROKEN_LINK"]


def test_sarif_has_suppressed_results_and_fingerprints_stay(call):
    call.write({".meminit.toml": "", "docs/a.md": WRONG})
    run = formats.sarif_run(call("check", "--format", "sarif").text)
    told = {each["ruleId"]: each["suppressions"] for each in run["results"] if "suppressions" in each}
    assert told["INVALID_FIELD"] == [{"kind": "inSource", "justification": "old"}]
    names = {each["partialFingerprints"]["meminit/v1"] for each in run["results"]}
    every = formats.sarif_run(call("check", "--no-suppress", "--format", "sarif").text)
    assert names == {each["partialFingerprints"]["meminit/v1"] for each in every["results"]}
    (left,) = json.loads(call("check", "--format", "gitlab").out)
    assert left["fingerprint"] in names


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("ignore EMPTY_LINK", "the comment suppresses nothing: there is no finding of EMPTY_LINK"),
        ("ignore", "the comment names no code to suppress"),
        ("ignore BROKEN_LINC", "there is no rule 'BROKEN_LINC' to suppress; did you mean BROKEN_LINK?"),
        (
            "ignore-file FILENAME_CONVENTION",
            "the comment suppresses nothing: there is no finding of FILENAME_CONVENTION",
        ),
    ],
)
def test_a_comment_without_a_use_is_a_finding(call, comment, words):
    answer = call.check({"docs/a.md": f"{HEAD}<!-- meminit: {comment} -->\ntext\n"})
    assert answer.found == [f"docs/a.md:{LINES + 1}:1 warning UNUSED_SUPPRESSION {words}"]
    assert call.json("check") == answer, "warm"
    assert call.json("check", "--no-suppress").codes == []


def test_one_code_of_use_is_enough_and_what_is_off_does_not_count(call):
    body = "<!-- meminit: ignore EMPTY_LINK, BROKEN_LINK -->\n[x](no.md)\n\n"
    off = "<!-- meminit: ignore ORPHAN_DOCUMENT -->\ntext\n"
    assert call.check({"docs/a.md": HEAD + body + off}).codes == []


def test_some_codes_cannot_be_suppressed(call):
    text = "<!-- meminit: ignore-file UNUSED_SUPPRESSION, SCHEMA_INVALID -->\n" + "x" * 5_000_000
    answer = call.check({"docs/a.md": text, "docs/b.md": f"{HEAD}<!-- meminit: ignore-file UNUSED_SUPPRESSION -->\n"})
    assert sorted(answer.codes) == ["FILE_TOO_LARGE", "UNUSED_SUPPRESSION"]


def test_a_reason_can_be_asked_for(call):
    call.write({".meminit.toml": '[rules]\nSUPPRESSION_WITHOUT_REASON = "error"\n'})
    call.write({"docs/a.md": f"{HEAD}<!-- meminit: ignore BROKEN_LINK -->\n[x](no.md)\n"})
    assert call.json("check").codes == ["SUPPRESSION_WITHOUT_REASON"]
    assert call.json("check").codes == ["SUPPRESSION_WITHOUT_REASON"], "warm"


def test_a_suppression_of_a_finding_without_a_line_is_one_of_the_whole_file(call):
    call.write({".meminit.toml": "", "docs/Odd Name.md": f"{HEAD}<!-- meminit: ignore-file FILENAME_CONVENTION -->\n"})
    assert call.json("check", "--strict").codes == []


@pytest.mark.parametrize(
    "body",
    [
        "x <!-- meminit: ignore A --> " * 20_000,
        "<!-- meminit: ignore A -->\n" * 20_000,
        "x <!-- meminit: ignore A -->\n" * 20_000,
        "<div>\n" + "<!-- meminit: ignore A -->\n" * 20_000,
        "- a\n" * 100_000 + "<!-- meminit: ignore A -->\n",
    ],
    ids=["one line", "lines", "ends of lines", "a block of HTML", "many lines"],
)
def test_there_are_bounds(call, body):
    began = time.process_time()
    found = suppressions(HEAD + body, DEFAULT)
    assert time.process_time() - began < 3
    assert len(found) <= 1001
    assert (found[-1].first, found[-1].codes) == (-1, ())
    assert any("are ignored" in each for each in call.check({"docs/a.md": HEAD + body}).found)


@forks
@pytest.mark.slow
def test_all_ways_agree(call):
    files = {f"docs/{n:03}.md": WRONG.replace("001", f"{n:03}") for n in range(300)}
    call.write({".meminit.toml": "", **files, "docs/x.md": HEAD.replace("001", "900") + "<!-- meminit: ignore X -->\n"})
    ways = [("--no-cache", "--jobs", "1"), ("--no-cache", "--jobs", "3"), ("--jobs", "2"), ()]
    arguments = ("check", "--format", "json", "--run-id", RUN_ID, "--show-suppressed")
    one, *others = [process(*arguments, *way, cwd=call.folder) for way in ways]
    assert others == [one, one, one]
    assert len(one.json["data"]["suppressed"]) == 900
