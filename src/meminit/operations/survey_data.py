"""Says what a survey found in the form that machines read."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.surveying.config_text import namespaces, proposed_types, written
from meminit.surveying.evidence import Share, is_below
from meminit.surveying.fields import Field
from meminit.surveying.ids import Ids
from meminit.surveying.links import Links
from meminit.surveying.proposal import Proposal
from meminit.surveying.severities import Score
from meminit.surveying.survey import Survey
from meminit.surveying.types import Type

_MOST_TYPES = 100  # told; more of them are no types but texts


class Configured(NamedTuple):
    """A namespace of the configuration that is there already."""

    name: str
    root: str
    documents: int


def data(
    found: Survey, configured: tuple[Configured, ...], score: Score, proposed: Proposal | None
) -> Mapping[str, object]:
    shown = {"report": _report(found, configured), "score": _score(score)}
    if proposed:
        shown["proposal"] = {
            "config": written(proposed.lines, reasons=True),
            "schema": proposed.schema,
            "schema_path": proposed.schema_path,
        }
    return shown


def _report(found: Survey, configured: tuple[Configured, ...]) -> Mapping[str, object]:
    suggested, shown = proposed_types(found.types), found.types[:_MOST_TYPES]
    return {
        "docs_root": (found.roots[0].path or ".") if found.roots else None,
        "markdown_count": found.markdown,
        "governed_markdown_count": governed(found, configured),
        "suggested_type_directories": {each.name: each.directory for each in suggested if each.directory},
        "ambiguous_types": {each.name: list(each.directories) for each in shown if is_ambiguous(each)},
        "suggested_namespaces": [_namespace(found, *each) for each in namespaces(found)],
        "configured_namespaces": [
            {"name": each.name, "docs_root": each.root or ".", "document_count": each.documents} for each in configured
        ],
        "overlapping_namespaces": overlapping(configured),
        "layout": found.layout.name if found.layout else None,
        "front_matter_count": found.found.documents,
        "filename_pattern": found.names.pattern,
        "fields_count": found.found.different,
        "fields": [_field(each) for each in found.found.fields],
        "ids": _ids(found.ids) if found.ids else None,
        "types": [_type(each) for each in shown],
        "links": _links(found.links, found.names.indices),
    }


def governed(found: Survey, configured: Iterable[Configured]) -> int:
    """The documents of the configuration; where there is none, those of the proposed docs roots."""
    namespaces = list(configured)
    return sum(each.documents for each in namespaces) if namespaces else found.documents


def overlapping(configured: Iterable[Configured]) -> list[dict[str, str]]:
    """The namespaces that lie within others, each with all that it lies in."""
    listed = list(configured)
    return [
        {"outer": outer.name, "inner": inner.name}
        for outer in listed
        for inner in listed
        if outer is not inner and is_below(inner.root, outer.root)
    ]


def is_ambiguous(each: Type) -> bool:
    return each.directory is None and len(each.directories) > 1


def _namespace(found: Survey, name: str, path: str) -> Mapping[str, object]:
    count = next(root.documents for root in found.roots if root.path == path)
    return {"name": name, "docs_root": path, "markdown_count": count}


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
    }
