"""The command line of `meminit explain`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import COMMON, Options, misused
from meminit.model.outcome import Outcome


def explain(_options: Options, *, code: str | None, listing: bool) -> Outcome:
    """Explain what a CODE means, why it matters and what to do about it."""
    from meminit.operations.explain import every, one  # noqa: PLC0415 - paid for by this command alone

    if listing == (code is not None):
        raise misused("explain", "give either a CODE or --list")
    return one(code) if code is not None else every()


FACES = {
    "explain": Face(
        explain,
        COMMON,
        own=(Option(("--list",), "List every code.", into="listing"),),
        arguments=(Argument("code", required=False),),
        examples=(
            Example("explain BROKEN_LINK", "what a code means and what to do"),
            Example("explain --list", "every code"),
        ),
    )
}
