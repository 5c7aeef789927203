"""Corrects documents in memory, round by round, until nothing changes; what would bring a new finding is dropped."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from meminit.correction import Corrected, Known, NewId, Page, Renamed, Result, Stays
from meminit.fixes import CORRECTIONS
from meminit.model.event import Listener
from meminit.model.finding import Finding
from meminit.operations.fix_rounds import edited, page, with_ids, with_moves
from meminit.operations.fix_state import Asked, Look, State, Unit
from meminit.operations.judging import HIDING, added, subject
from meminit.operations.known_ids import KnownIds
from meminit.sources import gate
from meminit.stages import Stages
from meminit.workspace.workspace import Workspace

MOST_ROUNDS = 10
_MOST_DROPS = 12  # attempts to leave out what brings new findings
_NARROW_DROPS = 6  # of them, those that leave out as little as possible
_OF_LINKS = frozenset({"BROKEN_ANCHOR", "BROKEN_LINK", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT"})
_NEVER_HIDDEN = frozenset({"PLACEHOLDER_IN_APPROVED"})
_SUBJECTS = ("field", "section", "target", "id")


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
        self.crashes: list[Exception] = []

    def run(self) -> None:
        """To the end; then what has brought a finding that stands now and did not before is left out, and so on."""
        for number in range(_MOST_DROPS):
            self._go_on()
            new = self._new()
            if not new:
                return
            self._leave_out(new, broadly=number >= _NARROW_DROPS)
        self.state = State({}, {})
        self.last = self.first
        self._planned(self.last, self.state)

    def _go_on(self) -> None:
        """Makes round after round, until one has nothing to do."""
        for number in range(MOST_ROUNDS + 1):
            planned = self._planned(self.last, self.state)
            if planned is None or number == MOST_ROUNDS:
                return
            self.state = planned
            self.last = self._look(planned)

    def _look(self, state: State) -> "Look":
        return Look(self._workspace.over(state.overlay), self._stages) if state.drafts else self.first

    def chosen(self, look: Look, state: State) -> Iterator[tuple[Finding, str]]:
        """The findings that were asked for, with the path of their file on the disk."""
        wanted = self.first.wanted
        for each in look.findings:
            candidate = look.candidates.get(each.path)
            file = state.at(candidate.file) if candidate else each.path
            is_wanted = wanted is None or file in self._wanted_files
            if is_wanted and (not self._asked.codes or each.code in self._asked.codes):
                yield each, file

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
        return edited(look, state, texts) or with_ids(look, state, ids, self._asked) or with_moves(look, state, moves)

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
                pages = {file: page(look, candidate)}  # one at a time: findings are in the order of paths
            try:
                result = correction.correct(finding, pages[file], known)
            except Exception as error:  # noqa: BLE001 - as with rules, one that crashes must not cost the others
                self.crashes.append(error)
                result = Stays("no_clear_correction", "the correction failed; this is a bug in meminit")
            yield finding, file, result

    def _known(self, look: Look) -> Known:
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
        ids = KnownIds(look.run).facts
        return Known(asked.today, asked.date_order, ids, exists, template, asked.with_unsafe)

    def _new(self) -> list[Finding]:
        """The findings that did not stand before anything was corrected."""
        moved = self.state.moved
        shown = {each.path: moved.get(each.file, each.path) for each in self.first.candidates.values()}
        hidden = {
            code: {shown.get(each.path, each.path) for each in self.first.findings if each.code == code}
            for code in HIDING
        }
        mended = frozenset().union(*hidden.values())
        found = added(self.first.findings, self.last.findings, shown, mended, _NEVER_HIDDEN)
        return [
            each
            for each in found
            if not (each.code in HIDING and each.path in hidden["INVALID_ENCODING"])
            and not (each.code == "DUPLICATE_ID" and each.context.get("other") in mended)
        ]

    def _leave_out(self, new: Sequence[Finding], *, broadly: bool) -> None:
        """Bans the corrections that brought new findings, and takes them back; broadly, all of the same files."""
        for finding in new:
            file, other = (self.state.at(str(each)) for each in (finding.path, finding.context.get("other")))
            units = self.state.units
            every = [each for each in units if each.file in {file, other}] if broadly else []
            for each in every or _culprits(finding, file, other, units):
                words = f"it would bring a new finding: {finding.code} in {finding.path}: {finding.message}"
                self._banned[each.key] = Stays("conflicts_with", words)
        self.state = self.state.without({each.file for each in self.state.units if each.key in self._banned})
        self.last = self._look(self.state)


def _culprits(finding: Finding, file: str, other: str, units: Sequence[Unit]) -> Sequence[Unit]:
    """The corrections that are nearest to a new finding."""
    here = [each for each in units if each.file == file]
    if finding.code in _OF_LINKS:
        target = finding.context.get("target")
        same = [each for each in here if isinstance(each.result, Corrected) and target in _new_texts(each.result)]
        if same:
            return same
    if finding.code == "DUPLICATE_ID":
        named = str(finding.context.get("id"))
        return [each for each in units if each.file in {file, other} and _gives_id(each, named)][-1:] or here[-1:]
    near = [each for each in here if _is_about(each.finding, finding)]
    if finding.code == "DIRECTORY_MISMATCH":
        near = [each for each in here if str(each.finding.context.get("field", "")).casefold() == "type"]
    remote = [each for each in units if not isinstance(each.result, Corrected)]
    return near or here[-1:] or remote[-1:] or units[-1:]


def _new_texts(result: Corrected) -> set[str]:
    return {each.new for each in result.edits}


def _gives_id(unit: Unit, document_id: str) -> bool:
    if isinstance(unit.result, NewId):
        return unit.result.id == document_id
    return isinstance(unit.result, Corrected) and any(document_id in each for each in _new_texts(unit.result))


def _is_about(one: Finding, other: Finding) -> bool:
    alike = (key for key in _SUBJECTS if key in one.context)
    return any(one.context[key] == other.context.get(key) for key in alike)


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
