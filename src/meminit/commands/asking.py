"""What the faces of the commands that ask about documents have in common."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from meminit.commands.options import Options
from meminit.model.outcome import Outcome

if TYPE_CHECKING:
    from meminit.operations.knowing import Knowledge


def answer(options: Options, asked: Callable[["Knowledge"], Outcome]) -> Outcome:
    from meminit.engine.session import Effort  # noqa: PLC0415 - paid for by these commands alone
    from meminit.operations.knowing import answered  # noqa: PLC0415 - as above

    jobs = 1 if options.debug else options.jobs  # only what fails in this process can be told
    effort = Effort(jobs, options.cache_dir, uses_cache=not options.no_cache, limits=options.limits)
    return answered(options.repository(), effort, options.stages, asked)
