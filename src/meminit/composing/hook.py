"""Adds the hook of meminit to the text of a `.pre-commit-config.yaml`; nothing else in the text changes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from meminit.model.node import Mapped, Node, Plain, Scalar, Sequence, plain
from meminit.sources import yaml_text

FILE = ".pre-commit-config.yaml"
_ID = "meminit-check"
_ENTRY = "meminit check"
_EMPTY = re.compile(r"[ \t]*\[[ \t]*\]")  # a list in brackets with nothing in it
_LINES = (
    "- repo: local",
    "  hooks:",
    f"    - id: {_ID}",
    f"      name: {_ENTRY}",
    f"      entry: {_ENTRY}",
    "      language: system",
    "      pass_filenames: false",
    "      always_run: true",
    "      stages: [pre-commit]",
)


class CannotAdd(Exception):  # noqa: N818 - it names what was seen
    """Why the hook cannot be added, in words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Read(NamedTuple):
    """The configuration as it was read; `repos` is None where there is no such key."""

    root: Mapped | None
    repos: Node | None


def is_there(text: str) -> bool:
    """Whether a hook of meminit is configured, by whatever name; raises CannotAdd."""
    repos = _read(text).repos
    return any(_is_own(each) for each in _hooks(plain(repos))) if repos else False


def fresh() -> str:
    return "repos:\n" + "".join(f"  {line}\n" for line in _LINES)


def with_hook(text: str) -> str:
    """The text with the hook at the end of `repos`; raises CannotAdd where that cannot be done by adding lines."""
    read = _read(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += newline
    if read.repos is None or read.root is None:
        at, added = len(lines), ["repos:", *(f"  {each}" for each in _LINES)]
    elif isinstance(read.repos, Sequence) and not read.repos.items:
        at, added = read.root.entries["repos"].line, [f"  {each}" for each in _LINES]
        lines[read.repos.line - 1] = _EMPTY.sub("", lines[read.repos.line - 1], count=1)
    elif isinstance(read.repos, Sequence):
        at, indent = _end(lines, read.repos), " " * (read.repos.column - 1)
        added = [f"{indent}{each}" for each in _LINES]
    elif isinstance(read.repos, Scalar) and read.repos.kind == "null" and not read.repos.written:
        at, added = read.root.entries["repos"].line, [f"  {each}" for each in _LINES]
    else:
        raise CannotAdd("`repos` is no list with one item on each line; add the hook by hand")
    made = "".join([*lines[:at], *(f"{each}{newline}" for each in added), *lines[at:]])
    _see_to(text, made)
    return made


def _read(text: str) -> Read:
    try:
        root = yaml_text.parse(text).root
    except yaml_text.YamlError as error:
        raise CannotAdd(f"it cannot be read: {error.words} (line {error.line})") from error
    if root is None or (isinstance(root, Scalar) and root.kind == "null"):
        return Read(None, None)
    if not isinstance(root, Mapped):
        raise CannotAdd("it is no mapping with a list of `repos`")
    entry = root.entries.get("repos")
    return Read(root, entry.node if entry else None)


def _end(lines: list[str], repos: Sequence) -> int:
    """The number of the line behind the last item; comments and empty lines at its end stay behind it."""
    if not lines[repos.line - 1][repos.column - 1 :].startswith("-"):
        raise CannotAdd("`repos` is written in brackets; add the hook by hand")
    last = repos.items[-1].line
    for number in range(last, len(lines)):
        line = lines[number]
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        if len(line) - len(line.lstrip(" ")) < repos.column or content in {"---", "..."}:
            break
        last = number + 1
    return last


def _see_to(before: str, after: str) -> None:
    """Raises CannotAdd where the hook is not all that was added, as when a comment or a folded text misleads."""
    old, new = _read(before), _read(after)
    others = _items(new.repos)[:-1]
    rest = {name: plain(each.node) for name, each in (new.root.entries if new.root else {}).items() if name != "repos"}
    kept = {name: plain(each.node) for name, each in (old.root.entries if old.root else {}).items() if name != "repos"}
    if others != _items(old.repos) or rest != kept or not is_there(after):
        raise CannotAdd("it is written in a way that lines cannot simply be added to; add the hook by hand")


def _items(repos: Node | None) -> list[Plain]:
    found = plain(repos) if repos else None
    return found if isinstance(found, list) else []


def _hooks(repos: Plain) -> Iterator[dict[str, Plain]]:
    for repository in repos if isinstance(repos, list) else []:
        hooks = repository.get("hooks") if isinstance(repository, dict) else None
        yield from (each for each in hooks if isinstance(each, dict)) if isinstance(hooks, list) else ()


def _is_own(hook: dict[str, Plain]) -> bool:
    return hook.get("id") == _ID or " ".join(str(hook.get("entry", "")).split()).startswith(_ENTRY)
