"""Documents as nobody should write them, for properties of corrections: every way to write YAML, every line end."""

from hypothesis import strategies as st

from tests.unit.fixes.test_corrections import CONFIG, FIRST, SPEC

FIXED = {
    ".meminit.toml": CONFIG.replace('schema = "schema.json"\n', "").encode()
    + b'sections = ["Context", "Decision"]\ntemplate = "adr.template.md"\n',
    "adr.template.md": b"# {{title}}\n\n## Context\n\nWhy?\n\n## Decision\n\n<!-- AGENT: say it -->\n",
    "docs/45-adr/adr-001-first.md": FIRST.encode(),
    "docs/20-specs/spec-001-api.md": SPEC.encode(),
}
# `[types.SPEC]` is the last table of the configuration, so the sections are those of specifications.
NAMES = (
    *("docs/45-adr/adr-002-second.md", "docs/45-adr/ADR 003_Third.md", "docs/45-adr/Ünlaut.md", "docs/stray.md"),
    *("docs/20-specs/spec-002.md", "docs/20-specs/deep/x y.md", "docs/20-specs/++.md", "docs/45-adr/adr-002-2nd.md"),
)
FIELDS = {
    "document_id": ("KIT-ADR-002", "kit-adr-2", "'KIT-SPEC-002'", "KIT-ADR-001", "OLD-ADR-7", "", "12", "!!str x"),
    "type": ("ADR", "adr", '"SPEC"', "Adr # yes", "~", "NOTE", "[ADR]"),
    "title": (
        *("Plain", "A: b", "'it''s'", '"q\\"q"', "@x", "[Draft] x", "# x", "yes", "12", "2026-01-01", "%x", "a #b"),
        *(">-\n  folded\n  text", "|\n  block: x\n", "é\u2028x", "`x`", "& co", "*x", "'a' b", "- x", "x:", "? a"),
    ),
    "status": ("Draft", "draft", "'in review'", "IN-REVIEW", "Aproved", "Approved", "Superseded", "no", "{a: b}"),
    "version": ("1.0", '"1.0"', "1", "v1.2", "1.10", "0x1", "'1'", "1.2.3", "one"),
    "last_updated": ("2026-01-02", "2026/1/2", "Jan 2 2026", "02.01.2026", "31.12.2026", "2026-02-30", "1999", "soon"),
    "owner": ("Team", "~", "''", "null", "&a Team", "*a", "Größe", '"a\\nb"', "   ", "!x y"),
    "docops_version": ('"2.0"', "2.0", "2", "'2.0'", "v2"),
    "keywords": ("api", "[a, b]", "[a,\n  b]", "\n- a\n- b", "\n  - a\n  - 12", "a, b", "{}", "[a, [b]]", "[ ]"),
    "related_ids": ("[KIT-ADR-001]", "kit-adr-001", "\n- KIT-ADR-1\n- KIT-SPEC-001", "[kit-spec-001, X]", "KIT-ADR-01"),
    "superseded_by": ("KIT-ADR-001", "kit-adr-1", "", "KIT-ADR-002"),
}
KEYS = (
    "{0}: {1}",
    "{0}: {1}",
    "{0}: {1}",
    "{0} : {1}",
    "'{0}': {1}",
    '"{0}": {1}',
    "{0}:\t{1}",
    " {0}: {1}",
    "{2}: {1}",
)
LINES = (
    *("# a comment", "", "\tx: y", "<<: *a", "ownr: Team", "Owner: Team", "more:\n  deep: [1, {x: y}]", "? a\n: b"),
    *("x", "a: b: c", "...", "- item", "key: |+\n  text\n\n", "area: {a: *b}"),
)
BLOCKS = (
    *("# Title & *more*", "Setext\n======", "## Context", "### Decision", "## Context ##", "Plain  text,\twith all  "),
    *("[x](ADR-001-First.md)", "[x](adr-001-first.md#Decision,-final)", "[x](../20-specs/spec-001-api.md#the-ap)"),
    *("- [x](spec-001-api.md)\n  1. ![y](<adr-001-frst.md> 'T')\n     > [z](nowhere.md#x)", "`[x](ADR-001-First.md)`"),
    *("[r]: adr-001-first.md\n[r]: adr-001-first.md", "[unused]: x.md 'two\nlines'", "> [q]: y.md", "[x][R] and [q]"),
    *("<!-- MEMINIT_METADATA_BLOCK -->\n> **Status:** Nope  \n> **Keywords:**\n> **Area:** x", "KIT-ADR-001 in prose"),
    *(
        "```md\n[x](Nowhere.md)\n[r]: x\n```",
        '<a href="ADR-001-FIRST.md">x</a><img src=nowhere.png>',
        "\u2028é\U0001f600 [x](#tite--more)",
    ),
    *(
        "<!-- meminit: ignore BROKEN_LINK -- known -->\n[x](gone.md)",
        "| a | [x](ADR-001-First.md) |\n|---|---|",
        "---",
        "***",
    ),
)


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=10))
    lines = [_field(draw, name) for name in names]
    lines += draw(st.lists(st.sampled_from(LINES), max_size=2))
    lines = draw(st.permutations(lines)) if draw(st.booleans()) else lines
    body = "\n\n".join(draw(st.lists(st.sampled_from(BLOCKS), max_size=6)))
    opening, closing = draw(
        st.sampled_from((("---\n", "---\n"),) * 6 + (("", ""), ("---\n", ""), ("\n\n---\n", "---\n")))
    )
    front = opening + "".join(f"{each}\n" for each in lines) + closing if opening else ""
    text = front + draw(st.sampled_from(("", "\n"))) + body + draw(st.sampled_from(("", "\n", "\n\n")))
    text = text.replace("\n", draw(st.sampled_from(("\n", "\n", "\n", "\r\n", "\r"))))
    shape = draw(st.integers(0, 12))
    if shape == 0:
        return b"\xef\xbb\xbf" + text.encode()
    if shape == 1:
        return text.encode("utf-16")
    return text.encode("latin-1", "replace") if shape == 2 else text.encode()


def _field(draw: st.DrawFn, name: str) -> str:
    return draw(st.sampled_from(KEYS)).format(name, draw(st.sampled_from(FIELDS[name])), name.title().replace("_", "-"))


@st.composite
def trees(draw: st.DrawFn) -> dict[str, bytes]:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    return {**FIXED, **{name: draw(documents()) for name in names}}
