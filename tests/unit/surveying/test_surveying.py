"""What a survey concludes from documents, rule by rule."""

import json
import tomllib

import pytest

from meminit.model.finding import Edit, Finding, Severity
from meminit.model.summary import SEPARATOR, joined
from meminit.surveying import fields, ids, kinds, links, severities, types
from meminit.surveying.config_text import quoted
from meminit.surveying.evidence import Seen, Share, is_sayable
from meminit.surveying.fields import tally
from meminit.surveying.folders import OfSite, Root, division
from meminit.surveying.links import layout, targets
from meminit.surveying.proposal import schema_text
from meminit.surveying.routes import Ground, sited
from meminit.surveying.severities import Broken, Relaxed, relaxations

MANY = range(10)


def _found(*rows):
    return fields.fields(rows)


def _same(**row):
    return _found(*(row for _ in MANY))


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], []),
        (["README.md", "CHANGELOG.md"], [""]),
        (["docs/a.md", "README.md"], ["docs"]),
        (["Documentation/a.md"], ["Documentation"]),
        (["content/en/docs/a.md", "content/en/docs/b/c.md"], ["content/en/docs"]),
        (["content/en/a.md", "content/de/a.md"], ["content"]),
        (["docs/adr/a.md", "docs/b.md"], ["docs"]),
        (["docs/45-adr/a.md", "docs/45-adr/b.md"], ["docs"]),
        (["guide/src/a.md", "guide/src/b/c.md"], ["guide/src"]),
        (["files/en-us/web/a.md", "files/en-us/web/b.md"], ["files/en-us/web"]),
        ([*(f"p/b/docs/{n}.md" for n in MANY), *(f"q/docs/{n}.md" for n in MANY)], ["p/b/docs", "q/docs"]),
        (["tests/cases/docs/a.md", "docs/a.md"], ["docs"]),
        (["notes/a.md", "notes/b.md", "README.md"], ["notes"]),
        (["a/x.md", "b/x.md"], [""]),
        (["a\n/x.md", "a\n/y.md"], [""]),
        ([f"p{number}/{n}.md" for number in range(6) for n in MANY], [""]),
        ([*(f"docs/{n}.md" for n in range(95)), *(f"x/{n}.md" for n in range(5))], ["docs"]),
        ([*(f"docs/{n}.md" for n in range(94)), *(f"x/{n}.md" for n in range(6))], ["docs", "x"]),
        ([*(f"docs/{n}.md" for n in range(5)), *(f"crates/c{n}/README.md" for n in range(4))], ["docs"]),
        ([*(f"tests/{n}.md" for n in MANY)], ["tests"]),
        ([*(f"files/web/{n}.md" for n in MANY), "files/web/template/a.md"], ["files/web"]),
    ],
)
def test_docs_roots_are_the_fewest_folders_that_hold_nearly_all_documents(paths, expected):
    found = division([Seen(path, None) for path in paths], OfSite())
    assert sorted(root.path for root in found.roots) == sorted(expected)
    left = sum(each.files for each in found.left)
    assert len(found.documents) + left == len(paths)


def test_front_matter_tells_documents_from_other_markdown():
    pages = [Seen(f"EIPS/{n}.md", {"eip": n}) for n in MANY]
    found = division([*pages, *(Seen(f"assets/{n}/x.md", None) for n in range(3)), Seen("README.md", None)], OfSite())
    assert [root.path for root in found.roots] == ["EIPS"]
    assert [tuple(each) for each in found.left] == [
        ("", 3, "in no docs root"),
        ("README.md", 1, "as every repository has them"),
    ]


def test_read_me_files_without_front_matter_are_left_out_where_it_is_the_rule():
    pages = [Seen(f"content/{n}.md", {"title": "x"}) for n in MANY]
    readme = Seen("content/a/README.md", None)
    found = division([*pages, readme], OfSite(("content",)))
    assert [tuple(each) for each in found.left] == [("content/a/README.md", 1, "read-me files without front matter")]
    assert len(division([*pages, readme._replace(fields={"title": "x"})], OfSite()).documents) == 11
    assert len(division([*(each._replace(fields=None) for each in pages), readme], OfSite()).documents) == 11


def test_a_value_that_turns_a_field_off_is_no_mistake():
    rows = [{"toc": {"max": n}} for n in range(200)]
    assert json.loads(_schema(rows))["properties"]["toc"] == {"type": "object"}
    assert json.loads(_schema([*rows, {"toc": "x"}]))["properties"]["toc"] == {"type": "object"}
    assert json.loads(_schema([*rows, {"toc": False}]))["properties"]["toc"] == {"type": ["boolean", "object"]}


def test_a_value_that_occurs_in_other_kinds_is_no_mistake():
    rows = [{"toc": {"max": n}, "kind": "ab"[n % 2]} for n in range(100)]
    everywhere = _found(*rows, *[{"toc": False, "kind": "c"}] * 9)
    properties = json.loads(schema_text(_kind(rows), "", set(), everywhere))["properties"]
    assert properties == {"kind": {"enum": ["a", "b", "c"]}, "toc": {"type": ["boolean", "object"]}}


def test_the_pages_of_a_site_are_documents_whatever_their_folders_are_called():
    files = [Seen(f"{folder}/{n}.md", None) for folder in ("src/guide", "src/examples", "src/fixtures") for n in MANY]
    assert len(division(files, OfSite()).documents) == 10
    assert len(division(files, OfSite(("src",))).documents) == 30


def test_beside_the_pages_of_a_site_folders_are_what_they_are_called():
    folders = ("docs/src/content", "docs/scripts/templates", "agents/templates", "packages/a/test/fixtures", "agents")
    files = [Seen(f"{folder}/{n}.md", None) for folder in folders for n in MANY]
    found = division(files, OfSite(("docs/src/content",), (), ("docs",)))
    assert {each.path: each.reason for each in found.left} == {
        "agents/templates/": "templates",
        "docs/scripts/templates/": "templates",
        "packages/a/test/fixtures/": "test data",
    }


def test_a_repository_of_nothing_but_a_read_me_file_has_a_document():
    assert [each.path for each in division([Seen("README.md", None)], OfSite()).documents] == ["README.md"]
    others = [Seen(f"docs/{n}.md", None) for n in MANY]
    assert len(division([Seen("README.md", None), *others], OfSite()).documents) == 10


def test_files_in_folders_of_snippets_are_parts_where_front_matter_is_the_rule():
    pages = [Seen(f"docs/{n}.md", {"title": "x"}) for n in MANY]
    parts = [Seen(f"docs/snippets/{n}.md", None) for n in range(3)]
    found = division([*pages, *parts, Seen("docs/snippets/page.md", {"title": "x"})], OfSite())
    assert len(found.documents) == 11
    assert {each.path: each.reason for each in found.left} == {"docs/snippets/": "parts of pages"}


def test_parts_of_pages_are_left_out_even_where_the_pages_of_a_site_lie():
    files = [Seen(f"src/{folder}/{n}.md", None) for folder in ("guide", "_fragments", "guide/_shared") for n in MANY]
    found = division(files, OfSite(("src",)))
    assert {each.path: each.reason for each in found.left} == {
        "src/_fragments/": "parts of pages",
        "src/guide/_shared/": "parts of pages",
    }


def test_no_type_is_named_twice():
    rows = [{"title": f"x{n}"} for n in range(990)] + [{"title": n} for n in range(5)] + [{"title": "12"}] * 5
    described = json.loads(_schema(rows))["properties"]["title"]["type"]
    assert len(described) == len(set(described)) > 1


def test_what_a_site_shows_as_it_is_and_versions_that_it_does_not_show_are_no_documents():
    folders = ("docs", "static/usage", "versioned_docs/version-2", "versioned_docs/version-1")
    files = [Seen(f"{folder}/{n}.md", None) for folder in folders for n in MANY]
    found = division(files, OfSite(("docs", "versioned_docs/version-2"), ("static",)))
    assert {root.path for root in found.roots} == {"docs", "versioned_docs/version-2"}
    assert {each.folder for each in found.documents} == {"docs", "versioned_docs/version-2"}
    assert {each.path: each.reason for each in found.left} == {
        "static/": "the site shows them as they are",
        "versioned_docs/version-1/": "versions that the site does not show",
    }


def test_what_is_left_out_below_a_root_is_told_with_the_reason():
    files = [
        Seen(f"{folder}/{n}.md", None)
        for folder in ("a", "b", "c/testdata", "d", "e", "f", "g", "templates")
        for n in MANY
    ]
    found = division(files, OfSite())
    assert [root.path for root in found.roots] == [""]
    assert {each.path: each.reason for each in found.left} == {"c/testdata/": "test data", "templates/": "templates"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", "b c"], {"text": 2}),
        (["", " ", None], {"empty": 3}),
        (["2026-01-02", "2026-01-02T10:00:00Z", "2026"], {"date": 2, "number": 1}),
        ([1, 2.5, "1.10", "0x1F", "1:30", ".inf", "-3"], {"number": 7}),
        (["1.2.3", "v1", "12 apples", "-"], {"text": 4}),
        ([True, [], {}], {"boolean": 1, "list": 1, "mapping": 1}),
    ],
)
def test_values_are_of_the_kinds_that_yaml_may_make_of_them(values, expected):
    assert tally(values).kinds == expected


def test_a_field_is_required_where_nearly_all_documents_have_it():
    found = _found(*({"title": "x"} for _ in range(49)), {"title": ""}, None)
    assert (found.documents, found.get("title").is_required) == (50, True)
    found = _found(*({"title": "x"} for _ in range(40)), *({} for _ in MANY))
    assert not found.get("title").is_required
    assert not _found({"title": "x"}, {"title": "y"}).get("title").is_required  # two are no evidence


@pytest.mark.parametrize(
    ("values", "is_choice"),
    [
        (["Draft", "Approved"] * 5, True),
        (["Draft"] * 10, False),
        (["Draft", "Approved"], False),
        ([str(number) + " x" for number in range(100)], False),
        (["Draft", 1] * 5, False),
        (["2026-01-02", "x"] * 5, False),
        (["x" * 100, "y"] * 5, False),
    ],
)
def test_a_choice_is_between_few_words_that_are_taken_again_and_again(values, is_choice):
    (field,) = _found(*({"x": each} for each in values)).fields
    assert bool(field.values) == is_choice


def test_only_so_many_fields_are_followed_and_told():
    found = _found(*({f"k{row}_{number}": 1 for number in range(9000)} for row in range(3)))
    assert (found.different, len(found.fields)) == (fields.MOST_NAMES, fields.MOST_FIELDS)
    assert _found({"x" * 5000: 1}).fields == ()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([f"PAY-ADR-{number:03}" for number in MANY], "^[A-Z]{3,10}-[A-Z]{3,10}-[0-9]{3}$"),
        (MANY, "^[0-9]+$"),
        ([f"{number:04}" for number in MANY], "^[0-9]{4,}$"),
        ([f"ADR-{number}" for number in MANY], "^ADR-[0-9]+$"),
        ([f"a.b({number})" for number in MANY], r"^a\.b\([0-9]+\)$"),
        (["how-to", "a-b-c", "why", "d"], r"^[a-z0-9]+([-_./][a-z0-9]+)*$"),
        ([f"0000000{number}-0000-4000-8000-00000000000a" for number in MANY], ids._UUID),
        (["ä b", "c;d", "e f g"], "."),
    ],
)
def test_the_pattern_of_ids_is_as_narrow_as_can_be_said(values, expected):
    assert ids.pattern([str(each) for each in values]) == expected


def _ids(rows, name="x{}.md"):
    listed = list(rows)
    return ids.ids(_found(*listed), [Seen(name.format(row.get("eip", "")), row) for row in listed])


def test_a_number_by_which_files_are_named_is_their_id():
    rows = [{"eip": n, "requires": ["1, 2", 3, "4,5", "2 , 3"][n % 4]} for n in range(1, 21)]
    found = _ids(rows, "eip-{:>04}.md".replace("{:>04}", "{}"))
    assert (found.field, found.pattern) == ("eip", "^[0-9]+$")
    assert (found.references, found.splits) == (("requires",), {"requires": ","})
    assert _ids(rows) is not None
    assert _ids([{"weight": n} for n in MANY]) is None
    assert not _ids([{"eip": n, "authors": ["A, B", "C, D", "E, F"][n % 3]} for n in range(1, 21)]).splits


def test_ids_are_unique_and_called_so_or_look_so():
    assert _ids([{"id": f"p{number}"} for number in MANY]).field == "id"
    assert _ids([{"ref": f"RFC-{number}"} for number in MANY]).pattern == "^RFC-[0-9]+$"
    assert _ids([{"title": f"t{number}", "weight": number} for number in MANY]) is None
    assert _ids([{"id": "x"} for _ in MANY]) is None
    assert _ids([*({"id": f"p{number}"} for number in MANY), *({} for _ in MANY)]) is None


def test_fields_refer_where_their_values_are_ids():
    rows = [{"document_id": f"PAY-ADR-{n:03}", "see": ["PAY-ADR-001"], "by": "me", "n": n} for n in MANY]
    found = _ids(rows)
    assert (found.field, found.references, found.prefix) == ("document_id", ("see",), "PAY")
    rows = [{"number": n, "weight": 1, "superseded_by": 2} for n in MANY]
    assert _ids(rows).references == ("superseded_by",)


def _type(*documents):
    return [(each.name, each.directory) for each in types.types((seen.folder, seen) for seen in documents)]


def test_types_are_told_by_the_field_the_folder_the_name_and_the_headings():
    said = [Seen(f"x/{n}.md", {"type": "Memo"}) for n in MANY]
    assert _type(*said) == [("Memo", "x")]
    assert _type(Seen("45-adr/a.md", None)) == [("ADR", "45-adr")]
    assert _type(*(Seen(f"x/rfc-{n}.md", None) for n in MANY)) == [("RFC", "x")]
    headings = joined(["adr-1-queues", "context"])
    assert _type(*(Seen(f"x/{n}.md", None, anchors=headings) for n in MANY)) == [("ADR", "x")]
    sections = joined(["context", "decision", "consequences"])
    assert _type(*(Seen(f"x/{n}.md", None, anchors=sections) for n in MANY)) == [("ADR", "x")]
    assert _type(Seen("x/rfc-1.md", None)) == []  # one name may mean anything


def test_a_type_belongs_to_the_outermost_folder_that_is_mostly_its_own():
    assert _type(Seen("a/adr/x/1.md", None), Seen("a/adr/2.md", None), *(Seen(f"a/{n}.md", None) for n in MANY)) == [
        ("ADR", "a/adr")
    ]
    (found,) = types.types((seen.folder, seen) for seen in (Seen("a/adr/1.md", None), Seen("b/adr/1.md", None)))
    assert (found.directory, found.directories) == (None, {"a/adr": 1, "b/adr": 1})


@pytest.mark.parametrize(
    ("found", "pattern"),
    [
        ([], r"^[a-z0-9-]+\.md$"),
        (["a-b.md", "index.md"], r"^[a-z0-9-]+\.md$"),
        (["a_b.md", "c.md"], r"^[a-z0-9_-]+\.md$"),
        (["A.md", "b.md"], r"^[A-Za-z0-9._-]+\.md$"),
        (["a.markdown", "b.md"], r"^[a-z0-9._-]+\.(md|markdown)$"),
        (["a b.md"], "."),
        ([*(f"a{n}.md" for n in range(99)), "A.md"], r"^[a-z0-9-]+\.md$"),
    ],
)
def test_the_pattern_of_file_names_is_the_strictest_that_nearly_all_keep(found, pattern):
    assert ids.names(found).pattern == pattern


@pytest.mark.parametrize(
    ("files", "indices", "name"),
    [([], ["_index.md"], "hugo"), ([".gitlab-ci.yml"], [], "gitlab"), (["deep/down/.gitlab-ci.yml"], [], None)],
)
def test_where_no_generator_is_configured_files_may_tell_how_anchors_are_made(files, indices, name):
    found = layout(frozenset(files), indices)
    assert (found.name if found else None) == name


def _links(questions, anchors="", path="docs/a.md", files=("docs/a.md", "docs/b.md"), named=None):
    seen = Seen(path, None, SEPARATOR.join(questions), anchors)
    ground = Ground(frozenset(files), "docs", ("index.md",), named or {})
    return links.links([seen], ground, None, is_wiki=False, has_site=False)


def test_questions_are_sorted_by_how_their_links_are_written():
    asked = ["docs/b.md", "docs/b.md#x", "?0\n/b#x", "?1\n/i.png", "?0\n//host/x", "?0docs\nb/", "?0\n/{{x}}"]
    found = targets([Seen("docs/a.md", None, SEPARATOR.join(asked))])
    assert (found.relative, found.paths, found.opened) == (2, {"docs/b.md"}, {"docs/b.md#x"})
    assert found.site == {"/b": 1, "/i.png": 1}
    assert found.fragments == {"x"}


def test_extensions_are_left_out_where_most_links_do_so():
    files = [f"docs/{n}.md" for n in MANY]
    assert _links([f"docs/{n}" for n in MANY], files=files).implicit_extension
    assert not _links([f"docs/{n}" for n in range(20)], files=files[:3]).implicit_extension
    assert not _links(["docs"], files=files).implicit.whole


def test_a_site_that_is_not_made_of_the_documents_as_they_are_may_not_decide_how_anchors_are_made():
    def slugs(*lookups, shown):
        seen = Seen("docs/a.md", None, SEPARATOR.join(lookups), joined(["a--b", "c--d", "e-1"]))
        ground = Ground(frozenset(["docs/a.md"]), "docs", (), {})
        return links.links([seen], ground, shown, is_wiki=False, has_site=False).slugs

    of_site, of_file = links.Layout("mkdocs", (), "mkdocs"), links.Layout("gitlab", (".gitlab-ci.yml",), "gitlab")
    assert slugs("docs/a.md#a--b", "docs/a.md#c--d", shown=of_site) == "github"
    assert slugs("docs/a.md#a-b", "docs/a.md#c--d", shown=of_site) == "mkdocs"
    assert slugs("docs/a.md#a--b", "docs/a.md#c--d", shown=of_file) == "gitlab"


def test_anchors_are_told_by_the_links_that_would_be_right():
    anchors = joined(["a--b", "c--d", "e--f"])
    assert _links(["docs/a.md#a-b", "docs/a.md#c-d", "docs/a.md#e-f"], anchors).slugs == "mkdocs"
    assert _links(["docs/a.md#a--b", "docs/a.md#c--d", "docs/a.md#e-f"], anchors).slugs == "github"
    numbered = joined(["1-a", "2-b", "3-c"])
    assert _links(["docs/a.md#a", "docs/a.md#b", "docs/a.md#c"], numbered).slugs == "kramdown"
    words = [f"some-words-{n}" for n in range(30)]
    addresses = [f"?0\n/x#{each.replace('-', '_')}" for each in words]
    assert _links(addresses, joined(words)).slugs == "mdn"
    assert _links(addresses[:9], joined(words)).slugs == "github"


def _sited(addresses, files, root="docs", named=None):
    from collections import Counter

    return sited(Counter(addresses), Ground(frozenset(files), root, ("index.md",), named or {}))


@pytest.mark.parametrize(
    ("addresses", "files", "root", "expected"),
    [
        (["/docs/a.md"], ["docs/a.md"], "docs", ("", {})),
        (["/a.md"], ["docs/a.md"], "docs", ("docs", {})),
        (["/a", "/b/c"], ["docs/a.md", "docs/b/c.md"], "docs", ("", {"/{page}": "path:docs/{page}"})),
        (["/docs/a"], ["x/docs/a.md"], "x/docs", ("", {"/docs/{page}": "path:x/docs/{page}"})),
        (["/docs/a"], ["x/en/docs/a.md", "x/de/b.md"], "x", ("", {"/docs/{page}": "path:x/en/docs/{page}"})),
        (["/img/a.png"], ["static/img/a.png"], "docs", ("static", {})),
        (["/a"], ["{x}/a.md"], "{x}", ("", {})),
        (["/a"], [], "docs", ("", {})),
    ],
)
def test_addresses_of_the_site_are_understood_by_what_they_lead_to(addresses, files, root, expected):
    found = _sited(addresses, files, root)
    assert (found.site_root, found.routes) == expected


def test_a_part_of_the_site_may_lie_in_another_folder_under_another_name():
    files = [*(f"docs/site/{n}/index.md" for n in MANY), *(f"docs/design/x{n}.md" for n in range(20))]
    found = _sited([*(f"/docs/{n}" for n in MANY)], files)
    assert found.routes == {"/docs/{page}": "path:docs/site/{page}"}


def test_good_and_bad_examples_side_by_side_are_test_data():
    files = [Seen(f"rules/r{n}/{name}", None) for n in MANY for name in ("README.md", "good/a.md", "bad/a.md")]
    files += [Seen(f"guide/good/{n}.md", None) for n in MANY]
    found = division(files, OfSite())
    assert len(found.documents) == 20
    assert {each.reason for each in found.left} == {"test data"}


def test_names_of_languages_and_versions_are_passed_over():
    files = [f"docs/{n}/x.md" for n in MANY]
    found = _sited([*(f"/{n}/x" for n in MANY), *(f"/en/{n}/x" for n in range(5))], files)
    assert found.routes == {"/{page}": "path:docs/{page}", "/en/{page}": "path:docs/{page}"}
    assert found.leading == Share(15, 15)


def test_each_part_of_a_site_has_a_route_of_its_own_or_lies_elsewhere():
    here = [f"/docs/guide/{n}" for n in MANY] + [f"/assets/{n}.png" for n in MANY] + ["/docs/guide/gone"]
    files = [f"docs/guide/{n}.md" for n in MANY] + [f"public/assets/{n}.png" for n in MANY]
    found = _sited([*here, *(f"/docs/server/{n}" for n in MANY)], files)
    assert found.routes == {
        "/assets/{page}": "path:public/assets/{page}",
        "/docs/guide/{page}": "path:docs/guide/{page}",
    }
    assert found.ignored == {"/docs/server": 10}
    assert found.lost == {"/docs/guide": 1}
    assert found.leading == Share(20, 31)


def test_a_part_of_a_site_by_a_field_may_be_all_that_is_here():
    slugs = [f"Web/HTML/P{n}" for n in range(30)]
    asked = [f"/en-US/docs/{slug}" for slug in slugs] + [f"/en-US/docs/Web/CSS/P{n}" for n in range(30)]
    found = _sited(asked, ["docs/a.md"], named={"slug": slugs})
    assert found.routes == {"/en-US/docs/{slug}": "field:slug"}
    assert list(found.ignored) == [
        "/en-US/*", "!/en-US/docs", "/en-US/docs/*", "!/en-US/docs/Web", "/en-US/docs/Web/*", "!/en-US/docs/Web/HTML",
    ]  # fmt: skip


def test_addresses_may_be_held_by_a_field():
    slugs = [f"Web/P{n}" for n in MANY]
    found = _sited([f"/en-US/docs/{slug}" for slug in slugs], ["docs/a.md"], named={"slug": slugs})
    assert found.routes == {"/en-US/docs/{slug}": "field:slug"}


def test_a_site_root_may_stand_beside_routes():
    found = _sited(["/a.md", *(f"/en/{n}.md" for n in MANY)], ["docs/a.md", *(f"docs/{n}.md" for n in MANY)])
    assert (found.site_root, found.routes) == ("docs", {"/en/{page}": "path:docs/{page}"})


def test_parts_of_the_site_that_lie_elsewhere_are_ignored_and_mistakes_are_not():
    found = _sited(["/docs/a", "/docs/no", "/blog/a", "/blog/b", "/blog/[c]", "/[x]/a", "/y/a"], ["docs/a.md"], "docs")
    assert found.ignored == {"/blog": 3}


def _judged(code, count, of=10, *, fails=True, folder=""):
    paths = [f"d/{n}.md" for n in range(of)]
    broken = Broken(frozenset(paths[:count]), fails)
    return [(each.code, each.severity) for each in relaxations({code: broken}, paths).everywhere]


def test_a_rule_that_most_documents_break_is_off_unless_nobody_can_mean_it():
    assert _judged("MISSING_FRONTMATTER", 5) == [("MISSING_FRONTMATTER", Severity.OFF)]
    assert _judged("MISSING_FRONTMATTER", 2) == [("MISSING_FRONTMATTER", Severity.WARNING)]
    assert _judged("MISSING_FRONTMATTER", 2, of=100) == []
    assert _judged("FILENAME_CONVENTION", 3, fails=False) == [("FILENAME_CONVENTION", Severity.OFF)]
    assert _judged("FILENAME_CONVENTION", 1, of=100, fails=False) == []
    assert _judged("EMPTY_LINK", 2, fails=False) == []
    assert _judged("MISSING_FIELD", 3) == [("MISSING_FIELD", Severity.WARNING)]
    assert _judged("BROKEN_LINK", 10) == [("BROKEN_LINK", Severity.WARNING)]
    assert _judged("BROKEN_LINK", 3) == []  # so few hide nothing
    assert _judged("PATH_ESCAPE", 10) == []
    assert _judged("BROKEN_LINK", 0, of=0) == []


def test_a_rule_whose_breaks_cluster_is_eased_in_these_folders_alone():
    paths = [f"{folder}/{n}.md" for folder in "abcd" for n in range(50)] + [f"gen/x/{n}.md" for n in range(90)]
    broken = Broken(frozenset([*paths[200:285], "a/1.md"]), fails=True)
    found = relaxations({"MISSING_FIELD": broken}, paths)
    assert found.everywhere == ()
    assert found.by_folder == {"gen": (Relaxed("MISSING_FIELD", Severity.WARNING, Share(85, 90)),)}
    assert found.severity(Finding("gen/x/1.md", "MISSING_FIELD", Severity.ERROR, "x")) is Severity.WARNING
    assert found.severity(Finding("a/1.md", "MISSING_FIELD", Severity.ERROR, "x")) is Severity.ERROR
    few = Broken(frozenset([*paths[200:244], "a/1.md"]), fails=True)
    assert relaxations({"BROKEN_LINK": few}, paths).by_folder == {}
    few = Broken(frozenset([*paths[200:246], "a/1.md"]), fails=True)
    assert [*relaxations({"BROKEN_LINK": few}, [*paths, *(f"b/x{n}.md" for n in range(99))]).by_folder] == ["gen"]
    spread = Broken(frozenset(paths[::3]), fails=True)
    assert relaxations({"MISSING_FIELD": spread}, paths).by_folder == {}


def test_front_matter_that_is_refused_for_its_aliases_alone_makes_no_run_fail():
    alias = Finding("a.md", "INVALID_FRONTMATTER", Severity.ERROR, "x: an alias (`*name`) is not accepted")
    other = Finding("b.md", "INVALID_FRONTMATTER", Severity.ERROR, "x: it is not closed")
    documents = {"a.md", "b.md", *map(str, range(200))}
    rules = relaxations(severities.breaking([alias], documents), documents)
    assert rules.severity(alias) is Severity.WARNING
    rules = relaxations(severities.breaking([alias, other], documents), documents)
    assert rules.severity(alias) is Severity.ERROR


def test_front_matter_without_an_end_makes_no_run_fail_where_the_generator_reads_it():
    endless = Finding("a.md", "INVALID_FRONTMATTER", Severity.ERROR, "x: it is not closed; y")
    documents = {"a.md", *map(str, range(200))}
    for generator, severity in (("vitepress", Severity.WARNING), ("jekyll", Severity.ERROR)):
        rules = relaxations(severities.breaking([endless], documents, generator), documents)
        assert rules.severity(endless) is severity


def test_fragments_that_differ_in_signs_show_a_way_to_make_anchors():
    def finding(old, new):
        return Finding("a.md", "BROKEN_ANCHOR", Severity.ERROR, "x", edit=Edit(1, 1, f"b#{old}", f"b#{new}", safe=True))

    signs = [finding(f"client-get-{n}", f"clientget-{n}") for n in MANY]
    assert links.is_made_otherwise(signs)
    assert not links.is_made_otherwise(signs[:9])
    assert not links.is_made_otherwise([finding(f"Case-{n}", f"case-{n}") for n in MANY])
    assert not links.is_made_otherwise([*signs, *(finding(f"x-{n}", f"y-{n}") for n in range(31))])


def test_a_score_counts_what_is_left_of_findings():
    found = [Finding("a.md", code, Severity.ERROR, "x") for code in ("BROKEN_LINK", "MISSING_FIELD", "EMPTY_FIELD")]
    found += [Finding("folder", "FILE_UNREADABLE", Severity.ERROR, "x")]
    documents = {"a.md", "b.md"}
    assert severities.breaking(found, documents)["BROKEN_LINK"] == Broken({"a.md"}, fails=True)
    both = Broken(frozenset(documents), fails=True)
    rules = relaxations({"MISSING_FIELD": both, "BROKEN_LINK": both}, documents)
    score = severities.score(found, rules, 2, documents)
    assert score.violations == {"EMPTY_FIELD": 1, "FILE_UNREADABLE": 1}
    assert (score.warnings, score.passed) == ({"BROKEN_LINK": 1}, 1)


def _kind(rows):
    return kinds._kind("", [Seen(f"{n}.md", row) for n, row in enumerate(rows)])


def _schema(rows, own="", decided=frozenset()):
    return schema_text(_kind(rows), own, decided)


def test_fields_may_hang_on_the_value_of_another():
    rows = [{"type": "Core", "title": "t", "category": "x"} for _ in range(40)]
    rows += [{"type": "Meta", "title": "t"} for _ in range(20)]
    rows += [{"type": "Moved", "category": "y"} for _ in range(20)]
    found = {(each.field, each.value, each.unless): each.required for each in _kind(rows).conditions}
    assert found == {("type", "Moved", True): ("title",), ("type", "Meta", True): ("category",)}
    rows = [{"type": "Core", "category": "x"} for _ in range(40)] + [{"type": "Meta"} for _ in range(40)]
    assert [each.required for each in _kind(rows).conditions][:1] == [("category",)]


def test_drafts_may_lack_what_finished_documents_have():
    rows = [{"title": "t", "date": "2026-01-02"} for _ in range(200)] + [{"title": "t", "draft": True}] * 3
    schema = json.loads(_schema(rows))
    assert schema["required"] == ["title"]
    assert schema["allOf"] == [
        {"if": {"required": ["draft"], "properties": {"draft": {"const": True}}}, "else": {"required": ["date"]}}
    ]


def test_a_required_field_may_be_written_with_other_capitals():
    rows = [{"title": "t"} for _ in range(196)] + [{"Title": "t"}] * 4
    schema = json.loads(_schema(rows))
    assert schema["required"] == []
    assert schema["allOf"] == [{"anyOf": [{"required": ["title"]}, {"required": ["Title"]}]}]


def test_folders_whose_documents_need_more_are_kinds_of_their_own():
    files = [Seen(f"docs/{n}.md", {"title": "t"}) for n in range(40)]
    files += [Seen(f"docs/blog/{n}.md", {"title": "t", "date": "2026-01-02"}) for n in range(20)]
    files += [Seen(f"docs/few/{n}.md", {"title": "t", "extra": 1}) for n in range(2)]
    found = kinds.kinds(files, [Root("docs", 62)])
    assert [(each.root, each.documents) for each in found] == [("docs", 42), ("docs/blog", 20)]
    assert [each.name for each in found[1].found.fields if each.is_required] == ["date", "title"]


def test_a_schema_asks_for_what_values_are():
    rows = [
        {
            "a": f"t{n}", "b": n, "c": n + 0.5, "d": "1.10", "e": "2026-01-02", "f": ["x", "soon"][n % 2], "g": None,
            "h": "2026-01-02 10:00:00", "version": 1.5, "i": [[], "x"][n % 2], "n": f"p{n}", "j": True, "k": {},
        }
        for n in MANY
    ]  # fmt: skip
    schema = json.loads(_schema(rows, "n", {"f"}))
    assert schema["properties"] == {
        "a": {"type": "string", "minLength": 1},
        "b": {"type": "integer"},
        "c": {"type": "number"},
        "d": {"type": ["number", "string"]},
        "e": {"type": "string", "format": "date"},
        "f": {"type": "string", "minLength": 1},
        "g": {},
        "h": {},
        "i": {"type": ["string", "array"]},
        "j": {"type": "boolean"},
        "k": {"type": "object"},
        "n": {"type": "string"},
        "version": {"type": "string"},
    }
    assert schema["required"] == [*"abcdefhijkn", "version"]
    assert _schema([{"a": 1}]) == ""
    odd = _schema([{"\u2028\x85\x7f": "x"} for _ in MANY])
    assert odd.replace("\n", "").isprintable()
    assert json.loads(odd)["required"] == ["\u2028\x85\x7f"]


@pytest.mark.parametrize("text", ["", 'a"b\\c', "a\nb\x00\x7f\x85", "\u202e\U000e0001ü#[]", "]\n[rules]"])
def test_whatever_a_configuration_quotes_is_read_as_it_was(text):
    assert tomllib.loads(f"x = {quoted(text)}") == {"x": text}
    assert quoted(text).isprintable()


@pytest.mark.parametrize("path", ["~/docs", "C:docs", "a\nb", "x" * 300, "\udcff", "http://x"])
def test_some_paths_are_not_proposed(path):
    assert not is_sayable(path)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [([], None), (["---------- a b c d e f g"], None), (["AB-1", "CD-22"], "^[A-Z]{1,5}-[0-9]+$")],
)
def test_a_common_shape_is_told_where_there_is_one(texts, expected):
    assert ids.common_shape(texts) == expected
