"""A report for a comment on a pull request, in the Markdown of GitHub."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from urllib.parse import quote

from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome, Run, made
from meminit.render import parts
from meminit.words import counted, escape_invisible, escape_unencodable

_LONGEST = 60_000  # characters; a comment may have 65,536
_FOR_THE_LAST_LINE = 200
_MANY_FILES = 20
_MARKUP = re.compile(r"[\\`*\[\]<>&|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")  # may begin or end markup
_CALL = re.compile(r"@(?=\w)|(?<!&)#(?=[0-9])")  # of a person, or of an issue, which would be told of this comment
_ADDRESS = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=www)\.", re.IGNORECASE)  # of a page, which would become a link
_VERDICTS = {"passed": "passed", "failed": "failed", "error": "could not run"}


class Md:
    def render(self, outcome: Outcome, _run: Run) -> tuple[Iterable[bytes], bytes]:
        lines = list(_head(outcome))
        if outcome.statistics:
            lines += _statistics(outcome)
        elif not outcome.failure:
            lines += _counts_of_comparison(outcome)
            lines += _findings(parts.findings(outcome), _LONGEST - sum(map(len, lines)) - len(lines))
        return (("\n".join(lines) + "\n").encode("utf-8", "backslashreplace"),), b""


def _head(outcome: Outcome) -> Iterator[str]:
    yield f"## meminit {outcome.command}: {_VERDICTS[parts.verdict(outcome)]}"
    yield ""
    if outcome.failure:
        yield f"{outcome.failure.code}: {text(outcome.failure.message)}"
        suggestion = outcome.failure.details.get("suggestion")
        if suggestion:
            yield from ("", f"Help: {text(str(suggestion))}")
    if outcome.counters:
        yield "| counter | value |"
        yield "| --- | ---: |"
        for name, number in outcome.counters._asdict().items():
            yield f"| {name} | {number} |"


def _counts_of_comparison(outcome: Outcome) -> Iterator[str]:
    data = made(outcome.data)
    if outcome.command == "compare":
        fixed = data["fixed"]
        counts = {"new": len(outcome.violations), "fixed": len(fixed), "persisting": data["persisting"]}  # type: ignore[arg-type]
        yield from ("| findings | count |", "| --- | ---: |")
        yield from (f"| {name} | {number} |" for name, number in counts.items())


def _statistics(outcome: Outcome) -> Iterator[str]:
    """The one table that names codes besides those of findings, and instead of them."""
    yield from ("", "| code | count | fixable | files |", "| --- | ---: | ---: | ---: |")
    for row in outcome.statistics:
        yield f"| {' | '.join(map(str, row))} |"


def _findings(found: Sequence[Finding], room: int) -> list[str]:
    """Tables by file as long as there is room, then how many findings are left out."""
    room -= _FOR_THE_LAST_LINE
    lines: list[str] = []
    left = len(found)
    by_path = sorted(found, key=parts.reading_order)
    files = [(path, list(each)) for path, each in groupby(by_path, key=lambda each: each.path)]
    for path, findings in files:
        head, rows, foot = _table(path, findings, is_folded=len(files) > _MANY_FILES)
        room -= sum(len(each) + 1 for each in (*head, *foot))
        shown = 0
        for row in rows:
            if len(row) + 1 > room:
                break
            room -= len(row) + 1
            shown += 1
        if shown:
            lines += [*head, *rows[:shown], *foot]
            left -= shown
        if shown < len(rows):
            break
    return [*lines, "", f"{counted(left, 'more finding')}."] if left else lines


def _table(path: str, findings: Sequence[Finding], *, is_folded: bool) -> tuple[list[str], list[str], list[str]]:
    shown, address = text(path), _address(path)
    if is_folded:
        title = f"<details><summary>{text(path)}: {counted(len(findings), 'finding')}</summary>"
        head = ["", title, ""]
    else:
        head = ["", f"### [{shown}]({address})", ""]
    head += ["| line | code | message |", "| ---: | --- | --- |"]
    return head, [_row(each, address) for each in findings], ["", "</details>"] if is_folded else []


def _row(finding: Finding, address: str) -> str:
    line = f"[{finding.line}]({address}#L{finding.line})" if finding.line else ""
    warning = "warning: " if finding.severity is Severity.WARNING else ""
    return f"| {line} | {finding.code} | {warning}{text(finding.message)} |"


def _address(path: str) -> str:
    return quote(escape_unencodable(path), safe="/")


def text(words: str) -> str:
    """The words as text that is no markup, calls nobody, and leads nowhere."""
    plain = _MARKUP.sub(_entity, escape_invisible(words))
    return _CALL.sub(r"\g<0><!-- -->", _ADDRESS.sub(_entity, plain))


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found.group())};"
