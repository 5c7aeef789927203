"""The judge that decides agrees with the official test suite, the jsonschema library, and the stand-in made of that.

Each difference is listed here with its reason, and none that does not occur. The data hold the suite of drafts 7,
2019-09 and 2020-12; with the cases of draft 7 the judges of drafts 4 and 6 are compared with each other. A schema of
any other draft (3, or what comes next) is refused.
"""

import json
import re
import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
import referencing
from tests.support.judges import judge_of
from tests.support.marks import DATA, needs_data

from meminit.schema import by_jsonschema, by_jsonschema_rs
from meminit.schema.judge import Uncompilable, draft_of

FOLDERS = {
    "draft-04": "draft7",
    "draft-06": "draft7",
    "draft-07": "draft7",
    "2019-09": "draft2019-09",
    "2020-12": "draft2020-12",
}
META = {
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema#",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}
LIBRARY = {
    "draft-04": jsonschema.Draft4Validator,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}


class Case(NamedTuple):
    """One value of the suite, and whether it is said to be right; None where the schema is refused."""

    file: str
    group: str
    test: str
    expected: bool
    ours: bool | None
    quickly: bool | None
    standin: bool | None
    library: bool | None

    def __str__(self):
        said = f"{self.ours}, suite {self.expected}, stand-in {self.standin}, library {self.library}"
        return f"{self.file}: {self.group}: {self.test}: {said}"


@cache
def _files(folder):
    with tarfile.open(DATA / "data/json-schema-test-suite.tar.xz") as archive:
        return [
            ("/".join(parts[parts.index(folder) + 1 :]), json.load(archive.extractfile(member)))
            for member in archive
            if folder in (parts := Path(member.name).parts) and "tests" in parts and member.name.endswith(".json")
        ]


def _verdicts(accepts, schema, draft, values):
    """Whether each value is accepted; None where the schema is not."""
    try:
        fits = accepts(schema, draft)
        return [fits(value) for value in values]
    except (Uncompilable, referencing.exceptions.Unresolvable, re.error, jsonschema.SchemaError):
        return [None] * len(values)


@cache
def _cases(draft):
    found = []
    for file, groups in _files(FOLDERS[draft]):
        for group in groups:
            schema = group["schema"]
            own = isinstance(schema, dict) and draft in FOLDERS.keys() - OLD and "$schema" in schema
            named = schema if own or isinstance(schema, bool) else {**schema, "$schema": META[draft]}
            values = [test["data"] for test in group["tests"]]
            columns = [_verdicts(accepts, named, draft, values) for accepts in (_ours, _quickly, _standin, _library)]
            for test, *said in zip(group["tests"], *columns, strict=True):
                found.append(Case(file, group["description"], test["description"], test["valid"], *said))
    return found


def _ours(schema, draft):
    judge = judge_of(by_jsonschema_rs.compiled, schema, draft)
    return lambda value: not judge(value)


def _quickly(schema, draft):
    return judge_of(by_jsonschema_rs.compiled, schema, draft).accepts


def _standin(schema, draft):
    return judge_of(by_jsonschema.compiled, schema, draft).accepts


def _library(schema, draft):
    maker = LIBRARY[draft]
    maker.check_schema(schema)
    return maker(schema, registry=referencing.Registry(), format_checker=maker.FORMAT_CHECKER).is_valid


ELSEWHERE = "it refers to a schema on the web, which nothing fetches"
AT_HAND = "it refers to a draft's own schema on the web, which the library has at hand, and which nothing fetches here"
OWN_META = "its $schema is none of the drafts, but a meta-schema of its own; such a schema is refused"
FORMATS = "without further packages the library checks this format less strictly, or not at all"
PATTERNS = "the library's patterns are Python's, not ECMAScript's"
NO_PROPERTIES = "Python's patterns know no \\p{Letter}, so that the library refuses the schema"
SEVEN = "a case of draft 7, whose keyword this draft does not know; the stand-in follows the reference all the same"

# Where the judge differs from whom, and why: by file, or by file and group.
FROM_SUITE = {
    "format.json": "formats are always asserted here, and annotations there",
    "refRemote.json": ELSEWHERE,
    "optional/cross-draft.json": ELSEWHERE,
    "dynamicRef.json: strict-tree schema, guards against misspelled properties": ELSEWHERE,
    "dynamicRef.json: tests for implementation dynamic anchor and reference link": ELSEWHERE,
    "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first": ELSEWHERE,
    "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first": ELSEWHERE,
    "dynamicRef.json: $ref to $dynamicRef finds detached $dynamicAnchor": ELSEWHERE,
    "definitions.json": AT_HAND,
    "defs.json": AT_HAND,
    "ref.json: remote ref, containing refs itself": AT_HAND,
    "vocabulary.json": OWN_META,
    "optional/format-assertion.json": OWN_META,
}
FROM_STANDIN = {
    "format.json": FORMATS,
    **{
        f"optional/format/{name}.json": FORMATS
        for name in [
            *["date-time", "duration", "email", "hostname", "idn-hostname", "iri", "iri-reference", "json-pointer"],
            *["relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "uuid"],
        ]
    },
    "optional/format/ecmascript-regex.json": PATTERNS,
    "optional/ecmascript-regex.json": PATTERNS,
    "pattern.json: pattern with Unicode property escape requires unicode mode": NO_PROPERTIES,
    "patternProperties.json: patternProperties with Unicode property escape": NO_PROPERTIES,
    "optional/content.json": "the library does not look into content",
    "optional/dependencies-compatibility.json": "the library does not know the older keyword in newer drafts",
    "unevaluatedProperties.json: unevaluatedProperties with adjacent non-bool additionalProperties": (
        "the library is wrong in draft 2019-09, as the suite says"
    ),
}
FROM_LIBRARY = {
    **FROM_STANDIN,
    **{name: reason for name, reason in FROM_SUITE.items() if reason in {AT_HAND, OWN_META}},
}
OF_OLD_DRAFTS = {
    "optional/format/date.json": "the library has no such format in drafts 4 and 6",
    "ref.json: ref to if": SEVEN,
    "ref.json: ref to then": SEVEN,
    "ref.json: ref to else": SEVEN,
    "ref.json: $id must be resolved against nearest parent, not just immediate parent": SEVEN,
    "ref.json: simple URN base URI with $ref via the URN": SEVEN,
    "ref.json: URN base URI with URN and JSON pointer ref": SEVEN,
    "optional/id.json": SEVEN,
    "optional/unknownKeyword.json": SEVEN,
    "boolean_schema.json": "draft 4 has no such schema; here a file that holds nothing but true or false is one in any",
}
OLD = {"draft-04", "draft-06"}


def _names(cases):
    return {name for case in cases for name in (case.file, f"{case.file}: {case.group}")}


def _unlisted(differing, listed):
    return [str(case) for case in differing if not _names([case]) & listed.keys()]


@needs_data
@pytest.mark.parametrize("draft", FOLDERS)
def test_the_judge_says_what_the_suite_and_the_library_say(draft):
    cases, old = _cases(draft), OF_OLD_DRAFTS if draft in OLD else {}
    assert sum(case.ours is not None for case in cases) > 1500
    assert [str(case) for case in cases if case.ours is not case.quickly] == []
    if draft not in OLD:
        assert _unlisted([case for case in cases if case.ours is not case.expected], FROM_SUITE) == []
    assert _unlisted([case for case in cases if case.ours is not case.standin], FROM_STANDIN | old) == []
    assert _unlisted([case for case in cases if case.ours is not case.library], FROM_LIBRARY | old) == []


@needs_data
def test_every_difference_that_is_listed_occurs():
    new = [case for draft in FOLDERS if draft not in OLD for case in _cases(draft)]
    old = [case for draft in OLD for case in _cases(draft)]
    assert FROM_SUITE.keys() <= _names(case for case in new if case.ours is not case.expected)
    assert FROM_STANDIN.keys() <= _names(case for case in new if case.ours is not case.standin)
    assert FROM_LIBRARY.keys() <= _names(case for case in new if case.ours is not case.library)
    assert OF_OLD_DRAFTS.keys() <= _names(case for case in old if {case.standin, case.library} != {case.ours})


@needs_data
def test_the_data_hold_no_draft_that_is_not_judged():
    with tarfile.open(DATA / "data/json-schema-test-suite.tar.xz") as archive:
        folders = [Path(member.name).parts for member in archive if member.isdir()]
    assert {each[1] for each in folders if len(each) == 2 and each[0] == "tests"} == set(FOLDERS.values())


@pytest.mark.parametrize(
    "name", ["http://json-schema.org/draft-03/schema#", "https://json-schema.org/draft/next/schema"]
)
def test_a_schema_of_another_draft_is_refused(name):
    with pytest.raises(Uncompilable) as refused:
        draft_of({"$schema": name})
    assert refused.value.path == ("$schema",)
