"""Makes a judge of a schema by a library of choice, as loading a schema of a repository does."""

from meminit.schema.judge import Source, Uncompilable, draft_of
from meminit.schema.references import resolved
from meminit.sources.files import Files


def judge_of(compiled, schema, draft):
    """Raises Uncompilable where the schema would be refused."""
    if isinstance(schema, bool):
        schema = {} if schema else {"not": {}}
    if "$schema" in schema and draft_of(schema) != draft:
        raise Uncompilable((), "it is of another draft")
    found = resolved(schema, Files(""), "schema", 0)
    return compiled(Source(schema, found.uri, draft, found.externals, found.resources))
