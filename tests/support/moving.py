"""Repositories that are only thought of: what a move makes of their files, by the edits that it plans."""

from collections.abc import Iterable, Mapping

from meminit.config.find import Repository
from meminit.edits.spans import applied
from meminit.moving.moves import Moves
from meminit.moving.rewriting import Rewritten, rewritten
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

ROOT = "/nowhere/at/all"


def run(files: Mapping[str, str]) -> Run:
    contents = {path: text.encode() for path, text in files.items()}
    repository = Repository(ROOT, f"{ROOT}/.meminit.toml")
    found = Run(Workspace(repository, Effort(jobs=1, uses_cache=False), Overlay(contents, is_whole=True)), Stages())
    found.begin()
    return found


def moves(files: Mapping[str, str], old: str, new: str) -> Moves:
    """A file, or a folder with all that lies in it."""
    if old in files:
        return Moves.of_paths([(old, new)])
    below = [(path, new + path.removeprefix(old)) for path in files if path.startswith(f"{old}/")]
    return Moves.of_paths(below, [(old, new)])


def planned(files: Mapping[str, str], moving: Moves, *, everywhere: bool = False) -> list[Rewritten]:
    return list(rewritten(run(files), moving, everywhere=everywhere))


def moved(files: Mapping[str, str], old: str, new: str, *, everywhere: bool = False) -> dict[str, str]:
    """The files after a move; none of its links may be left."""
    moving = moves(files, old, new)
    after = dict(files)
    for each in planned(files, moving, everywhere=everywhere):
        assert not each.left, each.left
        after[each.file] = applied(files[each.file], each.edits)
    return {moving.path(path): text for path, text in after.items()}


def page(body: str, fields: Iterable[str] = ()) -> str:
    return "\n".join(("---", "title: x", *fields, "---", body, ""))
