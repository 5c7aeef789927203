"""What was found about the links of real sites, beside verdicts about samples; and how the page of figures is made."""

import json
import tarfile
from pathlib import Path

import pytest
from dev import first_contact
from tests.support.marks import DATA, needs_data

SAMPLES = sorted((Path(__file__).parent.parent / "first_contact").glob("*.json"))


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_no_accusation_that_was_false_is_made_and_none_that_was_right_is_lost(call, tmp_path, sample):
    kept = json.loads(sample.read_text())
    with tarfile.open(DATA / kept["data"] / f"{sample.stem}.tar.xz") as tree:
        tree.extractall(tmp_path, filter="tar")
    call.folder = tmp_path / sample.stem
    call.write({".meminit.toml": kept["config"]})
    answer = json.loads(call.json("check", "--no-cache").out)
    groups = [*answer["violations"], *answer["warnings"]]
    findings = [(group["path"], each) for group in groups for each in group.get("violations", [group])]
    found = {(path, each.get("line", 0), each["code"]) for path, each in findings}
    wrong = [
        each
        for each in kept["verdicts"]
        if ((each["path"], each["line"], each["code"]) in found) != (each["verdict"] == "right")
    ]
    assert wrong == []


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_every_verdict_has_a_reason(sample):
    for each in json.loads(sample.read_text())["verdicts"]:
        assert each.keys() == {"path", "line", "code", "verdict", "why"}
        assert each["verdict"] in {"right", "false"}
        assert each["why"]


def test_the_page_of_first_contact_has_a_row_for_each_repository():
    site = {
        "name": "vue",
        "generator": "vitepress",
        "pages_governed": 1,
        "pages": 2,
        "right": 3,
        "wrong": 4,
        "unknown": 5,
    }
    site |= {"found": 6, "missed": 7, "planted": "8 of 9"}
    other = {"name": "eips", "generator": "jekyll", "governed": 10, "markdown": 11, "errors": {"A": 1, "B": 2}}
    page = first_contact._page([site], [{**other, "warnings": {"C": 12}, "scan": 1.25, "check": 0.5}])
    assert "| vue | vitepress | 1 of 2 | 3 | 4 | 5 | 6 of 13 | 8 of 9 |" in page
    assert "| eips | jekyll | 10 of 11 | B 2, A 1 | 12 | 1.2 | 0.5 |" in page
    assert "{" not in page
