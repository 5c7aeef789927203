"""Ids that change, and all that mentions them."""

import pytest
from tests.support.moving import page, run

from meminit.edits.spans import applied
from meminit.moving.mentions import Depth
from meminit.moving.renaming import Ids, renamed

CONFIG = '[docs]\nschema = ""\nfilename = "."\n[links]\nwiki = true\n'
OLD, NEW, OTHER = "PAY-ADR-001", "PAY-ADR-101", "PAY-ADR-002"
ALL = Depth(link_texts=True, words=True)


def after(text, depth=ALL, ids=None, own=None, **more):
    files = {".meminit.toml": CONFIG, "docs/a.md": text, **{f"docs/{name}.md": each for name, each in more.items()}}
    for each in renamed(run(files), Ids(ids or {OLD: NEW}, own or {}), depth):
        files[each.file] = applied(files[each.file], each.edits)
    return files["docs/a.md"]


FIELDS = [
    "related_ids: [{}, PAY-ADR-009, '{}']",
    'superseded_by: "{}"  # {old}',
    "title: {old}",
    "related_ids:\n  - {}\n  -  {}",
]


@pytest.mark.parametrize("field", FIELDS)
def test_fields(field):
    def text(document_id):
        return page("x", [field.replace("{}", document_id).replace("{old}", OLD)])

    assert after(text(OLD), Depth()) == text(NEW)


def test_its_own_id_and_the_visible_block():
    def text(own, other):
        block = (
            "<!-- MEMINIT_METADATA_BLOCK -->\n\n> **Document ID:** {}  \n> **Related IDs:** {}, x\n> **Title:** {old}\n"
        )
        fields = ["document_id: {}  # it", "related_ids: {}"]
        whole = page(
            block.replace("{}", own, 1).replace("{}", other), [fields[0].replace("{}", own), f"related_ids: {other}"]
        )
        return whole.replace("{old}", OLD)

    assert after(text(OLD, OTHER), Depth(), {OLD: NEW, OTHER: OLD}, {"docs/a.md": NEW}) == text(NEW, OLD)


BODIES = {
    "link texts": ("[{}](x.md) [`{}`](x.md) [*{}*](x.md) [see {old}](x.md)", Depth(link_texts=True)),
    "links to definitions": ("[{}][r] [{}] [{}][] [x][{}]\n\n[r]: x.md\n[{}]: y.md", Depth(link_texts=True)),
    "wiki": ("[[{old}]] [[x|{}]]", Depth(link_texts=True)),
    "addresses": ("[x]({old}.md) <https://x/{old}> ![{old}](y.png) <a href='{old}'>", ALL),
    "words": ("# {}\n{} (**{}**, _{}_) {}. {}: [see {}](x.md) {old}.md a/{old} {old}x {old}-2 x-{old}", ALL),
    "code": ("`{old}` <code>{old}</code> {}\n\n    {old}\n\n```\n{old}\n```\n<p>\n{old}\n</p>\n", ALL),
    "lines": ("é {} é {}\r\n\r\n> - {}\r\n", ALL),
    "no words": ("# {old}\n{old} **{old}**", Depth(link_texts=True)),
    "an anchor that is used": ("# {old}\n\n{} [x](#pay-adr-001)", ALL),
    "a name that is defined": ("[{old}]\n\n[{old}]: x.md\n[pay-adr-101]: y.md", Depth(link_texts=True)),
}


@pytest.mark.parametrize(("body", "depth"), BODIES.values(), ids=BODIES)
def test_bodies(body, depth):
    def text(document_id):
        return page(body.replace("{}", document_id).replace("{old}", OLD))

    assert after(text(OLD), depth) == text(NEW)


def test_an_anchor_that_another_document_uses():
    text = page(f"# {OLD} first\n\n{OLD}")
    assert after(text, b=page("[x](a.md#pay-adr-001-first)")) == page(f"# {OLD} first\n\n{NEW}")


def test_two_take_each_others_place():
    assert after(page(f"{OLD} {OTHER}"), ids={OLD: OTHER, OTHER: OLD}) == page(f"{OTHER} {OLD}")


def test_ids_of_any_form():
    assert after(page("a.b/c [a.b/c](x) x.a.b/c"), ids={"a.b/c": "d"}) == page("d [d](x) x.a.b/c")
