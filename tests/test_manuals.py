"""The examples in the manual of each rule hold: the bad ones have the finding, the good ones do not."""

import pytest

from meminit.manual import manual
from meminit.rule import Observed
from meminit.rules import MODULES

PAGES = [(module.RULE.meta.code, manual(module.__doc__), module.RULE) for module in MODULES]


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
