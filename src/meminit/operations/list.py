"""Lists the documents that pass the filters, sorted and with the fields as requested."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.model.node import Plain
from meminit.model.outcome import Advice, FromRoot, Later, Outcome, Table, Text, noted
from meminit.operations.inventory import Inventory
from meminit.querying.expression import Expression, parse
from meminit.querying.fields import Fields, fields_of, number
from meminit.querying.tokens import BadExpression
from meminit.words import as_path, counted, did_you_mean, escape_unencodable, listed, nearest, quoted
from meminit.workspace import encoded

_ALWAYS = ("document_id", "path", "namespace")
_USUAL = ("type", "status", "title")
_EVERY = "*"
_TRUE = Expression(lambda _: True, frozenset())


class Request(NamedTuple):
    """What was requested; a document passes if it has, for each of the fields, one of the values."""

    values: Mapping[str, tuple[str, ...]] = {}
    where: str | None = None
    sort: tuple[str, ...] = ()  # fields, with a "-" before those in descending order
    columns: tuple[str, ...] = ()
    limit: int | None = None
    only_paths: bool = False


class _Row(NamedTuple):
    number: int
    fields: Fields


def run(inventory: Inventory, request: Request) -> Outcome:
    expression = _parsed(request.where)
    _refuse_unknown(inventory, request.values.get("namespace", ()))
    inventory.take_all_fields()
    rows = [_Row(number, _fields(inventory, number)) for number in range(len(inventory.summaries.all))]
    wanted = {name: values for name, values in request.values.items() if values}
    chosen = [row for row in rows if (not wanted or _passes(row.fields, wanted)) and expression.holds(row.fields)]
    for field in reversed(request.sort):
        chosen.sort(key=lambda row: _rank(row.fields.get(field.removeprefix("-"))), reverse=field.startswith("-"))
        chosen.sort(key=lambda row: row.fields.get(field.removeprefix("-")) is None)
    shown = chosen[: request.limit]
    columns = _columns(request, shown)
    asked = {*expression.fields, *(each.removeprefix("-") for each in request.sort), *request.columns, *wanted}
    counts = {"count": len(shown), "matching": len(chosen), "total": len(rows)}
    return Outcome(
        "list",
        Later(lambda: {"documents": [_columns_of(row, columns) for row in shown], **counts}),
        warnings=noted(inventory.unreadable()),
        advice=(*_unknown_fields(asked, rows), *_unknown_values(wanted, rows)),
        view=Later(lambda: _paths(shown) if request.only_paths else _view(columns, shown, len(chosen), len(rows))),
    )


def _columns_of(row: _Row, columns: Iterable[str]) -> Mapping[str, Plain]:
    return {name: row.fields[name] for name in columns if name in row.fields}


def _parsed(where: str | None) -> Expression:
    if where is None:
        return _TRUE
    try:
        return parse(where)
    except BadExpression as error:
        words = f"--where: {error.words} (column {error.column})"
        raise MeminitError(
            INVALID_ARGUMENT, words, column=error.column, expression=escape_unencodable(where)
        ) from error


def _refuse_unknown(inventory: Inventory, namespaces: Iterable[str]) -> None:
    there = {each.name for each in inventory.settings.namespaces}
    for name in namespaces:
        if name not in there:
            shown = quoted(escape_unencodable(name))
            words = f"--namespace: there is no namespace {shown}; there are {listed(sorted(there))}"
            raise MeminitError(INVALID_ARGUMENT, words)


def _fields(inventory: Inventory, number: int) -> Fields:
    candidate = inventory.summaries.candidates[number]
    fields = fields_of(inventory.front_matter(number), candidate.path, candidate.namespace)
    fields.pop("document_id", None)  # the id may be in another field, and a field of this name may hold something else
    document_id = inventory.document_id(number)
    if document_id:
        fields["document_id"] = document_id
    return fields


def _passes(fields: Fields, wanted: Mapping[str, tuple[str, ...]]) -> bool:
    return all(encoded.text(fields.get(name)) in values for name, values in wanted.items())


def _rank(value: Plain) -> tuple[int, float, str]:
    """Booleans, then numbers (as conditions read them), then text and lists."""
    if isinstance(value, bool) or value is None:
        return 0, int(bool(value)), ""
    as_number = number(value)
    if as_number is not None:
        return 1, as_number, ""
    return 2, 0, value if isinstance(value, str) else ", ".join(encoded.texts(value))


def _columns(request: Request, rows: Iterable[_Row]) -> list[str]:
    if _EVERY in request.columns:
        names = (name for row in rows for name in row.fields if name != "front_matter")
        return list(dict.fromkeys((*_ALWAYS, *names)))
    return list(dict.fromkeys((*_ALWAYS, *_USUAL) if not request.columns else request.columns))


def _unknown_fields(names: Iterable[str], rows: Sequence[_Row]) -> tuple[Advice, ...]:
    """A field that no document has is most likely misspelt; the answer alone would not show it."""
    there = {name for row in rows for name in row.fields}
    missing = sorted(set(names) - there - {_EVERY, *_ALWAYS, "front_matter"}) if rows else []
    return tuple(
        Advice(
            "NO_SUCH_FIELD",
            f"no document has a field {quoted(name)}{did_you_mean(nearest(name, there))}",
            {"field": name},
        )
        for name in missing
    )


def _unknown_values(wanted: Mapping[str, tuple[str, ...]], rows: Iterable[_Row]) -> Iterator[Advice]:
    """Values that no document has, of fields that some documents have."""
    for name, chosen in wanted.items():
        there = {text for row in rows if (text := encoded.text(row.fields.get(name))) is not None}
        for value in chosen if there else ():
            if value not in there:
                shown = escape_unencodable(value)
                words = f"no document has the {name} {quoted(shown)}{did_you_mean(nearest(value, there))}"
                yield Advice("NO_SUCH_VALUE", words, {"field": name, "value": shown})


def _paths(rows: Iterable[_Row]) -> tuple[Text, ...]:
    return (Text(tuple(FromRoot(as_path(str(row.fields["path"]))) for row in rows)),)


def _view(columns: list[str], rows: Sequence[_Row], matching: int, total: int) -> tuple[Text | Table, ...]:
    counts = f"{len(rows)} of {matching} that match, {counted(total, 'document')} in all"
    if len(rows) == matching:
        counts = counted(total, "document") if matching == total else f"{matching} of {counted(total, 'document')}"
    if not rows:
        return (Text((f"no match among {counted(total, 'document')}",)),)
    printed = [
        name for name in columns if any(name in row.fields for row in rows) and not _is_plain_namespace(name, rows)
    ]
    printed = printed or ["path"]  # every document has one
    table = Table(
        tuple(name.upper() for name in printed),
        tuple(tuple([_cell(name, row.fields.get(name)) for name in printed]) for row in rows),
    )
    return (table, Text(("", counts)))


def _cell(name: str, value: Plain) -> str:
    if name == "path":
        return FromRoot(str(value))
    return value if isinstance(value, str) else ", ".join(encoded.texts(value))


def _is_plain_namespace(name: str, rows: Iterable[_Row]) -> bool:
    """A column with the same namespace in every row is of no use."""
    return name == "namespace" and len({row.fields["namespace"] for row in rows}) == 1
