"""For people at a terminal: findings by file with the offending line, a summary, tables, errors with a suggestion."""

import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain, groupby
from posixpath import relpath

from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Counters, Diff, Failure, FromRoot, Outcome, Run, Table, made
from meminit.render.excerpts import Excerpts
from meminit.words import as_path, counted, escape_invisible

_RESET = "\x1b[0m"
_STYLES = {
    "error": "\x1b[31m",
    "warning": "\x1b[33m",
    "path": "\x1b[1m",
    "faint": "\x1b[2m",
    "good": "\x1b[32m",
    "hunk": "\x1b[36m",
}
_OF_DIFF = (("---", "path"), ("+++", "path"), ("rename", "path"), ("@@", "hunk"), ("-", "error"), ("+", "good"))


class Text:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        page = _Page(run)
        if outcome.failure:
            return (), _encoded(page.failure(outcome.failure))
        if outcome.verbatim:
            return ((json.dumps(outcome.verbatim, indent=2, ensure_ascii=False) + "\n").encode(),), b""
        if outcome.raw is not None:
            return (outcome.raw,), _encoded(page.aside(outcome))
        if outcome.is_viewed:  # the view shows the findings as well; --quiet prints errors only
            return (_encoded(page.findings(outcome) if run.quiet else page.views(outcome)),), b""
        if outcome.counters or outcome.violations:
            return (_encoded(chain(page.views(outcome), page.findings(outcome))),), b""
        return (_encoded(page.views(outcome)),), _encoded(page.aside(outcome))


def _encoded(lines: Iterable[str]) -> bytes:
    whole = StringIO(newline="\n")  # a list of all lines takes several times the memory
    for line in lines:
        whole.write(_no_command(line))
        whole.write("\n")
    return whole.getvalue().encode("utf-8", "backslashreplace")


def _no_command(line: str) -> str:
    """The line, changed where CI systems would run it as a command."""
    return f".{line}" if line.lstrip().startswith("::") else line


class _Page:
    def __init__(self, run: Run) -> None:
        self._run = run

    def failure(self, failure: Failure) -> Iterator[str]:
        yield f"{self._styled('error', 'error')} {failure.code}: {escape_invisible(failure.message)}"
        problems = failure.details.get("problems")
        for problem in problems[1:] if isinstance(problems, list) else []:
            place = f"line {problem['line']}: " if "line" in problem else ""
            yield f"  {place}{escape_invisible(str(problem['message']))}"
        suggestion = failure.details.get("suggestion")
        if suggestion and str(suggestion) not in failure.message:
            yield f"  help: {escape_invisible(str(suggestion))}"

    def views(self, outcome: Outcome) -> Iterator[str]:
        for block in made(outcome.view):
            if isinstance(block, Table):
                yield from _table(block._replace(rows=tuple(map(self._from_here, block.rows))))
            elif isinstance(block, Diff):
                yield from map(self._of_diff, block.lines)
            else:
                yield from map(escape_invisible, self._from_here(block.lines))

    def _from_here(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """The paths among these as they are from the current directory, so that a terminal can open them."""
        if not self._run.here:
            return texts
        return tuple(self._path(each) if isinstance(each, FromRoot) else each for each in texts)

    def _path(self, path: str) -> str:
        return relpath(f"/{path}", f"/{self._run.here}") if self._run.here else path

    def _of_diff(self, line: str) -> str:
        """A line of a diff; tabs stay, since they are part of what changes."""
        shown = "\t".join(map(escape_invisible, line.split("\t")))
        style = next((style for begin, style in _OF_DIFF if line.startswith(begin)), None)
        return self._styled(style, shown) if style else shown

    def findings(self, outcome: Outcome) -> Iterator[str]:
        found = outcome.violations if self._run.quiet else (*outcome.violations, *outcome.warnings)
        excerpts = Excerpts(self._run.root)
        for _, of_file in groupby(sorted(found, key=_reading_order), key=lambda finding: finding.path):
            for finding in of_file:
                yield self._head(finding)
                yield from self._excerpt(finding, excerpts)
            yield ""
        if not self._run.quiet:
            yield from self._notes(outcome, found)
            if outcome.counters:
                yield self._summary(outcome.counters)

    def aside(self, outcome: Outcome) -> Iterator[str]:
        """Notes for standard error: programs read the answer from standard output."""
        if not self._run.quiet:
            yield from (self._head(finding) for finding in outcome.warnings)
            yield from self._notes(outcome, outcome.warnings)

    def _notes(self, outcome: Outcome, found: Iterable[Finding]) -> Iterator[str]:
        codes = {finding.code for finding in found}  # advice about these repeats the findings
        told = (each for each in outcome.advice if each.code not in codes and not each.is_standing)
        return (f"note: {escape_invisible(each.message)}" for each in told)

    def _head(self, finding: Finding) -> str:
        path = as_path(escape_invisible(self._path(finding.path)))
        place = ":".join(str(part) for part in (path, finding.line, finding.column) if part is not None)
        warning = "warning: " if finding.severity is Severity.WARNING else ""
        code = self._styled(finding.severity, finding.code)
        return f"{self._styled('path', place)} {code} {warning}{escape_invisible(finding.message)}"

    def _excerpt(self, finding: Finding, excerpts: Excerpts) -> Iterator[str]:
        """The line and a caret; nothing for a finding without a column, such as one at the closing fence."""
        if finding.line is None or finding.column is None:
            return
        excerpt = excerpts.of(finding.path, finding.line, finding.column)
        if excerpt:
            margin = str(finding.line)
            yield self._styled("faint", f"  {margin} | ") + excerpt.line
            yield self._styled("faint", f"  {' ' * len(margin)} | ") + " " * excerpt.caret + "^"

    def _summary(self, counters: Counters) -> str:
        seconds = self._run.seconds
        checked = f"{counted(counters.files_checked, 'file')} checked"
        if not counters.files_checked and not counters.violations_count and not counters.warnings_count:
            return f"nothing checked ({seconds:.2f} s)"
        if not counters.violations_count and not counters.warnings_count:
            return f"{self._styled('good', checked + ', all good')} ({seconds:.2f} s)"
        rest = [f"{counters.files_failed} failed"]
        rest += [counted(counters.violations_count, "violation")] if counters.violations_count else []
        rest += [counted(counters.warnings_count, "warning")] if counters.warnings_count else []
        return f"{checked}: {', '.join(rest)} ({seconds:.2f} s)"

    def _styled(self, style: str, text: str) -> str:
        return f"{_STYLES[style]}{text}{_RESET}" if self._run.colour else text


def _reading_order(finding: Finding) -> tuple[str, float, float, str, str]:
    """By place; findings without a place come first."""
    return finding.path, finding.line or 0, finding.column or 0, finding.code, finding.message


def _table(table: Table) -> Iterator[str]:
    *aligned, last = map(_inert, zip(table.headings, *table.rows, strict=True))
    cells = [_padded(column) for column in aligned]
    for row in zip(*cells, last, strict=True):
        yield "  ".join(row).rstrip()


def _inert(cells: tuple[str, ...]) -> Sequence[str]:
    whole = "".join(cells)
    return cells if escape_invisible(whole) == whole else [escape_invisible(each) for each in cells]


def _padded(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells))
    return [each.ljust(width) for each in cells]
