"""Each form of a link, before something moves and afterwards."""

import pytest
from tests.support.moving import moved, moves, page, planned

CONFIG = '[docs]\nschema = "docs/schema.json"\nfilename = "."\n[id]\nfield = ""\n'
SCHEMA = '{"properties": {"see": {"type": "array", "items": {"format": "doc-path"}}, "main": {"format": "doc-path"}}}'
WIKI = "[links]\nwiki = true\n"


def tree(body, links="", **more):
    files = {".meminit.toml": CONFIG + links, "docs/schema.json": SCHEMA, "docs/a.md": page(body)}
    files |= {"docs/sub/b.md": page("# H\n# Other"), "docs/sub/i.png": "", "docs/sub/b c.md": page("# H")}
    return files | {path.replace("__", "/").replace("_md", ".md"): text for path, text in more.items()}


def after(body, old, new, links=""):
    """What a move makes of the body of docs/a.md, wherever that is afterwards."""
    files = moved(tree(body, links), old, new)
    (text,) = [text for path, text in files.items() if path in {"docs/a.md", new}] if old == "docs/a.md" else [
        files["docs/a.md"]
    ]  # fmt: skip
    return text.removeprefix("---\ntitle: x\n---\n").removesuffix("\n")


FORMS = {
    "inline": ("[x](sub/b.md)", "[x](new/c.md)"),
    "steps to the folder itself stay": ("[x](./sub/b.md)", "[x](./new/c.md)"),
    "query, fragment and title stay": ("[x](sub/b.md?q=1#other 't')", "[x](new/c.md?q=1#other 't')"),
    "a wrong fragment is no reason to break the path": ("[x](sub/b.md#no)", "[x](new/c.md#no)"),
    "angle brackets": ("[x](<sub/b.md>)", "[x](<new/c.md>)"),
    "from the top": ("[x](/docs/sub/b.md)", "[x](/docs/new/c.md)"),
    "image": ("![x](sub/b.md)", "![x](new/c.md)"),
    "image in a link": ("[![x](sub/i.png)](sub/b.md)", "[![x](sub/i.png)](new/c.md)"),
    "entities": ("[x](sub/b&#46;md#h&amp;i)", "[x](new/c.md#h&amp;i)"),
    "backslashes": (r"[x](sub/b\.md#h\_i)", r"[x](new/c.md#h\_i)"),
    "letter case": ("[x](SUB/B.md)", "[x](new/c.md)"),
    "a detour": ("[x](sub/../sub/b.md)", "[x](new/c.md)"),
    "definition": ("[x][r] [r]\n\n[r]: sub/b.md#h (t)", "[x][r] [r]\n\n[r]: new/c.md#h (t)"),
    "definition on two lines": ("[r]\n\n[r]:\n  <sub/b.md>\n  't'", "[r]\n\n[r]:\n  <new/c.md>\n  't'"),
    "a definition that nothing uses": ("[r]: sub/b.md\n\n[s]: sub/no.md", "[r]: new/c.md\n\n[s]: sub/no.md"),
    "in a quotation": ("> - [x](sub/b.md)", "> - [x](new/c.md)"),
    "in a table": ("| a |\n|---|\n| [x](sub/b.md) |", "| a |\n|---|\n| [x](new/c.md) |"),
    "in a footnote": ("x[^1]\n\n[^1]: [x](sub/b.md)", "x[^1]\n\n[^1]: [x](new/c.md)"),
    "twice in a line": ("é [x](sub/b.md)[y](sub/b.md)", "é [x](new/c.md)[y](new/c.md)"),
    "HTML": ('<a class=x href="sub/b.md#h">', '<a class=x href="new/c.md#h">'),
    "HTML in single quotes": ("<img src='sub/b.md'>", "<img src='new/c.md'>"),
    "HTML without quotes": ("<img src=sub/b.md alt=x>", "<img src=new/c.md alt=x>"),
    "HTML in a block": ("<p>\n<a href='sub/b.md'>x</a>\n</p>", "<p>\n<a href='new/c.md'>x</a>\n</p>"),
    "srcset": (
        '<img srcset="sub/b.md 1x, sub/b.md 2x, sub/i.png 3x">',
        '<img srcset="new/c.md 1x, new/c.md 2x, sub/i.png 3x">',
    ),
}


@pytest.mark.parametrize(("before", "expected"), FORMS.values(), ids=FORMS)
def test_a_link_to_what_moves(before, expected):
    assert after(before, "docs/sub/b.md", "docs/new/c.md") == expected


STAYING = {
    "no link": "`[x](sub/b.md)` \\[x](sub/b.md) sub/b.md",
    "a fence": "```\n[x](sub/b.md)\n```",
    "another site": "[x](https://example.org/sub/b.md)",
    "a path that leads nowhere": "[x](sub/no.md) [y](new/c.md)",
    "a template": "[x]({{ root }}/sub/b.md)",
    "a comment": "<!-- [x](sub/b.md) -->",
    "what does not move": "[x](sub/i.png) [y](sub/) [z](#x) [z](a.md#x)",
}


@pytest.mark.parametrize("body", STAYING.values(), ids=STAYING)
def test_what_stays(body):
    assert after(body, "docs/sub/b.md", "docs/new/c.md") == body


@pytest.mark.parametrize(
    ("before", "new", "expected"),
    [
        ("[x](sub/b%20c.md)", "docs/d e.md", "[x](d%20e.md)"),
        ("[x](<sub/b c.md>)", "docs/d e.md", "[x](<d e.md>)"),
        ("[x](<sub/b%20c.md>)", "docs/d e.md", "[x](<d%20e.md>)"),
        ("[x](<sub/b c.md>)", "docs/[d] e.md", "[x](<[d] e.md>)"),
        ("<a href='sub/b c.md'>", "docs/d e.md", "<a href='d e.md'>"),
        ("<a href='sub/b%20c.md'>", "docs/d'e.md", "<a href='d%27e.md'>"),
        ("[x](sub/b%20c.md)", "docs/x/b c.md", "[x](x/b%20c.md)"),
        ("[x](sub/b%20c.md)", "docs/d(e).md", "[x](d(e).md)"),
        ("[x](sub/b%20c.md)", "docs/d(e.md", "[x](d%28e.md)"),
        ("[x](sub/b%20c.md)", "docs/é.md", "[x](é.md)"),
        ("[x](./sub/b%20c.md)", "docs/100%.md", "[x](./100%25.md)"),
        ("[x](sub/b%20c.md)", "docs/a&amp;b#c?.md", "[x](a%26amp;b%23c%3F.md)"),
        ("[x](sub/b%20c.md)", "docs/c:d.md", "[x](./c:d.md)"),
        ("[x](sub/b%20c.md)", "docs/{{d}}.md", "[x](%7B%7Bd%7D%7D.md)"),
        ("[x](sub/b%20c.md)", "docs/a\\b.md", "[x](a%5Cb.md)"),
        ("[x](sub/b%20c.md)", "top.md", "[x](../top.md)"),
    ],
)
def test_names_that_need_escapes(before, new, expected):
    assert after(before, "docs/sub/b c.md", new) == expected


def test_letters_stay_encoded_where_they_were():
    files = tree("[x](sub/%C3%BC.md)", docs__sub__ü_md=page(""))
    assert "[x](new/%C3%A9.md)" in moved(files, "docs/sub/ü.md", "docs/new/é.md")["docs/a.md"]


def test_a_document_that_moves_takes_its_links_with_it():
    body = "[x](sub/b.md) [i](./sub/i.png) [s](#t) [self](a.md#t) [top](/docs/sub/b.md) [no](no.md) [f](sub/) [h](.)"
    expected = "[x](../b.md) [i](../i.png) [s](#t) [self](a.md#t) [top](/docs/sub/b.md) [no](no.md) [f](../) [h](../..)"
    assert after(body, "docs/a.md", "docs/sub/deep/a.md") == expected


def test_a_document_gets_another_name():
    assert after("[self](a.md#t) [x](sub/b.md)", "docs/a.md", "docs/z.md") == "[self](z.md#t) [x](sub/b.md)"


def test_a_folder_keeps_the_links_within():
    files = tree("[x](sub/b.md) [f](sub/) [g](./sub)")
    files["docs/sub/b.md"] = page("[c](<b c.md>) [i](i.png) [a](../a.md)")
    new = moved(files, "docs/sub", "docs/deep/er")
    assert "[x](deep/er/b.md) [f](deep/er/) [g](./deep/er)" in new["docs/a.md"]
    assert "[c](<b c.md>) [i](i.png) [a](../../a.md)" in new["docs/deep/er/b.md"]
    assert "docs/deep/er/i.png" in new


def test_letter_case_alone():
    assert after("[x](sub/b.md) [y](sub/B.md)", "docs/sub/b.md", "docs/sub/B.md") == "[x](sub/B.md) [y](sub/B.md)"


def test_a_folder_stands_for_its_index():
    files = tree("[x](sub/) [y](sub/#h) [z](sub)", docs__sub__README_md=page("# h"))
    new = moved(files, "docs/sub/README.md", "docs/sub/intro.md")
    assert "[x](sub/) [y](sub/intro.md#h) [z](sub)" in new["docs/a.md"]


def test_front_matter_keeps_its_quotes():
    fields = ["main: sub/b.md#h  # why", "see: [sub/b.md, 'sub/b.md', \"sub/b.md\"]"]
    files = {**tree(""), "docs/a.md": page("", fields)}
    new = moved(files, "docs/sub/b.md", "docs/new, it's/c.md")["docs/a.md"]
    assert "main: new, it's/c.md#h  # why" not in new
    assert "main: 'new, it''s/c.md#h'  # why" in new
    assert "see: ['new, it''s/c.md', 'new, it''s/c.md', \"new, it's/c.md\"]" in new


def test_extensions_are_left_out_where_they_were():
    links = "[links]\nimplicit_extension = true\n"
    assert after("[x](sub/b) [y](sub/b.md)", "docs/sub/b.md", "docs/c.md", links) == "[x](c) [y](c.md)"


@pytest.mark.parametrize(
    ("before", "new", "expected"),
    [
        ("[[b]]", "docs/new/b.md", "[[b]]"),
        ("[[b#H|text]]", "docs/new/c.md", "[[c#H|text]]"),
        ("[[b.md]]", "docs/new/c.md", "[[c.md]]"),
        ("[[sub/b]]", "docs/new/c.md", "[[new/c]]"),
        ("[[b]]", "docs/new/a.md", "[[new/a]]"),
        ("[[b c]] [[no]]", "docs/new/c.md", "[[b c]] [[no]]"),
    ],
)
def test_wiki_links(before, new, expected):
    assert after(before, "docs/sub/b.md", new, WIKI) == expected


ROUTES = '[links]\nroutes = { "/p/{page}" = "path:docs/{page}", "/f/{slug}" = "field:slug" }\n'


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("[x](/p/sub/b) [y](/p/sub/b/#h)", "docs/sub/b.md", "docs/new/c.md", "[x](/p/new/c) [y](/p/new/c/#h)"),
        ("[x](/p/sub/b.md)", "docs/sub/b.md", "docs/new/c.md", "[x](/p/new/c.md)"),
        ("[x](/p/i/) [y](/p/i)", "docs/i/index.md", "docs/j/index.md", "[x](/p/j/) [y](/p/j)"),
        ("[x](/p/i/)", "docs/i/index.md", "docs/j.md", "[x](/p/j/)"),
        ("[x](/f/one)", "docs/i/index.md", "docs/j.md", "[x](/f/one)"),
        ("[x](/docs/sub/b.md)", "docs/sub/b.md", "docs/new/c.md", "[x](/docs/new/c.md)"),
    ],
)
def test_addresses_of_a_site(before, old, new, expected):
    files = tree(before, ROUTES, docs__i__index_md=page("", ["slug: one"]))
    assert expected in moved(files, old, new)["docs/a.md"]


def test_what_no_address_leads_to_is_left_and_told():
    files = tree("[x](/p/sub/b)", ROUTES)
    (found,) = planned(files, moves(files, "docs/sub/b.md", "elsewhere/b.md"))
    assert [each.link.target for each in found.left] == ["/p/sub/b"]
    assert found.edits == ()


def test_other_markdown_follows_if_it_is_asked_for():
    files = {
        **tree("x"),
        "README.md": "[x](docs/sub/b.md)\n",
        "node/.gitignore": "*\n",
        "node/x.md": "[x](../docs/sub/b.md)",
    }
    assert moved(files, "docs/sub/b.md", "docs/c.md")["README.md"] == "[x](docs/sub/b.md)\n"
    new = moved(files, "docs/sub/b.md", "docs/c.md", everywhere=True)
    assert new["README.md"] == "[x](docs/c.md)\n"
    assert new["node/x.md"] == "[x](../docs/sub/b.md)"


def test_what_becomes_a_document_takes_its_links_with_it():
    files = {**tree("x"), "notes.md": "[x](docs/sub/b.md)\n"}
    assert moved(files, "notes.md", "docs/notes.md")["docs/notes.md"] == "[x](sub/b.md)\n"


SITE = '[site]\ngenerator = "{}"\n'


@pytest.mark.parametrize(
    ("generator", "before", "old", "new", "expected"),
    [
        ("hugo", "[x](/sub/b/#h) [y](/sub/b)", "docs/sub/b.md", "docs/new/c.md", "[x](/new/c/#h) [y](/new/c)"),
        ("hugo", "[x](../sub/b/)", "docs/sub/b.md", "docs/new/c.md", "[x](../new/c/)"),
        ("hugo", "[x](../sub/b/)", "docs/a.md", "docs/new/a.md", "[x](../../sub/b/)"),
        ("docusaurus", "[x](sub/b.md) [y](/docs/sub/b)", "docs/sub/b.md", "docs/c.md", "[x](c.md) [y](/docs/c)"),
        ("mkdocs", "[x](sub/b.md#h)", "docs/sub/b.md", "docs/new/c.md", "[x](new/c.md#h)"),
        ("vitepress", "[x](/docs/sub/b.html) [y](./sub/b)", "docs/sub/b.md", "docs/c.md", "[x](/docs/c.html) [y](./c)"),
    ],
)
def test_addresses_by_a_preset(generator, before, old, new, expected):
    content = '[site.content]\n"docs" = "/"\n' if generator == "hugo" else ""
    files = tree(before, SITE.format(generator) + content)
    assert expected in moved(files, old, new)[new if old == "docs/a.md" else "docs/a.md"]
