"""Judges what a plan would make of a repository, in memory: which findings would stand that did not stand before."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from meminit.config.settings import Settings
from meminit.edits.verifying import Ready
from meminit.model.event import Done, Found, Listener
from meminit.model.finding import Finding, Severity
from meminit.operations.check import Check
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.workspace.carried_over import Before
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

# What hides other findings of the same document; once it is corrected, they show.
HIDING = frozenset({"MISSING_FRONTMATTER", "INVALID_FRONTMATTER", "INVALID_ENCODING"})
_SUBJECTS = ("field", "id", "label", "key", "section", "target", "rule", "name", "type", "directory")
_BY_NUMBER = frozenset({"BROKEN_ANCHOR", "BROKEN_LINK"})  # a rewritten target is another subject


class Judged(NamedTuple):
    """The findings of a whole check, and the paths of the documents."""

    findings: tuple[Finding, ...]
    crashes: tuple[Exception, ...] = ()


def judged(
    workspace: Workspace, stages: Stages, listener: Listener | None = None, before: Before | None = None
) -> Judged:
    """Checks all documents of a repository as it is, or as an overlay makes it.

    With `before`, links that its files do not affect are not followed again, and their corrections may be old.
    """
    return judged_by(Run(workspace, stages, carried_over=before.known_links if before else None), listener)


def judged_by(run: Run, listener: Listener | None = None) -> Judged:
    """The same by a run whose summaries serve something else, too."""
    check = Check(run)
    found: list[Finding] = []
    crashes: tuple[Exception, ...] = ()
    for event in check.events():
        if listener:
            listener(event)
        if isinstance(event, Found):
            found += (each for each in event.findings if each.severity is not Severity.OFF)
        elif isinstance(event, Done):
            crashes = event.crashes
    return Judged(tuple(found), crashes)


def laid(ready: Iterable[Ready], emptied: Iterable[str] = ()) -> Overlay:
    """What the changes make of the files. A file that is renamed without being held counts as an empty one."""
    contents: dict[str, bytes | None] = dict.fromkeys(emptied)
    contents.update((each.source, None) for each in ready if each.source)
    contents.update((each.target, each.after or b"") for each in ready if each.target)
    return Overlay(contents)


def may_be_emptied(settings: Settings, folder: str) -> bool:
    """Whether a folder may be removed when nothing is left in it: not the root of a namespace or a type's folder."""
    for namespace in settings.namespaces:
        root = namespace.root.strip("/")
        if folder == root or root.startswith(f"{folder}/"):
            return False
        for kind in namespace.types.values():
            directory = "/".join(each for each in (root, (kind.directory or "").strip("/")) if each not in {"", "."})
            if kind.directory and (folder == directory or directory.startswith(f"{folder}/")):
                return False
    return True


def added(
    before: Sequence[Finding],
    after: Sequence[Finding],
    moved: Mapping[str, str] | None = None,
    mended: Collection[str] = (),
    never_hidden: Collection[str] = (),
) -> list[Finding]:
    """The findings that did not stand before, in the order of `after`.

    `moved` are new paths by the old ones. What a document hid as long as its front matter or encoding was wrong does
    not count; `mended` are the new paths of such documents, and `never_hidden` the codes that count all the same.
    """
    paths = moved or {}
    stood = Counter(subject(each, paths.get(each.path, each.path)) for each in before)
    room: Counter[tuple[str, str]] = Counter()
    for each in before:
        room[(paths.get(each.path, each.path), each.code)] += 1
    found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for each in after:
        own = subject(each, each.path)
        if stood[own]:
            stood[own] -= 1
            room[(each.path, each.code)] -= 1
        elif each.path not in mended or each.code in HIDING or each.code in never_hidden:
            found[(each.path, each.code)].append(each)
    for (path, code), findings in found.items():
        if code in _BY_NUMBER:
            del findings[: room[(path, code)]]
    new = {id(each) for findings in found.values() for each in findings}
    return [each for each in after if id(each) in new]


def subject(finding: Finding, path: str) -> tuple[str, ...]:
    """What makes two findings the same one, although lines have moved."""
    about = (f"{name}={finding.context[name]}" for name in _SUBJECTS if name in finding.context)
    return path, finding.code, *about
