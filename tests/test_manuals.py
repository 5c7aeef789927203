"""The examples in the manuals of rules and diagnoses hold: the bad ones are found, the good ones are not."""

import pytest

from meminit.diagnoses import MODULES as DIAGNOSES
from meminit.manual import manual
from meminit.rule import Observed
from meminit.rules import MODULES

PAGES = [(module.RULE.meta.code, manual(module.__doc__), module.RULE) for module in MODULES]
DIAGNOSED = [(module.DIAGNOSIS.meta.code, manual(module.__doc__), module.DIAGNOSIS) for module in DIAGNOSES]
# What no files alone can show: links, and what meminit runs in. These have tests of their own in test_doctor.py.
WITHOUT_EXAMPLES = {"CACHE_UNWRITABLE", "LIBRARY_OUTDATED", "NAMESPACE_OVERLAPS", "PYTHON_OUTDATED"}


def _files(page, section):
    shown = [each for each in page.examples if each.section in {section, "Setting"}]
    return {each.path: each.text for each in shown}


@pytest.mark.parametrize(("code", "page", "rule"), PAGES, ids=[code for code, _, _ in PAGES])
def test_page_is_whole(code, page, rule):
    assert page.summary == rule.meta.summary
    assert {"Why", "Remedy"} <= page.sections.keys()
    if not isinstance(rule, Observed):
        assert {"Bad", "Good"} <= page.sections.keys()


@pytest.mark.parametrize(("code", "page", "rule"), [each for each in PAGES if "Bad" in each[1].sections])
def test_examples_hold(code, page, rule, call, tmp_path):
    assert code in call.check(_files(page, "Bad")).codes
    for path in _files(page, "Bad"):
        (tmp_path / path).unlink()
    assert code not in call.check(_files(page, "Good")).codes


@pytest.mark.parametrize(("code", "page", "diagnosis"), DIAGNOSED, ids=[each[0] for each in DIAGNOSED])
def test_page_of_a_diagnosis_is_whole(code, page, diagnosis):
    assert page.summary == diagnosis.meta.summary
    assert {"Why", "Remedy"} <= page.sections.keys()
    assert ({"Bad", "Good"} <= page.sections.keys()) == (code not in WITHOUT_EXAMPLES)


@pytest.mark.parametrize(("code", "page", "diagnosis"), [each for each in DIAGNOSED if "Bad" in each[1].sections])
def test_examples_of_a_diagnosis_hold(code, page, diagnosis, call, tmp_path):
    call.write(_files(page, "Bad"))
    assert code in {each["rule"] for each in call.json("doctor").json["data"]["issues"]}
    for path in _files(page, "Bad"):
        (tmp_path / path).unlink()
    call.write(_files(page, "Good"))
    left = call.json("doctor").json["data"]["issues"]
    assert [each for each in left if each["severity"] != "info"] == []
    assert code not in {each["rule"] for each in left}
