"""Code that a document covers has changed, and the document has not been looked at since.

## Why

A document that describes code is wrong as soon as the code does something else. `meminit affirm PATH` says that a
document was read against its code: it writes a digest of what each entry of `covers` covers into
`01-indices/covers.lock` below the docs root, a line for each. From then on every check reports an entry whose digest
differs, until somebody affirms the document again.

`check --since REF` and `--staged` compare with a commit: they also report an entry if files that it covers have changed
since, in bytes but for line ends, and the document has not. An entry whose digest fits is not reported, and one that
names a symbol only if its meaning has changed.

The digest of a pattern is that of the paths and contents of its files, with CRLF read as LF and without what git
ignores. That of a symbol, such as `src/pay.py#Charge.refund`, is of its syntax tree: comments and layout do not count,
its documentation string does. If the file cannot be parsed, all of its text counts. If two branches have affirmed the
same entry, either digest will do.

## Bad

```python src/payments.py
def refund(): ...
```

```markdown docs/payments.md
---
title: Payments
covers: src/payments.py
---
```

```text docs/01-indices/covers.lock
["docs/payments.md","src/payments.py","sha256:0000000000000000000000000000000000000000000000000000000000000000"]
```

## Good

```python src/payments.py
def refund(): ...
```

```markdown docs/payments.md
---
title: Payments
covers: src/payments.py
---
```

```text docs/01-indices/covers.lock
["docs/payments.md","src/payments.py","sha256:48208c3c3c9e8b012d467d8697bca394b4902f974b0c458b57a4c1959731bf31"]
```

## Remedy

Read the document beside the code, correct what is no longer true, and run `meminit affirm PATH --apply` for it.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "COVERED_CODE_CHANGED",
        "drift",
        Severity.WARNING,
        "{problem}",
        "Code that a document covers has changed, and the document has not been looked at since.",
        since="0.14",
    )
)
