"""The command line of `meminit check`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import CHECKING, Options
from meminit.model.outcome import Outcome


def check(
    options: Options,
    *,
    paths: tuple[str, ...],
    strict: bool,
    statistics: bool,
    no_suppress: bool,
    show_suppressed: bool,
) -> Outcome:
    """Check governed documents.

    The default is every governed document of the repository. A PATH is a file, a folder or a pattern such as
    'docs/**/*.md', relative to the current directory.
    """
    from meminit.operations.check import Request, run  # noqa: PLC0415 - paid for by this command alone

    request = Request(paths, strict, statistics, not no_suppress, show_suppressed)
    return run(options.repository(), request, effort=options.effort(), stages=options.stages, listener=options.listener)


FACES = {
    "check": Face(
        check,
        CHECKING,
        own=(
            Option(("--strict",), "Fail on warnings as well."),
            Option(("--no-suppress",), "Report the findings that comments in documents suppress as well."),
            Option(("--show-suppressed",), "List in JSON the findings that comments suppress."),
            Option(("--statistics",), "Show how many findings each code has, instead of the findings."),
        ),
        arguments=(Argument("paths", "[PATH]...", several=True),),
        examples=(
            Example("check", "every governed document"),
            Example("check docs/adr README.md", "a folder and a file"),
            Example("check --strict --format json", "for a program; warnings fail, too"),
        ),
    )
}
