"""Judges a configuration by its published schema, and puts into words what is wrong."""

from collections.abc import Mapping

from meminit.config.complaint import Complaint, ConfigText
from meminit.model.node import Path, at_plain, dotted
from meminit.schema.breach import RawBreach
from meminit.schema.compiling import judge_of
from meminit.schema.phrases import phrase, shown
from meminit.schema.published import published
from meminit.words import hint, nearest

_MOST_JUDGED = 200  # problems put into words; a file with more was not written by a person


def by_schema(config: ConfigText, name: str) -> list[Complaint]:
    """What the published schema of the configuration has against the values."""
    breaches = judge_of(published(name), "draft-07")(_for_json(config.values))
    return [complaint for breach in breaches[:_MOST_JUDGED] for complaint in _complaints(breach, config.values)]


def _complaints(breach: RawBreach, values: Mapping[str, object]) -> list[Complaint]:
    if breach.keyword == "propertyNames":
        return [_unknown(breach.path, str(breach.demand), _code_names())]
    if breach.keyword == "additionalProperties" and isinstance(breach.demand, list):
        known = breach.schema.get("properties")
        names = list(known) if isinstance(known, Mapping) else []
        return [_unknown(breach.path, str(key), names) for key in breach.demand]
    value = at_plain(values, breach.path)
    if breach.keyword == "enum" and breach.path[:2] == ("rules", "override"):
        return [Complaint(breach.path, f"unknown code {shown(value)}{hint(nearest(str(value), _code_names()))}")]
    words = phrase(breach, shown(value))
    if breach.keyword == "enum" and isinstance(value, str):
        return [Complaint(breach.path, f"{dotted(breach.path)}: {words}", nearest(value, _texts(breach.demand)))]
    return [Complaint(breach.path, f"{dotted(breach.path)}: {words}" if breach.path else words)]


def _unknown(path: Path, key: str, known: list[str]) -> Complaint:
    section = f" in [{dotted(path)}]" if path else ""
    what = "code" if path[:1] == ("rules",) and path[1:2] != ("override",) else "key"
    meant = nearest(key, known)
    return Complaint((*path, key), f"unknown {what} '{key}'{section}{hint(meant)}", meant)


def _code_names() -> list[str]:
    definitions = published("config")["definitions"]
    return [str(code) for code in definitions["code"]["enum"]]  # type: ignore[index]  # our own file


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _for_json(value: object) -> object:
    """TOML knows dates, which JSON does not: they are judged as nothing, which no key accepts."""
    if isinstance(value, Mapping):
        return {str(key): _for_json(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_for_json(inner) for inner in value]
    return value if isinstance(value, str | bool | int | float) else None
