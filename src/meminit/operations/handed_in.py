"""Applies a plan that somebody else wrote, as far as the guards let it: documents, and the configuration files."""

from collections import Counter
from collections.abc import Sequence

from meminit.config.find import OTHER_NAME, OWN_NAME
from meminit.edits.plan import LARGEST, read
from meminit.edits.verifying import verified
from meminit.faults import (
    E_PLAN_STALE,
    E_UNSAFE_CONFIRM_REQUIRED,
    FILE_NOT_FOUND,
    PLAN_INVALID,
    WRITE_REFUSED,
    MeminitError,
)
from meminit.model.event import Listener
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Outcome
from meminit.model.plan import Change, Plan
from meminit.operations.changing import Proposal, Wish, changed, fingerprint, folders_of, see_to_confirmation
from meminit.operations.judging import HIDING, added, judged, laid
from meminit.sources import gate
from meminit.stages import Stages
from meminit.words import escape_unencodable, listed, quoted
from meminit.workspace.workspace import Workspace

STANDARD_INPUT = "-"
_SAMPLE = 20
_CONFIGURATIONS = frozenset({OWN_NAME, OTHER_NAME})
_COMMANDS = (
    "move",
    "migrate ids",
    "migrate config",
    "migrate templates",
    "rollback",
    "protocol sync",
    "install-precommit",
    "org vendor",
)


def run(
    workspace: Workspace,
    file: str,
    wish: Wish,
    stages: Stages,
    *,
    with_unsafe: bool,
    listener: Listener | None = None,
) -> Outcome:
    """Shows or applies the plan in the file."""
    see_to_confirmation("fix", wish)
    plan = read(_content(file))
    unsafe = sorted({each.path for each in plan.changes if not each.safe})
    if wish.is_applied and unsafe and not with_unsafe:
        shown = [escape_unencodable(each) for each in unsafe[:_SAMPLE]]
        words = f"the plan holds changes that are not safe: {listed(shown, 5)}; add --unsafe to apply them"
        raise MeminitError(E_UNSAFE_CONFIRM_REQUIRED, words, sample_paths=shown, count=len(unsafe))
    if unsafe and not with_unsafe:
        wish = wish._replace(again=(*wish.again, "--unsafe"))
    return changed("fix", workspace, wish, lambda known: _proposal(known, plan, stages, listener), is_made_again=False)


def _content(file: str) -> bytes:
    try:
        return gate.callers_bytes(None if file == STANDARD_INPUT else file, LARGEST)
    except gate.SourceError as error:
        fault = FILE_NOT_FOUND if error.kind == "missing" else PLAN_INVALID
        raise MeminitError(fault, f"the plan {quoted(escape_unencodable(file))}: {error.words}") from error


def _proposal(workspace: Workspace, plan: Plan, stages: Stages, listener: Listener | None) -> Proposal:
    own = fingerprint(workspace)
    if plan.config_fingerprint not in {"", own}:
        words = "the configuration or a schema is not what it was when the plan was made"
        raise MeminitError(E_PLAN_STALE, words, paths=[workspace.settings.config_path])
    before = judged(workspace, stages, listener)
    governed = {each.file for each in workspace.discovered.candidates}
    ready = verified(workspace.root, plan.changes)
    planned = workspace.over(laid(ready), "planned")
    governed |= {each.file for each in planned.discovered.candidates}
    for change in plan.changes:
        _see_to_kind(change, governed, plan.command)
    after = judged(planned, stages)
    moved = {each.path: each.to_path for each in plan.changes if each.op == "rename"}
    mended = {moved.get(each.path, each.path) for each in before.findings if each.code in HIDING}
    new = added(before.findings, after.findings, moved, mended)
    return Proposal(
        Plan("fix" if not plan.command else plan.command, plan.changes, (), own),
        fixed=max(0, len(before.findings) + len(new) - len(after.findings)),
        remaining=len(after.findings),
        advice=of_added(new),
        crashes=(*before.crashes, *after.crashes),
        may_go=folders_of(workspace.settings),
    )


def _see_to_kind(change: Change, governed: set[str], command: str) -> None:
    for path in (change.path, change.target):
        if path not in governed and path not in _CONFIGURATIONS:
            shown = escape_unencodable(path)
            own = next((f"meminit {each}" for each in _COMMANDS if each == command), "meminit move")
            words = f"{shown}: a plan that is handed in changes documents alone; use `{own}` for other files"
            raise MeminitError(WRITE_REFUSED, words, path=shown, phase="validation", suggestion=own)


def of_added(new: Sequence[Finding]) -> tuple[Advice, ...]:
    """What is said of findings that a plan adds, where its author may mean it."""
    if not new:
        return ()
    codes = Counter(each.code for each in new)
    paths = sorted({each.path for each in new})
    words = f"with this plan there are findings that are not there now: {listed(sorted(codes))}"
    return (Advice("PLAN_ADDS_FINDINGS", words, {"codes": dict(sorted(codes.items())), "paths": paths[:_SAMPLE]}),)
