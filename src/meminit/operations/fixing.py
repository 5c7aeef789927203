"""Corrects documents in memory, round by round, until nothing changes; what would bring a new finding is dropped."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from meminit.correction import Corrected, DateOrder, Known, NewId, Page, Renamed, Result, Source, Stays
from meminit.documents import read
from meminit.documents.discover import Candidate
from meminit.documents.read import File, Reading
from meminit.edits.drafts import Draft
from meminit.edits.spans import EditError, Splice, splices
from meminit.fixes import CORRECTIONS
from meminit.model.document import Document
from meminit.model.event import Done, Found, Listener
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit
from meminit.moving.mentions import Depth
from meminit.moving.moves import Moves
from meminit.moving.renaming import Ids, renamed
from meminit.moving.rewriting import rewritten
from meminit.operations.check import Check
from meminit.operations.judging import HIDING, added, subject
from meminit.operations.known_ids import KnownIds
from meminit.sources import gate
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

MOST_ROUNDS = 10
_MOST_DROPS = 40  # rounds that are done again without what brought a new finding
_NEVER_HIDDEN = frozenset({"PLACEHOLDER_IN_APPROVED"})
_BEGINNING = 2000  # bytes of a document in which its first heading is looked for
_SUBJECTS = ("field", "section", "target", "id")
_PROSE = Depth(link_texts=True, words=True)


class Asked(NamedTuple):
    """What is to be corrected: the paths and codes that were named, or all."""

    paths: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()
    with_unsafe: bool = False
    today: str = ""
    date_order: DateOrder | None = None


class Unit(NamedTuple):
    """One correction of one finding; the file is named by its path on the disk."""

    file: str
    finding: Finding
    result: Corrected | Renamed | NewId

    @property
    def key(self) -> tuple[str, ...]:
        return subject(self.finding, self.file)


class State(NamedTuple):
    """What has been made of the files so far, by their paths on the disk: texts, new paths, what was corrected."""

    drafts: Mapping[str, Draft]
    moved: Mapping[str, str]
    units: tuple[Unit, ...] = ()
    followers: Mapping[str, tuple[Unit, ...]] = {}  # files that were edited because of a correction of another one

    @property
    def overlay(self) -> Overlay:
        contents: dict[str, bytes | None] = dict.fromkeys(self.moved)
        contents.update((self.moved.get(file, file), draft.content) for file, draft in self.drafts.items())
        return Overlay(contents)

    def at(self, file: str) -> str:
        """The path on the disk of a file that is at this path now."""
        return self._before.get(file, file)

    @property
    def _before(self) -> dict[str, str]:
        return {new: old for old, new in self.moved.items()}


class Look:
    """One check of the repository as a state makes it."""

    def __init__(
        self, workspace: Workspace, stages: Stages, paths: tuple[str, ...] = (), listener: Listener | None = None
    ) -> None:
        self.workspace = workspace
        self.run = Run(workspace, stages)
        check = Check(self.run)
        self.findings: list[Finding] = []
        self.crashes: tuple[Exception, ...] = ()
        for event in check.events():
            if listener:
                listener(event)
            if isinstance(event, Found):
                self.findings += event.findings
            elif isinstance(event, Done):
                self.crashes = event.crashes
        self.wanted = Check(self.run, paths).wanted.documents if paths else None

    @cached_property
    def candidates(self) -> Mapping[str, Candidate]:
        """By the path that is shown."""
        return {each.path: each for each in self.workspace.discovered.candidates}

    @cached_property
    def ids(self) -> KnownIds:
        return KnownIds(self.run)


class Fixing:
    """`results` are what became of each finding in the last round."""

    def __init__(self, workspace: Workspace, asked: Asked, stages: Stages, listener: Listener | None = None) -> None:
        self._asked = asked
        self._stages = stages
        self._workspace = workspace
        self.first = Look(workspace, stages, asked.paths, listener)
        self._banned: dict[tuple[str, ...], Stays] = {}
        self.last = self.first
        self.state = State({}, {})
        self.results: list[tuple[Finding, str, Result]] = []

    def run(self) -> None:
        rounds = drops = 0
        while True:
            planned = self._planned(self.last, self.state)
            if planned is None or rounds == MOST_ROUNDS:
                return
            look = Look(self._workspace.over(planned.overlay), self._stages)
            new = self._new(look, planned)
            if not new or drops == _MOST_DROPS:
                self.state, self.last = planned, look
                rounds += 1
                continue
            drops += 1
            self._ban(new, planned)

    def chosen(self, look: Look, state: State) -> Iterator[tuple[Finding, str]]:
        """The findings that were asked for, with the path of their file on the disk."""
        wanted = self.first.wanted
        for each in look.findings:
            candidate = look.candidates.get(each.path)
            file = state.at(candidate.file) if candidate else each.path
            is_wanted = wanted is None or file in self._wanted_files
            if is_wanted and (not self._asked.codes or each.code in self._asked.codes):
                yield each, file

    @property
    def with_unsafe(self) -> bool:
        return self._asked.with_unsafe

    @cached_property
    def _wanted_files(self) -> frozenset[str]:
        return frozenset(self.first.candidates[each].file for each in self.first.wanted or ())

    def _planned(self, look: Look, state: State) -> State | None:
        """The state after one more round; None where nothing is left to do."""
        self.results = list(self._results(look, state))
        units = [
            Unit(file, finding, result)
            for finding, file, result in self.results
            if not isinstance(result, Stays) and (result.safe or self._asked.with_unsafe or isinstance(result, NewId))
        ]
        texts = [each for each in units if isinstance(each.result, Corrected)]
        ids = [each for each in units if isinstance(each.result, NewId)]
        moves = [each for each in units if isinstance(each.result, Renamed)]
        return _edited(look, state, texts) or self._with_ids(look, state, ids) or _with_moves(look, state, moves)

    def _results(self, look: Look, state: State) -> Iterator[tuple[Finding, str, Result]]:
        known = self._known(look)
        pages: dict[str, Page] = {}
        for finding, file in self.chosen(look, state):
            correction = CORRECTIONS.get(finding.code)
            candidate = look.candidates.get(finding.path)
            if correction is None or candidate is None:
                too_large = finding.code == "FILE_TOO_LARGE"
                words = "a file that is too large is not read" if too_large else "there is no correction for this"
                yield finding, file, Stays("too_large" if too_large else "needs_author", words)
                continue
            banned = self._banned.get(subject(finding, file))
            if banned:
                yield finding, file, banned
                continue
            if file not in pages:
                pages = {file: _page(look, candidate)}  # one at a time: findings are in the order of paths
            yield finding, file, correction.correct(finding, pages[file], known)

    def _known(self, look: Look) -> Known:
        sources, limit = look.workspace.tree.sources, look.workspace.tree.limits.document

        def template(path: str) -> str | None:
            try:
                return gate.decode(sources.read_inside(path, limit))
            except (gate.SourceError, gate.BadEncoding):
                return None

        asked = self._asked
        ids = KnownIds(look.run).facts
        return Known(asked.today, asked.date_order, ids, sources.may_be_there, template, asked.with_unsafe)

    def _with_ids(self, look: Look, state: State, units: Sequence[Unit]) -> State | None:
        """With new ids; without --unsafe, only where nobody mentions the old one."""
        now = {each.file: state.moved.get(each.file, each.file) for each in units}
        if not self._asked.with_unsafe:
            units = _unmentioned(look, units, now)
        sole = {now[each.file]: each for each in reversed(units)}
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

    def _new(self, look: Look, planned: State) -> list[Finding]:
        """The findings that did not stand before anything was corrected."""
        shown = {
            each.path: planned.moved.get(each.file, each.path) for each in self.first.candidates.values()
        }  # paths are shown as they are, but for odd names
        mended = {shown.get(each.path, each.path) for each in self.first.findings if each.code in HIDING}
        return added(self.first.findings, look.findings, shown, mended, _NEVER_HIDDEN)

    def _ban(self, new: Sequence[Finding], planned: State) -> None:
        """Keeps out the corrections that brought new findings: those nearest to each."""
        fresh = planned.units[len(self.state.units) :]
        for finding in new:
            file = planned.at(finding.path)
            here = [each for each in fresh if each.file == file]
            near = [each for each in here if _is_about(each.finding, finding)]
            remote = [each for each in fresh if not isinstance(each.result, Corrected)]
            for each in near or here or remote or fresh:
                words = f"it would bring a new finding: {finding.code} in {finding.path}: {finding.message}"
                self._banned[each.key] = Stays("conflicts_with", words)


def _is_about(one: Finding, other: Finding) -> bool:
    alike = (key for key in _SUBJECTS if key in one.context)
    return any(one.context[key] == other.context.get(key) for key in alike)


def _page(look: Look, candidate: Candidate) -> Page:
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

    def beginning() -> Document | None:
        data = content()
        end = data.rfind(b"\n\n", 0, _BEGINNING)
        return whole(file()._replace(content=data[:end])) if len(data) > _BEGINNING and end > 0 else None

    source = Source(content, lambda: read.fronts((file(),))[0], lambda: whole(file()), beginning)
    return Page(candidate.file, settings.namespace(candidate.namespace), source, governing, settings)


def _draft(look: Look, state: State, file: str) -> Draft:
    if file in state.drafts:
        return state.drafts[file]
    return Draft(look.workspace.tree.sources.read(state.moved.get(file, file), look.workspace.tree.limits.document))


def _edited(look: Look, state: State, units: Iterable[Unit]) -> State | None:
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
    return None if len(done) == len(state.units) else state._replace(drafts=drafts, units=tuple(done))


def _fitting(draft: Draft, units: Sequence[Unit]) -> tuple[list[Unit], list[TextEdit]]:
    """The corrections that do not overlap, and their edits; those that insert at one place become one edit."""
    kept: list[Unit] = []
    taken: list[Splice] = []
    inserted: dict[tuple[int, int], list[TextEdit]] = defaultdict(list)
    edits: list[TextEdit] = []
    for unit in sorted(units, key=lambda each: each.result.rank if isinstance(each.result, Corrected) else 0):
        own = unit.result.edits if isinstance(unit.result, Corrected) else ()
        try:
            found = splices(draft.text, own, draft.places)
        except EditError:
            continue
        if any(_overlap(one, other) for one in found for other in taken):
            continue
        kept.append(unit)
        taken += found
        for each in own:
            if each.old:
                edits.append(each)
            else:
                inserted[(each.line, each.column)].append(each)
    edits += (every[0]._replace(new="".join(each.new for each in every)) for every in inserted.values())
    return kept, edits


def _overlap(one: Splice, other: Splice) -> bool:
    """Two insertions at one place do not overlap, and neither do edits that touch."""
    return one.start < other.end and other.start < one.end


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


def _with_moves(look: Look, state: State, units: Sequence[Unit]) -> State | None:
    """With documents renamed, and all links with them."""
    targets: Counter[str] = Counter(each.result.to_path for each in units if isinstance(each.result, Renamed))
    sole: dict[str, Unit] = {}
    for each in units:
        if isinstance(each.result, Renamed) and targets[each.result.to_path] == 1:
            sole.setdefault(each.file, each)
    if not sole:
        return None
    paths = {file: each.result.to_path for file, each in sole.items() if isinstance(each.result, Renamed)}
    moves = Moves.of_paths((state.moved.get(file, file), new) for file, new in paths.items())
    every = ((each.file, each.edits) for each in rewritten(look.run, moves))
    made = _followed(look, state, list(sole.values()), every)
    drafts = {**made.drafts}
    for file in paths:
        drafts.setdefault(file, _draft(look, state, file))
    return made._replace(drafts=drafts, moved={**state.moved, **paths})


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
    return state._replace(drafts=drafts, units=(*state.units, *units), followers=followers)


def gone(before: Iterable[tuple[Finding, str]], after: Iterable[tuple[Finding, str]]) -> list[Finding]:
    """The findings that stood before, and do not any more."""
    left = Counter(subject(finding, file) for finding, file in after)
    found = []
    for finding, file in before:
        key = subject(finding, file)
        if left[key]:
            left[key] -= 1
        else:
            found.append(finding)
    return found
