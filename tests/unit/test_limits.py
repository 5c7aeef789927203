"""Each limit: what lies within is read, what lies beyond is told with the limit, and the command line can raise it."""

import json

import pytest

from meminit.documents import markdown, outsider, read

pytestmark = pytest.mark.slow

CONFIG = '[docs]\nschema = ""\n[id]\nfield = ""\n'
FIELDS = "---\ntitle: x\n---\n"


def _deep(depth):
    return f"---\ntitle: {'[' * depth}{']' * depth}\n---\n"


# The limit, a document that comes just up to it, one that goes beyond, and a value that takes this one as well.
DOCUMENTS = {
    "document": (4_194_304, FIELDS + "x" * (4_194_304 - len(FIELDS)), FIELDS + "x" * 4_194_304, "5000000"),
    "front-matter": (65_536, f"---\ntitle: {'x' * 65_528}\n---\n", f"---\ntitle: {'x' * 65_529}\n---\n", "65537"),
    "depth": (64, _deep(64), _deep(65), "65"),
    "nodes": (20_000, f"---\nx: [{'1,' * 19_998}]\n---\n", f"---\nx: [{'1,' * 19_999}]\n---\n", "20001"),
    "links": (20_000, FIELDS + "[](/)\n" * 20_000, FIELDS + "[](/)\n" * 20_001, "20001"),
    "marks": (200_000, FIELDS + "a>" * 200_000, FIELDS + "a>" * 200_001, "200001"),
}
CODES = {"document": "FILE_TOO_LARGE", "links": "FILE_TOO_LARGE", "marks": "FILE_TOO_LARGE"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_limit_of_a_document(call, name):
    limit, within, beyond, enough = DOCUMENTS[name]
    files = {".meminit.toml": CONFIG, "docs/within.md": within, "docs/beyond.md": beyond, "docs/other.md": FIELDS}
    answer = call.check(files)
    assert answer.json["files_checked"] == 3
    assert [line.partition(":")[0].split()[0] for line in answer.found] == ["docs/beyond.md"]
    assert answer.codes == [CODES.get(name, "INVALID_FRONTMATTER")]
    assert str(limit) in answer.found[0]
    raised = call.json("check", "--limits", f"{name}={enough}")
    assert (raised.exit, raised.found) == (0, [])
    assert call.json("check").found == answer.found  # what was kept under other limits is not taken


def test_the_limit_of_a_schema(call):
    schema = {"properties": {"title": {"description": "x" * 262_144}}}
    files = {".meminit.toml": CONFIG.replace('""', '"s.json"', 1), "s.json": json.dumps(schema), "docs/a.md": FIELDS}
    answer = call.check(files)
    assert answer.codes == ["SCHEMA_INVALID"]
    assert "262144" in answer.found[0]
    assert call.json("check", "--limits", "schema=300000").exit == 0


def test_links_beyond_the_limit_are_told_where_they_begin(call):
    body = "# Here\n[x](no.md)\n" + "".join(f"[{number}](/)\n" for number in range(20_100))
    other = f"{FIELDS}[x](a.md#here)"  # its headings are known all the same
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": FIELDS + body, "docs/b.md": other})
    words = "the file is too large: it has more than 20000 links, and none of them is followed"
    assert answer.found == [f"docs/a.md:20005:1 error FILE_TOO_LARGE {words}"]


def test_of_all_kinds_of_links_as_many_are_allowed(call):
    kinds = ["[x](/)\n", "![x](/)\n", "<a href='/'>x</a>\n", "<https://x.y>\n"]
    body = "".join(kind * 5000 for kind in kinds)
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": FIELDS + body}).found == []
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": f"{FIELDS}{body}[x]\n\n[x]: /\n"}).codes == [
        "FILE_TOO_LARGE"
    ]


SECTIONS = '[types.ADR]\nsections = ["Context"]\n'
TOO_MUCH = "it has more than 200000 pieces of markup, and its body is not read"


def test_a_body_of_too_much_markup_is_not_read_and_its_front_matter_is(call):
    schema = json.dumps({"required": ["status"]})
    config = '[docs]\nschema = "s.json"\n[id]\nfield = ""\n' + SECTIONS
    body = "---\ntype: ADR\n---\n[x](no.md) [y][z]\r\n" + "`\r\n" * 174_900 + "<\r" * 94 + "\r`a`" * 100
    other = "---\nstatus: x\n---\n[a](a.md#anything), [b](../b.md#anything), [c](no.md)\n"
    files = {".meminit.toml": config, "s.json": schema, "docs/a.md": body, "docs/other.md": other, "b.md": body}
    answer = call.check(files)
    assert answer.found == [
        f"docs/a.md:175000:1 error FILE_TOO_LARGE the file is too large: {TOO_MUCH}",
        "docs/a.md:3 error MISSING_FIELD status: missing, but required by the schema",
        "docs/other.md:4:44 error BROKEN_LINK no.md does not exist",
    ]
    assert call.json("check").found == answer.found  # now from what is kept
    raised = call.json("check", "--limits", "marks=300000").found
    words = "section 'Context' is missing, but required for this type of document"
    assert f"docs/a.md:3 error MISSING_SECTION {words}" in raised
    assert "docs/other.md:4:1 error BROKEN_ANCHOR a.md#anything leads to no heading or anchor of docs/a.md" in raised


@pytest.mark.parametrize("mark", "[]<>#`&\\")
def test_each_mark_that_may_open_something_counts_once(mark):
    assert markdown.surplus("é" + mark * 2002, 1, 2002) is None
    assert markdown.surplus(f"é{mark * 2002}é{mark * 2}", 1, 2002)[1:] == (1, 2005)


@pytest.mark.parametrize("mark", [*"*_~|+-\n\r", "\r\n"])
def test_seven_others_count_as_one(mark):
    opening = "<" * 2001
    assert markdown.surplus(opening + f"ab{mark}" * 7, 1, 2002) is None
    assert markdown.surplus(opening + f"ab{mark}" * 9, 1, 2002).line == (8 if mark.isspace() else 1)


@pytest.mark.parametrize("line", ["===", "-", "  --\t", "\t="])
def test_what_underlines_a_heading_counts_once_more(line):
    text = "<" * 2000 + f"\na\n{line}\n"
    assert markdown.surplus(text, 1, 2002) is None
    assert markdown.surplus(text, 1, 2001).line == 3


@pytest.mark.parametrize("line", ["line\n", "- item\n", "| one | two |\n", "*one* two\n", "a line of text\r\n"])
def test_a_large_document_of_plain_lines_is_read(call, line):
    text = FIELDS + line * ((4_194_304 - len(FIELDS)) // len(line))
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": text}).found == []


LARGE = {
    "a table with code in each row": "| a | b | c |\n|---|---|---|\n"
    + "| `name` | *one*, **two** or three_ | yes |\n" * 50_000,
    "a change log": "".join(
        f"- *one* `two` [#{n}](https://example.com/a-b/pull/{n}) and some more-or-less plain words\n"
        for n in range(20_000)
    )
    + "* item\n" * 100_000,
    "a list of tasks": "- [ ] one thing or another\n" * 85_000,
    "sections": "One\n===\n\ntext\n\n" * 100_000,
    "quotations": f"{'> ' * 20}a\n\n> b\n" * 5_000 + "a\n" * 300_000,
}


@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE)
def test_a_large_document_for_people_is_read(call, body):
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": FIELDS + body}).found == []


NESTS = {
    "quotations": ">" * 4000,
    "lists": "- " * 2000,
    "lists and quotations": "1. > + " * 600,
    "a list by indentation": "\t" * 2000 + "* ",
    "quotations in a footnote": "- [^a]: " + "> " * 2000,
}


@pytest.mark.parametrize("nest", NESTS.values(), ids=NESTS)
def test_nests_are_limited_by_the_lines_that_may_continue_them(call, nest):
    few, many = (f"{FIELDS}\n{nest}a\n" + "x\n" * lines for lines in (10, 20_000))
    answer = call.check(
        {".meminit.toml": f"{CONFIG}[rules]\nUNUSED_FOOTNOTE = 'off'", "docs/a.md": few, "docs/b.md": many}
    )
    words = "the file is too large: its quotations and lists are too deep for so many lines, and its body is not read"
    assert answer.found == [f"docs/b.md:5:{len(nest)} error FILE_TOO_LARGE {words}"]
    assert call.json("check", "--limits", "marks=40000000").exit == 0


@pytest.mark.parametrize("line", [" " * 9000, "-" * 9000, "0 " * 9000, "| " * 9000, "* x " * 2000, "[^a " * 2000])
def test_other_long_lines_are_no_nests(call, line):
    assert "FILE_TOO_LARGE" not in call.check({"docs/a.md": f"{FIELDS}{line}\n" + "x\n" * 20_000}).codes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "opening", ['[a](x "', "[a](x '", "![a](<x y> (", '> [a](\n> x\n"', '[a](#top "t") [a](x\t"\\"']
)
def test_titles_of_links_have_so_many_lines_at_most(call, opening, end):
    opening = opening.replace("\n", end)
    few, many = (f"{FIELDS}{opening}{f'a{end}' * lines}".encode() for lines in (398, 200_000))
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": few, "docs/b.md": many})
    assert "the file is too large: the title of a link in it has more than 400 lines" in answer.found[-1]
    assert answer.codes == ["FILE_TOO_LARGE"]
    assert answer.found[0].startswith("docs/b.md:")


TITLES = {
    "links with titles": '[a](#x "t")\n' * 5_000 + "<a id=x>",
    "items": '- [a](#x "t)\n' * 5_000 + "<a id=x>",
    "short paragraphs": ('[a](x "' + "a\n" * 300 + "\n") * 20,
    "quotes that are closed": '[a](x) "' + ("a\n" * 300 + '" "') * 20,
    "words": "[a](#x)\n" + "word\n" * 5_000 + "<a id=x>",
}


@pytest.mark.parametrize("body", TITLES.values(), ids=TITLES)
def test_other_long_paragraphs_are_no_titles(call, body):
    assert "FILE_TOO_LARGE" not in call.check({"docs/a.md": FIELDS + body}).codes


def test_several_limits_at_once(call):
    files = {".meminit.toml": CONFIG, "docs/a.md": DOCUMENTS["depth"][2], "docs/b.md": DOCUMENTS["links"][2]}
    call.check(files)
    assert call.json("check", "--limits", "depth=65,links=20001").exit == 0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("links=19999", "from 20000 to"),
        ("links=", "from 20000 to"),
        ("links=1e9", "from 20000 to"),
        ("depth=201", "from 64 to 200"),
        ("link=30000", "has no limit 'link'"),
        ("front_matter=99999", "has no limit"),
        ("", "has no limit ''"),
        (",", "has no limit ''"),
    ],
)
def test_limits_that_are_none(call, value, words):
    call.write({".meminit.toml": CONFIG})
    answer = call.json("check", "--limits", value)
    assert (answer.exit, answer.json["error"]["code"]) == (3, "INVALID_ARGUMENT")
    assert words in answer.json["error"]["message"]


def test_nothing_in_a_repository_raises_a_limit(call):
    answer = call.check({".meminit.toml": f"{CONFIG}[limits]\nlinks = 30000\n"})
    assert answer.json["error"]["code"] == "CONFIG_INVALID"


@pytest.mark.parametrize("step", ["markdown.quick_scan", "markdown.surplus", "front_matter.read", "gate.decode"])
def test_a_document_for_which_memory_does_not_suffice_takes_no_other_with_it(call, monkeypatch, step):
    name, _, function = step.partition(".")
    module = getattr(read, name)
    done = getattr(module, function)

    def fails_for_one(content, *others, **named):
        if "HUGE" in str(content):
            raise MemoryError
        return done(content, *others, **named)

    files = {f"docs/{each}.md": f"{FIELDS}[x](no.md)\n" for each in "az"}
    call.write({".meminit.toml": CONFIG, **files, "docs/m.md": f"{FIELDS}HUGE [x](no.md)\n"})
    with monkeypatch.context() as patch:
        patch.setattr(module, function, fails_for_one)
        answer = call.json("check", "--jobs", "1")
    assert answer.codes == ["BROKEN_LINK", "FILE_TOO_LARGE", "BROKEN_LINK"]
    assert answer.found[1] == (
        "docs/m.md error FILE_TOO_LARGE the file is too large: there is not enough memory to read it"
    )
    assert call.json("check").codes == ["BROKEN_LINK"] * 3  # nothing is kept of it


def test_nobody_can_tell_what_anchors_a_file_has_for_which_memory_does_not_suffice(call, monkeypatch):
    files = {"README.md": "HUGE\n", "docs/a.md": f"{FIELDS}[x](../README.md#no) [y](no.md)\n"}
    call.write({".meminit.toml": CONFIG, **files})
    assert call.json("check", "--no-cache", "--jobs", "1").codes == ["BROKEN_ANCHOR", "BROKEN_LINK"]

    def failing_for_one(done):
        def fails(text, *others, **named):
            if "HUGE" in text:
                raise MemoryError
            return done(text, *others, **named)

        return fails

    for name in ("quick_scan", "read"):
        monkeypatch.setattr(outsider.markdown, name, failing_for_one(getattr(outsider.markdown, name)))
    assert call.json("check", "--no-cache", "--jobs", "1").codes == ["BROKEN_LINK"]
