"""Documents supersede each other in a circle.

## Why

Whoever follows `superseded_by` to the document that is in force never arrives. The finding stands on each member
of the circle.

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

Remove `superseded_by` from the document that is in force.
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
    """The places that say which ids follow an id; several documents may hold it."""
    return [
        (document.path, value)
        for document in corpus.holders[name]
        for value in document.texts("superseded_by")
        if value.written in corpus.holders
    ]


def _circles(after: Mapping[str, tuple[str, ...]]) -> Iterator[list[str]]:
    """The groups whose members all lead to each other (Kosaraju's algorithm)."""
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
    """What can be reached and was not seen yet, each after all that it leads to; no recursion, for long chains."""
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
        "superseded_by leads in a circle: {circle}",
        "Documents supersede each other in a circle.",
    ),
    check,
    screen=screens.ids,
    fields=("superseded_by",),
)
