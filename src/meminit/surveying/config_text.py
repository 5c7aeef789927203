"""Writes the `.meminit.toml` that fits what the documents of a repository do already."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit.config.settings import (
    DEFAULT_EXCLUDE,
    DEFAULT_FILENAME,
    DEFAULT_ID_FIELD,
    DEFAULT_ID_PATTERN,
    DEFAULT_INDEX,
    DEFAULT_REFERENCES,
    DEFAULT_ROOT,
    DEFAULT_SLUGS,
)
from meminit.surveying.evidence import Share
from meminit.surveying.ids import Ids
from meminit.surveying.severities import Relaxed
from meminit.surveying.survey import EXCLUDED, Survey
from meminit.surveying.types import MOST_TYPES, Type
from meminit.words import counted

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_MOST_NAMESPACE = 60  # characters of a namespace's name
_DOCS = frozenset({"doc", "docs", "documentation", "content"})  # every namespace has such a folder, so it is no name


class Line(NamedTuple):
    """A line of the configuration, and why it is proposed."""

    text: str
    reason: str = ""


def config_lines(survey: Survey, project: str, schema_path: str | None) -> tuple[Line, ...]:
    """The configuration without its rules, which are proposed when it is known how many documents break them.

    The path of the schema is empty for no schema at all, and None for the built-in one.
    """
    tables = (
        _top(survey, project),
        _built_in() if schema_path is None else (),
        _docs(survey, schema_path),
        _id(survey.ids, survey.found.documents) if survey.roots else (),
        *(_type(each) for each in proposed_types(survey.types)),
        *(_namespace(name, path) for name, path in namespaces(survey)),
        _links(survey),
    )
    return tuple(_apart(tables))


def rule_lines(relaxed: Iterable[Relaxed]) -> tuple[Line, ...]:
    rules = [
        Line(f'{each.code} = "{each.severity}"', f"{each.breaking} documents have a finding of it") for each in relaxed
    ]
    return (Line(""), Line("[rules]"), *rules) if rules else ()


def written(lines: Iterable[Line], *, reasons: bool) -> str:
    return "".join(f"{each.text}  # {each.reason}\n" if reasons and each.reason else f"{each.text}\n" for each in lines)


def proposed_types(types: Iterable[Type]) -> tuple[Type, ...]:
    """The types that documents name, or else those of folders; none if there are too many."""
    listed = tuple(types)
    named = tuple(each for each in listed if "field" in each.sources)
    if named:
        return named if len(named) <= MOST_TYPES else ()
    return tuple(each for each in listed if each.directory)


def namespaces(survey: Survey) -> tuple[tuple[str, str], ...]:
    """The names and paths of all docs roots except the largest; all names differ."""
    taken = {"default"}
    found = []
    for root in sorted(survey.roots[1:], key=lambda each: each.path):
        names = [name for name in root.path.split("/") if name.lower() not in _DOCS] or [root.path]
        name = base = "-".join(names[-2:])[:_MOST_NAMESPACE]
        number = 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        found.append((name, root.path))
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
    if not root.path:
        own.append(Line(f"exclude = {_list((*DEFAULT_EXCLUDE, *EXCLUDED))}"))
    if schema_path is not None:
        with_front = Share(survey.found.documents, survey.documents)
        own.append(Line(f"schema = {quoted(schema_path)}", f"{with_front} documents have front matter"))
    if survey.names.pattern != DEFAULT_FILENAME:
        own.append(Line(f"filename = {quoted(survey.names.pattern)}", "nearly all files have such names"))
    yield from (Line("[docs]"), *own) if own else ()


def _id(ids: Ids | None, documents: int) -> Iterator[Line]:
    if ids is None:
        yield from (Line("[id]"), Line('field = ""', "hardly any document has an id"))
        return
    own = []
    if ids.field != DEFAULT_ID_FIELD:
        own.append(Line(f"field = {quoted(ids.field)}", f"{Share(ids.documents, documents)} documents have one"))
    if ids.pattern != DEFAULT_ID_PATTERN:
        own.append(Line(f"pattern = {quoted(ids.pattern)}", f"{ids.fitting} ids fit it"))
    if not set(ids.references) <= set(DEFAULT_REFERENCES):
        referring = dict.fromkeys((*DEFAULT_REFERENCES, *ids.references))
        own.append(Line(f"references = {_list(referring)}", "they hold ids of other documents"))
    yield from (Line("[id]"), *own) if own else ()


def _type(each: Type) -> Iterator[Line]:
    name = each.name if _BARE.fullmatch(each.name) else quoted(each.name)
    yield Line(f"[types.{name}]", counted(each.documents, "document"))
    if each.directory:
        inside = Share(each.directories[each.directory], each.documents)
        yield Line(f"directory = {quoted(each.directory)}", f"{inside} are in it")


def _namespace(name: str, path: str) -> Iterator[Line]:
    yield from (Line("[[namespaces]]"), Line(f"name = {quoted(name)}"), Line(f"root = {quoted(path)}"))


def _links(survey: Survey) -> Iterator[Line]:
    links, indices = survey.links, tuple(survey.names.indices)
    own = []
    if links.slugs != DEFAULT_SLUGS:
        reason = f"documents are laid out for {survey.layout.name}" if survey.layout else "links to headings show it"
        own.append(Line(f"slugs = {quoted(links.slugs)}", reason))
    if indices and indices != tuple(each for each in DEFAULT_INDEX if each in indices):
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
