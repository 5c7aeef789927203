"""The profiles that meminit ships: what a repository begins with, as paths and texts."""

import json
import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.composing import fields, template
from meminit.config.settings import DEFAULT_DOCOPS_VERSION, DEFAULT_EXCLUDE, DEFAULT_OWNER, below
from meminit.installed import PACKAGE, published
from meminit.sources import gate

_LARGEST = 1 << 20  # bytes of a shipped file
_GOVERNANCE = "00-governance"
# A docs root at the top of the repository has these beside the documents.
_AT_THE_TOP = ("AGENTS.md", "CHANGELOG.md", "CLAUDE.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE.md",
               "NOTICE.md", "SECURITY.md", ".*/", "node_modules/")  # fmt: skip
CONFIG = ".meminit.toml"


class Type(NamedTuple):
    """A type of a profile: its folder, what it is for, and the sections that its documents must have."""

    name: str
    directory: str | None
    description: str
    sections: tuple[str, ...] = ()
    has_template: bool = True


DOCOPS = (
    Type("ADR", "45-adr", "A decision of weight, and why it was taken", ("Context", "Decision", "Consequences")),
    Type("FDD", "50-fdd", "How a feature behaves and is built"),
    Type("GOV", _GOVERNANCE, "How this repository is run", has_template=False),
    Type("PRD", "10-prd", "What is wanted, by whom, and why"),
    Type("RUNBOOK", "60-runbooks", "What to do when something has to be done", ("Steps",)),
    Type("SPEC", "20-specs", "What is promised, stated once"),
)
PLAIN = (Type("PAGE", None, "A page"),)
PROFILES: Mapping[str, tuple[Type, ...]] = {"docops": DOCOPS, "plain": PLAIN}


class Choice(NamedTuple):
    """What a repository is to begin with."""

    profile: str
    project: str
    prefix: str
    root: str  # of the documents; "" for the repository itself
    today: str

    @property
    def types(self) -> tuple[Type, ...]:
        return PROFILES[self.profile]


def agents_lines() -> str:
    """What the block in AGENTS.md says."""
    return _shipped("profiles/agents.md")


def files(choice: Choice) -> dict[str, str]:
    """Every file of the profile by its path; the configuration is the first, and says what the others are for."""
    found = {CONFIG: config(choice), below(choice.root, f"{_GOVERNANCE}/metadata.schema.json"): _schema(choice)}
    for kind in choice.types:
        if kind.has_template:
            found[_template_path(choice, kind)] = _template(choice, kind)
    found[below(choice.root, f"{_GOVERNANCE}/constitution.md")] = _constitution(choice)
    for kind in choice.types:
        if kind.directory and kind.directory != _GOVERNANCE:
            found[below(choice.root, f"{kind.directory}/README.md")] = _readme(kind)
    return found


def config(choice: Choice) -> str:
    return "".join(f"{line}\n" for line in _config(choice))


def _config(choice: Choice) -> Iterator[str]:
    yield "# `meminit schema config` describes every key."
    yield f"project = {toml(choice.project)}"
    if choice.prefix:
        yield f"prefix = {toml(choice.prefix)}  # every id begins with it"
    yield from (f"docops_version = {toml(DEFAULT_DOCOPS_VERSION)}", "", "[docs]")
    yield f"root = {toml(choice.root or '.')}"
    beside = () if choice.root else _AT_THE_TOP
    yield f"exclude = [{', '.join(map(toml, (*DEFAULT_EXCLUDE, 'README.md', *beside)))}]"
    yield f"schema = {toml(below(choice.root, f'{_GOVERNANCE}/metadata.schema.json'))}"
    if choice.profile == "plain":
        yield from ("", "[id]", 'field = ""  # documents have no ids')
    for kind in choice.types:
        yield from ("", f"[types.{kind.name}]")
        if kind.directory:
            yield f"directory = {toml(kind.directory)}"
        if kind.has_template:
            yield f"template = {toml(_template_path(choice, kind))}"
        yield f"description = {toml(kind.description)}"
        if kind.sections:
            yield f"sections = [{', '.join(map(toml, kind.sections))}]"


def toml(text: str) -> str:
    """JSON is TOML but for characters that are not printable."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)


def _template(choice: Choice, kind: Type) -> str:
    name = _template_name(kind)
    return _shipped(
        f"templates/{name}" if choice.profile == "docops" else f"profiles/{choice.profile}/templates/{name}"
    )


def _schema(choice: Choice) -> str:
    if choice.profile == "plain":
        return _shipped("profiles/plain/metadata.schema.json")
    return json.dumps(published("metadata"), indent=2, ensure_ascii=False) + "\n"


def _constitution(choice: Choice) -> str:
    """The first document, made as `meminit new` makes others."""
    read = template.read(_shipped(f"profiles/{choice.profile}/policies/constitution.md"))
    values: dict[str, str | list[str]] = dict.fromkeys(template.PLACEHOLDERS, "")
    values |= {"document_id": f"{choice.prefix}-GOV-001", "type": "GOV", "title": "Documentation constitution"}
    values |= {"status": "Draft", "date": choice.today, "owner": DEFAULT_OWNER}
    return f"{fields.front_matter(read.filled(values))}{read.text(values)}"


def _readme(kind: Type) -> str:
    name = "an" if kind.name[0] in "AFS" else "a"
    return f'# {kind.name}\n\n{kind.description}. `meminit new {kind.name} "Title"` creates {name} {kind.name} here.\n'


def _template_path(choice: Choice, kind: Type) -> str:
    return below(choice.root, f"{_GOVERNANCE}/templates/{_template_name(kind)}")


def _template_name(kind: Type) -> str:
    return f"{kind.name.lower()}.template.md"


def _shipped(path: str) -> str:
    return gate.decode(gate.read_bytes(os.path.join(PACKAGE, *path.split("/")), _LARGEST))
