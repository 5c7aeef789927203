"""The work queue over documents: changes one entry, and answers what is there, what comes next and what is blocked."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from meminit.config.find import Repository
from meminit.edits.locking import locked
from meminit.edits.putting import destination, put
from meminit.faults import (
    INVALID_ARGUMENT,
    STATE_BLOCKED,
    STATE_CYCLE,
    STATE_INVALID,
    STATE_UNKNOWN_ID,
    MeminitError,
)
from meminit.model.outcome import Block, Outcome, Part, Table, Text
from meminit.operations.inventory import Inventory, answered
from meminit.operations.work_queue import hint, text_of
from meminit.queue.entries import DONE, LISTS, Entry, Queue
from meminit.queue.reading import Read, read
from meminit.queue.writing import CannotWrite, written
from meminit.sources import gate
from meminit.stages import Stages
from meminit.words import as_path, counted, escape_unencodable, listed, quoted
from meminit.workspace.workspace import Effort

_LONGEST = {"assignee": 120, "next_action": 500, "notes": 2000, "blocked_by": 500}
_USERS = ("MEMINIT_USER", "USER", "LOGNAME", "USERNAME")
_EPOCH = "SOURCE_DATE_EPOCH"
CLEARED = ("assignee", "blocked_by", "depends_on", "next_action", "notes", "priority")


class Way(NamedTuple):
    """How documents are read for an answer."""

    repository: Repository
    effort: Effort
    stages: Stages
    part: Part


class Asked(NamedTuple):
    """The fields that an entry is to have; those that are not named stay as they are."""

    document_id: str
    values: Mapping[str, str | tuple[str, ...]]
    cleared: tuple[str, ...] = ()


def change(way: Way, asked: Asked) -> Outcome:
    """Writes the entry at once, under the lock: the file is meminit's own."""
    _refuse_long(asked)
    new: list[str] = []

    def made(inventory: Inventory) -> Outcome:
        new[:] = []
        return _changed(inventory, asked, new)

    with locked(way.repository.root):
        outcome = _answered(way, made)
        for text in new:
            path = str(outcome.prepared("data").data["path"])  # type: ignore[index]  # it is made
            put(destination(way.repository.root, path), (text.encode(),))
    return outcome


def show(way: Way, document_id: str) -> Outcome:
    def made(inventory: Inventory) -> Outcome:
        found = _queue(inventory)
        entry = found.entries.get(document_id)
        if entry is None:
            _known(inventory, document_id)
            return Outcome("state get", {"entry": None}, view=(Text((f"{document_id} has no entry",)),))
        shown = _shown(inventory, found, entry)
        return Outcome("state get", {"entry": shown}, view=(Text(tuple(_lines(shown))),))

    return _answered(way, made)


def every(way: Way, state: str | None, *, only_ready: bool) -> Outcome:
    def made(inventory: Inventory) -> Outcome:
        found = _queue(inventory)
        chosen = [
            each
            for each in found.entries.values()
            if (state is None or each.impl_state == state) and (not only_ready or found.is_ready(each))
        ]
        data = {"entries": [_shown(inventory, found, each) for each in chosen], "summary": _summary(found)}
        return Outcome("state list", data, view=_table(inventory, found, chosen))

    return _answered(way, made)


def following(way: Way) -> Outcome:
    """What to begin next; nothing where nothing is ready."""

    def made(inventory: Inventory) -> Outcome:
        found = _queue(inventory)
        ready = found.ready()
        if not ready:
            return Outcome("state next", {"summary": _summary(found)}, view=(Text(("nothing is ready",)),))
        shown = _shown(inventory, found, ready[0])
        data = {"selection": shown, "entry": shown, "summary": _summary(found)}
        return Outcome("state next", data, view=(Text(tuple(_lines(shown))),))

    return _answered(way, made)


def blockers(way: Way) -> Outcome:
    def made(inventory: Inventory) -> Outcome:
        found = _queue(inventory)
        blocked = [each for each in found.entries.values() if each.impl_state != DONE and found.open_blockers(each)]
        shown = [_blocked(inventory, found, each) for each in blocked]
        rows = tuple((each.document_id, each.impl_state, listed(found.open_blockers(each))) for each in blocked)
        view: Block = Table(("ID", "STATE", "BLOCKED BY"), rows) if rows else Text(("nothing is blocked",))
        return Outcome("state blockers", {"blocked": shown, "summary": _summary(found)}, view=(view,))

    return _answered(way, made)


def _answered(way: Way, made: Callable[[Inventory], Outcome]) -> Outcome:
    return answered(way.repository, way.effort, way.stages, way.part, made)


def _changed(inventory: Inventory, asked: Asked, new: list[str]) -> Outcome:
    """The text of the file goes into `new` where it differs."""
    path, text = inventory.settings.queue_path, _text(inventory)
    before = _sound(read(text), path)
    for each in (asked.document_id, *asked.values.get("depends_on", ())):
        _known(inventory, each)
    old = before.entries.get(asked.document_id)
    nothing: dict[str, object] = {name: () if name in LISTS else None for name in asked.cleared}
    entry = (old or Entry(asked.document_id))._replace(**{**asked.values, **nothing})  # type: ignore[arg-type]  # by name
    is_changed = entry != old
    if is_changed:
        entry = entry._replace(updated=_now(), updated_by=_user())
        after = before.with_entry(entry)
        _refuse(after)
        new.append(_written(text, entry, path))
    else:
        after = before
    shown = _shown(inventory, after, entry)
    data = {"entry": shown, "path": path, "created": old is None, "changed": is_changed}
    done = "created" if old is None else "changed" if is_changed else "not changed: it was so already"
    return Outcome("state set", data, view=(Text((f"{asked.document_id} {done}", *_lines(shown)[1:])),))


def _written(text: str, entry: Entry, path: str) -> str:
    try:
        return written(text, entry)
    except CannotWrite as error:
        words = (
            f"{path}: it is written in a way that single lines of it cannot be changed; put each field on its own line"
        )
        raise MeminitError(STATE_INVALID, words, path=path, phase="validation") from error


def _refuse(queue: Queue) -> None:
    cycle = queue.cycle()
    if cycle:
        circle = [*cycle, cycle[0]]
        words = f"they would depend on each other in a circle: {' -> '.join(circle)}"
        raise MeminitError(STATE_CYCLE, words, cycle=circle, phase="validation")
    for each in queue.done_too_early():
        blocking = list(queue.open_blockers(each))
        words = f"{each.document_id} would be {DONE}, and is blocked by {listed(blocking)}"
        raise MeminitError(
            STATE_BLOCKED, words, document_id=each.document_id, open_blockers=blocking, phase="validation"
        )


def _refuse_long(asked: Asked) -> None:
    for name, value in asked.values.items():
        for each in value if isinstance(value, tuple) else (value,):
            try:
                each.encode()
            except UnicodeEncodeError as error:
                raise MeminitError(INVALID_ARGUMENT, f"{name} is not UTF-8") from error
            if len(each) > _LONGEST.get(name, 200):
                words = f"{name} has {len(each)} characters; at most {_LONGEST.get(name, 200)} are allowed"
                raise MeminitError(INVALID_ARGUMENT, words)
    both = sorted(set(asked.values) & set(asked.cleared))
    if both:
        raise MeminitError(INVALID_ARGUMENT, f"{both[0]} is both given and cleared")


def _known(inventory: Inventory, document_id: str) -> None:
    ids = inventory.summaries.known_ids
    if document_id not in ids:
        shown = quoted(escape_unencodable(document_id))
        words = f"no document has the id {shown}{hint(document_id, ids)}"
        raise MeminitError(STATE_UNKNOWN_ID, words, phase="validation")


def _queue(inventory: Inventory) -> Queue:
    return _sound(read(_text(inventory)), inventory.settings.queue_path)


def _text(inventory: Inventory) -> str:
    """Empty where there is no file yet."""
    path = inventory.settings.queue_path
    try:
        return text_of(inventory.files, path)
    except gate.SourceError as error:
        if error.kind == "missing":
            return ""
        raise MeminitError(STATE_INVALID, f"{path}: {error.words}", path=path) from error
    except gate.BadEncoding as error:
        raise MeminitError(STATE_INVALID, f"{path}: {error.words} (line {error.line})", path=path) from error


def _sound(found: Read, path: str) -> Queue:
    if found.wrong:
        first = found.wrong[0]
        problems = [{"line": each.line, "message": each.words} for each in found.wrong]
        words = f"{path} (line {first.line}): {first.words}"
        raise MeminitError(STATE_INVALID, words, path=path, problems=problems, phase="validation")
    return found.queue


def _shown(inventory: Inventory, queue: Queue, entry: Entry) -> dict[str, object]:
    known: dict[str, object] = {name: value for name, value in entry._asdict().items() if value is not None}
    numbers = inventory.graph.holders(entry.document_id)
    brief = inventory.brief(numbers[0]) if numbers else {}
    return {
        **{name: brief[name] for name in ("path", "title") if name in brief},
        **known,
        "priority": entry.rank,
        "depends_on": list(entry.depends_on),
        "blocked_by": list(entry.blocked_by),
        "ready": queue.is_ready(entry),
        "open_blockers": list(queue.open_blockers(entry)),
        "unblocks": list(queue.unblocks(entry.document_id)),
    }


def _blocked(inventory: Inventory, queue: Queue, entry: Entry) -> dict[str, object]:
    ids = inventory.summaries.known_ids
    waits: list[dict[str, object]] = [
        {"id": each, "impl_state": queue.state(each), "known": each in ids} for each in queue.waits_for(entry)
    ]
    shown = _shown(inventory, queue, entry)
    kept = ("document_id", "path", "title", "impl_state", "priority", "assignee")
    return {
        **{name: shown[name] for name in kept if name in shown},
        "open_blockers": [*waits, *({"text": each} for each in entry.blocked_by)],
    }


def _summary(queue: Queue) -> dict[str, int]:
    every_entry = queue.entries.values()
    return {
        "total": len(queue.entries),
        "ready": sum(map(queue.is_ready, every_entry)),
        "blocked": sum(each.impl_state != DONE and bool(queue.open_blockers(each)) for each in every_entry),
        "done": sum(each.impl_state == DONE for each in every_entry),
    }


def _lines(shown: Mapping[str, object]) -> list[str]:
    lines = [f"{shown['document_id']}  {as_path(str(shown.get('path', '(no such document)')))}"]
    names = ("title", "impl_state", "priority", "assignee", "next_action", "notes")
    lines += [f"  {name.replace('_', ' ')}: {shown[name]}" for name in names if name in shown]
    lists = {name: shown[name] for name in ("depends_on", "open_blockers", "unblocks") if shown[name]}
    lines += [
        f"  {name.replace('_', ' ')}: {listed(map(str, each))}"
        for name, each in lists.items()
        if isinstance(each, list)
    ]
    return lines


def _table(inventory: Inventory, queue: Queue, chosen: Iterable[Entry]) -> tuple[Block, ...]:
    rows = tuple(_rows(inventory, queue, chosen))
    if not rows:
        return (Text(("no entries",)),)
    count = counted(len(rows), "entry") if len(rows) == 1 else f"{len(rows)} entries"
    return (Table(("ID", "STATE", "PRIORITY", "READY", "TITLE"), rows), Text(("", count)))


def _rows(inventory: Inventory, queue: Queue, chosen: Iterable[Entry]) -> Iterator[tuple[str, ...]]:
    for each in chosen:
        numbers = inventory.graph.holders(each.document_id)
        title = inventory.titles(numbers[:1])[0] if numbers else ""
        yield each.document_id, each.impl_state, each.rank, "yes" if queue.is_ready(each) else "", title


def _user() -> str:
    return next((escape_unencodable(os.environ[name])[:120] for name in _USERS if os.environ.get(name)), "unknown")


def _now() -> str:
    seconds = os.environ.get(_EPOCH)
    try:
        moment = datetime.fromtimestamp(int(seconds), UTC) if seconds else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise MeminitError(INVALID_ARGUMENT, f"{_EPOCH}: {quoted(seconds or '')} is not a number of seconds") from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
