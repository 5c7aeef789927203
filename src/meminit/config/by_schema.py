"""Judges a configuration by its published schema, and puts into words what is wrong with it."""

from collections.abc import Iterator, Mapping

from meminit.config.complaint import LONGEST_KEY, Complaint, ConfigText, about
from meminit.installed import published
from meminit.model.node import Path, at_plain, dotted
from meminit.schema.judge import RawBreach, judge_of
from meminit.schema.phrases import phrase, shown
from meminit.words import did_you_mean, nearest, quoted, shorten

_MOST_JUDGED = 200  # problems that are put into words; a file with more was not written by a person


def by_schema(config: ConfigText, name: str) -> list[Complaint]:
    """The complaints about a configuration from the published schema of that name."""
    schema = published(name)
    screened = _Screened()
    breaches = judge_of(schema, "draft-07")(screened.known(config.values, schema, ()))
    return [
        *(_unknown(path, key, names) for path, key, names in screened.unknown[:_MOST_JUDGED]),
        *(_complaint(breach, config.values) for breach in breaches[:_MOST_JUDGED]),
    ]


class _Screened:
    """Takes out unknown keys before the judge gets the values, since it would report each with its whole table."""

    def __init__(self) -> None:
        self.unknown: list[tuple[Path, str, list[str]]] = []  # the table, the key, and the keys that may be meant

    def known(self, value: object, schema: object, path: Path) -> object:
        """The value as JSON. JSON has no dates, as TOML does: they are judged as null, which no key accepts."""
        schema = schema if isinstance(schema, Mapping) else {}
        if isinstance(value, Mapping):
            return dict(self._of_table(value, schema, path))
        if isinstance(value, list):
            return [self.known(each, schema.get("items"), (*path, index)) for index, each in enumerate(value)]
        return value if isinstance(value, str | bool | int | float) else None

    def _of_table(
        self, table: Mapping[str, object], schema: Mapping[str, object], path: Path
    ) -> Iterator[tuple[str, object]]:
        properties, others = schema.get("properties"), schema.get("additionalProperties", True)
        properties = properties if isinstance(properties, Mapping) else {}
        is_about_codes = schema.get("propertyNames") is not None and bool(properties)
        names = _code_names() if is_about_codes else list(properties)
        for key, value in table.items():
            if key in properties:
                yield key, self.known(value, properties[key], (*path, key))
            elif others is False or (is_about_codes and key not in names):
                self.unknown.append((path, key, names))
            else:
                yield key, self.known(value, others, (*path, key))


def _complaint(breach: RawBreach, values: Mapping[str, object]) -> Complaint:
    if breach.keyword == "propertyNames":
        return _unknown(breach.path, str(breach.demand), [])
    value = at_plain(values, breach.path)
    if breach.keyword == "enum" and breach.path[:2] == ("rules", "override"):
        return Complaint(breach.path, f"unknown code {shown(value)}{did_you_mean(nearest(str(value), _code_names()))}")
    words = phrase(breach, shown(value))
    if breach.keyword == "enum" and isinstance(value, str):
        return about(breach.path, words, nearest(value, _texts(breach.demand)))
    return about(breach.path, words)


def _unknown(path: Path, key: str, known: list[str]) -> Complaint:
    section = f" in [{shorten(dotted(path), LONGEST_KEY)}]" if path else ""
    what = "code" if path[:1] == ("rules",) and path[1:2] != ("override",) else "key"
    meant = nearest(key, known)
    return Complaint((*path, key), f"unknown {what} {quoted(key)}{section}{did_you_mean(meant)}", meant)


def _code_names() -> list[str]:
    definitions = published("config")["definitions"]
    return [str(code) for code in definitions["code"]["enum"]]  # type: ignore[index]  # our own file


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
