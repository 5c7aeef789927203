"""Gives the placeholders of older templates the names that they have now."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from meminit.config.settings import Settings, below
from meminit.documents.discover import MARKDOWN
from meminit.edits.spans import sha256
from meminit.edits.verifying import verified
from meminit.model.outcome import Outcome
from meminit.model.plan import Change, Plan, Skipped
from meminit.moving.placeholders import Found, placeholders
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.operations.judging import added, judged, laid
from meminit.paths import real_path
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.stages import Stages
from meminit.words import counted, escape_unencodable
from meminit.workspace.workspace import Workspace

COMMAND = "migrate templates"
_FOLDER = "00-governance/templates"  # below each docs root


class _Template(NamedTuple):
    """A template by its path, and its bytes; or why they are not to be had."""

    path: str
    content: bytes
    found: tuple[Found, ...] = ()
    problem: str = ""

    @property
    def known(self) -> tuple[Found, ...]:
        return tuple(each for each in self.found if each.is_known)


def run(workspace: Workspace, wish: Wish, stages: Stages) -> Outcome:
    return changed(COMMAND, workspace, wish, lambda known: _proposal(known, stages, wish))


def _proposal(workspace: Workspace, stages: Stages, wish: Wish) -> Proposal:
    every = [_read(workspace, path) for path in sorted(set(_paths(workspace.root, workspace.settings)))]
    before = judged(workspace, stages)
    ready = verified(workspace.root, [_change(each) for each in every if each.known])
    after = judged(workspace.over(laid(ready), "planned"), stages) if ready else before
    spoilt = {each.path for each in added(before.findings, after.findings)}
    kept = [each.change for each in ready if escape_unencodable(each.change.path) not in spoilt]
    skipped = [Skipped(each, "TEMPLATE", "conflicts_with", "the check would have findings in it") for each in spoilt]
    skipped += [each for template in every for each in _unknown(template)]
    report = {
        "dry_run": not wish.is_applied,
        "actions": [each for template in every if template.path not in spoilt for each in _actions(template)],
        "skipped_files": [{"file": each.path, "reason": each.problem} for each in every if each.problem],
    }
    return Proposal(
        Plan(COMMAND, tuple(kept), tuple(skipped), fingerprint(workspace)),
        report={"report": report},
        next_steps=("meminit doctor",),
    )


def _paths(root: str, settings: Settings) -> Iterator[str]:
    """The templates that types name, and the Markdown in the folders of templates."""
    sources = Files(root)
    for namespace in settings.namespaces:
        for kind in namespace.types.values():
            if kind.template and sources.may_be_there(kind.template):
                yield kind.template
        waiting = [tuple(below(namespace.root, _FOLDER).split("/"))]
        while waiting:
            here = waiting.pop()
            for name, entry in (sources.entries(here) or {}).items():
                if entry == "folder":
                    waiting.append((*here, name))
                elif name.lower().endswith(MARKDOWN):
                    yield "/".join((*here, name))


def _read(workspace: Workspace, path: str) -> _Template:
    place = os.path.join(workspace.root, *path.split("/"))
    if real_path(place) != place:
        return _Template(path, b"", problem="it is a symbolic link, or lies behind one")
    try:
        content = gate.read_bytes(place, workspace.effort.limits.document)
        text = gate.decode(content)
    except (gate.SourceError, gate.BadEncoding) as error:
        return _Template(path, b"", problem=error.words)
    return _Template(path, content, tuple(placeholders(text, workspace.settings.links)))


def _change(template: _Template) -> Change:
    edits = tuple(each.edit for each in template.known)
    words = f"{counted(len(edits), 'placeholder')} of it {'has' if len(edits) == 1 else 'have'} an older form."
    digest = sha256(template.content)
    return Change("update", template.path, before_sha256=digest, edits=edits, safe=True, reason=words)


def _actions(template: _Template) -> Iterator[dict[str, object]]:
    counts = Counter((each.edit.old, each.edit.new) for each in template.known)
    for (old, new), count in counts.items():
        yield {"file": escape_unencodable(template.path), "from": old, "to": new, "count": count}


def _unknown(template: _Template) -> Iterator[Skipped]:
    for each in template.found:
        if not each.is_known:
            words = f"there is no placeholder {each.edit.old}"
            yield Skipped(template.path, "TEMPLATE", "needs_author", words, each.edit.line)
