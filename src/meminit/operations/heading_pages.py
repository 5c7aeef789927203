"""The front matter of a page that meminit writes: what stands there already, else what this repository asks for."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from typing import NamedTuple

import orjson

from meminit.config.settings import DEFAULT_OWNER, Namespace
from meminit.documents import front_matter as reading
from meminit.edits.putting import Place, foreign, place, seen
from meminit.faults import PAGE_INVALID, MeminitError
from meminit.model.finding import Problem
from meminit.operations.knowing import Knowledge
from meminit.sources import gate
from meminit.workspace import encoded

_TYPE = "INDEX"
_MARK = "<!-- Written by `meminit index --"
_FIRST_DAY = "1970-01-01"  # where no document says when it was updated


def mark(name: str) -> str:
    """What tells a page that meminit has written from one that somebody else has."""
    return f"{_MARK}{name}`: what stands below the front matter is replaced. -->"


class Standing(NamedTuple):
    """Where a page shall stand, and of front matter that stands there and says something, the text."""

    where: Place
    front_matter: str


def standing(known: Knowledge, name: str) -> Standing:
    """Raises WRITE_REFUSED over what somebody has written: more than front matter, which is there to be kept.

    Raises PAGE_INVALID where nobody can tell what that front matter says.
    """
    where = place(known.root, known.settings.project.page(name))
    most = 2 * known.limits.front_matter  # bytes; the mark stands right below the front matter
    beginning = seen(where, partial(gate.beginning, limit=known.limits.document, size=most)) or b""
    is_whole = len(beginning) < most
    if not is_whole:  # perhaps cut in the middle of a character
        beginning = beginning[: beginning.rfind(b"\n") + 1]
    try:
        text = gate.decode(beginning)
    except gate.BadEncoding:
        raise foreign(where) from None
    front = reading.read(text, known.limits)
    rest = text[front.body_at :]
    if _MARK not in rest and not (is_whole and _is_waiting(front, text, rest)):
        raise foreign(where)
    for each in front.problems:
        if front.fields is None and each.code == "INVALID_FRONTMATTER":
            raise _not_understood(where.relative, each)
    return Standing(where, text[: front.body_at] if front.fields else "")


def _is_waiting(front: reading.FrontMatter, text: str, rest: str) -> bool:
    """Whether there is front matter for a page that is to be written, or nothing at all."""
    return not rest.strip() and (front.fields is not None or not text.strip())


def _not_understood(path: str, problem: Problem) -> MeminitError:
    words = f"{path}: the front matter that stands there is to be kept, but {problem.context['problem']}"
    details = {"code": problem.code, "message": f"{problem.code} {problem.context['problem']}"}
    return MeminitError(PAGE_INVALID, f"{words} (line {problem.line})", path=path, problems=[details])


def front_matter(known: Knowledge, there: Standing, title: str, taken: set[str]) -> str:
    """With both fences. The ids that are taken beside those of the documents get one more."""
    if there.front_matter:
        return there.front_matter.rstrip("\r\n") + "\n"
    return _new(known, there.where.relative, title, taken)


def _new(known: Knowledge, path: str, title: str, taken: set[str]) -> str:
    namespace = known.settings.governing(path) or known.settings.namespaces[-1]
    kind = _type(namespace, path)
    fields: dict[str, str] = {}
    if known.settings.ids.field:
        fields[known.settings.ids.field] = _free_id(known, namespace, kind, taken)
    fields |= {
        "type": kind,
        "title": title,
        "status": "Draft" if namespace.owner == DEFAULT_OWNER else "Approved",  # a placeholder is not to be approved
        "version": "1.0",
        "last_updated": max(_days(known), default=_FIRST_DAY),
        "owner": namespace.owner,
        "docops_version": namespace.docops_version,
    }
    lines = (f"{name}: {orjson.dumps(value).decode()}" for name, value in fields.items())  # JSON is YAML
    return "\n".join(["---", *lines, "---", ""])


def _days(known: Knowledge) -> Iterator[str]:
    """The days on which documents say that they were updated."""
    for number in range(len(known.summaries.all)):
        day = encoded.text(known.fields(number).get("last_updated")) or ""
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            with suppress(ValueError):
                yield date.fromisoformat(day).isoformat()


def _type(namespace: Namespace, path: str) -> str:
    """That of the folder, where types are configured and none of them is just for this."""
    if not namespace.types or _TYPE in namespace.types:
        return _TYPE
    folder = posixpath.relpath(posixpath.dirname(path) or ".", namespace.root or ".")
    return next((name for name, kind in namespace.types.items() if kind.directory == folder), _TYPE)


def _free_id(known: Knowledge, namespace: Namespace, kind: str, taken: set[str]) -> str:
    held = taken.union(filter(None, known.summaries.ids))
    prefixes = Counter(each.partition("-")[0] for each in held)
    prefix = namespace.prefix or min(prefixes, key=lambda each: (-prefixes[each], each), default="DOC")
    number = next(each for each in range(1, len(held) + 2) if f"{prefix}-{kind}-{each:03}" not in held)
    taken.add(f"{prefix}-{kind}-{number:03}")
    return f"{prefix}-{kind}-{number:03}"
