"""Reads what a user hands to a command, and opens a file in the user's editor."""

import os
import shlex
import sys

from meminit.faults import FILE_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.sources import gate
from meminit.sources.limits import DEFAULT
from meminit.words import escape_unencodable


def given(path: str, option: str, limit: int = DEFAULT.document) -> str:
    """The text of a file or pipe anywhere, or of standard input; it is the user's own."""
    shown = escape_unencodable(path)
    try:
        return gate.decode(gate.callers_bytes(None if path == "-" else path, limit))
    except gate.SourceError as error:
        if error.kind == "missing":
            raise MeminitError(FILE_NOT_FOUND, f"file not found: {shown}", path=shown) from error
        raise MeminitError(INVALID_ARGUMENT, f"{option}: {shown}: {error.words}") from error
    except gate.BadEncoding as error:
        raise MeminitError(INVALID_ARGUMENT, f"{option}: {shown}: {error.words} (line {error.line})") from error


def edit(root: str, path: str) -> None:
    """Opens a file in the editor that the user has chosen, and waits for it; without one, says so."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not chosen:
        sys.stderr.write("note: --edit opened nothing: neither VISUAL nor EDITOR is set\n")
        return
    import subprocess  # noqa: PLC0415 - slow to import, and wanted only here

    try:
        command = [*shlex.split(chosen), os.path.join(root, *path.split("/"))]
        subprocess.run(command, check=False)  # noqa: S603 - the user's own choice
    except (OSError, ValueError):
        sys.stderr.write(f"note: the editor cannot be started: {chosen}\n")
