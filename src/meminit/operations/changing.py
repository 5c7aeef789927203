"""What every command that changes documents has in common: it comes to a plan, shows it, and applies it if asked to.

Such a command hands over a `Proposal`; guards, diff, lock, snapshot, answer and next steps are all here.
"""

import hashlib
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import orjson

from meminit.config.settings import Settings
from meminit.edits import applying
from meminit.edits.applying import Work
from meminit.edits.locking import locked
from meminit.edits.plan import with_hash
from meminit.edits.unified import LARGEST, unified
from meminit.edits.verifying import Ready, emptied_folders, verified
from meminit.faults import E_CONFIRM_REQUIRED, E_PLAN_STALE, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Block, Data, Diff, Later, Outcome, Text, made
from meminit.model.plan import Plan
from meminit.operations.judging import may_be_emptied
from meminit.paths import real_path
from meminit.sources import gate, limits
from meminit.words import counted, escape_unencodable, listed
from meminit.workspace.workspace import Workspace

_Files: TypeAlias = Sequence[Ready] | Later[Sequence[Ready]]
_MOST_SHOWN = 20  # skipped findings that text lists
_DIFF_AT_MOST = 2000  # lines of diffs that text shows


class Wish(NamedTuple):
    """What the options of a command that changes documents ask for.

    `again` is the command line without these options, for what to do next. `ask` shows lines to a person and returns
    whether the answer is yes; None where nobody can be asked. `write` puts a plan into a file of the caller's.
    """

    again: tuple[str, ...]
    is_applied: bool = False
    is_confirmed: bool = False
    with_diff: bool = False
    plan_out: str | None = None
    ask: Callable[[Sequence[str]], bool] | None = None
    write: Callable[[str, bytes], None] | None = None


class Proposal(NamedTuple):
    """What a command would change. `fixed` and `remaining` count findings; `report` are further keys of its data.

    `may_go` says which folders are removed when nothing is left in them, `modes` the permissions of files that are
    made anew, `restored` those of folders. `undoes` is the snapshot that is rolled back, `made` are folders of its own.
    """

    plan: Plan
    fixed: int = 0
    remaining: int = 0
    report: Mapping[str, object] = {}
    advice: tuple[Advice, ...] = ()
    violations: tuple[Finding, ...] = ()
    crashes: tuple[Exception, ...] = ()
    may_go: Callable[[str], bool] = lambda _: False
    modes: Mapping[str, int] = {}
    restored: Mapping[str, int] = {}
    made: tuple[str, ...] = ()
    undoes: str = ""
    next_steps: tuple[str, ...] = ()  # beside the usual ones
    headline: str = ""  # of the text, where it is not "N changes"


def see_to_confirmation(command: str, wish: Wish) -> None:
    """Raises E_CONFIRM_REQUIRED where a person should be asked, and cannot be. To be called before anything else."""
    if wish.is_applied and not wish.is_confirmed and wish.ask is None:
        words = f"`{shlex.join((*wish.again, '--apply'))}` changes files; add --yes to confirm"
        raise MeminitError(
            E_CONFIRM_REQUIRED,
            words,
            command=command,
            reason_code="confirm_required",
            next_actions=["retry_with_yes"],
        )


def folders_of(settings: Settings) -> Callable[[str], bool]:
    """Which folders may be removed when nothing is left in them."""
    return lambda folder: may_be_emptied(settings, folder)


def fingerprint(workspace: Workspace) -> str:
    """Of what decides about documents: the configuration and the schemas."""
    schemas = workspace.schemas.files
    digests = {path: each if each is None else hashlib.sha256(each).hexdigest() for path, each in schemas.items()}
    config = gate.read_bytes(real_path(workspace.repository.config or ""), limits.CONFIG)
    decided = {"config": hashlib.sha256(config).hexdigest(), "schemas": digests}
    return f"sha256:{hashlib.sha256(orjson.dumps(decided, option=orjson.OPT_SORT_KEYS)).hexdigest()}"


def changed(
    command: str,
    workspace: Workspace,
    wish: Wish,
    propose: Callable[[Workspace], Proposal],
    *,
    is_made_again: bool = True,
) -> Outcome:
    """Comes to a plan, and shows or applies it. The plan is made again if the tree changes before it is locked.

    One that was handed in is not made again: what changed makes it stale.
    """
    see_to_confirmation(command, wish)
    answer = _Answer(command, wish)
    proposal = _proposed(propose, workspace)
    if wish.is_applied and proposal.plan.changes:
        if not wish.is_confirmed:
            ready = verified(workspace.root, proposal.plan.in_order.changes)
            if not answer.is_agreed(proposal, ready):
                return answer.planned(*_settled(proposal, ready))
        with locked(workspace.root):
            fresh = Workspace(workspace.repository, workspace.effort)
            if is_made_again and not _is_as_it_was(workspace, fresh):
                agreed, proposal = proposal, _proposed(propose, fresh)
                if not wish.is_confirmed:
                    _see_to_agreement(agreed.plan, proposal.plan)
            if proposal.plan.changes:
                return _applied(answer, workspace.root, proposal)
    changes = proposal.plan.in_order.changes
    if all(each.after_sha256 or each.op == "remove" for each in changes) and not wish.with_diff:
        return answer.planned(proposal, Later(lambda: verified(workspace.root, changes)))
    return answer.planned(*_settled(proposal, verified(workspace.root, changes)))


def _proposed(propose: Callable[[Workspace], Proposal], workspace: Workspace) -> Proposal:
    """What is proposed; made once more where somebody took files away meanwhile, as another meminit that applies."""
    try:
        return propose(workspace)
    except gate.SourceError:
        fresh = Workspace(workspace.repository, workspace.effort)
    try:
        return propose(fresh)
    except gate.SourceError as error:
        words = f"files were changed or removed while the plan was being made ({error.words}); run it again"
        raise MeminitError(E_PLAN_STALE, words, paths=[], retryable=True) from error


def _settled(proposal: Proposal, ready: Sequence[Ready]) -> tuple[Proposal, Sequence[Ready]]:
    """The proposal with the digests that were worked out."""
    return proposal._replace(plan=proposal.plan._replace(changes=tuple(each.change for each in ready)).in_order), ready


def _is_as_it_was(before: Workspace, now: Workspace) -> bool:
    """Whether the same documents are there, in the same states."""
    mine, other = before.discovered.candidates, now.discovered.candidates
    return mine == other and before.states(mine) == now.states(other)


def _see_to_agreement(agreed: Plan, now: Plan) -> None:
    """Raises E_PLAN_STALE where other changes would be made than those that a person has seen."""
    seen, wanted = ({each.path: each for each in plan.changes} for plan in (agreed, now))
    paths = sorted(path for path in {*seen, *wanted} if seen.get(path) != wanted.get(path))
    if paths:
        shown = [escape_unencodable(each) for each in paths]
        words = f"documents have changed since you were asked, and so has what would be made of {listed(shown, 5)}"
        raise MeminitError(E_PLAN_STALE, words, paths=shown, phase="validation")


def _applied(answer: "_Answer", root: str, proposal: Proposal) -> Outcome:
    applying.clear_away(root)
    ready = _with_modes(verified(root, proposal.plan.in_order.changes), proposal.modes)
    proposal, _ = _settled(proposal, ready)
    answer.write_plan(proposal)
    emptied = emptied_folders(root, ready, proposal.may_go, proposal.made)
    work = Work(root, proposal.plan.command, ready, emptied, proposal.restored, proposal.undoes)
    snapshot_id = applying.apply(work)
    return answer.applied(proposal, ready, snapshot_id)


def _with_modes(ready: Iterable[Ready], modes: Mapping[str, int]) -> tuple[Ready, ...]:
    return tuple(
        each._replace(mode=modes[each.change.path])
        if each.change.op == "create" and each.change.path in modes
        else each
        for each in ready
    )


class _Answer:
    def __init__(self, command: str, wish: Wish) -> None:
        self._command = command
        self._wish = wish
        self._is_declined = False

    def is_agreed(self, proposal: Proposal, ready: Sequence[Ready]) -> bool:
        if self._wish.ask is None:
            return False
        shown = [line for each in ready for line in unified(each).split("\n")[:-1]]
        is_agreed = self._wish.ask((*shown[:_DIFF_AT_MOST], f"{_headline(proposal)}."))
        self._is_declined = not is_agreed
        return is_agreed

    def write_plan(self, proposal: Proposal) -> None:
        if self._wish.plan_out is not None and self._wish.write:
            self._wish.write(self._wish.plan_out, orjson.dumps(_clean(with_hash(proposal.plan)), option=_INDENTED))

    def planned(self, proposal: Proposal, ready: _Files) -> Outcome:
        self.write_plan(proposal)
        reason = "dry_run" if proposal.plan.changes else "no_changes"
        steps = self._steps(proposal) if proposal.plan.changes else proposal.next_steps
        return self._outcome(proposal, ready, steps, {"applied": False, "reason": reason})

    def applied(self, proposal: Proposal, ready: Sequence[Ready], snapshot_id: str) -> Outcome:
        steps = (f"meminit rollback {snapshot_id}", *proposal.next_steps)
        facts = {"applied": True, "snapshot_id": snapshot_id}
        if proposal.undoes:
            facts["event_snapshot_id"] = snapshot_id
        return self._outcome(proposal, ready, steps, facts)

    def _steps(self, proposal: Proposal) -> tuple[str, ...]:
        again = self._wish.again
        looking = () if self._wish.with_diff else (shlex.join((*again, "--diff")),)
        return (*looking, shlex.join((*again, "--apply", "--yes")), *proposal.next_steps)

    def _outcome(
        self, proposal: Proposal, ready: _Files, steps: tuple[str, ...], facts: Mapping[str, object]
    ) -> Outcome:
        shown, omitted = _diff(made(ready)) if self._wish.with_diff else ([], 0)
        advice = proposal.advice

        def data() -> Data:
            plan = with_hash(proposal.plan)
            whole: dict[str, object] = {
                "dry_run": facts.get("reason") == "dry_run" or not self._wish.is_applied,
                **facts,
                **{key: plan[key] for key in ("plan_hash", "changes", "skipped", "summary")},
                "fixed": proposal.fixed,
                "remaining": proposal.remaining,
            }
            if self._wish.with_diff:
                whole["diff"] = {"files": shown}
            whole["next_actions"] = list(steps)
            whole["next_actions_detailed"] = [{"action": _action(each), "command": each} for each in steps]
            return {**whole, **proposal.report}

        if omitted:
            words = f"the diffs of {counted(omitted, 'file')} are longer than {LARGEST} bytes, and are left out"
            advice = (*advice, Advice("DIFF_OMITTED", words, {"count": omitted}))
        return Outcome(
            self._command,
            data=Later(data),
            violations=proposal.violations,
            advice=advice,
            crashes=proposal.crashes,
            view=Later(lambda: tuple(self._view(proposal, ready, steps, facts))),
            is_viewed=True,
        )

    def _view(
        self, proposal: Proposal, ready: _Files, steps: tuple[str, ...], facts: Mapping[str, object]
    ) -> Iterator[Block]:
        if not facts["applied"] and not self._is_declined:
            yield from _shown_diff(made(ready))
        yield from _shown_skipped(proposal.plan)
        kept = f"; snapshot {facts['snapshot_id']}" if facts["applied"] else ""
        done = "applied" if facts["applied"] else "not made" if self._is_declined else "planned"
        stay = "stays" if proposal.remaining == 1 else "stay"
        left = f"; {counted(proposal.remaining, 'finding')} {stay}" if proposal.remaining else ""
        will = "corrected" if facts["applied"] else "would correct"
        gone = f"; {will} {counted(proposal.fixed, 'finding')}" if proposal.fixed else ""
        headline = f"{_headline(proposal)} {done}" if proposal.plan.changes else "nothing to change"
        yield Text((f"{headline}{gone}{left}{kept}",))
        notes = tuple(f"note: {each.message}" for each in proposal.advice)
        if notes:
            yield Text(notes)
        if steps:
            yield Text((f"next: {next((each for each in steps if _action(each) == 'apply'), steps[0])}",))


_INDENTED = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


def _clean(value: object) -> object:
    from meminit import as_json  # noqa: PLC0415 - wanted for a plan that is written alone

    return orjson.loads(as_json.written(value))


def _headline(proposal: Proposal) -> str:
    if proposal.headline:
        return proposal.headline
    summary = proposal.plan.summary
    kinds = (f"{counted(number, op)}" for op, number in summary.items() if op not in {"safe", "unsafe"} and number)
    unsafe = f" ({summary['unsafe']} not safe)" if summary["unsafe"] else ""
    return f"{', '.join(kinds) or '0 changes'}{unsafe}"


def _action(command: str) -> str:
    """The kind of a next step, for programs."""
    words = shlex.split(command)
    for word, action in (("--apply", "apply"), ("--diff", "diff")):
        if word in words:
            return action
    return words[1] if len(words) > 1 and words[1] in {"rollback", "check", "status", "explain", "fix"} else "other"


def _diff(ready: Sequence[Ready]) -> tuple[list[dict[str, object]], int]:
    """The diff of each file, and how many are too long."""
    files: list[dict[str, object]] = []
    omitted = 0
    for each in ready:
        text = unified(each)
        shown: dict[str, object] = {"path": escape_unencodable(each.change.path), "op": each.change.op}
        if len(text.encode("utf-8", "replace")) <= LARGEST:
            shown["unified"] = text
        else:
            omitted += 1
        files.append(shown)
    return files, omitted


def _shown_diff(ready: Sequence[Ready]) -> Iterator[Block]:
    left = _DIFF_AT_MOST
    files = 0
    for each in ready:
        lines = tuple(unified(each).split("\n")[:-1])
        if len(lines) > left:
            files += 1
            left = 0
            continue
        left -= len(lines)
        yield Diff(lines)
    if files:
        yield Text((f"... and the changes of {counted(files, 'more file')}; `--plan-out FILE` writes the whole plan",))


def _shown_skipped(plan: Plan) -> Iterator[Block]:
    ordered = plan.in_order.skipped
    lines = [
        f"{escape_unencodable(each.path)}{f':{each.line}' if each.line else ''} {each.code} stays: {each.message}"
        for each in ordered[:_MOST_SHOWN]
    ]
    if len(ordered) > _MOST_SHOWN:
        lines.append(f"... and {len(ordered) - _MOST_SHOWN} more that stay; JSON lists them all")
    if lines:
        yield Text(tuple(lines))
