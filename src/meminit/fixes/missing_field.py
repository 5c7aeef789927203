"""Inserts a field that is missing at the end of the front matter, where its value is known."""

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.fixes import field_values, yaml_values
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit
from meminit.words import nearest, quoted


def correct(finding: Finding, page: Page, known: Known) -> Result:
    name = str(finding.context.get("field", ""))
    fields = page.fields
    if fields is None or not _is_missing_at_the_top(name, page):
        return Stays("needs_author", f"only the author knows what {name} should be")
    alike = misspelt(name, page)
    if alike:
        return Stays("conflicts_with", f"{quoted(alike)} may be meant as {name}: rename that first")
    found = field_values.found(name, page, known, page.type_name, page.judges)
    if found is None:
        return Stays("needs_author", f"only the author knows what {name} should be")
    text = f"{name}: {yaml_values.written(found.value, name)}"
    rank = field_values.rank(name, page.judges)
    if page.lines[fields.line - 1][fields.column - 1 :].startswith("{"):
        return _in_braces(finding, page, text, Corrected((), found.safe, rank))
    edit = page.inserted_line(page.end_of_fields, " " * (fields.column - 1) + text, finding.code)
    return Corrected((edit,), found.safe, rank)


def _in_braces(finding: Finding, page: Page, text: str, made: Corrected) -> Result:
    """At the end of a mapping in braces."""
    number = page.end_of_fields - 1
    line = page.lines[number - 1].rstrip()
    if not line.endswith("}") or line.endswith(("{}", ",}")):
        return Stays("no_clear_correction", "the mapping is written in a way that cannot be edited")
    return made._replace(edits=(TextEdit(number, len(line), "", f", {text}", finding.code),))


def _is_missing_at_the_top(name: str, page: Page) -> bool:
    """Whether it is a field of the document, and none of a value in it."""
    if name in field_values.required(page.judges):
        return name not in page.values
    return any(each.kind == "missing" and each.path == (name,) for each in page.breaches)


def misspelt(name: str, page: Page) -> str | None:
    """A field of the document that the schema does not know, and that is nearest to this one."""
    known = page.metadata.described
    if page.fields is None or page.fields.entries.keys() <= known:
        return None
    unknown = (str(each.path[0]) for each in page.breaches if each.kind == "unknown" and len(each.path) == 1)
    return next((each for each in unknown if nearest(each, sorted(known - {each})) == name), None)


CORRECTION = Correction(("MISSING_FIELD",), correct)
