"""Does the named work in the shortest way that Python has, without a care; so a careful program takes longer.

`python careless.py SCHEMA [KEPT]` reads the documents below the working folder: front matter as lines of `key: value`
and `- item`, judged by the schema, relative links and the fragments in them. It keeps no places, reasons or order, and
is wrong about much: nested fields, dates, ids in code, escaped targets, doubled headings, links out of the repository,
other encodings, files that are not plain. With a file to keep in what was read, it looks at nothing but the status of
documents afterwards. It prints how much is wrong by its lights.

With --yaml first, it takes one care: front matter is read as YAML, by what meminit reads it with. With --reading,
bodies are read as meminit reads them at first as well. All else is left as careless.
"""

import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import orjson

# What the status of a file was, whether its front matter is right, its targets and its anchors.
Facts: TypeAlias = tuple[list[int], bool, list[str], list[str]]
Bodies: TypeAlias = Callable[[Iterable[str]], list[tuple[list[str], list[str]]]]

_FIELD = re.compile(r'^(?:([A-Za-z_]\w*): *"?(.*?)"?| *- (.*))$', re.MULTILINE)
_TARGET = re.compile(r'<(?:a href|img src)="([^"]*)"')
_HEADING = re.compile(r"<h[1-6]>(.*?)</h[1-6]>")
_ID = re.compile(r' (?:id|name)="([^"]*)"')
_TAG = re.compile("<[^>]*>")
_DROPPED = re.compile(r"[^\w\- \n]")
_MOST = 1 << 24  # bytes of a document
_AT_ONCE = 64  # documents for which a step is taken before the next one, which is quicker


def main(schema: str, kept: str = "", care: str = "") -> None:
    gc.disable()
    known: Mapping[str, Facts] = {}
    if kept and os.path.exists(kept):
        with open(kept, "rb") as file:
            known = orjson.loads(file.read())
    states = {path: _state(path) if kept else [] for path in _documents()}
    facts = {path: known[path] for path, state in states.items() if path in known and known[path][0] == state}
    facts |= _read([path for path in states if path not in facts], states, schema, care)
    if kept and facts != known:
        with open(kept, "wb") as file:
            file.write(orjson.dumps(facts))
    print(sum(not each[1] for each in facts.values()) + sum(_wrong_links(facts)))


def _state(path: str) -> list[int]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _read(paths: list[str], states: Mapping[str, list[int]], schema: str, care: str) -> Mapping[str, Facts]:
    facts: dict[str, Facts] = {}
    if not paths:
        return facts
    read = _reader(schema, care)
    for start in range(0, len(paths), _AT_ONCE):
        some = paths[start : start + _AT_ONCE]
        facts.update((path, (states[path], *told)) for path, told in zip(some, read(some), strict=True))
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


def _reader(schema: str, care: str) -> Callable[[list[str]], Iterable[tuple[bool, list[str], list[str]]]]:
    from jsonschema_rs import Draft7Validator  # noqa: PLC0415 - wanted only where a document is read

    with open(schema, "rb") as file:
        is_valid = Draft7Validator(orjson.loads(file.read())).is_valid
    divided = _as_yaml() if care else _as_lines
    told = _as_meminit() if care == "--reading" else _as_html()

    def read(paths: list[str]) -> Iterable[tuple[bool, list[str], list[str]]]:
        fields, bodies = zip(*map(divided, map(_text, paths)), strict=True)
        are_right = [each is not None and is_valid(each) for each in fields]
        return [(is_right, *each) for is_right, each in zip(are_right, told(bodies), strict=True)]

    return read


def _text(path: str) -> str:
    handle = os.open(path, os.O_RDONLY)
    text = os.read(handle, _MOST).decode()
    os.close(handle)
    return text


def _as_lines(text: str) -> tuple[Mapping[str, Any] | None, str]:
    if not text.startswith("---\n"):
        return None, text
    end = text.find("\n---\n", 4)
    return _fields(text[4:end]), text[end + 5 :]


def _as_yaml() -> Callable[[str], tuple[Mapping[str, Any] | None, str]]:
    from meminit.documents import front_matter  # noqa: PLC0415 - the careless program does without
    from meminit.model.node import plain  # noqa: PLC0415 - as above

    def divided(text: str) -> tuple[Mapping[str, Any] | None, str]:
        found = front_matter.read(text)
        fields: Any = plain(found.fields) if found.fields else None
        return fields, text[found.body_at :]

    return divided


def _as_html() -> Bodies:
    from pyromark import Markdown, Options  # noqa: PLC0415 - wanted only where a document is read

    options = Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH
    as_html = Markdown(options=options).html
    return lambda texts: [_in_html(each) for each in [as_html(each) for each in texts]]


def _in_html(html: str) -> tuple[list[str], list[str]]:
    headings = "\n".join(_HEADING.findall(html))
    if "<" in headings:
        headings = _TAG.sub("", headings)
    anchors = _DROPPED.sub("", headings.lower()).replace(" ", "-").split("\n")
    if " id=" in html or " name=" in html:
        anchors += _ID.findall(html)
    return _relative(_TARGET.findall(html)), anchors


def _as_meminit() -> Bodies:
    from meminit.config.settings import Links  # noqa: PLC0415 - the careless program does without
    from meminit.documents import markdown  # noqa: PLC0415 - as above

    links = Links()

    def told(text: str) -> tuple[list[str], list[str]]:
        scan = markdown.quick_scan(text, links)
        if scan:
            targets = [each.target for each in scan.targets] + ["".join(each) for each in scan.plain_targets]
            return _relative(targets), list(scan.anchors)
        body = markdown.read(text, 1, links)
        return _relative(each.target for each in body.links), list(body.anchors or ())

    return lambda texts: [told(each) for each in texts]


def _relative(targets: Iterable[str]) -> list[str]:
    return [each for each in set(targets) if ":" not in each and each[:1] != "/"]


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
    places = [each for each in sys.argv[1:] if not each.startswith("--")]
    main(places[0], "".join(places[1:]), "".join(each for each in sys.argv[1:] if each.startswith("--")))
