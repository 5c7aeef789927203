"""Makes settings of a `.meminit.toml`."""

from collections.abc import Callable, Mapping

from meminit.config.building import Builder, Part
from meminit.config.complaint import ConfigText, LineOf
from meminit.config.linking import default_include, links
from meminit.config.settings import (
    DEFAULT_BASELINE,
    DEFAULT_CATALOG,
    DEFAULT_COVERS,
    DEFAULT_DOCOPS_VERSION,
    DEFAULT_FILENAME,
    DEFAULT_ID_FIELD,
    DEFAULT_INDEX_FILE,
    DEFAULT_OWNER,
    DEFAULT_REFERENCES,
    DEFAULT_ROOT,
    STATUSES,
    IdForm,
    Ids,
    Namespace,
    Override,
    Project,
    Settings,
    below,
    deepest_first,
)
from meminit.model.finding import Severity
from meminit.schema.judge import known_searcher
from meminit.sites.site import Site

DEFAULT_NAMESPACE = "default"
_MOST_OVERRIDING = 500


def read(text: str, shown_path: str, known: Mapping[str, object] | None) -> ConfigText:
    """The known values if there are any, or else those of the text."""
    if known is not None:
        return ConfigText(shown_path, known, lambda: _lines(text), is_known=True)
    from meminit.sources import toml_text  # noqa: PLC0415 - importing it takes as long as making settings

    return ConfigText(shown_path, toml_text.parse(text), lambda: _lines(text))


def _lines(text: str) -> LineOf:
    from meminit.sources.toml_text import TomlLines  # noqa: PLC0415 - as above

    return TomlLines(text).line_of


def settings(
    config: ConfigText, root: str, sites_of: Callable[[Mapping[str, object], str], tuple[Site, ...]]
) -> Settings:
    """`sites_of` makes sites of the values of `[site]` and the docs root."""
    config.refuse_by_schema("config")
    top = Part(config.values, ())
    said = top.part("site").values
    sites = sites_of(said, top.part("docs").text("root", DEFAULT_ROOT)) if said else ()
    docs, builder = top.part("docs"), Builder(root, is_known=config.is_known)
    made = Settings(
        config_path=config.shown_path,
        project=_project(top, builder),
        namespaces=deepest_first(_namespaces(top, builder, default_include(sites))),
        ids=_ids(top.part("id"), builder),
        filename=builder.expression(docs, "filename")
        if "filename" in docs.values
        else known_searcher(DEFAULT_FILENAME),
        filename_pattern=docs.text("filename") or DEFAULT_FILENAME,
        respect_gitignore=bool(docs.values.get("respect_gitignore", True)),
        severities=_severities(top.part("rules")),
        overrides=_overrides(top.part("rules"), builder),
        links=links(top.part("links"), builder, sites),
        covers_field=top.part("drift").text("field", DEFAULT_COVERS),
    )
    config.refuse(builder.complaints)
    return made


def _project(top: Part, builder: Builder) -> Project:
    docs = top.part("docs")
    return Project(
        name=top.text("project") or "",
        prefix=top.text("prefix") or "",
        docops_version=top.text("docops_version", DEFAULT_DOCOPS_VERSION),
        owner=docs.text("owner", DEFAULT_OWNER),
        index_path=builder.place(docs, "index") or below(docs.text("root", DEFAULT_ROOT), DEFAULT_INDEX_FILE),
        catalog=docs.text("catalog", DEFAULT_CATALOG),
        statuses=docs.texts("statuses") or STATUSES,
        baseline_path=builder.place(top.part("baseline"), "file") or DEFAULT_BASELINE,
    )


def _namespaces(top: Part, builder: Builder, include: tuple[str, ...]) -> list[Namespace]:
    docs, further = top.part("docs"), top.parts("namespaces")
    default = Namespace(
        name=DEFAULT_NAMESPACE,
        root=builder.root(docs, "root"),
        prefix=top.text("prefix") or "",
        include=builder.include(docs, include),
        exclude=builder.exclude(docs),
        schema=builder.place(docs, "schema"),
        types=builder.types(top.part("types")),
        optional=bool(further) and "root" not in docs.values,
        owner=docs.text("owner", DEFAULT_OWNER),
        docops_version=top.text("docops_version", DEFAULT_DOCOPS_VERSION),
    )
    named = [_namespace(part, default, builder) for part in further]
    names = [((*part.path, "name"), each.name) for part, each in zip(further, named, strict=True)]
    roots = [((*part.path, "root"), each.root) for part, each in zip(further, named, strict=True)]
    is_written_out = any((each.name, each.root) == (DEFAULT_NAMESPACE, default.root) for each in named)
    builder.unique(names, {} if is_written_out else {DEFAULT_NAMESPACE: "the namespace of [docs]"})
    builder.unique(roots, {} if is_written_out or default.optional else {default.root: "[docs]"})
    unclaimed = default.root not in {namespace.root for namespace in named}
    return [default, *named] if unclaimed else named


def _namespace(part: Part, default: Namespace, builder: Builder) -> Namespace:
    """What the table does not set is inherited from [docs]."""
    return Namespace(
        name=part.text("name") or "",
        root=builder.place(part, "root") or "",
        prefix=default.prefix if part.text("prefix") is None else part.text("prefix") or "",
        include=builder.include(part) if "include" in part.values else default.include,
        exclude=builder.exclude(part) if "exclude" in part.values else default.exclude,
        schema=builder.place(part, "schema") if "schema" in part.values else default.schema,
        types={**default.types, **builder.types(part.part("types"))} if "types" in part.values else default.types,
        owner=part.text("owner", default.owner),
        docops_version=part.text("docops_version", default.docops_version),
    )


def _ids(part: Part, builder: Builder) -> Ids:
    field, references, pattern = part.text("field"), part.values.get("references"), part.text("pattern")
    listed = references if isinstance(references, list) else []
    split = {str(each["field"]): str(each["split"]) for each in listed if isinstance(each, dict) and "split" in each}
    return Ids(
        field=DEFAULT_ID_FIELD if field is None else field,
        references=DEFAULT_REFERENCES
        if references is None
        else tuple(str(each["field"] if isinstance(each, dict) else each) for each in listed),
        form=IdForm(pattern, builder.expression(part, "pattern")) if pattern is not None else None,
        splits=split,
    )


def _severities(part: Part) -> dict[str, Severity]:
    return {code: Severity(str(value)) for code, value in part.values.items() if code != "override"}


def _overrides(part: Part, builder: Builder) -> tuple[Override, ...]:
    made = tuple(_override(each, builder) for each in part.parts("override"))
    every, path = [each.paths for each in made], (*part.path, "override")
    count = sum(map(len, every))
    if count > _MOST_OVERRIDING:
        builder.complain(path, f"the tables have {count} patterns together; at most {_MOST_OVERRIDING} are allowed")
    builder.few_wild_folders(path, every)
    return made


def _override(part: Part, builder: Builder) -> Override:
    listed = [(code, severity) for severity in Severity for code in part.texts(severity) or ()]
    severities: dict[str, Severity] = {}
    for code, severity in listed:
        if severities.setdefault(code, severity) is not severity:
            builder.complain((*part.path, severity), f"{code} is listed under {severities[code]} already; list it once")
    return Override(builder.patterns(part, "paths", (), ignore_case=False), severities)
