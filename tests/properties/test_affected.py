"""What is known of links holds where files came, went or changed that do not affect them."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.moving import page

from meminit.config.find import Repository
from meminit.config.settings import Links
from meminit.documents.tree import Tree
from meminit.linking.affected import Affected, Changed
from meminit.operations.judging import judged, judged_by
from meminit.sources.files import Files, Overlay
from meminit.stages import Stages
from meminit.workspace import run as running
from meminit.workspace.carried_over import Before
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

TOP = '[docs]\nroot = "docs"\nschema = ""\nfilename = "."\n[id]\nfield = ""\n[links]\n'
CONFIGS = [
    "wiki = true\n",
    "implicit_extension = true\n",
    'routes = { "/{page}" = "path:docs/{page}" }\n',
    'routes = { "/r/{page}" = "path:docs/{page}/index.md", "/s/{page}" = "path:docs/sub/{page}.md" }\n',
    'routes = { "/{a}/x-{page}" = "path:docs/{a}/{page}" }\n',
    'routes = { "/{slug}" = "field:slug" }\nindex = ["a.md"]\n',
    'routes = { "/{a}/{page}" = "path:docs/{page}/{a}.md" }\nsite_root = "docs"\n',
    'site_root = "docs"\n',
]
NAMES = ["a.md", "A.md", "b.md", "b c.md", "README.md", "index.md", "é.md", "x.en.md", "x.md", "p.png", "sub", "%41.md"]
FOLDERS = ["docs", "docs", "docs/sub", "docs/sub", "docs/sub/deep", "docs/Sub", "docs/a", "top"]
STEPS = ["..", ".", "sub", "deep", "Sub", "a", "r", "s", "x-a", "docs", "top", "link"]
ENDS = [*NAMES, "a", "b", "b%20c.md", "x", "README", "", "..", ".", "s1", "s2", "link.md", "x-b"]
FRAGMENTS = ["", "#h", "#one", "?q#h", "?plain=1#L9"]


PATHS = st.builds("{}/{}".format, st.sampled_from(FOLDERS), st.sampled_from(NAMES))

FORMS = ["[x](<{}>)", "![x](<{}>)", "[[{}]]"]
HEADINGS = st.sampled_from(["", "# h\n", "# one\n\n# h\n"])
FIELDS = st.sampled_from([(), ("slug: s1",), ("slug: a/s2",)])


@st.composite
def targets(draw, paths):
    """Most of them lead to one of these paths, or nearly so."""
    steps = draw(st.lists(st.sampled_from(STEPS), max_size=2))
    anything = "/".join((*steps, draw(st.sampled_from(ENDS))))
    likely = draw(st.sampled_from(paths)).removeprefix("docs/").replace(" ", "%20")
    likely = draw(st.sampled_from([likely, likely, likely.rpartition(".")[0], likely.rpartition("/")[0]]))
    slash = draw(st.sampled_from(["", "/", "/", "./", "../", "/docs/", "/r/", "/s/", "/docs/x-"]))
    return slash + draw(st.sampled_from([anything, likely, likely])) + draw(st.sampled_from(FRAGMENTS))


@st.composite
def texts(draw, paths):
    links = draw(st.lists(st.tuples(st.sampled_from(FORMS), targets(paths)), min_size=1, max_size=6))
    return page(draw(HEADINGS) + "\n\n".join(form.format(target) for form, target in links), draw(FIELDS))


@st.composite
def changes(draw):
    """A tree, and what lies over it afterwards."""
    config = TOP + "".join(draw(st.lists(st.sampled_from(CONFIGS), max_size=1)))
    paths = draw(st.lists(PATHS, min_size=3, max_size=8, unique=True))
    paths = [each for each in paths if not _is_below_file(each, paths)]
    files = {each: draw(texts(paths)) for each in paths[1:]}
    gone = draw(st.lists(st.sampled_from(paths[1:]), max_size=2, unique=True)) if paths[1:] else []
    come = [paths[0], *draw(st.lists(st.sampled_from(paths), max_size=1))]
    laid = dict.fromkeys(gone) | {each: draw(texts(paths)).encode() for each in come if draw(st.booleans())}
    links = draw(st.sampled_from([{}, {}, {"docs/link": "sub"}, {"docs/link.md": "a.md"}]))
    return {".meminit.toml": config, **files}, links, laid


def _is_below_file(path, files):
    parts = path.split("/")
    return any("/".join(parts[:depth]) in files for depth in range(1, len(parts)))


def follow_again(files, links, laid):
    with TemporaryDirectory() as root:
        for path, text in files.items():
            place = Path(root, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        for path, target in links.items():
            Path(root, path).parent.mkdir(parents=True, exist_ok=True)
            Path(root, path).symlink_to(target)
        effort = Effort(jobs=1, uses_cache=False)
        before = Run(Workspace(Repository(root, f"{root}/.meminit.toml"), effort), Stages())
        judged_by(before)
        expected = judged(before.workspace.over(Overlay(laid), "planned"), Stages())
        again = Run(
            before.workspace.over(Overlay(laid), "planned"), Stages(), carried_over=Before(before, laid).known_links
        )
        found = judged_by(again)
    assert list(map(_verdict, found.findings)) == list(map(_verdict, expected.findings))
    return len(again.summaries.known_links)


def _verdict(finding):
    return finding.path, finding.code, finding.line, finding.column, finding.context.get("target")


@pytest.fixture(autouse=True)
def always(monkeypatch):
    monkeypatch.setattr(running, "_MANY", 0)


@given(changes())
@settings(max_examples=200, derandomize=True, deadline=None)
def test_what_is_known_of_links_holds(change):
    follow_again(*change)


def test_only_the_documents_that_a_change_affects_are_followed_again():
    files = {
        f"docs/{name}.md": page(f"[x]({target}) [y](nothing.md)") for name, target in (("a", "b.md"), ("c", "a.md"))
    }
    assert follow_again({".meminit.toml": TOP, **files}, {}, {"docs/b.md": page("# h").encode()}) == 1


def test_links_to_a_page_may_mean_its_translations(tmp_path):
    tree = Tree(Files(str(tmp_path), Overlay({})))
    affected = Affected(Changed(["docs/x.en.md"], tree, tree), Links(), [])
    assert [affected.may_be(each) for each in ("docs/x.md#h", "docs/x.en.md", "docs/y.md")] == [True, True, False]
