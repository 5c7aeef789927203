"""How a mistake in a configuration is told: the file, the line, the key, and the nearest known name."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from meminit.faults import CONFIG_INVALID, MeminitError
from meminit.model.node import Path, at_plain, dotted
from meminit.schema.breach import RawBreach
from meminit.schema.compiling import judge_of
from meminit.schema.phrases import phrase, shown
from meminit.schema.published import published
from meminit.words import hint, inert, nearest, shorten

_LONGEST = 500
_MOST = 50  # problems told at once
_MOST_JUDGED = 200  # problems put into words; a file with more was not written by a person
LineOf: TypeAlias = Callable[[Path], int | None]


class Complaint(NamedTuple):
    path: Path
    words: str
    suggestion: str | None = None


class ConfigText(NamedTuple):
    """A configuration as it stands in its file: the path shown, the plain values, and a way to find lines.

    `is_known` says that the same text was judged before, and nothing was found in it.
    """

    shown_path: str
    values: Mapping[str, object]
    lines: Callable[[], LineOf]  # made only when something is wrong
    is_known: bool = False

    def refuse(self, complaints: Iterable[Complaint]) -> None:
        """Raises CONFIG_INVALID for all complaints at once, in the order of their lines, if there are any."""
        every = list(complaints)
        if not every:
            return
        line_of = self.lines()
        placed = sorted(
            ((line_of(each.path), each) for each in every), key=lambda pair: (pair[0] or 0, str(pair[1].path))
        )
        problems = [_problem(line, complaint) for line, complaint in placed[:_MOST]]
        line, first = placed[0]
        where = f"{self.shown_path}:{line}" if line else self.shown_path
        raise MeminitError(
            CONFIG_INVALID,
            shorten(inert(f"{where}: {first.words}"), _LONGEST),
            path=self.shown_path,
            key=dotted(first.path) or None,
            line=line,
            suggestion=first.suggestion,
            problems=problems,
            further_problems=len(placed) - len(problems) or None,
        )


def _problem(line: int | None, complaint: Complaint) -> dict[str, object]:
    known = {
        "key": dotted(complaint.path),
        "line": line,
        "message": complaint.words,
        "suggestion": complaint.suggestion,
    }
    return {name: value for name, value in known.items() if value is not None}


def unreadable(shown_path: str, words: str, line: int | None = None) -> MeminitError:
    """CONFIG_INVALID for a file that yields no values at all."""
    where = f"{shown_path}:{line}" if line else shown_path
    return MeminitError(CONFIG_INVALID, inert(f"{where}: {words}"), path=shown_path, line=line)


def by_schema(config: ConfigText, name: str) -> list[Complaint]:
    """What the published schema of the configuration has against the values."""
    if config.is_known:
        return []
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
