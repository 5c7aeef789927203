"""What the options of commands that change documents ask for, and how a person is asked."""

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from meminit.colours import of_diff
from meminit.commands.options import Options

if TYPE_CHECKING:
    from meminit.operations.changing import Wish


def wish(options: Options, words: Iterable[str]) -> "Wish":
    """What a command that changes documents is asked for; `words` are its name and its own arguments and options."""
    from meminit.operations.changing import Wish  # noqa: PLC0415 - paid for by these commands alone
    from meminit.output import write_file  # noqa: PLC0415 - as above

    named = (("--root", options.root), ("--config", options.config))
    return Wish(
        again=("meminit", *words, *(word for name, value in named if value for word in (name, value))),
        is_applied=options.apply,
        is_confirmed=options.yes,
        with_diff=options.diff,
        plan_out=options.plan_out,
        ask=partial(_ask, coloured=options.has_colours) if options.format == "text" and _is_at_a_terminal() else None,
        write=lambda path, data: write_file(path, [data]),
    )


def _is_at_a_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(each is not None and not each.closed and each.isatty() for each in streams)


def _ask(diff: Sequence[str], *, coloured: bool) -> bool:
    """Shows the lines on standard error, and asks; no answer means no."""
    for line in diff:
        sys.stderr.write(f"{of_diff(line, coloured=coloured)}\n")
    sys.stderr.write("Make these changes? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
