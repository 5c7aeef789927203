"""Asks rules, and makes findings of what they yield; a rule that crashes costs a finding of its own, and no more."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from meminit.config.settings import Settings
from meminit.model.finding import Finding, Problem
from meminit.rule import CorpusRule, DocumentRule, Hit, Meta
from meminit.rules import RULES
from meminit.rules.rule_crashed import RULE as CRASHED
from meminit.workspace.severities import Stamp

Subject = TypeVar("Subject")
Kind = TypeVar("Kind", DocumentRule, CorpusRule)
_METAS: Mapping[str, Meta] = {rule.meta.code: rule.meta for rule in RULES}


class Verdicts:
    """What rules raise goes into `crashes`."""

    def __init__(self, settings: Settings, crashes: list[Exception]) -> None:
        self._settings = settings
        self._crashes = crashes
        self._stamp = Stamp(settings)

    @property
    def crashes(self) -> int:
        """How often a rule has crashed so far."""
        return len(self._crashes)

    def active(self, kind: type[Kind]) -> list[Kind]:
        """The rules of a kind that can have a finding anywhere."""
        return [rule for rule in RULES if isinstance(rule, kind) and self._stamp.is_ever_on(rule.meta)]

    def judged(
        self, meta: Meta, path: str, check: Callable[[Subject, Settings], Iterable[Hit]], subject: Subject
    ) -> list[Finding]:
        """The findings of one rule."""
        found: list[Finding] = []
        try:
            for hit in check(subject, self._settings):
                found += self.stamped(meta, hit, path)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
            found += self.crash(error, meta, path)
        return found

    def stamped(self, meta: Meta, hit: Hit, path: str) -> list[Finding]:
        """The finding that a hit comes to; none where its rule is off."""
        finding = self._stamp.finding(meta, hit, hit.path or path)
        return [finding] if finding else []

    def observed(self, path: str, problems: Iterable[Problem]) -> Iterator[Finding]:
        """The findings of what was seen while reading, or outside any document."""
        for problem in problems:
            hit = Hit(problem.line, problem.column, context=problem.context)
            yield from self.stamped(_METAS[problem.code], hit, path)

    def crash(self, error: Exception, meta: Meta, path: str) -> list[Finding]:
        self._crashes.append(error)
        return self.stamped(CRASHED.meta, Hit(context={"rule": meta.code}), path)
