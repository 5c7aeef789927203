"""The front matter of a page that meminit writes: what stands there already, else what this repository asks for."""

import os
import posixpath
from collections import Counter

import orjson

from meminit.config.settings import DEFAULT_OWNER, Namespace, parts
from meminit.documents import front_matter as reading
from meminit.operations import nodes
from meminit.operations.knowing import Knowledge
from meminit.sources import gate

_TYPE = "INDEX"
_FIRST_DAY = "1970-01-01"  # where no document says when it was updated


def front_matter(known: Knowledge, path: str, title: str, taken: set[str]) -> str:
    """With both fences. The ids that are taken beside those of the documents get one more."""
    return _kept(known, path) or _new(known, path, title, taken)


def _kept(known: Knowledge, path: str) -> str | None:
    try:
        text = gate.decode(gate.read_inside(known.root, os.path.join(*parts(path)), known.limits.document))
    except (gate.SourceError, gate.BadEncoding):
        return None
    front = reading.read(text)
    return text[: front.body_at].rstrip("\r\n") + "\n" if front.fields else None


def _new(known: Knowledge, path: str, title: str, taken: set[str]) -> str:
    namespace = known.settings.governing(path) or known.settings.namespaces[-1]
    kind = _type(namespace, path)
    fields: dict[str, str] = {}
    if known.settings.ids.field:
        fields[known.settings.ids.field] = _free_id(known, namespace, kind, taken)
    updated = (nodes.text(known.fields(number).get("last_updated")) for number in range(len(known.library.cards)))
    fields |= {
        "type": kind,
        "title": title,
        "status": "Draft" if namespace.owner == DEFAULT_OWNER else "Approved",  # a placeholder is not to be approved
        "version": "1.0",
        "last_updated": max((each for each in updated if each), default=_FIRST_DAY),
        "owner": namespace.owner,
        "docops_version": namespace.docops_version,
    }
    lines = (f"{name}: {orjson.dumps(value).decode()}" for name, value in fields.items())  # JSON is YAML
    return "\n".join(["---", *lines, "---", ""])


def _type(namespace: Namespace, path: str) -> str:
    """That of the folder, where types are configured and none of them is just for this."""
    if not namespace.types or _TYPE in namespace.types:
        return _TYPE
    folder = posixpath.relpath(posixpath.dirname(path) or ".", namespace.root or ".")
    return next((name for name, kind in namespace.types.items() if kind.directory == folder), _TYPE)


def _free_id(known: Knowledge, namespace: Namespace, kind: str, taken: set[str]) -> str:
    held = taken.union(card.known_id for card in known.library.cards if card.known_id)
    prefixes = Counter(each.partition("-")[0] for each in held)
    prefix = namespace.prefix or (prefixes.most_common(1)[0][0] if prefixes else "DOC")
    number = next(each for each in range(1, len(held) + 2) if f"{prefix}-{kind}-{each:03}" not in held)
    taken.add(f"{prefix}-{kind}-{number:03}")
    return f"{prefix}-{kind}-{number:03}"
