"""Writes the baseline: the findings that a repository has today, which later checks need not report."""

from typing import Literal, TypeAlias

from meminit.accepting.baseline import BaselineError, Entry, read, written
from meminit.config.find import Repository
from meminit.edits.putting import destination, put, seen
from meminit.fingerprints import fingerprints
from meminit.model.event import Listener
from meminit.model.outcome import Outcome, Text
from meminit.operations.accepted import LARGEST, damaged
from meminit.operations.cache import retried
from meminit.operations.check import Check, Code, outcome
from meminit.operations.reporting import reported
from meminit.sources import gate
from meminit.stages import Stages
from meminit.words import counted
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

# What becomes of an existing baseline: it is made anew, or only what is gone leaves it.
Way: TypeAlias = Literal["anew", "prune"]


def run(
    repository: Repository,
    way: Way,
    paths: tuple[str, ...],
    *,
    effort: Effort,
    stages: Stages,
    listener: Listener | None,
) -> Outcome:
    """Raises BASELINE_INVALID where the file is none; `paths` are what a pruned baseline is looked at for."""

    def work(chosen: Effort) -> Outcome:
        run = Run(Workspace(repository, chosen), stages)
        check = Check(run, paths, code=Code())
        _ = check.wanted
        before = _before(run.workspace)
        checked = outcome(check, reported(check.events(), listener, run, repeats=chosen.uses_cache))
        return _written(run.workspace, check, checked, before, way)

    return retried(effort, work)


def _before(workspace: Workspace) -> list[Entry]:
    path = workspace.settings.project.baseline_path
    try:
        content = seen(destination(workspace.root, path), lambda place: gate.read_bytes(place, LARGEST))
        return read(content) if content is not None else []
    except BaselineError as error:
        raise damaged(error, path) from error


def _written(workspace: Workspace, check: Check, checked: Outcome, before: list[Entry], way: Way) -> Outcome:
    path = workspace.settings.project.baseline_path
    found = (*checked.violations, *checked.warnings)
    every = (*found, *(each.finding for each in checked.suppressed))
    names = fingerprints(every, check.unique_ids())
    today = [Entry(each.path, each.code, name) for each, name in zip(found, names, strict=False)]
    known, here = {each.fingerprint for each in before}, {each.fingerprint for each in today}
    if way == "prune":
        after = [each for each in before if each.fingerprint in here or not check.looks_at(each.path)]
    else:
        after = today
    content = written(after)
    left = {each.fingerprint for each in after}
    where = destination(workspace.root, path)
    if seen(where, lambda place: gate.read_bytes(place, LARGEST)) != content:
        put(where, (content,))
    data = {"file": path, "known": len(left & known), "new": len(left - known), "gone": len(known - left)}
    words = f"{counted(len(left), 'finding')} in {path}: {len(left - known)} new, {len(known - left)} gone"
    return Outcome("baseline", data, advice=workspace.settings.advice, view=(Text((words,)),), crashes=checked.crashes)
