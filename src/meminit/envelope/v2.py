"""Version 2.0 of the envelope, which `check` prints: counters at the top, violations grouped by path."""

from collections.abc import Iterator, Mapping, Sized
from itertools import groupby

from meminit import as_json
from meminit.envelope import frame
from meminit.model.outcome import Data, Outcome, Run
from meminit.model.outcome import made as made_of


def envelope(outcome: Outcome, run: Run) -> dict[str, object]:
    made = frame.head("2.0", outcome, run)
    if outcome.counters:
        made.update(outcome.counters._asdict())
    data: Data = made_of(outcome.data)
    made["data"] = dict(data)
    made["warnings"] = frame.issues(outcome.warnings)
    made["violations"] = groups(outcome)
    made["advice"] = frame.advice(outcome.advice)
    if outcome.failure:
        made["error"] = frame.error(outcome.failure)
    return made


def groups(outcome: Outcome) -> object:
    is_long = len(outcome.violations) > frame.MANY
    return as_json.listed(_groups(outcome), _size) if is_long else list(_groups(outcome))


def _size(group: Mapping[str, Sized]) -> int:
    return len(group["violations"])


def _groups(outcome: Outcome) -> Iterator[dict[str, object]]:
    for path, findings in groupby(outcome.violations, key=lambda finding: finding.path):
        group: dict[str, object] = {"path": path}
        if path in outcome.document_ids:
            group["document_id"] = outcome.document_ids[path]
        group["violations"] = [frame.judgement(finding) for finding in findings]
        yield group
