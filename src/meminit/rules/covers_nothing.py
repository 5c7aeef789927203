"""An entry of `covers` matches no file, or names a symbol that is not there.

## Why

`covers` in the front matter says which files a document describes: gitignore patterns, from the root of the
repository, and symbols such as `src/pay.py#Charge.refund`. When one of them changes, meminit reports that the document
should be read again. An entry that covers nothing is misspelt, or its code has moved or gone, so that no change of it
is ever reported. Files that git ignores do not count. An entry that takes files back, such as `!src/generated/**`, may
match nothing.

A symbol is looked for by the grammar of its language, with `pip install 'meminit[code]'`: Python, JavaScript,
TypeScript, Go, Rust, Java, C and C++. A file that cannot be parsed is not reported. The field has another name with
`[drift] field` in the configuration.

## Bad

```python src/payments.py
def refund(): ...
```

```markdown docs/payments.md
---
title: Payments
covers: [src/payment.py]
---
```

## Good

```python src/payments.py
def refund(): ...
```

```markdown docs/payments.md
---
title: Payments
covers: [src/payments.py]
---
```

## Remedy

Correct the entry, or delete it; read the document again if the code is gone.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "COVERS_NOTHING",
        "drift",
        Severity.WARNING,
        "{problem}",
        "An entry of `covers` matches no file, or names a symbol that is not there.",
        since="0.14",
    )
)
