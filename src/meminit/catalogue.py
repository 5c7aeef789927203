"""The catalogue: every code of meminit (rules, diagnoses, faults and advice), for `explain` and the docs."""

import string
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import NamedTuple

from meminit.diagnoses import MODULES as DIAGNOSES
from meminit.diagnosis import Level
from meminit.diagnosis import Meta as DiagnosisMeta
from meminit.faults import FAULTS, Fault
from meminit.manual import manual
from meminit.model.finding import Severity
from meminit.rule import Meta
from meminit.rules import MODULES, RULES

# Codes of planned rules. A configuration may already name them, so that a file written for a later version is valid.
ANNOUNCED: frozenset[str] = frozenset()


class Notice(NamedTuple):
    """Advice about a run as a whole, not about single findings."""

    code: str
    summary: str
    cause: str
    remedy: str


NOTICES = (
    Notice(
        "NO_SUCH_FIELD",
        "No document has the field that was asked for.",
        "The name is probably misspelt. A condition on such a field is true of no document, or of all of them.",
        "Correct the name; `meminit list --columns '*'` shows the fields that exist.",
    ),
    Notice(
        "NO_SUCH_VALUE",
        "No document has the type, status or owner that was asked for.",
        "The value is probably misspelt, or differs in letter case; or there is no such document yet.",
        "Correct the value; `meminit list` shows the types and statuses that exist.",
    ),
    Notice(
        "NOTHING_TO_CHECK",
        "A path on the command line exists, but contains nothing that is governed.",
        "The path is excluded, ignored, not Markdown, or a folder without documents.",
        "Leave the path out of the command. If it should be governed, correct `include`, `exclude` or .gitignore.",
    ),
    Notice(
        "NOTHING_TO_AFFIRM",
        "A document on the command line covers nothing, so that there is nothing to affirm of it.",
        "Its front matter has no field `covers`, or the path is no document.",
        "Say in `covers` which files the document describes, or leave the path out of the command.",
    ),
    Notice(
        "LAST_CHANGE_UNKNOWN",
        "LAST_UPDATED_STALE is on, and git cannot tell when documents were last changed.",
        "There is no git, the folder is not in a repository, or the clone is shallow.",
        "Fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.",
    ),
    Notice(
        "OUTPUT_TRUNCATED",
        "The answer is one page of several.",
        "`--limit` was given, and the whole answer is longer.",
        "Ask for the next page with `--cursor` and the cursor of this one, until there is none.",
    ),
    Notice(
        "FEW_GOVERNED",
        "Fewer than half of the Markdown files are governed.",
        "More Markdown files are outside all docs roots than are governed, so that most of what looks like documents is"
        " not checked. Hidden folders and folders of tests, templates and dependencies do not count.",
        "Set `[docs] root` to the folder that holds the documents, or add a namespace. `meminit scan` shows where they"
        " are.",
    ),
    Notice(
        "MOVE_ADDS_FINDINGS",
        "Where something lies after a move, there are findings that were not there before.",
        "They are about the name, the place or the namespace that were asked for, so they do not refuse the move.",
        "Choose a name and a folder that the rules allow, or correct the document where it lies now.",
    ),
    Notice(
        "MOVE_LEAVES_LINKS",
        "Files at the top of the repository link to something that moves, and are not rewritten.",
        "No namespace governs them. Files further below are looked at with `--everywhere` alone.",
        "Add `--everywhere`, which rewrites links in all Markdown of the repository.",
    ),
    Notice(
        "MOVE_LEAVES_SETTINGS",
        "The configuration names something that moves, and is not rewritten.",
        "A move rewrites documents; the configuration is its author's.",
        "Write the new path into the configuration.",
    ),
    Notice(
        "MIGRATION_ADDS_FINDINGS",
        "After a migration of ids there are findings that were not there before.",
        "`--prefix` named another prefix than the configuration has.",
        "Set `prefix` in the configuration to the same prefix.",
    ),
    Notice(
        "GIT_INDEX_LEFT",
        "Files have moved, and the index of git has not.",
        "git refused: another process holds its lock, or a file of the index has a conflict.",
        "Run `git add -A` on both paths when git works again.",
    ),
    Notice(
        "ORG_DRIFT",
        "A file of an organisation's profile is not as the profile has it.",
        "It was changed here after it was copied, or was there before. `meminit org vendor` leaves such files alone.",
        "Compare them with `meminit org vendor --force --diff`, and copy them with `--apply`; or keep your own.",
    ),
    Notice(
        "INIT_OPTIONS_UNUSED",
        "Options of `meminit init` changed nothing.",
        "They say what a new repository begins with. A configuration that is there is never changed, and documents that"
        " are there decide what is proposed.",
        "Edit the configuration; `meminit schema config` describes its keys.",
    ),
    Notice(
        "TEMPLATE_SKIPPED",
        "A new document was made without the template of its type.",
        "The configuration names a template that does not exist.",
        "Write the template, or correct `template` in `[types.NAME]`; `meminit doctor` lists such templates.",
    ),
    Notice(
        "CONFIG_SHADOWED",
        "There are two configuration files, and only one of them is used.",
        "Both `.meminit.toml` and `docops.config.yaml` are at the root; meminit uses `.meminit.toml`.",
        "Delete `docops.config.yaml` as soon as no other tool needs it.",
    ),
    Notice(
        "CONFIG_KEY_IGNORED",
        "`docops.config.yaml` has keys that meminit does not know.",
        "The keys are misspelt, or are meant for another tool. meminit ignores them.",
        "Correct the keys that are meant for meminit; the others may stay.",
    ),
)


class Entry(NamedTuple):
    """One code with its texts and facts, as `explain` prints them."""

    code: str
    kind: str
    category: str
    summary: str
    cause: str
    remedy: str
    severity: Severity | Level | None = None
    fixable: bool = False
    context: tuple[str, ...] = ()
    since: str = "0.1"
    commands: tuple[str, ...] = ()
    exit_code: int | None = None
    manual: str = ""


@cache
def catalogue() -> Mapping[str, Entry]:
    """All codes in alphabetical order. A code that is both rule and fault has the rule's entry and the fault's exit."""
    entries = {entry.code: entry for entry in (*_faults(), *_notices(), *_diagnoses())}
    for entry in _rules():
        fault = entries.get(entry.code)
        entries[entry.code] = entry._replace(exit_code=fault.exit_code) if fault else entry
    return dict(sorted(entries.items()))


def configurable_codes() -> list[str]:
    """The codes whose severity a configuration may set."""
    return sorted({rule.meta.code for rule in RULES if rule.meta.configurable} | ANNOUNCED)


def _rules() -> Iterator[Entry]:
    for module in MODULES:
        yield _rule(module, module.RULE.meta)


def _rule(module: ModuleType, meta: Meta) -> Entry:
    page = manual(module.__doc__)
    return Entry(
        code=meta.code,
        kind="rule",
        category=meta.group,
        summary=meta.summary,
        cause=" ".join(page.sections.get("Why", meta.summary).split()),
        remedy=" ".join(page.sections.get("Remedy", "").split()),
        severity=meta.severity,
        fixable=meta.fixable,
        context=_names_in(meta.message),
        since=meta.since,
        commands=("meminit check",),
        manual=page.text,
    )


def _names_in(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(template) if name))


def _diagnoses() -> Iterator[Entry]:
    for module in DIAGNOSES:
        yield _diagnosis(module, module.DIAGNOSIS.meta)


def _diagnosis(module: ModuleType, meta: DiagnosisMeta) -> Entry:
    page = manual(module.__doc__)
    return Entry(
        code=meta.code,
        kind="diagnosis",
        category=meta.group,
        summary=meta.summary,
        cause=" ".join(page.sections.get("Why", meta.summary).split()),
        remedy=" ".join(page.sections.get("Remedy", "").split()),
        severity=meta.level,
        context=_names_in(meta.message),
        since=meta.since,
        commands=("meminit doctor",),
        manual=page.text,
    )


def _faults() -> Iterator[Entry]:
    for fault in FAULTS:
        yield _fault(fault)


def _fault(fault: Fault) -> Entry:
    return Entry(
        code=fault.code,
        kind="fault",
        category="run",
        summary=fault.summary,
        cause=fault.cause,
        remedy=fault.remedy,
        since=fault.since,
        commands=fault.commands,
        exit_code=int(fault.exit),
    )


def _notices() -> Iterator[Entry]:
    for notice in NOTICES:
        yield Entry(notice.code, "advice", "advice", notice.summary, notice.cause, notice.remedy)
