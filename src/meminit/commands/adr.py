"""The command line of `meminit adr`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.new import OWN, made
from meminit.commands.options import READING, Options
from meminit.model.outcome import Outcome


def adr(_options: Options) -> None:
    """Record decisions."""


def new(options: Options, *, title: str, **own: object) -> Outcome:
    """Create an architecture decision record with TITLE; the same as `meminit new ADR TITLE`."""
    return made(options, "adr new", "ADR", title, own)


FACES = {
    "adr": Face(adr, READING),
    "adr new": Face(
        new,
        READING,
        own=OWN,
        arguments=(Argument("title"),),
        examples=(Example('adr new "Which message queue"', "the same as `new ADR`"),),
    ),
}
