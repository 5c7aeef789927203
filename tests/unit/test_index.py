"""The index and its pages: the same bytes for the same tree, written as a whole or not at all, never through a link."""

import json
import os
import stat

import pytest
from tests.support.documents import GOOD
from tests.support.marks import not_root, posix

from meminit.operations import pages

INDEX = "docs/01-indices/meminit.index.json"
SECOND = GOOD.replace("001", "002\nrelated_ids: [PAY-ADR-001]")


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": 'prefix = "PAY"\n', "docs/a.md": GOOD, "docs/b.md": SECOND})
    return call


def _state(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_file_holds_what_the_answer_tells(tree):
    data = tree.json("index").json["data"]
    assert json.loads((tree.folder / INDEX).read_bytes()) == {
        "index_version": "1.0",
        "nodes": data["nodes"],
        "edges": data["edges"],
    }
    assert data["edges"] == [{"source": "PAY-ADR-002", "target": "PAY-ADR-001", "edge_type": "related"}]


def test_what_is_up_to_date_is_not_touched(tree):
    assert tree.json("index", "--catalog", "--kanban").json["data"]["is_changed"]
    before = {path: path.stat().st_mtime_ns for path in (tree.folder / "docs/01-indices").iterdir()}
    assert len(before) == 3
    assert not tree.json("index", "--catalog", "--kanban").json["data"]["is_changed"]
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_another_copy_of_the_tree_has_the_same_index(tree, tmp_path):
    tree("index", "--catalog", "--kanban")
    first = _state(tree.folder / "docs")
    for path in (tree.folder / "docs/01-indices").iterdir():
        path.unlink()
    os.utime(tree.folder / "docs/a.md", (1, 1))
    tree("index", "--catalog", "--kanban", "--no-cache")
    assert _state(tree.folder / "docs") == first


def test_pages_pass_the_check_themselves(tree):
    tree("index", "--catalog", "--kanban")
    assert tree.json("check", "--strict").found == []


@posix
def test_the_mode_of_the_file_stays(tree):
    tree("index")
    os.chmod(tree.folder / INDEX, 0o640)
    (tree.folder / "docs/b.md").unlink()
    tree("index")
    assert stat.S_IMODE((tree.folder / INDEX).stat().st_mode) == 0o640


def _refused(tree, *options):
    before = _state(tree.folder)
    answer = tree.json("index", *options)
    assert _state(tree.folder) == before
    return answer.exit, answer.json["error"]["code"], answer.json["error"]["message"]


@posix
def test_nothing_is_written_through_a_link(tree, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "file").write_text("old")
    (tree.folder / "docs/01-indices").symlink_to(outside)
    words = f"{INDEX}: a folder on the way is a symbolic link"
    assert _refused(tree) == (74, "WRITE_REFUSED", words)
    (tree.folder / "docs/01-indices").unlink()
    (tree.folder / "docs/01-indices").mkdir()
    (tree.folder / INDEX).symlink_to(outside / "file")
    assert _refused(tree) == (74, "WRITE_REFUSED", f"{INDEX}: what is there is a symbolic link")
    assert _state(outside) == {"file": b"old"}


@posix
def test_a_file_that_has_two_names_keeps_the_other_one(tree, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "file"
    other.write_text("old")
    (tree.folder / "docs/01-indices").mkdir()
    os.link(other, tree.folder / INDEX)
    assert tree("index").exit == 0
    assert other.read_text() == "old"


@posix
def test_what_is_no_file_is_not_replaced(tree):
    (tree.folder / INDEX).mkdir(parents=True)
    assert _refused(tree)[2] == f"{INDEX}: what is there is no regular file"
    (tree.folder / INDEX).rmdir()
    os.mkfifo(tree.folder / INDEX)
    answer = tree.json("index")
    assert answer.json["error"]["message"] == f"{INDEX}: what is there is no regular file"


def test_a_file_where_a_folder_should_be(tree):
    tree.write({"docs/01-indices": "a file"})
    assert _refused(tree)[:2] == (74, "WRITE_REFUSED")


@not_root
def test_a_file_that_may_not_be_written_to_is_left_alone(tree):
    tree("index")
    os.chmod(tree.folder / INDEX, 0o400)
    (tree.folder / "docs/b.md").unlink()
    assert _refused(tree)[2] == f"{INDEX}: it is read-only"


def test_a_page_that_would_be_wrong_is_not_written(tree):
    schema = {"required": ["reviewer", "team"], "properties": {"reviewer": {"type": "string"}}}
    tree.write({".meminit.toml": '[docs]\nschema = "s.json"\n', "s.json": json.dumps(schema)})
    code = _refused(tree, "--catalog")
    words = (
        "docs/01-indices/catalog.md would have an error: MISSING_FIELD reviewer: missing, but required by the schema"
    )
    assert code == (4, "PAGE_INVALID", words)


def test_front_matter_that_stands_there_is_kept(tree):
    head = '---\r\ndocument_id: PAY-CAT-007\ntype: "CAT" # why\n---\n'
    tree.write({"docs/01-indices/catalog.md": head, ".meminit.toml": '[docs]\nschema = ""\n'})
    assert tree("index", "--catalog").exit == 0
    assert tree("index", "--catalog").exit == 0
    written = (tree.folder / "docs/01-indices/catalog.md").read_bytes().decode()
    assert written.startswith(head)
    assert "| [PAY-ADR-001](../a.md) |" in written


def test_what_documents_say_is_text_on_pages(tree):
    title = "a | b](x) <script> `c` *d* &amp; \\n"
    tree.write({"docs/c.md": f"---\ndocument_id: PAY-ADR-003\ntitle: {json.dumps(title)}\n---\n"})
    tree("index", "--catalog", "--kanban")
    page = (tree.folder / "docs/01-indices/catalog.md").read_text()
    assert r"| a \| b\](x) \<script\> \`c\` \*d\* \&amp; \\n |" in page
    assert tree.json("check", "docs/01-indices").found == []


NOT_OURS = "what is there was not written by meminit, and is not replaced"


@pytest.mark.parametrize("path", ["NOTES", ".meminit.toml", "docs/data.json"])
def test_the_index_replaces_nothing_but_an_index(tree, path):
    tree.write({path: f'[docs]\nindex = "{path}"\n', ".meminit.toml": f'[docs]\nindex = "{path}"\n'})
    assert _refused(tree) == (74, "WRITE_REFUSED", f"{path}: {NOT_OURS}")


@pytest.mark.parametrize("path", ["docs/a.md", "docs/new.MD", "docs/catalog.md", "README.markdown"])
def test_the_index_is_no_document(tree, path):
    tree.write({".meminit.toml": f'[docs]\nindex = "{path}"\n'})
    words = f"{path}: the index is not Markdown; give it another name"
    assert _refused(tree, "--catalog") == (74, "WRITE_REFUSED", words)


@pytest.mark.parametrize("path", [".git/config", ".git/hooks/post-commit", "docs/.svn/x"])
def test_the_index_does_not_lie_among_the_files_of_version_control(tree, path):
    tree.write({".meminit.toml": f'[docs]\nindex = "{path}"\n', ".git/config": "[core]\n"})
    words = f"{path}: it would lie among the files of a version control system"
    assert _refused(tree) == (74, "WRITE_REFUSED", words)


def test_an_index_of_the_usual_name_is_replaced_whoever_wrote_it(tree):
    tree.write({INDEX: '{"documents": []}'})
    assert tree("index").exit == 0


@pytest.mark.parametrize(
    "text",
    [
        "---\ndocument_id: PAY-ADR-003\n---\n# By hand\n",
        "---\ntitle: [a\n---\n",
        "# By hand\n",
        b"---\na: 1\n---\n\xff\n",
    ],
)
def test_what_somebody_wrote_is_no_page(tree, text):
    tree.write({"docs/01-indices/kanban.md": text})
    words = f"docs/01-indices/kanban.md: {NOT_OURS}"
    assert _refused(tree, "--catalog", "--kanban") == (74, "WRITE_REFUSED", words)


def test_an_index_that_cannot_be_written_costs_no_page(tree):
    (tree.folder / INDEX).mkdir(parents=True)
    assert _refused(tree, "--catalog", "--kanban")[:2] == (74, "WRITE_REFUSED")


def test_only_days_tell_when_a_page_was_updated(tree):
    tree.write({"docs/b.md": SECOND.replace("2026-01-02", "tbd"), "docs/c.md": "---\nlast_updated: 2026-99-99\n---\n"})
    assert tree("index", "--catalog").exit == 0
    assert 'last_updated: "2026-01-02"' in (tree.folder / "docs/01-indices/catalog.md").read_text()


STRICT = """
prefix = "PAY"
[docs]
filename = "^[a-z]$"
[types.ADR]
[rules]
ORPHAN_DOCUMENT = "warning"
FILENAME_CONVENTION = "error"
"""


def test_pages_keep_the_rules_that_are_for_documents_of_people(tree):
    tree.write({".meminit.toml": STRICT.replace('"^[a-z]$"', "'^[a-z]\\.md$'")})
    before = tree.json("check").found
    assert [line.split()[2] for line in before] == ["ORPHAN_DOCUMENT"]
    assert tree("index", "--catalog", "--kanban").exit == 0
    assert tree.json("check").found == before, "pages lead to everything, and are no orphans themselves"


@posix
def test_pages_name_links_to_nothing_and_do_not_lead_there(tree):
    (tree.folder / "docs/dangling.md").symlink_to("nothing.md")
    tree("index", "--catalog")
    assert "\n| docs/dangling.md |" in (tree.folder / "docs/01-indices/catalog.md").read_text()
    assert tree.json("check", "docs/01-indices").found == []


@pytest.mark.parametrize(
    "value", ["18446744073709551616", "-99999999999999999999", "9" * 6000, "[-9223372036854775809]"]
)
def test_numbers_of_any_length_are_told(tree, value):
    tree.write({"docs/a.md": GOOD.replace("title: Title", f"title: {value}")})
    for command in ("index", "list", "graph", "scan", "backlinks docs/b.md", "resolve PAY-ADR-002"):
        for _ in range(2):
            assert tree.json(*command.split()).exit == 0
    (node,) = (each for each in tree.json("index").json["data"]["nodes"] if each["document_id"] == "PAY-ADR-001")
    assert node.get("title", value) == value


def test_the_prefix_of_pages_is_the_first_of_those_that_are_as_frequent(call):
    ids = ("ZZZ-ADR-001", "BBB-ADR-001", "AAA-ADR-001", "MMM-ADR-001")
    call.write(
        {".meminit.toml": "", **{f"docs/{each[0].lower()}.md": GOOD.replace("PAY-ADR-001", each) for each in ids}}
    )
    call("index", "--catalog")
    assert 'document_id: "AAA-INDEX-001"' in (call.folder / "docs/01-indices/catalog.md").read_text()


def test_pages_that_are_up_to_date_are_not_written_again(tree):
    tree("index", "--catalog", "--kanban")
    before = {name: (tree.folder / f"docs/01-indices/{name}.md").stat().st_ino for name in ("catalog", "kanban")}
    answer = tree.json("index", "--catalog", "--kanban").json["data"]
    assert not answer["is_changed"]
    assert answer["document_count"] == len(answer["nodes"]) == 4
    assert before == {name: (tree.folder / f"docs/01-indices/{name}.md").stat().st_ino for name in before}


def test_a_page_that_has_become_wrong_is_refused_though_it_is_up_to_date(tree):
    tree("index", "--catalog")
    schema = {"properties": {"status": {"enum": ["Done"]}}}
    tree.write({".meminit.toml": '[docs]\nschema = "s.json"\n', "s.json": json.dumps(schema)})
    words = "docs/01-indices/catalog.md would have an error: INVALID_FIELD status: 'Draft' is not Done"
    assert _refused(tree, "--catalog") == (4, "PAGE_INVALID", words)


def test_what_stands_behind_a_page_is_taken_off(tree):
    tree("index", "--catalog")
    page = tree.folder / "docs/01-indices/catalog.md"
    before = page.read_bytes()
    page.write_bytes(before + b"more\n")
    tree("index", "--catalog")
    assert page.read_bytes() == before


def test_the_front_matter_of_a_page_may_hold_what_marks_one(tree):
    head = "---\ndocument_id: PAY-CAT-007\ntitle: <!-- Written by `meminit index --catalog`\n---\n"
    tree.write({"docs/01-indices/catalog.md": head, ".meminit.toml": '[docs]\nschema = ""\n'})
    for _ in range(2):
        assert tree("index", "--catalog").exit == 0
        assert (tree.folder / "docs/01-indices/catalog.md").read_text().startswith(head)


def test_front_matter_of_a_page_may_be_as_long_as_any(tree):
    head = f"---\ndocument_id: PAY-CAT-007\ntitle: {'ä' * 30_000}\n---\n"
    tree.write({"docs/01-indices/catalog.md": head, ".meminit.toml": '[docs]\nschema = ""\n'})
    for _ in range(2):
        assert tree("index", "--catalog").exit == 0
        assert (tree.folder / "docs/01-indices/catalog.md").read_text().startswith(head)


def test_documents_that_share_an_id_share_their_edges(call):
    shared = "---\ndocument_id: PAY-ADR-001\n---\n[other]({})\n[third](c.md)\n"
    third = "---\ndocument_id: PAY-ADR-003\nrelated_ids: [PAY-ADR-001]\n---\n[a](a.md) [b](b.md)\n"
    call.write({".meminit.toml": "", "docs/a.md": shared.format("b.md"), "docs/b.md": shared.format("a.md")})
    call.write({"docs/c.md": third})
    edges = [tuple(each.values()) for each in call.json("index").json["data"]["edges"]]
    assert edges == [
        ("PAY-ADR-001", "PAY-ADR-001", "references"),
        ("PAY-ADR-001", "PAY-ADR-003", "references"),
        ("PAY-ADR-003", "PAY-ADR-001", "references"),
        ("PAY-ADR-003", "PAY-ADR-001", "related"),
    ]


def test_what_pages_say_of_a_document_is_found_out_once(tree, monkeypatch):
    asked = []
    real = pages._new_entries

    def said(known, numbers):
        asked.append([known.path(number) for number in numbers])
        return real(known, numbers)

    monkeypatch.setattr(pages, "_new_entries", said)
    board = tree.folder / "docs/01-indices/kanban.md"
    for _ in range(2):
        tree("index", "--catalog")
        assert asked == [["docs/a.md", "docs/b.md"]]
    tree.write({"docs/b.md": SECOND.replace("title: Title", "title: Other")})
    for _ in range(2):
        tree("index", "--kanban")
        assert asked[1:] == [["docs/b.md"]]
    assert "- [PAY-ADR-002](../b.md) Other (Team, 2026-01-02)\n" in board.read_text()
    before = board.read_bytes()
    tree("index", "--kanban", "--no-cache")
    assert asked[2:] == [["docs/a.md", "docs/b.md"]]
    assert board.read_bytes() == before
    tree.write({".meminit.toml": '[docs]\nindex = "docs/x/index.json"\n'})
    tree("index", "--kanban")
    assert "- [PAY-ADR-002](../b.md) Other" in (tree.folder / "docs/x/kanban.md").read_text()
    tree.write({".meminit.toml": '[docs]\nindex = "docs/index.json"\n'})
    tree("index", "--kanban")
    assert "- [PAY-ADR-002](b.md) Other" in (tree.folder / "docs/kanban.md").read_text()


@posix
def test_what_pages_say_of_a_link_to_nothing_is_not_kept(tree):
    (tree.folder / "docs/c.md").symlink_to("nothing.md")
    tree("index", "--catalog")
    (tree.folder / "docs/c.md").unlink()
    tree.write({"docs/c.md": "# Now\n"})
    tree("index", "--catalog")
    assert "\n| [docs/c.md](../c.md) |" in (tree.folder / "docs/01-indices/catalog.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('owner: "__TBD__"', "owner: Team: docs", "a colon is not allowed here"),
        ('owner: "__TBD__"', "owner: *team", "alias"),
        ("\n---\n\n#", "\n--\n\n#", "it is not closed"),
    ],
)
def test_front_matter_of_a_page_that_nobody_understands_is_not_replaced(tree, old, new, words):
    tree("index", "--kanban")
    page = tree.folder / "docs/01-indices/kanban.md"
    page.write_text(page.read_text().replace(old, new))
    code, name, message = _refused(tree, "--kanban")
    assert (code, name) == (4, "PAGE_INVALID")
    assert message.startswith("docs/01-indices/kanban.md: the front matter cannot be kept: ")
    assert words in message, message


@pytest.mark.parametrize("head", ["", "---\ntitle: x\n---\n"])
def test_what_somebody_wrote_far_below_is_no_page_either(tree, head):
    tree.write({"docs/01-indices/kanban.md": head + "\n" * 140_000 + "# By hand\n"})
    words = f"docs/01-indices/kanban.md: {NOT_OURS}"
    assert _refused(tree, "--kanban") == (74, "WRITE_REFUSED", words)


def test_front_matter_of_a_page_is_as_long_as_the_limits_allow(tree):
    head = f"---\ndocument_id: PAY-CAT-007\ntitle: {'x' * 200_000}\n---\n"
    tree.write({"docs/01-indices/catalog.md": head, ".meminit.toml": '[docs]\nschema = ""\n'})
    assert _refused(tree, "--catalog")[:2] == (74, "WRITE_REFUSED")
    for _ in range(2):
        assert tree("index", "--catalog", "--limits", "front-matter=300000").exit == 0
        assert (tree.folder / "docs/01-indices/catalog.md").read_text().startswith(head)
