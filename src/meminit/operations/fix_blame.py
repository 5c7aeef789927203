"""Finds the corrections that are to blame for a finding that did not stand before they were made."""

from collections.abc import Iterator, Sequence
from posixpath import basename, splitext
from typing import NamedTuple
from urllib.parse import unquote

from meminit.correction import Corrected, NewId
from meminit.model.finding import Finding
from meminit.operations.fix_state import State, Unit

OF_LINKS = frozenset({"BROKEN_ANCHOR", "BROKEN_LINK", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT"})
_OF_TARGETS = frozenset(
    {
        *("DIRECTORY_MISMATCH", "FILENAME_CONVENTION", "INVALID_ENCODING", "INVALID_FRONTMATTER"),
        *("MISSING_FRONTMATTER", "MISSING_SECTION"),
    }
)
_SUBJECTS = ("field", "section", "target", "id")
# The fields from which a finding follows that is about something else.
_DECIDING = {
    "DIRECTORY_MISMATCH": ("type",),
    "DUPLICATE_SECTION": ("type",),
    "ID_TYPE_MISMATCH": ("type",),
    "MISSING_SECTION": ("type",),
    "PLACEHOLDER_IN_APPROVED": ("status",),
    "SECTION_ORDER": ("type",),
    "SUPERSEDED_BY_MISSING": ("status",),
    "UNKNOWN_TYPE": ("type",),
}


class Blame(NamedTuple):
    """Where it is not `sure`, not all of the units need be to blame."""

    units: tuple[Unit, ...]
    sure: bool = True


def blamed(finding: Finding, file: str, state: State, units: Sequence[Unit]) -> Blame:
    """Of the units of the step that led to this state; `file` is the document that has the finding."""
    here = [each for each in units if each.file == file]
    is_link = finding.code in OF_LINKS
    found = _by_link(finding, here) if is_link else _by_id(finding, state, units) or _by_subject(finding, here)
    found = found or (_by_target(finding, state, units) if is_link else []) or here
    if found and (len(found) == 1 or found != here):
        return Blame(tuple(found))
    own = {each.key for each in units}
    followed = [each for each in state.followers.get(file, ()) if each.key in own]
    every = found or followed or units
    return Blame(tuple(every), sure=len(every) == 1)


def _by_link(finding: Finding, here: Sequence[Unit]) -> list[Unit]:
    target = finding.context.get("target")
    return [each for each in here if isinstance(each.result, Corrected) and target in set(_new_texts(each))]


def _by_id(finding: Finding, state: State, units: Sequence[Unit]) -> list[Unit]:
    named = finding.context.get("id")
    if not isinstance(named, str):
        return []
    gone = [each for each in units if isinstance(each.result, NewId) and each.result.old == named]
    given = [each for each in units if isinstance(each.result, NewId) and each.result.id == named]
    if finding.code == "DUPLICATE_ID":
        written = given or [each for each in units if any(named in text for text in _new_texts(each))]
        return written[-1:] or [each for each in units if state.now(each.file) == finding.context.get("other")]
    return gone or given


def _by_subject(finding: Finding, here: Sequence[Unit]) -> list[Unit]:
    own = [
        each
        for each in here
        if any(key in finding.context and each.finding.context.get(key) == finding.context[key] for key in _SUBJECTS)
    ]
    names = {*_DECIDING.get(finding.code, ()), str(finding.context.get("field", ""))} - {""}
    return own or [each for each in here if any(_gives(each, name) for name in names)]


def _by_target(finding: Finding, state: State, units: Sequence[Unit]) -> list[Unit]:
    """Those by which the document that a link leads to may have got another place, or other anchors."""
    target = unquote(str(finding.context.get("target", ""))).partition("#")[0]
    every = (each for each in units if each.finding.code in _OF_TARGETS)
    return [each for each in every if target and _page(state.now(each.file)) == _page(target)]


def _page(path: str) -> str:
    """The name of a page, with or without its extension, in any letter case."""
    return splitext(basename(path.rstrip("/")))[0].casefold()


def _gives(unit: Unit, field: str) -> bool:
    """Whether a correction is about a field, or makes one of this name."""
    if _bare(str(unit.finding.context.get("field", ""))) == _bare(field):
        return True
    return any(text == field or text.startswith(f"{field}:") for text in _new_texts(unit))


def _bare(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _new_texts(unit: Unit) -> Iterator[str]:
    return (each.new for each in unit.result.edits) if isinstance(unit.result, Corrected) else iter(())
