"""Lists and other answers as people read them: nothing gives orders, and nothing is told that is not so."""

import pytest
from tests.support.marks import posix


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": '[docs]\nschema = ""\n', "docs/a.md": "---\ndocument_id: PAY-ADR-001\n---\n"})
    return call


def test_names_of_fields_give_no_orders(tree):
    keys = r'"x\n::error::pwned": 1' + "\n" + r'"##[error]y": 2' + "\n" + r'"\e[2J\e]0;t\a": 3'
    tree.write({"docs/b.md": f"---\n{keys}\n---\n"})
    for columns in ("*", "##[error]y,path"):
        printed = tree("list", "--columns", columns).out
        assert b"\x1b" not in printed
        assert not any(line.lstrip().upper().startswith(b"::") for line in printed.splitlines())
        assert b"##[" not in printed


@posix
def test_paths_give_no_orders_and_can_be_opened(call):
    call.write({".meminit.toml": '[docs]\nroot = "."\nschema = ""\n'})
    for number, name in enumerate(["::error::x.md", " ::warning::y.md"]):
        call.write({name: f"---\ndocument_id: PAY-ADR-00{number}\n---\n"})
    paths = call("list", "--paths").text.splitlines()
    assert paths == ["./ ::warning::y.md", "./::error::x.md"]
    assert all((call.folder / path).is_file() for path in paths)
    assert call("resolve", "PAY-ADR-000").text == "./::error::x.md\n"


def test_only_documents_with_front_matter_have_any(tree):
    tree.write({"docs/b.md": "# B\n", "docs/c.md": "---\n---\n", "docs/d.md": "---\na: [\n---\n"})
    assert tree("list", "--paths", "--where", "has(front_matter)").text == "docs/a.md\n"
    assert tree("list", "--paths", "--where", "front_matter == null").text == "docs/b.md\ndocs/c.md\ndocs/d.md\n"


@pytest.mark.parametrize(("field", "known"), [("", []), ("slug", ["one"])])
def test_an_id_is_what_the_configuration_says(tree, field, known):
    tree.write({".meminit.toml": f'[docs]\nschema = ""\n[id]\nfield = "{field}"\npattern = "."\n'})
    tree.write({"docs/b.md": "---\nslug: one\n---\n"})
    documents = tree.json("list").json["data"]["documents"]
    assert [each["document_id"] for each in documents if "document_id" in each] == known
    assert tree("list", "--paths", "--where", "has(front_matter.document_id)").text == "docs/a.md\n"


def test_what_is_told_beside_an_answer_does_not_get_into_its_file(tree, tmp_path):
    answer = tree("list", "--paths", "--where", "nope == 1", "--output", str(tmp_path / "out"))
    assert (tmp_path / "out").read_bytes() == b""
    assert answer.err == b"note: no document has a field 'nope'\n"


def test_a_drawing_that_fails_leaves_the_one_that_is_there(tree, tmp_path):
    (tmp_path / "graph.mmd").write_text("flowchart LR\n")
    answer = tree("graph", "--around", "nope", "--format", "mermaid", "--output", str(tmp_path / "graph.mmd"))
    assert (answer.exit, (tmp_path / "graph.mmd").read_text()) == (5, "flowchart LR\n")


def test_a_link_to_a_name_with_unseen_characters_can_be_pasted(call):
    names = ["\u2764\ufe0f.md", "a\u200cb.md", "a\u202eb.md"]
    call.write({".meminit.toml": '[docs]\nschema = ""\n[rules]\nFILENAME_CONVENTION = "off"\n'})
    for number, name in enumerate(names):
        call.write({f"docs/{name}": f"---\ndocument_id: PAY-ADR-00{number}\n---\n"})
    links = [call("link", f"PAY-ADR-00{number}", "--from", "docs/x.md").text for number in range(3)]
    assert all(link.isascii() or "\u2764%EF" in link for link in links)
    call.write({"docs/x.md": "---\ntitle: x\n---\n" + "\n".join(links)})
    assert call.json("check", "docs/x.md").found == []


def test_an_id_with_dots_is_missed_as_an_id(call):
    call.write(
        {".meminit.toml": '[docs]\nschema = ""\n[id]\npattern = "."\n', "docs/a.md": "---\ndocument_id: P.A.1\n---\n"}
    )
    answer = call.json("backlinks", "P.A.2")
    assert answer.json["error"]["code"] == "DOCUMENT_NOT_FOUND"
    assert answer.json["error"]["details"]["suggestions"] == ["P.A.1"]


@pytest.mark.parametrize("command", ["resolve", "link"])
def test_whoever_takes_ids_alone_suggests_ids_alone(call, command):
    call.write(
        {
            ".meminit.toml": '[docs]\nschema = ""\n',
            "docs/queue.md": "---\ndocument_id: PAY-ADR-001\n---\n",
            "docs/cache.md": "---\ntitle: x\n---\n",
        }
    )
    error = call.json(command, "docs/queue.md").json["error"]
    assert error["message"].endswith("no document has the id 'docs/queue.md'; did you mean PAY-ADR-001?")
    assert error["details"]["suggestions"] == ["PAY-ADR-001"]
    assert "suggestions" not in call.json(command, "docs/cache.md").json["error"]["details"]


def test_the_graph_counts_each_pair_once(call):
    head = "---\ndocument_id: PAY-ADR-00{}\n{}: PAY-ADR-00{}\n---\n"
    call.write({".meminit.toml": '[docs]\nschema = ""\n[id]\nreferences = ["parent"]\n'})
    call.write(
        {"docs/a.md": head.format(1, "parent", 2) + "[b](b.md)\n", "docs/b.md": head.format(2, "superseded_by", 1)}
    )
    lines = call("graph").text.splitlines()
    assert lines[0] == "2 documents, 2 edges (1 references, 1 supersedes)"
    assert "1     PAY-ADR-002  docs/b.md" in lines
    assert len(call.json("index").json["data"]["edges"]) == 2


def test_columns_that_no_document_has_leave_the_paths(tree):
    answer = tree("list", "--columns", "titel,x")
    assert (answer.exit, answer.text) == (0, "PATH\ndocs/a.md\n\n1 document\n")
    assert b"no document has a field" in answer.err
    assert tree("list", "--columns", "titel", "--quiet").text == "PATH\ndocs/a.md\n\n1 document\n"


def test_a_value_that_no_document_has_is_told(call):
    head = "---\ndocument_id: PAY-ADR-00{}\ntype: {}\nstatus: Draft\n---\n"
    call.write({".meminit.toml": "", "docs/a.md": head.format(1, "ADR"), "docs/b.md": head.format(2, "PRD")})
    answer = call("list", "--type", "ADRS", "--type", "PRD", "--status", "draft", "--owner", "nobody", "--paths")
    assert answer.err.decode().splitlines() == [
        "note: no document has a field 'owner'",
        "note: no document has the type 'ADRS'; did you mean ADR?",
        "note: no document has the status 'draft'; did you mean Draft?",
    ]
    assert call("list", "--type", "PRD", "--status", "Draft").err == b""
    (told,) = call.json("list", "--status", "bad\udcff").json["advice"]
    assert told["details"] == {"field": "status", "value": "bad\\xff"}


def test_numbers_sort_as_numbers_however_they_are_written(call):
    written = ["1.9", "1.10", "2.0", "2.50", "3", "10.00", "007", "9007199254740993", "9007199254740992", "1_0", "text"]
    call.write({".meminit.toml": '[docs]\nschema = ""\n'})
    call.write({f"docs/v{place:02}.md": f"---\nn: {each}\n---\n" for place, each in enumerate(written)})
    found = [each["n"] for each in call.json("list", "--sort", "n", "--columns", "n").json["data"]["documents"]]
    rising = ["1.10", 1.9, 2.0, "2.50", 3, "007", "10.00", 9007199254740992, 9007199254740993]
    assert found[: len(rising)] == rising
    falling = call.json("list", "--sort", "-n", "--columns", "n").json["data"]["documents"]
    assert [each["n"] for each in falling][-len(rising) :] == rising[::-1]


def test_all_columns_may_be_named_with_others(tree):
    columns = tree("list", "--columns", "*,title").text.splitlines()[0]
    assert columns == tree("list", "--columns", "*").text.splitlines()[0]
