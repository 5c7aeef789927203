"""Corrects documents: plans what can be corrected, and says of everything else why it stays."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from meminit.correction import Corrected, NewId, Renamed, Result, Stays
from meminit.edits.spans import sha256
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.fixes import CORRECTIONS
from meminit.model.event import Listener
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Outcome
from meminit.model.plan import Change, Plan, Skipped
from meminit.moving.mentions import Depth
from meminit.moving.renaming import Ids, renamed
from meminit.operations.changing import Proposal, Wish, changed, fingerprint, folders_of, see_to_confirmation
from meminit.operations.check import nothing_to_check, of_arguments
from meminit.operations.fix_state import Asked, Look, Unit
from meminit.operations.fixing import Fixing, gone
from meminit.stages import Stages
from meminit.words import counted, did_you_mean, listed, nearest, quoted, shorten
from meminit.workspace.workspace import Workspace

_LONGEST = 200


def run(
    workspace: Workspace,
    asked: Asked,
    wish: Wish,
    stages: Stages,
    *,
    only_checks: bool,
    listener: Listener | None = None,
) -> Outcome:
    """Plans corrections, and makes them if asked to; `only_checks` reports what would be corrected as violations."""
    see_to_confirmation("fix", wish)
    _see_to_codes(asked)

    def propose(known: Workspace) -> Proposal:
        fixing = Fixing(known, asked, stages, listener)
        fixing.run()
        return _proposal(fixing, asked, only_checks=only_checks)

    return changed("fix", workspace, wish, propose)


def _see_to_codes(asked: Asked) -> None:
    from meminit.catalogue import catalogue  # noqa: PLC0415 - imports all manual pages

    for code in asked.codes:
        known = [each.code for each in catalogue().values() if each.kind == "rule"]
        if code not in CORRECTIONS and code not in known:
            words = f"--code: there is no rule {quoted(code)}{did_you_mean(nearest(code, known))}"
            raise MeminitError(INVALID_ARGUMENT, words, suggestion="meminit explain --list")


def _proposal(fixing: Fixing, asked: Asked, *, only_checks: bool) -> Proposal:
    workspace = fixing.first.workspace
    before = list(fixing.chosen(fixing.first, replace(fixing.state, moved={})))
    after = [(finding, file) for finding, file, _ in fixing.results]
    corrected = gone(before, after)
    of_paths = tuple(_of_paths(fixing.first, asked))
    skipped = (*of_paths, *_skipped(fixing), *_ambiguous_mentions(fixing))
    return Proposal(
        Plan("fix", tuple(_changes(fixing)), skipped, fingerprint(workspace)),
        fixed=len(corrected),
        remaining=len(after) + len(of_paths),
        advice=tuple(_advice(fixing.first)),
        violations=tuple(corrected) if only_checks else (),
        crashes=(*fixing.last.crashes, *fixing.crashes),
        may_go=folders_of(workspace.settings),
        next_steps=_unsafe_step(fixing, asked),
    )


def _advice(look: Look) -> Iterator[Advice]:
    yield from look.workspace.settings.advice
    if look.selection:
        yield from nothing_to_check(look.selection)


def _of_paths(look: Look, asked: Asked) -> Iterator[Skipped]:
    """The paths that were named, and in which nothing can be corrected."""
    if look.selection:
        for each in look.run.observed(of_arguments(look.selection, look.workspace)):
            if not asked.codes or each.code in asked.codes:
                yield Skipped(each.path, each.code, "needs_author", each.message)


def _unsafe_step(fixing: Fixing, asked: Asked) -> tuple[str, ...]:
    is_left = not asked.with_unsafe and any(not isinstance(result, Stays) for _, _, result in fixing.results)
    return ("meminit fix --unsafe --diff",) if is_left else ()


def _changes(fixing: Fixing) -> Iterator[Change]:
    state, units = fixing.state, defaultdict(list)
    for each in fixing.state.units:
        units[each.file].append(each)
    for file, draft in state.drafts.items():
        edits, to_path = draft.edits, state.moved.get(file, "")
        if not (edits or to_path or draft.encoding):
            continue
        followed = state.followers.get(file, ())
        yield Change(
            op="rename" if to_path else "update",
            path=file,
            to_path=to_path,
            before_sha256=sha256(draft.original),
            after_sha256=sha256(draft.content),
            edits=edits,
            encoding=draft.encoding,
            codes=tuple(sorted({*draft.codes, *(each.finding.code for each in units[file])})),
            safe=all(each.result.safe for each in (*units[file], *followed)),
            reason=_reason(units[file], followed),
        )


def _reason(units: Iterable[Unit], followed: Iterable[Unit]) -> str:
    counts = Counter(each.finding.code for each in units)
    parts = [f"{counted(number, 'finding')} of {code}" for code, number in sorted(counts.items())]
    if followed:
        parts.append("what leads to renamed documents or ids follows them")
    text = listed(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _skipped(fixing: Fixing) -> Iterator[Skipped]:
    for finding, file, result in fixing.results:
        draft = fixing.state.drafts.get(file)
        line = draft.original_line(finding.line) if draft and finding.line else finding.line
        stays = result if isinstance(result, Stays) else _unwanted(finding, result)
        yield Skipped(
            file, finding.code, stays.reason_code, shorten(stays.message, _LONGEST * 2), line, stays.next_actions
        )


def _ambiguous_mentions(fixing: Fixing) -> Iterator[Skipped]:
    """Whatever mentions an id that several documents had: nobody knows which of them is meant."""
    shared = {
        each.result.old for each in fixing.state.units if isinstance(each.result, NewId) and not each.result.is_followed
    }
    if not shared:
        return
    for page in renamed(fixing.first.run, Ids(dict.fromkeys(shared, "-"), {}), Depth(link_texts=True, words=True)):
        named = {(each.line, old) for each in page.edits for old in shared if old in each.old}
        for line, old in sorted(named) if fixing.is_chosen(page.file) else ():
            words = f"{old} was the id of several documents; only the author knows which one is meant"
            yield Skipped(page.file, "DUPLICATE_ID", "ambiguous", words, line, (f"meminit resolve {old}",))


def _unwanted(finding: Finding, result: Result) -> Stays:
    """Why a correction that is known was not made."""
    old, new = finding.path, ""
    if isinstance(result, Corrected):
        old, new = next(((each.old, each.new) for each in result.edits), ("the encoding", "UTF-8"))
    elif isinstance(result, NewId):
        old, new = result.old, result.id
    elif isinstance(result, Renamed):
        new = result.to_path
    shown = f"{_shown(new)} would be inserted" if not old else f"{_shown(old)} would become {_shown(new)}"
    command = f"meminit fix --unsafe --code {finding.code}"
    return Stays("unsafe", f"{shown}, which may not be what is meant; --unsafe makes it", (command,))


def _shown(text: str) -> str:
    return quoted(shorten(" ".join(text.split()), _LONGEST))
