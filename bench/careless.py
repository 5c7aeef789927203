"""Does the named work in the shortest way that Python has, without a care; so a careful program takes longer.

`python careless.py SCHEMA [KEPT]` reads the documents below the working folder: front matter as lines of `key: value`
and `- item`, judged by the schema, relative links and the fragments in them. It keeps no places, reasons or order, and
is wrong about much: nested fields, dates, ids in code, escaped targets, doubled headings, links out of the repository,
other encodings, files that are not plain. With a file to keep in what was read, it looks at nothing but the status of
documents afterwards. It prints how much is wrong by its lights.
"""

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import click  # noqa: F401 - no program goes without a command line
import orjson

# What the status of a file was, whether its front matter is right, its targets and its anchors.
Facts: TypeAlias = tuple[list[int], bool, list[str], list[str]]

_FIELD = re.compile(r'^(?:([A-Za-z_]\w*): *"?(.*?)"?| *- (.*))$', re.MULTILINE)
_TARGET = re.compile(r'<(?:a href|img src)="([^"]*)"')
_HEADING = re.compile(r"<h[1-6]>(.*?)</h[1-6]>")
_ID = re.compile(r' (?:id|name)="([^"]*)"')
_TAG = re.compile("<[^>]*>")
_DROPPED = re.compile(r"[^\w\- \n]")
_MOST = 1 << 24  # bytes of a document


def main(schema: str, kept: str = "") -> None:
    gc.disable()
    known: Mapping[str, Any] = {}
    if kept and os.path.exists(kept):
        with open(kept, "rb") as file:
            known = orjson.loads(file.read())
    facts = _facts(schema, known, keeps=bool(kept))
    if kept and facts != known:
        with open(kept, "wb") as file:
            file.write(orjson.dumps(facts))
    print(sum(not each[1] for each in facts.values()) + sum(_wrong_links(facts)))


def _facts(schema: str, known: Mapping[str, Any], *, keeps: bool) -> dict[str, Facts]:
    facts: dict[str, Facts] = {}
    read: Callable[[str], tuple[bool, list[str], list[str]]] | None = None
    for path in _documents():
        state: list[int] = []
        if keeps:
            status = os.stat(path)
            state = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
            if path in known and known[path][0] == state:
                facts[path] = known[path]
                continue
        read = read or _reader(schema)
        facts[path] = (state, *read(path))
    return facts


def _documents() -> Iterator[str]:
    waiting = ["."]
    for folder in waiting:  # it grows on the way
        with os.scandir(folder) as entries:
            for each in entries:
                if each.is_dir(follow_symlinks=False):
                    waiting.append(each.path)
                elif each.name.endswith(".md"):
                    yield each.path


def _reader(schema: str) -> Callable[[str], tuple[bool, list[str], list[str]]]:
    from jsonschema_rs import Draft7Validator  # noqa: PLC0415 - wanted only where a document is read
    from pyromark import Markdown, Options  # noqa: PLC0415 - as above

    options = Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH
    as_html = Markdown(options=options).html
    with open(schema, "rb") as file:
        is_valid = Draft7Validator(orjson.loads(file.read())).is_valid

    def read(path: str) -> tuple[bool, list[str], list[str]]:
        handle = os.open(path, os.O_RDONLY)
        text = os.read(handle, _MOST).decode()
        os.close(handle)
        is_right = False
        if text.startswith("---\n"):
            end = text.find("\n---\n", 4)
            is_right = is_valid(_fields(text[4:end]))
            text = text[end + 5 :]
        html = as_html(text)
        headings = "\n".join(_HEADING.findall(html))
        if "<" in headings:
            headings = _TAG.sub("", headings)
        anchors = _DROPPED.sub("", headings.lower()).replace(" ", "-").split("\n")
        if " id=" in html or " name=" in html:
            anchors += _ID.findall(html)
        targets = [each for each in set(_TARGET.findall(html)) if ":" not in each and each[:1] != "/"]
        return is_right, targets, anchors

    return read


def _fields(text: str) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {}
    items: list[str] = []
    for key, value, item in _FIELD.findall(text):
        if key:
            items = []
            fields[key] = value or items
        else:
            items.append(item)
    return fields


def _wrong_links(facts: Mapping[str, Facts]) -> Iterator[bool]:
    known: dict[tuple[str, str], str] = {}
    for path, (_, _, targets, _) in facts.items():
        folder = path.rpartition("/")[0]
        for each in targets:
            file, _, fragment = each.partition("#")
            there = known.get((folder, file)) if file else path
            if there is None:
                there = known[folder, file] = _joined(folder, file)
            if there not in facts:
                yield not os.path.exists(there)
            elif fragment:
                yield fragment not in facts[there][3]


def _joined(folder: str, file: str) -> str:
    while file.startswith("../"):
        folder, file = folder.rpartition("/")[0], file[3:]
    return f"{folder}/{file}"


if __name__ == "__main__":
    main(*sys.argv[1:])
