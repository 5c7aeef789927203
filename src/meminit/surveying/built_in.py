"""Tells whether documents keep the built-in schema, so that they need none of their own."""

from collections.abc import Container, Iterable

from meminit.config.settings import DEFAULT_ID_FIELD, DEFAULT_ID_PATTERN
from meminit.model.finding import Finding
from meminit.schema.published import published
from meminit.surveying.evidence import Share
from meminit.surveying.fields import RARE_SHARE
from meminit.surveying.survey import Survey

_OF_SCHEMAS = frozenset({"MISSING_FIELD", "INVALID_FIELD", "UNKNOWN_FIELD", "EMPTY_FIELD", "INVALID_ID_FORMAT"})


def may_be_kept(survey: Survey) -> bool:
    """Whether documents have all fields that the built-in schema asks for; only a check can tell what is in them."""
    ids = survey.ids
    if ids is None or (ids.field, ids.pattern) != (DEFAULT_ID_FIELD, DEFAULT_ID_PATTERN):
        return False
    required = published("metadata")["required"]
    own = {each.name for each in survey.found.fields if each.is_required}
    return isinstance(required, list) and own.issuperset(required)


def is_kept(findings: Iterable[Finding], documents: Container[str], checked: int) -> bool:
    """Whether so few documents break it that these are mistakes."""
    wrong = {each.path for each in findings if each.code in _OF_SCHEMAS and each.path in documents}
    return not Share(len(wrong), checked).is_at_least(RARE_SHARE)
