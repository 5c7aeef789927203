"""Shapes an answer as a program asks for it: chosen columns, a page of it, or only whether it has changed.

Everything is worked out from the outcome of the whole run: counters, verdict and exit code are the same on every page.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, NamedTuple, TypeAlias

import orjson

from meminit import as_json
from meminit.faults import CURSOR_INVALID, E_CURSOR_STALE, INVALID_ARGUMENT, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Judged, Outcome, made
from meminit.words import did_you_mean, escape_unencodable, nearest, quoted

Data: TypeAlias = dict[str, Any]
_ETAG = "sha256:"
# The commands that answer in pages, and the lists of their data that are divided; all of `scan` is.
_LISTS: Mapping[str, tuple[str, ...]] = {"backlinks": ("backlinks", "links"), "list": ("documents",), "scan": ()}
# Where the rows are whose fields can be chosen.
_ROWS: Mapping[str, str] = {"graph": "nodes", "index": "nodes", "list": "documents"}


class Shape(NamedTuple):
    """What was asked for."""

    limit: int | None = None
    cursor: str | None = None
    etag: str | None = None
    fields: tuple[str, ...] = ()


class _Page(NamedTuple):
    """The units that are given: how many stood before them, their number, and where the next page begins."""

    start: int
    returned: int
    total: int
    end: int | None


def shaped(outcome: Outcome, shape: Shape) -> Outcome:
    """The outcome with all of its data made; raises MeminitError."""
    if outcome.failure:
        return outcome
    found = outcome._replace(data=_plain(made(outcome.data)))
    if shape.fields:
        found = _narrowed(found, shape.fields)
    if shape.limit is not None:
        found = _paged(found, shape.limit, shape.cursor)
    return _tagged(found, shape.etag) if shape.etag else found


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """The value as a reader of its JSON has it, in which it can be divided."""
    return orjson.loads(b"".join(as_json.in_pieces(value)))


def _data(outcome: Outcome) -> Data:
    known: Mapping[str, Any] = made(outcome.data)
    return dict(known)


def digest(outcome: Outcome) -> str:
    """What sets this answer apart from any other one of the command, whatever its envelope, run and time."""
    findings = [(*each[:2], str(each.severity), *each[3:6]) for each in (*outcome.violations, *outcome.warnings)]
    advice = [(each.code, each.message, each.details) for each in outcome.advice]
    parts = (outcome.command, int(outcome.exit), outcome.counters, outcome.data, findings, advice)
    return hashlib.sha256(as_json.written(parts)).hexdigest()


def _tagged(outcome: Outcome, known: str) -> Outcome:
    """With an etag; a passing answer that the caller knows is not given again. One that fails is always given whole."""
    etag = f"{_ETAG}{digest(outcome)}"
    if outcome.success and known == etag:
        return outcome._replace(data={"etag": etag, "not_modified": True})
    return outcome._replace(data={**_data(outcome), "etag": etag})


def _narrowed(outcome: Outcome, fields: Sequence[str]) -> Outcome:
    """With these fields of each row alone; `b.c` is a field within a field."""
    data: Data = _data(outcome)
    place = _ROWS[outcome.command]
    known = {name for row in data[place] for name in _names(row)}
    for field in fields if known else ():
        if field not in known:
            shown = quoted(escape_unencodable(field))
            hint = did_you_mean(nearest(field, known))
            raise MeminitError(INVALID_ARGUMENT, f"--fields: no document has a field {shown}{hint}")
    rows = [_of_row(row, fields) for row in data[place]]
    return outcome._replace(data={**data, place: rows})


def _names(row: Mapping[str, object], above: str = "") -> Iterator[str]:
    for name, value in row.items():
        yield above + name
        if isinstance(value, Mapping):
            yield from _names(value, f"{above}{name}.")


def _of_row(row: Mapping[str, Any], fields: Iterable[str]) -> Data:
    found: Data = {}
    for field in fields:
        path = [field] if field in row else field.split(".")
        value: Any = row
        for step in path:
            value = value.get(step, _ABSENT) if isinstance(value, Mapping) else _ABSENT
        if value is not _ABSENT:
            _put(found, path, value)
    return found


_ABSENT = object()


def _put(into: Data, path: Sequence[str], value: object) -> None:
    for step in path[:-1]:
        into = into.setdefault(step, {})
    into[path[-1]] = value


def _paged(outcome: Outcome, limit: int, cursor: str | None) -> Outcome:
    whole = digest(outcome)
    start = _start(cursor, outcome.command, whole) if cursor is not None else 0
    found, page = _WAYS.get(outcome.command, _lists)(outcome, start, limit)
    if start and page.start >= page.total:
        raise MeminitError(CURSOR_INVALID, "--cursor: it leads behind the end of the answer")
    told: Data = {"truncated": page.end is not None, "returned": page.returned, "total": page.total}
    advice = outcome.advice
    if page.end is not None:
        told["cursor"] = _cursor(outcome.command, whole, page.end)
        left = page.total - page.start - page.returned
        words = f"{page.returned} of {page.total} are shown, and {left} more {'follow' if left > 1 else 'follows'}"
        details = {"returned": page.returned, "total": page.total, "cursor": told["cursor"]}
        advice = (*advice, Advice("OUTPUT_TRUNCATED", words, details))
    return found._replace(data={**_data(found), "page": told}, advice=advice)


def _cursor(command: str, whole: str, start: int) -> str:
    return base64.urlsafe_b64encode(orjson.dumps([command, whole[:32], start])).rstrip(b"=").decode()


def _start(cursor: str, command: str, whole: str) -> int:
    """Where the page begins; raises CURSOR_INVALID or E_CURSOR_STALE."""
    try:
        read = orjson.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        of_command, of_answer, start = read
    except (ValueError, TypeError) as error:
        raise MeminitError(CURSOR_INVALID, "--cursor: this is no cursor that meminit gave") from error
    if of_command != command or not isinstance(start, int) or isinstance(start, bool) or start < 1:
        raise MeminitError(CURSOR_INVALID, "--cursor: it belongs to another command")
    if of_answer != whole[:32]:
        words = "--cursor: the answer has changed since that page, or other options were given"
        raise MeminitError(E_CURSOR_STALE, words, suggestion="begin again without --cursor")
    return start


def _cut(sizes: Sequence[int], start: int, limit: int) -> tuple[int, int]:
    """From which group to which a page goes: whole groups, as many as fit, one at least. `start` is a unit."""
    ends = list(accumulate(sizes))
    first = next((number for number, end in enumerate(ends) if end > start), len(sizes))
    last, taken = first, 0
    while last < len(sizes) and (last == first or taken + sizes[last] <= limit):
        taken += sizes[last]
        last += 1
    return first, last


def _page(sizes: Sequence[int], first: int, last: int) -> _Page:
    before, total = sum(sizes[:first]), sum(sizes)
    returned = sum(sizes[first:last])
    return _Page(before, returned, total, before + returned if last < len(sizes) else None)


def _findings(outcome: Outcome, start: int, limit: int) -> tuple[Outcome, _Page]:
    """Of a check: the findings of a path stay together."""
    every = sorted((*outcome.violations, *outcome.warnings), key=_path)
    groups = [(path, len(list(found))) for path, found in groupby(every, key=_path)]
    first, last = _cut([size for _, size in groups], start, limit)
    shown = {path for path, _ in groups[first:last]}
    found = outcome._replace(
        violations=tuple(each for each in outcome.violations if each.path in shown),
        warnings=tuple(each for each in outcome.warnings if each.path in shown),
        judged=Judged(len(outcome.violations), len({each.path for each in outcome.violations})),
    )
    return found, _page([size for _, size in groups], first, last)


def _path(finding: Finding) -> str:
    return finding.path


def _edges(outcome: Outcome, start: int, limit: int) -> tuple[Outcome, _Page]:
    """Of a graph: its edges, each page with the nodes that no page before has; nodes without edges come last."""
    data: Data = _data(outcome)
    edges, nodes = data["edges"], data["nodes"]
    ends = {name for edge in edges for name in (edge["source"], edge["target"])}
    alone = [node for node in nodes if _name(node) not in ends]
    units = len(edges) + len(alone)
    stop = min(start + limit, units)
    shown = edges[start:stop]
    given = {name for edge in edges[:start] for name in (edge["source"], edge["target"])}
    new = {name for edge in shown for name in (edge["source"], edge["target"])} - given
    some = [node for node in nodes if _name(node) in new]
    some += alone[max(start - len(edges), 0) : max(stop - len(edges), 0)]
    page = _Page(start, stop - start, units, stop if stop < units else None)
    return outcome._replace(data={**data, "edges": shown, "nodes": some}), page


def _name(node: Mapping[str, str]) -> str:
    return node.get("document_id") or node["path"]


def _lists(outcome: Outcome, start: int, limit: int) -> tuple[Outcome, _Page]:
    """The lists of the data, one after the other."""
    data: Data = _data(outcome)
    holders = (
        [data] if outcome.command != "scan" else [data, *(each for each in data.values() if isinstance(each, dict))]
    )
    wanted = _LISTS[outcome.command]
    copies = {id(each): dict(each) for each in holders}
    places = [
        (each, name) for each in holders for name, value in each.items() if isinstance(value, list)
        if not wanted or name in wanted
    ]  # fmt: skip
    total = sum(len(holder[name]) for holder, name in places)
    stop, at = min(start + limit, total), 0
    for holder, name in places:
        values = holder[name]
        copies[id(holder)][name] = values[max(start - at, 0) : max(stop - at, 0)]
        at += len(values)
    found = copies[id(data)]
    found.update({name: copies[id(value)] for name, value in data.items() if id(value) in copies})
    if outcome.command == "list":
        found["count"] = stop - start
    return outcome._replace(data=found), _Page(start, stop - start, total, stop if stop < total else None)


_WAYS: Mapping[str, Callable[[Outcome, int, int], tuple[Outcome, _Page]]] = {"check": _findings, "graph": _edges}
