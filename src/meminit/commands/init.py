"""The command line of `meminit init`."""

import os

from meminit.commands.face import Argument, Example, Face, OneOf, Option
from meminit.commands.options import COMMON, Options, misused
from meminit.config.find import Repository
from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.model.outcome import Outcome
from meminit.paths import real_path
from meminit.words import escape_unencodable


def init(  # noqa: PLR0913 - one for each option
    options: Options,
    *,
    dir: str | None,  # noqa: A002 - its name on the command line
    profile: str | None,
    project: str | None,
    prefix: str | None,
    docs_root: str | None,
    dry_run: bool,
) -> Outcome:
    """Set up a repository in DIR, by default the current directory.

    Where there are no documents yet, a profile says what it begins with: configuration, schema, folders, templates, a
    first document, and AGENTS.md. Otherwise the configuration is what `meminit scan --propose` proposes. Existing files
    are never changed, but for the block of meminit's own in AGENTS.md.
    """
    from meminit.operations.init import Asked, run  # noqa: PLC0415 - paid for by this command alone

    if dir is not None and options.root is not None:
        raise misused("init", "give either DIR or --root")
    if options.config is not None:
        raise misused("init", "--config does not go with init, which writes the configuration")
    root = real_path(dir or options.root or os.curdir)
    if os.path.lexists(root) and not os.path.isdir(root):
        shown = escape_unencodable(dir or "")
        raise MeminitError(INVALID_ARGUMENT, f"{shown} is not a directory", path=shown)
    options.found = Repository(root, None)
    asked = Asked(profile, project, prefix, docs_root, is_trial=dry_run)
    return run(root, asked, options.effort(), options.stages)


FACES = {
    "init": Face(
        init,
        COMMON,
        own=(
            Option(("--profile",), "What to begin with; default: docops.", "docops|plain", OneOf(("docops", "plain"))),
            Option(("--project",), "The name of the project; default: that of the folder.", "NAME"),
            Option(("--prefix",), "What every id begins with; default: from the project's name.", "LETTERS"),
            Option(("--docs-root",), "The folder of the documents; default: docs.", "DIR"),
            Option(("--dry-run",), "Show what would be written, and write nothing."),
        ),
        arguments=(Argument("dir", required=False),),
        examples=(
            Example("init", "configuration, schema, folders, templates, AGENTS.md"),
            Example("init --profile plain --docs-root handbook", "no ids, nothing but titles"),
            Example("init --dry-run", "which files it would write"),
        ),
    )
}
