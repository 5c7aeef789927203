"""Corrects documents in memory, round by round, until nothing changes; what would bring a new finding is dropped."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from meminit.correction import Corrected, Correction, Known, NewId, Page, Renamed, Result, Stays
from meminit.edits.drafts import Draft
from meminit.fixes import CORRECTIONS
from meminit.model.event import Listener
from meminit.model.finding import Finding
from meminit.operations.fix_blame import OF_LINKS, blamed
from meminit.operations.fix_rounds import edited, page, with_ids, with_moves
from meminit.operations.fix_state import Asked, Key, Look, State, Unit
from meminit.operations.judging import HIDING, added, subject
from meminit.operations.known_ids import Ages, KnownIds
from meminit.sources import gate
from meminit.stages import Stages
from meminit.workspace.workspace import Workspace

MOST_ROUNDS = 10
_MOST_STEPS = 3 * MOST_ROUNDS  # a round has up to three: texts, ids, paths
_MOST_ATTEMPTS = 40  # to leave out what brings new findings
_NEVER_HIDDEN = frozenset({"PLACEHOLDER_IN_APPROVED"})
_LATER = Stays("conflicts_with", "it may bring a new finding together with others; correct those first")


class _Step(NamedTuple):
    """What was made so far, a check of it, what was made last, and the findings that did not stand at first."""

    state: State
    look: Look
    units: tuple[Unit, ...] = ()
    new: Sequence[Finding] = ()


class Fixing:
    """`results` are what became of each finding in the end."""

    def __init__(self, workspace: Workspace, asked: Asked, stages: Stages, listener: Listener | None = None) -> None:
        self._asked = asked
        self._stages = stages
        self._workspace = workspace
        self.first = Look(workspace, stages, asked.paths, listener)
        self._steps = [_Step(State(), self.first)]
        self._banned: dict[Key, Stays] = {}
        self._doubtful: list[list[Key]] = []  # left out together, although not all of them need be to blame
        self._ages = Ages(workspace.root)
        self._kept: dict[str, dict[tuple[object, ...], Result]] = {}  # by files that are not edited
        self._kept_of_drafts: WeakKeyDictionary[Draft, dict[tuple[object, ...], Result]] = WeakKeyDictionary()
        self.results: list[tuple[Finding, str, Result]] = []
        self.crashes: list[Exception] = []

    @property
    def state(self) -> State:
        return self._steps[-1].state

    @property
    def last(self) -> Look:
        return self._steps[-1].look

    def run(self) -> None:
        """To the end; then what has brought a finding that stands now and did not before is left out, and so on.

        What was left out together is tried again by halves, until those that are to blame are found.
        """
        for _ in range(_MOST_ATTEMPTS):
            is_done = self._go_on()
            new = self._steps[-1].new
            if new:
                self._leave_out(new)
            elif not self._doubtful:
                return self._settle(is_done=is_done)
            else:
                self._release()
        while self._steps[-1].new:
            del self._steps[-1]
        self._planned(self.last, self.state)
        return self._settle(is_done=False)

    def _settle(self, *, is_done: bool) -> None:
        """Says of what could have been corrected, and was not, why it stays."""
        if not is_done:
            self.results = [
                (finding, file, _LATER if self._is_wanted(each) else each) for finding, file, each in self.results
            ]

    def _go_on(self) -> bool:
        """Makes step after step, until one has nothing to do; False where there were too many."""
        for number in range(_MOST_STEPS + 1):
            before = self._steps[-1]
            planned = self._planned(before.look, before.state)
            if planned is None:
                return True
            if number < _MOST_STEPS:
                look, made = self._look(planned, before), planned.units[len(before.state.units) :]
                self._steps.append(_Step(planned, look, made, self._new(planned, look)))
        return False

    def _look(self, state: State, before: _Step) -> Look:
        """A check of the files as the state makes them; what is as it was before need not be read again."""
        workspace, known = self._workspace.over(state.overlay), before.look.workspace
        same = list(state.same(before.state))
        pairs = zip(same, known.remembered(same), strict=True)
        workspace.remember((file, summary) for file, summary in pairs if summary)
        return Look(workspace, self._stages)

    def chosen(self, look: Look, state: State) -> Iterator[tuple[Finding, str]]:
        """The findings that were asked for, with the path of their file on the disk."""
        for each in look.findings:
            candidate = look.candidates.get(each.path)
            file = state.at(candidate.file) if candidate else each.path
            if self.is_chosen(file) and (not self._asked.codes or each.code in self._asked.codes):
                yield each, file

    def is_chosen(self, file: str) -> bool:
        """Whether a document is one of those that were asked for."""
        return self.first.wanted is None or file in self._wanted_files

    @cached_property
    def _wanted_files(self) -> frozenset[str]:
        return frozenset(self.first.candidates[each].file for each in self.first.wanted or ())

    def _planned(self, look: Look, state: State) -> State | None:
        """The state after one more round; None where nothing is left to do."""
        self.results = list(self._results(look, state))
        units = [
            Unit(file, finding, result)
            for finding, file, result in self.results
            if not isinstance(result, Stays) and self._is_wanted(result)
        ]
        texts = [each for each in units if isinstance(each.result, Corrected)]
        ids = [each for each in units if isinstance(each.result, NewId)]
        moves = [each for each in units if isinstance(each.result, Renamed)]
        return edited(look, state, texts) or with_ids(look, state, ids, self._asked) or with_moves(look, state, moves)

    def _is_wanted(self, result: Result) -> bool:
        """Whether it may be made. Of a new id only `with_ids` knows whether it is safe."""
        is_id = isinstance(result, NewId)
        return not isinstance(result, Stays) and (result.safe or self._asked.with_unsafe or is_id)

    def _results(self, look: Look, state: State) -> Iterator[tuple[Finding, str, Result]]:
        known = self._known(look, state)
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
            kept = self._results_of(file, state)
            makes_id = finding.context.get("field") == look.workspace.settings.ids.field
            key = (candidate.file, finding.code, finding.line, finding.column, finding.message)
            result = kept.get(key)
            if result is None or makes_id or not correction.is_local:
                if file not in pages:
                    pages = {file: page(look, candidate)}  # one at a time: findings are in the order of paths
                result = kept[key] = self._corrected(correction, finding, pages[file], known)
            yield finding, file, result

    def _results_of(self, file: str, state: State) -> dict[tuple[object, ...], Result]:
        """What is known of the findings of a file as it is in this state."""
        draft = state.drafts.get(file)
        return self._kept_of_drafts.setdefault(draft, {}) if draft else self._kept.setdefault(file, {})

    def _corrected(self, correction: Correction, finding: Finding, page: Page, known: Known) -> Result:
        try:
            return correction.correct(finding, page, known)
        except Exception as error:  # noqa: BLE001 - as with rules, one that crashes must not cost the others
            self.crashes.append(error)
            return Stays("no_clear_correction", "the correction failed; this is a bug in meminit")

    def _known(self, look: Look, state: State) -> Known:
        sources, limit = look.workspace.tree.sources, look.workspace.tree.limits.document

        def template(path: str) -> str | None:
            try:
                return gate.decode(sources.read_inside(path, limit))
            except (gate.SourceError, gate.BadEncoding):
                return None

        def exists(path: str) -> bool:
            """Whether a path is there in this very spelling."""
            *folder, name = path.split("/")
            return name in (sources.entries(tuple(folder)) or ())

        asked = self._asked
        ids = KnownIds(look.run, self._ages, state.at).facts
        return Known(asked.today, asked.date_order, ids, exists, template, asked.with_unsafe)

    def _new(self, state: State, look: Look) -> list[Finding]:
        """The findings of a look that did not stand before anything was corrected."""
        moved = state.moved
        shown = {each.path: moved.get(each.file, each.path) for each in self.first.candidates.values()}
        hidden = {
            code: {shown.get(each.path, each.path) for each in self.first.findings if each.code == code}
            for code in HIDING
        }
        mended = frozenset().union(*hidden.values())
        found = added(self.first.findings, look.findings, shown, mended, _NEVER_HIDDEN)
        return [each for each in found if not (each.code in HIDING and each.path in hidden["INVALID_ENCODING"])]

    def _leave_out(self, new: Sequence[Finding]) -> None:
        """Bans the corrections that brought new findings, and goes back to where none of them was made."""
        earliest = len(self._steps) - 1
        for finding in new:
            number, every = self._birth(finding)
            earliest = min(earliest, number)
            for each in every:
                self._ban(each, self._steps[number])
        del self._steps[earliest:]

    def _birth(self, finding: Finding) -> tuple[int, Sequence[Finding]]:
        """The number of the step that has brought a new finding, and what it was then; more than one if in doubt."""
        number, every = len(self._steps) - 1, [finding]
        key = _identity(finding, self._steps[number].state)
        while number > 1:
            step = self._steps[number - 1]
            earlier = [each for each in step.new if _identity(each, step.state) == key]
            if not earlier:
                break
            number, every = number - 1, earlier
        return number, every

    def _ban(self, finding: Finding, step: _Step) -> None:
        file = step.state.at(finding.path)
        blame = blamed(finding, file, step.state, step.units)
        words = f"it would bring a new finding: {finding.code} in {finding.path}: {finding.message}"
        for each in blame.units:
            self._banned[each.key] = Stays("conflicts_with", words)
        if not blame.sure:
            self._doubtful.append([each.key for each in blame.units])

    def _release(self) -> None:
        """Lets half of each group be tried again."""
        for group in self._doubtful:
            for key in group[: -(len(group) // -2)]:
                self._banned.pop(key, None)
            del group[: -(len(group) // -2)]
        self._doubtful = [each for each in self._doubtful if each]


def _identity(finding: Finding, state: State) -> Key:
    """What makes it the same finding after another step, although files have moved and links with them."""
    file = state.at(finding.path)
    return (file, finding.code) if finding.code in OF_LINKS else subject(finding, file)


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
