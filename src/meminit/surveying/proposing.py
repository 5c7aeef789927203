"""Proposes a configuration and a schema that ask of documents what nearly all of them do already."""

from typing import NamedTuple

from meminit.surveying.config_text import Line, config_lines, proposed_types, written
from meminit.surveying.schema_text import schema_text
from meminit.surveying.survey import Survey


class Proposal(NamedTuple):
    """The schema and its path are empty where front matter tells too little; `lines` are the configuration."""

    lines: tuple[Line, ...]
    schema: str
    schema_path: str

    @property
    def bare(self) -> str:
        """The configuration without reasons: it changes only where what it says does."""
        return written(self.lines, reasons=False)


def with_own_schema(survey: Survey, project: str, schema_path: str) -> Proposal:
    """`schema_path` is where the schema would stand, if there is to be one."""
    decided = {"type"} if proposed_types(survey.types) else set()
    schema = schema_text(survey.found, survey.ids.field if survey.ids else "", decided)
    path = schema_path if schema else ""
    return Proposal(config_lines(survey, project, path), schema, path)


def with_built_in_schema(survey: Survey, project: str) -> Proposal:
    """The same for documents that keep the built-in schema, which holds where none is named."""
    return Proposal(config_lines(survey, project, None), "", "")
