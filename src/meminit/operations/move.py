"""Moves a file or a folder, and rewrites every link to it, from it and within it, and what covers it."""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.config.settings import Settings
from meminit.covering.covers import CHANGED, NOTHING
from meminit.edits.spans import sha256
from meminit.edits.verifying import LONGEST_NAME, verified
from meminit.faults import (
    CONFLICT,
    FILE_EXISTS,
    FILE_NOT_FOUND,
    GIT_UNAVAILABLE,
    INVALID_ARGUMENT,
    PATH_ESCAPE,
    WRITE_REFUSED,
    MeminitError,
)
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Outcome
from meminit.model.plan import Change, Plan, Skipped
from meminit.moving.covered import Followed, followed
from meminit.moving.moves import Moves
from meminit.moving.rewriting import Rewritten, outside, rewritten
from meminit.operations.affirm import lock_change, moved
from meminit.operations.changing import Proposal, Wish, changed, fingerprint, see_to_confirmation
from meminit.operations.drift import affirmed
from meminit.operations.in_index import with_index
from meminit.operations.judging import Judged, added, judged, judged_by, laid
from meminit.operations.selection import located, relative
from meminit.sources import gate
from meminit.sources.files import Files, Kind
from meminit.sources.git import Git, GitError, git
from meminit.stages import Stages
from meminit.words import counted, escape_unencodable, listed
from meminit.workspace.carried_over import Before
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

_SAMPLE = 20
# What may be found of a document because it has another name, or lies in another place or namespace.
_OF_PLACE = frozenset({"DIRECTORY_MISMATCH", "FILENAME_CONVENTION", "OUTSIDE_DOCS_ROOT"})
# What may be found because code has moved that documents cover.
_OF_COVERS = frozenset({CHANGED, NOTHING})
_OF_SETTINGS = frozenset({"DOCS_ROOT_MISSING", "SCHEMA_MISSING"})
_FIRST = "write the new path into the configuration first, and move then"
_OF_LINKS = frozenset({"BROKEN_ANCHOR", "BROKEN_LINK", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT"})


class Journey(NamedTuple):
    """What moves where, as the command line says: paths below the root, and whether it is a folder."""

    old: str
    new: str
    is_folder: bool


def run(
    workspace: Workspace,
    arguments: tuple[str, str],
    wish: Wish,
    stages: Stages,
    *,
    everywhere: bool,
    with_git: bool,
) -> Outcome:
    see_to_confirmation("move", wish)
    index = _index(workspace.root) if with_git else None
    journey = _journey(workspace.root, *arguments)
    outcome = changed("move", workspace, wish, lambda known: _proposal(known, journey, stages, everywhere=everywhere))
    return with_index(outcome, index, workspace.root, journey.old) if index and wish.is_applied else outcome


def _index(root: str) -> Git:
    """Raises GIT_UNAVAILABLE where there is no index in which anything could move."""
    try:
        return git(root)
    except GitError as error:
        raise MeminitError(GIT_UNAVAILABLE, f"--git: {error.words}", phase="validation") from error


def _journey(root: str, old: str, new: str) -> Journey:
    """Raises MeminitError for what cannot be moved, or not there."""
    source = located(root, old)
    shown = relative(root, source)
    if source == root:
        raise MeminitError(INVALID_ARGUMENT, "the repository itself cannot be moved", path=".")
    if os.path.islink(source):
        raise _escape(shown, "it is a symbolic link")
    if not os.path.lexists(source):
        raise MeminitError(FILE_NOT_FOUND, f"file not found: {shown}", path=shown)
    is_folder = os.path.isdir(source)
    if not is_folder and not os.path.isfile(source):
        raise MeminitError(WRITE_REFUSED, f"{shown}: it is no regular file", path=shown, phase="validation")
    target = located(root, new)
    if os.path.isdir(target) or (new.endswith(("/", os.sep)) and not os.path.lexists(target)):
        target = located(root, os.path.join(new, os.path.basename(source)))
    if is_folder and f"{target}{os.sep}".startswith(f"{source}{os.sep}"):
        words = f"{shown} cannot be moved into itself, to {relative(root, target)}"
        raise MeminitError(INVALID_ARGUMENT, words, path=shown)
    _see_to_target(root, source, target)
    return Journey(_below(root, source), _below(root, target), is_folder)


def _see_to_target(root: str, source: str, target: str) -> None:
    shown = relative(root, target)
    if any(len(os.fsencode(each)) > LONGEST_NAME for each in shown.split("/")):
        raise MeminitError(INVALID_ARGUMENT, f"a name in NEW has more than {LONGEST_NAME} bytes", path=shown)
    if os.path.lexists(target) and not (source != target and os.path.samefile(source, target)):
        raise MeminitError(FILE_EXISTS, f"{shown} exists already", path=shown)
    above = os.path.dirname(target)
    while above != root and len(above) > len(root):
        if os.path.lexists(above) and not os.path.isdir(above):
            raise MeminitError(FILE_EXISTS, f"{relative(root, above)} is a file, and no folder", path=shown)
        above = os.path.dirname(above)


def _below(root: str, path: str) -> str:
    return os.path.relpath(path, root).replace(os.sep, "/")


def _escape(shown: str, words: str) -> MeminitError:
    return MeminitError(PATH_ESCAPE, f"{shown}: {words}", path=shown, phase="validation")


def _proposal(workspace: Workspace, journey: Journey, stages: Stages, *, everywhere: bool) -> Proposal:
    there = Run(workspace, stages)
    before = judged_by(there)
    moves = _moves(workspace, journey)
    found = {each.file: each for each in rewritten(there, moves, everywhere=everywhere)}
    covering = followed(there, moves)
    for file, each in covering.items():
        found[file] = found.get(file, Rewritten(file, each.content, ()))._replace(covers=each.edits)
    changes = _with_lock(workspace, moves, covering, tuple(_changes(workspace, moves, found)))
    ready = verified(workspace.root, changes)
    overlay = laid(ready, map("/".join, moves.folders))
    planned = workspace.over(overlay, "planned")
    after = judged(planned, stages, before=Before(there, overlay.contents.keys()))
    new = _new(before, after, moves)
    governed = {each.file: each.namespace for each in workspace.discovered.candidates}
    asked = [each for each in new if _is_asked_for(each, moves, governed, planned.settings)]
    _see_to_conflicts([each for each in new if each not in asked], found.values())
    moved = [{"from": each.path, "to": each.to_path} for each in changes if each.op == "rename"]
    links = sum(len(each.links) for each in found.values())
    documents = sum(bool(each.links) for each in found.values())
    return Proposal(
        Plan("move", tuple(each.change for each in ready), tuple(_skipped(found.values())), fingerprint(workspace)),
        fixed=max(0, len(before.findings) + len(new) - len(after.findings)),
        remaining=len(after.findings),
        report={"report": {"moved": moved, "links_rewritten": links, "documents_changed": documents}},
        advice=(
            *_advice(asked),
            *_of_settings(workspace.settings, moves),
            *(() if everywhere else _outside(outside(there, moves))),
        ),
        crashes=(*before.crashes, *after.crashes),
        may_go=_may_go(journey),
        made=_folders(workspace.root, journey),
        restored=_permissions(workspace.root, journey),
        headline=f"move of {counted(len(moved), 'file')} with {counted(links, 'link')}"
        f" in {counted(documents, 'document')}",
    )


def _moves(workspace: Workspace, journey: Journey) -> Moves:
    """Raises MeminitError for a folder with something in it that is not moved."""
    root = workspace.root
    files = tuple(sorted(_files(root, journey.old))) if journey.is_folder else (journey.old,)
    if not files:
        words = f"{escape_unencodable(journey.old)} holds no file, so there is nothing to move"
        raise MeminitError(INVALID_ARGUMENT, words, path=escape_unencodable(journey.old))
    config = workspace.settings.config_path
    if config in files:
        words = f"{config}: the configuration itself is not moved"
        raise MeminitError(WRITE_REFUSED, words, path=config, phase="validation")
    pairs = [(each, journey.new + each[len(journey.old) :]) for each in files]
    moves = Moves.of_paths(pairs, [(journey.old, journey.new)] if journey.is_folder else [])
    _see_to_symbolic_links(workspace, journey)
    return moves


def _files(root: str, folder: str) -> Iterator[str]:
    for path, kind in _below_folder(root, folder):
        if kind == "link":
            raise _escape(escape_unencodable(path), "it is a symbolic link, which does not move")
        if kind == "file":
            yield path


def _folders(root: str, journey: Journey) -> tuple[str, ...]:
    """The folders within one that moves, which may be empty."""
    every = _below_folder(root, journey.old) if journey.is_folder else ()
    return tuple(path for path, kind in every if kind == "folder")


def _permissions(root: str, journey: Journey) -> dict[str, int]:
    """Those of the folders that move, by their new paths."""
    every = (journey.old, *_folders(root, journey)) if journey.is_folder else ()
    modes = {each: stat.S_IMODE(os.lstat(os.path.join(root, *each.split("/"))).st_mode) for each in every}
    return {journey.new + each[len(journey.old) :]: mode for each, mode in modes.items()}


def _below_folder(root: str, folder: str) -> Iterator[tuple[str, Kind]]:
    sources, waiting = Files(root), [folder]
    while waiting:
        here = waiting.pop()
        entries = sources.entries(tuple(here.split("/")))
        if entries is None:
            shown = escape_unencodable(here)
            words = f"{shown}: the folder cannot be listed"
            raise MeminitError(WRITE_REFUSED, words, path=shown, phase="validation")
        for name, kind in entries.items():
            path = f"{here}/{name}"
            yield path, kind
            if kind == "folder":
                waiting.append(path)


def _see_to_symbolic_links(workspace: Workspace, journey: Journey) -> None:
    """Raises CONFLICT for a symbolic link, as far as folders were listed, that would lead to nothing."""
    tree, moved = workspace.tree, os.path.join(workspace.root, *journey.old.split("/"))
    for names, kind in tree.listed():
        if kind == "link" and gate.is_inside(moved, tree.real(names).path):
            shown = escape_unencodable("/".join(names))
            words = f"{shown} is a symbolic link to what would be moved; remove it, or let it lead elsewhere"
            raise MeminitError(CONFLICT, words, path=shown, phase="validation")


def _changes(workspace: Workspace, moves: Moves, found: Mapping[str, Rewritten]) -> Iterator[Change]:
    for old, new in moves.files.items():
        path = "/".join(old)
        own = found.get(path)
        digest = sha256(own.content) if own else gate.digest(os.path.join(workspace.root, *old))
        edits = own.edits if own else ()
        words = f"It moves to {escape_unencodable('/'.join(new))}{_rewritten(len(edits))}."
        yield Change("rename", path, "/".join(new), digest, edits=edits, safe=True, reason=words)
    for path, each in found.items():
        if each.edits and moves.path(path) == path:
            words = f"{counted(len(each.edits), 'link')} of it lead to what moves, or past it."
            words = words if each.links else "It covers what moves."
            yield Change("update", path, before_sha256=sha256(each.content), edits=each.edits, safe=True, reason=words)


def _with_lock(
    workspace: Workspace, moves: Moves, covering: Mapping[str, Followed], changes: tuple[Change, ...]
) -> tuple[Change, ...]:
    """With the file in which it is affirmed that documents were read: their lines go along with them."""
    files, path = workspace.tree.sources, workspace.settings.lock_path
    if not files.may_be_there(path):
        return changes
    before = affirmed(files, path)
    paths = {escape_unencodable("/".join(old)): escape_unencodable("/".join(new)) for old, new in moves.files.items()}
    to_path = moves.path(path)
    entries = {escape_unencodable(file): each.entries for file, each in covering.items()}
    if not (paths.keys() | entries.keys()) & {each.document for each in before}:
        return changes
    after = moved(before, paths, entries)
    change = lock_change(files, path, after, to_path="" if to_path == path else to_path)
    return (*(each for each in changes if each.path != path), *([change] if change else []))


def _rewritten(count: int) -> str:
    return f", and {counted(count, 'link')} in it {'is' if count == 1 else 'are'} rewritten" if count else ""


def _new(before: Judged, after: Judged, moves: Moves) -> list[Finding]:
    paths = {escape_unencodable("/".join(old)): escape_unencodable("/".join(new)) for old, new in moves.files.items()}
    return added(before.findings, after.findings, paths)


def _is_asked_for(finding: Finding, moves: Moves, governed: Mapping[str, str], settings: Settings) -> bool:
    """Whether a finding is about the name, the place or the namespace that something gets."""
    if finding.code in _OF_COVERS:
        return True
    if finding.code == "DOCS_ROOT_MISSING":
        return moves.path(finding.path) != finding.path
    old = moves.turned().path(finding.path)
    if old == finding.path:
        return False
    namespace = settings.governing(finding.path)
    is_elsewhere = old not in governed or (namespace is not None and namespace.name != governed[old])
    return finding.code in _OF_PLACE or old not in governed or (is_elsewhere and finding.code not in _OF_LINKS)


def _see_to_conflicts(new: Sequence[Finding], found: Iterable[Rewritten]) -> None:
    if not new:
        return
    left = [f"{each.file}: {link.link.target} {link.words}" for each in found for link in each.left]
    first = new[0]
    place = first.path if first.line is None else f"{first.path}:{first.line}"
    which = "a finding that is" if len(new) == 1 else f"{len(new)} findings that are"
    words = f"the move would bring {which} not there now, so nothing is moved"
    raise MeminitError(
        CONFLICT,
        f"{words}: {first.code} at {place}: {first.message}{f'; {left[0]}' if left else ''}",
        codes=dict(sorted(Counter(each.code for each in new).items())),
        paths=sorted({each.path for each in new})[:_SAMPLE],
        links=left[:_SAMPLE] or None,
        phase="validation",
        suggestion=_FIRST if first.code in _OF_SETTINGS else None,
    )


def _of_settings(settings: Settings, moves: Moves) -> tuple[Advice, ...]:
    """What of the configuration names files that move; where a check depends on them, the move is refused instead."""
    project = settings.project
    kinds = [kind for namespace in settings.namespaces for kind in namespace.types.values()]
    named = {kind.template: f"template of {kind.name}" for kind in kinds if kind.template}
    named |= {project.index_path: "index", project.baseline_path: "baseline"}
    found = {path: words for path, words in sorted(named.items()) if moves.path(path) != path}
    if not found:
        return ()
    shown = [f"{escape_unencodable(path)} ({words})" for path, words in found.items()]
    message = f"the configuration names {listed(shown)}; write the new path there"
    return (Advice("MOVE_LEAVES_SETTINGS", message, {"paths": list(map(escape_unencodable, found))}),)


def _skipped(found: Iterable[Rewritten]) -> Iterator[Skipped]:
    for each in found:
        for left in each.left:
            words = f"{left.link.target} {left.words}"
            yield Skipped(each.file, "BROKEN_LINK", "no_clear_correction", words, left.link.line)


def _advice(asked: Sequence[Finding]) -> tuple[Advice, ...]:
    if not asked:
        return ()
    codes = Counter(each.code for each in asked)
    paths = sorted({each.path for each in asked})
    words = f"where it lies now there are findings that were not there before: {listed(sorted(codes))}"
    return (Advice("MOVE_ADDS_FINDINGS", words, {"codes": dict(sorted(codes.items())), "paths": paths[:_SAMPLE]}),)


def _outside(found: Iterable[Rewritten]) -> tuple[Advice, ...]:
    counts = {escape_unencodable(each.file): len(each.links) for each in found}
    if not counts:
        return ()
    words = (
        f"{counted(sum(counts.values()), 'link')} in {listed(counts)} will lead to nothing, since no namespace governs"
    )
    words = f"{words} {'that file' if len(counts) == 1 else 'those files'}; --everywhere rewrites them as well"
    return (Advice("MOVE_LEAVES_LINKS", words, {"paths": list(counts)}),)


def _may_go(journey: Journey) -> Callable[[str], bool]:
    """A folder that moves goes as a whole; one out of which a file moves stays."""
    return lambda folder: journey.is_folder and f"{folder}/".startswith(f"{journey.old}/")
