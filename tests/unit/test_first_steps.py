"""What a newcomer meets on the command line: help, suggestions, paths, colours, notes, and words on what is missing."""

import re
import shlex

import pytest
from tests.support.documents import GOOD

from meminit.commands import COMMANDS, face_of
from meminit.commands.line import Line

BARE = "# A page\n"
PLAIN = {".meminit.toml": '[docs]\nschema = ""\n[id]\nfield = ""\n[rules]\nMISSING_FRONTMATTER = "off"\n'}
BROKEN = GOOD + "\n[x](gone.md)\n"
RED = b"\x1b[31m"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("lint", "check"),
        ("validate", "check"),
        ("ls", "list"),
        ("build", "index"),
        ("chekc", "check"),
        ("refs", "backlinks"),
    ],
)
def test_a_word_of_another_tool_leads_to_the_command(call, word, meant):
    error = call.json(word).json["error"]
    assert f" {meant}" in error["message"]
    assert f"meminit {meant}" in str(error["details"])


@pytest.mark.parametrize(
    ("path", "clause"),
    [
        ("docs/instal.md", "; did you mean docs/install.md?"),
        ("docs/other/install.md", "; did you mean docs/install.md?"),
        ("docs/*.rst", ""),
        ("docs/unlike.md", ""),
    ],
)
def test_a_mistyped_path_gets_the_nearest(call, path, clause):
    call.write({".meminit.toml": "", "docs/install.md": GOOD, "docs/adr/queues.md": GOOD})
    assert call.json("check", path).json["error"]["message"] == f"file not found: {path}{clause}"
    assert call.json("check", path, "nope/nope.md").found[0].endswith(f"file not found: {path}{clause}")


def test_people_get_paths_from_where_they_are_and_programs_from_the_root(call):
    call.write({".meminit.toml": "", "docs/a/a.md": BROKEN, "docs/b.md": BROKEN.replace("001", "002")})
    below = call.folder / "docs/a"
    text = call("check", cwd=below).text
    assert "\n../b.md:14:1 BROKEN_LINK" in text
    assert text.startswith("a.md:14:1 BROKEN_LINK")
    assert call.json("check", cwd=below).out == call.json("check").out
    assert call("list", "--paths", cwd=below).text == "a.md\n../b.md\n"
    assert call("resolve", "PAY-ADR-002", cwd=below).text == "../b.md\n"
    assert call("list", "--paths", "--root", ".", cwd=call.folder).text == "docs/a/a.md\ndocs/b.md\n"


@pytest.mark.parametrize("name", [name for name in COMMANDS if face_of(name).examples])
def test_examples_in_help_are_command_lines_that_can_be_read(name):
    for each in face_of(name).examples:
        line = Line(shlex.split(each.line))
        assert line.command == name
        assert line.call(), each


def test_help_begins_with_examples_and_the_options_of_the_command(call):
    shown = call("help", "check").text
    heads = re.findall(r"^(\w[\w ]+):$", shown, re.MULTILINE)
    assert heads == ["Examples", "Options", "Options that commands share"]
    first, rest = (part.split("\n\n")[0] for part in re.split(r"^Options.*:$", shown, flags=re.MULTILINE)[1:])
    assert {"--strict", "--format"} <= set(re.findall(r"--[a-z]+", first))
    assert "--jobs" in rest
    heads = re.findall(r"^(\w[\w ]+):$", call("help").text, re.MULTILINE)
    assert heads == ["Examples", "Commands", "Options", "Options that commands share"]


@pytest.mark.parametrize(
    ("arguments", "variables", "is_coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "0"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color",), {}, True),
        (("--color",), {"NO_COLOR": "1"}, True),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_are_as_they_were_asked_for(call, monkeypatch, arguments, variables, is_coloured):
    call.write({".meminit.toml": "", "docs/a.md": BROKEN})
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert (RED in call("check", *arguments).out) is is_coloured


def test_a_note_on_the_configuration_is_not_repeated_under_every_answer(call):
    call.write({"docops.config.yaml": "project_name: P\nrepo_prefix: PAY\nnobody_knows: 1\n", "docs/a.md": GOOD})
    assert b"nobody_knows" in call("check").out
    for arguments in (["list"], ["resolve", "PAY-ADR-001"], ["graph"], ["backlinks", "PAY-ADR-001"]):
        answer = call(*arguments)
        assert b"nobody_knows" not in answer.out + answer.err
        assert [each["code"] for each in call.json(*arguments).json["advice"]] == ["CONFIG_KEY_IGNORED"]


def test_a_source_line_that_is_cut_has_marks(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD + "\n" + "a " * 100 + "[x](gone.md)" + " b" * 100 + "\n"})
    line, caret = call("check").text.splitlines()[1:3]
    shown = line.partition("| ")[2]
    assert (shown[0], shown[-1]) == ("…", "…")
    assert line[caret.index("^")] == "["
    call.write({"docs/a.md": GOOD + "\n[x](gone.md)\n"})
    assert "…" not in call("check").text.splitlines()[1]


def test_what_is_not_governed_is_said(call):
    call.write({**PLAIN, "docs/a.md": BARE, **{f"pages/{each}.md": BARE for each in range(5)}})
    said = "note: only 1 Markdown file is governed, and at least 5 are in no docs root, such as pages/0.md; "
    assert said in call("check").text
    assert said in call("check", ".").text
    assert said not in call("check", "docs").text
    assert [each["code"] for each in call.json("check").json["advice"]] == ["FEW_GOVERNED"]
    (call.folder / "pages/0.md").unlink()
    assert call.json("check").json["advice"] == []
    call.write({f"{folder}/{each}.md": BARE for folder in ("tests", "node_modules", ".x", "own") for each in range(9)})
    call.write({"own/.meminit.toml": ""})
    assert call.json("check").json["advice"] == []


def test_a_folder_in_which_nothing_is_governed_is_said(call):
    call.write({**PLAIN, "docs/a.md": BARE, "pages/a.md": BARE})
    assert call("check", ".", cwd=call.folder / "pages").text.startswith("note: nothing is governed in pages: ")
    (call.folder / "docs/a.md").unlink()
    call.write({f"pages/{each}.md": BARE for each in range(9)})
    assert "note: nothing is governed, and at least 5 are in no docs root" in call("check", ".").text


def test_an_index_of_nothing_is_an_error_and_creates_nothing(call):
    call.write({**PLAIN, "pages/a.md": BARE})
    for arguments in ([], ["--catalog"], ["--kanban"]):
        answer = call.json("index", *arguments)
        assert (answer.exit, answer.json["error"]["code"]) == (4, "DOCS_ROOT_MISSING")
    assert sorted(each.name for each in call.folder.iterdir()) == [".meminit.toml", "pages"]


def test_a_missing_configuration_leads_to_scan(call):
    assert b"meminit scan --write" in call("check").err
    assert "meminit scan --write" in call("explain", "CONFIG_MISSING").text


def test_the_index_lists_a_document_without_front_matter_with_its_finding(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/bare.md": BARE})
    answer = call.json("index").json
    assert [(each["path"], each.get("findings")) for each in answer["data"]["nodes"]] == [
        ("docs/a.md", None),
        ("docs/bare.md", ["MISSING_FRONTMATTER"]),
    ]
    assert [(each["path"], each["code"]) for each in answer["warnings"]] == [("docs/bare.md", "MISSING_FRONTMATTER")]
    call.write(PLAIN)
    assert call.json("index").json["warnings"] == []


def test_the_graph_shows_the_path_of_a_document_without_id_once(call):
    call.write({**PLAIN, "docs/a.md": "[b](b.md)\n", "docs/b.md": BARE})
    assert "\nFROM  DOCUMENT\n1     docs/b.md\n" in call("graph").text
    call.write({".meminit.toml": "", "docs/c.md": GOOD + "\n[b](b.md)\n", "docs/b.md": "[c](c.md)\n"})
    assert "\nFROM  DOCUMENT     PATH\n2     docs/b.md" in call("graph").text


def test_one_second_is_one_second(call):
    from meminit.watch import Watch

    watch = Watch()
    for seconds, words in ((1, "after 1 second,"), (2, "after 2 seconds,"), (0.5, "after 0.5 seconds,")):
        watch.limit(seconds)
        assert words in watch._too_long()[1]
