"""Front matter that is called right at once is front matter that nothing is said against at length."""

from random import Random
from typing import NamedTuple

import pytest
from dev.parsers import documents
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.fields import DRAFTS, Schemas, some_fields
from tests.support.judges import judge_of
from tests.support.marks import DATA, needs_data

from meminit.documents import front_matter
from meminit.documents.as_written import plainly_valid
from meminit.documents.judgement import judged, judged_at_length
from meminit.installed import published
from meminit.model.node import Mapped
from meminit.schema import by_jsonschema, by_jsonschema_rs
from meminit.schema.judge import Uncompilable
from meminit.schema.loading import Schema, of_mapping
from meminit.sources import yaml_text
from meminit.sources.files import Files

pytestmark = pytest.mark.slow


def _schemas(random, compiled):
    """One or two schemas, as a namespace and a type may have; none where chance made something that is no schema."""
    made, draft = [Schemas(random).whole() for _ in range(random.choice([1, 1, 2]))], random.choice(DRAFTS)
    try:
        return tuple(Schema(judge_of(compiled, each, draft), each, frozenset()) for each in made)
    except Uncompilable:
        return ()


class Both(NamedTuple):
    """What was said of one document at once, if anything, and what at length."""

    documents: list
    id_field: str
    text: str
    at_once: bool
    shortly: tuple
    at_length: tuple


def judgements(random, compiled):
    """A few documents, judged by the same schemas."""
    schemas = _schemas(random, compiled)
    id_field = random.choice(["id", "id", "a", ""])
    for _ in range(8 if schemas else 0):
        text = some_fields(random)
        fields = yaml_text.parse(text).root
        assert isinstance(fields, Mapped)
        shortly, at_length = (judge(fields, 9, schemas, id_field) for judge in (judged, judged_at_length))
        at_once = plainly_valid(schemas, id_field).accepts(fields)
        yield Both([each.document for each in schemas], id_field, text, at_once, shortly, at_length)


@pytest.mark.parametrize(
    ("compiled", "count"),
    [(by_jsonschema_rs.compiled, 500), (by_jsonschema.compiled, 150)],
    ids=["jsonschema-rs", "jsonschema"],
)
def test_what_is_right_at_once_is_right_at_length(compiled, count):
    settled = 0

    @given(st.integers(min_value=0, max_value=2**64))
    @settings(max_examples=count, deadline=None, derandomize=True)
    def agree(seed):
        nonlocal settled
        for both in judgements(Random(seed), compiled):
            settled += both.at_once
            assert both.shortly == both.at_length, both

    agree()
    assert settled > count // 2


MADE = {
    "nothing is said of fields": {},
    "what the fields are": {
        "properties": {
            "title": {"type": "string", "minLength": 1},
            "weight": {"type": ["integer", "string"]},
            "date": {"type": "string", "format": "date"},
            "reviewers": {"type": "array", "items": {"type": "string"}},
            "versions": {"additionalProperties": {"type": "string"}},
            "min-kubernetes-server-version": {"type": "string", "pattern": "^v?[0-9.]+$"},
            "content_type": {"enum": ["concept", "task", "reference", "tutorial"]},
        },
        "required": ["title"],
    },
    "fields tied to each other": {
        "if": {"properties": {"content_type": {"const": "task"}}, "required": ["content_type"]},
        "then": {"required": ["weight"], "properties": {"weight": {"type": "number"}}},
        "properties": {"date": {"type": "string", "pattern": "^[0-9-]+$"}, "title": {"type": "string"}},
        "dependencies": {"reviewers": ["title"]},
    },
}


@needs_data
@pytest.mark.parametrize("name", ["k8s.tar.xz", "ghdocs.tar.xz"])
def test_real_documents_are_judged_at_once_as_they_are_at_length(name):
    schemas = [of_mapping(each, Files(""), "schema") for each in (published("metadata"), *MADE.values())]
    every = [*((each,) for each in schemas), (schemas[1], schemas[2]), (schemas[2], schemas[3])]
    settled, count = 0, 0
    for path, text in documents(DATA / "corpora" / name):
        fields = front_matter.read(text).fields
        for used in every if fields else ():
            count += 1
            settled += plainly_valid(used, "document_id").accepts(fields)
            assert judged(fields, 9, used, "document_id") == judged_at_length(fields, 9, used, "document_id"), path
    assert settled > count / 2
