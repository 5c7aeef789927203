"""Documents supersede each other in a cycle.

## Why

A reader follows `superseded_by` from an old document to the one that is in force. In a cycle, no document is in force.
The finding is on every document of the cycle.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
superseded_by: PAY-ADR-002
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
superseded_by: PAY-ADR-001
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
superseded_by: PAY-ADR-002
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
---
```

## Remedy

Delete `superseded_by` from the document that is in force.
"""

from collections.abc import Iterator, Mapping

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.model.node import Scalar
from meminit.rule import Corpus, Hit, Meta, SummaryRule, hit
from meminit.words import shorten

_LONGEST = 200


def check(corpus: Corpus[KeptDocument], settings: Settings) -> Iterator[Hit]:
    if not settings.ids.field:
        return
    after = {name: _successors(corpus, name) for name in corpus.holders}
    for circle in _circles({name: tuple(value.written for _, value in places) for name, places in after.items()}):
        members = set(circle)
        shown = shorten(" → ".join([*sorted(circle), min(circle)]), _LONGEST)
        for name in circle:
            for path, value in after[name]:
                if value.written in members:
                    yield hit(value, path, id=name, circle=shown)


def _successors(corpus: Corpus[KeptDocument], name: str) -> list[tuple[str, Scalar]]:
    """The ids in `superseded_by` of each document that has this id, with the document's path."""
    return [
        (document.path, value)
        for document in corpus.holders[name]
        for value in document.texts("superseded_by")
        if value.written in corpus.holders
    ]


def _circles(after: Mapping[str, tuple[str, ...]]) -> Iterator[list[str]]:
    """The groups of ids that all lead to each other: strongly connected components, by Kosaraju's algorithm."""
    before: dict[str, list[str]] = {name: [] for name in after}
    for name, targets in after.items():
        for target in targets:
            before[target].append(name)
    seen: set[str] = set()
    finished = [name for start in after for name in _finished(start, after, seen)]
    taken: set[str] = set()
    for start in reversed(finished):
        group = list(_finished(start, before, taken))
        if len(group) > 1 or (group and start in after[start]):
            yield group


def _finished(
    start: str, edges: Mapping[str, tuple[str, ...]] | Mapping[str, list[str]], seen: set[str]
) -> Iterator[str]:
    """The ids that can be reached and are not in `seen`, in postorder; without recursion, since chains may be long."""
    if start in seen:
        return
    seen.add(start)
    work = [(start, iter(edges[start]))]
    while work:
        name, targets = work[-1]
        target = next((each for each in targets if each not in seen), None)
        if target is None:
            work.pop()
            yield name
        else:
            seen.add(target)
            work.append((target, iter(edges[target])))


RULE = SummaryRule(
    Meta(
        "SUPERSESSION_CYCLE",
        "references",
        Severity.ERROR,
        "superseded_by forms a cycle: {circle}",
        "Documents supersede each other in a cycle.",
    ),
    check,
    screen=screens.ids,
    fields=("superseded_by",),
)
