"""Links where plain files do not say it all: odd trees, changing trees, corrections."""

import os
import unicodedata

import pytest
from tests.support.marks import any_bytes, exact_names, posix
from tests.support.timing import within

from meminit.config.find import find
from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark
from meminit.documents.tree import Found, Tree
from meminit.sources.files import Files
from meminit.stages import Stages
from meminit.workspace.reading import Reader
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

CONFIG = '[docs]\nschema = ""\nfilename = "."\n[id]\nfield = ""\n'


def page(body):
    return f"---\ntitle: x\n---\n{body}\n"


def found(call, files, links=""):
    return [line.split(" error ")[-1] for line in call.check({".meminit.toml": CONFIG + links, **files}).found]


def edits(call, tmp_path, files, links=""):
    """What corrections the findings carry, as (place, old, new, safe)."""
    call.write({".meminit.toml": CONFIG + links, **files})
    root = os.path.realpath(tmp_path)
    run = Run(Workspace(find(root, None), Effort(jobs=1, uses_cache=False)), Stages())
    return [
        (f"{each.path}:{each.edit.line}:{each.edit.column}", each.edit.old, each.edit.new, each.edit.safe)
        for each in run.corpus_findings()
        if each.edit
    ]


def test_a_target_that_goes_is_missed_in_the_next_run(call, tmp_path):
    files = {
        "docs/a.md": page("[x](b.md#set-up)\n[y](sub/)"),
        "docs/b.md": page("## Set up"),
        "docs/sub/c.md": page(""),
    }
    assert found(call, files) == []
    call.write({"docs/b.md": page("## Setup")})
    assert call.json("check").codes == ["BROKEN_ANCHOR"]
    (tmp_path / "docs/b.md").rename(tmp_path / "docs/B.md")
    assert call.json("check").codes == ["BROKEN_ANCHOR", "LINK_CASE_MISMATCH"]
    (tmp_path / "docs/B.md").unlink()
    (tmp_path / "docs/sub/c.md").unlink()
    (tmp_path / "docs/sub").rmdir()
    assert call.json("check").codes == ["BROKEN_LINK", "BROKEN_LINK"]


def test_a_targeted_run_finds_what_the_full_run_finds(call):
    files = {"docs/a.md": page("[x](b.md#no)\n[y](c.md)"), "docs/b.md": page("[z](no.md)")}
    call.check({".meminit.toml": CONFIG, **files})
    whole = call.json("check").found
    parts = call.json("check", "docs/a.md").found + call.json("check", "docs/b.md").found
    assert parts == whole
    assert len(whole) == 3


@posix
def test_symbolic_links_lead_to_what_they_mean_unless_they_leave(call, tmp_path):
    repository = tmp_path / "repository"
    (repository / "docs/real").mkdir(parents=True)
    (tmp_path / "outside.md").write_text(page("## Out"))
    (repository / ".meminit.toml").write_text(CONFIG)
    (repository / "docs/real/b.md").write_text(page("## In"))
    (repository / "docs/in").symlink_to("real")
    (repository / "docs/b.md").symlink_to("real/b.md")
    (repository / "docs/out.md").symlink_to(tmp_path / "outside.md")
    (repository / "docs/away").symlink_to(tmp_path)
    (repository / "docs/loop").symlink_to("loop")
    lines = ["in/b.md#in", "b.md#in", "in/b.md#no", "b.md#no", "out.md#out", "away/outside.md", "loop", "loop/x.md"]
    (repository / "docs/a.md").write_text(page("\n".join(f"[x]({each})" for each in lines)))
    answer = call.json("check", "docs/a.md", cwd=repository)
    assert [line.split(" ", 3)[::2] for line in answer.found] == [
        ["docs/a.md:6:1", "BROKEN_ANCHOR"],
        ["docs/a.md:7:1", "BROKEN_ANCHOR"],
        ["docs/a.md:10:1", "BROKEN_LINK"],
        ["docs/a.md:11:1", "BROKEN_LINK"],
        ["docs/a.md:8:1", "LINK_OUTSIDE_ROOT"],
        ["docs/a.md:9:1", "LINK_OUTSIDE_ROOT"],
    ]


@posix
def test_a_correction_by_way_of_a_symbolic_link_hides_no_link(call, tmp_path):
    routes = '[links]\nroutes = { "/p/{page}" = "path:docs/in/{page}" }\n'
    files = {
        ".meminit.toml": CONFIG + routes + '[rules]\nORPHAN_DOCUMENT = "warning"\n',
        "docs/a.md": page("[x](/p/pagee)\n[y](/p/page)"),
        "docs/real/page.md": page("[x](../a.md)"),
    }
    call.write(files)
    (tmp_path / "docs/in").symlink_to("real")
    (line,) = call.json("check").found
    assert line.endswith("did you mean /p/page?")


@posix
def test_a_pipe_is_there_and_never_opened(call, tmp_path):
    (tmp_path / "docs").mkdir()
    os.mkfifo(tmp_path / "docs/pipe.md")
    os.mkfifo(tmp_path / "docs/pipe.py")
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": page("[x](pipe.md#a) [y](pipe.py#L3)")}, "docs/a.md")
    assert answer.found == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_are_compared_however_they_are_encoded(call, form):
    name, other = unicodedata.normalize(form, "café"), unicodedata.normalize("NFD" if form == "NFC" else "NFC", "café")
    files = {f"docs/{name}.md": page(f"## {name}")}
    targets = [f"{each}.md#{fragment}" for each in (name, other) for fragment in (name, other)]
    assert found(call, {**files, "docs/a.md": page("\n".join(f"[x]({each})" for each in targets))}) == []
    wrong = call.check({".meminit.toml": CONFIG, **files, "docs/a.md": page(f"[x]({other.upper()}.md)")})
    assert wrong.codes == ["LINK_CASE_MISMATCH"]


@exact_names
def test_both_spellings_may_exist(call):
    files = {
        "docs/c.md": page("## low"),
        "docs/C.md": page("## up"),
        "docs/Sub/x.md": page(""),
        "docs/sub/y.md": page(""),
    }
    assert found(call, {**files, "docs/a.md": page("[x](c.md#low) [x](C.md#up) [x](Sub/x.md) [x](sub/y.md)")}) == []
    assert call.check({"docs/a.md": page("[x](Sub/y.md)"), ".meminit.toml": CONFIG}).codes == ["LINK_CASE_MISMATCH"]


@any_bytes
def test_names_that_are_not_utf8(call, tmp_path):
    os.makedirs(os.fsencode(tmp_path) + b"/docs")
    with open(os.fsencode(tmp_path) + b"/docs/a\xff.png", "wb"):
        pass
    assert found(call, {"docs/a.md": page("[x](a%FF.png)")}) == []
    assert call.check({"docs/a.md": page("[x](b%FE.png)"), ".meminit.toml": CONFIG}).codes == ["BROKEN_LINK"]


def test_long_and_odd_targets_are_findings_on_their_line(call):
    targets = [
        "x" * 5000,
        "../" * 2000 + "a.md",
        "%zz.md",
        "a%00b.md",
        "http://[::1",
        "x/" * 3000,
        "<\u0001>",
        "a\0b.md",
    ]
    body = "\n".join(f"[t]({each})" for each in targets)
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": page(body)})
    assert sorted(int(line.split(":")[1]) for line in answer.found) == [4, 5, 6, 7, 8, 9, 10, 11]
    assert all(len(line) < 600 for line in answer.found)
    assert f"{'x' * 200}… is longer than any path, which has 4096 bytes at most" in answer.found[0]


CORRECTIONS = {
    "letter case": ("[x](Guide/Install.md#set-up)", "Guide/Install.md#set-up", "guide/install.md#set-up", True),
    "a lost extension": ("[x](guide/install)", "guide/install", "guide/install.md", True),
    "a file that moved": (
        "[x](install.md?a=b#set-up 't')",
        "install.md?a=b#set-up",
        "guide/install.md?a=b#set-up",
        True,
    ),
    "a mistyped name": ("[x](./guide/instal.md)", "./guide/instal.md", "./guide/install.md", False),
    "a mistyped folder": ("[x](gide/readme.md)", "gide/readme.md", "guide/readme.md", False),
    "a slash at the end of a file": ("[x](guide/install.md/)", "guide/install.md/", "guide/install.md", True),
    "a name with a space": ("[x](<guide/two wrds.md>)", "guide/two wrds.md", "guide/two%20words.md", False),
    "a heading as it is read": (
        "[x](guide/install.md#Set%20up)",
        "guide/install.md#Set%20up",
        "guide/install.md#set-up",
        True,
    ),
    "a mistyped anchor": (
        "[x](guide/install.md#set-upp)",
        "guide/install.md#set-upp",
        "guide/install.md#set-up",
        False,
    ),
    "in a definition": ("[x]\n\n[x]: <guide/Install.md> 't'", "guide/Install.md", "guide/install.md", True),
    "in HTML": ("<p>\n<a href='guide/Install.md'>x</a></p>", "guide/Install.md", "guide/install.md", True),
    "behind escapes": ("[x](guide/Install\\.md)", "guide/Install\\.md", "guide/install.md", True),
    "a lost extension and no such anchor": (
        "[x](guide/install#nope)",
        "guide/install#nope",
        "guide/install.md#nope",
        False,
    ),
    "a text directive": (
        "[x](Guide/Install.md#set-up:~:text=a)",
        "Guide/Install.md#set-up:~:text=a",
        "guide/install.md#set-up:~:text=a",
        True,
    ),
    "a query": ("[x](guide/Install.md?a=1&b=2)", "guide/Install.md?a=1&b=2", "guide/install.md?a=1&b=2", True),
    "from the root": ("[x](/docs/guide/Install.md)", "/docs/guide/Install.md", "/docs/guide/install.md", True),
}
GUIDE = {
    "docs/guide/install.md": page("## Set up"),
    "docs/guide/two words.md": page(""),
    "docs/guide/readme.md": page(""),
    "docs/other/readme.md": page(""),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_correction(name, call, tmp_path):
    body, old, new, safe = CORRECTIONS[name]
    made = edits(call, tmp_path, {**GUIDE, "docs/a.md": page(body)})
    ((place, *rest),) = made
    assert rest == [old, new, safe]
    line, column = map(int, place.split(":")[1:])
    assert page(body).splitlines()[line - 1][column - 1 :].startswith(old)
    assert f"did you mean {new}?" in call.json("check").found[0]


def test_corrections_that_are_safe_are_counted(call):
    answer = call.check({**GUIDE, ".meminit.toml": CONFIG, "docs/a.md": page("[x](install.md) [x](guide/instal.md)")})
    (advice,) = answer.json["advice"]
    assert advice["details"] == {"count": 2, "fixable": 1, "command": "meminit explain BROKEN_LINK"}


def test_a_name_that_several_files_have_is_no_help(call):
    assert (
        "did you mean"
        not in call.check({**GUIDE, ".meminit.toml": CONFIG, "docs/a.md": page("[x](readme.md)")}).found[0]
    )


@pytest.mark.parametrize(
    "text", ["é [a](b.md)", "> [a](b.md)", "| x | [a](b.md) |", "- \t[a](b.md)", "日本 ![a](b.md)"]
)
def test_columns_count_characters(text):
    before = "| h | h |\n|---|---|\n" if text.startswith("|") else ""
    (link,) = by_pyromark.read(before + text + "\n", 4, Links()).links
    start = text.index("![" if "![" in text else "[")
    assert (link.line, link.column) == (6 if before else 4, start + 1)
    assert link.target_place.column == text.index("b.md") + 1


def test_the_column_at_the_end_of_a_long_line():
    text = "é" * 30_000 + "[a](b.md) ![i](c.png)"
    first, second = by_pyromark.read(text, 1, Links()).links
    assert (first.column, first.target_place.column, second.column) == (30_001, 30_005, 30_011)


def test_folders_on_the_way_are_listed_once(tmp_path, monkeypatch):
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c.md").touch()
    tree = Tree(Files(str(tmp_path)))
    assert tree.find(("a", "b", "c.md")) == Found(False, ("a", "b", "c.md"), ("a", "b", "c.md"))
    monkeypatch.setattr("os.scandir", None)
    assert tree.find(("a", "B", "c.md")) == Found(False, ("a", "b", "c.md"), ("a", "b", "c.md"), is_misspelled=True)


@posix
def test_a_plain_link_to_a_document_that_leads_out_is_told(call, tmp_path):
    repository = tmp_path / "repository"
    (repository / "docs").mkdir(parents=True)
    (tmp_path / "outside.md").write_text(page(""))
    (repository / ".meminit.toml").write_text(CONFIG)
    (repository / "docs/out.md").symlink_to(tmp_path / "outside.md")
    (repository / "docs/dead.md").symlink_to("nothing.md")
    (repository / "docs/a.md").write_text(page("[x](out.md)\n[y](dead.md)"))
    assert call.json("check", "docs/a.md", cwd=repository).codes == ["BROKEN_LINK", "LINK_OUTSIDE_ROOT"]


@any_bytes
def test_a_folder_that_is_not_utf8(call, tmp_path):
    folder = os.fsencode(tmp_path) + b"/docs/caf\xe9"
    os.makedirs(folder)
    for name, text in ((b"/a.md", page("[x](b.md#b) [y](c.png)")), (b"/b.md", page("## B")), (b"/c.png", "")):
        with open(folder + name, "w") as file:
            file.write(text)
    assert found(call, {}) == []


def test_wiki_pages_do_not_depend_on_other_links(call):
    files = {"docs/b.md": page("[[notes]] 请看[[缺]]"), "other/notes.md": page("")}
    config = CONFIG + "[links]\nwiki = true\n"
    alone = call.check({".meminit.toml": config, **files}, "docs/b.md").found
    other = {"docs/a.md": page("[x](../other/notes.md)")}
    assert call.check({".meminit.toml": config, **other}, "docs/b.md").found == alone
    assert len(alone) == 2


def test_a_mention_of_an_element_hides_nothing(call):
    text = "Use <title>, <textarea> or <iframe>.\n\n## Later\n\n[x](no.md) [y](#later)\n\n"
    text += "<style>\n<a href='q.md'>\n</style>"
    assert call.check({".meminit.toml": CONFIG, "docs/a.md": page(text)}).codes == ["BROKEN_LINK"]


ROUTES = {
    '"x/{a}" = "path:{a}"': "a route begins with one slash",
    '"/{a}{b}" = "path:{a}"': "names in braces differ from each other and have text between them",
    '"/{a}/{a}" = "path:{a}"': "names in braces differ from each other and have text between them",
    '"/{a" = "path:x"': "names in braces differ from each other and have text between them",
    '"/x" = "field:slug"': "a route to a field needs a name in braces, which stands for the field's value",
    '"/{a}" = "path:{b}"': "{b} does not stand in the route itself",
    '"/{a}" = "path:{a"': "'{a' has braces that are no names",
    '"/{a}" = "path:../{a}"': "'../{a}' leads out of the repository; write a path inside it",
}


@pytest.mark.parametrize("route", ROUTES)
def test_routes_that_mean_nothing(call, route):
    error = call.check({".meminit.toml": f"[links.routes]\n{route}\n"}).json["error"]
    assert error["code"] == "CONFIG_INVALID"
    assert ROUTES[route] in error["message"]


HEAVY = {
    "a path through a loop": ("[x](" + "self/" * 200_000 + "a.md)", ""),
    "names to ignore": ("[x](" + "a/" * 100_000 + "a.md)", '[links]\nignore = ["b/**", "*.c"]\n'),
    "many broken links": ("[x](file-x.md) " * 4000, ""),
    "many broken anchors": ("# é\n\n" * 4000 + "[x](#ü) " * 4000, ""),
    "many broken routes": ("[x](/d/zz) " * 4000, '[links.routes]\n"/d/{title}" = "field:title"\n'),
}


@pytest.mark.slow
@posix
@pytest.mark.parametrize("name", HEAVY)
def test_what_is_wrong_often_costs_no_more(call, tmp_path, name):
    body, links = HEAVY[name]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/self").symlink_to(".")
    for number in range(3000):
        (tmp_path / f"docs/file-{number}.md").write_text(f"---\ntitle: d{number}\n---\n")
    with within(10):
        call.check({".meminit.toml": CONFIG + links, "docs/a.md": page(body)}, "docs/a.md")


def _alike(count):
    """Long names of the same letters, each of which could be a slip for any other."""
    return [f"start{'abcdefghij' * 17}{number:03}{'end' * 4}".translate(LETTERS) for number in range(count)]


LETTERS = str.maketrans("0123456789", "klmnopqrst")


@pytest.mark.parametrize("kind", ["paths", "anchors"])
def test_names_that_could_all_be_meant_cost_little(call, kind):
    known, others = _alike(100), [name.replace("abc", "bca", 1) for name in _alike(50)]
    if kind == "paths":
        files = {f"docs/{name}.md": page("") for name in known}
        body = "".join(f"[x](../{name}.md)\n" for name in others)
    else:
        files = {"docs/t.md": page("".join(f"# {name}\n" for name in known))}
        body = "".join(f"[x](../t.md#{name})\n" for name in others)
    files |= {f"docs/s/{number}.md": page(body) for number in range(4)}
    with within(3):  # to compare them letter by letter took half a minute
        assert len(call.check({".meminit.toml": CONFIG, **files}).found) == 200


@pytest.mark.slow
def test_pages_of_one_name_in_many_folders_cost_little(call):
    files = {
        f"docs/f{each}/page.md": page("".join(f"[[{each}x{other}/page]]\n" for other in range(10)))
        for each in range(1000)
    }
    with within(3):  # to look at each page for each link took four times as long as all else
        found = call.check({".meminit.toml": CONFIG + "[links]\nwiki = true\n", **files}).found
    assert len(found) == 1000 * 10


@pytest.mark.slow
def test_pages_of_one_name_below_many_folders_cost_little(call):
    deep = "/".join("abcdefghijkl")
    files = {
        f"docs/f{each}/{deep}/page.md": page("".join(f"[[{each}x{other}/{deep}/page]]\n" for other in range(5)))
        for each in range(1000)
    }
    call.write({".meminit.toml": CONFIG + "[links]\nwiki = true\n", **files})  # thirteen thousand folders
    with within(3):
        found = call.json("check").found
    assert len(found) == 1000 * 5


@posix
@pytest.mark.parametrize("start", ["", "/"])
def test_links_deep_in_the_tree_cost_little(call, tmp_path, start):
    folder = tmp_path / "docs" / "/".join("d" * 400)
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(page("".join(f"[x]({start}m{number}/x.md)\n" for number in range(2000))))
    with within(2):  # to go all the way down for each of them took four seconds
        assert len(call.check({".meminit.toml": CONFIG}).found) == 2000


def test_a_component_in_which_an_id_seems_to_begin_is_read_in_time(call):
    files = {"docs/index.md": page("[x](#y)"), "docs/.vitepress/theme/x.vue": f"id={' ' * 150_000}x"}
    with within(5):  # it took a minute
        assert len(found(call, files, '[site]\ngenerator = "vitepress"\nroot = "docs"\n')) == 1


def test_a_long_fragment_is_not_compared_at_each_hyphen_with_the_files_of_the_folder(call):
    files = {"docs/index.md": page(f"[x](#{'-' * 300_000})"), "mkdocs.yml": "site_name: x\n"}
    with within(5):  # it took a minute
        assert len(found(call, files, '[site]\ngenerator = "mkdocs"\n')) == 1


@pytest.mark.slow
@posix
@pytest.mark.parametrize("start", ["d", "D", "no"])
def test_long_links_cost_as_much_as_their_texts(call, tmp_path, start):
    """Folders that are there, that are spelled otherwise, and that are not there."""
    (tmp_path / "docs" / "/".join("d" * 600)).mkdir(parents=True)
    body = "".join(f"[x]({start}/{'d/' * 1499}m{number}.md)\n" for number in range(1000))
    with within(4):  # to try the folders above one after the other, each by its whole path, took ten seconds
        assert len(found(call, {"docs/a.md": page(body)})) == 1000


@posix
def test_links_into_deep_folders_by_another_letter_case_cost_little(call, tmp_path):
    folder = tmp_path / "docs" / "/".join("d" * 600)
    folder.mkdir(parents=True)
    for number in range(300):
        (folder / f"M{number}.txt").touch()
    body = "".join(f"[x]({'d/' * 600}m{number}.txt)\n" for number in range(300))
    with within(1.5):  # to find every folder on the way anew took over two seconds
        assert call.check({".meminit.toml": CONFIG, "docs/a.md": page(body)}).codes == ["LINK_CASE_MISMATCH"] * 300


def test_a_correction_that_leads_nowhere_is_not_told(call):
    config = CONFIG + '[links]\nsite_root = "docs"\nroutes = { "/blog/{slug}" = "field:slug" }\n'
    files = {"docs/blog/post.md": page(""), "docs/a.md": page("[x](/post.md)")}
    (line,) = call.check({".meminit.toml": config, **files}).found
    assert "did you mean" not in line


def test_links_around_footnotes_are_links(call):
    body = (
        "[a[^1] b[^2]](no.md) [see [b] c[^1]](no.md) [![i](b.md)[^1]](no.md) Claim[^2][see](no.md)\n\n[^1]: x\n[^2]: y"
    )
    answer = call.check({".meminit.toml": CONFIG, "docs/a.md": page(body), "docs/b.md": page("")})
    assert answer.codes == ["BROKEN_LINK"] * 4


def test_wiki_pages_are_compared_however_accents_are_encoded(call):
    both = "[[caf\u00e9]] [[cafe\u0301]] [[\u00e9t\u00e9/x]] [[e\u0301te\u0301/x]]"
    files = {"docs/cafe\u0301.md": page(""), "docs/a.md": page(both), "docs/s/e\u0301te\u0301/x.md": page(both)}
    assert found(call, files, "[links]\nwiki = true\n") == []


@pytest.mark.parametrize("slugs", ["hugo", "kramdown", "mkdocs"])
def test_braces_in_code_or_escaped_are_no_ids(slugs):
    text = "## Use `{#foo}`\n\n## Esc \\{#bar}\n\n## A `b` {#c}\n"
    anchors = by_pyromark.read(text, 1, Links(slugs=slugs)).anchors
    assert anchors & {"foo", "bar", "c"} == {"c"}


def test_the_root_itself_has_no_lines(call):
    files = {
        "a.md": page("[x](.?plain=1#L3) [y](./#a) [z](.)"),
        ".meminit.toml": CONFIG.replace("[docs]", '[docs]\nroot = "."'),
    }
    assert call.check(files).codes == ["BROKEN_ANCHOR", "BROKEN_ANCHOR"]


def test_a_file_is_no_folder_however_the_slash_is_written(call):
    files = {"docs/b.md": page(""), "docs/a.md": page("[x](b.md/) [x](b.md/.) [x](b.md/./) [x](.) [x](./.)")}
    assert len(found(call, files)) == 3


@exact_names
def test_two_names_that_differ_in_letter_case_alone_leave_a_doubt(call, tmp_path):
    files = {"docs/Notes.md": page(""), "docs/NOTES.md": page(""), "docs/a.md": page("[x](notes.md)")}
    (edit,) = edits(call, tmp_path, files)
    assert edit == ("docs/a.md:4:5", "notes.md", "NOTES.md", False)


def test_braces_in_comments_are_no_ids():
    text = "<!-- {: #hidden} -->\n\ntext <!-- {: #inline} -->\n\nshown\n{: #shown}\n"
    assert by_pyromark.read(text, 1, Links(slugs="kramdown")).anchors == {"shown"}


def test_an_empty_link_may_hold_an_id_under_mkdocs():
    for parser in (by_pyromark, by_markdown_it):
        body = parser.read("[](){#here}\n\n[]()\n", 1, Links(slugs="mkdocs"))
        assert ([link.line for link in body.links], body.anchors) == ([3], {"here"})


def test_documents_whose_links_are_ignored_are_read_once(call, monkeypatch):
    """Many sites have their addresses ignored, which stand in most of their documents."""
    detailed = []
    monkeypatch.setattr(Reader, "details", lambda _, candidates: detailed.append(candidates))
    body = "[a](/api/x) [b](/api\\_old/y#z) ![c](</api/a b.png>) [d](//api/x)\n"
    call.write(
        {
            ".meminit.toml": '[docs]\nschema = ""\n[links]\nignore = ["/api*/**"]\n',
            "docs/a.md": f"---\na: b\n---\n{body}",
        }
    )
    assert call("check", "--no-cache").exit == 0
    assert detailed == []
