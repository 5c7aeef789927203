"""The block for agents in a file is not as this version of meminit has it.

## Why

The lines between the two marks in AGENTS.md, CLAUDE.md, .github/copilot-instructions.md and .cursor/rules/meminit.mdc
teach agents how to work with the documents. Lines of an older version, or changed ones, may name commands that do not
exist. A file without the marks has no such block, and `doctor` reports nothing; `meminit protocol check` does.

## Bad

```toml .meminit.toml
```

```markdown AGENTS.md
# For agents

<!-- meminit:begin v0 -->
Run `meminit lint`.
<!-- meminit:end -->
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
```

```markdown AGENTS.md
# For agents

Run `meminit check`.
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Write the block again: `meminit protocol sync --apply`. Lines of your own go outside the marks.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for path, problem in facts.drifted.items():
        yield Sign({"problem": problem}, path=path)


DIAGNOSIS = OfRepository(
    Meta(
        "PROTOCOL_DRIFT",
        "agents",
        Level.WARNING,
        "{problem}",
        "write the block again: `meminit protocol sync --apply`",
        "The block for agents in a file is not as this version of meminit has it.",
        since="0.13",
    ),
    find,
)
