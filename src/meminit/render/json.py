"""One JSON object on one line."""

from collections.abc import Iterable
from itertools import chain

from meminit import as_json
from meminit.envelope.factory import envelope
from meminit.model.outcome import Outcome, Run


class Json:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        answer = envelope(outcome, run) if run.is_response or not outcome.verbatim else outcome.verbatim
        return chain(map(as_json.inert, as_json.in_pieces(answer)), (b"\n",)), b""
