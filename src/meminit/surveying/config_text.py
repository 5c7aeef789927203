"""Writes the `.meminit.toml` that fits what the documents of a repository do already."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.config.settings import (
    DEFAULT_EXCLUDE,
    DEFAULT_FILENAME,
    DEFAULT_ID_FIELD,
    DEFAULT_ID_PATTERN,
    DEFAULT_INCLUDE,
    DEFAULT_INDEX,
    DEFAULT_INDEX_FILE,
    DEFAULT_REFERENCES,
    DEFAULT_ROOT,
    DEFAULT_SLUGS,
    MDX,
    UNKNOWN,
)
from meminit.surveying.evidence import Share, is_below, is_sayable
from meminit.surveying.ids import Ids
from meminit.surveying.kinds import Kind
from meminit.surveying.severities import Relaxations
from meminit.surveying.survey import EXCLUDED, Generated, Survey
from meminit.surveying.types import MOST_TYPES, Type
from meminit.words import counted, listed

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_SPECIAL = re.compile(r"([\\*?\[\]!# ])")
_INDICES = DEFAULT_INDEX_FILE.rpartition("/")[0]
_MOST_LEFT_OUT = 30  # patterns of single folders and files; where there are more, folders are named by their last name
_NAMED = 0.5  # of the documents have a type that they name
_MOST_NAMESPACE = 60  # characters of a namespace's name
_DOCS = frozenset({"doc", "docs", "documentation", "content"})  # every namespace has such a folder, so it is no name


class Line(NamedTuple):
    """A line of the configuration, and why it is proposed."""

    text: str
    reason: str = ""


def config_lines(survey: Survey, project: str, schemas: Mapping[str, str] | None) -> tuple[Line, ...]:
    """The configuration without its rules, which are proposed when it is known how many documents break them.

    `schemas` are the paths of the schemas of kinds, by their roots; an empty path is for no schema at all, and None is
    for the built-in one.
    """
    first = survey.kinds[0].root if survey.kinds else ""
    tables = (
        _top(survey, project),
        _built_in() if schemas is None else (),
        _docs(survey, None if schemas is None else schemas.get(first, "")),
        _id(survey.ids, survey.found.documents) if survey.roots else (),
        *(_type(each) for each in proposed_types(survey)),
        *(_namespace(name, kind, survey, schemas, first) for name, kind in namespaces(survey)),
        _site(survey.site) if survey.site else (),
        _links(survey),
    )
    return tuple(_apart(tables))


def rule_lines(relaxed: Relaxations) -> tuple[Line, ...]:
    """A table for each folder in which some rules hold for few documents, after the rules of all."""
    lines = [
        Line(f'{each.code} = "{each.severity}"', f"{each.breaking} documents have a finding of it")
        for each in relaxed.everywhere
    ]
    made = [Line(""), Line("[rules]"), *lines] if lines else []
    for folder, own in relaxed.by_folder.items():
        made += [Line(""), Line("[[rules.override]]"), Line(f"paths = {_list([_pattern(folder)])}")]
        for severity in sorted({each.severity for each in own}):
            codes = [each for each in own if each.severity is severity]
            counts = listed(f"{each.breaking}" for each in codes)
            made.append(Line(f"{severity} = {_list(each.code for each in codes)}", f"{counts} documents there"))
    return tuple(made)


def _pattern(folder: str) -> str:
    return f"/{_escaped(folder)}/**"


def written(lines: Iterable[Line], *, reasons: bool) -> str:
    return "".join(f"{each.text}  # {each.reason}\n" if reasons and each.reason else f"{each.text}\n" for each in lines)


def proposed_types(survey: Survey) -> tuple[Type, ...]:
    """The types that documents name, or else those of folders; none if there are too many.

    If few documents name one, it may be a type of anything.
    """
    named = tuple(each for each in survey.types if "field" in each.sources)
    if not named:
        return tuple(each for each in survey.types if each.directory)
    is_usual = Share(sum(each.sources["field"] for each in named), survey.documents).is_at_least(_NAMED)
    return named if len(named) <= MOST_TYPES and is_usual else ()


def namespaces(survey: Survey) -> tuple[tuple[str, Kind], ...]:
    """The names and kinds of all namespaces except the first; all names differ."""
    taken = {"default"}
    found = []
    for kind in sorted(survey.kinds[1:], key=lambda each: each.root):
        names = [name for name in kind.root.split("/") if name.lower() not in _DOCS] or [kind.root]
        name = base = "-".join(names[-2:])[:_MOST_NAMESPACE]
        number = 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        found.append((name, kind))
    return tuple(found)


def quoted(text: str) -> str:
    """The text as a TOML string, with unseen characters as escapes."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)


def _apart(tables: Iterable[Iterable[Line]]) -> Iterator[Line]:
    is_first = True
    for table in tables:
        lines = tuple(table)
        if lines and not is_first:
            yield Line("")
        yield from lines
        is_first = is_first and not lines


def _top(survey: Survey, project: str) -> Iterator[Line]:
    yield Line(f"project = {quoted(project)}")
    if survey.ids and survey.ids.prefix:
        yield Line(f"prefix = {quoted(survey.ids.prefix)}", "all ids begin with it")


def _built_in() -> Iterator[Line]:
    yield Line("# no schema is named, since nearly all documents fit the one that is built into meminit")


def _docs(survey: Survey, schema_path: str | None) -> Iterator[Line]:
    if not survey.roots:
        return
    root, own = survey.roots[0], []
    if root.path != DEFAULT_ROOT:
        own.append(
            Line(f"root = {quoted(root.path or '.')}", f"{Share(root.documents, survey.markdown)} Markdown files")
        )
    if survey.adds_mdx:
        own.append(Line(f"include = {_list((*DEFAULT_INCLUDE, MDX))}", "most documents of a folder are .mdx files"))
    excluded = _excluded(survey, root.path, has_own_schema=schema_path is not None)
    if excluded:
        own.append(Line(f"exclude = {_list((*DEFAULT_EXCLUDE, *excluded))}", _reasons(survey, root.path)))
    if schema_path is not None:
        with_front = Share(survey.found.documents, survey.documents)
        own.append(Line(f"schema = {quoted(schema_path)}", f"{with_front} documents have front matter"))
    if survey.names.pattern != DEFAULT_FILENAME:
        own.append(Line(f"filename = {quoted(survey.names.pattern)}", "nearly all files have such names"))
    yield from (Line("[docs]"), *own) if own else ()


def _excluded(survey: Survey, root: str, *, has_own_schema: bool) -> list[str]:
    """Patterns relative to the docs root: what is left out, and the pages that meminit itself writes."""
    start = len(root) + 1 if root else 0
    inside = [each.path for each in survey.left if each.path and is_below(each.path, root) and is_sayable(each.path)]
    patterns = ["/" + _escaped(each[start:]) for each in inside]
    if len(patterns) > _MOST_LEFT_OUT:
        names = {each.rstrip("/").rpartition("/")[2] for each in inside if each.endswith("/")}
        patterns = [_escaped(each) + "/" for each in sorted(names)][:_MOST_LEFT_OUT]
    own = [f"/{_INDICES}/"] if has_own_schema and survey.found.documents and not survey.has_indices else []
    return [*(EXCLUDED if not root else ()), *patterns, *own]


def _escaped(path: str) -> str:
    """As gitignore patterns have it."""
    return _SPECIAL.sub(r"\\\1", path)


def _reasons(survey: Survey, root: str) -> str:
    counts: Counter[str] = Counter()
    for each in survey.left:
        if each.path and is_below(each.path, root):
            counts[each.reason] += each.files
    return ", ".join(f"{reason}: {count}" for reason, count in counts.most_common())


def _id(ids: Ids | None, documents: int) -> Iterator[Line]:
    if ids is None:
        yield from (Line("[id]"), Line('field = ""', "hardly any document has an id"))
        return
    own = []
    if ids.field != DEFAULT_ID_FIELD:
        own.append(Line(f"field = {quoted(ids.field)}", f"{Share(ids.documents, documents)} documents have one"))
    if ids.pattern != DEFAULT_ID_PATTERN:
        own.append(Line(f"pattern = {quoted(ids.pattern)}", f"{ids.fitting} ids fit it"))
    if not set(ids.references) <= set(DEFAULT_REFERENCES) or ids.splits:
        referring = dict.fromkeys((*DEFAULT_REFERENCES, *ids.references))
        items = ", ".join(_reference(each, ids.splits.get(each)) for each in referring)
        own.append(Line(f"references = [{items}]", "they hold ids of other documents"))
    yield from (Line("[id]"), *own) if own else ()


def _type(each: Type) -> Iterator[Line]:
    name = each.name if _BARE.fullmatch(each.name) else quoted(each.name)
    yield Line(f"[types.{name}]", counted(each.documents, "document"))
    if each.directory:
        inside = Share(each.directories[each.directory], each.documents)
        yield Line(f"directory = {quoted(each.directory)}", f"{inside} are in it")


def _reference(field: str, split: str | None) -> str:
    return quoted(field) if split is None else f"{{ field = {quoted(field)}, split = {quoted(split)} }}"


def _namespace(name: str, kind: Kind, survey: Survey, schemas: Mapping[str, str] | None, first: str) -> Iterator[Line]:
    documents = counted(kind.documents, "document")
    yield from (Line("[[namespaces]]"), Line(f"name = {quoted(name)}"), Line(f"root = {quoted(kind.root)}", documents))
    if schemas is not None and schemas.get(kind.root, "") != schemas.get(first, ""):
        needed = [each.name for each in kind.found.fields if each.is_required and each.name.isprintable()]
        reason = f"nearly all of them have {listed(needed)}" if needed else "few of them have front matter"
        yield Line(f"schema = {quoted(schemas.get(kind.root, ''))}", reason)
    excluded = _excluded(survey, kind.root, has_own_schema=False)
    if excluded:
        yield Line(f"exclude = {_list((*DEFAULT_EXCLUDE, *excluded))}", _reasons(survey, kind.root))


def _site(site: Generated) -> Iterator[Line]:
    yield Line("[site]")
    yield Line(f"generator = {quoted(site.generator)}", "its configuration says how links are meant")
    if site.roots != (".",):
        yield Line(f"root = {_list(site.roots)}", "where its configuration is")


def _links(survey: Survey) -> Iterator[Line]:
    links, indices = survey.links, tuple(survey.names.indices)
    own = []
    if links.slugs != DEFAULT_SLUGS and not survey.site:
        reason = f"documents are laid out for {survey.layout.name}" if survey.layout else "links to headings show it"
        if links.slugs == UNKNOWN:
            reason = "links to headings fit none of the ways that are known"
        own.append(Line(f"slugs = {quoted(links.slugs)}", reason))
    if indices and not survey.site and indices != tuple(each for each in DEFAULT_INDEX if each in indices):
        own.append(Line(f"index = {_list(indices)}", "the most frequent first"))
    if links.implicit_extension:
        own.append(Line("implicit_extension = true", f"{links.implicit} links without extension mean a .md file"))
    if links.is_wiki:
        own.append(Line("wiki = true", "there is an .obsidian folder"))
    sited = links.sited
    if sited.site_root:
        own.append(Line(f"site_root = {quoted(sited.site_root)}", f"{sited.leading} addresses lead to something"))
    if sited.routes:
        pairs = ", ".join(f"{quoted(route)} = {quoted(place)}" for route, place in sited.routes.items())
        own.append(Line(f"routes = {{ {pairs} }}", f"{sited.leading} addresses lead to something"))
    if sited.ignored:
        lost = sum(sited.ignored.values())
        own.append(Line(f"ignore = {_list(sited.ignored)}", f"none of these {lost} addresses leads to anything here"))
    yield from (Line("[links]"), *own) if own else ()


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, texts))}]"
