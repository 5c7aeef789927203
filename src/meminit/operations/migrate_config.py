"""Makes a `.meminit.toml` of a `docops.config.yaml`, which says the same: both are run, and compared, before."""

import os
from collections.abc import Iterator, Mapping, Sequence

from meminit.config.as_toml import as_toml
from meminit.config.find import OTHER_NAME, OWN_NAME
from meminit.config.load import as_written
from meminit.config.meminit_toml import DEFAULT_NAMESPACE
from meminit.config.settings import DEFAULT_ROOT, Settings
from meminit.edits.spans import sha256
from meminit.faults import CONFIG_INVALID, FILE_EXISTS, MeminitError
from meminit.installed import published
from meminit.model.node import at_plain
from meminit.model.outcome import Outcome, made
from meminit.model.plan import Change, Plan
from meminit.operations import context
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.operations.judging import judged
from meminit.sources import gate, limits
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.words import listed
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

COMMAND = "migrate config"


def run(workspace: Workspace, wish: Wish, stages: Stages, *, remove: bool) -> Outcome:
    return changed(COMMAND, workspace, wish, lambda known: _proposal(known, stages, wish, remove=remove))


def _proposal(workspace: Workspace, stages: Stages, wish: Wish, *, remove: bool) -> Proposal:
    is_done = workspace.settings.config_path.lower().endswith(".toml")
    old = OTHER_NAME if is_done else workspace.settings.config_path
    changes: list[Change] = []
    if not is_done:
        changes.append(Change("create", OWN_NAME, content=_text(workspace, old, stages), safe=True, reason=_says(old)))
    elif os.path.lexists(os.path.join(workspace.root, old)):
        _see_to_the_other(workspace, stages)
    else:
        remove = False
    if remove:
        digest, words = sha256(_content(workspace.root, old)), f"{OWN_NAME} takes its place."
        changes.append(Change("remove", old, before_sha256=digest, safe=True, reason=words))
    actions = [{"file": each.path, "action": each.op, "from": old} for each in changes]
    report = {"dry_run": not wish.is_applied, "actions": actions, "skipped_files": []}
    return Proposal(
        Plan(COMMAND, tuple(changes), (), fingerprint(workspace)),
        report={"report": report},
        next_steps=("meminit check",),
    )


def _says(old: str) -> str:
    return f"It says what {old} says."


def _content(root: str, path: str) -> bytes:
    try:
        return gate.read_bytes(os.path.join(root, *path.split("/")), limits.CONFIG)
    except gate.SourceError as error:
        raise MeminitError(CONFIG_INVALID, f"{path}: {error.words}", path=path) from error


def _text(workspace: Workspace, old: str, stages: Stages) -> str:
    """The new configuration, which was compared with the old one; raises CONFIG_INVALID where there is none."""
    if os.path.lexists(os.path.join(workspace.root, OWN_NAME)):
        raise MeminitError(FILE_EXISTS, f"{OWN_NAME} is there already", path=OWN_NAME, phase="validation")
    unsaid = list(_unsaid(workspace))
    if unsaid:
        raise _refused(old, unsaid)
    ignored = [
        key for each in workspace.settings.advice if each.code == "CONFIG_KEY_IGNORED" for key in _keys(each.details)
    ]
    notes = [f"The settings of {old}, as `meminit migrate config` wrote them."]
    notes += [f"Left out, since meminit reads none of it: {listed(ignored)}."] if ignored else []
    text = as_toml(workspace.settings, published("config"), notes)
    planned = workspace.over(Overlay({OWN_NAME: text.encode()}), "migrated", OWN_NAME)
    differing = _differences(workspace, planned, old, stages)
    if differing:
        raise _refused(old, differing)
    return text


def _see_to_the_other(workspace: Workspace, stages: Stages) -> None:
    """Raises FILE_EXISTS where the new configuration is there already, and says something else than the old one."""
    other = Workspace(workspace.repository._replace(config=os.path.join(workspace.root, OTHER_NAME)), workspace.effort)
    differing = _differences(other, workspace, OTHER_NAME, stages)
    if differing:
        words = f"{OWN_NAME} exists, and differs from {OTHER_NAME}: {listed(differing)}"
        raise MeminitError(FILE_EXISTS, words, path=OWN_NAME, keys=differing, phase="validation")


def _keys(details: Mapping[str, object]) -> Sequence[str]:
    keys = details.get("keys")
    return keys if isinstance(keys, list) else ()


def _unsaid(workspace: Workspace) -> Iterator[str]:
    """The keys that say what a `.meminit.toml` cannot say."""
    settings, values = workspace.settings, as_written(workspace.repository).values
    default = next((each for each in settings.namespaces if each.name == DEFAULT_NAMESPACE), None)
    tables = values.get("namespaces")
    named = list(tables) if isinstance(tables, list) else []
    if default is None and not any(each.root == DEFAULT_ROOT for each in settings.namespaces):
        yield "namespaces"  # none of them has the place of [docs]
    first = default or next((each for each in settings.namespaces if each.root == DEFAULT_ROOT), settings.namespaces[0])
    numbers = {str(at_plain(values, ("namespaces", number, "name"))): number for number in range(len(named))}
    for each in settings.namespaces:
        number = numbers.get(each.name)
        if each.schema is None and first.schema is not None:
            yield from _said(values, number or 0, ("schema_path",))
    if default and named:
        yield from _differing(settings, numbers[default.name])


def _said(values: Mapping[str, object], number: int, keys: Sequence[str]) -> Iterator[str]:
    said = [key for key in keys if at_plain(values, ("namespaces", number, key)) is not None]
    yield from (f"namespaces[{number}].{key}" for key in said or keys[:1])


def _differing(settings: Settings, number: int) -> Iterator[str]:
    """What the namespace of [docs] says otherwise than the top, where [docs] has one place for both."""
    default, project = settings.namespace(DEFAULT_NAMESPACE), settings.project
    pairs = (
        ("repo_prefix", default.prefix, project.prefix),
        ("default_owner", default.owner, project.owner),
        ("docops_version", default.docops_version, project.docops_version),
    )
    yield from (f"namespaces[{number}].{key}" for key, own, top in pairs if own != top)


def _refused(path: str, keys: Sequence[str]) -> MeminitError:
    every = list(dict.fromkeys(keys))
    words = f"{path}: a {OWN_NAME} cannot say what {listed(every)} {'says' if len(every) == 1 else 'say'}"
    suggestion = "namespaces share the schema of [docs], and one of them lies in docs or is named default"
    return MeminitError(CONFIG_INVALID, words, path=path, keys=every, suggestion=suggestion, phase="validation")


def _differences(before: Workspace, after: Workspace, old: str, stages: Stages) -> list[str]:
    """In what two configurations do not come to the same; raises CONFIG_INVALID for a new one that cannot be."""
    one = _seen(before, stages)
    try:
        other = _seen(after, stages)
    except MeminitError as error:
        problems = error.details.get("problems")
        found = [each["key"] for each in problems if "key" in each] if isinstance(problems, list) else []
        raise _refused(old, found or [error.message]) from error
    return [name for name in one if one[name] != other[name]]


def _seen(workspace: Workspace, stages: Stages) -> dict[str, object]:
    """All that may be compared, with the path of the configuration left out."""
    path = workspace.settings.config_path
    findings = [each._replace(path="") if each.path == path else each for each in judged(workspace, stages).findings]
    run = Run(workspace, stages)
    run.begin()
    shown = made(context.deep_of(workspace, stages).data)
    return {
        "findings": findings,
        "ids": [(each.file, own) for each, own in zip(run.summaries.candidates, run.summaries.ids, strict=True)],
        **{key: value for key, value in shown.items() if key != "config_path"},
    }
