"""Whole repositories through the command line: one sound answer, the same with a cache, with workers, after a change.

An input is files after each other, each behind a line of its path between equals signs.
"""

import os
import re
import shutil
from collections.abc import Hashable, Mapping
from pathlib import Path
from random import Random

from tests.support import repositories
from tests.support.calls import Answer, Caller
from tests.support.documents import GOOD

from fuzz.mutation import Mutation
from fuzz.target import Target, chance, folder, hold
from meminit.model.outcome import Exit
from meminit.watch import CAN_FORK

_HEAD = re.compile(rb"^=== (.*) ===\n", re.MULTILINE)
_ALONE = ("--no-cache", "--jobs", "1")
_CHOICES = [(), (), (), ("--strict",), ("docs/sub",), ("docs/**/*.md",), ("docs/a.md", "outside.md"), ("--root", ".")]
_DEFECTS = {"RULE_CRASHED", "E_UNEXPECTED"}
_EXITS = {*Exit} - {Exit.INTERNAL, Exit.INTERRUPTED, Exit.TERMINATED, Exit.UNWRITABLE, Exit.TIMED_OUT}
_LONGEST_NAME, _LONGEST_PATH = 200, 1000
_PIECES = [
    *[
        f"=== {name} ===\n"
        for name in (".meminit.toml", "docs/a.md", "docs/sub/b.md", "docs/schema.json", "docs/.gitignore")
    ],
    *[
        "=== docs/sub/.gitignore ===\n*\n!b.md\n",
        "=== docs/a.md/b.md ===\n",
        "=== docs/é.md ===\n",
        "=== docs/%41.md ===\n",
    ],
    *[f"[x]({target})\n" for target in repositories.TARGETS],
    *[f"{field}\n" for field in repositories.FIELDS],
    *[each.replace("\n", "\n\n", 1) for each in repositories.SETTINGS],
    *repositories.ON_LINKS,
    *["**/*.md\n", "!a.md\n", "/sub/\n", "[a-z].md\n", "\\\n", "document_id: PAY-ADR-001\n", "---\n", GOOD],
]
_FOLDER = folder()


def packed(files: Mapping[str, bytes]) -> bytes:
    return b"".join(b"=== " + os.fsencode(name) + b" ===\n" + content + b"\n" for name, content in files.items())


def unpacked(content: bytes) -> dict[str, bytes]:
    """Whatever is not the path of a file inside is left out, and so is what stands before the first one."""
    _, *parts = _HEAD.split(content)
    names = (os.fsdecode(name) for name in parts[::2])
    return {name: text[:-1] for name, text in zip(names, parts[1::2], strict=True) if _is_inside(name)}


def _is_inside(name: str) -> bool:
    steps = name.split("/")
    is_sound = all(step not in {"", ".", ".."} and len(os.fsencode(step)) < _LONGEST_NAME for step in steps)
    return is_sound and not re.search(r"[\0\\:]", name) and len(name) < _LONGEST_PATH and steps[0] != ".git"


def made(dice: Random) -> bytes:
    return packed(repositories.repository(dice))


def mutated(dice: Random, content: bytes) -> bytes:
    """Something else in one of the files, and perhaps the file in another place."""
    files = unpacked(content)
    if not files:
        return made(dice)
    mutation = Mutation(dice, [each.encode() for each in _PIECES], len(content) + 1000)
    name, others = dice.choice(list(files)), list(files.values())
    files[name] = mutation(files[name], dice.choice(others))
    if dice.random() < 0.2:
        files[f"docs/{dice.choice(repositories.NAMES)}"] = files.pop(name)
    return packed(files)


def examine(content: bytes) -> Hashable:
    dice = chance(content)
    place = Path(_FOLDER.name, "repository")
    cache = ("--cache-dir", os.path.join(_FOLDER.name, "cache"))
    try:
        place.mkdir()
        _write(place, unpacked(content))
        call, chosen = Caller(place), dice.choice(_CHOICES)
        kinds = _agreed(call, chosen, cache)
        if any(path.is_file() for path in place.glob("docs/**/*")):
            repositories.changed(dice, place)
            _agreed(call, chosen, cache)
        return kinds
    finally:
        shutil.rmtree(place)
        shutil.rmtree(cache[1], ignore_errors=True)


def _write(place: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = place / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except (OSError, ValueError):  # a file where a folder should be; a name that this system does not have
            continue


def _agreed(call: Caller, chosen: tuple[str, ...], cache: tuple[str, ...]) -> Hashable:
    alone = _sound(call.json("check", *chosen, *_ALONE))
    for other in (cache, cache, ("--no-cache", "--jobs", "2")) if CAN_FORK else (cache, cache):
        answer = call.json("check", *chosen, *other)
        hold(answer == alone, other, answer, alone)
    return _kinds(alone)


def _sound(answer: Answer) -> Answer:
    """The JSON itself was validated where meminit was called."""
    hold(answer.exit in _EXITS, answer)
    hold(answer.err == b"", answer)
    error = answer.json.get("error")
    hold(not error or error["code"] not in _DEFECTS, answer)
    hold(error or not _DEFECTS & set(answer.codes), answer)
    return answer


def _kinds(answer: Answer) -> Hashable:
    error = answer.json.get("error")
    return (error["code"], error["message"][:40]) if error else frozenset(answer.codes)


TARGET = Target("repository", examine, [each.encode() for each in _PIECES], made, mutated, largest=1 << 15)
