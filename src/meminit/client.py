"""Reads what meminit prints, for programs that call it; needs nothing but Python's standard library.

`interpret` takes the exit code and standard output of one call, in any envelope. A `Session` does the same for many
calls: it counts how often an error was met, and remembers commands that were renamed. `read_stream` reads the lines of
`--format json-lines`, also of a run that was killed.
"""

import json
import shlex
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

Object: TypeAlias = Mapping[str, Any]
_Words: TypeAlias = tuple[str, ...]

MOST_RETRIES = 3  # for one error code, as long as nothing has changed
DEFAULT_WAIT = 1  # seconds
_BAD_ARGUMENT, _REDIRECTED = 3, 13
# Exit codes after which the same call may succeed, where the answer itself does not say: bad arguments, a time limit, a
# rate limit, something unavailable, a redirect.
_RETRYABLE_EXITS = frozenset({_BAD_ARGUMENT, 10, 11, 12, _REDIRECTED})
_REFRESHABLE = "TOKEN_EXPIRED"
_NEEDS_CREDENTIALS = frozenset({"TOKEN_INVALID", "TOKEN_MISSING"})
_DEPRECATIONS = ("deprecated", "will be removed")
_NOTHING: Object = {}


class Redirect(NamedTuple):
    """The whole command line to run instead; a permanent one replaces the old form for good."""

    command: str
    permanent: bool


class Interpretation(NamedTuple):
    """What one answer means.

    `retry` says that the call may be made again, after `retry_after` seconds. What `data` holds may be acted on only if
    it is `complete` and not `malformed`; if it is `not_modified`, the answer that is known already still holds. `error`
    has a `code` and a `message`; it is None after a success.
    """

    success: bool
    retry: bool = False
    retry_after: int = 0
    complete: bool = True
    not_modified: bool = False
    malformed: bool = False
    redirect: Redirect | None = None
    warnings: tuple[str, ...] = ()
    deprecations: tuple[str, ...] = ()
    error: Object | None = None
    data: Any = None
    cursor: str | None = None


class Stream(NamedTuple):
    """What the lines of a stream say. `verdict` is None if the run was cut off before its result."""

    verdict: bool | None = None
    exit_code: int | None = None
    reason: str | None = None
    started: Object | None = None
    last_progress: Object | None = None
    findings: tuple[Object, ...] = ()
    result: Object | None = None
    malformed: bool = False


def interpret(exit_code: int, stdout: str | bytes) -> Interpretation:
    """What a call means that ended with this exit code and printed this: the exit code decides, whatever `ok` says."""
    answer = _object(stdout)
    if answer is None:
        return _malformed(exit_code, "what was printed is not one JSON object")
    if "output_schema_version" in answer:
        return _of_version(exit_code, answer)
    if "error" not in answer:
        return _malformed(exit_code, "the answer has no `error`", _strings(answer.get("warnings")))
    return _of_response(exit_code, answer)


class Session:
    """The answers of many calls, one after another."""

    def __init__(self) -> None:
        self._met: dict[tuple[str, str], int] = {}
        self._renamed: dict[tuple[str, _Words], _Words] = {}

    def interpret(self, exit_code: int, stdout: str | bytes, command: str | None = None) -> Interpretation:
        """The same as `interpret`, with a limit to retries. `command` is the line that was called, if it is known."""
        found = interpret(exit_code, stdout)
        if found.redirect and found.redirect.permanent:
            self._remember(command or _called(stdout), found.redirect.command)
        if found.success:
            self._met.clear()  # something has changed
            return found
        code = str((found.error or _NOTHING).get("code"))
        met = code, found.redirect.command if found.redirect else ""  # another line to run is another state
        self._met[met] = self._met.get(met, 0) + 1
        most = 1 if code == _REFRESHABLE else MOST_RETRIES
        return found._replace(retry=False, retry_after=0) if self._met[met] > most else found

    def current(self, command: str) -> str:
        """The command line with everything replaced that is known to have been renamed for good."""
        words: _Words | None = _split(command)
        found, done = command, set[str]()
        while words and found not in done:
            done.add(found)
            words = self._replaced(words)
            found = shlex.join(words) if words else found
        return found

    def _replaced(self, words: _Words) -> _Words | None:
        """None where nothing is renamed."""
        start = next((number for number, each in enumerate(words) if number and not each.startswith("-")), len(words))
        for (program, old), new in self._renamed.items():
            if words[0] == program and words[start : start + len(old)] == old:
                return (*words[:start], *new, *words[start + len(old) :])
        return None

    def _remember(self, called: str | None, new_line: str) -> None:
        """Keeps what differs between two lines: options and arguments were carried over."""
        old, new = _split(called or ""), _split(new_line)
        if not old or not new or old[0] != new[0]:
            return
        program = old[0]
        while old and new and old[0] == new[0]:
            old, new = old[1:], new[1:]
        while old and new and old[-1] == new[-1]:
            old, new = old[:-1], new[:-1]
        if old and new:
            self._renamed[program, old] = new


def read_stream(lines: Iterable[str | bytes]) -> Stream:
    """Reads all lines; the last one may be cut off, as by a kill."""
    found = Stream()
    findings: list[Object] = []
    is_broken = False
    for line in lines:
        if not line.strip():
            continue
        found = found._replace(malformed=found.malformed or is_broken)  # another line follows the broken one
        each = _object(line)
        is_broken = each is None or not isinstance(each.get("type"), str)
        if each is None or is_broken:
            continue
        if each["type"] == "finding":
            findings.append(each)
        else:
            found = _with(found, each)
    return found._replace(findings=tuple(findings))


def _with(found: Stream, line: Object) -> Stream:
    match line["type"]:
        case "started":
            return found._replace(started=line)
        case "progress":
            return found._replace(last_progress=line)
        case "terminated":
            return found._replace(exit_code=_integer(line.get("exit_code")), reason=line.get("reason"))
        case "result":
            verdict = line.get("success", line.get("ok"))
            return found._replace(verdict=verdict is True, result=line)
    return found  # a type that is added later is passed over


def _of_response(exit_code: int, answer: Object) -> Interpretation:
    meta = _mapping(answer.get("meta"))
    error = answer["error"] if isinstance(answer["error"], Mapping) else None
    is_not_modified = meta.get("not_modified") is True
    warnings = _strings(answer.get("warnings"))
    if error is None and answer.get("data") is None and not is_not_modified:
        return _malformed(exit_code, "the answer has neither data nor an error", warnings)
    if exit_code == 0:
        return _succeeded(answer.get("data"), warnings, meta)._replace(not_modified=is_not_modified)
    return _of_page(_failed(exit_code, error or _NOTHING, warnings), meta)


def _of_version(exit_code: int, answer: Object) -> Interpretation:
    """Of version 1 or 2, which have no `error` after a success, nor where documents were found to be wrong."""
    warnings = tuple(_shown(each) for each in answer.get("warnings") or () if isinstance(each, Mapping))
    data = _mapping(answer.get("data"))
    page = _mapping(data.get("page"))
    if exit_code == 0:
        return _succeeded(data, warnings, page)._replace(not_modified=data.get("not_modified") is True)
    error = answer.get("error")
    if not isinstance(error, Mapping):
        if not answer.get("violations") and not page:
            return _malformed(exit_code, "the call failed, and its answer does not say why", warnings)
        error = {"code": "VIOLATIONS_FOUND", "message": "violations were found", "details": {"retryable": False}}
    flat = {**_mapping(error.get("details")), **error}
    return _of_page(_failed(exit_code, flat, warnings), page)._replace(data=data)


def _succeeded(data: object, warnings: tuple[str, ...], page: Object) -> Interpretation:
    found = Interpretation(success=True, warnings=warnings, deprecations=_deprecations(warnings), data=data)
    return _of_page(found, page)


def _of_page(found: Interpretation, page: Object) -> Interpretation:
    """The same, with what is said of further pages."""
    cursor = page.get("cursor")
    is_whole = page.get("truncated") is not True
    return found._replace(complete=is_whole, cursor=cursor if isinstance(cursor, str) else None)


def _failed(exit_code: int, error: Object, warnings: tuple[str, ...]) -> Interpretation:
    code = error.get("code")
    said = error.get("retryable")
    may = said if isinstance(said, bool) else exit_code in _RETRYABLE_EXITS or code == _REFRESHABLE
    may = may and code not in _NEEDS_CREDENTIALS
    wait = _integer(error.get("retry_after"))
    usual = 0 if exit_code == _BAD_ARGUMENT else DEFAULT_WAIT
    return Interpretation(
        success=False,
        retry=may,
        retry_after=(usual if wait is None else max(wait, 0)) if may else 0,
        redirect=_redirect(error.get("redirect")) if exit_code == _REDIRECTED else None,
        warnings=warnings,
        deprecations=_deprecations(warnings),
        error=error or {"code": "GENERAL_ERROR", "message": "the call failed, and its answer has no error"},
    )


def _malformed(exit_code: int, words: str, warnings: tuple[str, ...] = ()) -> Interpretation:
    """An answer that must be neither acted on nor asked for again blindly."""
    error = {"code": "GENERAL_ERROR", "message": f"{words} (exit code {exit_code})"}
    return Interpretation(
        success=False,
        complete=False,
        malformed=True,
        warnings=warnings,
        deprecations=_deprecations(warnings),
        error=error,
    )


def _redirect(given: object) -> Redirect | None:
    if not isinstance(given, Mapping) or not isinstance(given.get("command"), str):
        return None
    return Redirect(given["command"], given.get("permanent") is True)


def _deprecations(warnings: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for each in warnings if any(word in each.lower() for word in _DEPRECATIONS))


def _called(stdout: str | bytes) -> str | None:
    """The line that was called, which meminit puts beside a redirect."""
    answer = _object(stdout) or _NOTHING
    places = (_mapping(answer.get("meta")).get("details"), _mapping(answer.get("error")).get("details"))
    lines = (_mapping(each).get("called") for each in places)
    return next((each for each in lines if isinstance(each, str)), None)


def _split(line: str) -> _Words:
    """The words of a command line; none where it cannot be read."""
    try:
        return tuple(shlex.split(line))
    except ValueError:
        return ()


def _shown(issue: Object) -> str:
    """A warning of version 1 or 2 as the response envelope writes it."""
    line = f":{issue['line']}" if "line" in issue else ""
    return f"{issue.get('code')} {issue.get('path')}{line}: {issue.get('message')}"


def _object(text: str | bytes) -> Object | None:
    try:
        whole = text if isinstance(text, str) else text.decode()
        found = json.loads(whole.removeprefix("\ufeff"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and the infinities are not JSON


def _mapping(value: object) -> Object:
    return value if isinstance(value, Mapping) else _NOTHING


def _strings(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
