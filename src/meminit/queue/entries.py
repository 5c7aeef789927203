"""The entries of the work queue, and what follows from them: what blocks, what is ready, what comes next."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

NOT_STARTED = "Not Started"
DONE = "Done"
STATES = (NOT_STARTED, "In Progress", "Blocked", "QA Required", DONE)
PRIORITIES = ("P0", "P1", "P2", "P3")
USUAL_PRIORITY = "P2"
LISTS = ("depends_on", "blocked_by")
# In the order in which they stand in the file.
FIELDS = (
    "impl_state", "priority", "depends_on", "blocked_by", "assignee", "next_action", "notes", "updated", "updated_by",
)  # fmt: skip


class Entry(NamedTuple):
    """What is said of the work on one document."""

    document_id: str
    impl_state: str = NOT_STARTED
    priority: str | None = None
    depends_on: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    assignee: str | None = None
    next_action: str | None = None
    notes: str | None = None
    updated: str | None = None
    updated_by: str | None = None

    @property
    def rank(self) -> str:
        return self.priority or USUAL_PRIORITY


class Queue:
    """All entries, by id."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = dict(sorted(entries.items()))

    def with_entry(self, entry: Entry) -> "Queue":
        return Queue({**self.entries, entry.document_id: entry})

    def state(self, document_id: str) -> str | None:
        found = self.entries.get(document_id)
        return found.impl_state if found else None

    def waits_for(self, entry: Entry) -> tuple[str, ...]:
        """The documents that it depends on and that are not done."""
        return tuple(each for each in entry.depends_on if self.state(each) != DONE)

    def open_blockers(self, entry: Entry) -> tuple[str, ...]:
        return (*self.waits_for(entry), *entry.blocked_by)

    def is_ready(self, entry: Entry) -> bool:
        return entry.impl_state == NOT_STARTED and not self.open_blockers(entry)

    @cached_property
    def _dependants(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for each in dict.fromkeys(entry.depends_on):
                found.setdefault(each, []).append(entry.document_id)
        return {each: tuple(names) for each, names in found.items()}

    def unblocks(self, document_id: str) -> tuple[str, ...]:
        return self._dependants.get(document_id, ())

    def cycle(self) -> tuple[str, ...]:
        """The ids of one cycle of dependencies, each depending on the next one; empty where there is none."""
        done: set[str] = set()
        for start in self.entries:
            way: dict[str, Iterator[str]] = {}
            waiting = [start]
            while waiting:
                here = waiting[-1]
                if here not in way:
                    if here in done:
                        waiting.pop()
                        continue
                    way[here] = iter(self._depends_on(here))
                following = next(way[here], None)
                if following is None:
                    done.add(here)
                    del way[here]
                    waiting.pop()
                elif following in way:
                    names = list(way)
                    return tuple(names[names.index(following) :])
                elif following not in done:
                    waiting.append(following)
        return ()

    def _depends_on(self, document_id: str) -> tuple[str, ...]:
        found = self.entries.get(document_id)
        return found.depends_on if found else ()

    @cached_property
    def _behind(self) -> Mapping[str, int]:
        """How many documents, one after the other, wait at most for each: the longest chain. There is no cycle."""
        length: dict[str, int] = {}
        waiting = list(self.entries)
        while waiting:
            here = waiting[-1]
            behind = [each for each in self.unblocks(here) if self.state(each) != DONE]
            unknown = [each for each in behind if each not in length]
            if here in length or not unknown:
                length.setdefault(here, max((length[each] + 1 for each in behind), default=0))
                waiting.pop()
            else:
                waiting += unknown
        return length

    def chain(self, document_id: str) -> int:
        return self._behind.get(document_id, 0)

    def ready(self) -> list[Entry]:
        """The entries that can be begun, the one to take first at the beginning."""
        found = [each for each in self.entries.values() if self.is_ready(each)]
        return sorted(found, key=lambda each: (each.rank, -self.chain(each.document_id), each.document_id))

    def done_too_early(self) -> list[Entry]:
        """The entries that are done although something blocks them."""
        return [each for each in self.entries.values() if each.impl_state == DONE and self.open_blockers(each)]
