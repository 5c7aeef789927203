"""What moves is followed by every link, and a move there and back gives back every byte."""

import posixpath
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.moving import moved, moves, page, run

from meminit.documents import read
from meminit.moving.worlds import World

CONFIG = '[docs]\nschema = ""\nfilename = "."\n[id]\nfield = ""\n[links]\nwiki = true\n'
NAMES = [
    "a.md",
    "b.md",
    "README.md",
    "é.md",
    "with blank.md",
    "%41.md",
    "a#b.md",
    "it's.md",
    "x(y).md",
    "p.png",
    "A.md",
]
FOLDERS = ["", "sub/", "sub/deep/", "Ö/", "w x/"]
NEW = ["new.md", "sub/new.md", "q/b.md", "Ö/it's (x).md", "q/y z.md"]
NEW_FOLDERS = ["new", "q/deep/er", "Ö/x y"]
FORMS = ["[x]({bare})", "![x]({bare}#h)", "[x](<{angle}> 't')", "<a href='{html}'>x</a>", "[x]({top})"]
FORMS += [
    "<img srcset='{html} 2x'>",
    "- > [x]({bare}?q#h)",
    "[x][{number}]\n\n[{number}]: {bare}",
    "`[x]({bare})`",
    "[[{stem}]]",
]


@st.composite
def trees(draw):
    names = draw(
        st.lists(st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)), min_size=3, max_size=8, unique=True)
    )
    paths = sorted({f"docs/{folder}{name}" for folder, name in names})
    files = {".meminit.toml": CONFIG}
    for path in paths:
        links = draw(st.lists(st.tuples(st.sampled_from(paths), st.sampled_from(FORMS)), max_size=5))
        files[path] = page("\n\n".join(_link(path, *each, number) for number, each in enumerate(links)))
    return files


def _link(source, target, form, number):
    folder = posixpath.dirname(source)
    path = posixpath.relpath(target, folder)
    stem = posixpath.basename(target).removesuffix(".md")
    return form.format(
        bare=_escaped(path, "%#? "),
        angle=_escaped(path, "%#?"),
        html=_escaped(path, "%#? '"),
        top="/" + _escaped(target, "%#? "),
        stem=stem,
        number=number,
    )


def _escaped(path, signs):
    return "".join(f"%{ord(each):02X}" if each in signs else each for each in path)


@st.composite
def journeys(draw):
    """A tree, and what moves in it: a file, or a folder with all that is in it."""
    files = draw(trees())
    paths = [path for path in files if path.startswith("docs/")]
    folders = sorted({posixpath.dirname(path) for path in paths} - {"docs"})
    if folders and draw(st.booleans()):
        old, new = draw(st.sampled_from(folders)), draw(st.sampled_from(NEW_FOLDERS))
        return files, old, f"docs/{new}"
    old, new = draw(st.sampled_from(paths)), draw(st.sampled_from(NEW))
    new = f"docs/{new}" if f"docs/{new}" not in files else "docs/another.md"
    return files, old, new if old.endswith(".md") else new.replace(".md", ".png")


def led(files: Mapping[str, str]) -> dict[tuple[str, int], tuple[str, ...]]:
    """What each link leads to, by its document and its number."""
    there = run(files)
    workspace = there.workspace
    how = read.Reading(workspace.settings.links, workspace.tree.limits)
    world = World(there.summaries, workspace.tree, workspace.settings.links)
    found = {}
    for candidate in there.summaries.candidates:
        file = read.opened(workspace.tree, candidate, workspace.governing(candidate.namespace))
        for number, link in enumerate(read.placed((file,), how)[0].links):
            reached = world.reached(link, candidate.file)
            if reached:
                found[candidate.file, number] = reached.names
    return found


def follow_and_return(files, old, new):
    moving, before = moves(files, old, new), led(files)
    there = moved(files, old, new)
    after = led(there)
    for (file, number), names in before.items():
        assert after.get((moving.path(file), number)) == moving.of(names), (file, number, there[moving.path(file)])
    assert moved(there, new, old) == files


@given(journeys())
@settings(max_examples=60, derandomize=True, deadline=None)
def test_links_follow_and_return(journey):
    follow_and_return(*journey)


@pytest.mark.slow
@pytest.mark.long
@given(journeys())
@settings(max_examples=400, derandomize=True, deadline=None)
def test_many_links_follow_and_return(journey):
    follow_and_return(*journey)
