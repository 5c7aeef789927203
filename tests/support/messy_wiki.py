"""The handbook of a company as it is found: many hands, a copy of a wiki in it, and the mistakes that they made."""

import random
import re

CONFIG = """\
project = "Handbook"
prefix = "ACM"

[docs]
root = "handbook"
owner = "Docs Guild"
schema = "schemas/page.json"

[types.POLICY]
directory = "policies"
sections = ["Purpose", "Scope"]

[types.RUNBOOK]
directory = "runbooks"
sections = ["When", "Steps"]

[types.GUIDE]
directory = "guides"
"""
SCHEMA = """\
{
  "type": "object",
  "required": ["document_id", "type", "title", "status", "version", "last_updated", "owner"],
  "properties": {
    "document_id": {"type": "string", "pattern": "^[A-Z]{3}-[A-Z]{3,8}-[0-9]{3,4}$"},
    "type": {"enum": ["POLICY", "RUNBOOK", "GUIDE"]},
    "title": {"type": "string", "minLength": 1},
    "status": {"enum": ["Draft", "In Review", "Approved", "Superseded"]},
    "version": {"type": "string", "pattern": "^[0-9]+\\\\.[0-9]+$"},
    "last_updated": {"type": "string", "format": "date"},
    "owner": {"type": "string"},
    "tags": {"type": "array", "items": {"type": "string"}},
    "reviewed": {"type": "boolean"},
    "area": {"enum": ["people", "platform", "sales"]},
    "related_ids": {"type": "array", "items": {"type": "string"}}
  },
  "additionalProperties": false
}
"""
_KINDS = {"POLICY": "policies", "RUNBOOK": "runbooks", "GUIDE": "guides"}
_WORDS = ("Access", "Backup", "Café", "Database", "Expenses", "Firewall", "Größe", "Hiring", "Incident", "Journeys")
_MORE = ("rotation", "restore", "approval", "review", "escalation", "checklist")
_DAYS = ("2025-03-04", "2025/3/4", "4 March 2025", "Mar 4, 2025", "25.03.2025", "2025-03-04T10:11:12Z", '"2025-03-04"')
_STATUSES = ("Draft", "Approved", "approved", "DRAFT", "in-review", "In_Review", "Aproved", '"draft"', "Superseeded")
_VERSIONS = ('"1.0"', "1.0", "1", "v2.1", "V1", "'0.3'")
_PARAGRAPHS = (
    "Ask the team first;  two blanks, a tab\there and `[code](Nowhere.md)` stay.",
    "A line with trailing blanks  \nand one more, *with* emphasis_and_underscores.",
    "> A quotation, — with dashes… and “quotes”.",
    "| a | b |\n|---|:-:|\n| 1 | `x|y` |",
    "```yaml\nstatus: draft\nowner:\n```",
    "1. one\n2. two\n\n   still two",
    "<details>\n<summary>More</summary>\n\nHidden words.\n\n</details>",
)


class _Page:
    def __init__(self, chance: random.Random, number: int) -> None:
        self.number = number
        self.kind = chance.choice(tuple(_KINDS))
        self.title = f"{chance.choice(_WORDS)} {chance.choice(_MORE)} {number}"
        self.id = f"ACM-{self.kind}-{number:03}"
        folder = _KINDS[self.kind]
        folder = chance.choice((folder, folder, folder, f"{folder}/old stuff", "imported", f"{folder}/2024"))
        slug = self.title.lower().replace(" ", "-")
        plain = slug.replace("é", "e").replace("ö", "o").replace("ß", "ss")
        name = chance.choice((plain, plain, plain, slug, self.title, self.title.replace(" ", "_"), f"{plain}.v2"))
        self.path = f"handbook/{folder}/{name}.md"


def messy_wiki(seed: int, documents: int) -> dict[str, bytes]:
    """The documents of a repository without any configuration, always the same for a seed."""
    chance = random.Random(seed)
    pages = [_Page(chance, number) for number in range(1, documents + 1)]
    files = {each.path: _document(chance, each, pages) for each in pages}
    files["handbook/img/plan.png"] = b"\x89PNG"
    files["src/main.py"] = b"print('[x](y.md)')\n"
    files["README.md"] = b"# Handbook\n\nSee [all](handbook/).\n"
    return files


def with_configuration(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same under a configuration of its own."""
    return {**files, ".meminit.toml": CONFIG.encode(), "schemas/page.json": SCHEMA.encode()}


def _document(chance: random.Random, page: _Page, pages: list[_Page]) -> bytes:
    body = _body(chance, page, pages)
    shape = chance.random()
    if shape < 0.15:
        text = body
    else:
        fence = chance.choice(("---", "---", "---", "---  "))
        text = "".join(f"{line}\n" for line in (fence, *_fields(chance, page, pages), "---")) + body
        if shape > 0.96:
            text = f"\n\n{text}"
        elif shape > 0.93:
            text = text.replace("\n---\n", "\n\n", 1)  # nobody closed it
    if chance.random() < 0.25:
        text = text.replace("\n", "\r\n")
    data = text.encode()
    if chance.random() < 0.06:
        data = text.encode("utf-16")
    elif chance.random() < 0.06:
        data = b"\xef\xbb\xbf" + data
    return data.rstrip(b"\r\n") if chance.random() < 0.1 and not data.startswith(b"\xff\xfe") else data


def _fields(chance: random.Random, page: _Page, pages: list[_Page]) -> list[str]:
    other = chance.choice(pages)
    own = chance.choice((page.id, page.id, page.id, page.id.lower(), f"ACM-{page.kind}-{page.number}", other.id))
    key = chance.choice((str, str, str, str.title))
    title = chance.choice((page.title, f"'{page.title}'", f"{page.title}: how to", f"[Draft] {page.title}", "@home"))
    fields = [
        f"{key('document_id')}: {own}",
        f"{key('type')}: {chance.choice((page.kind, page.kind, page.kind.lower(), page.kind.title()))}",
        f"{key('title')}: {title}",
        f"{key('status')}:  {chance.choice(_STATUSES)}   # as of the last meeting",
        f"{key('version')}: {chance.choice(_VERSIONS)}",
        f"{chance.choice(('last_updated', 'last-updated', 'last_update', 'Last Updated'))}: {chance.choice(_DAYS)}",
        f"{chance.choice(('owner', 'owner', 'onwer', 'Owner'))}: {chance.choice(('People Team', '', '~', 'Ops'))}",
    ]
    fields = [each for each in fields if chance.random() < 0.94]
    chance.shuffle(fields)
    if chance.random() < 0.4:
        fields.append(chance.choice(("tags: hiring", "tags:\n  - a\n  -   b  # second", "tags: [a,  b]", "tags: 'x'")))
    if chance.random() < 0.3:
        held = chance.choice((other.id, other.id.lower(), f"ACM-{other.kind}-{other.number}", f"{other.id}9"))
        fields.append(chance.choice((f"related_ids: [{held}]", f"related_ids:\n- {held}", f"related_ids: {held}")))
    if chance.random() < 0.2:
        fields.append(chance.choice(("reviewed: 'true'", "reviewed: yes", "reviewed: true")))
    if chance.random() < 0.2:
        fields.append(f"area: {chance.choice(('People', 'platform', 'Sales ', 'plattform'))}")
    if chance.random() < 0.1:
        fields.append(fields[0])
    if chance.random() < 0.05:
        fields.append("# nobody knows why this is here")
    return fields


def _body(chance: random.Random, page: _Page, pages: list[_Page]) -> str:
    parts = [chance.choice((f"# {page.title}", f"# {page.title}", f"{page.title}\n===", f"## {page.title}"))]
    if chance.random() < 0.15:
        parts += ["<!-- MEMINIT_METADATA_BLOCK -->", "> **Status:** Draft\n> **Owner:** Somebody  "]
    sections = {"POLICY": ("Purpose", "Scope"), "RUNBOOK": ("When", "Steps"), "GUIDE": ("Start here", "FAQ & more")}
    for name in sections[page.kind]:
        if chance.random() < 0.92:
            parts.append(f"## {name}")
        parts += [chance.choice(_PARAGRAPHS) for _ in range(chance.randrange(1, 3))]
        parts += [_link(chance, page, chance.choice(pages)) for _ in range(chance.randrange(3))]
    if chance.random() < 0.15:
        parts.append(f"[unused-{page.number}]: https://example.org/x 'Title'")
    if chance.random() < 0.1:
        parts.append("[twice]: ../img/plan.png\n[twice]: ../img/plan.png\n\nSee [the plan][twice].")
    return "\n" + "\n\n".join(parts) + "\n"


def _link(chance: random.Random, page: _Page, other: _Page) -> str:
    ups = "../" * (page.path.count("/") - 1)
    target = f"{ups}{other.path.removeprefix('handbook/')}"
    folder, _, name = target.rpartition("/")
    odd = f"{folder}/{name.replace('e', '', 1)}" if folder else name
    target = chance.choice((target, target, target, f"{folder}/{name.lower()}", f"{folder}/{name.title()}", odd, name))
    if chance.random() < 0.04:
        target = "https.md" if chance.random() < 0.5 else "../TODO.md"
    section = {"POLICY": "scope", "RUNBOOK": "steps", "GUIDE": "faq--more"}[other.kind]
    target = re.sub("[ <>]", lambda found: f"%{ord(found[0]):02X}", target)
    target += chance.choice(("", "", "", f"#{section}", f"#{section.title()}", f"#{section[:-1]}"))
    form = chance.choice(
        ("Read [this]({0}).", "- ![plan]({0} 'a title')", 'See <a href="{0}">it</a>.', "[x][r{1}]\n\n[r{1}]: {0}")
    )
    return form.format(target, f"{page.number}-{chance.randrange(10**6)}")
