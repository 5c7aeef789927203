"""Reads governed files into Documents, some of them at once.

Each step is taken for all of them before the next one: what a step works with then stays at hand in the processor,
which saves a quarter of the time.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from meminit.config.settings import IdForm, Links
from meminit.documents import front_matter, markdown, marks
from meminit.documents.body import Body
from meminit.documents.discover import Candidate
from meminit.documents.front_matter import FrontMatter
from meminit.documents.judgement import judged
from meminit.documents.marks import Surplus
from meminit.documents.pointing import NOWHERE, Pointed, pointed
from meminit.documents.tree import Tree
from meminit.model.document import Breach, Document
from meminit.model.finding import Problem
from meminit.model.link import Link
from meminit.model.node import Mapped, Scalar, text_of
from meminit.schema.loading import Schema
from meminit.sources import gate
from meminit.sources.limits import Limits
from meminit.words import quoted

Place: TypeAlias = tuple[int, int | None]
_UNREAD = Body(anchors=None)
NO_MEMORY = Problem("FILE_TOO_LARGE", {"problem": "there is not enough memory to read it"})


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


class File(NamedTuple):
    """What it holds, or why nobody can tell, what decides about its front matter, and its status when it was opened."""

    candidate: Candidate
    content: bytes | Problem
    governing: Governing
    status: os.stat_result | None = None


class Reading(NamedTuple):
    """What decides about the reading of every document: how its links are understood, and how much of it is read."""

    links: Links
    limits: Limits


def opened(tree: Tree, candidate: Candidate, governing: Governing) -> File:
    """A file with what it holds, or why nobody can tell."""
    if candidate.problem:
        return File(candidate, candidate.problem, governing)
    try:
        content, status = gate.read_and_seen(tree.prefix + candidate.file, tree.limits.document)
        return File(candidate, content, governing, status)
    except gate.SourceError as error:
        code = "FILE_TOO_LARGE" if error.kind == "too_large" else "FILE_UNREADABLE"
        return File(candidate, Problem(code, {"problem": error.words}), governing)
    except MemoryError:
        return File(candidate, NO_MEMORY, governing)


def documents(files: Sequence[File], how: Reading, *, at_a_glance: bool = False) -> list[Document]:
    """The facts of files; one that cannot be read has its problem and nothing else.

    At a glance, bodies that hold nothing remarkable are read without places.
    """

    def read(given: Sequence[_Given]) -> list[Document]:
        return _understood(given, how, at_a_glance=at_a_glance)

    return _of_texts(files, lambda given: _each_in_memory(given, read))


def detailed(files: Sequence[File], how: Reading) -> list[Document]:
    """What rules across documents need of files: their fields, references and placed links. Nothing is judged."""
    return _of_texts(files, lambda given: _details(given, how))


class _Given(NamedTuple):
    """A file that can be read."""

    candidate: Candidate
    text: str
    governing: Governing


def _of_texts(files: Sequence[File], read: Callable[[Sequence[_Given]], list[Document]]) -> list[Document]:
    texts = [_decoded(each.content) for each in files]
    pairs = list(zip(files, texts, strict=True))
    found = iter(read([_Given(file.candidate, text, file.governing) for file, text in pairs if isinstance(text, str)]))
    return [_unread(file.candidate, text) if isinstance(text, Problem) else next(found) for file, text in pairs]


def _each_in_memory(given: Sequence[_Given], read: Callable[[Sequence[_Given]], list[Document]]) -> list[Document]:
    """Each document by itself where there is not enough memory for all of them."""
    try:
        return read(given)
    except MemoryError:
        if len(given) == 1:
            return [_unread(given[0].candidate, NO_MEMORY)]
    return [document for each in given for document in _each_in_memory([each], read)]


def _details(given: Sequence[_Given], how: Reading) -> list[Document]:
    fronts = [front_matter.read(each.text, how.limits) for each in given]
    links = [_placed_links(each.text, front, how) for each, front in zip(given, fronts, strict=True)]
    return [_detailed(*each) for each in zip(given, fronts, links, strict=True)]


def _placed_links(text: str, front: FrontMatter, how: Reading) -> tuple[Link, ...]:
    rest = text[front.body_at :]
    if marks.surplus(rest, front.body_line, how.limits.marks):
        return ()
    return markdown.placed_links(rest, front.body_line, how.links, how.limits.links)


def _detailed(given: _Given, front: FrontMatter, links: tuple[Link, ...]) -> Document:
    candidate, _, governing = given
    fields = front.fields
    leads = pointed(fields, _schemas(text_of(fields, "type"), governing) or ()) if fields else NOWHERE
    return Document(
        candidate.path,
        candidate.namespace,
        candidate.file,
        fields=fields,
        document_id=text_of(fields, governing.id_field) if governing.id_field else None,
        claimed_id=_claimed_id(front, governing),
        links=(*links, *leads.links),
        references=leads.references,
    )


def _decoded(content: bytes | Problem) -> str | Problem:
    if isinstance(content, Problem):
        return content
    try:
        return gate.decode(content)
    except gate.BadEncoding as error:
        return Problem("INVALID_ENCODING", {"problem": error.words}, error.line, error.column)
    except MemoryError:
        return NO_MEMORY


def _unread(candidate: Candidate, problem: Problem) -> Document:
    path, file, namespace, _ = candidate
    return Document(path, namespace, file, problems=(problem,), is_understood=False)


def _understood(given: Sequence[_Given], how: Reading, *, at_a_glance: bool) -> list[Document]:
    fronts = [front_matter.read(each.text, how.limits) for each in given]
    pairs = list(zip(given, fronts, strict=True))
    rests = [_rest(each, front, how, at_a_glance=at_a_glance) for each, front in pairs]
    judgements = [_judgement(front, each.governing) for each, front in pairs]
    return [_document(*each) for each in zip(given, fronts, rests, judgements, strict=True)]


class _Rest(NamedTuple):
    """What follows the front matter."""

    body: Body
    is_outlined: bool
    problems: tuple[Problem, ...]


class _Judgement(NamedTuple):
    """What schemas say of front matter."""

    leads: Pointed
    breaches: tuple[Breach, ...]


_NOTHING = _Judgement(NOWHERE, ())


def _rest(given: _Given, front: FrontMatter, how: Reading, *, at_a_glance: bool) -> _Rest:
    text = given.text[front.body_at :]
    surplus = marks.surplus(text, front.body_line, how.limits.marks)
    if at_a_glance and not surplus and not _wants_headings(front, given.governing):
        glance = markdown.glance(text, how.links)
        if glance and glance.link_count <= how.limits.links:
            return _Rest(glance, is_outlined=True, problems=())
    body = _UNREAD if surplus else markdown.read(text, front.body_line, how.links, how.limits.links)
    return _Rest(body, is_outlined=False, problems=tuple(_too_large(surplus, body.surplus, how.limits)))


def _wants_headings(front: FrontMatter, governing: Governing) -> bool:
    type_name = text_of(front.fields, "type") if governing.sectioned else None
    return type_name is not None and type_name.written in governing.sectioned


def _judgement(front: FrontMatter, governing: Governing) -> _Judgement:
    fields = front.fields
    if fields is None:
        return _NOTHING
    schemas = _schemas(text_of(fields, "type"), governing)
    return _Judgement(pointed(fields, schemas or ()), _judged(fields, front.closing_line, schemas, governing))


def _document(given: _Given, front: FrontMatter, rest: _Rest, judgement: _Judgement) -> Document:
    candidate, _, governing = given
    fields, body, leads = front.fields, rest.body, judgement.leads
    return Document(
        candidate.path,
        candidate.namespace,
        candidate.file,
        fields=fields,
        closing_line=front.closing_line,
        document_id=text_of(fields, governing.id_field) if governing.id_field else None,
        claimed_id=_claimed_id(front, governing),
        headings=body.headings,
        block=body.block,
        links=(*body.links, *leads.links) if leads.links else body.links,
        labels=body.labels,
        anchors=body.anchors,
        references=leads.references,
        problems=(*front.problems, *rest.problems),
        breaches=judgement.breaches,
        described=governing.schema.names if governing.schema and fields else frozenset(),
        is_outlined=rest.is_outlined,
        plain_targets=body.plain_targets,
    )


def _claimed_id(front: FrontMatter, governing: Governing) -> str | None:
    return front_matter.claimed_id(front.text, governing.id_field) if front.fields is None else None


def _too_large(surplus: Surplus | None, links_end: Place | None, limits: Limits) -> Iterator[Problem]:
    if surplus:
        words = f"{surplus.words}, and its body is not read"
        yield Problem("FILE_TOO_LARGE", {"problem": words}, surplus.line, surplus.column)
    elif links_end:
        words = f"it has more than {limits.links} links, and none of them is followed"
        yield Problem("FILE_TOO_LARGE", {"problem": words}, *links_end)


def _judged(
    fields: Mapped, closing_line: int, schemas: tuple[Schema, ...] | None, governing: Governing
) -> tuple[Breach, ...]:
    """What is wrong with front matter."""
    breaches = judged(fields, closing_line, schemas, governing.id_field) if schemas is not None else ()
    form, document_id = governing.id_form, text_of(fields, governing.id_field) if governing.id_field else None
    if form and document_id and not form.fits(document_id.written):
        return (*breaches, *_id_breach(document_id, breaches, governing.id_field, form))
    return breaches


def _schemas(type_name: Scalar | None, governing: Governing) -> tuple[Schema, ...] | None:
    """The schemas that govern the document; None where one of them is broken."""
    if governing.broken:
        return None
    general = (governing.schema,) if governing.schema else ()
    if type_name is None or type_name.written not in governing.by_type:
        return general
    extra = governing.by_type[type_name.written]
    return (*general, extra) if extra else None


def _id_breach(document_id: Scalar, breaches: tuple[Breach, ...], field: str, form: IdForm) -> Iterator[Breach]:
    """The configured pattern is matched on what is written; one finding is enough where the schema has one, too."""
    if not any(each.kind == "id" for each in breaches):
        words = f"{quoted(document_id.written)} does not match {form.pattern}"
        yield Breach("id", (field,), "pattern", words, document_id.line, document_id.column)
