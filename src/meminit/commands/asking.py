"""What the commands that ask about documents have in common."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from meminit.commands.options import Options
from meminit.model.outcome import Outcome

if TYPE_CHECKING:
    from meminit.operations.inventory import Inventory


def answer(options: Options, asked: Callable[["Inventory"], Outcome]) -> Outcome:
    from meminit.operations.inventory import answered  # noqa: PLC0415 - paid for by these commands alone

    return answered(options.repository(), options.effort(), options.stages, options.part, asked)
