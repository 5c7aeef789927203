"""Long ids and deep folders: the same answers, and no more memory for each of many links."""

import os

import pytest
from tests.support.marks import posix
from tests.support.measuring import cost
from tests.support.timing import slowness

from meminit.linking.targets import Understanding, lookups_in
from meminit.model.link import Link

DEEP = "/".join(["folder"] * 100)  # 699 characters
LONG_ID = "PAY-ADR-" + "1" * 12_000
MANY = 19_900
DEPTH = 1_900
LINKS = "[b](b.md) [up](../up.md#t) [gone](gone.md) [odd](b%20.md) [top](/docs/top.md) ![p](p.png) [c](B.md)\n"


@pytest.mark.parametrize("target", ["gone.md", "a%20b.md", "../x/", "a\x7fb.md", "#"])
@pytest.mark.parametrize("folder", [DEEP, f"docs/{DEEP}\x7f", "docs"])
def test_a_lookup_is_understood_wherever_it_was_made(folder, target):
    lookup = lookups_in(folder).of(Link(target, "image", 1, None), ())
    found = Understanding([f"{folder}/a.md", "docs/b.md"]).of(lookup)
    assert len(lookup) < 500
    if target == "#":
        assert found is None
    else:
        assert (found.folder, found.target) in {(folder, target), ("", f"{folder}/{target}")}


def _tree(folder):
    return {
        ".meminit.toml": '[docs]\nschema = ""\n[id]\nfield = ""\n[rules]\nORPHAN_DOCUMENT = "warning"\n',
        f"docs/{folder}/a.md": f"---\ntitle: x\n---\n\n{LINKS}",
        f"docs/{folder}/b.md": "---\ntitle: x\n---\n\n[a](a.md#no) [a](./a.md)\n",
        f"docs/{folder.rpartition('/')[0]}/up.md": "---\ntitle: x\n---\n\n# u\n",
        "docs/top.md": f"---\ntitle: x\n---\n\n[a]({folder}/a.md) [b]({folder}/B.md)\n",
    }


def _brief(finding):
    """Path, line and code: columns differ behind the folder, and messages are shortened."""
    place, _, code, *_ = finding.split()
    return place.split(":")[:2], code


@posix
def test_a_deep_folder_is_judged_like_any_other(call):
    expected = call.check(_tree("near/by")).found
    call.folder = call.folder / "other"
    found = call.check(_tree(DEEP)).found
    above = DEEP.rpartition("/")[0]
    places = [each.replace(DEEP, "near/by").replace(above, "near") for each in found]
    assert list(map(_brief, places)) == list(map(_brief, expected))
    assert len(found) > 4
    assert call.json("check").found == found  # with what is kept


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repository")
    (folder / ".meminit.toml").write_text('[docs]\nschema = ""\n[id]\npattern = "^PAY"\n')
    (folder / "docs").mkdir()
    links = "\n".join(f"[a](b.md#x{number})" for number in range(MANY))
    (folder / "docs/a.md").write_text(f"---\ndocument_id: {LONG_ID}\n---\n\n{links}\n")
    anchors = "".join(f"<a id=x{number}></a>\n" for number in range(0, MANY, 2))
    (folder / "docs/b.md").write_text(f"---\ndocument_id: PAY-ADR-001\n---\n\n{anchors}")
    home = os.getcwd()
    os.chdir(folder / "docs")
    for _ in range(DEPTH):  # one by one: the whole path is too long for the system
        os.mkdir("d")
        os.chdir("d")
    with open("deep.md", "w") as file:
        file.write("---\na: b\n---\n\n" + "\n".join(f"[a](gone{number}%20.md)" for number in range(MANY)))
    os.chdir(home)
    yield folder
    _remove(folder / "docs")
    os.chdir(home)


def _remove(folder):
    """What removes folders by recursion cannot remove one that is so deep."""
    os.chdir(folder)
    depth = 0
    while os.path.isdir("d"):
        os.chdir("d")
        depth += 1
    os.remove("deep.md")
    for _ in range(depth):
        os.chdir("..")
        os.rmdir("d")


@posix  # which has the module `resource`
@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("command", ["check --jobs 1", "graph", "backlinks docs/b.md"])
def test_neither_is_repeated_in_memory(repository, command):
    found = cost(repository, *command.split(), "--no-cache", "--format", "json")
    assert found.exit in {0, 1}
    assert found.seconds < 5.0 * slowness()
    assert found.mebibytes < 300
