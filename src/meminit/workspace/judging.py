"""Asks rules, and makes findings of their hits; a rule that crashes costs one finding, and the run goes on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from meminit.config.settings import Settings, parts
from meminit.model.document import NOT_READ, Document, Metadata, NotRead, Outline, Read, Unreadable
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
OfOne = TypeVar("OfOne", bound=MetadataRule | DocumentRule)
Kind = TypeVar("Kind", MetadataRule, DocumentRule, SummaryRule, CorpusRule)


class _Group(NamedTuple, Generic[OfOne]):
    """Rules that are spared by the same quick test, and are not shown the same parts of a document."""

    spares: Spares | None
    hidden: Mapping[str, NotRead]
    rules: Sequence[OfOne]


_METAS: Mapping[str, Meta] = {rule.meta.code: rule.meta for rule in RULES}


class Judge:
    """Knows which rules are on, and the severity of their findings. Exceptions of rules are added to `crashes`."""

    def __init__(self, settings: Settings, crashes: list[Exception]) -> None:
        self._settings = settings
        self._severities = _Severities(settings)
        self.crashes = crashes
        of_documents = [each for each in self._active(DocumentRule) if self._applies(each)]
        self._metadata_rules = _grouped([each for each in self._active(MetadataRule) if self._applies(each)])
        self._document_rules = _grouped(of_documents)
        settled = [each for each in of_documents if each.needs <= SETTLED_BY_QUICK_SCAN]
        self._heading_rules = _grouped([each for each in settled if Part.HEADINGS in each.needs])
        self._settled_rules = _grouped([each for each in settled if Part.HEADINGS not in each.needs])
        demanding = [each.spares for each in of_documents if not each.needs <= SETTLED_BY_QUICK_SCAN]
        self._always_whole = None in demanding
        self._sparing = [each for each in dict.fromkeys(demanding) if each]

    @property
    def summary_rules(self) -> list[SummaryRule]:
        return [each for each in self._active(SummaryRule) if self._applies(each)]

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

    def needs_headings(self, document: Metadata) -> bool:
        """Whether a rule that is on needs the headings of this document, if it is scanned quickly."""
        return any(True for _ in self._asked_of_headings(document))

    def is_settled(self, document: Outline) -> bool:
        """Whether no rule has anything to say of headings, for which it would need their places."""
        view = Document(document.metadata, document.headings, document.block, NOT_READ, document.labels)
        try:
            rules = [rule for group in self._asked_of_headings(document.metadata) for rule in group.rules]
            return not any(True for rule in rules for _ in rule.check(view, self._settings))
        except Exception:  # noqa: BLE001 - the rule is asked again, and so crashes where that costs a finding
            return False

    def _asked_of_headings(self, document: Metadata) -> Iterator["_Group[DocumentRule]"]:
        return (
            each for each in self._heading_rules if each.spares is None or not each.spares(document, self._settings)
        )

    def of_file(self, read: Read) -> list[Finding]:
        """The findings of a document by itself."""
        if isinstance(read, Unreadable):
            return list(self.observed(read.path, (read.problem,)))
        found = list(self.observed(read.metadata.path, read.problems)) if read.problems else []
        found += self._of_groups(self._metadata_rules, read.metadata, lambda _: read.metadata)
        if isinstance(read, Document):
            found += self._of_groups(self._document_rules, read.metadata, lambda hidden: read._replace(**hidden))
        elif read.block or read.labels:
            view = Document(read.metadata, NOT_READ, read.block, NOT_READ, read.labels)
            found += self._of_groups(self._settled_rules, read.metadata, lambda hidden: view._replace(**hidden))
        return found

    def _of_groups(
        self, groups: Sequence["_Group[OfOne]"], metadata: Metadata, view: Callable[[Mapping[str, Any]], Any]
    ) -> list[Finding]:
        settings = self._settings
        hits: list[tuple[Meta, Hit]] | None = None
        with suppress(Exception):  # to ask each rule by itself takes longer, and one that crashes is rare
            hits = [
                (rule.meta, hit)
                for spares, hidden, rules in groups
                if spares is None or not spares(metadata, settings)
                for subject in (view(hidden),)
                for rule in rules
                for hit in rule.check(subject, settings)
            ]
        if hits is None:
            asked = ((rule, view(group.hidden)) for group in groups for rule in group.rules)
            return [each for rule, subject in asked for each in self._of_one(rule, metadata, subject)]
        return [each for meta, hit in hits for each in self._finding(meta, hit, metadata.path)]

    def _of_one(self, rule: MetadataRule | DocumentRule, metadata: Metadata, subject: object) -> list[Finding]:
        def check(_: object, settings: Settings) -> Iterable[Hit]:
            is_spared = rule.spares is not None and rule.spares(metadata, settings)
            return () if is_spared else rule.check(subject, settings)  # type: ignore[arg-type]  # it is of its kind

        return self.of_rule(rule.meta, metadata.path, check, subject, is_of_one=True)

    def of_rule(
        self,
        meta: Meta,
        path: str,
        check: Callable[[Subject, Settings], Iterable[Hit]],
        subject: Subject,
        *,
        is_of_one: bool = False,
    ) -> list[Finding]:
        """The findings of one rule. Where memory is short for one document, that is for its reader to say."""
        found: list[Finding] = []
        try:
            for hit in check(subject, self._settings):
                found += self._finding(meta, hit, path)
        except Exception as error:
            if is_of_one and isinstance(error, MemoryError):
                raise
            found += self.crash(error, meta, path)
        return found

    def observed(self, path: str, problems: Iterable[Problem]) -> Iterator[Finding]:
        """The findings of what was seen while reading, or outside any document."""
        for problem in problems:
            hit = Hit(problem.line, problem.column, context=problem.context)
            yield from self._finding(_METAS[problem.code], hit, path)

    def severity_of(self, code: str, path: str) -> Severity | None:
        """None for what is no code of a rule."""
        meta = _METAS.get(code)
        return self._severities.of(meta, path) if meta else None

    @property
    def codes(self) -> Collection[str]:
        return _METAS.keys()

    def crash(self, error: Exception, meta: Meta, path: str) -> list[Finding]:
        is_memory = isinstance(error, MemoryError)
        self.crashes.append(error.with_traceback(None) if is_memory else error)  # which holds all that was there
        why = _NO_MEMORY if is_memory else "crashed here; this is a bug in meminit"
        return self._finding(CRASHED.meta, Hit(context={"rule": meta.code, "why": why}), path)

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

    def _applies(self, rule: MetadataRule | DocumentRule | SummaryRule) -> bool:
        return rule.applies is None or rule.applies(self._settings)


_NO_MEMORY = "was not finished: memory ran out; allow the process more, or check fewer documents at once"


class _Severities:
    """Decides all severities."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._chosen = settings.severities
        self._overrides = settings.overrides
        self._by_path: dict[str, Mapping[str, Severity]] = {}

    def is_ever_on(self, meta: Meta) -> bool:
        """Whether the rule can have a finding anywhere; one that cannot need not run."""
        return self._settings.may_be_on(meta.code, meta.severity)

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


def _grouped(rules: Sequence[OfOne]) -> list[_Group[OfOne]]:
    groups: dict[tuple[Spares | None, frozenset[Part]], list[OfOne]] = {}
    for rule in rules:
        needs = rule.needs if isinstance(rule, DocumentRule) else ALL_PARTS
        groups.setdefault((rule.spares, needs), []).append(rule)
    return [_Group(spares, _hidden(needs), each) for (spares, needs), each in groups.items()]


def _hidden(needs: frozenset[Part]) -> Mapping[str, NotRead]:
    """What a rule that needs these parts is not shown: whatever it asks of the others raises NotReadError."""
    return {part.value: NOT_READ for part in Part if part not in needs}
