"""One line for each finding, as editors and `grep` read it."""

from collections.abc import Iterable, Iterator

from meminit.model.outcome import Outcome, Run
from meminit.render import parts
from meminit.render.text import Text, encoded, table_of_codes
from meminit.words import counted


class Concise:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        aside = [parts.summary(outcome.counters)] if outcome.counters and not run.quiet else []
        return (encoded(_lines(outcome, run)),), encoded(aside)


def _lines(outcome: Outcome, run: Run) -> Iterator[str]:
    if outcome.statistics:
        yield from table_of_codes(outcome.statistics)
        return
    found = sorted(outcome.violations if run.quiet else parts.findings(outcome), key=parts.reading_order)
    for finding in found[: run.max_findings]:
        yield parts.concise(finding, run)
    if run.max_findings is not None and len(found) > run.max_findings:
        yield f"and {counted(len(found) - run.max_findings, 'more finding')}"
