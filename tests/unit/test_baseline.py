"""The baseline: findings that are known, and what a check makes of them."""

import json
import os
import subprocess

import pytest
from tests.support import formats
from tests.support.documents import GOOD
from tests.support.marks import forks

from meminit.workspace import reading

FILE = ".meminit-baseline.json"


@pytest.fixture
def tree(call):
    links = "[x](no.md) [y](#no)\n\n[x](no.md)\n"
    call.write({".meminit.toml": "", "docs/a.md": GOOD + links, "docs/b.md": "x"})
    return call


def _told(call, *arguments):
    answer = call.json("check", "--baseline", *arguments)
    return answer.codes, answer.json["data"]["baseline"]


def _counts(known, new, gone):
    return {"file": FILE, "known": known, "new": new, "gone": gone}


def test_what_is_known_is_not_reported_and_what_is_new_is(tree):
    assert tree.json("baseline").json["data"] == _counts(0, 4, 0)
    answer = tree.json("check", "--baseline")
    assert (answer.exit, answer.codes, answer.json["files_failed"], answer.json["violations_count"]) == (0, [], 0, 0)
    tree.write({"docs/a.md": (tree.folder / "docs/a.md").read_text() + "\n[z](gone.md)\n[x](no.md)\n"})
    codes, told = _told(tree)
    assert (codes, told) == (["BROKEN_LINK", "BROKEN_LINK"], _counts(4, 2, 0))
    assert len(tree.json("check").codes) == 6


def test_it_survives_moved_lines_and_renamed_documents(tree):
    tree.json("baseline")
    text = (tree.folder / "docs/a.md").read_text()
    tree.write({"docs/a.md": text.replace("[x](no.md) [y](#no)", "# New\n\ntext [y](#no)\nmore [x](no.md)")})
    (tree.folder / "docs/a.md").rename(tree.folder / "docs/renamed.md")
    assert _told(tree) == ([], _counts(4, 0, 0))


def test_what_is_gone_is_advice_or_with_strict_baseline_a_violation(tree):
    tree.json("baseline")
    tree.write({"docs/b.md": GOOD.replace("001", "002")})
    answer = tree.json("check", "--baseline")
    assert (answer.exit, answer.json["data"]["baseline"]) == (0, _counts(3, 0, 1))
    assert [each["code"] for each in answer.json["advice"]] == ["BASELINE_STALE"]
    strict = tree.json("check", "--baseline", "--strict-baseline")
    assert strict.found == [
        f"{FILE}:5 error BASELINE_STALE MISSING_FRONTMATTER in docs/b.md is in the baseline, but is no longer found"
    ]
    assert (strict.exit, strict.json["files_failed"]) == (1, 0)
    assert tree.json("check", "--strict-baseline").json["error"]["code"] == "INVALID_ARGUMENT"
    assert _told(tree, FILE, "docs/a.md")[1] == _counts(3, 0, 0), "docs/b.md was not looked at"


def test_pruning_only_drops_and_only_what_was_looked_at(tree):
    tree.json("baseline")
    tree.write({"docs/a.md": GOOD, "docs/b.md": GOOD.replace("001", "002") + "[new](no.md)\n"})
    assert tree.json("baseline", "--prune", "docs/b.md").json["data"] == _counts(3, 0, 1)
    assert tree.json("baseline", "--prune").json["data"] == _counts(0, 0, 3)
    assert _told(tree)[0] == ["BROKEN_LINK"]
    assert tree.json("baseline", "--update").json["data"] == _counts(0, 1, 0)
    for arguments in (["--prune", "--update"], ["docs/a.md"]):
        assert tree.json("baseline", *arguments).json["error"]["code"] == "INVALID_ARGUMENT"


def test_each_finding_has_a_line_and_a_line_twice_counts_once(tree):
    tree.json("baseline")
    lines = (tree.folder / FILE).read_text().splitlines()
    assert [json.loads(each.rstrip(","))["path"] for each in lines[1:-1]] == ["docs/a.md"] * 3 + ["docs/b.md"]
    assert lines[1:-1] == sorted(lines[1:-1])
    tree.write({FILE: "\n".join([lines[0], lines[1], *lines[1:], ""])})
    assert _told(tree) == ([], _counts(4, 0, 0))
    before = (tree.folder / FILE).read_bytes()
    tree.json("baseline")
    assert (tree.folder / FILE).read_bytes() != before
    tree.json("baseline")
    assert (tree.folder / FILE).read_text().splitlines() == lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"version":1,"findings":[\n<<<<<<< HEAD\n]}\n', 2),
        ("", 1),
        ("[]", 1),
        ('{"version":2,"findings":[]}', 1),
        ('{"version":true,"findings":[]}', 1),
        ('{"version":1}', 1),
        ('{"version":1,"findings":[\n{"path":"a","code":"B","fingerprint":3}\n]}', 2),
    ],
)
def test_what_is_no_baseline_is_refused(tree, text, line):
    tree.write({FILE: text})
    for arguments in (["check", "--baseline"], ["baseline"]):
        answer = tree.json(*arguments)
        assert (answer.exit, answer.json["error"]["code"]) == (4, "BASELINE_INVALID")
        assert answer.json["error"]["message"].startswith(f"{FILE}:{line}: ")
    assert (tree.folder / FILE).read_text() == text


def test_a_file_of_ones_own_and_one_that_the_configuration_names(tree):
    tree.write({".meminit.toml": '[baseline]\nfile = "quality/known.json"\n'})
    assert tree.json("baseline").json["data"]["file"] == "quality/known.json"
    assert tree.json("check", "--baseline").json["data"]["baseline"]["known"] == 4
    assert tree.json("check", "--baseline", "none.json").json["error"]["code"] == "BASELINE_INVALID"
    assert tree.json("check", "--baseline=quality/known.json", "docs/b.md").exit == 0
    assert tree("check", "--baseline", "--format", "json").json["data"]["baseline"]["known"] == 4


def test_a_commit_says_what_is_known(tree):
    def git(*words):
        who = ("-c", "user.name=x", "-c", "user.email=x@example.com")
        subprocess.run(["git", *who, *words], cwd=tree.folder, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "before")
    assert tree.json("check", "--baseline-from", "HEAD").json["data"]["baseline"]["known"] == 0
    tree.json("baseline")
    git("add", ".")
    git("commit", "-qm", "known")
    (tree.folder / FILE).write_text("what a pull request made of it")
    told = tree.json("check", "--baseline-from", "HEAD").json["data"]["baseline"]
    assert told == {"file": f"{FILE}@HEAD", "known": 4, "new": 0, "gone": 0}
    unknown = tree.json("check", "--baseline-from", "--upload-pack=x")
    assert (unknown.exit, unknown.json["error"]["code"]) == (5, "REVISION_UNKNOWN")


def test_an_entry_of_a_suppressed_finding_goes(tree):
    tree.json("baseline")
    text = (tree.folder / "docs/a.md").read_text()
    tree.write({"docs/a.md": text + "\n<!-- meminit: ignore-file BROKEN_ANCHOR -- known -->\n"})
    assert _told(tree) == ([], _counts(3, 0, 1))
    assert tree.json("baseline", "--prune").json["data"] == _counts(3, 0, 1)


def test_sarif_and_the_stream_know_of_it(tree):
    tree.json("baseline")
    tree.write({"docs/c.md": GOOD.replace("001", "003") + "[z](gone.md)\n"})
    run = formats.sarif_run(tree("check", "--baseline", "--format", "sarif").text)
    states = [(each["ruleId"], each["baselineState"], "suppressions" in each) for each in run["results"]]
    assert [each for each in states if each[1] == "new"] == [("BROKEN_LINK", "new", False)]
    assert [each[2] for each in states if each[1] == "unchanged"] == [True] * 4
    stream = tree.stream("check", "--baseline")
    assert [each["path"] for each in stream.lines if each["type"] == "finding"] == ["docs/c.md"]
    assert len(json.loads(tree("check", "--baseline", "--format", "gitlab").out)) == 1


def test_progress_does_not_wait_for_the_baseline(tree, monkeypatch):
    tree.write({f"docs/n{number:03}.md": "no front matter " + "x " * 40_000 for number in range(150)})
    tree.json("baseline")
    read = []
    opened = reading.Reader._file

    def noted(self, candidate):
        read.append(os.pread(1, 1 << 20, 0).count(b'"progress"'))
        return opened(self, candidate)

    monkeypatch.setattr(reading.Reader, "_file", noted)
    stream = tree.stream("check", "--baseline", "--no-cache", "--jobs", "1")
    assert (read[0], read[-1]) == (0, 1)
    assert [each["files_done"] for each in stream.lines if each["type"] == "progress"] == [100, 152]


@forks
def test_strict_and_the_cache_change_nothing(tree):
    tree.write({"docs/Odd Name.md": GOOD.replace("001", "009")})
    tree.json("baseline")
    for arguments in ((), ("--strict",), ("--no-cache",)):
        assert _told(tree, FILE, *arguments) == ([], _counts(5, 0, 0))
