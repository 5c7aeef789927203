"""The formats of `check`, as strict readers of each see them: the same findings, whatever names and values hold."""

import json
import os
import re
from xml.etree import ElementTree as ET

import pytest
from tests.support import formats
from tests.support.calls import TOP
from tests.support.documents import GOOD
from tests.support.formats import READERS, agree
from tests.support.marks import any_bytes

from meminit.commands.options import FORMATS

# Names and values that are markup, commands or ends of something in one format or another.
ODD = [
    "a|b`c`d",
    "%0A::error::x",
    "%25%0D%AZP25",
    "]]>&amp;<b>",
    '"quote"; drop,',
    "[x](y)![z](q)",
    "@team #1 $x$ ~~y~~",
    "https://evil.example/x www.evil.example a@evil.example",
    "javascript:alert(1) <img src=x onerror=y>",
    "| --- | --- |",
    "</details></summary><script>",
    "##[group]##vso[task.complete]",
    "::set-output name=a::b",
    "*a* _b_ \\| c",
    "é文\U0001f600",
    "\x1b[31m\x07",
    "line\nfeed\rreturn",
    "\u2028\u202e\x85\ufffe",
]
WRONG = {
    ".meminit.toml": "",
    "docs/a.md": GOOD + "é [x](nowhere.md) [y](B.md#z)\n",
    "docs/b.md": GOOD.replace("status: Draft", "status: Drafd").replace("001", "002") + "[gone]\n\n[unused]: x.md\n",
    "docs/Odd Name.md": GOOD.replace("001", "003"),
}


def _yaml(text):
    return '"' + "".join(each if each.isalnum() else f"\\U{ord(each):08x}" for each in text) + '"'


@pytest.fixture
def hostile(call):
    """A tree whose names, values, targets and labels are as odd as can be."""
    files = {".meminit.toml": "[rules]\nUNUSED_DEFINITION = 'error'\n"}
    for number, odd in enumerate(ODD):
        name = odd.replace("/", "")
        head = GOOD.replace("001", f"{number:03}").replace("status: Draft", f"status: {_yaml(odd)}")
        target = re.sub("[\x00-\x20<>]", "", odd)
        label = re.sub(r"[\[\]\n\r\\]", "", odd)
        files[f"docs/{name}.md"] = f"{head}\n[x](<{target}>)\n\n[{label}]: x{number}.md\n"
    call.write(files)
    return call


def test_there_is_a_reader_of_every_format():
    known = {each.name for each in FORMATS if each.part != "drawing"}
    assert known == {*READERS, "json"}


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_all_formats_tell_what_json_tells(call, strict):
    call.write(WRONG)
    assert len(agree(call, *strict)) >= 6


def test_odd_names_and_values_are_the_same_in_all_formats(hostile):
    found = agree(hostile)
    assert {"INVALID_FIELD", "BROKEN_LINK", "UNUSED_DEFINITION"} <= {each[3] for each in found}
    assert len({each[0] for each in found}) >= len(ODD)


@any_bytes
def test_names_that_are_not_utf8_are_the_same_in_all_formats(call):
    call.write({".meminit.toml": ""})
    (call.folder / "docs").mkdir()
    (call.folder / os.fsdecode(b"docs/\xff|\xfe.md")).write_text("x")
    assert agree(call)


def test_a_clean_tree_is_clean_in_all_formats(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    assert agree(call) == []
    assert call("check", "--format", "concise").out == b""
    assert call("check", "--format", "github").text == "1 file checked, all good\n"
    assert "result=Succeeded;" in call("check", "--format", "azure").text
    assert json.loads(call("check", "--format", "gitlab").out) == []
    assert "## meminit check: passed" in call("check", "--format", "md").text
    (suite,) = formats.junit_suites(call("check", "--format", "junit").text)
    assert suite.find("testcase").get("name") == "1 file passed"


def test_warnings_alone_pass_and_fail_if_strict(call):
    call.write({".meminit.toml": "", "docs/Odd Name.md": GOOD})
    for arguments, azure, failures in ([(), "SucceededWithIssues", 0], [("--strict",), "Failed", 1]):
        assert f"result={azure};" in call("check", "--format", "azure", *arguments).text
        root = ET.fromstring(call("check", "--format", "junit", *arguments).out)
        assert int(root.get("failures")) == failures
    assert "warning file=docs/Odd Name.md,title=FILENAME_CONVENTION::" in call("check", "--format", "github").text


@pytest.mark.parametrize("name", [each.name for each in FORMATS if each.part != "drawing"])
def test_an_operational_error_is_told_in_every_format(call, name):
    call.write({".meminit.toml": "porject = 1\n", "docs/a.md": GOOD})
    answer = call("check", "--format", name)
    assert answer.exit == 4
    is_for_people = name in {"text", "concise"}
    assert (answer.out == b"", answer.err == b"") == (is_for_people, not is_for_people)
    assert "CONFIG_INVALID" in (answer.out + answer.err).decode()
    if name in {"github", "azure", "gitlab", "rdjson"}:
        ((path, _, _, code, severity, message),) = READERS[name](answer.text)
        assert (code, severity) == ("CONFIG_INVALID", "error") if name != "gitlab" else True
        assert "porject" in message
        assert path in {None, ".meminit.toml"}
    if name == "sarif":
        (invocation,) = formats.sarif_run(answer.text)["invocations"]
        assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 4)
        assert invocation["toolExecutionNotifications"][0]["descriptor"] == {"id": "CONFIG_INVALID"}
    if name == "junit":
        root = ET.fromstring(answer.out)
        assert root.get("errors") == "1"
        assert root.find("testsuite/testcase/error").get("type") == "CONFIG_INVALID"


HOSTILE = "no%0A::error::x|`]]>&<b>\"'\x1b[31m\n::error::y\n##vso[task.complete]##[group]@team #1 www.x.example ![z](q)"


@pytest.mark.parametrize("name", [each.name for each in FORMATS if each.part != "drawing"])
def test_an_error_about_an_odd_value_stays_one(call, name):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    answer = call("check", HOSTILE, "--format", name)
    assert answer.exit == 5
    text = (answer.out + answer.err).decode()
    orders = [line for line in text.splitlines() if "##vso[" in line or "##[" in line or line.lstrip().startswith("::")]
    if name == "github":
        assert [command for command, *_ in formats.commands_of_runner(text)] == ["error"]
    elif name == "azure":
        assert [command for command, *_ in formats.commands_of_agent(text)] == ["task.logissue", "task.complete"]
    else:
        assert orders == []
    if name in READERS and name in {"github", "azure"}:
        ((_, _, _, code, _, message),) = READERS[name](text)
        assert (code, message) == ("FILE_NOT_FOUND", call.json("check", HOSTILE).json["error"]["message"])
    if name == "junit":
        assert ET.fromstring(answer.out).find("testsuite/testcase/error").get("type") == "FILE_NOT_FOUND"
    if name == "md":
        assert "@<!-- -->team #<!-- -->1 www&#46;x.example" in text


def test_fixes_of_sarif_and_rdjson_apply(call):
    call.write(WRONG)
    text = (call.folder / "docs/a.md").read_text()
    run = formats.sarif_run(call("check", "--format", "sarif").text)
    (fix,) = [fix for each in run["results"] for fix in each.get("fixes", [])]
    ((change,),) = [fix["artifactChanges"]]
    (replacement,) = change["replacements"]
    region, new = replacement["deletedRegion"], replacement["insertedContent"]["text"]
    lines = text.split("\n")
    line = lines[region["startLine"] - 1]
    by_sarif = line[: region["startColumn"] - 1] + new + line[region["endColumn"] - 1 :]
    report = json.loads(call("check", "--format", "rdjson").out)
    (suggestion,) = [made for each in report["diagnostics"] for made in each.get("suggestions", [])]
    start, end = suggestion["range"]["start"], suggestion["range"]["end"]
    raw = line.encode()
    by_reviewdog = raw[: start["column"] - 1] + suggestion["text"].encode() + raw[end["column"] - 1 :]
    assert by_sarif == by_reviewdog.decode() != line
    lines[region["startLine"] - 1] = by_sarif
    (call.folder / "docs/a.md").write_text("\n".join(lines))
    assert "LINK_CASE_MISMATCH" not in call.json("check").codes


def test_fingerprints_are_those_that_the_contract_describes(call):
    call.write(WRONG)
    issues = json.loads(call("check", "--format", "gitlab").out)
    run = formats.sarif_run(call("check", "--format", "sarif").text)
    by_sarif = {each["partialFingerprints"]["meminit/v1"] for each in run["results"]}
    assert by_sarif == {each["fingerprint"] for each in issues}
    assert all(re.fullmatch("meminit/v1:[0-9a-f]{32}", each) for each in by_sarif)
    contract = (TOP / "docs/20-specs/output-contract.md").read_text()
    written, name = re.search(r"`(\[\"BROKEN_LINK\".*?\])`.*?`(meminit/v1:[0-9a-f]{32})`", contract, re.DOTALL).groups()
    from hashlib import sha256

    assert name == "meminit/v1:" + sha256(written.encode()).hexdigest()[:32]


def _names(call):
    issues = json.loads(call("check", "--format", "gitlab").out)
    return sorted((each["check_name"], each["fingerprint"]) for each in issues if each["check_name"] != "MOVED")


def test_fingerprints_survive_moved_lines_and_renamed_documents(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD + "[x](no.md) [y](no.md)\n"})
    before = _names(call)
    assert len({name for _, name in before}) == 2, "the same finding twice has two numbers"
    call.write({"docs/a.md": GOOD + "# New\n\ntext\n\n[y](no.md)\n\n[x](no.md)\n"})
    assert _names(call) == before
    (call.folder / "docs/a.md").rename(call.folder / "docs/b.md")
    assert _names(call) == before
    call.write({"docs/c.md": GOOD})  # the id is shared now
    assert not set(before) & set(_names(call))


def test_items_of_lists_have_no_position_in_fingerprints(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD.replace("owner:", "related_ids: [PAY-ADR-404]\nowner:")})
    before = _names(call)
    text = GOOD.replace("001", "002")
    call.write({"docs/b.md": text})
    call.write({"docs/a.md": GOOD.replace("owner:", "related_ids: [PAY-ADR-002, PAY-ADR-404]\nowner:")})
    assert _names(call) == before


def _many(call, count):
    links = "".join(f"[x](no-{number}.md)\n" for number in range(count))
    call.write({".meminit.toml": "", "docs/a.md": GOOD + links, "docs/b.md": "x"})


def test_github_gets_ten_annotations_and_the_rest_as_a_list(call):
    _many(call, 30)
    text = call("check", "--format", "github").text
    kinds = [name for name, *_ in formats.commands_of_runner(text)]
    assert kinds == ["error"] * 10 + ["group", "endgroup"]
    assert "21 more findings without an annotation" in text
    assert text.count("docs/a.md:") == 30


def test_a_comment_has_an_end(call):
    call.write({".meminit.toml": ""})
    call.write({f"docs/{number:04}.md": GOOD + "[x](no.md)\n" * 20 for number in range(100)})
    text = call("check", "--format", "md").text
    assert 50_000 < len(text) <= 60_000
    shown, last = len(list(formats.of_md(text))), text.splitlines()[-1]
    assert re.fullmatch(r"\d+ more findings\.", last)
    violations = call.json("check").json["violations_count"]
    assert shown + int(last.split()[0]) == violations
    assert text.count("<details>") == text.count("</details>") > 20


def test_text_shows_codes_and_a_part_of_many_findings(call):
    _many(call, 60)
    *_, head, first, second, _, last, hint = call("check").text.splitlines()
    assert head.split() == ["FINDINGS", "FIXABLE", "FILES", "CODE"]
    assert (first.split(), second.split()) == (
        ["60", "-", "1", "BROKEN_LINK"],
        ["1", "1", "1", "MISSING_FRONTMATTER"],
    )
    assert hint == "up to 1 of 61 can be fixed: meminit fix --diff"
    assert last.startswith("2 files checked: 2 failed, 61 violations")
    short = call("check", "--max-findings", "3").text
    assert (short.count("docs/"), "\nand 58 more findings\n" in short) == (3, True)
    concise = call("check", "--max-findings", "3", "--format", "concise").text.splitlines()
    assert (len(concise), concise[-1]) == (4, "and 58 more findings")
    assert call.json("check", "--max-findings", "3") == call.json("check")


def test_statistics_stand_in_place_of_findings(call):
    _many(call, 3)
    assert call("check", "--statistics").text.splitlines()[:3] == [
        "FINDINGS  FIXABLE   FILES  CODE",
        "       3        -       1  BROKEN_LINK",
        "       1        1       1  MISSING_FRONTMATTER",
    ]
    assert "| BROKEN_LINK | 3 | 0 | 1 |" in call("check", "--statistics", "--format", "md").text
    answer = call.json("check", "--statistics").json
    assert answer["data"]["statistics"][0] == {"code": "BROKEN_LINK", "count": 3, "fixable": 0, "files": 1}
    assert answer["violations_count"] == 4
    assert list(formats.of_json(call.json("check", "--statistics").text))


def test_further_formats_are_written_from_the_same_run(call):
    call.write(WRONG)
    names = ["sarif", "junit", "gitlab", "rdjson", "md", "json-lines", "concise", "json"]
    also = [word for name in names for word in ("--also", f"{name}:out.{name}")]
    usual = call("check")
    answer = call("check", *also, "--also", "github", "--run-id", "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90")
    assert re.sub(r"\(.*s\)", "", answer.text) == re.sub(r"\(.*s\)", "", usual.text)
    assert answer.err == call("check", "--format", "github").out
    for name in names:
        alone = call("check", "--format", name, "--run-id", "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90").text
        written = (call.folder / f"out.{name}").read_text()
        assert re.sub(r'_ms":\d+', "", written) == re.sub(r'_ms":\d+', "", alone), name


@pytest.mark.parametrize(
    "arguments",
    [
        ["--also", "sarif"],
        ["--also", "nope:x"],
        ["--also", "sarif:x", "--also", "sarif:y"],
        ["--also", "sarif:x", "--also", "junit:./x"],
        ["--max-findings", "-1"],
        ["--format", "yaml"],
    ],
)
def test_what_does_not_go_together_is_refused(call, arguments):
    call.write(WRONG)
    answer = call("check", *arguments)
    assert (answer.exit, answer.out) == (3, b"")
    assert b"INVALID_ARGUMENT" in answer.err
    assert not (call.folder / "x").exists()


def test_the_answer_itself_counts_as_one_of_them(call):
    call.write(WRONG)
    assert call("check", "--also", "sarif:x", "--format", "sarif").exit == 3
    assert not (call.folder / "x").exists()
    assert call("check", "--also", "sarif:x", "--output", "./x").exit == 3
    assert (call.folder / "x").read_text().startswith("error INVALID_ARGUMENT")


def test_a_further_file_that_cannot_be_written_fails_the_run(call):
    call.write(WRONG)
    answer = call.json("check", "--also", "sarif:no/such/x", "--also", "junit:y")
    assert (answer.exit, answer.json["error"]["code"]) == (74, "OUTPUT_UNWRITABLE")


def test_an_error_is_written_to_further_files_as_well(call):
    call.write({**WRONG, ".meminit.toml": "porject = 1\n"})
    call("check", "--also", "sarif:out.sarif", "--also", "concise:out.txt")
    (invocation,) = formats.sarif_run((call.folder / "out.sarif").read_text())["invocations"]
    assert invocation["exitCode"] == 4
    assert "CONFIG_INVALID" in (call.folder / "out.txt").read_text()


@pytest.mark.slow
@pytest.mark.long
def test_a_hundred_thousand_findings(call):
    """Each format holds, and a log of SARIF what code scanning takes of it."""
    links = "".join(f"[x](no-{number}.md)\n" for number in range(2000))
    call.write({".meminit.toml": "", **{f"docs/{n}.md": GOOD.replace("001", f"{n:03}") + links for n in range(50)}})
    names = ("github", "gitlab", "junit", "rdjson", "sarif", "md")
    answer = call("check", *(word for name in names for word in ("--also", f"{name}:{name}")))
    assert answer.exit == 1
    texts = {name: (call.folder / name).read_text() for name in names} | {"text": answer.text}
    for name in ("junit", "rdjson", "gitlab"):
        assert len(list(READERS[name](texts[name]))) == 100_000, name
    assert len(list(READERS["github"](texts["github"]))) == 10
    assert texts["github"].count("docs/") == 100_010
    run = formats.sarif_run(texts["sarif"])
    assert len(run["results"]) == 25_000
    told = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert told.startswith("75000 more findings")
    assert len(texts["md"]) <= 60_000
