"""Judges a document that is not there yet, as a check of the repository with it would."""

from bisect import insort
from collections.abc import Iterable
from contextlib import suppress
from operator import itemgetter

from meminit.config.settings import Namespace
from meminit.documents.discover import Candidate, discover
from meminit.documents.tree import Tree
from meminit.faults import DOCUMENT_INVALID, MeminitError
from meminit.model.document import Document
from meminit.model.event import Found
from meminit.model.finding import Finding
from meminit.operations.check import Check
from meminit.sources import gate, limits
from meminit.sources.files import Files, Overlay
from meminit.stages import Stages
from meminit.words import counted
from meminit.workspace.carried_over import only
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

_NOT_OF_THE_DOCUMENT = frozenset({"ORPHAN_DOCUMENT"})
_MOST_TOLD = 20


def refuse_faulty(run: Run, path: str, text: str, namespace: Namespace, kind: str) -> Document:
    """The document read whole; raises DOCUMENT_INVALID where a strict check would find anything in it."""
    candidate = _candidate(run.workspace, path, namespace)
    workspace = _with(run.workspace, candidate, text.encode())
    judged = Run(workspace, Stages(), carried_over=only(path))
    governing = workspace.governing(namespace.name)
    if governing.broken or (kind in governing.by_type and governing.by_type[kind] is None):
        where = min(workspace.schemas.broken)
        raise MeminitError(DOCUMENT_INVALID, f"the schema {where} cannot be used", path=where, phase="validation")
    events = Check(judged).events()
    found = [each for event in events if isinstance(event, Found) and event.path == path for each in event.findings]
    _refuse(path, (each for each in found if each.code not in _NOT_OF_THE_DOCUMENT))
    (document,) = judged.reader.whole((candidate,))
    if document is None:
        raise MeminitError(DOCUMENT_INVALID, f"{path} could not be read", path=path, phase="validation")
    return document


def _candidate(workspace: Workspace, path: str, namespace: Namespace) -> Candidate:
    """The new file as it would be found: only the files that decide about it are looked at, and not all others."""
    laid: dict[str, bytes | None] = {path: b""}
    names = path.split("/")
    for depth in range(len(names)):
        ignoring = "/".join((*names[:depth], ".gitignore"))
        with suppress(gate.SourceError):
            laid[ignoring] = workspace.tree.sources.read(ignoring, limits.IGNORE)
    tree = Tree(Files(workspace.root, Overlay(laid, is_whole=True)), workspace.effort.limits)
    found = next((each for each in discover(tree, workspace.settings).candidates if each.file == path), None)
    if found is None or found.problem:
        words = f"{path} would not be governed: it is outside every docs root, excluded or ignored"
        raise MeminitError(DOCUMENT_INVALID, words, path=path, phase="validation")
    if found.namespace != namespace.name:
        words = f"{path} belongs to the namespace {found.namespace}, not to {namespace.name}"
        raise MeminitError(DOCUMENT_INVALID, words, path=path, phase="validation")
    return found


def _with(workspace: Workspace, candidate: Candidate, content: bytes) -> Workspace:
    """The same repository with the new document, of which nothing is kept."""
    effort = workspace.effort._replace(uses_cache=False)
    laid = Workspace(workspace.repository, effort, Overlay({candidate.file: content}), below=workspace)
    before = workspace.discovered
    every = [each for each in before.candidates if each.file != candidate.file]
    insort(every, candidate, key=itemgetter(0, 1))
    laid.discovered = before._replace(candidates=tuple(every))
    return laid


def _refuse(path: str, found: Iterable[Finding]) -> None:
    every = sorted(found, key=lambda each: (each.line or 0, each.code, each.message))
    if not every:
        return
    first = every[0]
    more = f", and {counted(len(every) - 1, 'more finding')}" if len(every) > 1 else ""
    raise MeminitError(
        DOCUMENT_INVALID,
        f"{path} would have findings: {first.code} {first.message}{more}",
        path=path,
        phase="validation",
        problems=[{"code": each.code, "message": f"{each.code} {each.message}"} for each in every[:_MOST_TOLD]],
    )
