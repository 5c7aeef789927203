"""Small repositories that are right and wrong in all kinds of ways, and changes that may befall them."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from meminit.accepting.baseline import Entry, written
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
    (
        "vuepress",
        ".vuepress/config.js",
        ["module.exports = { base: '/b/' }", "module.exports = { permalinkPattern: ':slug' }"],
    ),
    ("mkdocs", "mkdocs.yml", ["docs_dir: .", "docs_dir: docs", "use_directory_urls: false", "x: ["]),
    ("hugo", "hugo.toml", ['contentDir = "docs"', '[markup.goldmark.parser]\nautoHeadingIDType = "github-ascii"', "="]),
    ("starlight", "astro.config.mjs", ["export default { redirects: { '/a': '/b' } }"]),
    ("mdbook", "book.toml", ['[book]\nsrc = "docs"', '[output.html]\nsite-url = "/b/"\n[book]\nsrc = "docs"']),
    ("docusaurus", "docusaurus.config.js", ["module.exports = { baseUrl: '/b/' }", "module.exports = {}"]),
    ("jekyll", "_config.yml", ["permalink: pretty", "baseurl: /b", "kramdown: {auto_ids: false}"]),
]
CONFIGS = {name: texts for _, name, texts in SITES}
ON_SITES = ["", 'root = "docs"\n', 'content = { docs = "/" }\n', 'base = "/b/"\n', 'address = ["slug"]\n']
BASELINE = ".meminit-baseline.json"
LINKS = {"docs/linked.md": "a.md", "docs/out.md": "../../elsewhere.md", "docs/far": "sub", "notes": "docs/sub"}
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
FIELDS += ["covers: docs/*.txt", "covers: [outside.md, '!docs/a.md', no.py, 'docs/**']"]
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


def prepared(dice: Random, folder: Path) -> None:
    """A repository with what others lack: ignore files, includes, links, a baseline."""
    files = {
        **{name: text if isinstance(text, bytes) else text.encode() for name, text in repository(dice).items()},
        "docs/build/made.md": document(dice),
        ".gitignore": b"build/\n",
        BASELINE: accepted(),
        "src/code.py": b"one\ntwo\n",
        "notes.md": document(dice) + b"\n# Aside\n",
        "docs/lines.md": document(dice) + b"\n[l](../src/code.py#L2) [n](../notes.md#aside) [s](../schemas/x.json)\n",
    }
    write(folder, files)
    for name, target in LINKS.items():
        if dice.random() < 0.3 and not os.path.lexists(folder / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(target)


def accepted(*paths: str) -> bytes:
    return written(Entry(path, "BROKEN_LINK", "0" * 16) for path in paths)


def _ignored(dice: Random, folder: Path) -> None:
    write(folder, {f"docs/build/{dice.choice('abc')}.md": document(dice)})


def _ignoring(dice: Random, folder: Path) -> None:
    place = dice.choice([".gitignore", "docs/.gitignore", "docs/sub/.gitignore"])
    write(folder, {place: dice.choice([b"", b"build/\n", b"a.md\n", b"*.md\n!b.md\n"])})


def _linking(dice: Random, folder: Path) -> None:
    name, target = dice.choice(sorted(LINKS.items()))
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    if (folder / name).is_symlink():
        (folder / name).unlink()
        target = dice.choice([target, "b.md", "sub", "../nothing", "../../elsewhere.md"])
    if not (folder / name).exists():
        (folder / name).symlink_to(target)


def _beyond_links(dice: Random, folder: Path) -> None:
    write(folder.parent, {"elsewhere.md": document(dice)})


def _forbidding(dice: Random, folder: Path) -> None:
    files = [path for path in (folder / "docs").rglob("*.md") if path.is_file()]
    dice.choice(files).chmod(dice.choice([0o644, 0o600, 0]))


def _accepting(dice: Random, folder: Path) -> None:
    write(folder, {BASELINE: dice.choice([accepted(), accepted("docs/a.md"), accepted("docs/b.md"), b"oh\n"])})


def _coding(dice: Random, folder: Path) -> None:
    write(folder, {"src/code.py": b"one\n" * dice.randrange(4), "notes.md": document(dice) + b"\n# Beside\n"})


def _outside(dice: Random, folder: Path) -> None:
    write(folder, {f"more/{dice.randrange(3)}/x{dice.randrange(5)}.md": document(dice)})


def _configuring_twice(dice: Random, folder: Path) -> None:
    for name in ("docops.config.yaml", "docs/.meminit.toml"):
        if (folder / name).exists():
            (folder / name).unlink()
        elif dice.random() < 0.5:
            write(folder, {name: b"" if name.endswith("toml") else b"project_name: x\n"})


def _moving(dice: Random, folder: Path) -> None:
    old, new = folder / "docs/sub", folder / "docs/moved"
    if old.exists() and not new.exists():
        old.rename(new)
    elif new.exists() and not old.exists():
        new.rename(old)


def _queueing(dice: Random, folder: Path) -> None:
    write(folder, {"project-state.yaml": dice.choice([b"", b"entries: 3\n"]), "docs/project-state.yaml": b"x: [\n"})


_FURTHER = (
    _ignored, _ignoring, _linking, _beyond_links, _forbidding, _accepting, _coding, _outside, _configuring_twice,
    _moving, _queueing,
)  # fmt: skip


def any_change(dice: Random, folder: Path) -> str:
    if dice.random() < 0.4:
        return changed(dice, folder)
    change = dice.choice(_FURTHER)
    change(dice, folder)
    return change.__name__
