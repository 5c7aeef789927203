"""Profiles of an organisation: installs them for a user, copies them into a repository, and names what drifted."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.config.settings import Settings, below
from meminit.edits import creating
from meminit.edits.spans import EditError, difference, encoded, sha256
from meminit.edits.verifying import verified
from meminit.faults import FILE_EXISTS, PROFILE_NOT_FOUND, MeminitError
from meminit.model.outcome import Advice, Block, Outcome, Table, Text
from meminit.model.plan import Change, Plan, Skipped
from meminit.operations import org_profiles
from meminit.operations.changing import Proposal, Wish, changed, fingerprint
from meminit.operations.handed_in import of_added
from meminit.operations.judging import added, judged, laid
from meminit.operations.org_profiles import SCHEMA, Profile, digest_of, installed_names, invalid, shelf
from meminit.sources import gate, json_text
from meminit.sources.limits import DEFAULT
from meminit.stages import Stages
from meminit.words import counted, escape_unencodable, listed
from meminit.workspace.workspace import Workspace

LOCK = ".meminit-org.lock.json"
CODE = "ORG_DRIFT"
_GOVERNANCE = "00-governance"


class Lock(NamedTuple):
    """What was copied into a repository: the name of the profile, and the digest of each file by its path there."""

    profile: str
    files: Mapping[str, str]

    @property
    def text(self) -> str:
        content = {"lock_version": "1.0", "profile": self.profile, "files": dict(sorted(self.files.items()))}
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def install(source: str) -> Outcome:
    """Copies a profile to the user's own; the same again is success, and nothing is replaced."""
    profile = org_profiles.found(source)
    place = os.path.join(shelf(), profile.name)
    there = _there(place)
    if there is not None and there != profile.files:
        words = f"another profile {profile.name} is installed; remove it, or rename this one"
        raise MeminitError(FILE_EXISTS, words, phase="validation")
    if there is None:
        with creating.created(place, {path: gate.decode(content) for path, content in profile.files.items()}):
            pass
    data = {"profile": profile.name, "files": profile.digests, "installed": there is None}
    done = "installed" if there is None else "is installed already"
    return Outcome(
        "org install", data, view=(Text((f"{profile.name} {done}: {counted(len(profile.files), 'file')}",)),)
    )


def _there(place: str) -> Mapping[str, bytes] | None:
    try:
        return org_profiles.found(place).files if os.path.lexists(place) else None
    except MeminitError:
        return {}


def vendor(workspace: Workspace, name: str | None, wish: Wish, *, force: bool) -> Outcome:
    _ = workspace.settings  # a configuration comes first
    return changed("org vendor", workspace, wish, lambda now: _Vendoring(now, name, force=force).proposal())


class _Vendoring:
    """Plans to copy a profile into the repository, and to note in the lock what was copied."""

    def __init__(self, workspace: Workspace, name: str | None, *, force: bool) -> None:
        self._root = workspace.root
        self._workspace = workspace
        self._lock = _lock(self._root)
        self._profile = org_profiles.found(name if name is not None else _usual(self._lock))
        self._force = force

    def proposal(self) -> Proposal:
        wanted = {place(self._workspace.settings, path): each for path, each in self._profile.files.items()}
        changes: list[Change] = []
        skipped: list[Skipped] = []
        kept: dict[str, str] = {}
        for path, content in sorted(wanted.items()):
            made = self._change(path, gate.decode(content))
            if isinstance(made, Skipped):
                skipped.append(made)
                if self._lock and path in self._lock.files:
                    kept[path] = self._lock.files[path]
                continue
            kept[path] = digest_of(content)
            changes += [made] if made else []
        lock = self._written(LOCK, Lock(self._profile.name, kept).text, "notes what was copied")
        changes += [lock] if lock and kept else []
        report = {"profile": self._profile.name, "lock_path": LOCK, "files": dict(sorted(kept.items()))}
        plan = Plan("org vendor", tuple(changes), tuple(skipped), fingerprint(self._workspace))
        return Proposal(plan, remaining=len(skipped), report=report, advice=self._added(changes))

    def _added(self, changes: list[Change]) -> tuple[Advice, ...]:
        """A schema that asks for more adds findings; that is what it was copied for, and is said."""
        if not changes:
            return ()
        before = judged(self._workspace, Stages())
        after = judged(self._workspace.over(laid(verified(self._root, changes)), "planned"), Stages())
        return of_added(added(before.findings, after.findings))

    def _change(self, path: str, text: str) -> Change | Skipped | None:
        there = _content(self._root, path)
        if there is not None and there != encoded(text) and not self._force:
            noted = self._lock.files.get(path) if self._lock else None
            if noted != digest_of(there):
                words = "it was changed since it was copied" if noted else "it was there before, with other content"
                return Skipped(path, CODE, "needs_author", words, next_actions=("meminit org vendor --force --diff",))
        return self._written(path, text, f"as the profile {self._profile.name} has it")

    def _written(self, path: str, text: str, reason: str) -> Change | None:
        there = _content(self._root, path)
        if there is None:
            return Change("create", path, content=text, codes=(CODE,), safe=True, reason=reason)
        if there == encoded(text):
            return None
        try:
            edits = difference(there.decode(), text)
        except (UnicodeDecodeError, EditError) as error:
            raise invalid(self._profile.name, f"{path}: what is there is not UTF-8") from error
        digests = sha256(there), sha256(encoded(text))
        return Change("update", path, "", *digests, edits=edits, codes=(CODE,), safe=True, reason=reason)


def _usual(lock: Lock | None) -> str:
    names = installed_names()
    if lock is not None:
        return lock.profile
    if len(names) == 1:
        return names[0]
    there = f"there are {listed(names)}" if names else "none is installed"
    raise MeminitError(PROFILE_NOT_FOUND, f"name the profile: {there}", suggestion="meminit org install SOURCE")


def status(root: str, settings: Settings) -> Outcome:
    """How the copied files differ from the lock, and the lock from the profile as it is installed."""
    lock = _lock(root)
    drift = list(_drift(root, settings, lock)) if lock else []
    data: dict[str, object] = {
        "installed": installed_names(),
        "locked": lock is not None,
        "lock_path": LOCK,
        "drift": [{"path": path, "kind": kind} for path, kind in drift],
        "summary": {
            kind: Counter(each for _, each in drift)[kind] for kind in ("modified", "missing", "outdated", "new")
        },
        "next_actions": ["meminit org vendor --diff"] if drift else [],
    }
    if lock:
        data["profile"] = lock.profile
    head = f"profile {lock.profile}, {counted(len(lock.files), 'file')}" if lock else "no profile was copied here"
    blocks: tuple[Block, ...] = (Text((escape_unencodable(head),)),)
    blocks += (Table(("FILE", "DRIFT"), tuple(drift)),) if drift else (Text(("no drift",)),) if lock else ()
    return Outcome("org status", data, view=blocks)


def _drift(root: str, settings: Settings, lock: Lock) -> Iterator[tuple[str, str]]:
    current = _current(settings, lock.profile)
    for path, digest in sorted({**dict.fromkeys(current or {}, ""), **lock.files}.items()):
        content = _content(root, path)
        if not digest:
            yield path, "new"  # in the profile, and not yet here
        elif content is None:
            yield path, "missing"
        elif digest_of(content) != digest:
            yield path, "modified"
        elif current is not None and current.get(path) != digest:
            yield path, "outdated"


def _current(settings: Settings, name: str) -> dict[str, str] | None:
    """The digests of the installed profile, by the paths that its files have here; None where it is not installed."""
    try:
        profile: Profile = org_profiles.found(name)
    except MeminitError:
        return None
    return {place(settings, path): digest_of(each) for path, each in profile.files.items()}


def place(settings: Settings, path: str) -> str:
    """Where a file of a profile goes: below the governance folder of the docs root."""
    usual = next((each for each in settings.namespaces if each.name == "default"), settings.namespaces[-1])
    if path == SCHEMA and usual.schema:
        return usual.schema
    return below(usual.root, f"{_GOVERNANCE}/{path}")


def _content(root: str, path: str) -> bytes | None:
    try:
        return gate.read_inside(root, path, DEFAULT.document)
    except gate.SourceError as error:
        if error.kind == "missing":
            return None
        raise invalid(LOCK, f"{path}: {error.words}") from error


def _lock(root: str) -> Lock | None:
    content = _content(root, LOCK)
    if content is None:
        return None
    try:
        read = json_text.parse(gate.decode(content))
    except (gate.BadEncoding, json_text.JsonError) as error:
        raise invalid(LOCK, f"the lock is not JSON: {error.words}") from error
    files = read.get("files") if isinstance(read, Mapping) else None
    name = read.get("profile") if isinstance(read, Mapping) else None
    if (
        not isinstance(files, Mapping)
        or not isinstance(name, str)
        or not all(isinstance(each, str) for each in files.values())
    ):
        raise invalid(LOCK, "the lock has no profile and files")
    return Lock(name, {str(path): str(digest) for path, digest in files.items()})
