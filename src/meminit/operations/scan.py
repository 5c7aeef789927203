"""Surveys a repository, whether it has a configuration or not, and proposes one that its documents keep already."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from meminit.config.find import OWN_NAME, Repository
from meminit.config.load import load
from meminit.config.settings import Settings
from meminit.documents.discover import discover, selects_alike
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome
from meminit.operations import check, survey_page
from meminit.operations.retrying import retried
from meminit.operations.survey_data import Configured, data
from meminit.paths import may_be_there
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.surveying.config_text import rule_lines
from meminit.surveying.evidence import Seen
from meminit.surveying.proposal import (
    Proposal,
    fits_built_in,
    may_fit_built_in,
    with_built_in_schema,
    with_own_schema,
)
from meminit.surveying.severities import Score, breaking, relaxed, score
from meminit.surveying.survey import CONFIG, Survey, survey
from meminit.words import encodable
from meminit.workspace.run import Run
from meminit.workspace.summaries import Summaries
from meminit.workspace.workspace import Effort, Workspace

_SCHEMA = "metadata.schema.json"  # beside the configuration: a site generator may publish what lies among documents
_OTHER_SCHEMA = "meminit.schema.json"


def run(repository: Repository, *, propose: bool, effort: Effort, stages: Stages) -> Outcome:
    """Surveys everything, tells how a check would end with what is proposed, and proposes it where that is asked."""

    def scanned(effort: Effort) -> Outcome:
        return _scanned(repository, effort, stages, propose=propose)

    return retried(effort, scanned)


def _scanned(repository: Repository, effort: Effort, stages: Stages, *, propose: bool) -> Outcome:
    files = Workspace(repository, effort)
    run = Run(files.over(_laid({OWN_NAME: CONFIG}), "survey", OWN_NAME), stages, with_rows=True)
    run.begin()
    store = run.workspace.store
    settings = load(repository, store.beside if store else None) if repository.config else None
    summaries = run.summaries
    run.keep()
    stages.begin("survey")
    tree = run.workspace.tree
    found = survey(_seen(summaries), frozenset(map("/".join, tree.files())), frozenset(tree.entries(()) or ()))
    judging = _Judging(files, summaries, stages)
    proposed, scored = judging.best(found, _schema_path(repository.root, settings))
    stages.begin("report")
    configured = _configured(settings, judging.last) if settings else ()
    shown = data(found, configured, scored, proposed if propose else None)
    pages = survey_page.of_proposal(proposed, scored) if propose else survey_page.of_survey(found, configured, scored)
    return Outcome(
        command="scan",
        data=shown,
        warnings=tuple(_around(run)),
        advice=settings.advice if settings else (),
        crashes=(*run.crashes, *judging.crashes),
        view=pages,
    )


def _laid(texts: Mapping[str, str]) -> Overlay:
    """Files that are proposed, and not written."""
    return Overlay({path: text.encode() for path, text in texts.items()})


def _seen(summaries: Summaries) -> Iterator[Seen]:
    every = summaries.front_matter(range(len(summaries.all)))
    for candidate, summary, fields in zip(summaries.candidates, summaries.all, every, strict=True):
        yield Seen(candidate.path, fields, summary.lookups, summary.anchors or "")


def _project(root: str) -> str:
    return encodable(os.path.basename(root)) or "Documentation"


def _schema_path(root: str, settings: Settings | None) -> str:
    """Where the schema is proposed to stand: where one stands that is in use, else where there is nothing yet."""
    used = {each.schema for each in settings.namespaces} if settings else set()
    is_free = _SCHEMA in used or not may_be_there(os.path.join(root, _SCHEMA))
    return _SCHEMA if is_free else _OTHER_SCHEMA


class _Judging:
    """Checks documents with what would be proposed; `crashes` are what rules raised."""

    def __init__(self, files: Workspace, summaries: Summaries, stages: Stages) -> None:
        self._files = files
        self._stages = stages
        self._documents = {each.path for each in summaries.candidates}
        self.crashes: list[Exception] = []
        self.last = files  # the last one that was judged

    def best(self, found: Survey, schema_path: str) -> tuple[Proposal, Score]:
        """The proposal, with rules that are as strict as documents allow, and its score."""
        project = _project(self._files.root)
        if may_fit_built_in(found):
            proposed = with_built_in_schema(found, project)
            judged = self._judged(proposed, "built-in")
            if fits_built_in(_findings(judged), self._documents, _checked(judged)):
                return self._settled(proposed, judged)
        proposed = with_own_schema(found, project, schema_path)
        return self._settled(proposed, self._judged(proposed, "proposal"))

    def _judged(self, proposed: Proposal, purpose: str) -> Outcome:
        """What a check comes to before any rule is relaxed."""
        texts = {OWN_NAME: proposed.bare}
        if proposed.schema:
            texts[proposed.schema_path] = proposed.schema
        self.last = self._files.over(_laid(texts), purpose, OWN_NAME)
        checked = check.Check(Run(self.last, self._stages))
        judged = check.outcome(checked, checked.events(), strict=False)
        self.crashes += judged.crashes
        return judged

    def _settled(self, proposed: Proposal, judged: Outcome) -> tuple[Proposal, Score]:
        findings, checked = _findings(judged), _checked(judged)
        rules = relaxed(breaking(findings, self._documents), checked)
        lines = (*proposed.lines, *rule_lines(rules))
        return proposed._replace(lines=lines), score(findings, rules, checked, self._documents)


def _findings(judged: Outcome) -> tuple[Finding, ...]:
    return (*judged.violations, *judged.warnings)


def _checked(judged: Outcome) -> int:
    return judged.counters.files_checked if judged.counters else 0


def _configured(settings: Settings, judged: Workspace) -> tuple[Configured, ...]:
    """Mostly the proposal finds the same documents, and nobody has to look for them again."""
    is_alike = selects_alike(settings, judged.settings)
    found = judged.discovered if is_alike else discover(judged.tree, settings)
    counts = Counter(each.namespace for each in found.candidates)
    named = sorted(settings.namespaces, key=lambda each: each.name)
    return tuple(Configured(each.name, each.root, counts[each.name]) for each in named)


def _around(run: Run) -> Iterable[Finding]:
    """What could not be looked at: a survey is none the worse for it, so it is merely told."""
    problems = [(each.path, each.problem) for each in run.workspace.discovered.surroundings]
    found = run.observed(problems) if problems else []
    return sorted((each._replace(severity=Severity.WARNING) for each in found), key=lambda each: (each.path, each.code))
