"""The command line of `meminit baseline`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import READING, Options, misused
from meminit.model.outcome import Outcome


def baseline(options: Options, *, paths: tuple[str, ...], update: bool, prune: bool) -> Outcome:
    """Write the findings of today into the baseline, so that `check --baseline` reports only new ones.

    The file has a line for each finding, so that git merges it. Its name is set by `[baseline] file`.
    """
    from meminit.operations.baseline import run  # noqa: PLC0415 - paid for by this command alone

    if update and prune:
        raise misused("baseline", "--update and --prune do not go together")
    if paths and not prune:
        raise misused("baseline", "a PATH goes with --prune: a baseline is made of the whole repository")
    way = "prune" if prune else "anew"
    effort, stages = options.effort(), options.stages
    return run(options.repository(), way, paths, effort=effort, stages=stages, listener=options.listener)  # type: ignore[arg-type]


FACES = {
    "baseline": Face(
        baseline,
        READING,
        own=(
            Option(("--update",), "Drop what is gone, and add what is new; the default."),
            Option(("--prune",), "Only drop what is gone; with a PATH, only of the documents that it names."),
        ),
        arguments=(Argument("paths", "[PATH]...", several=True),),
        examples=(Example("baseline", "accept what is found today"),),
    )
}
