"""A report of tests as GitLab, Jenkins and Azure read it: a suite for each code, a case for each file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from meminit import __version__
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Run
from meminit.render import parts
from meminit.words import counted, escape_unencodable, lines_in_pieces

_INVALID = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_ORDER = re.compile(r"##(?=\[|vso\[)")  # which some CI systems run, anywhere in a log
_COMMAND = re.compile(r"^::", re.MULTILINE)  # the same at the beginning of a line
_MARKUP = re.compile('[&<>"\t\n\r]')


class Junit:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        return lines_in_pieces(_lines(outcome, run)), b""


def _lines(outcome: Outcome, run: Run) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    if outcome.failure:
        yield from _of_failure(outcome)
        return
    found = sorted(parts.findings(outcome), key=lambda each: (each.code, parts.reading_order(each)))
    suites = [(code, list(each)) for code, each in groupby(found, key=lambda each: each.code)]
    failing = {(each.code, each.path) for each in outcome.violations}
    cases = len({(each.code, each.path) for each in found})
    passed = outcome.counters.files_passed if outcome.counters else 0
    others = int(bool(passed) or not found)
    yield _tag("testsuites", name="meminit", tests=cases + others, failures=len(failing), errors=0)
    yield _tag("testsuite", name="meminit", tests=others, failures=0, errors=0, skipped=0)
    yield from _properties(outcome)
    if others:
        yield _tag("testcase", closed=True, name=f"{counted(passed, 'file')} passed", classname="meminit")
    yield "</testsuite>"
    for code, findings in suites:
        yield from _suite(code, findings, failing, run)
    yield "</testsuites>"


def _properties(outcome: Outcome) -> Iterator[str]:
    """What was counted."""
    yield "<properties>"
    yield _tag("property", closed=True, name="version", value=__version__)
    for name, number in outcome.counters._asdict().items() if outcome.counters else ():
        yield _tag("property", closed=True, name=name, value=number)
    yield "</properties>"


def _suite(code: str, found: Sequence[Finding], failing: set[tuple[str, str]], run: Run) -> Iterator[str]:
    cases = [(path, list(each)) for path, each in groupby(found, key=lambda each: each.path)]
    failures = sum((code, path) in failing for path, _ in cases)
    yield _tag("testsuite", name=code, tests=len(cases), failures=failures, errors=0, skipped=0)
    for path, findings in cases:
        yield _tag("testcase", name=path, classname=code, file=path)
        lines = _text("\n".join(parts.concise(each, run._replace(here="")) for each in findings))
        if (code, path) in failing:
            more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
            yield _tag("failure", message=findings[0].message + more, type=code) + lines + "</failure>"
        else:
            yield f"<system-out>{lines}</system-out>"
        yield "</testcase>"
    yield "</testsuite>"


def _of_failure(outcome: Outcome) -> Iterator[str]:
    failure = outcome.failure
    if failure:
        yield _tag("testsuites", name="meminit", tests=1, failures=0, errors=1)
        yield _tag("testsuite", name="meminit", tests=1, failures=0, errors=1, skipped=0)
        yield _tag("testcase", name=failure.code, classname="meminit")
        yield _tag("error", message=failure.message, type=failure.code) + _text(failure.message) + "</error>"
        yield "</testcase></testsuite></testsuites>"


def _tag(tag: str, *, closed: bool = False, **attributes: str | int) -> str:
    written = "".join(f' {name}="{_escaped(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{written}{'/' if closed else ''}>"


def _text(text: str) -> str:
    return _COMMAND.sub("&#58;:", _escaped(text).replace("&#10;", "\n"))


def _escaped(text: str) -> str:
    """The text for XML; a character that XML does not have is written as an escape."""
    valid = _INVALID.sub(lambda each: f"\\u{ord(each.group()):04x}", escape_unencodable(text))
    marked = _MARKUP.sub(lambda each: _ENTITIES[each.group()], valid)
    return _ORDER.sub("&#35;#", marked)
