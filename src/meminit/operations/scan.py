"""Surveys a repository, with or without a configuration, and proposes one that fits its documents."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial

from meminit.config.as_toml import as_toml
from meminit.config.find import OTHER_NAME, OWN_NAME, Repository
from meminit.config.load import load
from meminit.config.settings import UNKNOWN, Settings
from meminit.documents.discover import discover, selects_alike
from meminit.documents.tree import Tree
from meminit.edits.putting import destination, put, seen
from meminit.faults import FILE_EXISTS, MeminitError
from meminit.installed import published
from meminit.model.event import Listener
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome
from meminit.operations import check, scan_report
from meminit.operations.cache import retried
from meminit.operations.passed_over import with_passed_over
from meminit.operations.reporting import report_found, report_reading
from meminit.operations.scan_report import Configured, data
from meminit.paths import may_be_there
from meminit.sites.detection import HIDDEN_CONFIGS, detected
from meminit.sites.load import load as load_sites
from meminit.sources import gate, limits
from meminit.sources.files import Files, Overlay
from meminit.stages import Stages
from meminit.surveying.config_text import Line, rule_lines
from meminit.surveying.evidence import Seen
from meminit.surveying.links import is_made_otherwise
from meminit.surveying.proposal import (
    Proposal,
    fits_built_in,
    may_fit_built_in,
    with_built_in_schema,
    with_own_schema,
)
from meminit.surveying.severities import NOTHING_RELAXED, Relaxations, Score, breaking, relaxations, score
from meminit.surveying.survey import CONFIG, Generated, Survey, survey
from meminit.words import escape_unencodable
from meminit.workspace.run import Run
from meminit.workspace.summaries import Summaries
from meminit.workspace.workspace import Effort, Workspace

_SCHEMA = "metadata.schema.json"  # beside the configuration: a site generator may publish files among documents
_LARGEST = 1 << 24  # bytes of a file that is compared with what is proposed
_OTHER_SCHEMA = "meminit.schema.json"


class Wanted(Enum):
    """What a scan is to give: what was found, the proposed files, or these as files."""

    SURVEY = "survey"
    PROPOSAL = "proposal"
    FILES = "files"


def run(
    repository: Repository, wanted: Wanted, *, effort: Effort, stages: Stages, listener: Listener | None = None
) -> Outcome:
    """Surveys the repository, checks it with the proposed configuration, and shows or writes that if it is wanted."""
    return retried(effort, lambda effort: _scanned(repository, effort, stages, wanted, listener))


def _scanned(
    repository: Repository, effort: Effort, stages: Stages, wanted: Wanted, listener: Listener | None
) -> Outcome:
    files = Workspace(repository, effort)
    run = Run(files.over(_laid({OWN_NAME: CONFIG}), "survey", OWN_NAME), stages, with_rows=True)
    run.begin()
    store = run.workspace.store
    settings = load(repository, store.others if store else None) if repository.config else None
    report_reading(run, listener)
    summaries = run.summaries
    run.keep()
    stages.begin("survey")
    tree = run.workspace.tree
    paths = frozenset(map("/".join, tree.files()))
    everything = paths.union(_hidden(tree))
    found = survey(_seen(summaries), paths, frozenset(tree.entries(()) or ()), _generated(everything, tree.sources))
    found = with_passed_over(found, tree, run.workspace.settings)
    trials = _Trials(files, summaries, stages, _used(settings))
    other = _other(repository, settings)
    if other:
        proposed, scored = trials.as_configured(other)
    else:
        proposed, scored = trials.best(found)
    stages.begin("report")
    configured = _configured(settings, trials.last) if settings else ()
    if wanted is Wanted.SURVEY:
        shown, pages = data(found, configured, scored, None), scan_report.of_survey(found, configured, scored)
    else:
        new = _write(repository.root, proposed.files) if wanted is Wanted.FILES else None
        shown = data(found, configured, scored, proposed, new)
        pages = scan_report.of_proposal(proposed, scored, new)
    around = tuple(_around(run))
    report_found(listener, around)
    return Outcome(
        command="scan",
        data=shown,
        warnings=around,
        advice=settings.advice if settings else (),
        crashes=(*run.crashes, *trials.crashes),
        view=pages,
    )


def _other(repository: Repository, settings: Settings | None) -> Settings | None:
    """The settings of the other configuration file: its meaning is proposed, also where it no longer counts."""
    if settings and settings.config_path.lower().endswith((".yaml", ".yml")):
        return settings
    path = os.path.join(repository.root, OTHER_NAME)
    try:
        return load(repository._replace(config=path)) if os.path.lexists(path) else None
    except MeminitError:
        return None


def _write(root: str, files: Mapping[str, str]) -> list[str]:
    """Creates those of the files that are not there, and returns their paths; the configuration is the last.

    Raises FILE_EXISTS, before anything is written, where a file with other content is there.
    """
    new = []
    for path, text in files.items():
        where, pieces = destination(root, path), (text.encode(),)
        if where.mode is None:
            new.append((where, pieces))
        elif not seen(where, partial(gate.is_made_of, limit=_LARGEST, pieces=pieces)):
            words = f"{path} exists, and is not what is proposed; nothing was written"
            raise MeminitError(FILE_EXISTS, words, path=path)
    for where, pieces in new:
        put(where, pieces)
    return [where.relative for where, _ in new]


def _laid(texts: Mapping[str, str]) -> Overlay:
    """Proposed files, which are laid over the repository and not written."""
    return Overlay({path: text.encode() for path, text in texts.items()})


def _hidden(tree: Tree) -> Iterator[str]:
    """The files of hidden folders in which a generator's configuration may be; a survey passes such folders over."""
    for names, kind in tuple(tree.listed()):
        if kind == "folder" and names[-1] in HIDDEN_CONFIGS:
            for name, inner in (tree.sources.entries(names) or {}).items():
                yield "/".join((*names, name))
                below = tree.sources.entries((*names, name)) if name == "config" and inner == "folder" else None
                yield from ("/".join((*names, name, each)) for each in below or ())


def _generated(paths: Iterable[str], files: Files) -> Generated | None:
    """The site that is made from the documents, as its generator's configuration shows."""

    def read(path: str) -> bytes | None:
        try:
            return files.read_inside(path, limits.CONFIG)
        except gate.SourceError:
            return None

    def text_of(path: str) -> str | None:
        data = read(path)
        return None if data is None else data.decode("utf-8", "replace")

    found = detected(sorted(paths), text_of)
    if found is None:
        return None
    sites = load_sites({"generator": found.generator, "root": list(found.roots)}, read, "").sites
    content = tuple(dict.fromkeys(folder.path for site in sites for folder in site.content))
    static = tuple(dict.fromkeys(folder.path for site in sites for folder in site.static if folder.path))
    slugs = next((site.slugs for site in sites if site.slugs), "")
    return Generated(found.generator, found.roots, content, static, any(site.mdx for site in sites), slugs)


def _seen(summaries: Summaries) -> Iterator[Seen]:
    every = summaries.front_matter(range(len(summaries.all)))
    for candidate, summary, fields in zip(summaries.candidates, summaries.all, every, strict=True):
        yield Seen(candidate.path, fields, summary.lookups, summary.anchors or "")


def _project(root: str) -> str:
    return escape_unencodable(os.path.basename(root)) or "Documentation"


def _used(settings: Settings | None) -> frozenset[str]:
    """The schemas in use: what is proposed may take their places."""
    return frozenset(each.schema for each in settings.namespaces if each.schema) if settings else frozenset()


class _Trials:
    """Checks documents with possible proposals; `crashes` are the exceptions that rules raised."""

    def __init__(self, files: Workspace, summaries: Summaries, stages: Stages, used: frozenset[str]) -> None:
        self._files = files
        self._stages = stages
        self._used = used
        self._documents = {each.path for each in summaries.candidates}
        self.crashes: list[Exception] = []
        self.last = files  # the repository with the last one of them
        self._uncertain = 0  # links whose targets are not known, in the last one

    def best(self, found: Survey) -> tuple[Proposal, Score]:
        """The proposal, with rules that are as strict as documents allow, and its score."""
        project, generator = _project(self._files.root), found.site.generator if found.site else ""
        if may_fit_built_in(found):
            proposed = with_built_in_schema(found, project)
            result = self._checked_with(proposed, "built-in")
            if fits_built_in(_findings(result), self._documents, _checked(result)):
                return self._settled(proposed, result, generator)
        schema_path = _SCHEMA if self._is_free(_SCHEMA) else _OTHER_SCHEMA
        proposed = with_own_schema(found, project, schema_path, self._is_free)
        result = self._checked_with(proposed, "proposal")
        if found.site is None and found.links.is_fronted and is_made_otherwise(_findings(result)):
            otherwise = found._replace(links=found.links._replace(slugs=UNKNOWN))
            proposed = with_own_schema(otherwise, project, schema_path, self._is_free)
            result = self._checked_with(proposed, "anchors")
        return self._settled(proposed, result, generator)

    def as_configured(self, settings: Settings) -> tuple[Proposal, Score]:
        """What the configuration of another tool says, in the words of this one, and its score."""
        text = as_toml(settings, published("config"), [f"The settings of {settings.config_path}."])
        proposed = Proposal(tuple(map(Line, text.splitlines())), {})
        result = self._checked_with(proposed, "proposal")
        return proposed, self._score(_findings(result), NOTHING_RELAXED, _checked(result))

    def _is_free(self, path: str) -> bool:
        """Whether a schema may be proposed there: no file is there, or it is a schema in use."""
        return path in self._used or not may_be_there(os.path.join(self._files.root, path))

    def _checked_with(self, proposed: Proposal, purpose: str) -> Outcome:
        """The result of a check before any rule is relaxed."""
        texts = {**proposed.files, OWN_NAME: proposed.bare}
        self.last = self._files.over(_laid(texts), purpose, OWN_NAME)
        run = Run(self.last, self._stages)
        checked = check.Check(run)
        result = check.outcome(checked, checked.events())
        self.crashes += result.crashes
        self._uncertain = run.uncertain
        return result

    def _settled(self, proposed: Proposal, result: Outcome, generator: str) -> tuple[Proposal, Score]:
        findings, checked = _findings(result), _checked(result)
        rules = relaxations(breaking(findings, self._documents, generator), self._governed())
        lines = (*proposed.lines, *rule_lines(rules))
        return proposed._replace(lines=lines), self._score(findings, rules, checked)

    def _score(self, findings: Iterable[Finding], rules: Relaxations, checked: int) -> Score:
        return score(findings, rules, checked, frozenset(self._governed()))._replace(uncertain=self._uncertain)

    def _governed(self) -> list[str]:
        return [each.path for each in self.last.discovered.candidates]


def _findings(result: Outcome) -> tuple[Finding, ...]:
    return (*result.violations, *result.warnings)


def _checked(result: Outcome) -> int:
    return result.counters.files_checked if result.counters else 0


def _configured(settings: Settings, proposed: Workspace) -> tuple[Configured, ...]:
    """Documents are discovered again only where the proposal selects other ones than the configuration."""
    is_alike = selects_alike(settings, proposed.settings)
    found = proposed.discovered if is_alike else discover(proposed.tree, settings)
    is_proposed = proposed.tree.sources.is_laid  # a file that is not there yet
    counts = Counter(each.namespace for each in found.candidates if not is_proposed(each.file))
    named = sorted(settings.namespaces, key=lambda each: each.name)
    return tuple(Configured(each.name, each.root, counts[each.name]) for each in named)


def _around(run: Run) -> Iterable[Finding]:
    """The findings of what could not be read, as warnings: the survey covers the rest."""
    problems = [(each.path, each.problem) for each in run.workspace.discovered.surroundings]
    found = run.observed(problems) if problems else []
    return sorted((each._replace(severity=Severity.WARNING) for each in found), key=lambda each: (each.path, each.code))
