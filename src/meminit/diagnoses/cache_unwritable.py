"""meminit cannot write its cache.

## Why

meminit keeps what it has read of each document, so that the next run reads only the documents that have changed.
Without the cache, every run reads all documents, which takes several times as long in a large repository. The findings
are the same.

## Remedy

Make the cache directory writable, or name another one with `--cache-dir DIR`; `meminit cache show` prints its path. To
run without a cache on purpose, use `--no-cache`.
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
        "the cache cannot be written, so every run reads all documents: {problem}",
        "make the directory writable, or name another one with `--cache-dir DIR`",
        "meminit cannot write its cache.",
    ),
    find,
)
