"""Makes corrections in memory: edits of texts, then new ids, then new paths, each with all that follows."""

from bisect import bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter

from meminit.correction import Corrected, NewId, Page, Renamed, Source
from meminit.documents import read
from meminit.documents.discover import Candidate
from meminit.documents.read import File, Reading
from meminit.edits.drafts import Draft
from meminit.edits.spans import EditError, Splice, splices
from meminit.model.document import Breach, Document, Metadata
from meminit.model.plan import TextEdit
from meminit.moving.mentions import Depth
from meminit.moving.moves import Moves
from meminit.moving.renaming import Ids, renamed
from meminit.moving.rewriting import rewritten
from meminit.operations.fix_state import Asked, Look, State, Unit

_BEGINNING = 2000  # bytes of a document in which its first heading is looked for
_PROSE = Depth(link_texts=True, words=True)


def with_ids(look: Look, state: State, units: Sequence[Unit], asked: Asked) -> State | None:
    """With new ids; without --unsafe, only where nobody mentions the old one."""
    now = {each.file: state.now(each.file) for each in units}
    quiet = {each.key for each in _unmentioned(look, units, now)}
    units = [_as_safe(each) if each.key in quiet else each for each in units]
    units = [each for each in units if each.result.safe or asked.with_unsafe]
    sole = {now[each.file]: each for each in reversed(units)}
    firsts = {each.result.id: file for file, each in reversed(sole.items()) if isinstance(each.result, NewId)}
    sole = {file: each for file, each in sole.items() if file in firsts.values()}  # no id is given twice
    if not sole:
        return None
    own = {file: each.result.id for file, each in sole.items() if isinstance(each.result, NewId)}
    mentioned = {
        each.result.old: each.result.id
        for each in sole.values()
        if isinstance(each.result, NewId) and each.result.is_followed
    }
    every = ((each.file, each.edits) for each in renamed(look.run, Ids(mentioned, own)))
    return _followed(look, state, list(sole.values()), every)


def page(look: Look, candidate: Candidate) -> Page:
    workspace = look.workspace
    settings, governing = workspace.settings, workspace.governing(candidate.namespace)
    how = Reading(settings.links, workspace.tree.limits)
    file = cache(lambda: read.opened(workspace.tree, candidate, governing))

    def content() -> bytes:
        data = file().content
        return data if isinstance(data, bytes) else b""

    def whole(among: File) -> Document | None:
        (found,) = read.whole((among,), how)
        return found if isinstance(found, Document) else None

    def front() -> Metadata:
        return read.fronts((file(),), is_judged=False)[0]

    def breaches() -> tuple[Breach, ...]:
        return tuple(read.fronts((file(),))[0].breaches)

    def beginning() -> Document | None:
        data = content()
        end = data.rfind(b"\n\n", 0, _BEGINNING)
        return whole(file()._replace(content=data[:end])) if len(data) > _BEGINNING and end > 0 else None

    source = Source(content, front, breaches, lambda: whole(file()), beginning)
    return Page(candidate.file, settings.namespace(candidate.namespace), source, governing, settings)


def _draft(look: Look, state: State, file: str) -> Draft:
    if file in state.drafts:
        return state.drafts[file]
    return Draft(look.workspace.tree.sources.read(state.now(file), look.workspace.tree.limits.document))


def edited(look: Look, state: State, units: Iterable[Unit]) -> State | None:
    """With the texts corrected; of edits that overlap, the later ones wait for the next round."""
    of_files: dict[str, list[Unit]] = defaultdict(list)
    for each in units:
        of_files[each.file].append(each)
    drafts, done = dict(state.drafts), list(state.units)
    for file, every in of_files.items():
        encoding = next((each.result.encoding for each in every if isinstance(each.result, Corrected)), "")
        if encoding:
            content = look.workspace.tree.sources.read(file, look.workspace.tree.limits.document)
            drafts[file] = Draft(content, encoding).edited((), {"INVALID_ENCODING"})
            done += every
            continue
        draft = _draft(look, state, file)
        fitting, edits = _fitting(draft, every)
        if edits:
            drafts[file] = draft.edited(edits, {each.finding.code for each in fitting})
            done += fitting
    return None if len(done) == len(state.units) else replace(state, drafts=drafts, units=tuple(done))


def _fitting(draft: Draft, units: Sequence[Unit]) -> tuple[list[Unit], list[TextEdit]]:
    """The corrections that do not overlap, and their edits; those that insert at one place become one edit."""
    kept: list[Unit] = []
    taken: list[Splice] = []  # in order; as they do not overlap, their ends are in order, too
    inserted: dict[tuple[int, int], list[TextEdit]] = defaultdict(list)
    edits: list[TextEdit] = []
    for unit in sorted(units, key=lambda each: each.result.rank if isinstance(each.result, Corrected) else 0):
        own = unit.result.edits if isinstance(unit.result, Corrected) else ()
        try:
            found = splices(draft.text, own, draft.places)
        except EditError:
            continue
        if any(_overlaps(each, taken) for each in found):
            continue
        kept.append(unit)
        for splice in found:
            insort(taken, splice)
        for each in own:
            if each.old:
                edits.append(each)
            else:
                inserted[(each.line, each.column)].append(each)
    edits += (every[0]._replace(new="".join(each.new for each in every)) for every in inserted.values())
    return kept, edits


def _overlaps(one: Splice, taken: Sequence[Splice]) -> bool:
    """Two insertions at one place do not overlap, and neither do edits that touch."""
    following = bisect_right(taken, one.start, key=attrgetter("end"))
    return following < len(taken) and taken[following].start < one.end


def _as_safe(unit: Unit) -> Unit:
    return unit._replace(result=unit.result._replace(safe=True)) if isinstance(unit.result, NewId) else unit


def _old_id(unit: Unit) -> str:
    return unit.result.old if isinstance(unit.result, NewId) else ""


def _unmentioned(look: Look, units: Sequence[Unit], now: Mapping[str, str]) -> list[Unit]:
    """Those whose old id no other document mentions, neither in a field nor in its text."""
    units = [each for each in units if isinstance(each.result, NewId) and each.result.is_followed]
    old = {_old_id(each): each for each in units}
    if not old:
        return []
    mentioned: set[str] = set()
    for page in renamed(look.run, Ids(dict.fromkeys(old, "-"), {}), _PROSE):
        text = page.content.decode("utf-8", "replace")
        mentioned |= {each for each, unit in old.items() if now[unit.file] != page.file and each in text}
    return [each for each in units if _old_id(each) not in mentioned]


def with_moves(look: Look, state: State, units: Sequence[Unit]) -> State | None:
    """With documents renamed, and all links with them."""
    targets: Counter[str] = Counter(each.result.to_path for each in units if isinstance(each.result, Renamed))
    sole: dict[str, Unit] = {}
    for each in units:
        if isinstance(each.result, Renamed) and targets[each.result.to_path] == 1:
            sole.setdefault(each.file, each)
    if not sole:
        return None
    paths = {file: each.result.to_path for file, each in sole.items() if isinstance(each.result, Renamed)}
    moves = Moves.of_paths((state.now(file), new) for file, new in paths.items())
    every = ((each.file, each.edits) for each in rewritten(look.run, moves))
    made = _followed(look, state, list(sole.values()), every)
    drafts = {**made.drafts}
    for file in paths:
        drafts.setdefault(file, _draft(look, state, file))
    return replace(made, drafts=drafts, moved={**state.moved, **paths})


def _followed(
    look: Look, state: State, units: Sequence[Unit], every: Iterable[tuple[str, tuple[TextEdit, ...]]]
) -> State:
    """With the edits of documents that follow what the units rename."""
    drafts, followers = dict(state.drafts), dict(state.followers)
    code = units[0].finding.code
    own = {each.file: each.finding.code for each in units}
    for now, edits in every:
        file = state.at(now)
        named = [each._replace(code=own.get(file, code)) for each in edits]
        drafts[file] = _draft(look, state, file).edited(named, {own.get(file, code)})
        if file not in own:
            followers[file] = (*followers.get(file, ()), *units)
    return replace(state, drafts=drafts, units=(*state.units, *units), followers=followers)
