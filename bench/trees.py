"""The trees that are measured: made, unpacked or copied, so that nobody's own files are touched."""

import os
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bench import generate

_SCHEMA = "metadata.schema.json"
_PUBLISHED = Path(__file__).resolve().parent.parent / "schemas" / _SCHEMA
_TEXT = 'string & != ""'
# What mdsmith is told to ask of front matter, so that it does the same work as meminit with its schema.
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "generated": {
        "document_id": '=~"^[A-Z]{3,10}-[A-Z]{3,10}-[0-9]{3}$"',
        "type": _TEXT,
        "title": _TEXT,
        "status": '"Draft" | "In Review" | "Approved" | "Superseded"',
        "version": '=~"^[0-9]+[.][0-9]+$"',
        "last_updated": '=~"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"',
        "owner": _TEXT,
        "docops_version": _TEXT,
    },
    "k8s": {"title": _TEXT, "weight?": "int"},
    "ghdocs": {"title": _TEXT, "versions": "_", "contentType": _TEXT},
}
_WITHOUT_IDS = """\
[docs]
root = "{root}"
schema = "{schema}"
filename = "."
[id]
field = ""
references = []
"""
_LINKS: Mapping[str, str] = {
    "k8s": """\
[links]
slugs = "hugo"
index = ["_index.md"]
routes = { "/docs/{page}" = "path:content/en/docs/{page}" }
""",
    "ghdocs": """\
[links]
index = ["index.md"]
routes = { "/{page}" = "path:content/{page}" }
""",
}
_SCHEMAS: Mapping[str, str] = {
    "k8s": """\
{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["title"],
 "properties": {"title": {"type": "string", "minLength": 1}, "weight": {"type": "integer"}}}
""",
    "ghdocs": """\
{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
 "required": ["title", "versions", "contentType"],
 "properties": {"title": {"type": "string", "minLength": 1}, "contentType": {"type": "string", "minLength": 1}}}
""",
}


class Tree(NamedTuple):
    """A repository to check, how many Markdown files it has, and what mdsmith is to ask of their front matter."""

    name: str
    folder: Path
    files: int
    fields: Mapping[str, str] = {}

    @property
    def schema(self) -> Path:
        """What its front matter is judged by; where it has nothing of its own, what meminit brings along."""
        own = self.folder / _SCHEMA
        return own if own.exists() else _PUBLISHED

    @property
    def middle(self) -> Path:
        """Some document, the same one each time."""
        files = sorted(_markdown(self.folder))
        return files[len(files) // 2]


def generated(work: Path, files: int) -> Tree:
    return _written(work, f"generated-{files}", files, generate.PLAIN)


def varied(work: Path, files: int) -> Tree:
    return _written(work, f"varied-{files}", files, generate.VARIED)


def world(work: Path, files: int) -> Tree:
    """Documents as they grow in the world."""
    return _written(work, f"world-{files}", files, generate.WORLD)


def bare(work: Path, files: int) -> Tree:
    """Documents without front matter."""
    return _written(work, f"bare-{files}", files, generate.BARE)


def linked(work: Path, files: int) -> Tree:
    """Documents of which every thirtieth leads to the one in the middle."""
    return _written(work, f"linked-{files}", files, generate.LINKED)


def templates(work: Path, files: int, *, broken: int = 0) -> Tree:
    """Documents as our templates write them; so many in a hundred with a fault."""
    name = f"templates-{files}-broken-{broken}" if broken else f"templates-{files}"
    return _written(work, name, files, generate.templates(broken))


def _written(work: Path, name: str, files: int, kind: generate.Kind) -> Tree:
    if not (work / name).exists():
        generate.write(work / name, files, kind)
    return Tree(name, work / name, files, _FIELDS["generated"])


def real(work: Path) -> list[Tree]:
    """Those of MEMINIT_TEST_DATA that are measured."""
    data = os.environ.get("MEMINIT_TEST_DATA")
    archives = [Path(data, "corpora", f"{name}.tar.xz") for name in _SCHEMAS] if data else []
    return [_unpacked(work, archive) for archive in archives if archive.is_file()]


def copied(work: Path, path: Path) -> Tree:
    """Any folder, without its history. Where it is not governed, only its links and syntax are checked."""
    name = next(each for each in _names(path.resolve().name or "root") if not (work / each).exists())
    shutil.copytree(path, work / name, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv", ".bench"))
    return _governed(work / name, name)


def _names(name: str) -> Iterator[str]:
    """The name of a tree, and others for trees that are called alike."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def _unpacked(work: Path, archive: Path) -> Tree:
    name = archive.name.partition(".")[0]
    with tarfile.open(archive) as files:
        files.extractall(work / name, filter="data")
    return _governed(work / name, name)


def _governed(folder: Path, name: str) -> Tree:
    if not any((folder / config).exists() for config in (".meminit.toml", "docops.config.yaml")):
        root = {"k8s": "content/en/docs", "ghdocs": "content"}.get(name, ".")
        schema = _SCHEMA if name in _SCHEMAS else ""
        config = _WITHOUT_IDS.format(root=root, schema=schema) + _LINKS.get(name, "")
        (folder / ".meminit.toml").write_text(config, encoding="utf-8")
        if schema:
            (folder / schema).write_text(_SCHEMAS[name], encoding="utf-8")
    return Tree(name, folder, len(_markdown(folder)), _FIELDS.get(name, {}))


def _markdown(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix.lower() in {".md", ".markdown"} and path.is_file()]
