"""Answers a line whose command does not exist: with the line to run instead, where that changes nothing, or a hint."""

import shlex
from collections.abc import Iterable, Sequence

from meminit.commands import COMMANDS
from meminit.faults import COMMAND_MISTYPED, COMMAND_RENAMED, UNKNOWN_COMMAND, MeminitError
from meminit.words import LONGEST_MESSAGE, did_you_mean, escape_unencodable, nearest, quoted

# Old names, and those of other tools, for commands that change nothing: a line with one of them is redirected for good.
RENAMED = {
    "lint": "check",
    "ls": "list",
    "rules": "explain --list",
    "validate": "check",
    "verify": "check",
}
# What other tools call what a command does. A name that looks like another one may mean something else.
_CALLED = {
    "check": ("test", "audit"),
    "context": ("config", "settings", "configuration", "info"),
    "explain": ("rule", "code", "why"),
    "fix": ("format", "fmt", "repair", "autofix", "mend"),
    "help": ("man", "usage", "commands"),
    "index": ("build", "catalog", "catalogue"),
    "init": ("setup", "start", "bootstrap"),
    "list": ("find", "query", "search", "documents"),
    "backlinks": ("references", "refs", "mentions"),
    "migrate ids": ("migrate-ids",),
    "migrate templates": ("migrate-templates",),
    "move": ("mv", "rename"),
    "new": ("create", "add"),
    "rollback": ("undo", "revert", "restore"),
    "scan": ("survey", "detect", "propose", "analyze", "analyse"),
}
_MEANT = {called: name for name, every in _CALLED.items() for called in every}
_WRITING = frozenset({"--apply", "--write"})  # a line with one of these is never redirected


def redirection(
    words: Sequence[str], place: int, name: str, known: Iterable[str], group: str = ""
) -> tuple[MeminitError, str]:
    """The error for a line whose word at `place` names no command, and the command to call, if there is a redirect.

    `name` is the whole name that was meant, with its group's before it, and `known` are the commands of the group.
    """
    before, after = words[:place], words[place + 1 :]
    meant, is_renamed = _meant(name, known)
    declared = COMMANDS.get(_command_of(meant)) if meant else None
    if meant is None or declared is None or _cannot_be_redirected(words):
        return unknown_command(name, known, group), ""
    line = _line((*before, *meant.removeprefix(f"{group} ").split(), *after))
    if not is_renamed and name.lower() in _MEANT:  # a word of other tools is no slip, and may mean more than one thing
        return unknown_command(name, known, group, line), ""
    if declared.effect != "read" or len(line) > LONGEST_MESSAGE:
        return unknown_command(name, known, group), ""
    fault = COMMAND_RENAMED if is_renamed else COMMAND_MISTYPED
    reason = "renamed" if is_renamed else "typo_corrected"
    verb = "is called" if is_renamed else "does not exist; perhaps you mean"
    error = MeminitError(
        fault,
        f"{quoted(escape_unencodable(name))} {verb} {meant}; run: {line}",
        suggestion=line,
        redirect={"command": line, "permanent": is_renamed, "reason": reason},
        called=_line(words),
    )
    return error, _command_of(meant)


def _cannot_be_redirected(words: Iterable[str]) -> bool:
    """Whether a line writes, or has words that cannot be given whole in an answer."""
    return any(each.partition("=")[0] in _WRITING or escape_unencodable(each) != each for each in words)


def unknown_command(name: str, known: Iterable[str], group: str = "", line: str = "") -> MeminitError:
    """`line` is the whole line that was probably meant, if it is known."""
    shown = escape_unencodable(name)
    meant, _ = _meant(name, known)
    suggestion = line or f"meminit {_harmless(meant) if meant else f'{group} --help'.strip()}"
    return MeminitError(
        UNKNOWN_COMMAND, f"there is no command {quoted(shown)}{did_you_mean(meant)}", suggestion=suggestion
    )


def _meant(name: str, known: Iterable[str]) -> tuple[str | None, bool]:
    """The command that is meant, if one is, with options that belong to it; and whether `name` is an old name of it."""
    if name in RENAMED:
        return RENAMED[name], True
    listed = tuple(known)
    usual = _MEANT.get(name.lower())
    if usual in COMMANDS:
        return usual, False
    return nearest(escape_unencodable(name), listed), False


def _command_of(meant: str) -> str:
    return meant.partition(" --")[0]


def _harmless(name: str) -> str:
    """The command, or its help: a typing error must not lead to a command that changes files."""
    declared = COMMANDS.get(_command_of(name))
    return name if declared and declared.effect == "read" else f"{name} --help"


def _line(words: Iterable[str]) -> str:
    return " ".join(map(_quoted, ("meminit", *words)))


def _quoted(word: str) -> str:
    """For a POSIX shell, and for zsh, which replaces `=name` by a path."""
    return f"'{word}'" if word.startswith("=") and shlex.quote(word) == word else shlex.quote(word)
