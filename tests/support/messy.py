"""A repository as it is found: documents with all that `fix` corrects, and some of what it cannot."""

import random

from tests.unit.fixes.test_corrections import CONFIG

STATUSES = ("Draft", "draft", "In Review", "in_review", "APPROVED", "Approvd", "nonsense")
DAYS = ("2026-01-02", "2026/1/2", "Jan 2, 2026", "02.01.2026", "13.02.2026", "soon")
NAMES = ("adr-{n:03}-thing", "ADR {n:03} Thing", "adr_{n:03}_Thing", "Thing{n}")
FOLDERS = ("45-adr", "20-specs", "notes", "45-adr/old")


def messy(seed: int, documents: int) -> dict[str, bytes]:
    """The files of a repository, always the same for a seed."""
    chance = random.Random(seed)
    names = [
        f"docs/{chance.choice(FOLDERS)}/{chance.choice(NAMES).format(n=number)}.md"
        for number in range(1, documents + 1)
    ]
    files = {".meminit.toml": CONFIG.replace('schema = "schema.json"\n', "").encode()}
    for number, path in enumerate(names, 1):
        files[path] = _document(chance, number, path, names)
    return files


def _document(chance: random.Random, number: int, path: str, names: list[str]) -> bytes:
    body = _body(chance, number, path, names)
    if chance.random() < 0.2:
        text = body
    else:
        text = "".join(f"{line}\n" for line in ("---", *_fields(chance, number, path), "---")) + body
    if chance.random() < 0.1:
        text = "\n" + text
    end = chance.choice(("\n", "\n", "\n", "\r\n"))
    data = text.replace("\n", end).encode()
    if chance.random() < 0.1:
        data = b"\xef\xbb\xbf" + data
    if chance.random() < 0.05:
        data = text.replace("Text", "Téxt").encode("latin-1")
    return data if chance.random() < 0.9 else data.rstrip()


def _fields(chance: random.Random, number: int, path: str) -> list[str]:
    kind = "SPEC" if "20-specs" in path else "ADR"
    held = chance.choice((number, number, number, number, max(1, number - 1)))
    document_id = chance.choice(("KIT-{}-{:03}", "KIT-{}-{:03}", "kit-{}-{:03}", "KIT-{}-{}", "OLD-{}-{:03}"))
    lines = [
        f"document_id: {document_id.format(kind, held)}",
        f"{chance.choice(('type', 'type', 'Type'))}: {chance.choice((kind, kind, kind, 'ADR'))}",
        f"title: {chance.choice(('Thing', 'A: b', '@thing', '12', 'It is # so', ''))}",
        f"status: {chance.choice(STATUSES)}",
        f"version: {chance.choice(('1.0', chr(34) + '1.0' + chr(34), 'v1', '2'))}",
        f"last_updated: {chance.choice(DAYS)}",
        f"{chance.choice(('owner', 'owner', 'Owner', 'ownr'))}: Team  # {chance.random():.3f}",
        'docops_version: "2.0"',
    ]
    lines = [each for each in lines if chance.random() < 0.93]
    if chance.random() < 0.3:
        lines.append(f"related_ids: [{chance.choice(('KIT-ADR-001', 'kit-adr-002', 'KIT-ADR-3', 'KIT-ADR-900'))}]")
    if chance.random() < 0.2:
        lines.append(f"keywords: {chance.choice(('api', '[a, b]', 'a, b'))}")
    if chance.random() < 0.1:
        lines.append(lines[0])
    if chance.random() < 0.05:
        lines.append("\tindented: x")
    if chance.random() < 0.05:
        lines.append("area: *alias")
    return lines


def _body(chance: random.Random, number: int, path: str, names: list[str]) -> str:
    lines = ["", f"# Document {number}", "", f"Text {number}  with two blanks  ", "\tand a tab `[x](Code.md)`", ""]
    if chance.random() < 0.2:
        lines += ["<!-- MEMINIT_METADATA_BLOCK -->", "", "> **Status:** Draft  ", "> **Owner:** Nobody", ""]
    for _ in range(chance.randrange(4)):
        lines.append(f"See [it]({_target(chance, path, chance.choice(names))}).")
    lines += ["", "## Context", "", "Words.", ""]
    if chance.random() < 0.3:
        lines += ["[unused]: somewhere.md", ""]
    if chance.random() < 0.2:
        lines += ["[r] and", "", "[r]: #context", "[r]: #context", ""]
    return "\n".join(lines) + "\n"


def _target(chance: random.Random, path: str, other: str) -> str:
    ups = "../" * (path.count("/") - 1)
    target = f"{ups}{other.removeprefix('docs/')}"
    target = chance.choice((target, target, target.lower(), target.replace("Thing", "Thng"), "nowhere.md"))
    return target.replace(" ", "%20") + chance.choice(("", "", "#context", "#Context", "#contxt"))
