"""Compares two answers of `check`: which findings are new, which are gone, and how many are in both."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from meminit.faults import COMPARE_INVALID, FILE_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome, Text, divided
from meminit.sources import gate
from meminit.words import DID_YOU_MEAN, counted, escape_unencodable, quoted

_STANDARD_INPUT = "-"
_LARGEST = 1 << 30  # bytes
_VERSION = "2.0"


class _Told(NamedTuple):
    """A finding of an answer, and the id of its document, where the answer has it."""

    finding: Finding
    document_id: str | None


def run(old: str, new: str) -> Outcome:
    """Raises COMPARE_INVALID for what is no answer of a check, FILE_NOT_FOUND for what is not there."""
    if old == new == _STANDARD_INPUT:
        raise MeminitError(INVALID_ARGUMENT, "only one of the two answers can come from standard input")
    before, after = list(_read(old)), list(_read(new))
    pairs = _pairs(before, after)
    added = [each.finding for number, each in enumerate(after) if number not in pairs]
    kept = set(pairs.values())
    fixed = [each.finding for number, each in enumerate(before) if number not in kept]
    new_ones, _ = divided(added, strict=True)
    fixed_ones, _ = divided(fixed, strict=True)
    data = {"new": list(map(_flat, new_ones)), "fixed": list(map(_flat, fixed_ones)), "persisting": len(pairs)}
    counts = f"{counted(len(new_ones), 'new finding')}, {len(fixed_ones)} fixed, {len(pairs)} in both"
    return Outcome("compare", data, violations=new_ones, view=(Text((counts,)),))


def _read(name: str) -> Iterator[_Told]:
    shown = "standard input" if name == _STANDARD_INPUT else quoted(escape_unencodable(name))
    try:
        content = gate.callers_bytes(None if name == _STANDARD_INPUT else name, _LARGEST)
    except gate.SourceError as error:
        if error.kind == "missing":
            raise MeminitError(FILE_NOT_FOUND, f"file not found: {escape_unencodable(name)}") from error
        raise _invalid(shown, error.words) from error
    try:
        answer = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise _invalid(shown, f"it is not JSON: line {error.lineno}, column {error.colno}") from error
    _judge(answer, shown)
    try:
        yield from _findings(answer)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _invalid(shown, "its findings do not have the shape of version 2.0") from error


def _judge(answer: object, shown: str) -> None:
    if not isinstance(answer, dict) or "output_schema_version" not in answer:
        raise _invalid(shown, "it is no answer of meminit")
    if answer["output_schema_version"] != _VERSION or answer.get("command") != "check":
        raise _invalid(shown, "it is the answer of another command than check")
    if "error" in answer:
        raise _invalid(shown, "its run could not be done, as its `error` says")
    if not isinstance(answer.get("warnings"), list) or not isinstance(answer.get("violations"), list):
        raise _invalid(shown, "it has no lists of warnings and violations")
    data = answer.get("data")
    if isinstance(data, dict) and "page" in data:
        raise _invalid(shown, "it is a page of an answer, and not the whole of it")


def _findings(answer: Mapping[str, Any]) -> Iterator[_Told]:
    ids = {group["path"]: group.get("document_id") for group in answer["violations"]}
    for group in answer["violations"]:
        for each in group.get("violations", (group,)):
            yield _Told(_finding(group["path"], each), ids[group["path"]])
    for each in answer["warnings"]:
        yield _Told(_finding(each["path"], each), ids.get(each["path"]))


def _finding(path: object, told: Mapping[str, Any]) -> Finding:
    code, message, line, column = told["code"], told["message"], told.get("line"), told.get("column")
    if not all(isinstance(each, str) for each in (path, code, message)):
        raise TypeError
    if not all(each is None or isinstance(each, int) for each in (line, column)):
        raise TypeError
    return Finding(str(path), code, Severity(told["severity"]), message, line, column)


def _flat(finding: Finding) -> dict[str, object]:
    place = {"line": finding.line, "column": finding.column}
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "path": finding.path,
        **{name: value for name, value in place.items() if value is not None},
    }


def _pairs(before: Sequence[_Told], after: Sequence[_Told]) -> dict[int, int]:
    """As many findings as possible of the second answer with one of the first each, by their numbers."""
    groups: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, told in enumerate((before, after)):
        for number, each in enumerate(told):
            words = each.finding.message.partition(DID_YOU_MEAN)[0]
            groups[each.finding.code, words][side].append(number)
    pairs: dict[int, int] = {}
    for olds, news in groups.values():
        pairs.update(_Matching(before, after, olds, news).pairs())
    return pairs


class _Matching:
    """Pairs of findings that say the same, on the same path or in the document with the same id."""

    def __init__(
        self, before: Sequence[_Told], after: Sequence[_Told], olds: Sequence[int], news: Sequence[int]
    ) -> None:
        self._after = after
        self._news = news
        self._named: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number in olds:
            for name in _names(before[number]):
                self._named[name].append(number)
        self._free = {name: list(reversed(numbers)) for name, numbers in self._named.items()}
        self._of_new: dict[int, int] = {}
        self._of_old: dict[int, int] = {}

    def pairs(self) -> Mapping[int, int]:
        """New ones to old ones. Each is paired at once where that is possible, else by moving others."""
        left = [number for number in self._news if not self._paired_at_once(number)]
        for number in left:
            self._pair(number)
        return self._of_new

    def _paired_at_once(self, new: int) -> bool:
        for name in _names(self._after[new]):
            known = self._free.get(name, [])
            while known and known[-1] in self._of_old:
                known.pop()
            if known:
                self._join(new, known[-1])
                return True
        return False

    def _join(self, new: int, old: int) -> None:
        self._of_new[new], self._of_old[old] = old, new

    def _pair(self, start: int) -> None:
        """Looks for a way by which one more can be paired, the shortest first."""
        came: dict[int, int] = {}  # by which new one an old one was reached
        waiting = deque([start])
        while waiting:
            new = waiting.popleft()
            for old in self._candidates(new):
                if old in came:
                    continue
                came[old] = new
                if old not in self._of_old:
                    self._move(old, came, start)
                    return
                waiting.append(self._of_old[old])

    def _candidates(self, new: int) -> Iterator[int]:
        for name in _names(self._after[new]):
            yield from self._named.get(name, ())

    def _move(self, old: int, came: Mapping[int, int], start: int) -> None:
        while True:
            new = came[old]
            before = self._of_new.get(new)
            self._join(new, old)
            if new == start or before is None:
                return
            old = before


def _names(told: _Told) -> Iterator[tuple[str, str]]:
    """By what a finding is recognised: its path first, then the id of its document."""
    yield "path", told.finding.path
    if told.document_id:
        yield "id", told.document_id


def _invalid(shown: str, words: str) -> MeminitError:
    return MeminitError(COMPARE_INVALID, f"{shown} cannot be compared: {words}")
