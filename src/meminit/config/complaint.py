"""Reports mistakes in a configuration: the file, the line, the key, and the nearest known name."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from meminit.faults import CONFIG_INVALID, MeminitError
from meminit.model.node import Path, dotted
from meminit.words import escape_invisible, shorten

LONGEST_KEY = 120  # characters of a key in a message
_MOST = 50  # problems in one message
LineOf: TypeAlias = Callable[[Path], int | None]


class Complaint(NamedTuple):
    path: Path
    words: str
    suggestion: str | None = None


def about(path: Path, words: str, suggestion: str | None = None) -> Complaint:
    """A complaint that begins with the key, which is shortened so that the reason stays readable."""
    return Complaint(path, f"{shorten(dotted(path), LONGEST_KEY)}: {words}" if path else words, suggestion)


class ConfigText(NamedTuple):
    """A configuration file: the path that is shown, the plain values, and a way to find lines.

    `is_known` says that the same text was judged before, and nothing was wrong with it.
    """

    shown_path: str
    values: Mapping[str, object]
    lines: Callable[[], LineOf]  # called only if something is wrong
    is_known: bool = False

    def refuse_by_schema(self, name: str) -> None:
        """Raises CONFIG_INVALID if the published schema of that name does not accept the values."""
        if not self.is_known:
            from meminit.config.by_schema import by_schema  # noqa: PLC0415 - importing a judge takes most of the time

            self.refuse(by_schema(self, name))

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
            escape_invisible(f"{where}: {first.words}"),
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
    """CONFIG_INVALID for a file without readable values."""
    where = f"{shown_path}:{line}" if line else shown_path
    return MeminitError(CONFIG_INVALID, escape_invisible(f"{where}: {words}"), path=shown_path, line=line)
