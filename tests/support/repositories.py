"""Small repositories that are right and wrong in all kinds of ways, and changes that may befall them."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from tests.support.bodies import CLEAR, PIECES, TRAPS

IDS = [f"PAY-ADR-{number:03}" for number in range(1, 7)]
NAMES = ["a.md", "b.md", "c.markdown", "README.md", "index.md", "UPPER.md", "é.md", "with blank.md", "%41.md", "a#b.md"]
NAMES += ["bad\udcff.md"] if sys.platform == "linux" else []  # where names may be any bytes
FOLDERS = ["", "", "sub/", "sub/deep/", "45-adr/", "Ö/"]
OTHERS = ["docs/p.png", "docs/notes.txt", "outside.md", "docs/sub/.gitignore", "docs/45-adr/.gitignore"]
SLUGS = ["github", "gitlab", "mkdocs", "hugo", "docusaurus", "kramdown"]
SETTINGS = [
    '[docs]\nschema = ""\n',
    '[docs]\nschema = "docs/schema.json"\n',
    '[docs]\nschema = "docs/schema.json"\nexclude = ["sub/deep/**"]\n',
    '[docs]\nschema = "docs/nothing.json"\n',
    '[id]\nfield = ""\n',
    '[id]\npattern = "^PAY"\nreferences = ["related_ids", "owner"]\n',
    '[types.ADR]\ndirectory = "45-adr"\nsections = ["a b", "Context"]\n',
    '[[namespaces]]\nname = "sub"\nroot = "docs/sub"\nprefix = "SUB"\n',
    '[[rules.override]]\npaths = ["docs/sub/**"]\nwarning = ["BROKEN_LINK", "MISSING_FRONTMATTER"]\n',
]
ON_LINKS = ["wiki = true\n", "implicit_extension = true\n", 'site_root = "docs"\n', 'ignore = ["/api/**"]\n']
ON_LINKS += ['routes = { "/s/{slug}" = "field:slug", "/p/{page}" = "path:docs/{page}" }\n']
# A generator, its own configuration, and what that may say.
SITES = [
    ("vitepress", ".vitepress/config.ts", ["export default {}", "export default { base: '/b/' }", "{"]),
    ("mkdocs", "mkdocs.yml", ["docs_dir: .", "docs_dir: docs", "use_directory_urls: false", "x: ["]),
    ("hugo", "hugo.toml", ['contentDir = "docs"', '[markup.goldmark.parser]\nautoHeadingIDType = "github-ascii"', "="]),
    ("starlight", "astro.config.mjs", ["export default { redirects: { '/a': '/b' } }"]),
    ("mdbook", "book.toml", ['[book]\nsrc = "docs"', '[output.html]\nsite-url = "/b/"\n[book]\nsrc = "docs"']),
    ("docusaurus", "docusaurus.config.js", ["module.exports = { baseUrl: '/b/' }", "module.exports = {}"]),
    ("jekyll", "_config.yml", ["permalink: pretty", "baseurl: /b", "kramdown: {auto_ids: false}"]),
]
CONFIGS = {name: texts for _, name, texts in SITES}
ON_SITES = ["", 'root = "docs"\n', 'content = { docs = "/" }\n', 'base = "/b/"\n', 'address = ["slug"]\n']
FIELDS = ["status: Drafty", "status: Approved", "superseded_by: {id}", "related_ids: [{id}, {id}]", "related_ids: {id}"]
FIELDS += ["superseded_by: {id}", "status: Superseded"]
FIELDS += [
    "superseded_by: PAY-XXX-009",
    "related_ids:\n  - {id}\n  - PAY-XXX-009",
    "related_ids: [a.md, no.md]",
    "slug: one",
]
FIELDS += ["slug: two", "type: ADR", "type: PRD", "title: __TBD__", "title: [a]", "unknown: 1", 'title: "\\ud83d"']
FIELDS += ['document_id: "\\udc00"', 'slug: "\\ud800"', "owner: {id}", "last_updated: 2026-13-01", "version: 1.10"]
BROKEN = ["title: [a", "a: b: c", "- a", "x", "\ta: 1", "a: &b 1\nc: *d", "'"]
TARGETS = ["a.md", "b.md", "../a.md", "sub/a.md", "A.MD", "é.md", "with%20blank.md", "%2541.md", "p.png", "sub", "sub/"]
TARGETS += ["../../outside.md", "../../../x.md", "/a.md", "/docs/a.md", "/s/one", "/s/two", "/p/a", "/api/x", "a", "#t"]
TARGETS += ["/a", "/a.html#t", "/b/a/", "../a/", "./sub/a", "/one/", "/b/two", "index.html", "../p.png"]
TARGETS += [
    "a.md#a-b",
    "b.md#t",
    "sub/a.md#no",
    "notes.txt#L1",
    "./a.md",
    "sub/../b.md",
    "http://x.y/z",
    "javascript:x",
]
BLOCK = "<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Document ID:** {id}\n> **Status:** Draft\n"
BODIES = [*TRAPS.values(), *CLEAR.values(), BLOCK, "# t\n", "# a b\n\n# a b\n", "## Context\n", "[[a]] [[no]]\n"]
ODD = [b"", b"\xff\xfe", b"\xef\xbb\xbf# a\n", b"---\n", b"---\ntitle: a\n", b"a\0b\n", b"# a\r\n\r\n[x](no.md)\r"]


def repository(dice: Random) -> dict[str, bytes]:
    """Files by their paths."""
    files = {".meminit.toml": _settings(dice), "docs/schema.json": _schema(dice)}
    files |= {name: b"*.md\n" if name.endswith("ignore") else b"x\n" for name in dice.sample(OTHERS, 3)}
    for name in dice.sample(sorted(CONFIGS), 3):
        files[f"{dice.choice(['', 'docs/'])}{name}"] = dice.choice(CONFIGS[name]).encode()
    return files | {f"docs/{name}": document(dice) for name in dice.sample(_names(), dice.randint(3, 14))}


def _names() -> list[str]:
    return sorted({folder + name for folder in FOLDERS for name in NAMES})


def _settings(dice: Random) -> bytes:
    chosen = {each.partition("\n")[0]: each for each in dice.sample(SETTINGS, dice.randint(1, 6))}
    links = "".join(dice.sample(ON_LINKS, dice.randint(0, 3)))
    rules = '[rules]\nBROKEN_LINK = "warning"\n' if dice.random() < 0.2 else ""
    slugs = f'slugs = "{dice.choice(SLUGS)}"\n' if dice.random() < 0.8 else ""
    return f"{rules}[links]\n{slugs}{links}{''.join(chosen.values())}{_site(dice)}".encode()


def _site(dice: Random) -> str:
    if dice.random() < 0.6:
        return ""
    lines = sorted({dice.choice(ON_SITES), dice.choice(ON_SITES)})
    return f'[site]\ngenerator = "{dice.choice(SITES)[0]}"\n{"".join(lines)}'


def _schema(dice: Random) -> bytes:
    if dice.random() < 0.1:
        return b"{"
    return json.dumps({"required": dice.sample(["title", "owner", "slug", "status"], 2)}).encode()


def document(dice: Random) -> bytes:
    if dice.random() < 0.08:
        return dice.choice(ODD)
    links = "".join(f"[x]({dice.choice(TARGETS)})\n\n" for _ in range(dice.randint(0, 3)))
    body = f"{links}{dice.choice(BODIES)}\n{''.join(dice.choices(PIECES, k=dice.choice([0, 0, 5])))}\n"
    return (_front_matter(dice) + body).replace("{id}", dice.choice(IDS)).encode()


def _front_matter(dice: Random) -> str:
    chance = dice.random()
    if chance < 0.1:
        return ""
    if chance < 0.2:
        return f"---\ndocument_id: {dice.choice(IDS)}\n{dice.choice(BROKEN)}\n---\n\n"
    fields = {"document_id": f"document_id: {dice.choice(IDS)}", "type": "type: ADR", "title": "title: x"}
    fields |= {"status": "status: Draft", "version": 'version: "1.0"', "last_updated": "last_updated: 2026-01-02"}
    fields |= {"owner": "owner: Team", "docops_version": 'docops_version: "2.0"'}
    for field in dice.sample(FIELDS, dice.randint(0, 3)):
        fields[field.partition(":")[0] if dice.random() < 0.9 else field] = field.replace("{id}", dice.choice(IDS))
    return "---\n" + "\n".join(fields.values()) + "\n---\n\n"


def changed(dice: Random, folder: Path) -> str:
    """Does something to a file, and tells what."""
    files = sorted(path for path in (folder / "docs").rglob("*") if path.is_file())
    change = dice.choice(
        [
            _edit,
            _edit,
            _delete,
            _add,
            _add,
            _touch,
            _disguise,
            _disguise,
            _swap,
            _govern,
            _judge_otherwise,
            _build_otherwise,
        ]
    )
    return f"{change.__name__} {change(dice, folder, files)!r}"


def _edit(dice: Random, _folder: Path, files: list[Path]) -> object:
    path = dice.choice(files)
    path.write_bytes(_schema(dice) if path.suffix == ".json" else document(dice))
    return path


def _delete(dice: Random, _folder: Path, files: list[Path]) -> object:
    path = dice.choice(files)
    path.unlink()
    return path


def _add(dice: Random, folder: Path, _files: list[Path]) -> object:
    path = folder / dice.choice([*(f"docs/{name}" for name in _names()), *OTHERS])
    write(folder, {str(path.relative_to(folder)): document(dice)})
    return path


def _touch(dice: Random, _folder: Path, files: list[Path]) -> object:
    path = dice.choice(files)
    os.utime(path, ns=(10**18, 10**18 + dice.choice([0, 1])))
    return path


def _disguise(dice: Random, _folder: Path, files: list[Path]) -> object:
    """Other content, with neither size nor time to tell of it."""
    path = dice.choice(files)
    before, old = path.stat(), path.read_bytes()
    new = document(dice)[: len(old)]
    path.write_bytes(new + b"\n" * (len(old) - len(new)))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    return path


def _swap(dice: Random, _folder: Path, files: list[Path]) -> object:
    first, second = dice.choice(files), dice.choice(files)
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    return first, second


def _govern(dice: Random, folder: Path, _files: list[Path]) -> object:
    write(folder, {".meminit.toml": _settings(dice), "docs/schema.json": _schema(dice)})
    return (folder / ".meminit.toml").read_text()


def _judge_otherwise(dice: Random, folder: Path, _files: list[Path]) -> object:
    path = folder / "docs/schema.json"
    path.write_bytes(_schema(dice))
    return path.read_bytes()


def _build_otherwise(dice: Random, folder: Path, _files: list[Path]) -> object:
    """What a site generator is told."""
    name = dice.choice(sorted(CONFIGS))
    path = f"{dice.choice(['', 'docs/'])}{name}"
    write(folder, {path: dice.choice(CONFIGS[name]).encode()})
    return path


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
