"""A repository with a docops.config.yaml has the verdict that the tool gives for which the file was written."""

import json
import tarfile
from collections import Counter

import pytest
from tests.support.documents import GOOD
from tests.support.marks import DATA, needs_data

CONFIG = """\
project_name: Payments
repo_prefix: PAY
catalog_name: {catalog}
document_types:
  MINUTES: {{directory: minutes}}
"""


def _document(number, kind, block=""):
    return GOOD.replace("PAY-ADR-001", f"PAY-{kind[:3]}-{number:03}").replace("type: ADR", f"type: {kind}") + block


def test_the_usual_types_are_known_where_others_are_configured(call):
    documents = {
        f"docs/{folder}/d.md": _document(number, kind)
        for number, (kind, folder) in enumerate(
            {
                "RUNBOOK": "60-runbooks",
                "GOV": "00-governance",
                "STRAT": "02-strategy",
                "GUIDE": "x",
                "MINUTES": "minutes",
            }.items()
        )
    }
    call.write({"docops.config.yaml": CONFIG.format(catalog="all.md"), **documents})
    answer = call.json("check")
    assert not [line for line in answer.found if "ID_TYPE" not in line]
    call.write({"docs/y.md": _document(9, "MINUTSE")})
    (line,) = [line for line in call.json("check").found if "UNKNOWN_TYPE" in line]
    assert "warning UNKNOWN_TYPE" in line
    assert line.endswith("did you mean MINUTES?")
    assert call.json("check").exit == 0


@pytest.mark.parametrize(
    ("shown", "drifts"), [("Governance", False), ("GOV", False), ("gov", False), ("Planning", True), ("Rules", True)]
)
def test_a_code_may_be_shown_as_the_name_that_it_shortens(call, shown, drifts):
    block = f"\n<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Type:** {shown}\n"
    answer = call.check({"docs/a.md": _document(1, "GOV", block)})
    assert ("METADATA_BLOCK_DRIFT" in answer.codes) is drifts


@pytest.mark.parametrize(("shown", "drifts"), [("Implemented", False), ("in progress", False), ("Accepted", True)])
def test_a_block_may_show_the_state_of_the_work(call, shown, drifts):
    block = f"\n<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Status:** {shown}\n"
    answer = call.check({"docs/a.md": _document(1, "GOV", block)})
    assert ("METADATA_BLOCK_DRIFT" in answer.codes) is drifts


def test_the_board_has_the_order_of_the_statuses_that_are_configured(call):
    config = CONFIG.format(catalog="all.md") + "valid_doc_statuses: [Approved, Draft]\n"
    documents = {
        "docs/a.md": _document(1, "MINUTES"),
        "docs/b.md": _document(2, "MINUTES").replace("Draft", "Approved"),
    }
    call.write({"docops.config.yaml": config, **documents})
    call("index", "--kanban")
    headings = [
        line for line in (call.folder / "docs/01-indices/kanban.md").read_text().splitlines() if line[:3] == "## "
    ]
    assert headings == ["## Approved", "## Draft"]


def test_the_catalogue_has_the_name_that_is_configured_and_is_not_governed(call):
    call.write({"docops.config.yaml": CONFIG.format(catalog="all.md"), "docs/minutes/a.md": _document(1, "MINUTES")})
    assert call.json("index", "--catalog").json["data"]["pages"] == ["docs/01-indices/all.md"]
    assert call("list", "--paths").text == "docs/minutes/a.md\n"
    assert "CONFIG_KEY_IGNORED" not in [each["code"] for each in call.json("check").json["advice"]]
    call.write({".meminit.toml": '[docs]\ncatalog = "every.md"\n'})
    assert call.json("index", "--catalog").json["data"]["pages"] == ["docs/01-indices/every.md"]
    call.write({".meminit.toml": '[docs]\ncatalog = "../every.md"\n'})
    assert call.json("index").json["error"]["code"] == "CONFIG_INVALID"


@needs_data
def test_the_repository_of_that_tool_passes_as_it_does_there(call):
    with tarfile.open(DATA / "corpora/docops-upstream.tar.xz") as packed:
        packed.extractall(call.folder, filter="data")
    call.folder /= "docops-upstream"
    # Only Markdown and configurations are kept there: this is the schema with the form that it has.
    call.write(
        {"docs/00-governance/metadata.schema.json": json.dumps({"type": "object", "required": ["document_id", "type"]})}
    )
    answer = call.json("check").json
    assert (answer["files_checked"], answer["files_passed"], answer["violations_count"]) == (77, 77, 0)
    codes = Counter(each["code"] for each in answer["warnings"])
    scored = call.json("scan", "--write").json["data"]["score"]
    again = call.json("check").json
    assert (scored["files_passed"], again["files_passed"]) == (77, 77)
    assert (scored["violations"], scored["warnings"]) == ({}, codes)
    assert Counter(each["code"] for each in again["warnings"]) == codes
    assert codes == {"METADATA_BLOCK_DRIFT": 9, "UNKNOWN_TYPE": 1, "ID_TYPE_MISMATCH": 1, "BROKEN_ANCHOR": 1}
