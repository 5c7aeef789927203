"""The command line of `meminit check`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import CHECKING, Options, misused
from meminit.model.outcome import Outcome


def check(options: Options, *, paths: tuple[str, ...], **own: object) -> Outcome:
    """Check governed documents.

    The default is every governed document of the repository. A PATH is a file, a folder or a pattern such as
    'docs/**/*.md', relative to the current directory.
    """
    from meminit.operations.checking import Request, run  # noqa: PLC0415 - paid for by this command alone

    request = Request(
        paths,
        strict=bool(own["strict"]),
        statistics=bool(own["statistics"]),
        suppress=not own["no_suppress"],
        show_suppressed=bool(own["show_suppressed"]),
        baseline="" if own["baseline"] is None and own["baseline_from"] else _text(own["baseline"]),
        baseline_from=_text(own["baseline_from"]),
        strict_baseline=bool(own["strict_baseline"]),
        since=_text(own["since"]),
        staged=bool(own["staged"]),
        new_only=bool(own["new_only"]),
    )
    if request.staged and request.since is not None:
        raise misused("check", "--since and --staged do not go together")
    if request.new_only and not request.compares:
        raise misused("check", "--new-only needs --since or --staged")
    if request.strict_baseline and request.baseline is None:
        raise misused("check", "--strict-baseline needs --baseline or --baseline-from")
    if options.watch and (request.compares or request.baseline_from is not None):
        options.watch.starts_processes()
    return run(options.repository(), request, effort=options.effort(), stages=options.stages, listener=options.listener)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


FACES = {
    "check": Face(
        check,
        CHECKING,
        own=(
            Option(("--strict",), "Fail on warnings as well."),
            Option(
                ("--baseline",),
                "Leave out the findings of the baseline; the default FILE is that of the configuration.",
                "[FILE]",
                optional=True,
            ),
            Option(("--baseline-from",), "Take the baseline as it stands in this commit.", "REF"),
            Option(("--strict-baseline",), "Fail on what the baseline has and nobody finds any more."),
            Option(
                ("--since",),
                "Report only on documents that changed since this revision, and findings that it does not have.",
                "REF",
            ),
            Option(("--staged",), "The same for what is staged, since HEAD: what a commit would hold is checked."),
            Option(("--new-only",), "With --since or --staged: leave out what changed documents had before."),
            Option(("--no-suppress",), "Report the findings that comments in documents suppress as well."),
            Option(("--show-suppressed",), "List in JSON the findings that comments suppress."),
            Option(("--statistics",), "Show how many findings each code has, instead of the findings."),
        ),
        arguments=(Argument("paths", "[PATH]...", several=True),),
        examples=(
            Example("check", "every governed document"),
            Example("check docs/adr README.md", "a folder and a file"),
            Example("check --since main", "what a branch has changed, and what it breaks elsewhere"),
            Example("check --strict --format json", "for a program; warnings fail, too"),
        ),
    )
}
