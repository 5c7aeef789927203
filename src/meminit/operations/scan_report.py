"""Reports what a survey found: as JSON for programs, and as tables for people."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.model.outcome import Table, Text
from meminit.surveying.config_text import namespaces, proposed_types
from meminit.surveying.evidence import Share, is_below
from meminit.surveying.fields import Field
from meminit.surveying.folders import LeftOut
from meminit.surveying.ids import Ids
from meminit.surveying.kinds import Kind
from meminit.surveying.links import Links
from meminit.surveying.proposal import Proposal
from meminit.surveying.severities import Score
from meminit.surveying.survey import Generated, Survey
from meminit.surveying.types import Type
from meminit.words import counted, listed, shorten

_MOST_TYPES = 100  # in JSON; where there are more, the field holds free text
_MOST_ROWS = 20
_MOST_SHOWN = 60  # characters of a list of values


class Configured(NamedTuple):
    """A namespace of the configuration that the repository has."""

    name: str
    root: str
    documents: int


def data(
    found: Survey,
    configured: tuple[Configured, ...],
    score: Score,
    proposed: Proposal | None,
    new: list[str] | None = None,
) -> Mapping[str, object]:
    """`new` are the files that were written, where they were to be."""
    shown: dict[str, object] = {"report": _report(found, configured), "score": _score(score)}
    if proposed:
        *schemas, config = proposed.files.items()
        shown["proposal"] = {
            "config": config[1],
            "schema": proposed.schema,
            "schema_path": proposed.schema_path,
            "schemas": [{"path": path, "schema": text} for path, text in schemas],
        }
    if new is not None:
        shown["written"] = new
    return shown


def _report(found: Survey, configured: tuple[Configured, ...]) -> Mapping[str, object]:
    suggested, shown = proposed_types(found), found.types[:_MOST_TYPES]
    return {
        "docs_root": (found.roots[0].path or ".") if found.roots else None,
        "markdown_count": found.markdown,
        "governed_markdown_count": _governed(found, configured),
        "suggested_type_directories": {each.name: each.directory for each in suggested if each.directory},
        "ambiguous_types": {each.name: list(each.directories) for each in shown if _is_ambiguous(each)},
        "suggested_namespaces": [_namespace(*each) for each in namespaces(found)],
        "configured_namespaces": [
            {"name": each.name, "docs_root": each.root or ".", "document_count": each.documents} for each in configured
        ],
        "overlapping_namespaces": _overlapping(configured),
        "layout": _layout(found),
        "site": _site(found.site) if found.site else None,
        "left_out": [{"path": each.path, "count": each.files, "reason": each.reason} for each in found.left],
        "front_matter_count": found.found.documents,
        "filename_pattern": found.names.pattern,
        "fields_count": found.found.different,
        "fields": [_field(each) for each in found.found.fields],
        "ids": _ids(found.ids) if found.ids else None,
        "types": [_type(each) for each in shown],
        "links": _links(found.links, found.names.indices),
    }


def _layout(found: Survey) -> str | None:
    if found.site:
        return found.site.generator
    return found.layout.name if found.layout else None


def _governed(found: Survey, configured: Iterable[Configured]) -> int:
    """The documents of the configuration; where there is none, those of the proposed docs roots."""
    namespaces = list(configured)
    return sum(each.documents for each in namespaces) if namespaces else found.documents


def _overlapping(configured: Iterable[Configured]) -> list[dict[str, str]]:
    """The pairs of namespaces of which one is inside the other."""
    listed = list(configured)
    return [
        {"outer": outer.name, "inner": inner.name}
        for outer in listed
        for inner in listed
        if outer is not inner and is_below(inner.root, outer.root)
    ]


def _is_ambiguous(each: Type) -> bool:
    return each.directory is None and len(each.directories) > 1


def _namespace(name: str, kind: Kind) -> Mapping[str, object]:
    return {"name": name, "docs_root": kind.root or ".", "markdown_count": kind.documents}


def _site(site: Generated) -> Mapping[str, object]:
    return {"generator": site.generator, "roots": list(site.roots)}


def _field(field: Field) -> Mapping[str, object]:
    values = [{"value": value, "count": count} for value, count in field.values.items()]
    return {
        "name": field.name,
        "count": field.documents,
        "required": field.is_required,
        "kinds": field.kinds,
        "values": values,
    }


def _ids(ids: Ids) -> Mapping[str, object]:
    return {
        "field": ids.field,
        "count": ids.documents,
        "different": ids.different,
        "pattern": ids.pattern,
        "fitting": ids.fitting.part,
        "prefix": ids.prefix,
        "references": ids.references,
        "splits": ids.splits,
    }


def _type(each: Type) -> Mapping[str, object]:
    return {
        "name": each.name,
        "count": each.documents,
        "directory": each.directory,
        "directories": each.directories,
        "sources": each.sources,
    }


def _links(links: Links, indices: Mapping[str, int]) -> Mapping[str, object]:
    sited = links.sited
    return {
        "documents": links.documents,
        "relative": links.relative,
        "headings": _share(links.existing),
        "site": _share(sited.leading),
        "without_extension": _share(links.implicit),
        "slugs": links.slugs,
        "index": indices,
        "implicit_extension": links.implicit_extension,
        "site_root": sited.site_root,
        "routes": sited.routes,
        "ignore": sited.ignored,
        "unresolved": sited.lost,
        "wiki": links.is_wiki,
    }


def _share(share: Share) -> Mapping[str, int]:
    return {"count": share.whole, "leading": share.part}


def _score(score: Score) -> Mapping[str, object]:
    return {
        "files_checked": score.files,
        "files_passed": score.passed,
        "violations_count": sum(score.violations.values()),
        "warnings_count": sum(score.warnings.values()),
        "violations": score.violations,
        "warnings": score.warnings,
        "uncertain_links_count": score.uncertain,
    }


def of_survey(found: Survey, configured: tuple[Configured, ...], score: Score) -> tuple[Text | Table, ...]:
    return (
        *_overview(found),
        *_configured_tables(configured),
        *_root_tables(found),
        *_type_tables(found),
        *_field_tables(found),
        Text(("", *_link_lines(found), "", *_score_lines(score), _next_step(found, configured))),
    )


def of_proposal(proposed: Proposal, score: Score, new: list[str] | None) -> tuple[Text | Table, ...]:
    """The proposed files, and the result of a check with them. What led to them is in the report of the survey."""
    *schemas, config = proposed.files.items()
    lines: list[str] = []
    for path, text in (config, *schemas) if new is None else ():
        lines += [f"==> {path} <==", *text.splitlines(), ""]
    return (Text((*lines, *_score_lines(score), _of_files(list(proposed.files), new))),)


def _of_files(paths: list[str], new: list[str] | None) -> str:
    if new is None:
        number = "this file" if len(paths) == 1 else f"these {len(paths)} files"
        return f"Nothing was written. Next: `meminit scan --write` writes {number}, then `meminit check`."
    if not new:
        return f"{listed(paths)}: up to date. Next: `meminit check`."
    return f"Written: {listed(new)}. Next: `meminit check`."


def _overview(found: Survey) -> Iterator[Text]:
    ids, counts = found.ids, f"{found.documents} of {counted(found.markdown, 'Markdown file')}"
    rows = [("documents", counts if found.roots else f"none; {counted(found.markdown, 'Markdown file')}")]
    if 2 * found.documents < found.markdown:
        rows += [("", "fewer than half of the Markdown files are governed by the proposal")]
    rows += [("docs root", found.roots[0].path or ".")] if found.roots else []
    rows += [("left out", f"{count}, {reason}") for reason, count in _left_out(found)]
    layout = _layout(found)
    rows += [("site" if found.site else "layout", layout)] if layout else []
    rows += [("front matter", f"{found.found.documents} documents")]
    rows += [("ids", f"{ids.field}, {ids.documents} documents, {ids.pattern}" if ids else "none")]
    rows += [("file names", found.names.pattern)]
    yield Text(tuple(f"{name:<14}{value}" for name, value in rows))


def _left_out(found: Survey) -> list[tuple[str, str]]:
    """What is left out by the reason: how many files, and the folder that has the most of them."""
    by_reason: dict[str, list[LeftOut]] = {}
    for each in found.left:
        by_reason.setdefault(each.reason, []).append(each)
    rows = []
    for reason, listed_here in by_reason.items():
        first = listed_here[0].path
        count = counted(sum(each.files for each in listed_here), "file")
        rows.append((f"{reason}: {first}" + (", ..." if len(listed_here) > 1 else "") if first else reason, count))
    return rows


def _configured_tables(configured: tuple[Configured, ...]) -> Iterator[Text | Table]:
    if configured:
        rows = [(each.name, f"{each.documents}", each.root or ".") for each in configured]
        yield Text(("",))
        yield Table(("CONFIGURED NAMESPACE", "DOCUMENTS", "ROOT"), tuple(rows[:_MOST_ROWS]))
        inside = [f"{each['inner']} is inside {each['outer']}" for each in _overlapping(configured)]
        yield from _further([*inside[:_MOST_ROWS]], len(rows) - _MOST_ROWS)


def _root_tables(found: Survey) -> Iterator[Text | Table]:
    if len(found.kinds) > 1:
        rows = [(each.root or ".", f"{each.documents}", listed(_needed(each), 5)) for each in found.kinds]
        yield Text(("",))
        yield Table(("DOCS ROOT", "DOCUMENTS", "REQUIRED"), tuple(rows[:_MOST_ROWS]))
        yield from _further([], len(rows) - _MOST_ROWS)


def _needed(kind: Kind) -> list[str]:
    return [each.name for each in kind.found.fields if each.is_required]


def _type_tables(found: Survey) -> Iterator[Text | Table]:
    if found.types:
        rows = [
            (each.name, f"{each.documents}", listed(each.sources), each.directory or listed(each.directories, 3))
            for each in found.types
        ]
        yield Text(("",))
        yield Table(("TYPE", "DOCUMENTS", "FOUND IN", "FOLDER"), tuple(rows[:_MOST_ROWS]))
        unclear = [each.name for each in found.types if _is_ambiguous(each)]
        notes = [f"in several folders: {listed(unclear)}"] if unclear else []
        yield from _further(notes, len(rows) - _MOST_ROWS)


def _field_tables(found: Survey) -> Iterator[Text | Table]:
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
    lines = [*notes, *([f"and {count} more, which --format json lists"] if count > 0 else [])]
    if lines:
        yield Text(tuple(lines))


def _link_lines(found: Survey) -> Iterator[str]:
    links, sited = found.links, found.links.sited
    if found.site:
        yield f"{'links':<14}as {found.site.generator} has them"
        return
    counts = f"{links.relative} relative, {links.sited.leading.whole} from the root of the site"
    looked_at = f" in {links.documents} of the documents" if links.documents < found.documents else ""
    yield f"{'links':<14}{counts}{looked_at}; anchors as {links.slugs}"
    if links.existing.whole:
        yield f"{'to headings':<14}{links.existing} lead to a heading"
    if sited.leading.whole:
        yield f"{'of the site':<14}{sited.leading} lead to a file"
    for route, place in sited.routes.items():
        yield f"{'route':<14}{route} leads to {place}"
    if sited.site_root:
        yield f"{'site root':<14}{sited.site_root}"
    if sited.ignored:
        yield f"{'elsewhere':<14}{listed(sited.ignored)}"
    if sited.lost:
        yield f"{'nowhere':<14}{listed((f'{part} ({count})' for part, count in sited.lost.items()), 6)}"


def _score_lines(score: Score) -> Iterator[str]:
    share = f"{score.passed} of {counted(score.files, 'file')} pass"
    yield f"With the proposed configuration, {share} `meminit check`."
    for what, counts in (("violations", score.violations), ("warnings", score.warnings)):
        if counts:
            yield f"  {what}: {listed(f'{count} {code}' for code, count in counts.items())}"
    if score.uncertain:
        open_ones = counted(score.uncertain, "link")
        yield f"  {open_ones} whose targets are not known: UNCERTAIN_LINK lists them"


def _next_step(found: Survey, configured: tuple[Configured, ...]) -> str:
    if configured:
        return "Next: `meminit check`; `meminit scan --propose` prints a configuration to compare with yours."
    if not found.roots:
        return "Next: write a document below docs/; `meminit scan --write` writes a .meminit.toml to start with."
    return (
        "Next: `meminit scan --propose` prints a .meminit.toml for these documents, `meminit scan --write` writes it."
    )
