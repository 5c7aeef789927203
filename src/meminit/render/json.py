"""One JSON object on one line."""

from meminit import as_json
from meminit.envelope.factory import envelope
from meminit.model.outcome import Outcome
from meminit.model.run import Run


class Json:
    def render(self, outcome: Outcome, run: Run) -> tuple[bytes, bytes]:
        return as_json.written(outcome.verbatim or envelope(outcome, run), newline=True), b""
