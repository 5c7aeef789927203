"""Takes away the findings that authors accept, and reports which of their comments have nothing to accept."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import orjson

from meminit.model.finding import Finding, Problem, Severity
from meminit.model.suppression import MOST, MOST_LINES, SURPLUS, Suppressed, Suppression
from meminit.words import did_you_mean, listed, nearest, quoted

MARK = b"meminit: ignore"  # every comment that suppresses holds it
WITHOUT_REASON = "SUPPRESSION_WITHOUT_REASON"
UNUSED = "UNUSED_SUPPRESSION"
_NEEDS_COMPARING = frozenset({"COVERED_CODE_CHANGED"})  # with a commit: another check may find it
_NEVER = ("CONFIG_", "DOCS_ROOT_MISSING", "FILE_", "RULE_CRASHED", "SCHEMA_", UNUSED)

SeverityOf = Callable[[str, str], Severity | None]  # of a code at a path; None for what is no code


def encoded(suppressions: Sequence[Suppression]) -> str:
    return orjson.dumps([tuple(each) for each in suppressions]).decode() if suppressions else ""


def _decoded(text: str) -> list[Suppression]:
    rows = orjson.loads(text)
    return [
        Suppression(line, column, first, last, tuple(codes), reason)
        for line, column, first, last, codes, reason in rows
    ]


def _place(suppressed: Suppressed) -> tuple[str, int, int, str, str]:
    finding = suppressed.finding
    return finding.path, finding.line or 0, finding.column or 0, finding.code, finding.message


class Suppressing:
    """The suppressions of a run, and what they have taken away so far."""

    def __init__(self) -> None:
        self._known: dict[str, list[Suppression]] = {}
        self._used: set[tuple[str, int]] = set()
        self.suppressed: list[Suppressed] = []

    def note(self, path: str, suppressions: str) -> None:
        """The suppressions of a document, as its summary holds them."""
        if path not in self._known:
            self._known[path] = _decoded(suppressions)

    def kept(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that no suppression covers."""
        return [each for each in findings if each.path not in self._known or not self._takes(each)]

    def _takes(self, finding: Finding) -> bool:
        if finding.code.startswith(_NEVER):
            return False
        covering = [number for number, each in enumerate(self._known[finding.path]) if each.covers(finding)]
        if covering:
            self._used.update((finding.path, number) for number in covering)
            reasons = (self._known[finding.path][number].reason for number in covering)
            self.suppressed.append(Suppressed(finding, next(filter(None, reasons), "")))
        return bool(covering)

    def in_order(self) -> tuple[Suppressed, ...]:
        """What was taken away, by path and place."""
        return tuple(sorted(self.suppressed, key=_place))

    def problems(
        self, paths: Collection[str], severity_of: SeverityOf, codes: Collection[str]
    ) -> Iterator[tuple[str, Problem]]:
        """What is wrong with suppressions; `codes` are those that there are."""
        for path, known in self._known.items():
            for number, each in enumerate(known) if path in paths else ():
                words = self._unused(path, number, each, severity_of, codes)
                if words:
                    context = {"problem": words, "codes": list(each.codes)}
                    yield path, Problem(UNUSED, context, each.line, each.column)

    def without_reason(self, paths: Collection[str]) -> Iterator[tuple[str, Problem]]:
        for path, known in self._known.items():
            for each in known if path in paths else ():
                if not each.reason:
                    yield path, Problem(WITHOUT_REASON, {"codes": listed(each.codes)}, each.line, each.column)

    def is_all_used(self) -> bool:
        """A quick test: each has one code and was of use, which spares looking at severities."""
        every = [each for known in self._known.values() for each in known]
        return len(self._used) == len(every) and all(len(each.codes) == 1 for each in every)

    def _unused(
        self, path: str, number: int, suppression: Suppression, severity_of: SeverityOf, codes: Collection[str]
    ) -> str:
        if suppression.first == SURPLUS:
            bounds = f"a document may have {MOST:,} such comments, and a body with any of them {MOST_LINES:,} lines"
            return f"{bounds}: this one and those behind it are ignored"
        if not suppression.codes:
            return "the comment names no code to suppress"
        for code in suppression.codes:
            if severity_of(code, path) is None:
                return f"there is no rule {quoted(code)} to suppress{did_you_mean(nearest(code, codes))}"
        on = [
            code
            for code in suppression.codes
            if severity_of(code, path) is not Severity.OFF and code not in _NEEDS_COMPARING
        ]
        if (path, number) in self._used or not on:
            return ""
        return f"the comment suppresses nothing: there is no finding of {listed(suppression.codes)}"
