"""For people at a terminal: findings by file with the offending line, a summary, tables, errors with a suggestion."""

import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain, groupby
from posixpath import relpath

from meminit.colours import of_diff, styled
from meminit.model.finding import Finding, Severity, Statistic, may_be_fixed, statistics
from meminit.model.outcome import Counters, Diff, Failure, FromRoot, Outcome, Run, Table, made
from meminit.render import parts
from meminit.render.excerpts import Excerpts
from meminit.words import counted, escape_invisible

_MANY = 50  # findings, above which a table of their codes follows them
_MOST_ROWS = 10
_LINK, _END = "\x1b]8;;", "\x1b\\"


class Text:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        page = _Page(run)
        if outcome.failure:
            return (), encoded(page.failure(outcome.failure))
        if outcome.verbatim:
            return ((json.dumps(outcome.verbatim, indent=2, ensure_ascii=False) + "\n").encode(),), b""
        if outcome.raw is not None:
            return (outcome.raw,), encoded(page.aside(outcome))
        if outcome.is_viewed:  # the view shows the findings as well; --quiet prints errors only
            return (encoded(page.findings(outcome) if run.quiet else page.views(outcome)),), b""
        if outcome.counters or outcome.violations:
            return (encoded(chain(page.views(outcome), page.findings(outcome))),), b""
        return (encoded(page.views(outcome)),), encoded(page.aside(outcome))


def encoded(lines: Iterable[str]) -> bytes:
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
                yield from (of_diff(line, coloured=self._run.colour) for line in block.lines)
            else:
                yield from map(escape_invisible, self._from_here(block.lines))

    def _from_here(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """The paths among these as they are from the current directory, so that a terminal can open them."""
        if not self._run.here:
            return texts
        return tuple(self._path(each) if isinstance(each, FromRoot) else each for each in texts)

    def _path(self, path: str) -> str:
        return relpath(f"/{path}", f"/{self._run.here}") if self._run.here else path

    def findings(self, outcome: Outcome) -> Iterator[str]:
        found = outcome.violations if self._run.quiet else parts.findings(outcome)
        if outcome.statistics:
            yield from table_of_codes(outcome.statistics)
            yield ""
        else:
            excerpts = Excerpts(self._run.root, outcome.text_of)
            yield from self._listed(sorted(found, key=parts.reading_order), excerpts)
        if not self._run.quiet:
            yield from self._notes(outcome, found)
            if len(found) > _MANY and not outcome.statistics:
                yield from table_of_codes(statistics(found), _MOST_ROWS)
                yield ""
            if outcome.counters:
                yield self._summary(outcome.counters)
                fixable = sum(map(may_be_fixed, found))
                if fixable:
                    yield f"up to {fixable} of {len(found)} can be fixed: meminit fix --diff"

    def _listed(self, found: Sequence[Finding], excerpts: Excerpts) -> Iterator[str]:
        shown = found[: self._run.max_findings]
        for _, of_file in groupby(shown, key=lambda finding: finding.path):
            for finding in of_file:
                yield self._head(finding)
                yield from self._excerpt(finding, excerpts)
            yield ""
        if len(shown) < len(found):
            yield f"and {counted(len(found) - len(shown), 'more finding')}"
            yield ""

    def aside(self, outcome: Outcome) -> Iterator[str]:
        """Notes for standard error: programs read the answer from standard output."""
        if not self._run.quiet:
            yield from (self._head(finding) for finding in outcome.warnings)
            yield from self._notes(outcome, outcome.warnings)

    def _notes(self, outcome: Outcome, found: Iterable[Finding]) -> Iterator[str]:
        return (f"note: {escape_invisible(each.message)}" for each in parts.notes(outcome, found))

    def _head(self, finding: Finding) -> str:
        path = parts.from_here(finding.path, self._run)
        place = ":".join(str(part) for part in (path, finding.line, finding.column) if part is not None)
        warning = "warning: " if finding.severity is Severity.WARNING else ""
        code = self._linked(self._styled(finding.severity, finding.code), parts.manual_page(finding.code))
        return f"{self._styled('path', place)} {code} {warning}{escape_invisible(finding.message)}"

    def _linked(self, text: str, address: str) -> str:
        return f"{_LINK}{address}{_END}{text}{_LINK}{_END}" if self._run.links else text

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
        words = parts.summary(counters)
        is_good = counters.files_checked and not counters.violations_count and not counters.warnings_count
        return f"{self._styled('good', words) if is_good else words} ({self._run.seconds:.2f} s)"

    def _styled(self, style: str, text: str) -> str:
        return styled(style, text) if self._run.colour else text


def table_of_codes(rows: Sequence[Statistic], most: int | None = None) -> Iterator[str]:
    """How many findings each code has, the most frequent first."""
    cells = [(str(row.findings), str(row.fixable or "-"), str(row.files), row.code) for row in rows[:most]]
    for findings, fixable, files, code in (("FINDINGS", "FIXABLE", "FILES", "CODE"), *cells):
        yield f"{findings:>8}  {fixable:>7}  {files:>6}  {code}"
    if len(cells) < len(rows):
        left = rows[len(cells) :]
        yield f"and {counted(sum(row.findings for row in left), 'finding')} of {counted(len(left), 'other code')}"


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
