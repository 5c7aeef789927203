"""The command line of `meminit list`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("list")
@click.option("--type", "types", metavar="TYPE", multiple=True, help="Only documents of this type.")
@click.option("--status", "statuses", metavar="STATUS", multiple=True, help="Only documents of this status.")
@click.option("--owner", "owners", metavar="OWNER", multiple=True, help="Only documents of this owner.")
@click.option("--namespace", "namespaces", metavar="NAME", multiple=True, help="Only documents of this namespace.")
@click.option("--where", metavar="EXPR", help="Only documents for which this holds, as 'status == \"Draft\"'.")
@click.option("--sort", metavar="FIELD,...", help="In the order of these fields; -FIELD for the reverse.")
@click.option("--columns", metavar="FIELD,...", help="Show these fields; '*' for all.")
@click.option("--limit", metavar="N", type=click.IntRange(1), help="At most so many documents.")
@click.option("--paths", "only_paths", is_flag=True, help="Print paths alone, one on each line.")
@reading
@click.pass_obj
def list_documents(  # noqa: PLR0913 - one for each option
    options: Options,
    *,
    types: tuple[str, ...],
    statuses: tuple[str, ...],
    owners: tuple[str, ...],
    namespaces: tuple[str, ...],
    where: str | None,
    sort: str | None,
    columns: str | None,
    limit: int | None,
    only_paths: bool,
) -> Outcome:
    """List documents by what their front matter says.

    An option that is given several times lets any of its values pass. The language of --where is told in
    docs/20-specs/query-language.md.
    """
    from meminit.operations.listing import Wish, run  # noqa: PLC0415 - paid for by this command alone

    values = {"type": types, "status": statuses, "owner": owners, "namespace": namespaces}
    wish = Wish(values, where, _names(sort), _names(columns), limit, only_paths=only_paths)
    return answer(options, lambda known: run(known, wish, for_people=options.format == "text"))


def _names(listed: str | None) -> tuple[str, ...]:
    return tuple(name for each in (listed or "").split(",") if (name := each.strip()))
