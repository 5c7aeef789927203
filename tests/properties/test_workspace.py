"""A workspace that is told of changes, or has text laid over its files, knows what a fresh one would read from disk."""

import shutil
import threading
import time
from random import Random

import pytest
from tests.support.documents import GOOD
from tests.support.repositories import changed, repository, write

from meminit.config.find import find
from meminit.faults import MeminitError
from meminit.model.event import Done, Found, Progress, Started
from meminit.operations.check import Check, outcome
from meminit.sources.files import Overlay
from meminit.stages import Stages
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

pytestmark = pytest.mark.slow

ALONE = Effort(jobs=1, uses_cache=False)


def _workspace(folder, effort=ALONE):
    return Workspace(find(str(folder), None), effort)


def _judged(workspace, paths=()):
    """What a check comes to, or what is wrong with the configuration."""
    check = Check(Run(workspace, Stages()), paths)
    try:
        made = outcome(check, check.events())
    except MeminitError as error:
        return error.fault.code
    return made.violations, made.warnings, made.counters, made.document_ids


def _contents(folder):
    """Every file below a folder by its path, and every folder with nothing."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        found[name] = path.read_bytes() if path.is_file() else b""
    return found


def _differing(before, after):
    return [name for name in {*before, *after} if before.get(name) != after.get(name)]


@pytest.mark.parametrize("seed", range(500, 516))
def test_what_it_is_told_of_is_read_again(tmp_path, seed):
    dice = Random(seed)
    write(tmp_path, repository(dice))
    workspace = _workspace(tmp_path)
    for _ in range(6):
        assert _judged(workspace) == _judged(_workspace(tmp_path))
        before = _contents(tmp_path)
        changed(dice, tmp_path)
        workspace.changed(_differing(before, _contents(tmp_path)))


@pytest.mark.parametrize("seed", range(600, 612))
def test_text_over_the_files_is_judged_as_if_it_were_in_them(tmp_path, seed):
    dice = Random(seed)
    lower, upper = tmp_path / "lower", tmp_path / "upper"
    write(lower, repository(dice))
    shutil.copytree(lower, upper, symlinks=True)
    base = _workspace(lower)
    _judged(base)
    for _ in range(4):
        changed(dice, upper)
        below, above = _contents(lower), _contents(upper)
        files = [name for name in _differing(below, above) if not (upper / name).is_dir()]
        overlay = Overlay({name: above.get(name) for name in files})
        assert _judged(base.over(overlay)) == _judged(_workspace(upper)), files


@pytest.mark.parametrize("seed", range(700, 706))
def test_a_whole_overlay_needs_no_files(tmp_path, seed):
    """As of a commit: nothing on the disk counts."""
    files, empty = tmp_path / "files", tmp_path / "empty"
    write(files, repository(Random(seed)))
    write(empty, {".meminit.toml": b"", "docs/other.md": b"[x](no.md)"})
    contents = {name: text for name, text in _contents(files).items() if (files / name).is_file()}
    assert _judged(_workspace(empty).over(Overlay(contents, is_whole=True))) == _judged(_workspace(files))


def test_schemas_may_lie_over_the_files_with_all_that_they_refer_to(tmp_path):
    write(tmp_path, {".meminit.toml": b'[id]\nfield = ""\n', "docs/a.md": b"---\ntitle: x\n---\n"})
    place = "docs/00-governance/metadata.schema.json"
    texts = {place: b'{"$ref": "more.json"}', "docs/00-governance/more.json": b'{"required": ["owner"]}'}
    base = _workspace(tmp_path)
    assert [each.code for each in _judged(base)[0]].count("MISSING_FIELD") > 1, "by the built-in schema"
    assert [each.message for each in _judged(base.over(Overlay(texts)))[0]] == [
        "owner: missing, but required by the schema"
    ]
    gone = {place: texts[place], "docs/00-governance/more.json": None}
    assert [each.code for each in _judged(base.over(Overlay(gone)))[0]] == ["SCHEMA_INVALID"]


def test_an_overlay_is_judged_by_what_the_cache_knows_of_the_rest(tmp_path, monkeypatch):
    cached = Effort(jobs=1, cache_dir=str(tmp_path / "cache"))
    folder = tmp_path / "tree"
    texts = {f"docs/{number}.md": GOOD.replace("001", f"{number:03}").encode() for number in range(1, 9)}
    write(folder, {".meminit.toml": b"", **texts})
    time.sleep(0.06)
    _judged(_workspace(folder, cached))
    workspace = _workspace(folder, cached).over(Overlay({"docs/3.md": b"no front matter"}))
    run = Run(workspace, Stages())
    run.begin()
    assert [run.workspace.discovered.candidates[each].path for each in run.missing] == ["docs/3.md"]
    assert _judged(workspace)[2].violations_count == 1
    assert _judged(_workspace(folder, cached))[2].violations_count == 0, "what is laid over files is not kept"


def test_a_run_from_a_thread_beside_another_one(tmp_path):
    write(tmp_path, repository(Random(1)))
    expected = _judged(_workspace(tmp_path))
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(_judged(_workspace(tmp_path, Effort(jobs=3, uses_cache=False)))))
        for _ in range(2)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [expected, expected]


def _events(folder, paths=()):
    return list(Check(Run(_workspace(folder), Stages()), paths).events())


def test_events_come_in_order_and_make_the_outcome(tmp_path):
    texts = {f"docs/{number:04}.md": GOOD.replace("001", f"{number:04}").encode() for number in range(1, 301)}
    texts["docs/0002.md"] = b"[x](no.md)"
    write(tmp_path, {".meminit.toml": b"", **texts})
    events = _events(tmp_path)
    assert isinstance(events[0], Started)
    assert (events[0].files_total, events[0].namespaces) == (300, ("default",))
    assert isinstance(events[-1], Done)
    found = [each for each in events if isinstance(each, Found)]
    assert [(each.phase, each.path) for each in found[:1]] == [("document", "docs/0001.md")]
    phases = [each.phase for each in found]
    assert phases == sorted(phases), "those of documents come first"
    for phase in ("document", "tree"):
        paths = [each.path for each in found if each.phase == phase]
        assert paths == sorted(paths)
    done = [each.files_done for each in events if isinstance(each, Progress)]
    assert done == sorted(done)
    assert done[-1] == 300


def test_findings_are_there_while_later_documents_are_unread(tmp_path, monkeypatch):
    texts = {f"docs/{number:04}.md": b"no front matter " + b"x " * 40_000 for number in range(64)}
    write(tmp_path, {".meminit.toml": b"", **texts})
    run = Run(_workspace(tmp_path), Stages())
    events = Check(run).events()
    first = next(each for each in events if isinstance(each, Found))
    assert first.path == "docs/0000.md"
    assert sum(bool(each.digest or each.findings) for each in run.gathered) < 32
    assert len([each for each in events if isinstance(each, Found)]) == 63


def test_a_targeted_check_has_events_of_its_targets_alone(tmp_path, monkeypatch):
    write(tmp_path, {".meminit.toml": b"", "docs/a.md": b"x", "docs/b.md": b"[x](no.md)"})
    monkeypatch.chdir(tmp_path)
    found = [each.path for each in _events(tmp_path, ("docs/b.md",)) if isinstance(each, Found)]
    assert found == ["docs/b.md", "docs/b.md"]
