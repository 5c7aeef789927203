"""A repository that was never checked is brought home in five commands: what is gone, what is left, and for whom."""

import tarfile
from collections import Counter

import pytest
from tests.support.marks import DATA, needs_data
from tests.support.messy import messy
from tests.support.messy_wiki import messy_wiki, with_configuration
from tests.support.plans import added, applied, findings, see_that_edits_keep_to_their_places

DAY = ("--today", "2026-02-03")
APPLY = ("--apply", "--yes")
REASONS = {"no_clear_correction", "ambiguous", "needs_author", "conflicts_with", "too_large"}
CORPORA = (
    *("alint", "community", "docops-upstream", "eips", "glossary", "mdbook", "mdn", "mdsmith", "mkdocs"),
    *("opensource-guide", "react-native", "rfcs", "starlight", "vite", "website"),
)


def _files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _corrected(call, *options):
    """Applies what `fix` plans: as planned, by the edits alone, and nothing is added."""
    before, found = _files(call.folder), call.json("check").found
    data = call.json("fix", *options, *DAY, *APPLY).json["data"]
    assert _files(call.folder) == applied(before, data["changes"])
    see_that_edits_keep_to_their_places(before, data["changes"])
    moved = {each["path"]: each["to_path"] for each in data["changes"] if "to_path" in each}
    left = call.json("check").found
    assert not added(found, left, moved)
    assert data["remaining"] == len(findings(data["skipped"])) == len(left)
    return data, left


def _brought_home(call, capsys, name):
    """The five commands; the share of findings that is gone. The first, `scan --write`, is for those without rules."""
    if not any((call.folder / each).exists() for each in (".meminit.toml", "docops.config.yaml")):
        assert call.json("scan", "--propose", "--write").exit == 0
    found = call.json("check").found
    _corrected(call)
    assert call.json("fix", "--unsafe", "--diff", *DAY).exit == 0
    rest, left = _corrected(call, "--unsafe")
    assert {each["reason_code"] for each in rest["skipped"]} <= REASONS
    again = call.json("fix", "--unsafe", *DAY).json["data"]
    assert again["changes"] == []
    share = 1 - len(left) / len(found) if found else 1
    kinds = Counter(f"{each['code']} {each['reason_code']}" for each in rest["skipped"]).most_common(4)
    with capsys.disabled():
        shown = ", ".join(f"{number} {kind}" for kind, number in kinds)
        print(f"\n{name}: {len(found)} findings, {share:.0%} corrected; left: {shown or 'none'}")  # noqa: T201 - figures
    return share


def _messy(call, files):
    call.folder /= "repository"
    call.folder.mkdir()
    call.write(files)
    return call


def test_a_copied_wiki_is_brought_home(call, capsys):
    call = _messy(call, with_configuration(messy_wiki(1, 40)))
    assert _brought_home(call, capsys, "40 pages of a wiki") > 0.85


def test_a_copied_wiki_is_brought_home_under_its_proposal(call, capsys):
    call = _messy(call, messy_wiki(2, 40))
    assert _brought_home(call, capsys, "40 pages of a wiki under their proposal") > 0.7


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("is_proposed", [False, True], ids=["own", "proposed"])
def test_two_hundred_pages_of_a_wiki_are_brought_home(seed, is_proposed, call, capsys):
    files = messy_wiki(seed, 200)
    call = _messy(call, files if is_proposed else with_configuration(files))
    floor = 0.8 if is_proposed else 0.9
    assert _brought_home(call, capsys, f"200 pages of a wiki, seed {seed}, proposed: {is_proposed}") >= floor


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8])
def test_two_hundred_documents_are_brought_home(seed, call, capsys):
    """A fifth of what is wrong with them nobody but their authors can know."""
    assert _brought_home(_messy(call, messy(seed, 200)), capsys, f"200 documents, seed {seed}") > 0.75


@pytest.mark.long
@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("name", CORPORA)
def test_real_repositories_get_no_new_finding(name, call, capsys):
    with tarfile.open(DATA / f"corpora/{name}.tar.xz") as packed:
        packed.extractall(call.folder, filter="data")
    call.folder /= name
    _brought_home(call, capsys, name)
