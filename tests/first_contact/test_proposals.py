"""Under its own proposal a repository is governed nearly whole, scan and check agree, and planted defects are found."""

import re
import tarfile
from collections import Counter

import pytest
from tests.support.marks import DATA, needs_data

pytestmark = [needs_data, pytest.mark.slow]

# How many Markdown files are governed of how many, by the folder of the docs root.
GOVERNED = {
    "alint": ("docs", 87, 97),
    "community": (".", 957, 964),
    "eips": ("EIPS", 949, 999),
    "mdn": ("files/en-us/web", 296, 300),
    "mkdocs": ("docs", 19, 37),
    "vite": ("docs", 57, 61),
}


@pytest.fixture
def unpacked(call):
    def unpack(name):
        with tarfile.open(DATA / f"corpora/{name}.tar.xz") as packed:
            packed.extractall(call.folder, filter="data")
        call.folder /= name
        return call

    return unpack


@pytest.mark.parametrize("name", GOVERNED)
def test_nearly_all_documents_are_governed_and_check_gives_the_verdict_of_scan(unpacked, name):
    call = unpacked(name)
    data = call.json("scan", "--write").json["data"]
    report, score = data["report"], data["score"]
    counts = report["governed_markdown_count"], report["markdown_count"]
    assert (report["docs_root"], *counts) == GOVERNED[name]
    assert sum(each["count"] for each in report["left_out"]) == counts[1] - counts[0]
    answer = call.json("check").json
    assert (answer["files_checked"], answer["files_passed"]) == (score["files_checked"], score["files_passed"])
    violations = Counter(each["code"] for group in answer["violations"] for each in group["violations"])
    assert violations == score["violations"]
    assert Counter(each["code"] for each in answer["warnings"]) == score["warnings"]
    assert ("fewer than half" in call("scan").text) is (2 * counts[0] < counts[1])


def _changed(call, name, pattern, new):
    path = call.folder / f"EIPS/eip-{name}.md"
    text = path.read_text()
    changed = re.sub(pattern, new, text, count=1, flags=re.MULTILINE)
    assert changed != text
    path.write_text(changed)


def test_what_is_planted_in_front_matter_is_found(unpacked):
    call = unpacked("eips")
    _changed(call, "1559", r"^requires: .*$", "requires: 2718, 99999")
    _changed(call, "2935", r"^eip: .*$", "eip: 2930")
    _changed(call, "4844", r"^title: .*\n", "")
    _changed(call, "3675", r"^category: .*\n", "")
    _changed(call, "7702", r"^discussions-to:", "discusions-to:")
    call("scan", "--write")
    found = [line.split(" ", 3) for line in call.json("check").found]
    planted = {(place.split(":")[0], code) for place, _, code, _ in found if not code.startswith("BROKEN")}
    assert {
        ("EIPS/eip-1559.md", "UNRESOLVED_REFERENCE"),
        ("EIPS/eip-2930.md", "DUPLICATE_ID"),
        ("EIPS/eip-2935.md", "DUPLICATE_ID"),
        ("EIPS/eip-3675.md", "MISSING_FIELD"),
        ("EIPS/eip-4844.md", "MISSING_FIELD"),
        ("EIPS/eip-7702.md", "SUSPICIOUS_FIELD"),
    } <= planted
    others = {
        code for path, code in planted if path not in {f"EIPS/eip-{n}.md" for n in (1559, 2930, 2935, 3675, 4844, 7702)}
    }
    assert others <= {"UNRESOLVED_REFERENCE"}  # to 2935, which no longer is there
    assert call.json("index", "--catalog").exit == 0
