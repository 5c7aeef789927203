"""Asks rules, and makes findings of their hits; a rule that crashes costs one finding, and the run goes on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from meminit.config.settings import Settings, parts
from meminit.model.document import NOT_READ, Document, Metadata, Read, Unreadable
from meminit.model.finding import Finding, Problem, Severity
from meminit.rule import (
    ALL_PARTS,
    SETTLED_BY_QUICK_SCAN,
    CorpusRule,
    DocumentRule,
    Hit,
    Meta,
    MetadataRule,
    Part,
    Spares,
    SummaryRule,
)
from meminit.rules import RULES
from meminit.rules.rule_crashed import RULE as CRASHED
from meminit.screens import Demands, name_of
from meminit.words import as_message

Subject = TypeVar("Subject")
Kind = TypeVar("Kind", MetadataRule, DocumentRule, SummaryRule, CorpusRule)
_Group: TypeAlias = tuple[Spares | None, Sequence[MetadataRule]]
_METAS: Mapping[str, Meta] = {rule.meta.code: rule.meta for rule in RULES}


class Judge:
    """Knows which rules are on, and the severity of their findings. Exceptions of rules are added to `crashes`."""

    def __init__(self, settings: Settings, crashes: list[Exception]) -> None:
        self._settings = settings
        self._severities = _Severities(settings)
        self.crashes = crashes
        self._metadata_rules = _grouped(each for each in self._active(MetadataRule) if self._applies(each))
        self._document_rules = [each for each in self._active(DocumentRule) if self._applies(each)]
        demanding = [each.spares for each in self._document_rules if not each.needs <= SETTLED_BY_QUICK_SCAN]
        self._always_whole = None in demanding
        self._sparing = [each for each in dict.fromkeys(demanding) if each]

    @property
    def summary_rules(self) -> list[SummaryRule]:
        return self._active(SummaryRule)

    @property
    def corpus_rules(self) -> list[CorpusRule]:
        return self._active(CorpusRule)

    @property
    def kept_fields(self) -> tuple[str, ...]:
        """The fields that rules across documents declare to need."""
        return tuple(dict.fromkeys(name for rule in self.summary_rules for name in rule.fields))

    def demands(self) -> Demands:
        screens = [each.screen for each in self.summary_rules]
        names = dict.fromkeys(name_of(each) for each in screens if each)
        return Demands(tuple(names), None in screens or bool(self.corpus_rules))

    def needs_whole(self, document: Metadata) -> bool:
        """Whether a rule that is on needs the body of this document read whole."""
        if self._always_whole:
            return True
        try:
            return any(not spares(document, self._settings) for spares in self._sparing)
        except Exception:  # noqa: BLE001 - its rule is asked, and so crashes where that costs a finding
            return True

    def of_file(self, read: Read) -> list[Finding]:
        """The findings of a document by itself."""
        if isinstance(read, Unreadable):
            return list(self.observed(read.path, (read.problem,)))
        found = list(self.observed(read.metadata.path, read.problems)) if read.problems else []
        metadata, settings = read.metadata, self._settings
        try:  # to ask each rule by itself takes longer, and one that crashes is rare
            hits = [
                (rule.meta, hit)
                for spares, rules in self._metadata_rules
                if spares is None or not spares(metadata, settings)
                for rule in rules
                for hit in rule.check(metadata, settings)
            ]
        except Exception:  # noqa: BLE001 - whatever it is, the run goes on
            for _, rules in self._metadata_rules:
                for rule in rules:
                    found += self._asked(rule, metadata, metadata)
        else:
            for meta, hit in hits:
                found += self._finding(meta, hit, metadata.path)
        if isinstance(read, Document):
            for each in self._document_rules:
                found += self._asked(each, metadata, _restricted(read, each.needs))
        return found

    def _asked(
        self, rule: MetadataRule | DocumentRule, metadata: Metadata, subject: Metadata | Document
    ) -> list[Finding]:
        def check(_: object, settings: Settings) -> Iterable[Hit]:
            is_spared = rule.spares is not None and rule.spares(metadata, settings)
            return () if is_spared else rule.check(subject, settings)  # type: ignore[arg-type]  # it is of its kind

        return self.of_rule(rule.meta, metadata.path, check, subject)

    def of_rule(
        self, meta: Meta, path: str, check: Callable[[Subject, Settings], Iterable[Hit]], subject: Subject
    ) -> list[Finding]:
        """The findings of one rule."""
        found: list[Finding] = []
        try:
            for hit in check(subject, self._settings):
                found += self._finding(meta, hit, path)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
            found += self.crash(error, meta, path)
        return found

    def observed(self, path: str, problems: Iterable[Problem]) -> Iterator[Finding]:
        """The findings of what was seen while reading, or outside any document."""
        for problem in problems:
            hit = Hit(problem.line, problem.column, context=problem.context)
            yield from self._finding(_METAS[problem.code], hit, path)

    def crash(self, error: Exception, meta: Meta, path: str) -> list[Finding]:
        self.crashes.append(error)
        return self._finding(CRASHED.meta, Hit(context={"rule": meta.code}), path)

    def _finding(self, meta: Meta, hit: Hit, path: str) -> list[Finding]:
        """The finding of a hit; none where its rule is off."""
        place = hit.path or path
        severity = self._severities.of(meta, place)
        if severity is Severity.OFF:
            return []
        message = as_message(meta.message.format_map(hit.context))
        return [Finding(place, meta.code, severity, message, hit.line, hit.column, hit.context, hit.edit)]

    def _active(self, kind: type[Kind]) -> list[Kind]:
        """The rules of a kind that can have a finding anywhere."""
        return [rule for rule in RULES if isinstance(rule, kind) and self._severities.is_ever_on(rule.meta)]

    def _applies(self, rule: MetadataRule | DocumentRule) -> bool:
        return rule.applies is None or rule.applies(self._settings)


class _Severities:
    """Decides all severities."""

    def __init__(self, settings: Settings) -> None:
        self._chosen = settings.severities
        self._overrides = settings.overrides
        self._by_path: dict[str, Mapping[str, Severity]] = {}

    def is_ever_on(self, meta: Meta) -> bool:
        """Whether the rule can have a finding anywhere; one that cannot need not run."""
        return self._chosen.get(meta.code, meta.severity) is not Severity.OFF or any(
            override.severities.get(meta.code, Severity.OFF) is not Severity.OFF for override in self._overrides
        )

    def of(self, meta: Meta, path: str) -> Severity:
        severity = self._chosen.get(meta.code, meta.severity)
        if self._overrides and meta.configurable:
            return self._overridden(path).get(meta.code, severity)
        return severity

    def _overridden(self, path: str) -> Mapping[str, Severity]:
        """The severities that hold for this path alone; a later table wins over an earlier one."""
        if path not in self._by_path:
            merged: dict[str, Severity] = {}
            for override in self._overrides:
                if override.paths.covers(parts(path)):
                    merged.update(override.severities)
            self._by_path[path] = merged
        return self._by_path[path]


def _grouped(rules: Iterable[MetadataRule]) -> list[_Group]:
    """Groups rules with the same quick test: most documents pass it."""
    groups: dict[Spares | None, list[MetadataRule]] = {}
    for rule in rules:
        groups.setdefault(rule.spares, []).append(rule)
    return list(groups.items())


def _restricted(document: Document, needs: frozenset[Part]) -> Document:
    """The document as a rule sees it that needs these parts: using any other one raises NotReadError."""
    if needs == ALL_PARTS:
        return document
    hidden = {part.value: NOT_READ for part in Part if part not in needs}
    return document._replace(**hidden)  # type: ignore[arg-type]  # parts bear the names of their fields
