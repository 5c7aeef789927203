"""The command line of `meminit list`."""

from meminit.commands.face import Face, Option
from meminit.commands.options import READING, Options, answer, names
from meminit.model.outcome import Outcome


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
    only_paths: bool,
) -> Outcome:
    """List documents by what their front matter says.

    If an option is given several times, any of its values matches. The language of --where is described in
    docs/20-specs/query-language.md.
    """
    from meminit.operations.list import Request, run  # noqa: PLC0415 - paid for by this command alone

    values = {"type": types, "status": statuses, "owner": owners, "namespace": namespaces}
    limit = options.limit if options.part == "view" else None  # data are cut when they are made
    request = Request(values, where, names(sort), names(columns), limit, only_paths=only_paths)
    return answer(options, lambda known: run(known, request))


FACES = {
    "list": Face(
        list_documents,
        READING,
        own=(
            Option(
                ("--type",),
                "Only documents of this type.",
                "TYPE",
                into="types",
                multiple=True,
                completes="type",
            ),
            Option(
                ("--status",),
                "Only documents of this status.",
                "STATUS",
                into="statuses",
                multiple=True,
                completes="status",
            ),
            Option(("--owner",), "Only documents of this owner.", "OWNER", into="owners", multiple=True),
            Option(
                ("--namespace",),
                "Only documents of this namespace.",
                "NAME",
                into="namespaces",
                multiple=True,
                completes="namespace",
            ),
            Option(("--where",), "Only documents that match, for example 'status == \"Draft\"'.", "EXPR"),
            Option(("--sort",), "Sort by these fields; -FIELD for descending order.", "FIELD,..."),
            Option(("--columns",), "Show these fields; '*' for all.", "FIELD,..."),
            Option(("--paths",), "Print only paths, one on each line.", into="only_paths"),
        ),
    )
}
