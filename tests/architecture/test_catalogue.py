"""Every code has its row, its page, its test and its place in the published schema; nothing is forgotten."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from meminit import diagnoses
from meminit.catalogue import ANNOUNCED, catalogue, configurable_codes
from meminit.config import settings
from meminit.diagnosis import Level
from meminit.installed import names, published
from meminit.model.finding import CORRECTED, Severity
from meminit.rules import MODULES, RULES

TOP = Path(__file__).parent.parent.parent
CONTRACT = {
    "MISSING_FRONTMATTER": "error",
    "INVALID_FRONTMATTER": "error",
    "DUPLICATE_KEY": "error",
    "INVALID_ENCODING": "error",
    "FILE_TOO_LARGE": "error",
    "FILE_UNREADABLE": "error",
    "MISSING_FIELD": "error",
    "INVALID_FIELD": "error",
    "UNKNOWN_FIELD": "error",
    "SUSPICIOUS_FIELD": "warning",
    "BLUEPRINT_EXECUTOR_MISSING": "warning",
    "BLUEPRINT_NAME_DUPLICATE": "error",
    "BLUEPRINT_PARAMETER_UNDECLARED": "error",
    "BLUEPRINT_PROMPT_EMPTY": "error",
    "BLUEPRINT_SCHEMA_INVALID": "error",
    "EMPTY_FIELD": "error",
    "INVALID_ID_FORMAT": "error",
    "ID_PREFIX_MISMATCH": "error",
    "ID_TYPE_MISMATCH": "error",
    "DUPLICATE_ID": "error",
    "UNRESOLVED_REFERENCE": "error",
    "SUPERSESSION_CYCLE": "error",
    "SUPERSEDED_BY_MISSING": "warning",
    "SUPERSESSION_NOT_MIRRORED": "off",
    "BROKEN_LINK": "error",
    "BROKEN_ANCHOR": "error",
    "LINK_OUTSIDE_ROOT": "error",
    "LINK_CASE_MISMATCH": "error",
    "UNSAFE_LINK_SCHEME": "error",
    "UNCERTAIN_LINK": "off",
    "EMPTY_LINK": "warning",
    "UNDEFINED_REFERENCE": "warning",
    "UNUSED_DEFINITION": "warning",
    "DUPLICATE_DEFINITION": "warning",
    "UNDEFINED_FOOTNOTE": "warning",
    "UNUSED_FOOTNOTE": "warning",
    "UNUSED_SUPPRESSION": "warning",
    "BASELINE_STALE": "error",
    "SUPPRESSION_WITHOUT_REASON": "off",
    "FILENAME_CONVENTION": "warning",
    "DIRECTORY_MISMATCH": "warning",
    "OUTSIDE_DOCS_ROOT": "warning",
    "UNKNOWN_TYPE": "error",
    "ORPHAN_DOCUMENT": "off",
    "PATH_ESCAPE": "error",
    "DOCS_ROOT_MISSING": "error",
    "MISSING_SECTION": "error",
    "SECTION_ORDER": "warning",
    "DUPLICATE_SECTION": "warning",
    "PLACEHOLDER_IN_APPROVED": "error",
    "METADATA_BLOCK_DRIFT": "warning",
    "SCHEMA_INVALID": "error",
    "SCHEMA_MISSING": "error",
    "FILE_NOT_FOUND": "error",
    "RULE_CRASHED": "error",
    "STATE_INVALID": "error",
    "STATE_STALE_ID": "warning",
    "COVERS_NOTHING": "warning",
    "COVERED_CODE_CHANGED": "warning",
    "LAST_UPDATED_STALE": "off",
}


def test_what_text_says_can_be_fixed_has_a_correction():
    assert {entry.code for entry in catalogue().values() if entry.fixable} >= CORRECTED
    assert not CORRECTED & {"BROKEN_LINK", "BROKEN_ANCHOR", "LINK_CASE_MISMATCH"}, (
        "these need a correction of their own"
    )


def test_the_rules_are_those_of_the_contract():
    assert {rule.meta.code: str(rule.meta.severity) for rule in RULES} == CONTRACT


def test_every_file_is_in_the_tuple_and_named_after_its_code():
    files = {path.stem for path in (TOP / "src/meminit/rules").glob("*.py")} - {"__init__"}
    assert {module.__name__.rpartition(".")[2] for module in MODULES} == files
    for module in MODULES:
        assert module.RULE.meta.code.lower() == module.__name__.rpartition(".")[2]


def test_every_diagnosis_is_in_the_tuple_and_named_after_its_code():
    files = {path.stem for path in (TOP / "src/meminit/diagnoses").glob("*.py")} - {"__init__"}
    assert {module.__name__.rpartition(".")[2] for module in diagnoses.MODULES} == files
    for module in diagnoses.MODULES:
        assert module.DIAGNOSIS.meta.code.lower() == module.__name__.rpartition(".")[2]


# Found by tests of their own, since they need links, odd files or a crash.
ELSEWHERE = {
    "FILE_TOO_LARGE": "test_tree.py",
    "FILE_UNREADABLE": "test_tree.py",
    "LAST_UPDATED_STALE": "covering/test_last_updated.py",
    "PATH_ESCAPE": "test_tree.py",
    "RULE_CRASHED": "test_engine.py",
}


@cache
def _expected():
    return [path.read_text(encoding="utf-8") for path in (TOP / "tests/cases").rglob("expected")]


@pytest.mark.parametrize("code", sorted(CONTRACT))
def test_every_rule_is_found_by_some_case(code):
    if code in ELSEWHERE:
        assert f'"{code}"' in (TOP / "tests/unit" / ELSEWHERE[code]).read_text(encoding="utf-8")
        return
    finding = re.compile(rf'(error|warning) {code} |"violations":\[{{[^]]*"code":"{code}"')
    assert any(finding.search(text) for text in _expected() if code in text)


def test_every_entry_says_what_why_and_what_to_do():
    for entry in catalogue().values():
        assert re.fullmatch(r"[A-Z][A-Z0-9_]*", entry.code)
        assert entry.summary.endswith(".")
        assert entry.cause
        assert entry.remedy
        assert entry.severity in {None, *Severity, *Level}


def test_codes_to_come_are_not_there_yet():
    assert not ANNOUNCED & catalogue().keys()


def test_the_configuration_schema_names_the_codes():
    schema = json.loads((TOP / "schemas/config.schema.json").read_text())
    assert schema["definitions"]["code"]["enum"] == configurable_codes()


def test_every_schema_file_is_published_by_a_name():
    files = [path.read_text(encoding="utf-8") for path in (TOP / "schemas").rglob("*.json")]
    assert sorted(json.dumps(published(name)) for name in names()) == sorted(
        json.dumps(json.loads(each)) for each in files
    )


def test_the_defaults_of_the_schema_are_those_of_the_settings():
    schema = json.loads((TOP / "schemas/config.schema.json").read_text(encoding="utf-8"))["properties"]
    docs, ids = schema["docs"]["properties"], schema["id"]["properties"]
    assert docs["root"]["default"] == settings.DEFAULT_ROOT
    assert tuple(docs["include"]["default"]) == settings.DEFAULT_INCLUDE
    assert tuple(docs["exclude"]["default"]) == settings.DEFAULT_EXCLUDE
    assert docs["filename"]["default"] == settings.DEFAULT_FILENAME
    assert ids["field"]["default"] == settings.DEFAULT_ID_FIELD
    assert tuple(ids["references"]["default"]) == settings.DEFAULT_REFERENCES
    assert settings.DEFAULT_ID_PATTERN in ids["pattern"]["description"]
    assert settings.DEFAULT_SCHEMA in docs["schema"]["description"]
