"""Reads governed files into Documents, some of them at once.

Each step is taken for all of them before the next one: what a step works with then stays at hand in the processor,
which saves a quarter of the time.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from meminit.config.settings import IdForm, Links
from meminit.documents import front_matter, markdown
from meminit.documents.body import Body
from meminit.documents.discover import Candidate
from meminit.documents.front_matter import FrontMatter
from meminit.documents.judgement import NOWHERE, Pointed, judged, pointed
from meminit.documents.markdown import Surplus
from meminit.documents.tree import Tree
from meminit.model.document import NOT_READ, Breach, Document, Metadata, NotRead, Outline, Placed, Read, Unreadable
from meminit.model.finding import Problem
from meminit.model.link import Link, LinkTarget
from meminit.model.node import Mapped, Scalar, text_of
from meminit.schema.loading import Schema
from meminit.sources import gate
from meminit.sources.limits import Limits
from meminit.words import quoted

Place: TypeAlias = tuple[int, int | None]
_UNREAD = Body(anchors=None)
Kind = TypeVar("Kind")
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
    splits: Mapping[str, str] = {}


class File(NamedTuple):
    """Its content, or why it cannot be read; what governs its front matter; and its status when it was opened."""

    candidate: Candidate
    content: bytes | Problem
    governing: Governing
    status: os.stat_result | None = None


class Reading(NamedTuple):
    """What decides about the reading of every document: how its links are understood, and how much of it is read."""

    links: Links
    limits: Limits


def opened(tree: Tree, candidate: Candidate, governing: Governing) -> File:
    """A file with its content, or with why it cannot be read."""
    if candidate.problem:
        return File(candidate, candidate.problem, governing)
    try:
        content, status = tree.sources.read_with_status(candidate.file, tree.limits.document)
        return File(candidate, content, governing, status)
    except gate.SourceError as error:
        code = "FILE_TOO_LARGE" if error.kind == "too_large" else "FILE_UNREADABLE"
        return File(candidate, Problem(code, {"problem": error.words}), governing)
    except MemoryError:
        return File(candidate, NO_MEMORY, governing)


def documents(files: Sequence[File], how: Reading, needs_whole: Callable[[Metadata], bool]) -> list[Read]:
    """The facts of files. A body that need not be read whole is scanned quickly, if a quick scan is enough."""
    return _of_texts(files, lambda given: _understood(given, how, needs_whole), _unreadable)


def whole(files: Sequence[File], how: Reading) -> list[Document | Unreadable]:
    """The same, all of them read whole."""
    read = documents(files, how, lambda _: True)
    return [each for each in read if not isinstance(each, Outline)]


def fronts(files: Sequence[File]) -> list[Metadata]:
    """What the front matter of files says, judged by its schemas; their bodies are not looked at."""
    return _of_texts(
        files,
        _all_fronts,
        lambda candidate, _: Metadata(candidate.path, candidate.namespace, candidate.file, breaches=()),
    )


def placed(files: Sequence[File], how: Reading) -> list[Placed]:
    """What rules across documents need of files: their fields, references and placed links. Nothing is judged."""
    return _of_texts(
        files,
        lambda given: _all_placed(given, how),
        lambda candidate, _: Placed(Metadata(candidate.path, candidate.namespace, candidate.file), ()),
    )


class _Given(NamedTuple):
    """A file that can be read."""

    candidate: Candidate
    text: str
    governing: Governing


def _of_texts(
    files: Sequence[File],
    read: Callable[[Sequence[_Given]], Sequence[Kind]],
    unread: Callable[[Candidate, Problem], Kind],
) -> list[Kind]:
    texts = [_decoded(each.content) for each in files]
    pairs = list(zip(files, texts, strict=True))
    found = iter(read([_Given(file.candidate, text, file.governing) for file, text in pairs if isinstance(text, str)]))
    return [unread(file.candidate, text) if isinstance(text, Problem) else next(found) for file, text in pairs]


def _unreadable(candidate: Candidate, problem: Problem) -> Read:
    return Unreadable(candidate.path, candidate.namespace, candidate.file, problem)


def _decoded(content: bytes | Problem) -> str | Problem:
    if isinstance(content, Problem):
        return content
    try:
        return gate.decode(content)
    except gate.BadEncoding as error:
        return Problem("INVALID_ENCODING", {"problem": error.words}, error.line, error.column)
    except MemoryError:
        return NO_MEMORY


def _all_fronts(given: Sequence[_Given]) -> list[Metadata]:
    read = [front_matter.read(each.text) for each in given]
    return [_metadata(each, front, _judgement(front, each.governing)) for each, front in zip(given, read, strict=True)]


def _all_placed(given: Sequence[_Given], how: Reading) -> list[Placed]:
    fronts = [front_matter.read(each.text, how.limits) for each in given]
    links = [_placed_links(each.text, front, how) for each, front in zip(given, fronts, strict=True)]
    return [_placed(*each) for each in zip(given, fronts, links, strict=True)]


def _placed_links(text: str, front: FrontMatter, how: Reading) -> tuple[Link, ...]:
    rest = text[front.body_at :]
    if markdown.surplus(rest, front.body_line, how.limits.marks):
        return ()
    return markdown.placed_links(rest, front.body_line, how.links, how.limits.links)


def _placed(given: _Given, front: FrontMatter, links: tuple[Link, ...]) -> Placed:
    governing, fields = given.governing, front.fields
    leads = pointed(fields, _schemas(text_of(fields, "type"), governing) or ()) if fields else NOWHERE
    metadata = _metadata(given, front, _Judgement(leads, NOT_READ))
    return Placed(metadata, (*links, *leads.links))


def _understood(given: Sequence[_Given], how: Reading, needs_whole: Callable[[Metadata], bool]) -> list[Read]:
    fronts = [front_matter.read(each.text, how.limits) for each in given]
    judgements = [_judgement(front, each.governing) for each, front in zip(given, fronts, strict=True)]
    known = [_metadata(*each) for each in zip(given, fronts, judgements, strict=True)]
    read: list[Read] = []
    for each, front, judgement, metadata in zip(given, fronts, judgements, known, strict=True):
        text = each.text[front.body_at :]
        read.append(_with_body(text, front, metadata, judgement.leads, how, needs_whole))
    return read


class _Judgement(NamedTuple):
    """What schemas say of front matter."""

    leads: Pointed
    breaches: tuple[Breach, ...] | NotRead


_NOTHING = _Judgement(NOWHERE, ())


def _judgement(front: FrontMatter, governing: Governing) -> _Judgement:
    fields = front.fields
    if fields is None:
        return _NOTHING
    schemas = _schemas(text_of(fields, "type"), governing)
    return _Judgement(pointed(fields, schemas or ()), _judged(fields, front.closing_line, schemas, governing))


def _metadata(given: _Given, front: FrontMatter, judgement: _Judgement) -> Metadata:
    candidate, _, governing = given
    fields = front.fields
    return Metadata(
        candidate.path,
        candidate.namespace,
        candidate.file,
        fields,
        front.closing_line,
        text_of(fields, governing.id_field) if governing.id_field else None,
        front_matter.claimed_id(front.text, governing.id_field) if fields is None else None,
        judgement.leads.references,
        judgement.breaches,
        governing.schema.names if governing.schema and fields else frozenset(),
        governing.splits,
    )


def _with_body(
    text: str,
    front: FrontMatter,
    metadata: Metadata,
    leads: Pointed,
    how: Reading,
    needs_whole: Callable[[Metadata], bool],
) -> Outline | Document:
    surplus = markdown.surplus(text, front.body_line, how.limits.marks)
    if not surplus and not needs_whole(metadata):
        scan = markdown.quick_scan(text, how.links)
        if scan and scan.link_count <= how.limits.links:
            targets = scan.targets
            if leads.links:
                targets = (*targets, *(LinkTarget(each.target, each.kind) for each in leads.links))
            return Outline(metadata, targets, scan.plain_targets, scan.anchors, front.problems)
    body = _UNREAD if surplus else markdown.read(text, front.body_line, how.links, how.limits.links)
    return Document(
        metadata,
        body.headings,
        body.block,
        (*body.links, *leads.links),
        body.labels,
        body.anchors,
        (*front.problems, *_too_large(surplus, body.surplus, how.limits)),
    )


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
