"""Chooses the envelope in which an outcome is printed."""

from meminit.envelope import response, v1, v2
from meminit.model.outcome import Outcome, Run


def envelope(outcome: Outcome, run: Run) -> dict[str, object]:
    if run.is_response:
        return response.envelope(outcome, run)
    shape = v2.envelope if run.envelope == "v2" else v1.envelope
    return shape(outcome, run)
