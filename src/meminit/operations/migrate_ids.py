"""Gives documents ids of the configured form, or those of a map; all that mentions them follows."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import orjson

from meminit.composing import fields as composing
from meminit.composing.fields import Judges
from meminit.edits.spans import sha256
from meminit.edits.verifying import verified
from meminit.faults import CONFLICT, FILE_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Outcome
from meminit.model.plan import Change, Plan, Skipped
from meminit.moving.ids import breach, corrected
from meminit.moving.mentions import Depth
from meminit.moving.renaming import Ids, Renamed, in_queue, renamed
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.operations.judging import Judged, added, judged, judged_by, laid
from meminit.sources import gate
from meminit.stages import Stages
from meminit.words import counted, escape_unencodable, listed, quoted
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

COMMAND = "migrate ids"
_LARGEST_MAP = 1 << 24  # bytes
_ROUNDS = 10
_MOST_NAMED = 20


class Request(NamedTuple):
    """`prefix` takes the place of the configured one; `pairs` are the ids of a map, which are then all that change."""

    prefix: str | None = None
    pairs: Mapping[str, str] | None = None
    in_text: bool = False


class _Step(NamedTuple):
    """A document that gets another id."""

    file: str
    path: str
    old: str
    new: str
    code: str = ""  # of the finding about the old one


class _Steps(NamedTuple):
    taken: tuple[_Step, ...]
    skipped: tuple[Skipped, ...]


def read_map(file: str) -> dict[str, str]:
    """The ids of a map that the caller wrote, new ones by old ones; raises MeminitError."""
    shown = escape_unencodable(file)
    try:
        value = orjson.loads(gate.callers_bytes(file, _LARGEST_MAP))
    except gate.SourceError as error:
        fault = FILE_NOT_FOUND if error.kind == "missing" else INVALID_ARGUMENT
        raise MeminitError(fault, f"the map {quoted(shown)}: {error.words}", path=shown) from error
    except ValueError as error:
        raise MeminitError(INVALID_ARGUMENT, f"the map {quoted(shown)} is not JSON", path=shown) from error
    if not isinstance(value, dict) or not all(isinstance(each, str) and each for each in value.values()):
        words = f"the map {quoted(shown)} must be an object that names a new id for each old one"
        raise MeminitError(INVALID_ARGUMENT, words, path=shown)
    return value


def run(workspace: Workspace, request: Request, wish: Wish, stages: Stages) -> Outcome:
    return changed(COMMAND, workspace, wish, lambda known: _proposal(known, request, stages, wish))


def _proposal(workspace: Workspace, request: Request, stages: Stages, wish: Wish) -> Proposal:
    there = Run(workspace, stages)
    before = judged_by(there)
    known = _Known(there, request)
    steps = known.of_map(request.pairs) if request.pairs is not None else known.in_form()
    found, after, steps, new = _tried(workspace, there, request, steps, before, stages)
    asked = [each for each in new if _is_asked_for(each, request)]
    return Proposal(
        Plan(COMMAND, tuple(map(_change, found)), steps.skipped, fingerprint(workspace)),
        fixed=max(0, len(before.findings) + len(new) - len(after.findings)),
        remaining=len(after.findings),
        report={"report": _report(steps, found, wish)},
        advice=_advice(asked),
        crashes=(*before.crashes, *after.crashes),
        headline=f"{counted(len(steps.taken), 'id')} in {counted(len(found), 'file')}",
    )


def _tried(
    workspace: Workspace, there: Run, request: Request, steps: _Steps, before: Judged, stages: Stages
) -> tuple[list[Renamed], Judged, _Steps, list[Finding]]:
    """The edits for those steps that bring no finding; raises CONFLICT where a map brings one."""
    depth = Depth(link_texts=True, words=request.in_text)
    for _ in range(_ROUNDS):
        found = _edits(there, steps, depth)
        ready = verified(workspace.root, [_change(each) for each in found])
        after = judged(workspace.over(laid(ready), "planned"), stages) if ready else before
        new = _new(before, after, steps)
        spoiling = [each for each in new if not _is_asked_for(each, request)]
        if not spoiling:
            return found, after, steps, new
        if request.pairs is not None:
            raise _conflict(spoiling)
        steps = _without(steps, spoiling, found)
    return [], before, _Steps((), steps.skipped), []


def _new(before: Judged, after: Judged, steps: _Steps) -> list[Finding]:
    """The findings that did not stand before, under the old id either: a label may be one."""
    new = added(before.findings, after.findings)
    if not new:
        return new
    old_ids = {each.new: each.old for each in steps.taken}
    renamed = {id(each): _with_ids(each, old_ids) for each in after.findings}
    still = {id(each) for each in added(before.findings, tuple(renamed.values()))}
    return [each for each in new if id(renamed[id(each)]) in still]


def _with_ids(finding: Finding, ids: Mapping[str, str]) -> Finding:
    """The same finding about other ids."""
    about = {name: ids.get(each, each) if isinstance(each, str) else each for name, each in finding.context.items()}
    return finding._replace(context=about)


def _edits(there: Run, steps: _Steps, depth: Depth) -> list[Renamed]:
    if not steps.taken:
        return []
    mentioned = {each.old: each.new for each in steps.taken}
    own = {each.file: each.new for each in steps.taken}
    queue = in_queue(there, mentioned)
    return [*(each for each in renamed(there, Ids(mentioned, own), depth) if each.edits), *([queue] if queue else [])]


def _is_asked_for(finding: Finding, request: Request) -> bool:
    """Another prefix than the configured one is what was asked for."""
    return request.prefix is not None and finding.code == "ID_PREFIX_MISMATCH"


def _conflict(found: Sequence[Finding]) -> MeminitError:
    first = found[0]
    which = "a finding that is" if len(found) == 1 else f"{len(found)} findings that are"
    words = f"with these ids there would be {which} not there now"
    codes = dict(sorted(Counter(each.code for each in found).items()))
    paths = sorted({each.path for each in found})[:_MOST_NAMED]
    message = f"{words}: {first.code} in {first.path}: {first.message}"
    return MeminitError(CONFLICT, message, codes=codes, paths=paths, phase="validation")


def _without(steps: _Steps, spoiling: Iterable[Finding], found: Iterable[Renamed]) -> _Steps:
    """The steps without those that have to do with documents in which there would be findings."""
    paths = {each.path: each.code for each in spoiling}
    edits = {escape_unencodable(each.file): {edit.old.strip("'\"") for edit in each.edits} for each in found}
    touched = {old: path for path in paths for old in edits.get(path, ())}
    dropped = [each for each in steps.taken if each.old in touched or each.path in paths] or list(steps.taken)
    skipped = []
    for each in dropped:
        code = paths.get(touched.get(each.old, each.path), "")
        words = f"{each.new} in its place would bring {code or 'a finding'}"
        skipped.append(Skipped(each.path, each.code, "conflicts_with", words))
    return _Steps(tuple(each for each in steps.taken if each not in dropped), (*steps.skipped, *skipped))


def _change(found: Renamed) -> Change:
    words = f"{counted(len(found.edits), 'id')} in it {'is' if len(found.edits) == 1 else 'are'} written otherwise."
    return Change("update", found.file, before_sha256=sha256(found.content), edits=found.edits, safe=True, reason=words)


def _report(steps: _Steps, found: Sequence[Renamed], wish: Wish) -> dict[str, object]:
    mentions = Counter(edit.old.strip("'\"") for each in found for edit in each.edits)
    stays = [(each.file, stay) for each in found for stay in each.stays]
    return {
        "dry_run": not wish.is_applied,
        "actions": [
            {"file": each.path, "old_id": each.old, "new_id": each.new, "edits": mentions[each.old]}
            for each in sorted(steps.taken)
        ],
        "skipped_files": [
            *({"file": each.path, "reason": each.message} for each in steps.skipped),
            *(
                {"file": escape_unencodable(file), "line": stay.line, "reason": f"{stay.document_id} {stay.words}"}
                for file, stay in stays
            ),
        ],
    }


def _advice(asked: Sequence[Finding]) -> tuple[Advice, ...]:
    if not asked:
        return ()
    codes = dict(sorted(Counter(each.code for each in asked).items()))
    words = "the prefix is not the configured one; set `prefix` in the configuration as well"
    return (Advice("MIGRATION_ADDS_FINDINGS", words, {"codes": codes, "count": len(asked)}),)


class _Known:
    """The ids of a repository, and what they have to look like."""

    def __init__(self, there: Run, request: Request) -> None:
        self._run = there
        self._settings = there.workspace.settings
        self._prefix = request.prefix
        self._summaries = there.summaries
        self._holders: dict[str, list[int]] = {}
        self._tests: dict[tuple[str, str | None], Callable[[str], bool]] = {}
        for number, each in enumerate(self._summaries.all):
            if each.known_id is not None:
                self._holders.setdefault(each.known_id, []).append(number)

    def in_form(self) -> _Steps:
        """The ids that are not in the configured form, and what they would be in it."""
        numbers = [number for number, each in enumerate(self._summaries.all) if each.document_id]
        every = zip(numbers, self._summaries.front_matter(numbers), strict=True)
        steps, skipped = [], []
        for number, values in every:
            candidate, own = self._summaries.candidates[number], self._summaries.all[number].document_id or ""
            kind = (values or {}).get("type")
            prefix, kind = self._prefix_of(candidate.namespace), kind if isinstance(kind, str) else None
            fits = self._fits(candidate.namespace, kind)
            code = breach(own, prefix, kind, fits)
            if not code:
                continue
            new = corrected(own, prefix, kind, fits)
            if new is None:
                words = f"it is not clear what {own} would be in the configured form; use --map"
                skipped.append(Skipped(candidate.path, code, "no_clear_correction", words))
            else:
                steps.append(_Step(candidate.file, candidate.path, own, new, code))
        return self._settled(steps, skipped)

    def _settled(self, steps: Sequence[_Step], skipped: list[Skipped]) -> _Steps:
        """Without what two documents have or would have."""
        taken = list(steps)
        while True:
            wanted, leaving = Counter(each.new for each in taken), {each.old for each in taken}
            wrong = [each for each in taken if self._why_not(each, wanted, leaving)]
            if not wrong:
                return _Steps(tuple(taken), tuple(skipped))
            for each in wrong:
                words = self._why_not(each, wanted, leaving)
                skipped.append(Skipped(each.path, each.code, "ambiguous", words))
            taken = [each for each in taken if each not in wrong]

    def _why_not(self, step: _Step, wanted: Mapping[str, int], leaving: Iterable[str]) -> str:
        if len(self._holders.get(step.old, ())) > 1:
            return f"several documents have the id {step.old}, so it is not clear which one is mentioned"
        if wanted[step.new] > 1:
            return f"several documents would get the id {step.new}; use --map"
        if step.new in self._holders and step.new not in leaving:
            return f"{step.new} is the id of another document; use --map"
        return ""

    def of_map(self, pairs: Mapping[str, str]) -> _Steps:
        """Raises INVALID_ARGUMENT where one of the entries cannot be."""
        steps, wrong = [], []
        for old, new in pairs.items():
            holders = self._holders.get(old, [])
            if len(holders) != 1 or not self._summaries.all[holders[0]].document_id:
                wrong.append(f"{old}: {'no document has this id' if not holders else 'several documents have this id'}")
                continue
            candidate = self._summaries.candidates[holders[0]]
            kind = (self._summaries.front_matter(holders)[0] or {}).get("type")
            if not self._fits(candidate.namespace, kind if isinstance(kind, str) else None)(new):
                wrong.append(f"{old}: {new} is not of the form that ids have")
            elif old != new:
                steps.append(_Step(candidate.file, candidate.path, old, new))
        wanted, leaving = Counter(pairs.values()), pairs.keys()
        wrong += [f"{each.old}: {why}" for each in steps if (why := self._why_not(each, wanted, leaving))]
        if wrong:
            words = f"the map has {counted(len(wrong), 'entry')} that cannot be".replace("entrys", "entries")
            shown = [escape_unencodable(each) for each in wrong[:_MOST_NAMED]]
            raise MeminitError(INVALID_ARGUMENT, f"{words}: {listed(shown, 3)}", entries=shown, phase="validation")
        return _Steps(tuple(steps), ())

    def _prefix_of(self, namespace: str) -> str:
        """A prefix that was asked for is for the namespaces that have that of the project."""
        own = self._settings.namespace(namespace).prefix
        return self._prefix if self._prefix is not None and own == self._settings.project.prefix else own

    def _fits(self, namespace: str, kind: str | None) -> Callable[[str], bool]:
        key = (namespace, kind)
        if key not in self._tests:
            self._tests[key] = _fitting(self._run, *key)
        return self._tests[key]


def _fitting(there: Run, namespace: str, kind: str | None) -> Callable[[str], bool]:
    """Whether the configured pattern and the schemas accept an id."""
    governing = there.workspace.governing(namespace)
    judges = Judges(tuple(each for each in (governing.schema, governing.by_type.get(kind or "")) if each))
    form, field = governing.id_form, governing.id_field

    def fits(document_id: str) -> bool:
        if form is not None and not form.fits(document_id):
            return False
        return judges.accepts(field, composing.number_or_text(field, document_id, judges))

    return fits
