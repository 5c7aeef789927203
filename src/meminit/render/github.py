"""Commands that the runner of GitHub Actions turns into annotations."""

from collections.abc import Iterable, Iterator, Sequence

from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome, Run
from meminit.render import parts
from meminit.words import counted, lines_in_pieces

_MOST = 10  # of a level; the runner drops others
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


class Github:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        return lines_in_pieces(_lines(outcome, run)), b""


def _lines(outcome: Outcome, run: Run) -> Iterator[str]:
    if outcome.failure:
        yield _command("error", outcome.failure.message, title=outcome.failure.code)
        return
    found = parts.findings(outcome)
    shown = 0
    for severity, level in _LEVELS.items():
        for each in [each for each in found if each.severity is severity][:_MOST]:
            shown += 1
            yield _command(level, each.message, file=each.path, line=each.line, col=each.column, title=each.code)
    for note in list(parts.notes(outcome, found))[:_MOST]:
        yield _command("notice", note.message, title=note.code)
    if len(found) > shown:
        yield from _all(found, len(found) - shown, run)
    if outcome.counters and not run.quiet:
        yield parts.summary(outcome.counters)


def _all(found: Sequence[Finding], more: int, run: Run) -> Iterator[str]:
    yield f"{counted(more, 'more finding')} without an annotation, since the runner shows {_MOST} of each level"
    yield f"::group::All {counted(len(found), 'finding')}"
    for each in sorted(found, key=parts.reading_order):
        yield parts.concise(each, run._replace(here=""))
    yield "::endgroup::"


def _command(level: str, message: str, **properties: str | int | None) -> str:
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value is not None)
    return f"::{level} {written}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str | int) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")
