"""Sets up a repository: a profile where there are no documents yet, else what a scan of them proposes."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import NamedTuple

from meminit.composing import agents_block, naming, profiles
from meminit.composing.profiles import CONFIG, Choice
from meminit.composing.today import today
from meminit.config.building import refusal
from meminit.config.find import OTHER_NAME, OWN_NAME, Repository
from meminit.config.load import load
from meminit.config.settings import DEFAULT_ROOT, parts
from meminit.edits import creating
from meminit.edits.locking import locked
from meminit.edits.putting import destination, put
from meminit.faults import INVALID_ARGUMENT, PATH_ESCAPE, WRITE_REFUSED, MeminitError
from meminit.model.outcome import Advice, Outcome, Text, made
from meminit.operations import scan
from meminit.paths import may_be_there
from meminit.sources import gate
from meminit.sources.files import Overlay
from meminit.sources.limits import DEFAULT
from meminit.stages import Stages
from meminit.surveying.survey import CONFIG as SURVEYED
from meminit.words import as_path, escape_unencodable, listed, quoted
from meminit.workspace.workspace import Effort, Workspace

AGENTS = "AGENTS.md"
_PREFIX = re.compile(r"[A-Z]{3,10}")
_LONGEST_PREFIX = 10
_SHORTEST_PREFIX = 3
_USUAL_PREFIX = "DOC"
# They stand at the top of nearly every repository, and are no documents of their own.
_USUAL_FILES = frozenset({
    "agents", "changelog", "claude", "code_of_conduct", "contributing", "license", "notice", "readme", "security",
})  # fmt: skip


class Asked(NamedTuple):
    """What the command line says."""

    profile: str | None = None
    project: str | None = None
    prefix: str | None = None
    docs_root: str | None = None
    is_trial: bool = False


class _Files(NamedTuple):
    """The files that are to be there, by path, and why it is these."""

    texts: Mapping[str, str]
    basis: str  # profile, proposal or configuration
    profile: str | None = None


class _Agents(NamedTuple):
    """The text that AGENTS.md is to have; None where it stays as it is."""

    text: str | None
    is_there: bool = False
    advice: tuple[Advice, ...] = ()


def run(root: str, asked: Asked, effort: Effort, stages: Stages) -> Outcome:
    """`root` is the real path of the folder, which need not exist. Nothing was written where it raises MeminitError."""
    with nullcontext() if asked.is_trial else locked(root):
        wanted = _wanted(root, asked, effort, stages)
        agents = _agents(root)
        agents = agents._replace(advice=(*_unused(asked, wanted), *agents.advice))
        new = {path: text for path, text in wanted.texts.items() if not may_be_there(os.path.join(root, path))}
        if agents.text is not None and not agents.is_there:
            new[AGENTS] = agents.text
        for path in new:
            creating.vacant(root, path)
        block = destination(root, AGENTS) if agents.is_there and agents.text is not None else None
        if not asked.is_trial:
            with creating.created(root, new):
                if block and agents.text is not None:
                    put(block, (agents.text.encode(),))
    return _outcome(asked, wanted, sorted(new), agents)


def _wanted(root: str, asked: Asked, effort: Effort, stages: Stages) -> _Files:
    docs_root = _docs_root(asked.docs_root)
    configured = next((name for name in (OWN_NAME, OTHER_NAME) if may_be_there(os.path.join(root, name))), None)
    if configured:
        return _completed(root, configured, asked)
    if _is_lived_in(root, docs_root, asked, effort):
        return _proposed(root, asked, effort, stages)
    profile = asked.profile or "docops"
    project = _project(root, asked)
    prefix = _prefix(asked, project) if profile == "docops" else ""
    choice = Choice(profile, project, prefix, docs_root, today())
    return _Files(profiles.files(choice), "profile", profile)


def _unused(asked: Asked, wanted: _Files) -> tuple[Advice, ...]:
    """Says so where options ask for what something that is there has decided already."""
    options = {"profile": asked.profile, "docs-root": asked.docs_root, "project": asked.project, "prefix": asked.prefix}
    if wanted.basis == "proposal":
        options = {"profile": asked.profile, "docs-root": asked.docs_root}
    given = [f"--{name}" for name, value in options.items() if value is not None]
    if wanted.basis == "profile" or not given:
        return ()
    what = "there is a configuration" if wanted.basis == "configuration" else "there are documents, which decide"
    words = f"{what} already: {listed(given)} changed nothing"
    return (Advice("INIT_OPTIONS_UNUSED", words, {"options": given}),)


def _completed(root: str, configured: str, asked: Asked) -> _Files:
    """What is missing of a profile that this configuration was made from; for any other, only AGENTS.md."""
    settings = load(Repository(root, os.path.join(root, configured)))
    namespace = settings.namespaces[-1]
    for profile, types in profiles.PROFILES.items():
        choice = Choice(profile, settings.project.name, settings.project.prefix, namespace.root, today())
        is_alike = {each.name: each.directory for each in types} == {
            name: each.directory for name, each in namespace.types.items()
        }
        if configured == OWN_NAME and is_alike and len(settings.namespaces) == 1:
            return _Files(profiles.files(choice), "configuration", profile)
    return _Files({configured: ""}, "configuration", asked.profile)


def _is_lived_in(root: str, docs_root: str, asked: Asked, effort: Effort) -> bool:
    """Whether there are documents: below the docs root, or anywhere if neither that nor a profile was chosen."""
    is_anywhere = asked.docs_root is None and asked.profile is None
    if not os.path.isdir(root):
        return False
    workspace = Workspace(Repository(root, None), effort._replace(uses_cache=False))
    found = workspace.over(Overlay({CONFIG: SURVEYED.encode()}), "survey", CONFIG).discovered
    chosen = parts(docs_root)
    for each in found.candidates:
        names = parts(each.path)
        is_below = names[: len(chosen)] == chosen
        is_usual = names[-1].rpartition(".")[0].casefold() in _USUAL_FILES
        if (is_below and (chosen or not is_usual)) or (is_anywhere and not is_usual):
            return True
    return False


def _proposed(root: str, asked: Asked, effort: Effort, stages: Stages) -> _Files:
    outcome = scan.run(Repository(root, None), scan.Wanted.PROPOSAL, effort=effort, stages=stages)
    proposal = made(outcome.data)["proposal"]
    assert isinstance(proposal, Mapping)  # noqa: S101 - it is what was asked for
    config = str(proposal["config"])
    if asked.project is not None:
        config = _with_line(config, "project", naming.one_line(asked.project))
    if asked.prefix is not None:
        config = _with_line(config, "prefix", _prefix(asked, ""))
    texts = {str(each["path"]): str(each["schema"]) for each in proposal["schemas"]}
    return _Files({**texts, CONFIG: config}, "proposal")


def _with_line(config: str, key: str, value: str) -> str:
    """The configuration with this value of a key at its top."""
    line = f"{key} = {profiles.toml(value)}"
    found = re.search(rf"^{key} = .*$", config, re.MULTILINE)
    if found:
        return config[: found.start()] + line + config[found.end() :]
    first, newline, rest = config.partition("\n")
    return f"{first}{newline}{line}\n{rest}"


def _docs_root(chosen: str | None) -> str:
    if chosen is None:
        return DEFAULT_ROOT
    words = refusal(chosen, "the repository") if chosen else "it is empty"
    if words:
        fault = PATH_ESCAPE if "leads out" in words or "absolute" in words else INVALID_ARGUMENT
        raise MeminitError(fault, f"--docs-root: {words}", phase="validation")
    return "/".join(parts(os.path.normpath(chosen).replace(os.sep, "/")))


def _project(root: str, asked: Asked) -> str:
    name = asked.project if asked.project is not None else os.path.basename(root)
    return naming.one_line(escape_unencodable(name)) or "Documentation"


def _prefix(asked: Asked, project: str) -> str:
    if asked.prefix is None:
        letters = "".join(each for each in naming.transliterated(project).upper() if "A" <= each <= "Z")
        return letters[:_LONGEST_PREFIX] if len(letters) >= _SHORTEST_PREFIX else _USUAL_PREFIX
    if not _PREFIX.fullmatch(asked.prefix.upper()):
        words = f"--prefix takes three to ten letters from A to Z, not {quoted(escape_unencodable(asked.prefix))}"
        raise MeminitError(INVALID_ARGUMENT, words, phase="validation")
    return asked.prefix.upper()


def _agents(root: str) -> _Agents:
    path, lines = os.path.join(root, AGENTS), profiles.agents_lines()
    try:
        text = gate.read_bytes(path, DEFAULT.document).decode()
    except gate.SourceError as error:
        if error.kind == "missing":
            return _Agents(agents_block.fresh(lines))
        raise MeminitError(WRITE_REFUSED, f"{AGENTS}: {error.words}", path=AGENTS, phase="validation") from error
    except UnicodeDecodeError as error:
        raise MeminitError(WRITE_REFUSED, f"{AGENTS}: it is not UTF-8", path=AGENTS, phase="validation") from error
    status = agents_block.examined(text, lines).status
    if status in {"missing", "legacy", "stale"}:
        return _Agents(agents_block.renewed(text, lines), is_there=True)
    if status == "aligned":
        return _Agents(None, is_there=True)
    words = f"the block in {AGENTS} is {status} and stays as it is; `meminit protocol check` says more"
    return _Agents(None, is_there=True, advice=(Advice("PROTOCOL_DRIFT", words, {"path": AGENTS, "status": status}),))


def _outcome(asked: Asked, wanted: _Files, created: list[str], agents: _Agents) -> Outcome:
    changed = [AGENTS] if agents.is_there and agents.text is not None else []
    skipped = sorted({*wanted.texts, AGENTS} - {*created, *changed})
    data: dict[str, object] = {
        "created_paths": [] if asked.is_trial else created,
        "skipped_paths": skipped,
        "updated_paths": [] if asked.is_trial else changed,
        "basis": wanted.basis,
        "profile": wanted.profile,
        **({"dry_run": True, "would_create": created, "would_update": changed} if asked.is_trial else {}),
    }
    lines = tuple(_lines(asked, wanted, created, changed, skipped))
    return Outcome("init", data, advice=agents.advice, view=(Text(lines),))


def _lines(asked: Asked, wanted: _Files, created: list[str], changed: list[str], skipped: list[str]) -> Iterator[str]:
    first, second = (
        ("would create", "would write the block in") if asked.is_trial else ("created", "wrote the block in")
    )
    yield from (f"{first} {as_path(each)}" for each in created)
    yield from (f"{second} {each}" for each in changed)
    yield from (f"left as it is: {as_path(each)}" for each in skipped)
    if asked.is_trial:
        yield "nothing was written: --dry-run"
    elif wanted.basis == "proposal":
        yield "next: `meminit check` shows what the proposed rules find"
    elif created:
        yield 'next: `meminit new --list-types`, then `meminit new TYPE "Title"`'
