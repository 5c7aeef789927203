"""Edges as they are encoded, whatever stands in the names and texts that they are put together of."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.marks import posix
from tests.support.timing import within

from meminit import as_json
from meminit.workspace import encoded

_OURS = ["%", "%b", "%%b", '{"source":', ',{"source":', "\n", "\\", '"', "null", "é", "\udc80", "\U0001f600"]
_TEXT = st.lists(st.sampled_from([*_OURS, "a", "/"]), max_size=6).map("".join)
_EDGE = st.tuples(_TEXT, _TEXT, _TEXT, st.sampled_from(["", "related_ids", "superseded_by"]))


@given(_TEXT, _TEXT, st.lists(_EDGE, min_size=1, max_size=4))
def test_gaps_are_filled_whatever_stands_around_them(own, path, told):
    made = [encoded.edge({"line": 1, "written": written}, field) for written, _, _, field in told]
    written = encoded.edges(made)
    names = [as_json.written(name) for _, name, _, _ in told]
    ends = as_json.written(own), as_json.written(path)
    whole = json.loads(b"[%b]" % b",".join(encoded.filled(written, *ends, names)))
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(encoded, "_MOST_AT_ONCE", 0)
        patching.setattr(encoded, "_EDGES_AT_ONCE", 2)
        pieces = list(encoded.filled(written, *ends, names))
    assert json.loads(b"[%b]" % b",".join(pieces)) == whole
    assert len(pieces) == (len(told) + 1) // 2
    count = len(told)
    alone = [encoded.some(written, count, [place]) for place in range(count)]
    single = [json.loads(*encoded.filled(edge, *ends, [name])) for edge, name in zip(alone, names, strict=True)]
    assert whole == single
    for (text, name, _, field), edge in zip(told, whole, strict=True):
        assert edge["path"] == json.loads(as_json.written(path))
        ends = (name, own) if field == "superseded_by" else (own, name)
        assert (edge["source"], edge["target"]) == tuple(json.loads(as_json.written(each)) for each in ends)
        assert edge["written"] == json.loads(as_json.written(text))
    empty = encoded.read_edges(written, count)
    assert [None in (each["source"], each["target"]) for each in empty] == [True] * count


@given(st.lists(st.lists(_TEXT, max_size=200), max_size=3), _TEXT)
def test_lists_of_lines_are_written_like_any_others(lists, text):
    lines = [[as_json.written(each) for each in every] for every in lists]
    value = {"text": text, "lists": [as_json.Listed(every) for every in lines], "last": (1, text)}
    assert b"".join(as_json.in_pieces(value)) == as_json.written({**value, "lists": lists})


TREE = {
    ".meminit.toml": 'prefix = ""\n[docs]\nschema = ""\n[id]\npattern = "."\n',
    'docs/a%b,{"source":.md': "[b](b.md) [c](c.md#x) [b again](<./b.md>) <http://x.y> [up](../x.md) [self](#a)\n",
    "docs/b.md": '---\ndocument_id: "%b"\nrelated_ids: ["%c", "%%", nobody]\n---\n',
    "docs/c.md": '---\ndocument_id: "%c"\nsuperseded_by: "%b"\n---\n[a](<a%25b,{"source":.md>) [b](b.md?x=%25b)\n',
    "docs/d.md": '---\ndocument_id: "%c"\nrelated_ids: "%c"\n---\n[d](d.md) [b](b.md)\n',
}
_A = 'docs/a%b,{"source":.md'
EDGES = [
    (_A, "%b", "references", _A, 1, "b.md"),
    (_A, "%c", "references", _A, 1, "c.md#x"),
    (_A, "%b", "references", _A, 1, "./b.md"),
    ("%b", "%c", "related", "docs/b.md", 3, "%c"),
    ("%b", "%c", "supersedes", "docs/c.md", 3, "%b"),
    ("%c", _A, "references", "docs/c.md", 5, 'a%25b,{"source":.md'),
    ("%c", "%b", "references", "docs/c.md", 5, "b.md?x=%25b"),
    ("%c", "%c", "related", "docs/d.md", 3, "%c"),
    ("%c", "%b", "references", "docs/d.md", 5, "b.md"),
]


@posix
@pytest.mark.parametrize("options", [("--no-cache",), ()])
def test_a_graph_of_odd_names(call, options):
    call.write(TREE)
    for _ in range(2):
        found = call.json("graph", *options).json["data"]["edges"]
        keys = ("source", "target", "edge_type", "path", "line", "written")
        assert [tuple(each[key] for key in keys) for each in found] == EDGES
        assert [each.get("field") for each in found if each["edge_type"] != "references"] == [
            "related_ids",
            "superseded_by",
            "related_ids",
        ]


@posix
def test_what_leads_to_an_odd_name(call):
    call.write(TREE)
    data = call.json("backlinks", "%b").json["data"]
    assert [(each["path"], each["edge_type"], each["line"]) for each in data["backlinks"]] == [
        (_A, "references", 1),
        (_A, "references", 1),
        ("docs/c.md", "supersedes", 3),
        ("docs/c.md", "references", 5),
        ("docs/d.md", "references", 5),
    ]
    assert [(each["path"], each["edge_type"]) for each in data["links"]] == [
        ("docs/c.md", "related"),
        ("docs/d.md", "related"),
    ]


def test_edges_stand_in_the_order_of_lines(call):
    head = "---\nrelated_ids: [PAY-ADR-001]\n---\n"
    text = f"{head}[z][z] and[^1]\n\n[z]: a.md\n\n[e](a.md)\n\n[^1]: [f](a.md)\n\n[g](a.md)\n"
    call.write({".meminit.toml": "", "docs/a.md": "---\ndocument_id: PAY-ADR-001\n---\n", "docs/b.md": text})
    for _ in range(2):
        lines = [each["line"] for each in call.json("graph").json["data"]["edges"]]
        assert lines == [2, 6, 8, 10, 12]
        assert lines == [each["line"] for each in call.json("backlinks", "docs/a.md").json["data"]["backlinks"]]


@posix
@pytest.mark.parametrize("folder", ["new\nline", "\x7f", "a\\nb\\", "plain"])
def test_links_in_any_folder_and_to_any_name_are_edges(call, folder):
    text = "[a](../a.md) [d](<../\x7f.md>) [x](<../a\\\\n.md>) [no](nope.md) [w](<../\x7f.md#no>)\n"
    call.write({".meminit.toml": "[rules]\nORPHAN_DOCUMENT = 'warning'\n", f"docs/{folder}/b.md": text})
    call.write({f"docs/{name}.md": "# a\n" for name in ("a", "\x7f", "a\\n")})
    written = [each["written"] for each in call.json("graph").json["data"]["edges"]]
    assert written == ["../a.md", "../\x7f.md", "../a\\\\n.md", "../\x7f.md#no"]
    answer = call.json("check").json
    codes = [each["code"] for group in answer["violations"] for each in group["violations"]]
    codes += [each["code"] for each in answer["warnings"]]
    assert sorted(each for each in codes if each.startswith(("BROKEN", "ORPHAN"))) == [
        "BROKEN_ANCHOR",
        "BROKEN_LINK",
        "ORPHAN_DOCUMENT",
    ]


@pytest.mark.parametrize("seed", range(8))
def test_orphans_are_those_that_no_edge_of_an_id_meets(call, seed):
    """As the rule says it, document by document, however many hold an id, and whoever names his own."""
    dice = Random(seed)
    ids = [f"PAY-ADR-00{number}" for number in (1, 2, 3, 4)]
    made = [(dice.choice(ids), dice.choice([*ids, ""]), dice.choice([*ids, "", "", ""])) for _ in range(6)]
    met = set()
    for number, (_, related, newer) in enumerate(made):
        for other, (held, _, _) in enumerate(made):
            if other != number:
                met |= {other} if held == related else set()
                met |= {other, number} if held == newer else set()
    fields = ("document_id", "related_ids", "superseded_by")
    heads = ["".join(f"{key}: {value}\n" for key, value in zip(fields, each, strict=True)) for each in made]
    call.write({f"docs/{number}.md": f"---\n{head}---\n" for number, head in enumerate(heads)})
    answer = call.check({".meminit.toml": '[docs]\nschema = ""\n[rules]\nORPHAN_DOCUMENT = "warning"\n'})
    orphans = [line for line in answer.found if " ORPHAN_DOCUMENT " in line]
    assert [int(line.removeprefix("docs/")[0]) for line in orphans] == sorted({*range(len(made))} - met)


def test_a_place_that_mentions_a_shared_id_is_told_once(call):
    third = "---\ndocument_id: PAY-ADR-003\nrelated_ids: [PAY-ADR-001]\n---\n[a](a.md) [b](b.md)\n"
    shared = "---\ndocument_id: PAY-ADR-001\n---\n"
    call.write({".meminit.toml": "", "docs/a.md": shared, "docs/b.md": shared, "docs/c.md": third})
    found = call.json("backlinks", "PAY-ADR-001").json["data"]["backlinks"]
    assert [each["written"] for each in found] == ["PAY-ADR-001", "a.md", "b.md"]
    assert call("graph").text.startswith("3 documents, 2 edges (1 references, 1 related)\n")
    assert len(call.json("index").json["data"]["edges"]) == 2


def test_what_could_not_be_read_is_told_beside_backlinks(call):
    call.write({".meminit.toml": "", "docs/a.md": "# a\n", "docs/b.md": b"\xff"})
    assert call.json("backlinks", "docs/a.md").codes == ["INVALID_ENCODING"]


def test_links_that_are_written_alike_are_told_each(call):
    links = '<img srcset="a.md 1x, a.md 2x"> [a](a.md) [a](a.md)\n'
    call.write({".meminit.toml": "", "docs/a.md": "# a\n", "docs/b.md": links})
    edges = call.json("graph").json["data"]["edges"]
    assert len(call.json("backlinks", "docs/a.md").json["data"]["backlinks"]) == len(edges) == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("graph",),
        ("graph", "--around", "docs/7.md"),
        ("backlinks", "PAY-ADR-001"),
        ("backlinks", "docs/7.md"),
        ("index",),
    ],
)
def test_many_documents_may_share_an_id_and_refer_to_it(call, arguments):
    """Each reference has one edge to the id: edges to all that hold it took 5 GB for half as many."""
    head = "---\ndocument_id: PAY-ADR-001\nrelated_ids: [PAY-ADR-001]\nsuperseded_by: PAY-ADR-001\n---\n"
    call.write({".meminit.toml": '[docs]\nschema = ""\n', **{f"docs/{number}.md": head for number in range(1500)}})
    call("check")
    with within(3):
        data = call.json(*arguments).json["data"]
    for edges in (data[key] for key in ("edges", "backlinks", "links") if key in data):
        assert len(edges) <= 2 * 2 * 1500 + 1500
