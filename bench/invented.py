"""The parts that all generated documents are made of: places, ids, types, titles, sentences."""

import os

TYPES = ("ADR", "FDD", "PRD", "RUNBOOK", "SPEC")
STATUSES = ("Draft", "In Review", "Approved")
WORDS = (  # noqa: SIM905 - easier to read and to add to than a list
    "queue service request answer order payment ledger worker retry limit index cache shard region client token schema "
    "release window budget signal report owner review change record policy archive stream batch consumer"
).split()
_PER_FOLDER = 20
_FOLDERS_PER_AREA = 15
_PER_PREFIX = 900  # an id has three digits
_LETTERS = 26


def place(number: int) -> str:
    folder = number // _PER_FOLDER
    return f"docs/area-{folder // _FOLDERS_PER_AREA:03}/topic-{folder % _FOLDERS_PER_AREA:02}/document-{number:06}.md"


def identity(number: int) -> str:
    group = number // _PER_PREFIX
    prefix = "".join(chr(ord("A") + group // _LETTERS**power % _LETTERS) for power in (2, 1, 0))
    return f"{prefix}-{type_of(number)}-{number % _PER_PREFIX + 1:03}"


def type_of(number: int) -> str:
    return TYPES[number % len(TYPES)]


def date(number: int) -> str:
    return f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"


def other(number: int, each: int, count: int) -> int:
    """Where a link of a document leads: to a neighbour, or to a document far away."""
    return (number + each + 1 if each % 2 else number * 31 + each * 977 + 1) % count


def relative(number: int, target: int) -> str:
    """The address of one document in a link of another one."""
    return os.path.relpath(place(target), os.path.dirname(place(number))).replace(os.sep, "/")


def title(number: int) -> str:
    return f"The {WORDS[number % 13]} of the {WORDS[number % 17 + 13]}, number {number}"


def sentence(seed: int, length: int) -> str:
    words = [WORDS[(seed * 7 + each * (seed % 11 + 1)) % len(WORDS)] for each in range(length)]
    return f"The {' '.join(words)}."
