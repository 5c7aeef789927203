"""The command line of `meminit scan`."""

import click

from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("scan")
@click.option("--propose", is_flag=True, help="Print the configuration and the schema that would fit.")
@reading
@click.pass_obj
def scan(options: Options, *, propose: bool) -> Outcome:
    """Survey a repository: where its documents are, what they have in common, and how a check would end.

    No configuration is needed, and nothing is written. What most documents do is proposed as the rule.
    """
    from meminit.engine.session import Effort  # noqa: PLC0415 - paid for by this command alone
    from meminit.operations.scan import run  # noqa: PLC0415 - as above

    jobs = 1 if options.debug else options.jobs  # only what fails in this process can be told
    effort = Effort(jobs, options.cache_dir, uses_cache=not options.no_cache, limits=options.limits)
    return run(options.repository(), propose=propose, effort=effort, stages=options.stages)
