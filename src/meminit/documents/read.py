"""Reads one governed file into a Document."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.config.settings import IdForm, Links
from meminit.documents import front_matter, markdown
from meminit.documents.discover import MARKDOWN, Candidate
from meminit.documents.front_matter import FrontMatter
from meminit.documents.judgement import judged
from meminit.documents.tree import Names, Tree
from meminit.model.document import Breach, Document, Reference
from meminit.model.finding import Problem
from meminit.model.link import Link
from meminit.model.node import Mapped, Path, Scalar, dotted, is_blank
from meminit.schema.formats import Format, values
from meminit.schema.loading import Schema
from meminit.sources import gate
from meminit.words import quoted


class Governing(NamedTuple):
    """What decides about the front matter of one namespace.

    `schema` is None where there is none; `broken` says that there is one which cannot be used. A type whose own schema
    is broken stands in `by_type` with None. `id_field` is "" where documents have no ids, and
    `id_form` None where the schema alone decides what they look like.
    """

    schema: Schema | None
    broken: bool
    by_type: Mapping[str, Schema | None]
    id_field: str
    id_form: IdForm | None
    sectioned: frozenset[str] = frozenset()  # the types that must have certain headings


def opened(root: str, candidate: Candidate) -> bytes | Problem:
    """What a file holds, or why nobody can tell."""
    if candidate.problem:
        return candidate.problem
    try:
        return gate.read_bytes(os.path.join(root, candidate.file), gate.DOCUMENT_LIMIT)
    except gate.SourceError as error:
        code = "FILE_TOO_LARGE" if error.kind == "too_large" else "FILE_UNREADABLE"
        return Problem(code, {"problem": error.words})


def document(
    candidate: Candidate, content: bytes | Problem, governing: Governing, links: Links, *, at_a_glance: bool = False
) -> Document:
    """The facts of a file; one that cannot be read has its problem and nothing else.

    At a glance, bodies that hold nothing remarkable are read without places.
    """
    unread = Document(candidate.path, candidate.namespace, candidate.file, is_understood=False)
    if isinstance(content, Problem):
        return unread._replace(problems=(content,))
    try:
        text = gate.decode(content)
    except gate.BadEncoding as error:
        problem = Problem("INVALID_ENCODING", {"problem": error.words}, error.line, error.column)
        return unread._replace(problems=(problem,))
    return _understood(unread, text, governing, links, at_a_glance=at_a_glance)


class Outsider(NamedTuple):
    """What links need to know of a file that is no governed document; `lines` is None where it is no text."""

    lines: int | None
    anchors: frozenset[str] | None


def outsider(tree: Tree, names: Names, links: Links) -> Outsider | None:
    """None where the file cannot be read."""
    try:
        data = gate.read_inside(tree.root, os.path.join(*names), gate.DOCUMENT_LIMIT)
    except gate.SourceError:
        return None
    count = None if b"\0" in data else len(data.splitlines())
    try:
        text = gate.decode(data)
    except gate.BadEncoding:
        return Outsider(count, None)
    if not names[-1].lower().endswith(MARKDOWN):
        return Outsider(count, None)
    front = front_matter.read(text)
    return Outsider(count, markdown.read(text[front.body_at :], front.body_line, links).anchors)


def _understood(unread: Document, text: str, governing: Governing, links: Links, *, at_a_glance: bool) -> Document:
    front = front_matter.read(text)
    known = unread._replace(
        is_understood=True, fields=front.fields, closing_line=front.closing_line, problems=front.problems
    )
    known = _with_body(known, text, front, governing, links, at_a_glance=at_a_glance)
    field = governing.id_field
    if front.fields is None:
        return known._replace(claimed_id=front_matter.claimed_id(front.text, field))
    known = known._replace(described=governing.schema.names if governing.schema else frozenset())
    document_id = known.text(field) if field else None
    schemas = _schemas(known, governing)
    breaches = judged(front.fields, known.closing_line, schemas, field) if schemas is not None else ()
    pointing = _pointing(front.fields, schemas or ())
    paths = (Link(each.written, "field", each.line, each.column) for each in pointing["doc-path"].values())
    return known._replace(
        document_id=document_id,
        breaches=(*breaches, *_id_breach(document_id, breaches, governing)),
        links=(*known.links, *paths),
        references=tuple(Reference(dotted(path), each) for path, each in pointing["doc-id"].items()),
    )


def _with_body(
    known: Document, text: str, front: FrontMatter, governing: Governing, links: Links, *, at_a_glance: bool
) -> Document:
    type_name = known.text("type") if governing.sectioned else None
    wants_headings = type_name is not None and type_name.written in governing.sectioned
    rest = text[front.body_at :]
    glance = markdown.glance(rest, links) if at_a_glance and not wants_headings else None
    body = glance or markdown.read(rest, front.body_line, links)
    return known._replace(**body._asdict(), is_outlined=glance is not None)


def _schemas(known: Document, governing: Governing) -> tuple[Schema, ...] | None:
    """The schemas that govern the document; None where one of them is broken."""
    type_name = known.text("type")
    extra = governing.by_type.get(type_name.written) if type_name else None
    type_is_broken = type_name is not None and extra is None and type_name.written in governing.by_type
    if governing.broken or type_is_broken:
        return None
    return tuple(schema for schema in (governing.schema, extra) if schema)


def _pointing(fields: Mapped, schemas: tuple[Schema, ...]) -> Mapping[Format, Mapping[Path, Scalar]]:
    """The values that a schema says are paths or ids of other documents; blank ones are for other rules."""
    found: dict[Format, dict[Path, Scalar]] = {"doc-path": {}, "doc-id": {}}
    for schema in schemas:
        for mark in schema.marks:
            for path, scalar in values(fields, mark.steps):
                if not is_blank(scalar) and (scalar.kind == "text" or mark.format == "doc-id"):
                    found[mark.format].setdefault(path, scalar)
    return found


def _id_breach(document_id: Scalar | None, breaches: tuple[Breach, ...], governing: Governing) -> Iterator[Breach]:
    """The configured pattern is matched on what is written; one finding is enough where the schema has one, too."""
    form = governing.id_form
    if document_id is None or form is None or any(each.kind == "id" for each in breaches):
        return
    if not form.fits(document_id.written):
        words = f"{quoted(document_id.written)} does not match {form.pattern}"
        yield Breach("id", (governing.id_field,), "pattern", words, document_id.line, document_id.column)
