"""A field that the schema does not describe is one slip away from one that it describes.

## Why

A schema that allows further fields says nothing about a misspelt one: the value is there, and no tool finds it. A slip
is one letter that is missing, too many, wrong or swapped, another letter case, or another mark between words. Names of
fewer than five letters, names that begin with another letter and names that differ in a digit are taken for what they
are.

A proposal of `meminit scan` describes the fields that at least 1% of the documents have.

## Bad

```json docs/schema.json
{"properties": {"title": {}, "discussions-to": {}}}
```

```toml .meminit.toml
[docs]
schema = "docs/schema.json"
```

```markdown docs/guide.md
---
title: Guide
discusions-to: https://example.com/1
---
```

## Good

```markdown docs/guide.md
---
title: Guide
discussions-to: https://example.com/1
---
```

## Remedy

Correct the name of the field. If both names are meant, add this one to `properties` in the schema.

`meminit fix` renames it where it differs from a missing field in letter case, hyphens or underscores; with `--unsafe`
also one clear slip.
"""

from collections.abc import Iterator
from functools import lru_cache

from meminit.config.settings import Settings
from meminit.linking.guessing import distance
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule
from meminit.words import quoted, shorten

_SHORTEST = 5
_LONGEST = 60
_MOST_TOLD = 20  # of one document
_MARKS = str.maketrans("", "", "-_ .")


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    if not document.fields:
        return
    told = {each.path for each in document.breaches if each.kind == "unknown"} if document.breaches else set()
    odd = [name for name in document.fields.entries if name not in document.described and (name,) not in told]
    for name in odd[:_MOST_TOLD]:
        meant = _meant(name, document.described)
        if meant is not None:
            entry = document.fields.entries[name]
            context = {"field": shorten(name, _LONGEST), "meant": meant, "shown": quoted(meant)}
            yield Hit(entry.line, entry.column, None, context)


@lru_cache(maxsize=4096)
def _meant(name: str, described: frozenset[str]) -> str | None:
    """The only one of the fields that is one slip away."""
    if not _SHORTEST <= len(name) <= _LONGEST:
        return None
    near = [each for each in described if _is_slip(name, each)]
    return near[0] if len(near) == 1 else None


def _is_slip(name: str, other: str) -> bool:
    if len(other) < _SHORTEST or name[0].casefold() != other[0].casefold():
        return False
    one, two = name.casefold(), other.casefold()
    if one.translate(_MARKS) == two.translate(_MARKS):
        return True
    return distance(one, two, 1) is not None and _digits(one) == _digits(two)


def _digits(text: str) -> list[str]:
    return [each for each in text if each.isdigit()]


def _is_described(document: Metadata, _settings: Settings) -> bool:
    """Spares documents all of whose fields are described, and those without a schema."""
    return not document.fields or not document.described or document.fields.entries.keys() <= document.described


RULE = MetadataRule(
    Meta(
        "SUSPICIOUS_FIELD",
        "fields",
        Severity.WARNING,
        "{field}: unknown field; did you mean {shown}?",
        "A field that the schema does not describe is one slip away from one that it describes.",
        since="0.13",
        fixable=True,
    ),
    check,
    spares=_is_described,
)
