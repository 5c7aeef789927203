"""The command line of `meminit scan`."""

from meminit.commands.face import Face, Option
from meminit.commands.options import READING, Options
from meminit.model.outcome import Outcome


def scan(options: Options, *, propose: bool) -> Outcome:
    """Survey a repository: where its documents are, what they have in common, and what a check would find.

    No configuration is needed, and nothing is written. What most documents do is proposed as the rule.
    """
    from meminit.operations.scan import run  # noqa: PLC0415 - paid for by this command alone

    return run(options.repository(), propose=propose, effort=options.effort(), stages=options.stages)


FACES = {
    "scan": Face(scan, READING, own=(Option(("--propose",), "Print the configuration and the schema that would fit."),))
}
