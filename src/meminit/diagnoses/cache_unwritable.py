"""What is read of documents cannot be kept.

## Why

Every run reads all documents again, which takes several times as long in a large repository. What is found is the same.

## Remedy

Make the cache directory writable, or name another one with `--cache-dir`; `meminit cache show` tells which one it is.
`--no-cache` says that none is wanted.
"""

from collections.abc import Iterator

from meminit.diagnosis import Environment, Level, Meta, OfEnvironment, Sign


def find(environment: Environment) -> Iterator[Sign]:
    if environment.cache_problem:
        yield Sign({"problem": environment.cache_problem})


DIAGNOSIS = OfEnvironment(
    Meta(
        "CACHE_UNWRITABLE",
        "environment",
        Level.WARNING,
        "what is read of documents cannot be kept, so that every run reads all of them: {problem}",
        "make the directory writable, or name another one with `--cache-dir DIR`",
        "What is read of documents cannot be kept.",
    ),
    find,
)
