"""The command line of `meminit check`."""

import click

from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("check")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Let warnings fail the run as well.")
@reading
@click.pass_obj
def check(options: Options, *, paths: tuple[str, ...], strict: bool) -> Outcome:
    """Check governed documents.

    Without a PATH, every governed document of the repository. A PATH is a file, a folder or a pattern such as
    'docs/**/*.md', relative to the current directory.
    """
    from meminit.engine.session import Effort  # noqa: PLC0415 - paid for by this command alone
    from meminit.operations.check import run  # noqa: PLC0415 - as above

    jobs = 1 if options.debug else options.jobs  # only what fails in this process can be told
    effort = Effort(jobs, options.cache_dir, uses_cache=not options.no_cache, limits=options.limits)
    return run(options.repository(), paths, strict=strict, effort=effort, stages=options.stages)
