"""Lists the documents that cover or mention files: what to read before they are changed, and to correct afterwards."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from meminit.config.find import Repository
from meminit.covering.coverage import Covering
from meminit.covering.covers import decoded, entry
from meminit.covering.mentions import Mention, Names
from meminit.covering.selecting import Selected, all_files, kept
from meminit.model.outcome import FromRoot, Outcome, Table, Text, noted
from meminit.operations.inventory import Inventory
from meminit.operations.selection import located
from meminit.sources import gate
from meminit.words import escape_unencodable, listed

_MOST_NAMED = 5


class _Target(NamedTuple):
    """A path that was asked for, what is there, and the files that it stands for."""

    path: str
    kind: Literal["file", "folder", "missing"]
    files: tuple[str, ...]

    @property
    def shown(self) -> str:
        return escape_unencodable(self.path) or "."


class _Reason(NamedTuple):
    """Why a document is listed: the path that was asked for, and the place where the document speaks of it."""

    target: _Target
    kind: Literal["covers", "mentions"]
    line: int
    column: int
    written: str


def run(inventory: Inventory, repository: Repository, arguments: Sequence[str]) -> Outcome:
    every = all_files(inventory.tree)
    targets = [_target(repository, each, every) for each in dict.fromkeys(arguments)]
    covering = _covering(inventory, targets)
    found = {number: _sorted((*covering.get(number, ()), *mentions)) for number, mentions in
             _mentioning(inventory, targets, every)}  # fmt: skip
    found = {number: reasons for number, reasons in found.items() if reasons}
    data = {
        "files": [{"path": each.shown, "kind": each.kind} for each in targets],
        "documents": [{**inventory.brief(number), "reasons": list(map(_data, each))} for number, each in found.items()],
    }
    return Outcome("docs-for", data, warnings=noted(inventory.unreadable()), view=_view(inventory, targets, found))


def _target(repository: Repository, argument: str, every: Sequence[str]) -> _Target:
    """Raises PATH_ESCAPE for a path that leads out of the repository; one that is not there may have been deleted."""
    place = located(repository.root, argument)
    path = "" if place == repository.root else os.path.relpath(place, repository.root).replace(os.sep, "/")
    if os.path.isdir(place) and not os.path.islink(place):
        return _Target(path, "folder", tuple(each for each in every if not path or each.startswith(f"{path}/")))
    return _Target(path, "file" if os.path.lexists(place) else "missing", (path,))


def _covering(inventory: Inventory, targets: Sequence[_Target]) -> dict[int, list[_Reason]]:
    """The entries of documents that cover any of the files, by the numbers of the documents."""
    summaries = inventory.summaries
    covers = {number: tuple(decoded(each.covers)) for number, each in enumerate(summaries.all) if each.covers}
    lines = {entry(each.written).line for own in covers.values() for each in own if not entry(each.written).takes_back}
    patterns = Selected(inventory.tree, sorted(lines), tuple)
    found: dict[int, list[_Reason]] = {}
    for target in targets:
        by_line: dict[str, list[str]] = {}
        for file in target.files:
            for line in patterns.lines_of(file):
                by_line.setdefault(line, []).append(file)
        for number, own in covers.items() if by_line else ():
            covering = Covering(summaries.candidates[number].path, summaries.candidates[number].file, own)
            found.setdefault(number, []).extend(_entries(covering, target, by_line))
    return found


def _entries(covering: Covering, target: _Target, by_line: dict[str, list[str]]) -> Iterator[_Reason]:
    for cover in covering.covers:
        meant = entry(cover.written)
        files: Iterable[str] = () if meant.takes_back else by_line.get(meant.line.rstrip("\r\n"), ())
        files = [each for each in files if each != covering.file]
        if files and covering.takes_back and not meant.file:
            files = kept(covering.own_lines, files)
        if files:
            yield _Reason(target, "covers", cover.line, cover.column, cover.written)


def _mentioning(
    inventory: Inventory, targets: Sequence[_Target], every: Sequence[str]
) -> Iterator[tuple[int, list[_Reason]]]:
    """Where each document names any of the files."""
    folders = [each.path for each in targets if each.kind == "folder" and each.path]
    names = Names(dict.fromkeys(file for each in targets for file in each.files), folders, every)
    by_path: dict[str, list[_Target]] = {}
    for each in targets:
        for file in (*each.files, *((each.path,) if each.kind == "folder" else ())):
            by_path.setdefault(file, []).append(each)
    for number, (candidate, summary) in enumerate(
        zip(inventory.summaries.candidates, inventory.summaries.all, strict=True)
    ):
        lines = {each.line for each in decoded(summary.covers)}
        found = _mentions(inventory, names, candidate.file, lines) if not candidate.problem else []
        yield (
            number,
            [
                _Reason(target, "mentions", *each[1:])
                for each in found
                if each.file != candidate.file
                for target in by_path[each.file]
            ],
        )


def _mentions(inventory: Inventory, names: Names, file: str, but: set[int]) -> list[Mention]:
    try:
        return names.mentions(file, inventory.read(file).decode("utf-8", "surrogateescape"), but)
    except gate.SourceError:
        return []


def _sorted(reasons: Iterable[_Reason]) -> list[_Reason]:
    return sorted(set(reasons), key=lambda each: (each.line, each.column, each.target.path, each.written))


def _data(reason: _Reason) -> dict[str, object]:
    return {"file": reason.target.shown, "kind": reason.kind, "line": reason.line, "column": reason.column,
            "written": reason.written}  # fmt: skip


def _view(
    inventory: Inventory, targets: Sequence[_Target], found: dict[int, list[_Reason]]
) -> tuple[Text | Table, ...]:
    named = listed((each.shown for each in targets), _MOST_NAMED)
    if not found:
        return (Text((f"No document covers or mentions {named}.",)),)
    rows = [
        (FromRoot(f"{inventory.path(number)}:{each.line}:{each.column}"), each.kind, escape_unencodable(each.written))
        for number, reasons in found.items()
        for each in reasons
    ]
    return Text((f"Documents about {named}:", "")), Table(("PLACE", "WHY", "WRITTEN"), tuple(rows))
