"""Large answers: pages that put together are the whole, etags that never hide a failure, and chosen fields."""

import json

import pytest
from tests.support.documents import GOOD
from tests.unit.test_every_command import EACH, GOOD_TREE

from meminit.commands import COMMANDS
from meminit.commands.options import settled, shaping

CONFIG = "[types.ADR]\n"
TAGGED = [name for name, each in COMMANDS.items() if each.effect == "read" and shaping(name, each)]


def _document(number, *links):
    return GOOD.replace("001", f"{number:03}") + "".join(f"\n[x]({each})\n" for each in links)


@pytest.fixture
def _tree(call):
    call.write({".meminit.toml": CONFIG})
    call.write({f"docs/{n}.md": _document(n, f"{n - 1}.md", f"{n // 2}.md", "gone.md") for n in range(2, 8)})
    call.write({"docs/1.md": _document(1), "docs/9.md": _document(9), "docs/A B.md": _document(8, "nope.md")})


def _pages(call, limit, *arguments):
    cursor, pages = (), []
    while True:
        answer = call.json(*arguments, "--limit", str(limit), *cursor)
        pages.append(answer)
        page = answer.json["data"]["page"]
        assert page["truncated"] == ("cursor" in page)
        codes = [each["code"] for each in answer.json["advice"]]
        assert codes.count("OUTPUT_TRUNCATED") == page["truncated"]
        if not page["truncated"]:
            return pages
        cursor = ("--cursor", page["cursor"])


def _joined(pages, name):
    return [each for page in pages for each in page.json["data"][name]]


@pytest.mark.usefixtures("_tree")
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 100])
class TestPages:
    def test_of_a_check(self, call, limit):
        whole, pages = call.json("check"), _pages(call, limit, "check")
        assert {page.exit for page in pages} == {whole.exit} == {1}
        violations = [each for page in pages for each in page.json["violations"]]
        assert violations == whole.json["violations"]
        assert [each for page in pages for each in page.json["warnings"]] == whole.json["warnings"]
        for page in pages:
            assert all(page.json[key] == whole.json[key] for key in whole.json if key.endswith("_count"))
            assert page.json["files_failed"] == whole.json["files_failed"]
            assert [each for each in page.json["advice"] if each["code"] != "OUTPUT_TRUNCATED"] == whole.json["advice"]
        told = [page.json["data"]["page"] for page in pages]
        assert sum(each["returned"] for each in told) == told[0]["total"]

    def test_of_a_list(self, call, limit):
        whole, pages = call.json("list", "--sort", "title"), _pages(call, limit, "list", "--sort", "title")
        assert _joined(pages, "documents") == whole.json["data"]["documents"]
        assert all(page.json["data"]["count"] <= limit for page in pages)

    def test_of_a_graph(self, call, limit):
        whole, pages = call.json("graph").json["data"], _pages(call, limit, "graph")
        assert _joined(pages, "edges") == whole["edges"]
        nodes = _joined(pages, "nodes")
        assert len(nodes) == len(whole["nodes"])
        assert sorted(map(str, nodes)) == sorted(map(str, whole["nodes"]))
        known = set()
        for page in pages:
            known |= {node["document_id"] for node in page.json["data"]["nodes"]}
            assert all({edge["source"], edge["target"]} <= known for edge in page.json["data"]["edges"])

    def test_of_backlinks(self, call, limit):
        whole, pages = call.json("backlinks", "docs/3.md").json["data"], _pages(call, limit, "backlinks", "docs/3.md")
        assert _joined(pages, "backlinks") == whole["backlinks"]
        assert _joined(pages, "links") == whole["links"]

    def test_of_a_scan(self, call, limit):
        whole, pages = call.json("scan").json["data"], _pages(call, limit, "scan")
        for name, value in whole["report"].items():
            parts = [page.json["data"]["report"][name] for page in pages]
            joined = [each for part in parts for each in part] if isinstance(value, list) else parts[0]
            assert joined == value


@pytest.mark.usefixtures("_tree")
def test_the_response_envelope_tells_pages_in_its_meta(call):
    answer = call.json("check", "--limit", "1", "--envelope", "response").json
    assert answer["meta"]["truncated"] is True
    assert answer["error"]["message"] == "7 violations in 7 files"
    again = call.json("check", "--limit", "1", "--envelope", "response", "--cursor", answer["meta"]["cursor"])
    assert again.json["meta"]["report"]["violations"][0]["path"] == "docs/3.md"


@pytest.mark.usefixtures("_tree")
def test_a_page_without_violations_fails_with_the_whole(call):
    call.write({"docs/0 0.md": _document(10)})
    answer = call("check", "--limit", "1", "--format", "json")
    found = json.loads(answer.out)
    assert (answer.exit, found["success"], found["violations"]) == (1, False, [])
    assert call.json("check", "--limit", "1", "--envelope", "response").json["error"]["code"] == "VIOLATIONS_FOUND"


@pytest.mark.usefixtures("_tree")
def test_a_cursor_does_not_survive_a_change(call):
    cursor = call.json("list", "--limit", "2").json["data"]["page"]["cursor"]
    assert call.json("list", "--limit", "9", "--cursor", cursor).json["data"]["documents"]
    other = call.json("list", "--limit", "2", "--type", "ADR", "--sort", "-path", "--cursor", cursor)
    assert (other.exit, other.json["error"]["code"]) == (6, "E_CURSOR_STALE")
    call.write({"docs/3.md": _document(3, "1.md").replace("title: ", "title: New ")})
    stale = call.json("list", "--limit", "2", "--cursor", cursor)
    assert (stale.exit, stale.json["error"]["code"]) == (6, "E_CURSOR_STALE")


@pytest.mark.usefixtures("_tree")
@pytest.mark.parametrize("cursor", ["x", "", "W10", "WyJsaXN0IiwiIiwxXQ==", "é", "W1sxLDJdLCIiLDFd", "0" * 5000])
def test_what_is_no_cursor_is_refused(call, cursor):
    answer = call.json("list", "--limit", "2", f"--cursor={cursor}")
    assert answer.exit in {3, 6}
    assert answer.json["error"]["code"] in {"CURSOR_INVALID", "E_CURSOR_STALE", "INVALID_ARGUMENT"}


@pytest.mark.usefixtures("_tree")
def test_a_cursor_of_another_command_is_refused(call):
    cursor = call.json("list", "--limit", "2").json["data"]["page"]["cursor"]
    assert call.json("check", "--limit", "2", "--cursor", cursor).json["error"]["code"] == "CURSOR_INVALID"


@pytest.mark.usefixtures("_tree")
@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--cursor", "x", "--format", "json"],
        ["graph", "--limit", "1"],
        ["check", "--limit", "1", "--format", "json-lines"],
        ["check", "--limit", "1", "--format", "sarif"],
        ["list", "--fields", "path"],
        ["list", "--etag"],
        ["list", "--etag=nonsense", "--format", "json"],
        ["check", "--limit", "0", "--format", "json"],
        ["list", "--fields", "titel", "--format", "json"],
    ],
)
def test_what_does_not_go_together_is_refused(call, arguments):
    assert call(*arguments).exit == 3


@pytest.mark.usefixtures("_tree")
def test_a_check_in_text_shows_a_page_as_well(call):
    text = call("check", "--limit", "1").text
    assert text.count("BROKEN_LINK") == 1


@pytest.mark.parametrize(
    "command", [["list"], ["graph"], ["context"], ["resolve", "PAY-ADR-001"], ["capabilities"], ["status"]]
)
def test_an_etag_stands_for_an_answer(call, command):
    call.write({".meminit.toml": CONFIG, "docs/1.md": _document(1)})
    plain, tagged = call.json(*command).json["data"], call.json(*command, "--etag").json["data"]
    etag = tagged.pop("etag")
    assert tagged == plain
    assert call.json(*command, "--etag", etag).json["data"] == {"etag": etag, "not_modified": True}
    assert call.json(*command, f"--etag={etag}").json["data"] == {"etag": etag, "not_modified": True}
    short = call.json(*command, "--etag", etag, "--envelope", "response").json
    assert (short["ok"], short["data"], short["meta"]["not_modified"]) == (True, None, True)
    assert call.json(*command, "--etag", f"sha256:{'0' * 64}").json["data"] == {**plain, "etag": etag}


@pytest.mark.parametrize(
    "name", [name for name, each in COMMANDS.items() if shaping(name, each) and each.effect == "read"]
)
def test_each_command_that_reads_has_etags(call, name):
    """What it prints is validated where it is called: with an etag, and where nothing was modified."""
    call.write(GOOD_TREE)
    arguments = next(each for each in EACH if each[0] == name)[1:]
    tagged = call.json(*name.split(), *arguments, "--etag")
    assert tagged.exit == 0
    short = call.json(*name.split(), *arguments, "--etag", tagged.json["data"]["etag"])
    assert short.json["data"].get("not_modified") is True
    assert (
        call.json(*name.split(), *arguments, "--etag", tagged.json["data"]["etag"], "--envelope", "response").exit == 0
    )


def test_an_etag_does_not_open_a_gate(call):
    call.write({".meminit.toml": CONFIG, "docs/1.md": _document(1)})
    good = call.json("check", "--etag").json
    same = call.json("check", "--etag", good["data"]["etag"]).json
    assert same["data"]["not_modified"] is True
    assert same["files_checked"] == 1
    call.write({"docs/1.md": _document(1, "gone.md")})
    bad = call.json("check", "--etag", good["data"]["etag"])
    again = call.json("check", "--etag", bad.json["data"]["etag"])
    assert bad.exit == again.exit == 1
    assert bad.json["violations"] == again.json["violations"] != []
    assert bad.json["data"]["etag"] == again.json["data"]["etag"] != good["data"]["etag"]
    call.write({"docs/1.md": _document(1)})
    assert call.json("check", "--etag", good["data"]["etag"]).json["data"]["not_modified"] is True


@pytest.mark.usefixtures("_tree")
def test_fields_narrow_rows(call):
    rows = call.json("list", "--fields", "path,title").json["data"]["documents"]
    assert all(row.keys() == {"path", "title"} for row in rows)
    nodes = call.json("graph", "--fields", "path").json["data"]["nodes"]
    assert all(node.keys() == {"path"} for node in nodes)
    before = call.json("index").json["data"]
    narrow = call.json("index", "--fields", "document_id").json["data"]
    assert narrow["edges"] == before["edges"]
    assert narrow["is_changed"] is False
    assert all(node.keys() <= {"document_id"} for node in narrow["nodes"])


def test_a_field_within_a_field(call):
    call.write({".meminit.toml": '[docs]\nschema = ""\n[id]\nfield = ""\n'})
    call.write({"docs/a.md": "---\na: {b: 1, c: 2}\n---\n", "docs/b.md": "---\na: 3\n---\n"})
    rows = call.json("list", "--columns", "*", "--fields", "a.b,path").json["data"]["documents"]
    assert rows == [{"a": {"b": 1}, "path": "docs/a.md"}, {"path": "docs/b.md"}]


def test_an_etag_may_stand_alone():
    assert settled(["list", "--etag", "--format", "json"]) == ["list", "--etag=new", "--format", "json"]
    assert settled(["list", "--etag", "sha256:0", "x"]) == ["list", "--etag=sha256:0", "x"]
    assert settled(["--etag", "", "--", "--etag"]) == ["--etag=new", "--", "--etag"]
    assert settled(["check", "--etag"]) == ["check", "--etag=new"]
