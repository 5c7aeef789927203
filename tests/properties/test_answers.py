"""Answers about the documents: the same however they are come by, never stale, and in agreement with each other."""

import time
from random import Random

import pytest
from tests.support.repositories import changed, repository

pytestmark = pytest.mark.slow

ALONE = ("--no-cache", "--jobs", "1")
ASKING = [
    ("graph",),
    ("list", "--columns", "*", "--where", "not has(statsu) or status in ['Draft', 'Drafty']"),
    ("list", "--sort", "-title,status,owner", "--limit", "5"),
    ("backlinks", "docs/a.md"),
    ("backlinks", "PAY-ADR-001"),
    ("resolve", "PAY-ADR-002"),
    ("link", "PAY-ADR-003", "--from", "docs/sub/x.md"),
    ("identify", "docs/b.md"),
    ("graph", "--around", "PAY-ADR-001", "--depth", "2"),
    ("index",),
]
SETTLED = 0.06  # seconds after which a file is trusted to have changed no more


@pytest.fixture
def cache(tmp_path_factory):
    return "--cache-dir", str(tmp_path_factory.mktemp("kept") / "new")


@pytest.mark.parametrize("seed", range(200, 208))
def test_a_cache_changes_no_answer(call, cache, seed):
    dice = Random(seed)
    call.write(repository(dice))
    changes = ["none"]
    for _ in range(6):
        time.sleep(dice.choice([0, SETTLED]))
        if dice.random() < 0.5:
            call.json("check", *cache)
        for question in dice.sample(ASKING, 4):
            call.json(*question, *ALONE)  # what it writes, all that follow find
            first, again = call.json(*question, *cache), call.json(*question, *cache)
            assert (first, again) == (call.json(*question, *ALONE),) * 2, (question, changes)
        changes.append(changed(dice, call.folder))


@pytest.mark.parametrize("seed", range(300, 312))
def test_the_graph_the_index_and_backlinks_agree(call, seed):
    call.write({name: text for name, text in repository(Random(seed)).items() if not name.endswith("ignore")})
    graph = call.json("graph")
    if graph.exit:
        return
    edges = {_ends(each) for each in graph.json["data"]["edges"]}
    index = call.json("index").json["data"]
    assert {_ends(each) for each in index["edges"]} == edges
    assert len(index["edges"]) == len(edges)
    assert _drawn(call("graph", "--format", "dot").text) == len(edges)
    for node in graph.json["data"]["nodes"]:
        told = call.json("backlinks", node["path"]).json["data"]
        written = [each for each in graph.json["data"]["edges"] if each["path"] == node["path"]]
        # Where documents share an id, the graph has one edge for all of them.
        assert list(dict.fromkeys(map(_place, told["links"]))) == list(dict.fromkeys(map(_place, written)))


def _ends(edge):
    return edge["source"], edge["target"], edge["edge_type"]


def _place(mention):
    return mention["edge_type"], mention["line"], mention.get("column"), mention["written"]


def _drawn(dot):
    return sum(" -> " in line for line in dot.splitlines())


NAMES = ["a b.md", "a(b).md", "a[b].md", "<a>.md", "a#b.md", "a?b.md", "a%41.md", "a&amp;.md", "{{a}}.md", "{a}.md"]
NAMES += ["é.md", "文.md", "a'b\".md", "a\\b.md", "-a.md", "a:b.md", "a`b`.md", "*a*.md", "~a.md", " a.md", "a\tb.md"]
NAMES += ["bad\udcff.md"]


@pytest.mark.parametrize("source", ["docs/from.md", "docs/sub/from.md", "docs/{x}/a%20b/from.md"])
def test_a_link_leads_where_it_should(call, source):
    documents = {name: f"LNK-ADR-{number:03}" for number, name in enumerate(NAMES)}
    call.write({".meminit.toml": '[docs]\nschema = ""\n[rules]\nFILENAME_CONVENTION = "off"\n', source: "x"})
    call.write({f"docs/{name}": f"---\ndocument_id: {each}\n---\n" for name, each in documents.items()})
    links = [call.json("link", each, "--from", source).json["data"]["link"] for each in documents.values()]
    call.write({source: "---\ntitle: x\n---\n" + "\n\n".join(links)})
    assert call.json("check", source).found == []
    led = call.json("backlinks", source).json["data"]["links"]
    assert [each["document_id"] for each in led] == list(documents.values())


def test_an_answer_is_never_older_than_the_files(call, cache):
    call.write({".meminit.toml": "", "docs/a.md": "---\ndocument_id: PAY-ADR-001\n---\n"})
    assert call("resolve", "PAY-ADR-001", *cache).text == "docs/a.md\n"
    (call.folder / "docs/a.md").rename(call.folder / "docs/b.md")
    assert call("resolve", "PAY-ADR-001", *cache).text == "docs/b.md\n"
    call.write({"docs/b.md": "---\ndocument_id: PAY-ADR-002\n---\n"})
    assert call("resolve", "PAY-ADR-001", *cache).exit == 5
