"""Composes a new document: takes the next id, fills the template, and judges what it would be; writes nothing."""

import os
import posixpath
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from meminit.composing import body, fields, naming, numbering, template
from meminit.composing.fields import Facts, Judges
from meminit.composing.numbering import Known, Numbered
from meminit.composing.template import BadTemplate, Template
from meminit.config.settings import DocumentType, Namespace, below, parts
from meminit.documents import read
from meminit.documents.discover import Candidate
from meminit.documents.read import File, Reading
from meminit.edits import creating
from meminit.faults import DUPLICATE_ID, ID_UNAVAILABLE, TEMPLATE_UNUSABLE, MeminitError
from meminit.model.document import Document, NotRead
from meminit.model.node import Plain
from meminit.model.outcome import Advice
from meminit.operations.judging_new import refuse_faulty
from meminit.rule import required_sections
from meminit.sources import gate
from meminit.words import quoted
from meminit.workspace.run import Run

_ENDINGS = (".md", ".markdown", ".mdx")


class Request(NamedTuple):
    """What was asked for, with the type and namespace that it means; `body` is the text that was given, if any."""

    kind: DocumentType
    namespace: Namespace
    title: str
    today: str
    folder: str | None = None  # relative to the root
    template: str | None = None  # likewise
    body: str | None = None
    document_id: str | None = None
    texts: Mapping[str, str] = {}  # fields whose values were given as text, by their names
    lists: Mapping[str, list[str]] = {}


class Draft(NamedTuple):
    """A document that could be written; `is_there` says that its file holds just that already."""

    path: str
    text: str
    values: Mapping[str, Plain]
    numbered: Numbered | None
    sections: tuple[body.Placed, ...]
    is_there: bool
    advice: tuple[Advice, ...] = ()


class Making:
    """One document in the making, in a repository whose documents are known."""

    def __init__(self, run: Run, request: Request) -> None:
        self._run = run
        self._request = request
        self._workspace = run.workspace
        self._namespace = request.namespace
        self._advice: list[Advice] = []

    def draft(self) -> Draft:
        """Raises MeminitError where no document can be made that passes the check."""
        numbered = self._numbered()
        path = self._path(numbered)
        values, text = self._composed(path, numbered)
        is_there = self._is_there(path, text, numbered)
        if not is_there:
            creating.vacant(self._workspace.root, path)
        document = refuse_faulty(self._run, path, text, self._namespace, self._request.kind.name)
        first = text.count("\n", 0, len(text) - len(_body_of(text))) + 1
        found = tuple(body.sections(text, document.headings, first))
        return Draft(path, text, values, numbered, found, is_there, tuple(self._advice))

    @cached_property
    def _judges(self) -> Judges:
        governing = self._workspace.governing(self._namespace.name)
        own = (governing.schema, governing.by_type.get(self._request.kind.name))
        return Judges(tuple(each for each in own if each is not None))

    @cached_property
    def _ids(self) -> Mapping[str, int]:
        """Every id in use, with a document that has it."""
        return {each: number for number, each in enumerate(self._run.summaries.ids) if each is not None}

    def _numbered(self) -> Numbered | None:
        chosen = self._request.document_id
        if chosen is not None:
            return Numbered(chosen, numbering.sequence(chosen))
        if not self._workspace.settings.ids.field:
            return None
        own = self._own_ids()
        every = numbering.forms(self._namespace.prefix, self._request.kind.name, self._known(own))
        try:
            found = numbering.numbered(every, own, self._ids.keys(), self._fits)
        except numbering.Exhausted as error:
            words = f"there is no id after the highest one: {quoted(error.wanted)} does not fit the pattern of ids"
            raise MeminitError(ID_UNAVAILABLE, words, phase="validation") from error
        if found is None:
            words = "nothing shows what the id of this document looks like; configure a prefix, or give it with --id"
            raise MeminitError(ID_UNAVAILABLE, words, phase="validation")
        return found

    def _own_ids(self) -> list[str]:
        """The ids of the namespace."""
        summaries, name = self._run.summaries, self._namespace.name
        pairs = zip(summaries.candidates, summaries.ids, strict=True)
        return [own for each, own in pairs if own is not None and each.namespace == name]

    def _known(self, own: list[str]) -> list[Known]:
        """The ids that name the type; where none does, all, with the types of their documents."""
        named = numbering.naming(own, self._request.kind.name)
        if named:
            return [Known(each) for each in named]
        numbers = [self._ids[each] for each in own]
        types = ((each or {}).get("type") for each in self._run.summaries.front_matter(numbers))
        return [Known(each, kind if isinstance(kind, str) else None) for each, kind in zip(own, types, strict=True)]

    def _fits(self, document_id: str) -> bool:
        governing = self._workspace.governing(self._namespace.name)
        form = governing.id_form
        if form is not None and not form.fits(document_id):
            return False
        field = governing.id_field
        return self._judges.accepts(field, fields.number_or_text(field, document_id, self._judges))

    def _path(self, numbered: Numbered | None) -> str:
        request, settings = self._request, self._workspace.settings
        folder = request.folder
        if folder is None:
            folder = below(self._namespace.root, request.kind.directory or "").strip("/")
        own = request.kind.filename
        patterns = (own,) if own else naming.WITH_ID if numbered else naming.WITHOUT_ID
        seq = numbered.seq if numbered else self._next_file(folder) if "{seq}" in patterns[0] else ""
        name = naming.file_name(patterns, request.kind.name, seq, request.title, settings.filename)
        path = posixpath.join(folder, name)
        return path if own else self._with_ending(path)

    def _with_ending(self, path: str) -> str:
        """The path with another usual ending where the namespace takes in no file with the first one."""
        stem, root = path.rpartition(".")[0], parts(self._namespace.root)
        every = (f"{stem}{ending}" for ending in _ENDINGS)
        return next((each for each in every if self._namespace.include.covers(parts(each)[len(root) :])), path)

    def _next_file(self, folder: str) -> str:
        """Where documents have no ids, files are numbered within their folder."""
        entries = self._workspace.tree.entries(tuple(folder.split("/")) if folder else ()) or ()
        begins = [name[: len(name) - len(name.lstrip("0123456789"))] for name in entries]
        widths = [len(each) for each in begins if each.startswith("0")]
        return f"{numbering.highest('', begins) + 1:0{max(widths, default=3)}d}"

    def _composed(self, path: str, numbered: Numbered | None) -> tuple[dict[str, Plain], str]:
        request, settings = self._request, self._workspace.settings
        facts = Facts(
            settings.ids.field,
            numbered.id if numbered else None,
            request.kind.name,
            request.title,
            self._namespace.owner,
            self._namespace.docops_version,
            request.today,
        )
        judges, made = self._judges, self._template()
        asked: dict[str, Plain] = {name: fields.as_asked(name, each, judges) for name, each in request.texts.items()}
        asked |= {name: fields.as_list(name, each, judges) for name, each in request.lists.items()}
        values = fields.composed(facts, made.filled(self._placeholders(facts, {})), asked, judges)
        values = fields.ordered(values, made.fields, settings.ids.field, judges)
        rest = made.text(self._placeholders(facts, values)) if request.body is None else request.body
        rest = rest if rest.strip() else body.plain(request.title)
        text = _joined(fields.front_matter(values), rest)
        return values, self._with_sections(path, self._with_block(path, text, values))

    def _placeholders(self, facts: Facts, values: Mapping[str, Plain]) -> dict[str, str | list[str]]:
        request = self._request
        known: dict[str, str | list[str]] = dict.fromkeys(template.PLACEHOLDERS, "")
        known |= {
            "owner": facts.owner,
            "status": fields.usual_status(self._judges),
            "title": facts.title,
            "type": facts.type,
        }
        known |= {"document_id": facts.document_id or "", "date": facts.today, "repo_prefix": self._namespace.prefix}
        known |= {"keywords": [], "related_ids": []}
        asked: Mapping[str, str | list[str]] = {**request.texts, **request.lists}
        known |= {name: each for name, each in asked.items() if name in known}
        final = {name: each for name, each in values.items() if name in known and isinstance(each, str)}
        return {**known, **final, "seq": numbering.sequence(facts.document_id) if facts.document_id else ""}

    def _template(self) -> Template:
        """What was asked for, else what is configured, else what stands where templates usually are."""
        chosen, configured = self._request.template, self._request.kind.template
        usual = below(self._namespace.root, f"00-governance/templates/{self._request.kind.name.lower()}.template.md")
        for path in (chosen, configured, usual):
            if path is not None:
                text = self._text_of(path, is_needed=path == chosen)
                if text is not None:
                    return _read(path, text)
                if path == configured:
                    words = f"the template {path} does not exist; the document is made without it"
                    self._advice.append(Advice("TEMPLATE_SKIPPED", words, {"path": path}))
        return Template({}, "")

    def _text_of(self, path: str, *, is_needed: bool) -> str | None:
        limit = self._workspace.effort.limits.document
        try:
            return gate.decode(gate.read_inside(self._workspace.root, path, limit))
        except gate.SourceError as error:
            if error.kind == "missing" and not is_needed:
                return None
            raise MeminitError(TEMPLATE_UNUSABLE, f"{path}: {error.words}", path=path) from error
        except gate.BadEncoding as error:
            raise MeminitError(TEMPLATE_UNUSABLE, f"{path}: {error.words}", path=path) from error

    def _with_block(self, path: str, text: str, values: Mapping[str, Plain]) -> str:
        """The text with a metadata block, if it has one, that says what the front matter says."""
        document = self.read(path, text) if body.BLOCK in text else None
        if document is None or isinstance(document.block, NotRead):
            return text
        return body.agreeing(text, document.block, values, document.metadata.described)

    def _with_sections(self, path: str, text: str) -> str:
        if not self._request.kind.sections:
            return text
        document = self.read(path, text)
        wanted = required_sections(document, self._workspace.settings) if document else ()
        return body.completed(text, wanted) if any(not each.headings for each in wanted) else text

    def read(self, path: str, text: str) -> Document | None:
        namespace, workspace = self._namespace.name, self._workspace
        file = File(Candidate(path, path, namespace), text.encode(), workspace.governing(namespace))
        found = read.whole((file,), Reading(workspace.settings.links, workspace.effort.limits))
        return next((each for each in found if isinstance(each, Document)), None)

    def _is_there(self, path: str, text: str, numbered: Numbered | None) -> bool:
        """Whether a document with the id that was asked for is there already, with just this text."""
        holder = self._ids.get(numbered.id) if numbered else None
        if holder is None or numbered is None:
            return False
        other = self._run.summaries.candidates[holder]
        if other.file != path:
            words = f"{numbered.id} is the id of {other.path}"
            raise MeminitError(DUPLICATE_ID, words, path=other.path, phase="validation")
        try:
            content = gate.read_bytes(os.path.join(self._workspace.root, path), self._workspace.effort.limits.document)
        except gate.SourceError:
            content = b""
        if content not in {text.encode(), self._as_it_was(path, numbered, holder)}:
            raise creating.exists(path)
        return True

    def _as_it_was(self, path: str, numbered: Numbered, holder: int) -> bytes | None:
        """What would have been written on the day on which the document was."""
        day = (self._run.summaries.front_matter((holder,))[0] or {}).get("last_updated")
        if not isinstance(day, str) or "last_updated" in self._request.texts:
            return None
        then = Making(self._run, self._request._replace(today=day))
        return then._composed(path, numbered)[1].encode()


def _read(path: str, text: str) -> Template:
    try:
        return template.read(text)
    except BadTemplate as error:
        place = f"{path} (line {error.line})" if error.line else path
        raise MeminitError(TEMPLATE_UNUSABLE, f"{place}: {error.words}", path=path, phase="validation") from error


def _joined(front: str, rest: str) -> str:
    """Front matter and body with an empty line between them, in the body's way to end lines."""
    rest = rest if rest.endswith(("\n", "\r")) else f"{rest}\n"
    rest = rest if rest.startswith(("\n", "\r")) else f"\n{rest}"
    if "\r\n" in rest:
        front, rest = front.replace("\n", "\r\n"), rest.replace("\r\n", "\n").replace("\n", "\r\n")
    return front + rest


def _body_of(text: str) -> str:
    from meminit.documents import front_matter  # noqa: PLC0415 - it is loaded by now

    return text[front_matter.read(text).body_at :]
