"""The command line of `meminit scan`."""

from meminit.commands.face import Example, Face, Option
from meminit.commands.options import READING, Options
from meminit.model.outcome import Outcome


def scan(options: Options, *, propose: bool, write: bool) -> Outcome:
    """Survey a repository: where its documents are, what they have in common, and what a check would find.

    No configuration is needed, and without --write nothing is written. What most documents do is proposed as the rule.
    """
    from meminit.operations.scan import Wanted, run  # noqa: PLC0415 - paid for by this command alone

    wanted = Wanted.FILES if write else Wanted.PROPOSAL if propose else Wanted.SURVEY
    effort, stages = options.effort(), options.stages
    return run(options.repository(), wanted, effort=effort, stages=stages, listener=options.listener)


FACES = {
    "scan": Face(
        scan,
        READING,
        own=(
            Option(("--propose",), "Print the configuration and the schemas that would fit."),
            Option(("--write",), "Create the files that --propose prints; no file is changed.", effect="create"),
        ),
        examples=(
            Example("scan", "what documents have in common, and what a check would find"),
            Example("scan --propose", "the configuration and the schemas that would fit"),
            Example("scan --write", "create these files"),
        ),
    )
}
