"""The command lines of `meminit new` and `meminit adr`."""

from functools import partial
from typing import TYPE_CHECKING

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import READING, Options, misused
from meminit.model.outcome import Outcome

if TYPE_CHECKING:
    from meminit.operations.new import Asked


def new(options: Options, *, type: str | None, title: str | None, list_types: bool, **own: object) -> Outcome:  # noqa: A002
    """Create a document of TYPE with TITLE: its id, file name, front matter and sections.

    It is made from the template of its type, and passes `meminit check --strict`, or it is not made.
    """
    from meminit.operations.new import types  # noqa: PLC0415 - paid for by this command alone

    if list_types:
        if type is not None or any(own.values()):
            raise misused("new", "--list-types goes with nothing else")
        return types(options.repository(), options.effort(), "new")
    if type is None or title is None:
        raise misused("new", "give a TYPE and a TITLE, or --list-types")
    return made(options, "new", type, title, own)


def made(options: Options, command: str, kind: str, title: str, own: dict[str, object]) -> Outcome:
    from meminit.operations.new import run  # noqa: PLC0415 - as above

    is_edited = own.pop("edit")
    if own["dry_run"] and own["printed"]:
        raise misused(command, "--dry-run and --print do not go together")
    outcome = run(options.repository(), _asked(command, kind, title, own), options.effort(), options.stages)
    if is_edited and options.format == "text" and not (own["dry_run"] or own["printed"]):
        path = outcome.prepared("data").data["path"]  # type: ignore[index]  # it is made now
        options.afterwards = partial(_edit, options.repository().root, str(path))
    return outcome


def _asked(command: str, kind: str, title: str, own: dict[str, object]) -> "Asked":
    from meminit.operations.new import Asked  # noqa: PLC0415 - as above

    return Asked(
        command,
        kind,
        title,
        namespace=_text(own["namespace"]),
        document_id=_text(own["id"]),
        folder=_text(own["dir"]),
        template=_text(own["template"]),
        body=_body(_text(own["body"])),
        texts={name: _text(own[name]) for name in ("owner", "area", "description", "status")},
        lists={name: _texts(own[name]) for name in ("keywords", "related_ids")},
        sets=_texts(own["sets"]),
        is_trial=bool(own["dry_run"]),
        is_printed=bool(own["printed"]),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _body(path: str | None) -> str | None:
    from meminit.commands.given import given  # noqa: PLC0415 - as above

    return None if path is None else given(path, "--body")


def _edit(root: str, path: str) -> None:
    from meminit.commands.given import edit  # noqa: PLC0415 - as above

    edit(root, path)


OWN = (
    Option(("--namespace",), "The namespace; default: the one that [docs] configures.", "NAME", completes="namespace"),
    Option(("--owner",), "The owner; default: the configured one.", "OWNER"),
    Option(("--area",), "The area.", "AREA"),
    Option(("--description",), "What the document is about.", "TEXT"),
    Option(("--status",), "The status; default: Draft.", "STATUS", completes="status"),
    Option(("--keywords",), "Keywords, with commas between them; repeatable.", "WORD,...", multiple=True),
    Option(("--related-ids",), "Ids of related documents; repeatable.", "ID,...", multiple=True, completes="id"),
    Option(("--set",), "Any other field of the front matter; repeatable.", "FIELD=VALUE", into="sets", multiple=True),
    Option(("--id",), "The id; default: the next one of its type.", "ID"),
    Option(("--dir",), "The folder; default: that of the type.", "DIR"),
    Option(("--template",), "The template; default: that of the type.", "FILE"),
    Option(("--body",), "The body instead of the template's; - for standard input.", "FILE"),
    Option(("--dry-run",), "Show what would be created, and write nothing."),
    Option(("--print",), "Print the document, and write nothing.", into="printed"),
    Option(("--edit",), "Open the document in $VISUAL or $EDITOR; not with --format json."),
)
FACES = {
    "new": Face(
        new,
        READING,
        own=(*OWN, Option(("--list-types",), "List the types.")),
        arguments=(Argument("type", required=False, completes="type"), Argument("title", required=False)),
        examples=(
            Example('new ADR "Which message queue"', "the next id, the right folder, the template"),
            Example("new --list-types", "the types that there are"),
            Example('new ADR "Retries" --related-ids PAY-ADR-001 --print', "show it, and write nothing"),
            Example('new GUIDE "Set-up" --set audience=ops --body notes.md', "other fields, and a body of your own"),
        ),
    )
}
