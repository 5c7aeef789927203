"""Configurations, of either kind: settings, or CONFIG_INVALID with places inside the file; nothing else."""

import os
import re
from collections.abc import Hashable, Mapping
from pathlib import Path

from fuzz.target import Target, folder, hold
from meminit.config.find import OTHER_NAME, OWN_NAME, Repository
from meminit.config.load import load
from meminit.config.settings import Settings
from meminit.faults import CONFIG_INVALID, MeminitError

_CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ud800-\udfff]")
_NAMES = ["docs/a.md", "docs/45-adr/WIP-x.md", "docs/sub/é.md", "x"]
_PIECES = [
    *[
        "[docs]\n",
        "[id]\n",
        "[links]\n",
        "[rules]\n",
        "[types.ADR]\n",
        "[[namespaces]]\n",
        "[[rules.override]]\n",
        "[a.b]\n",
    ],
    *[
        'root = "docs"\n',
        'schema = ""\n',
        'include = ["**/*.md"]\n',
        'exclude = ["a/**", "!b"]\n',
        'filename = "^[a-z]+$"\n',
    ],
    *[
        'pattern = "^A"\n',
        'field = ""\n',
        'references = ["a"]\n',
        'slugs = "hugo"\n',
        'site_root = "."\n',
        'ignore = ["/a"]\n',
    ],
    *['routes = { "/s/{slug}" = "field:slug", "/p/{p}" = "path:docs/{p}" }\n', 'name = "org"\n', 'prefix = "ORG"\n'],
    *['paths = ["docs/**"]\n', 'warning = ["BROKEN_LINK"]\n', 'BROKEN_LINK = "off"\n', 'sections = ["a b"]\n'],
    *[
        'directory = "45-adr"\n',
        '"""',
        "'''",
        "= ",
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        ", ",
        "#",
        "\n",
        "\\u00e9",
        "\\U00110000",
    ],
    *[
        "../x",
        "/etc",
        "C:\\x",
        "..",
        ".",
        "a/../b",
        "a//b",
        "**",
        "*",
        "?",
        "[a-z]",
        "[!]",
        "[",
        "(a+)+$",
        "(?=a)",
        "\\1",
        "a{1,99999}",
    ],
    *[
        "true",
        "1",
        "1e9",
        "inf",
        "nan",
        "1979-05-27",
        "0x1f",
        "9" * 30,
        "a = 1\n",
        "a.b.c = 1\n",
        "{}",
        "[]",
        "{slug}",
        "{{",
        "}}",
    ],
    *[
        "docs_root: docs\n",
        "namespaces:\n",
        "  - name: a\n",
        "    docs_root: docs\n",
        "document_types:\n",
        "excluded_paths: [a]\n",
    ],
    *[
        "  ADR: {directory: x, template: y}\n",
        "schema_path: s.json\n",
        "templates:\n",
        "type_directories:\n",
        "  ADR: 45-adr\n",
    ],
    *[
        "excluded_files: [a b]\n",
        "excluded_filename_prefixes: ['[']\n",
        "repo_prefix: A\n",
        ": ",
        "- ",
        "&a ",
        "*a",
        "<<: ",
        "~",
        "!!x ",
    ],
]
_FOLDER = folder()


class _Memory:
    """Knows one configuration, as the cache does."""

    def __init__(self) -> None:
        self.known: dict[str, Mapping[str, object]] = {}
        self.further: Mapping[str, object] | None = None

    def values(self, config: str) -> Mapping[str, object] | None:
        return self.known.get(config)

    def learn(self, config: str, values: Mapping[str, object]) -> None:
        self.known[config] = values

    def learn_further(self, known: Mapping[str, object]) -> None:
        self.further = known


def examine(content: bytes) -> Hashable:
    return tuple(_examined(content, name) for name in (OWN_NAME, OTHER_NAME))


def _examined(content: bytes, name: str) -> Hashable:
    root = os.path.realpath(_FOLDER.name)
    path = Path(root, name)
    path.write_bytes(content)
    repository, memory = Repository(root, str(path)), _Memory()
    try:
        settings = load(repository, memory)
    except MeminitError as error:
        return _refused(error, content)
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    hold([each.endswith(text) for each in memory.known] == [True])
    hold(_told(load(repository, memory)) == _told(settings), settings)
    return tuple(_kind(each) for each in settings.namespaces), bool(settings.severities), len(settings.links.routes)


def _refused(error: MeminitError, content: bytes) -> Hashable:
    hold(error.fault is CONFIG_INVALID, error.fault, error.message)
    hold(not _CONTROL.search(error.message), error.message)
    count = len(content.splitlines()) + 1
    problems = error.details.get("problems", [])
    for each in [error.details, *(problems if isinstance(problems, list) else [])]:
        line = each.get("line")
        hold(line is None or 1 <= int(line) <= count, line, count)
    return error.message.partition(": ")[2][:30]


def _told(settings: Settings) -> Hashable:
    """What the settings say, and what those of their values do that cannot be compared."""
    judges = [settings.filename, *([settings.ids.form.fits] if settings.ids.form else [])]
    patterns = [each for space in settings.namespaces for each in (space.include, space.exclude)]
    patterns += [settings.links.ignore, settings.links.ignore_relative, *(each.paths for each in settings.overrides)]
    return (
        tuple(space._replace(include=None, exclude=None, types=repr(space.types)) for space in settings.namespaces),  # type: ignore[arg-type]  # compared below
        (settings.ids.field, settings.ids.references, settings.filename_pattern, settings.respect_gitignore),
        (repr(settings.severities), settings.links.slugs, settings.links.routes, settings.links.wiki),
        tuple(bool(judge(each)) for judge in judges for each in _NAMES),
        tuple(each.covers(tuple(name.split("/"))) for each in patterns for name in _NAMES),
    )


def _kind(space: object) -> Hashable:
    return tuple(bool(value) for value in space) if isinstance(space, tuple) else ()


TARGET = Target("configuration", examine, [each.encode() for each in _PIECES])
