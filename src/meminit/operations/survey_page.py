"""Says what a survey found in tables for people."""

from collections.abc import Iterable, Iterator

from meminit.model.outcome import Table, Text
from meminit.operations.survey_data import Configured, is_ambiguous, overlapping
from meminit.surveying.config_text import written
from meminit.surveying.proposal import Proposal
from meminit.surveying.severities import Score
from meminit.surveying.survey import Survey
from meminit.words import counted, listed, shorten

_MOST_ROWS = 20
_MOST_SHOWN = 60  # characters of a list of values
_CONFIG = ".meminit.toml"


def of_survey(found: Survey, configured: tuple[Configured, ...], score: Score) -> tuple[Text | Table, ...]:
    return (
        *_overview(found),
        *_configured(configured),
        *_roots(found),
        *_types(found),
        *_fields(found),
        Text(("", *_links(found), "", *_score(score), _next_step(found, configured))),
    )


def of_proposal(proposed: Proposal, score: Score) -> tuple[Text | Table, ...]:
    """The files as they would stand, and what a check would say; how that came about, the survey tells."""
    lines = [f"--- {_CONFIG}", *written(proposed.lines, reasons=True).splitlines()]
    if proposed.schema:
        lines += ["", f"--- {proposed.schema_path}", *proposed.schema.splitlines()]
    files = f"{_CONFIG} and {proposed.schema_path}" if proposed.schema else _CONFIG
    lines += ["", "---", *_score(score), f"Nothing was written. Next: write {files}, then `meminit check`."]
    return (Text(tuple(lines)),)


def _overview(found: Survey) -> Iterator[Text]:
    ids, counts = found.ids, f"{found.documents} of {counted(found.markdown, 'Markdown file')}"
    rows = [("documents", counts if found.roots else f"none; {counted(found.markdown, 'Markdown file')}")]
    rows += [("docs root", found.roots[0].path or ".")] if found.roots else []
    rows += [("layout", found.layout.name)] if found.layout else []
    rows += [("front matter", f"{found.found.documents} documents")]
    rows += [("ids", f"{ids.field}, {ids.documents} documents, {ids.pattern}" if ids else "none")]
    rows += [("file names", found.names.pattern)]
    yield Text(tuple(f"{name:<14}{value}" for name, value in rows))


def _configured(configured: tuple[Configured, ...]) -> Iterator[Text | Table]:
    if configured:
        rows = [(each.name, f"{each.documents}", each.root or ".") for each in configured]
        yield Text(("",))
        yield Table(("CONFIGURED NAMESPACE", "DOCUMENTS", "ROOT"), tuple(rows[:_MOST_ROWS]))
        inside = [f"{each['inner']} lies in {each['outer']}" for each in overlapping(configured)]
        yield from _further([*inside[:_MOST_ROWS]], len(rows) - _MOST_ROWS)


def _roots(found: Survey) -> Iterator[Text | Table]:
    if len(found.roots) > 1:
        rows = [(each.path, f"{each.documents}") for each in found.roots]
        yield Text(("",))
        yield Table(("DOCS ROOT", "DOCUMENTS"), tuple(rows[:_MOST_ROWS]))
        yield from _further([], len(rows) - _MOST_ROWS)


def _types(found: Survey) -> Iterator[Text | Table]:
    if found.types:
        rows = [
            (each.name, f"{each.documents}", listed(each.sources), each.directory or listed(each.directories, 3))
            for each in found.types
        ]
        yield Text(("",))
        yield Table(("TYPE", "DOCUMENTS", "TOLD BY", "FOLDER"), tuple(rows[:_MOST_ROWS]))
        unclear = [each.name for each in found.types if is_ambiguous(each)]
        notes = [f"in no one folder: {listed(unclear)}"] if unclear else []
        yield from _further(notes, len(rows) - _MOST_ROWS)


def _fields(found: Survey) -> Iterator[Text | Table]:
    if found.found.fields:
        rows = []
        for each in found.found.fields[:_MOST_ROWS]:
            kinds = listed(f"{kind} {count}" if len(each.kinds) > 1 else kind for kind, count in each.kinds.items())
            values = shorten(", ".join(each.values), _MOST_SHOWN)
            rows.append((each.name, f"{each.documents}", "yes" if each.is_required else "", kinds, values))
        yield Text(("",))
        yield Table(("FIELD", "DOCUMENTS", "REQUIRED", "KIND", "VALUES"), tuple(rows))
        yield from _further([], found.found.different - len(rows))


def _further(notes: Iterable[str], count: int) -> Iterator[Text]:
    lines = [*notes, *([f"and {count} more, which --format json tells"] if count > 0 else [])]
    if lines:
        yield Text(tuple(lines))


def _links(found: Survey) -> Iterator[str]:
    links, sited = found.links, found.links.sited
    counts = f"{links.relative} relative, {links.sited.leading.whole} from the top of the site"
    looked_at = f" in {links.documents} of the documents" if links.documents < found.documents else ""
    yield f"{'links':<14}{counts}{looked_at}; anchors as {links.slugs}"
    if links.existing.whole:
        yield f"{'to headings':<14}{links.existing} lead to one"
    if sited.leading.whole:
        yield f"{'of the site':<14}{sited.leading} lead to something"
    for route, place in sited.routes.items():
        yield f"{'route':<14}{route} is {place}"
    if sited.site_root:
        yield f"{'site root':<14}{sited.site_root}"
    if sited.ignored:
        yield f"{'elsewhere':<14}{listed(sited.ignored)}"


def _score(score: Score) -> Iterator[str]:
    share = f"{score.passed} of {counted(score.files, 'file')} would pass"
    yield f"With what is proposed, {share} `meminit check`."
    for what, counts in (("violations", score.violations), ("warnings", score.warnings)):
        if counts:
            yield f"  {what}: {listed(f'{count} {code}' for code, count in counts.items())}"


def _next_step(found: Survey, configured: tuple[Configured, ...]) -> str:
    if configured:
        return "Next: `meminit check`; `meminit scan --propose` prints a configuration to compare yours with."
    if not found.roots:
        return "Next: write a document below docs/; `meminit scan --propose` prints a .meminit.toml to start with."
    return "Next: `meminit scan --propose` prints a .meminit.toml and a schema for what is there; nothing is written."
