"""The command line of `meminit schema`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import COMMON, Options, misused
from meminit.model.outcome import Outcome


def schema(_options: Options, *, name: str | None, listing: bool) -> Outcome:
    """Print a published JSON Schema by its NAME, without an envelope."""
    from meminit.operations.schema import every, one  # noqa: PLC0415 - paid for by this command alone

    if listing == (name is not None):
        raise misused("schema", "give either a NAME or --list")
    return one(name) if name is not None else every()


FACES = {
    "schema": Face(
        schema,
        COMMON,
        own=(Option(("--list",), "List the schemas.", into="listing"),),
        arguments=(Argument("name", required=False),),
        examples=(
            Example("schema config", "the JSON Schema of the configuration"),
            Example("schema --list", "every schema"),
        ),
    )
}
