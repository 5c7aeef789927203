"""Commands that the agent of Azure Pipelines turns into issues, and the result of the task."""

from collections.abc import Iterable, Iterator

from meminit.model.outcome import Outcome, Run
from meminit.render import parts
from meminit.words import lines_in_pieces

_RESULTS = {"passed": "Succeeded", "failed": "Failed", "error": "Failed"}


class Azure:
    def render(self, outcome: Outcome, _run: Run) -> tuple[Iterable[bytes], bytes]:
        return lines_in_pieces(_lines(outcome)), b""


def _lines(outcome: Outcome) -> Iterator[str]:
    failure = outcome.failure
    if failure:
        yield _command("task.logissue", failure.message, type="error", code=failure.code)
    for each in parts.by_severity(parts.findings(outcome)):
        yield _command(
            "task.logissue",
            each.message,
            type=str(each.severity),
            sourcepath=each.path,
            linenumber=each.line,
            columnnumber=each.column,
            code=each.code,
        )
    result = _RESULTS[parts.verdict(outcome)]
    words = failure.code if failure else parts.summary(outcome.counters) if outcome.counters else result
    is_doubtful = result == "Succeeded" and outcome.warnings
    yield _command("task.complete", words, result="SucceededWithIssues" if is_doubtful else result)


def _command(name: str, message: str, **properties: str | int | None) -> str:
    written = "".join(f"{key}={_property(value)};" for key, value in properties.items() if value is not None)
    return f"##vso[{name} {written}]{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str | int) -> str:
    return _data(str(value)).replace("]", "%5D").replace(";", "%3B")
