"""Sees that front matter is right with one question to the judge, where that question settles it.

Most documents are right, and to judge them at length (`as_written`) costs a good part of a run. Here each value is put
as it would be judged in the end. If nothing is wrong then, nothing would be said at length either, since there

- a value that is no date, and right as YAML reads it, is never judged as anything else; nor is an id that is right as
  it is written;
- what becomes of any other value hangs on that value alone, if its schemas tie its field to no other (`entangled`). So
  it is found with that field by itself, and kept. For a date it hangs on nothing but how long its text is, as long as
  that text is right.

What does not fit into this is judged at length, and so is all that is wrong.
"""

from functools import lru_cache
from math import isfinite

from meminit.documents.as_written import DATE_FORMATS, FORMS, NOTHING_ACCEPTS, against_dates, judge_as_written, said_of
from meminit.model.node import Entry, Mapped, Node, Plain, Scalar, is_blank, leaves, plain, without_blanks
from meminit.schema.fields import entangled
from meminit.schema.judge import RawBreach
from meminit.schema.loading import Schema

_MOST_KEPT = 10_000


class PlainlyValid:
    """Knows the schemas of a document, and what became of values of their fields."""

    def __init__(self, schemas: tuple[Schema, ...], id_field: str) -> None:
        self._judges = [schema.judge for schema in schemas]
        self._id_field = id_field
        ties = [entangled(schema.document) if schema.is_small else None for schema in schemas]
        self._tied = None if None in ties else {field for tie in ties for field in tie or ()}
        self._texts: dict[tuple[str, str, str], str | None] = {}  # the text that is judged; None for the value itself
        self._dates: dict[tuple[str, int], bool] = {}  # whether dates of this length may stand as their text

    def accepts(self, fields: Mapped) -> bool:
        """Whether nothing is wrong for certain; if not, the fields must be judged at length."""
        values: dict[str, Plain] = {}
        has_blanks = False
        for key, entry in fields.entries.items():
            node = entry.node
            if isinstance(node, Scalar) and node.kind == "text":
                text = values[key] = node.written
                has_blanks = has_blanks or not text or text.isspace()
            elif not self._put(values, key, node):
                return False
        if "" in values:  # the judge leaves such a key out of its paths, so that they may be about any field
            return False
        right = self._hold(values) or (self._can_find(values, fields) and self._hold(values))
        return right and (not has_blanks or self._may_be_blank(values))

    def _hold(self, values: Plain) -> bool:
        return all(judge.accepts(values) for judge in self._judges)

    def _may_be_blank(self, values: dict[str, Plain]) -> bool:
        """Whether blank text is as good as nothing: a schema must not ask for it, and an id never is."""
        id_text = values.get(self._id_field)
        has_id = not isinstance(id_text, str) or bool(id_text.strip())
        return has_id and self._hold(without_blanks(values))

    def _put(self, values: dict[str, Plain], key: str, node: Node) -> bool:
        """Puts what is judged in the end, as far as it is known; False where one question cannot settle it."""
        if not isinstance(node, Scalar):
            values[key] = plain(node)
            return not any(map(_is_special, leaves(node)))
        if key == self._id_field:
            values[key] = node.written
            return node.kind != "null"
        if node.kind == "date":
            values[key] = node.written
            return self._is_text(key, node)
        text = self._texts.get((key, node.kind, node.written))
        values[key] = node.value if text is None else text
        return not _is_endless(node)

    def _is_text(self, key: str, date: Scalar) -> bool:
        """Whether nothing is said against a date whose text is right."""
        place = (key, len(date.written))
        if place not in self._dates and len(self._dates) < _MOST_KEPT:
            self._dates[place] = self._is_free(key) and self._takes_dates(key, date)
        return self._dates.get(place, False)

    def _takes_dates(self, key: str, date: Scalar) -> bool:
        alone: dict[str, Plain] = {key: date.written}
        asked = said_of(alone, {(key,): NOTHING_ACCEPTS * len(date.written)}, self._judge).get((key,), [])
        if any(each.keyword in FORMS or (each.keyword == "format" and each.demand in DATE_FORMATS) for each in asked):
            return True
        return not any(each.path[:1] == (key,) for each in against_dates(alone, {(key,): date}, self._judge))

    def _can_find(self, values: dict[str, Plain], fields: Mapped) -> bool:
        """Each field is judged by itself then, which must not cost more than all of them together."""
        return all(judge.answers(values) for judge in self._judges) and self._find_texts(values, fields)

    def _find_texts(self, values: dict[str, Plain], fields: Mapped) -> bool:
        """Puts the texts that are judged in the place of values not met before; whether there are any."""
        found = False
        for key, entry in fields.entries.items():
            node = entry.node
            if not isinstance(node, Scalar) or node.kind in {"text", "date"} or key == self._id_field:
                continue
            place = (key, node.kind, node.written)
            if place not in self._texts and len(self._texts) < _MOST_KEPT:
                text = self._texts[place] = self._text(key, entry) if self._is_free(key) else None
                values[key] = node.value if text is None else text
                found = found or text is not None
        return found

    def _text(self, key: str, entry: Entry) -> str | None:
        alone: dict[str, Plain] = {key: plain(entry.node)}
        judge_as_written(Mapped({key: entry}, 1, 1), alone, self._judge, ())
        text = alone[key]
        return text if isinstance(text, str) else None

    def _judge(self, values: object) -> list[RawBreach]:
        return [breach for judge in self._judges for breach in judge(values)]

    def _is_free(self, key: str) -> bool:
        """Whether what is said of the field hangs on its value alone. The judge confuses keys that are numbers."""
        return self._tied is not None and key not in self._tied and not key.lstrip("+").isdecimal()


@lru_cache(maxsize=256)
def plainly_valid(schemas: tuple[Schema, ...], id_field: str) -> PlainlyValid:
    return PlainlyValid(schemas, id_field)


def _is_special(scalar: Scalar) -> bool:
    return scalar.kind == "date" or (scalar.kind == "text" and is_blank(scalar)) or _is_endless(scalar)


def _is_endless(scalar: Scalar) -> bool:
    return isinstance(scalar.value, float) and not isfinite(scalar.value)
