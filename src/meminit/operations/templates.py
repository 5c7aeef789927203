"""Fills templates with plausible values, and finds the errors that the resulting documents have."""

import re
from collections.abc import Iterator, Mapping

from meminit.composing.template import PLACEHOLDER
from meminit.config.settings import DocumentType, Namespace, below
from meminit.diagnosis import Flaw, Template
from meminit.documents import front_matter
from meminit.documents.discover import Candidate
from meminit.model.finding import Finding, Severity
from meminit.sources import gate
from meminit.sources.lines import line_at, split
from meminit.words import did_you_mean, listed, nearest
from meminit.workspace.run import Run

_OLD_PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z][a-z_]{0,63})\}(?!\})")
# A writer may put any text there; for the open ones also a list or a number.
_TEXTS = frozenset({"area", "description", "document_id", "owner", "status", "title"})
_OPEN = frozenset({"keywords", "related_ids", "seq"})
_ABOUT_VALUES = frozenset({"EMPTY_FIELD", "INVALID_FIELD", "INVALID_ID_FORMAT", "PLACEHOLDER_IN_APPROVED"})
_OF_NO_TEXT = frozenset({"not", "type"})  # keywords that any other text breaks as well
_MOST_FLAWS = 20
_MOST_TRIED = 20  # namespaces
_VALUES = {
    "area": "example",
    "date": "2026-01-02",
    "description": "An example",
    "document_id": "",
    "keywords": "example",
    "owner": "",
    "related_ids": "",
    "repo_prefix": "",
    "seq": "001",
    "status": "Draft",
    "title": "An example",
    "type": "",
}


def tried(run: Run) -> Iterator[Template]:
    governed = {each.file for each in run.workspace.discovered.candidates}
    using: dict[tuple[str, str], list[Namespace]] = {}
    for namespace in run.workspace.settings.namespaces:
        for kind in namespace.types.values():
            if kind.template:
                using.setdefault((kind.name, kind.template), []).append(namespace)
    for (name, path), namespaces in using.items():
        text = _text(run, path)
        flaws = _flaws(run, name, text, namespaces) if isinstance(text, str) else [text] if text else []
        yield Template(name, path, text is not None, path in governed, tuple(flaws[:_MOST_FLAWS]))


def _text(run: Run, path: str) -> str | Flaw | None:
    """The text of the template, or why it cannot be read; None where there is none."""
    try:
        return gate.decode(gate.read_inside(run.workspace.root, path, run.workspace.effort.limits.document))
    except gate.SourceError as error:
        return None if error.kind == "missing" else Flaw(None, error.words)
    except gate.BadEncoding as error:
        return Flaw(error.line, error.words)


def _flaws(run: Run, name: str, text: str, namespaces: list[Namespace]) -> list[Flaw]:
    """The flaws in the first namespace, if there are flaws in each."""
    body_at = front_matter.read(text, run.workspace.effort.limits).body_at
    old = next((each for each in _OLD_PLACEHOLDER.finditer(text, 0, body_at) if each[1] in _VALUES), None)
    if old:
        words = f"{old[0]} is a placeholder of the old form, which is not filled in; write {{{old[0]}}}"
        return [Flaw(line_at(text, old.start()), words)]
    unknown, unlike = list(_unknown(text)), _unlike(run, name, namespaces)
    first: list[Flaw] = []
    for namespace in unlike[:_MOST_TRIED]:
        found = _in_namespace(run, text, namespace, namespace.types[name])
        if not found:
            return unknown
        first = first or found
    return [*unknown, *first] if len(unlike) <= _MOST_TRIED else unknown


def _unlike(run: Run, name: str, namespaces: list[Namespace]) -> list[Namespace]:
    """One namespace of each group that applies the same schemas and prefix to documents of the type."""
    paths, type_paths = run.workspace.schemas.paths, run.workspace.schemas.type_paths
    unlike = {
        (paths.get(each.name), type_paths.get((each.name, name)), each.prefix): each for each in reversed(namespaces)
    }
    return list(unlike.values())


def _unknown(text: str) -> Iterator[Flaw]:
    first = {match[1]: match for match in reversed(list(PLACEHOLDER.finditer(text))) if match[1] not in _VALUES}
    for name, match in sorted(first.items(), key=lambda each: each[1].start())[:_MOST_FLAWS]:
        meant = did_you_mean(nearest(name, _VALUES)) or f"; there are {listed(_VALUES, len(_VALUES))}"
        yield Flaw(line_at(text, match.start()), f"there is no placeholder {match[0]}{meant}")


def _in_namespace(run: Run, text: str, namespace: Namespace, kind: DocumentType) -> list[Flaw]:
    values = _values(namespace, kind.name)
    filled = PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
    path = below(below(namespace.root, kind.directory or ""), "example.md").replace("//", "/")
    found = run.reader.findings_in(Candidate(path, path, namespace.name), filled.encode("utf-8", "surrogateescape"))
    lines = split(text)
    wrong = (each for each in found if each.severity is Severity.ERROR and each.code != "MISSING_FRONTMATTER")
    return [Flaw(each.line, f"{each.code} {each.message}") for each in wrong if not _is_open(each, lines)]


def _values(namespace: Namespace, kind: str) -> Mapping[str, str]:
    own = {"owner": namespace.owner, "repo_prefix": namespace.prefix, "type": kind}
    return {**_VALUES, **own, "document_id": f"{namespace.prefix or 'ABC'}-{kind}-001"}


def _is_open(finding: Finding, lines: list[str]) -> bool:
    """Whether a writer can correct it by choosing a value."""
    if finding.code not in _ABOUT_VALUES or finding.line is None or finding.line > len(lines):
        return False
    names = set(PLACEHOLDER.findall(lines[finding.line - 1]))
    keyword = finding.context.get("keyword")
    return bool(names & _OPEN) or (bool(names & _TEXTS) and keyword not in _OF_NO_TEXT)
