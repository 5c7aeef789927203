"""Corrects a link as the finding says, where it names one clear correction."""

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit


def correct(finding: Finding, _page: Page, _known: Known) -> Result:
    edit = finding.edit
    if edit is None:
        return Stays("no_clear_correction", finding.message)
    return Corrected((TextEdit(edit.line, edit.column, edit.old, edit.new, finding.code),), edit.safe)


CORRECTION = Correction(("BROKEN_LINK", "BROKEN_ANCHOR", "LINK_CASE_MISMATCH"), correct)
