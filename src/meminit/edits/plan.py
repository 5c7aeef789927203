"""Writes a plan as JSON, computes its hash, and reads a plan that another program wrote."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from meminit import as_json
from meminit.edits.spans import EditError, encoded
from meminit.faults import PLAN_INVALID, MeminitError
from meminit.model.node import at_plain, dotted
from meminit.model.plan import Change, Plan, Skipped, TextEdit
from meminit.words import escape_unencodable, shorten

VERSION = "1.0"
LARGEST = 1 << 28  # bytes of a plan that is read
_HASH = "sha256:"
_MOST_OBJECTS = 2_000_000  # in a plan that is read, with braces in its texts
_AT_ONCE = 1_000  # changes


def as_data(plan: Plan) -> dict[str, object]:
    """The plan as JSON has it, without its hash. Its changes have numbers in the order of paths."""
    ordered = plan.in_order
    return {
        "plan_version": VERSION,
        "command": plan.command,
        "config_fingerprint": plan.config_fingerprint,
        "changes": [_change(number, each) for number, each in enumerate(ordered.changes, 1)],
        "skipped": [_skipped(each) for each in ordered.skipped],
        "summary": dict(plan.summary),
    }


def hash_of(data: Mapping[str, object]) -> str:
    """The hash of a plan: of its JSON without the hash, keys sorted, without spaces."""
    content = {key: value for key, value in data.items() if key != "plan_hash"}
    plain = orjson.loads(as_json.written(content))  # what JSON cannot carry is written as it will be read
    return _HASH + hashlib.sha256(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)).hexdigest()


def with_hash(plan: Plan) -> dict[str, object]:
    """The whole plan as JSON has it."""
    data = as_data(plan)
    return {**data, "plan_hash": hash_of(data)}


def _change(number: int, change: Change) -> dict[str, object]:
    made: dict[str, object] = {"id": f"C{number}", "op": change.op, "path": change.path}
    given = {
        "to_path": change.to_path,
        "before_sha256": change.before_sha256,
        "after_sha256": change.after_sha256,
        "encoding": change.encoding,
    }
    made.update({key: value for key, value in given.items() if value})
    if change.content is not None:
        made["content"] = change.content
    if change.raw is not None:
        made["content_base64"] = base64.b64encode(change.raw).decode()
    if change.op in {"update", "rename"}:
        made["edits"] = [_edit(each) for each in change.edits]
    return {**made, "codes": list(change.codes), "safe": change.safe, "reason": change.reason}


def _edit(edit: TextEdit) -> dict[str, object]:
    made: dict[str, object] = {"line": edit.line, "column": edit.column, "old": edit.old, "new": edit.new}
    return {**made, "code": edit.code} if edit.code else made


def _skipped(skipped: Skipped) -> dict[str, object]:
    made: dict[str, object] = {"path": skipped.path, "code": skipped.code}
    if skipped.line is not None:
        made["line"] = skipped.line
    return {
        **made,
        "reason_code": skipped.reason_code,
        "message": shorten(escape_unencodable(skipped.message), 500),
        "next_actions": list(skipped.next_actions),
    }


def read(data: bytes) -> Plan:
    """A plan from outside; raises PLAN_INVALID. What it lacks besides the minimum is left empty."""
    if data.count(b"{") > _MOST_OBJECTS:
        raise MeminitError(PLAN_INVALID, f"the plan has more than {_MOST_OBJECTS:,} opening braces")
    try:
        value = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        words = f"the plan is not JSON: line {error.lineno}, column {error.colno}"
        raise MeminitError(PLAN_INVALID, words) from error
    _judge(value)
    given = value.get("plan_hash")
    if given is not None and _HASH + given.removeprefix(_HASH) != hash_of(value):
        raise MeminitError(PLAN_INVALID, "the plan is not what its plan_hash says: it was changed after it was made")
    return Plan(
        command=value.get("command", "fix"),
        changes=tuple(map(_read_change, value["changes"])),
        config_fingerprint=value.get("config_fingerprint", ""),
    )


def invalid(path: str, words: str) -> MeminitError:
    """The error about one change, named by its path."""
    return MeminitError(PLAN_INVALID, f"{escape_unencodable(path)}: {words}", path=escape_unencodable(path))


def _judge(value: Any) -> None:  # noqa: ANN401 - JSON
    """Raises PLAN_INVALID for what is not of the shape that `schema plan` publishes."""
    from meminit.installed import published  # noqa: PLC0415 - as above
    from meminit.schema.judge import judge_of  # noqa: PLC0415 - wanted for a plan that is read alone
    from meminit.schema.phrases import phrase, shown  # noqa: PLC0415 - as above

    judge = judge_of(published("plan"), "draft-07")
    # Some changes at a time, since each breach of each takes memory, until some are found.
    judged = ((start, part, judge(part)) for start, part in _parts(value))
    start, part, breaches = next((each for each in judged if each[2]), (0, value, []))
    if breaches:
        breach = min(breaches, key=lambda each: (len(each.path), str(each.path)))
        words = phrase(breach, shown(at_plain(part, breach.path)))
        change = at_plain(part, breach.path[:2]) if breach.path[:1] == ("changes",) else None
        path = change.get("path") if isinstance(change, Mapping) else None
        at = breach.path[1] if breach.path[1:] else None
        whole = (breach.path[0], at + start, *breach.path[2:]) if isinstance(at, int) else breach.path
        within = breach.path[2:] if isinstance(path, str) else whole
        words = f"{dotted(within)}: {words}" if within else words
        if isinstance(path, str):
            raise invalid(path, words)
        raise MeminitError(PLAN_INVALID, f"the plan: {words}")
    for change in value["changes"]:
        if change["op"] == "remove":
            raise invalid(change["path"], "a plan that is handed in removes no file")


def _parts(value: Any) -> Iterator[tuple[int, Any]]:  # noqa: ANN401 - JSON
    """The plan with some of its changes at a time, and the number of the first; as a whole where there are few."""
    changes = value.get("changes") if isinstance(value, dict) else None
    if not isinstance(changes, list) or len(changes) <= _AT_ONCE:
        yield 0, value
        return
    for start in range(0, len(changes), _AT_ONCE):
        yield start, {**value, "changes": changes[start : start + _AT_ONCE]}


def _read_change(given: Mapping[str, Any]) -> Change:
    edits = tuple(
        TextEdit(int(each["line"]), int(each["column"]), each["old"], each["new"], each.get("code", ""))
        for each in given.get("edits", ())
    )
    change = Change(
        op=given["op"],
        path=given["path"],
        to_path=given.get("to_path", ""),
        before_sha256=given.get("before_sha256", "").removeprefix(_HASH),
        after_sha256=given.get("after_sha256", "").removeprefix(_HASH),
        edits=tuple(sorted(edits)),
        content=given.get("content"),
        encoding=given.get("encoding", ""),
        raw=None,
        codes=tuple(given.get("codes", ())),
        safe=given.get("safe", False),
        reason=given.get("reason", ""),
    )
    try:
        for text in (change.content or "", *(each.new for each in change.edits)):
            encoded(text)
    except EditError as error:
        raise invalid(change.path, error.words) from error
    return change
