"""Adds code, severity and message to what rules yield; the one place where severities are decided."""

from collections.abc import Mapping

from meminit.config.settings import Settings, parts
from meminit.model.finding import Finding, Severity
from meminit.rule import Hit, Meta
from meminit.words import LONGEST_MESSAGE, encodable, shorten


class Stamp:
    def __init__(self, settings: Settings) -> None:
        self._severities = settings.severities
        self._overrides = settings.overrides
        self._by_path: dict[str, Mapping[str, Severity]] = {}

    def is_ever_on(self, meta: Meta) -> bool:
        """Whether the rule can have a finding anywhere; one that cannot need not run."""
        return self._severities.get(meta.code, meta.severity) is not Severity.OFF or any(
            override.severities.get(meta.code, Severity.OFF) is not Severity.OFF for override in self._overrides
        )

    def finding(self, meta: Meta, hit: Hit, path: str) -> Finding | None:
        """The finding of a hit; None where the rule is off."""
        severity = self._severity(meta, path)
        if severity is Severity.OFF:
            return None
        message = shorten(encodable(meta.message.format_map(hit.context)), LONGEST_MESSAGE)
        return Finding(path, meta.code, severity, message, hit.line, hit.column, hit.context, hit.edit)

    def _severity(self, meta: Meta, path: str) -> Severity:
        severity = self._severities.get(meta.code, meta.severity)
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
