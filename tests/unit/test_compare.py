"""Two answers of a check are compared: what is new, what is fixed, and how findings are paired."""

import json
from random import Random

import pytest
from tests.support import formats
from tests.support.documents import GOOD

WRONG = GOOD + "[x](no.md) [y](#no)\n"


def _answer(*findings, **more):
    """An answer with these findings: path, code, message, document id."""
    groups = {}
    for path, code, message, document_id in findings:
        group = groups.setdefault(path, {"path": path, **({"document_id": document_id} if document_id else {})})
        group.setdefault("violations", []).append({"code": code, "severity": "error", "message": message})
    base = {"output_schema_version": "2.0", "command": "check", "warnings": [], "violations": list(groups.values())}
    return json.dumps({**base, **more})


@pytest.fixture
def compared(call):
    def compare(old, new, *arguments):
        call.write({"old.json": old, "new.json": new})
        return call.json("compare", "old.json", "new.json", *arguments)

    return compare


def test_what_a_change_brings_and_mends(call):
    call.write({".meminit.toml": "", "docs/a.md": WRONG, "docs/Odd Name.md": GOOD.replace("001", "002")})
    call.json("check", "--output", "old.json")
    call.write({"docs/a.md": GOOD + "\n\n[y](#no)\n[z](gone.md)\n"})
    call.json("check", "--output", "new.json")
    answer = call.json("compare", "old.json", "new.json")
    data = answer.json["data"]
    assert answer.exit == 1
    assert [each["message"] for each in data["new"]] == ["gone.md does not exist"]
    assert [each["message"] for each in data["fixed"]] == ["no.md does not exist"]
    assert data["persisting"] == 2
    assert answer.json["violations"] == data["new"]
    same = call.json("compare", "new.json", "new.json")
    assert (same.exit, same.json["data"]["new"], same.json["data"]["persisting"]) == (0, [], 3)
    text = call("compare", "old.json", "new.json").text
    assert text.startswith("1 new finding, 1 fixed, 2 in both\ndocs/a.md:")
    comment = call("compare", "old.json", "new.json", "--format", "md").text
    assert comment.startswith("## meminit compare: failed\n")
    assert "| new | 1 |\n| fixed | 1 |\n| persisting | 2 |\n" in comment
    assert [each[3] for each in formats.of_md(comment)] == ["BROKEN_LINK"]


def test_it_needs_no_repository_and_reads_standard_input(call, monkeypatch, tmp_path):
    (tmp_path / "a.json").write_text(_answer())
    assert call.json("compare", "a.json", "a.json").exit == 0
    assert call.json("compare", "-", "-").json["error"]["code"] == "INVALID_ARGUMENT"
    assert call.json("compare", "a.json", "none.json").json["error"]["code"] == "FILE_NOT_FOUND"


def test_hints_places_and_severities_do_not_count(compared):
    old = _answer(("a.md", "X", "no b; did you mean c?", None))
    new = json.dumps(
        {
            **json.loads(_answer()),
            "warnings": [{"path": "a.md", "code": "X", "severity": "warning", "message": "no b", "line": 3}],
        }
    )
    assert compared(old, new).json["data"]["persisting"] == 1


def test_a_renamed_document_keeps_its_findings(compared):
    old = _answer(("a.md", "X", "m", "PAY-ADR-001"), ("b.md", "X", "m", None))
    new = _answer(("c.md", "X", "m", "PAY-ADR-001"), ("d.md", "X", "m", None))
    data = compared(old, new).json["data"]
    assert ([each["path"] for each in data["new"]], [each["path"] for each in data["fixed"]]) == (["d.md"], ["b.md"])


def test_each_is_paired_once(compared):
    data = compared(_answer(*[("a.md", "X", "m", None)] * 2), _answer(*[("a.md", "X", "m", None)] * 5)).json["data"]
    assert (len(data["new"]), data["persisting"]) == (3, 2)


def _most(old, new):
    """The size of the largest pairing, found by trying all."""
    if not new:
        return 0
    first, *rest = new
    best = _most(old, rest)
    for number, each in enumerate(old):
        if each[0] == first[0] or (each[3] and each[3] == first[3]):
            best = max(best, 1 + _most(old[:number] + old[number + 1 :], rest))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_as_many_are_paired_as_can_be(compared, seed):
    dice = Random(seed)

    def some():
        ids = {path: dice.choice(["I", "J", None]) for path in "abc"}
        paths = [dice.choice("abc") for _ in range(dice.randrange(5))]
        return [(path, "X", "m", ids[path]) for path in paths]

    old, new = some(), some()
    assert compared(_answer(*old), _answer(*new)).json["data"]["persisting"] == _most(old, new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "\ufeff{}",
        _answer(output_schema_version="1.0"),
        _answer(command="doctor"),
        _answer(error={"code": "X", "message": "m"}),
        _answer(violations=3),
        _answer(violations=[{"path": 3}]),
        _answer(violations=["x"]),
        _answer(warnings=[{"path": "a", "code": "X", "severity": "bad", "message": "m"}]),
        _answer(data={"page": {}}),
    ],
)
def test_what_is_no_answer_of_a_check_is_refused(compared, text):
    answer = compared(_answer(), text)
    assert (answer.exit, answer.json["error"]["code"]) == (3, "COMPARE_INVALID")
    assert "'new.json'" in answer.json["error"]["message"]


def test_many_alike_are_paired_in_time(compared):
    findings = [(f"{number}.md", "X", "m", f"ID-{number}") for number in range(5000)]
    moved = [(f"{number + 1}.md", "X", "m", f"ID-{number}") for number in range(5000)]
    assert compared(_answer(*findings), _answer(*moved)).json["data"]["persisting"] == 5000
