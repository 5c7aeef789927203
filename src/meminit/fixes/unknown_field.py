"""Renames a field that the schema does not know to the one that is nearest, if that one is missing."""

from meminit.correction import NOT_ON_ONE_LINE, Corrected, Correction, Known, Page, Result, Stays
from meminit.fixes.field_values import is_absent
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit
from meminit.words import nearest, quoted


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    name = str(finding.context.get("field", ""))
    entry = page.entry(name)
    names = sorted({*page.metadata.described, *(each for schema in page.judges.schemas for each in schema.names)})
    said = finding.context.get("meant")
    meant = said if isinstance(said, str) else nearest(name, [each for each in names if each != name])
    if entry is None or (entry.line, entry.column) != (finding.line, finding.column):
        return Stays("no_clear_correction", "it is part of a value")
    if meant is None:
        return Stays("no_clear_correction", f"no known field is near {quoted(name)}")
    if not is_absent(meant, page) or page.entry(meant) is not None:
        return Stays("conflicts_with", f"{meant} is there as well")
    line = page.lines[entry.line - 1][entry.column - 1 :]
    written = next((each for each in (name, f'"{name}"', f"'{name}'") if line.startswith(each)), None)
    if written is None:
        return NOT_ON_ONE_LINE
    edit = TextEdit(entry.line, entry.column, written, written.replace(name, meant), finding.code)
    return Corrected((edit,), _bare(name) == _bare(meant))


def _bare(name: str) -> str:
    """Without letter case, hyphens and underscores."""
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


CORRECTION = Correction(("UNKNOWN_FIELD", "SUSPICIOUS_FIELD"), correct)
