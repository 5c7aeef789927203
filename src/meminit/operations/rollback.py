"""Rolls back an apply from its snapshot, lists the snapshots, and reports the state of the last apply."""

import shlex
from contextlib import suppress

from meminit.config.find import Repository
from meminit.edits.applying import forget
from meminit.edits.locking import locked
from meminit.edits.rolling_back import drift, modes, rollback_plan
from meminit.edits.snapshots import Snapshot, Snapshots
from meminit.faults import SNAPSHOT_NOT_FOUND, MeminitError
from meminit.model.outcome import Advice, Outcome, Table, Text
from meminit.operations.changing import Proposal, Wish, changed, see_to_confirmation
from meminit.operations.in_index import with_index
from meminit.sources.git import Git, GitError, git
from meminit.stages import Stages
from meminit.words import counted, escape_unencodable
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace


def run(workspace: Workspace, wanted: str | None, wish: Wish, *, force: bool) -> Outcome:
    """Plans to undo an apply, or undoes it: the one with that id, or the last one that is not rolled back."""
    see_to_confirmation("rollback", wish)
    snapshots = Snapshots(workspace.root)
    snapshot = _chosen(snapshots, wanted)
    plan = rollback_plan(workspace.root, snapshots, snapshot, force=force)
    if wish.is_applied and not plan.changes and not snapshot.is_done:  # it was killed before it changed a file
        with locked(workspace.root):
            forget(workspace.root, snapshot)
    files = sorted({escape_unencodable(path) for each in plan.changes for path in (each.path, each.target)})
    proposal = Proposal(
        plan,
        report={"rolled_back_to": snapshot.id, "files": files},
        may_go=frozenset(snapshot.folders_made).__contains__,
        modes=modes(snapshot),
        restored=snapshot.folders_removed,
        made=snapshot.folders_made,
        undoes=snapshot.id,
    )
    outcome = changed("rollback", workspace, wish, lambda _: proposal, is_made_again=False)
    index = _git_of(workspace.root) if snapshot.in_index and wish.is_applied else None
    return with_index(outcome, index, workspace.root, ".") if index else outcome


def _git_of(root: str) -> Git | None:
    with suppress(GitError):  # there is no index any more in which anything could move
        return git(root)
    return None


def _chosen(snapshots: Snapshots, wanted: str | None) -> Snapshot:
    if wanted is not None:
        return snapshots.get(wanted)
    snapshot = snapshots.last_apply()
    if snapshot is None:
        words = "nothing has been applied in this checkout that is not rolled back"
        raise MeminitError(SNAPSHOT_NOT_FOUND, words, suggestion="meminit rollback --list")
    return snapshot


def listing(root: str) -> Outcome:
    """The snapshots of this checkout, the newest first."""
    snapshots = Snapshots(root)
    found = list(snapshots.sound())[::-1]
    damaged = sorted({*snapshots.ids()} - {each.id for each in found})
    shown = [
        {
            "id": each.id,
            "command": each.command,
            "files": [escape_unencodable(kept.path) for kept in each.files],
            "created": each.created,
            "rolled_back": snapshots.is_rolled_back(each),
        }
        for each in found
    ]
    rows = tuple(
        (each.id, each.command, str(len(each.files)), each.created, "rolled back" if row["rolled_back"] else "")
        for each, row in zip(found, shown, strict=True)
    )
    advice = tuple(_damage(each) for each in damaged)
    view = Table(("SNAPSHOT", "COMMAND", "FILES", "CREATED", ""), rows) if rows else Text(("no snapshots",))
    return Outcome("rollback", data={"snapshots": shown}, advice=advice, view=(view,))


def _damage(snapshot: str) -> Advice:
    return Advice("SNAPSHOT_DAMAGED", f"the snapshot {snapshot} is damaged, and cannot be used", {"snapshot": snapshot})


def status(repository: Repository, effort: Effort, stages: Stages, again: tuple[str, ...]) -> Outcome:
    """What differs from what the last apply left, and whether it was interrupted. It has an answer in any case."""
    root, index = repository.root, _index(repository, effort, stages)
    last = _last(root)
    interrupted = last is not None and not last.is_done
    found = drift(root, last) if last else ()
    counts = {kind: sum(each.kind == kind for each in found) for kind in ("modified", "missing", "extra")}
    steps = []
    if interrupted:
        steps.append(("rollback", shlex.join((*again[:1], "rollback", "--apply", "--yes", *again[1:]))))
    elif found:
        steps.append(("check", shlex.join((*again[:1], "check", *again[1:]))))
    if index != "fresh":
        steps.append(("index", shlex.join((*again[:1], "index", *again[1:]))))
    data: dict[str, object] = {
        "drift": [
            {
                "path": escape_unencodable(each.path),
                "kind": each.kind,
                **({"expected": f"sha256:{each.expected}"} if each.expected else {}),
                **({"actual": f"sha256:{each.actual}"} if each.actual else {}),
            }
            for each in found
        ],
        "summary": counts,
        "interrupted": interrupted,
        **({"last_apply": _shown(last)} if last else {}),
        "index": index,
        "next_actions": [command for _, command in steps],
        "next_actions_detailed": [{"action": action, "command": command} for action, command in steps],
    }
    lines = [f"{each.kind}: {escape_unencodable(each.path)}" for each in found]
    if interrupted and last:
        lines.append(f"{last.command} was interrupted ({last.id}): each file is old or new")
    elif last:
        lines.append(f"last apply: {last.command}, {last.created}, {last.id}; {counted(len(found), 'file')} differ")
    else:
        lines.append("nothing has been applied in this checkout")
    lines.append(f"the index is {index}")
    lines += [f"next: {command}" for _, command in steps[:1]]
    return Outcome("status", data=data, view=(Text(tuple(lines)),))


def _last(root: str) -> Snapshot | None:
    """The last apply or rollback that can be read."""
    try:
        return next(iter(list(Snapshots(root).sound())[::-1]), None)
    except MeminitError:  # there is no state directory, so nothing was applied
        return None


def _index(repository: Repository, effort: Effort, stages: Stages) -> str:
    """Whether the index is up to date; without a configuration that can be read there is none."""
    from meminit.operations.facts import state_of_index  # noqa: PLC0415 - paid for by this command alone

    try:
        run = Run(Workspace(repository, effort), stages, with_rows=True)
        run.begin()
        found = state_of_index(run)
    except MeminitError:
        return "absent"
    return "absent" if found == "missing" else found


def _shown(snapshot: Snapshot) -> dict[str, str]:
    return {"snapshot_id": snapshot.id, "command": snapshot.command, "created": snapshot.created}
