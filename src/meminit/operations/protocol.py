"""Compares the block that teaches agents how to work here with the shipped one, and plans to write it again."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.composing import agents_block, profiles
from meminit.composing.agents_block import Status
from meminit.edits.spans import difference, encoded, sha256
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome, Table, noted
from meminit.model.plan import Change, Plan, Skipped
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.paths import may_be_there, real_path
from meminit.sources import gate
from meminit.sources.limits import DEFAULT
from meminit.workspace.workspace import Workspace

CODE = "PROTOCOL_DRIFT"
# The first one is always wanted, the others where they exist.
_TARGETS: Mapping[str, str] = {
    "agents-md": "AGENTS.md",
    "claude-md": "CLAUDE.md",
    "copilot-instructions": ".github/copilot-instructions.md",
    "cursor-rules": ".cursor/rules/meminit.mdc",
}
_ALWAYS = "agents-md"
_MENDED = frozenset({"missing", "legacy", "stale", "tampered"})
_STATUSES: tuple[Status, ...] = ("aligned", "missing", "legacy", "stale", "tampered", "unparseable")
_WORDS: Mapping[Status, str] = {
    "missing": "there is no block of meminit",
    "legacy": "the block of meminit has no version",
    "stale": "the block of meminit is of an older version",
    "tampered": "the lines in the block of meminit are not those of this version",
    "unparseable": "the marks of the block of meminit are damaged, or are of a later version",
}


class Asset(NamedTuple):
    """A file that has, or should have, the block. `text` is None where there is no file, or none that can be used."""

    id: str
    path: str
    status: Status
    text: str | None = None
    words: str = ""

    @property
    def is_mended(self) -> bool:
        return self.status in _MENDED

    @property
    def message(self) -> str:
        return self.words or _WORDS.get(self.status, "")


def assets(root: str) -> list[Asset]:
    return list(_assets(root))


def _assets(root: str) -> Iterator[Asset]:
    lines = profiles.agents_lines()
    places: set[str] = set()
    for name, path in _TARGETS.items():
        place = os.path.join(root, *path.split("/"))
        if not may_be_there(place):
            if name == _ALWAYS:
                yield Asset(name, path, "missing")
            continue
        real = real_path(place)
        if real in places:  # one is a link to the other, as some projects have it
            continue
        places.add(real)
        yield _asset(root, Asset(name, path, "unparseable"), lines)


def _asset(root: str, found: Asset, lines: str) -> Asset:
    place = os.path.join(root, *found.path.split("/"))
    if real_path(place) != place:
        return found._replace(words="it is a symbolic link, or lies behind one")
    try:
        text = gate.read_bytes(place, DEFAULT.document).decode()
    except gate.SourceError as error:
        return found._replace(words=error.words)
    except UnicodeDecodeError:
        return found._replace(words="it is not UTF-8")
    return found._replace(status=agents_block.examined(text, lines).status, text=text)


def drifted(root: str) -> Mapping[str, str]:
    """The files whose block is there and is not as it is shipped, with what is wrong."""
    return {each.path: each.message for each in _assets(root) if each.status not in {"aligned", "missing"}}


def check(root: str) -> Outcome:
    found = assets(root)
    wrong = [
        Finding(each.path, CODE, Severity.ERROR, f"{each.message}; `meminit protocol sync --diff` shows the change")
        for each in found
        if each.status != "aligned"
    ]
    rows = tuple((each.path, each.status, each.message) for each in found)
    view = (Table(("FILE", "STATUS", ""), rows),)
    return Outcome("protocol check", _data(found, "summary"), violations=noted(wrong), view=view, is_viewed=True)


def sync(workspace: Workspace, wish: Wish) -> Outcome:
    return changed("protocol sync", workspace, wish, _proposal)


def _proposal(workspace: Workspace) -> Proposal:
    found = assets(workspace.root)
    changes = tuple(_change(each) for each in found if each.is_mended)
    skipped = tuple(
        Skipped(each.path, CODE, "needs_author", each.message, next_actions=("meminit protocol check",))
        for each in found
        if each.status == "unparseable"
    )
    return Proposal(
        Plan("protocol sync", changes, skipped, fingerprint(workspace)),
        fixed=len(changes),
        remaining=len(skipped),
        report=_data(found, "protocol_summary"),
    )


def _change(asset: Asset) -> Change:
    lines = profiles.agents_lines()
    if asset.text is None:
        text = agents_block.fresh(lines)
        reason = "teaches agents how to work with the documents of this repository"
        return Change("create", asset.path, content=text, codes=(CODE,), safe=True, reason=reason)
    text = agents_block.renewed(asset.text, lines)
    return Change(
        "update",
        asset.path,
        before_sha256=sha256(encoded(asset.text)),
        after_sha256=sha256(encoded(text)),
        edits=tuple(each._replace(code=CODE) for each in difference(asset.text, text)),
        codes=(CODE,),
        safe=True,
        reason=f"{asset.message}; nothing outside of it changes",
    )


def _data(found: list[Asset], name: str) -> dict[str, object]:
    """`name` is the key of the counts: a plan has a summary of its own."""
    counts = Counter(each.status for each in found)
    shown = [
        {"id": each.id, "target_path": each.path, "status": each.status, "auto_fixable": each.is_mended}
        for each in found
    ]
    summary: dict[str, int] = {"total": len(found)}
    summary.update((each, counts[each]) for each in _STATUSES)
    return {"assets": shown, name: summary}
