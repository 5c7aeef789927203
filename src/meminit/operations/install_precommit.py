"""Plans to add a hook to the configuration of pre-commit, which runs a check before each commit."""

import os
from typing import Literal

from meminit.composing import hook
from meminit.composing.hook import FILE, CannotAdd
from meminit.edits.spans import difference, encoded, sha256
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.model.outcome import Data, Later, Outcome, made
from meminit.model.plan import Change, Plan
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.sources import gate
from meminit.sources.limits import DEFAULT
from meminit.workspace.workspace import Workspace

_COMMAND = "install-precommit"
_REASON = "runs `meminit check` before each commit"


def state_of_hook(root: str) -> Literal["unused", "missing", "there"]:
    """Unused where pre-commit has no configuration, or one that cannot be read, which pre-commit itself reports."""
    try:
        text = _text(root)
        return "unused" if text is None else "there" if hook.is_there(text) else "missing"
    except (MeminitError, CannotAdd):
        return "unused"


def run(workspace: Workspace, wish: Wish) -> Outcome:
    """Raises WRITE_REFUSED for a configuration to which no lines can be added."""
    outcome = changed(_COMMAND, workspace, wish, _proposal)

    def data() -> Data:
        found = made(outcome.data)
        return {**found, "installed": bool(found["applied"] or found["already_present"])}

    return outcome._replace(data=Later(data))


def _proposal(workspace: Workspace) -> Proposal:
    text = _text(workspace.root)
    try:
        is_present = text is not None and hook.is_there(text)
        changes = () if is_present else (_change(text),)
    except CannotAdd as error:
        raise MeminitError(WRITE_REFUSED, f"{FILE}: {error.words}", path=FILE, phase="validation") from error
    report = {"hook_path": FILE, "already_present": is_present}
    return Proposal(Plan(_COMMAND, changes, (), fingerprint(workspace)), report=report, next_steps=_next(is_present))


def _next(is_present: bool) -> tuple[str, ...]:  # noqa: FBT001 - private
    return () if is_present else ("pre-commit install",)


def _text(root: str) -> str | None:
    try:
        return gate.read_bytes(os.path.join(root, FILE), DEFAULT.document).decode()
    except gate.SourceError as error:
        if error.kind == "missing":
            return None
        raise MeminitError(WRITE_REFUSED, f"{FILE}: {error.words}", path=FILE, phase="validation") from error
    except UnicodeDecodeError as error:
        raise MeminitError(WRITE_REFUSED, f"{FILE}: it is not UTF-8", path=FILE, phase="validation") from error


def _change(text: str | None) -> Change:
    if text is None:
        return Change("create", FILE, content=hook.fresh(), safe=True, reason=_REASON)
    after = hook.with_hook(text)
    return Change(
        "update",
        FILE,
        before_sha256=sha256(encoded(text)),
        after_sha256=sha256(encoded(after)),
        edits=difference(text, after),
        safe=True,
        reason=_REASON,
    )
