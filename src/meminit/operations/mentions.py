"""What is told of a place in which one document mentions another one."""

from meminit.engine.graph import Mention
from meminit.operations.knowing import Knowledge
from meminit.words import encodable


def place(mention: Mention) -> dict[str, object]:
    """Where it is written in its document, and what; a field of the front matter is named."""
    told: dict[str, object] = {"line": mention.line}
    if mention.column is not None:
        told["column"] = mention.column
    told["written"] = encodable(mention.written)
    if mention.field:
        told["field"] = mention.field
    return told


def shown(known: Knowledge, mention: Mention) -> str:
    """The place as editors and terminals know places."""
    column = "" if mention.column is None else f":{mention.column}"
    return f"{known.path(mention.number)}:{mention.line}{column}"
