"""Version 1.0 of the envelope, which every command but `check` prints."""

from meminit.envelope import frame
from meminit.faults import VIOLATIONS_FOUND, MeminitError
from meminit.model.outcome import Data, Failure, Outcome, Run
from meminit.model.outcome import made as made_of
from meminit.words import counted


def envelope(outcome: Outcome, run: Run) -> dict[str, object]:
    made = frame.head("1.0", outcome, run)
    data: Data = made_of(outcome.data)
    made["data"] = dict(data)
    made["warnings"] = frame.issues(outcome.warnings)
    made["violations"] = frame.issues(outcome.violations)
    made["advice"] = frame.advice(outcome.advice)
    failure = outcome.failure or _of_violations(outcome)
    if failure:
        made["error"] = frame.error(failure)
    return made


def _of_violations(outcome: Outcome) -> Failure | None:
    """In this version, an answer with violations has an error as well."""
    if not outcome.violations:
        return None
    words = f"{counted(len(outcome.violations), 'violation')} found"
    return MeminitError(VIOLATIONS_FOUND, words, outcome.exit).failure()
