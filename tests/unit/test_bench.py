"""What measures is right itself: the generated trees, the arithmetic of ratios, the page that is written."""

import hashlib
import re
import sys
from collections import Counter

import pytest
from bench import declines, generate, invented, page, quick, rounds, shares, targets, world
from bench.comparisons import Measured, Need, Subject
from bench.measure import Cost, Failed
from bench.rounds import Spread
from bench.targets import Row, Target
from bench.tools import CARELESS
from bench.trees import Tree, copied
from tests.support.calls import TOP, process

from meminit.config.settings import Links
from meminit.documents import by_pyromark, front_matter

TEMPLATES = TOP / "src/meminit/templates"
DIGESTS = {
    "plain": (generate.PLAIN, "d907cb83322539613e677ff129c23915952bf69e8e221f507ba277cf1ad2dc9b"),
    "world": (generate.WORLD, "df6563bde8d07e31be8d5a8182a93aa048ce2f69fe626ac0d57dbb919f30f22f"),
    "templates": (generate.templates(), "617eeb665e3aa2ef5df7568fa7accbc9c337cbe1fa78f3b8f8d0727d2c5a19ca"),
    "broken templates": (generate.templates(30), "075f24ff3520921c54d3957b3596a978ce39f89bd20e0251e80c25044036cd73"),
}


@pytest.fixture
def tree(tmp_path):
    generate.write(tmp_path / "tree", 100)
    return tmp_path / "tree"


def _files(tree):
    return sorted(path for path in tree.rglob("*") if path.is_file())


@pytest.mark.parametrize(("kind", "digest"), DIGESTS.values(), ids=DIGESTS)
def test_the_same_tree_is_generated_everywhere(kind, digest, tmp_path):
    generate.write(tmp_path / "tree", 100, kind)
    names = ((path.relative_to(tmp_path / "tree").as_posix(), path) for path in _files(tmp_path / "tree"))
    content = [name.encode() + b"\n" + path.read_bytes() for name, path in names]
    assert hashlib.sha256(b"\n".join(content)).hexdigest() == digest


@pytest.mark.long
def test_documents_of_the_world_hold_what_was_measured():
    texts = [world.document(number, 1500) for number in range(1500)]
    found = shares.shares(texts)
    assert all(abs(found[name] - share) < 40 for name, share in world.SHARES.items()), found
    assert declines.of_bodies(texts, Links()).reasons.total() < 15


def test_why_documents_decline_is_counted(tmp_path):
    (tmp_path / "a.md").write_text("---\na: b\n---\n[c][d]\n")
    (tmp_path / "b.md").write_text("<h2>e</h2>\n")
    (tmp_path / "c.md").write_text("[f](g.md)\n")
    found = declines.of_folder(tmp_path)
    assert (found.quick, found.documents) == ("33.3 %", 3)
    assert found.listed == "undefined references 1, headings in HTML 1"


def test_documents_are_of_3_kb_with_8_relative_links_in_nested_folders(tree):
    documents = [path for path in _files(tree) if path.suffix == ".md"]
    assert len(documents) == 100
    for path in documents:
        assert 3000 <= path.stat().st_size < 3200
        assert len(by_pyromark.read(path.read_text(encoding="utf-8"), 1, Links()).links) == 8
    assert {len(path.relative_to(tree).parts) for path in documents} == {4}
    assert len({path.parent for path in documents}) == 5


def test_nothing_is_wrong_with_a_generated_tree(call, tree):
    answer = call.json("check", "--strict", cwd=tree)
    assert answer.json["files_checked"] == 100
    assert answer.found == []


def test_some_links_are_broken_in_a_varied_tree(call, tmp_path):
    generate.write(tmp_path / "tree", 200, generate.VARIED)
    assert Counter(call.json("check", cwd=tmp_path / "tree").codes) == {"BROKEN_LINK": 5, "BROKEN_ANCHOR": 5}
    sizes = sorted(path.stat().st_size for path in (tmp_path / "tree").rglob("*.md"))
    assert sizes[0] < 1_200
    assert sizes[-1] > 20_000


def _templates(folder, *, broken=0):
    generate.write(folder / "tree", 200, generate.templates(broken))
    return folder / "tree"


def test_documents_of_templates_have_all_that_a_template_has(tmp_path):
    for number, path in enumerate(_files(_templates(tmp_path))[1:]):
        text = path.read_text(encoding="utf-8")
        template = TEMPLATES / f"{invented.type_of(number).lower()}.template.md"
        assert _skeleton(text) == _skeleton(template.read_text(encoding="utf-8"))
        assert not re.search(r"\{\{|<!-- AGENT:", text)
        assert 2600 < len(text) < 3600
        assert "```sh" in text
        assert [len(re.findall(pattern, text, re.MULTILINE)) for pattern in (r"\]\[", r"^\[.*\]: ")] == [2, 2]
        body = by_pyromark.read(text[front_matter.read(text).body_at :], 1, Links())
        assert (len(body.block), body.labels) == (5, ())
        assert 8 <= len(body.links) <= 10


def _skeleton(text):
    """The keys of the front matter, the marks, the labels of the block and the headings of sections, in their order."""
    return re.findall(r"^(?:\w+(?=:)|<!-- MEMINIT_.*|> \*\*.*?\*\*|## .*)", text, re.MULTILINE)


@pytest.mark.parametrize("config", [None, 'project = "Bench"\n'], ids=["sections are required", "no types"])
def test_nothing_is_wrong_with_documents_of_templates(config, call, tmp_path):
    tree = _templates(tmp_path)
    if config:
        (tree / ".meminit.toml").write_text(config)
    answer = call.json("check", "--strict", cwd=tree)
    assert answer.json["files_checked"] == 200
    assert answer.found == []


def test_the_sections_of_templates_are_required(call, tmp_path):
    tree = _templates(tmp_path)
    for path in tree.rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"## Steps", b"## Stairs"))
    assert set(call.json("check", cwd=tree).codes) == {"MISSING_SECTION", "BROKEN_ANCHOR"}


def test_so_many_documents_of_templates_in_a_hundred_are_broken(call, tmp_path):
    found = Counter(call.json("check", "--strict", cwd=_templates(tmp_path, broken=30)).codes)
    assert found == {"BROKEN_LINK": 20, "BROKEN_ANCHOR": 20, "INVALID_FIELD": 20}


def test_who_is_careless_finds_what_is_there_in_plain_documents(tmp_path):
    generate.write(tmp_path / "tree", 200, generate.VARIED)
    tree = Tree("varied-200", tmp_path / "tree", 200)
    for kept in ((), (tmp_path / "kept",), (tmp_path / "kept",)):
        answer = process(str(tree.schema), *map(str, kept), cwd=tree.folder, command=CARELESS)
        assert (answer.exit, answer.text) == (0, "10\n")


def test_ids_are_unique_in_a_large_tree():
    assert len({invented.identity(number) for number in range(100_000)}) == 100_000


@pytest.mark.parametrize(
    ("target", "value", "verdict"),
    [
        (Target(2, 3, least=True), 1.99, "missed"),
        (Target(2, 3, least=True), 2.0, "ok"),
        (Target(2, 3, least=True), 3.0, "ok, stretch"),
        (Target(4, 2), 4.01, "missed"),
        (Target(4, 2), 4.0, "ok"),
        (Target(4, 2), 2.0, "ok, stretch"),
        (Target(1.15), 0.5, "ok"),
    ],
)
def test_a_verdict_knows_which_side_is_good(target, value, verdict):
    assert target.verdict(value) == verdict


def test_targets_depend_on_the_size_of_a_tree():
    sizes = (1_672, 3_737, 10_000, 15_000, 100_000)
    assert [targets.mdsmith_cpu(size).bound for size in sizes] == [2, 3, 3, 3, 3]
    assert [targets.mdrefcheck_wall(size).bound for size in sizes] == [3, 2, 1.2, 1.2, 1.2]
    assert [targets.rumdl_warm_cpu(size).bound for size in sizes] == [2.5, 5, 5, 5, 5]
    assert [targets.rumdl_cold_cpu(size) is not None for size in sizes] == [True, True, True, True, False]
    assert [targets.changed(size) is not None for size in sizes] == [False, False, True, True, True]


def test_a_ratio_is_the_median_of_those_of_each_round():
    costs = {
        "ours": [Cost(1.0, 0.0), Cost(2.0, 0.0), Cost(10.0, 0.0)],
        "theirs": [Cost(2.0, 0.0), Cost(6.0, 0.0), Cost(10.0, 0.0)],
    }
    assert rounds.ratio(costs, "theirs", "ours", lambda cost: cost.cpu) == Spread(1.0, 2.0, 3.0)


def test_who_says_something_else_is_no_contestant(tmp_path):
    def contestant(answer):
        return rounds.Contestant("a", (sys.executable, "-c", "print('b')"), tmp_path, answer=answer)

    right = hashlib.sha256(b"b\n").hexdigest()
    assert len(rounds.play([contestant(right)], 1, tmp_path / "output")["a"]) == 1
    with pytest.raises(Failed, match="says something else"):
        rounds.play([contestant(hashlib.sha256(b"c\n").hexdigest())], 1, tmp_path / "output")


def test_trees_that_are_called_alike_are_all_copied(tmp_path):
    (tmp_path / "work").mkdir()
    for name in ("a", "b"):
        (tmp_path / name / "docs").mkdir(parents=True)
        (tmp_path / name / "docs/x.md").write_text(name)
    made = [copied(tmp_path / "work", tmp_path / name / "docs") for name in ("a", "b")]
    assert [each.name for each in made] == ["docs", "docs-2"]
    assert [(each.folder / "x.md").read_text() for each in made] == ["a", "b"]


def test_quick_fails_only_on_what_is_half_as_good():
    expected = {"kept": 1.0, "lost": 1.0}
    assert quick.worse({"kept": 2.0, "lost": 2.01, "new": 9.0}, expected) == ["lost"]


def test_the_page_is_a_document_that_we_accept(call, tmp_path):
    rows = [
        Row("rumdl, CPU, to cold", "k8s", Spread(2.0, 2.5, 3.0), Target(2, 3, least=True)),
        Row("`--version`, CPU, to `import click, orjson`", "generated-10", None, targets.VERSION, "not installed"),
    ]
    needs = [Need("k8s", "cold", 0.5, 0.25, 80.0), Need("k8s", "one changed", 0.1, 0.1, None)]
    measured = Measured(rows, needs, [Subject("k8s", 1672, 898)])
    text = page.document(measured, {"processor": "any", "rumdl": "0.3.0"}, "2026-11-18")
    assert "1 of 1 targets kept" in text
    assert "| k8s  | 1,672     | 898      |" in text
    config = (TOP / ".meminit.toml").read_text(encoding="utf-8")
    call.write({".meminit.toml": config, page.PLACE: text})
    answer = call.json("check", "--strict")
    assert answer.json["files_checked"] == 1
    assert answer.found == []
