"""Every code that meminit can print, rules, diagnoses, faults and advice, as one mapping, which `explain` reads."""

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

# Codes of rules to come that a configuration may name already, so that a file written for them is not refused.
ANNOUNCED = frozenset({"UNUSED_SUPPRESSION"})


class Notice(NamedTuple):
    """A piece of advice that is not about single findings."""

    code: str
    summary: str
    cause: str
    remedy: str


NOTICES = (
    Notice(
        "NO_SUCH_FIELD",
        "A field that was asked for stands in no document.",
        "Most likely its name is misspelt; then a condition on it holds for no document, or for all of them.",
        "Correct the name; `meminit list --columns '*'` shows the fields that there are.",
    ),
    Notice(
        "NO_SUCH_VALUE",
        "A type, status or owner that was asked for is that of no document.",
        "Most likely it is misspelt, or written in other letter case; or there is no such document yet.",
        "Correct it; `meminit list` shows the types and statuses that there are.",
    ),
    Notice(
        "NOTHING_TO_CHECK",
        "A path that was named exists, but nothing there is governed.",
        "It is excluded, ignored, not Markdown, or a folder without documents.",
        "Leave it out of the call, or look at `include`, `exclude` and .gitignore if it should be governed.",
    ),
    Notice(
        "CONFIG_SHADOWED",
        "There are two configuration files, and only one of them counts.",
        "Both `.meminit.toml` and `docops.config.yaml` stand at the root; the first one wins.",
        "Remove `docops.config.yaml` once nothing else needs it.",
    ),
    Notice(
        "CONFIG_KEY_IGNORED",
        "`docops.config.yaml` has keys that meminit does not know.",
        "They are misspelt, or meant for another tool; meminit passes them over.",
        "Correct or remove them if they were meant for meminit.",
    ),
)


class Entry(NamedTuple):
    """One code with everything there is to say about it."""

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
