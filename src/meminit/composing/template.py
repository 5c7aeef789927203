"""Reads templates of documents: placeholders such as `{{title}}`, in the front matter and in the body.

A value never becomes markup of its own: in the front matter it stands for what was read, and in a body it is escaped.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from meminit.documents import front_matter
from meminit.model.node import Mapped, Plain, Scalar, shown_fields
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import line_at
from meminit.words import did_you_mean, listed, nearest

PLACEHOLDERS = (
    "area", "date", "description", "document_id", "keywords", "owner", "related_ids", "repo_prefix", "seq", "status",
    "title", "type",
)  # fmt: skip
PLACEHOLDER = re.compile(r"\{\{([a-z][a-z_]{0,63})\}\}")
_OLD = re.compile(rf"(?<!\{{)\{{({'|'.join(PLACEHOLDERS)})\}}(?!\}})")
_TOKEN = re.compile(r"xPLACEx([a-z_]+)xHOLDERx")  # stands in for a placeholder while YAML is read
# What would be markup: some marks only at the beginning, `_` at the edge of a word, `&` before what could be an entity.
_MARKUP = re.compile(r"[\\`*\[\]<|~]|^[>#+=-]|(?<=\s)#+$|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")  # of an item in a list


class BadTemplate(Exception):  # noqa: N818 - it names what was seen
    """Why a template cannot be used, and the line."""

    def __init__(self, words: str, line: int | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.line = line


class Template(NamedTuple):
    """What the front matter holds, and the body; both with tokens in the place of placeholders."""

    fields: Mapping[str, Plain]
    body: str

    def filled(self, values: Mapping[str, str | list[str]]) -> dict[str, Plain]:
        """The fields with these values; what comes to nothing is left out."""
        found = {key: _filled(value, values) for key, value in self.fields.items()}
        return {key: value for key, value in found.items() if not _is_nothing(value)}

    def text(self, values: Mapping[str, str | list[str]]) -> str:
        """The body with these values, escaped."""
        return _TOKEN.sub(lambda found: escaped(_as_text(values[found[1]])), self.body)


def read(text: str, limits: Limits = DEFAULT) -> Template:
    """Raises BadTemplate for a placeholder that does not exist, and for front matter that cannot be read."""
    old = next((each for each in _OLD.finditer(text, 0, front_matter.read(text, limits).body_at)), None)
    if old:
        form = f"{old[0]} is a placeholder of the old form; `meminit migrate templates` writes {{{old[0]}}}"
        raise BadTemplate(form, line_at(text, old.start()))
    unknown = next((each for each in PLACEHOLDER.finditer(text) if each[1] not in PLACEHOLDERS), None)
    if unknown or _TOKEN.search(text):
        raise _unknown(text, unknown)
    held = front_matter.read(PLACEHOLDER.sub(r"xPLACEx\1xHOLDERx", text), limits)
    wrong = next((each for each in held.problems if each.code != "MISSING_FRONTMATTER"), None)
    if wrong:
        words = wrong.context.get("problem") or f"the key {wrong.context.get('key')} stands there twice"
        raise BadTemplate(f"its front matter cannot be used: {_with_placeholders(str(words))}", wrong.line)
    whole = PLACEHOLDER.sub(r"xPLACEx\1xHOLDERx", text)
    return Template(_fields(held.fields), whole[held.body_at :])


def escaped(text: str) -> str:
    """The text on one line, with nothing in it that Markdown would read as markup."""
    return _NUMBER.sub(r"\1\\\2", _MARKUP.sub(lambda found: f"\\{found.group()}", " ".join(text.split())))


def _unknown(text: str, found: re.Match[str] | None) -> BadTemplate:
    if found is None:
        return BadTemplate("it holds a text that meminit uses for placeholders itself")
    meant = did_you_mean(nearest(found[1], PLACEHOLDERS)) or f"; there are {listed(PLACEHOLDERS)}"
    return BadTemplate(f"there is no placeholder {found[0]}{meant}", line_at(text, found.start()))


def _with_placeholders(text: str) -> str:
    return _TOKEN.sub(r"{{\1}}", text)


def _fields(read_fields: Mapped | None) -> dict[str, Plain]:
    if read_fields is None:
        return {}
    found = shown_fields(read_fields)
    for name, entry in read_fields.entries.items():
        if isinstance(entry.node, Scalar) and _is_version(name) and isinstance(found[name], int | float):
            found[name] = entry.node.written  # as judges of versions read it
    return {_with_placeholders(name): value for name, value in found.items()}


def _is_version(name: str) -> bool:
    return name == "version" or name.endswith("_version")


def _filled(value: Plain, values: Mapping[str, str | list[str]]) -> Plain:
    if isinstance(value, str):
        alone = _TOKEN.fullmatch(value)
        chosen = values[alone[1]] if alone else _TOKEN.sub(lambda found: _as_text(values[found[1]]), value)
        return list(chosen) if isinstance(chosen, list) else chosen
    if isinstance(value, list):
        return list(_items(value, lambda each: _filled(each, values)))
    if isinstance(value, dict):
        inner = {key: _filled(each, values) for key, each in value.items()}
        return {key: each for key, each in inner.items() if not _is_nothing(each)}
    return value


def _items(value: list[Plain], fill: Callable[[Plain], Plain]) -> Iterator[Plain]:
    """A placeholder in a list that stands for several values stands for several items."""
    for each in value:
        found = fill(each)
        if isinstance(found, list) and isinstance(each, str):
            yield from found
        elif not _is_nothing(found):
            yield found


def _is_nothing(value: Plain) -> bool:
    return value is None or value in ("", [], {}) or (isinstance(value, str) and not value.strip())


def _as_text(value: str | list[str]) -> str:
    return value if isinstance(value, str) else ", ".join(value)
