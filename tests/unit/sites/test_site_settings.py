"""What sites are made from, and what their generators' own configurations say of them."""

import pytest
from tests.support.timing import within

from meminit.sites import vuepress
from meminit.sites.detection import detected
from meminit.sites.javascript import UNKNOWN, Call, configuration
from meminit.sites.load import load
from meminit.sites.project import Project
from meminit.sites.redirects import Redirects, Unsettled, read_redirects
from meminit.sites.site import Folder, as_plain, of_plain
from meminit.sites.vitepress import place
from meminit.sources.loose_yaml import LooseYamlError, parse


def _site(files, docs_root="docs", **said):
    return load(said, lambda path: files[path].encode() if path in files else None, docs_root).sites


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("export default { base: '/x/', n: 3, list: [1, 'a',], deep: { 'a-b': true } }",
         {"base": "/x/", "n": 3, "list": [1, "a"], "deep": {"a-b": True}}),
        ("const config: Config = { url: `a` /* b */ } satisfies Config;\nexport default config", {"url": "a"}),
        ("module.exports = { a: f(1, {b: 2}), c: x ? 1 : 2, d: 'e' + g, h: 'i' }",
         {"a": Call("f", [1, {"b": 2}]), "c": UNKNOWN, "d": UNKNOWN, "h": "i"}),
        ("export default defineConfig({ a: [...x, 'y'], b() { return '}' }, c: 1 })", {"a": [UNKNOWN, "y"], "c": 1}),
        ("const base = '/q/'\nexport default { base, other: `a${1}` }", {"base": "/q/", "other": UNKNOWN}),
        ("const a = b\nconst b = a\nexport default { a }", {"a": UNKNOWN}),
        ("const o = 'https://a.b'\nexport default { a: ({x}) => `${o}/${x}`, b: `${o}/c`, d: 1, e: `{${`}`}`, f: 2 }",
         {"a": UNKNOWN, "b": "https://a.b/c", "d": 1, "e": UNKNOWN, "f": 2}),
        ("export default async function make(a: B): Promise<C> {\n if (a) { return {} }\n return { a: 1 } }", {"a": 1}),
        ("module.exports = async () => ({ a: 1 })", {"a": 1}),
        ("function make() { return { a: 1 } }\nmodule.exports = make;", {"a": 1}),
        ("module.exports = { a: path.join(__dirname, '../x'), b: require.resolve('y'), c: p.d.e(1), f: 2 }",
         {"a": "./../x", "b": "y", "c": UNKNOWN, "f": 2}),
        ("module.exports = { a: process.env.A || '/', b: [['c', {d: 1} satisfies E]], f: (() => { return 1 })(), g: 2}",
         {"a": "/", "b": [["c", {"d": 1}]], "f": UNKNOWN, "g": 2}),
        ("module.exports = { a: `", {"a": ""}),
        ("export default {", {}),
        ("nothing here", UNKNOWN),
    ],
)  # fmt: skip
def test_plain_literals_of_programs_are_read_and_nothing_else(text, value):
    assert configuration(text) == value


def test_programs_that_nest_without_end_are_given_up():
    assert configuration("export default " + "[" * 5_000) is not None
    assert configuration("export default " + "{a:" * 5_000) is not None
    assert configuration("export default " + "`${" * 5_000) is not None
    assert configuration("export default " + "a||" * 5_000) is not None
    assert configuration("export default " + "(()=>" * 5_000) is not None


def _doubled(value):
    """Forty constants, of which each has the one before it twice."""
    return "const a0 = ['x', 'y']\n" + "".join(f"const a{n + 1} = {value.format(n)}\n" for n in range(40))


@pytest.mark.parametrize(
    "text",
    [
        " \n" * 100_000,
        "\nimport a" * 20_000 + "\nexport default {a: b}",
        f"export default [{','.join(f'a{n}' for n in range(10_000))}]",
        "export default +" + '\\"' * 60_000,
        "export default +" + "/* " * 60_000,
        "".join(f"const a{n} = +(\n" for n in range(2_000))
        + f"export default [{','.join(map('a{}'.format, range(2_000)))}]",
        _doubled("[...a{0}, ...a{0}]") + "export default {plugins: a40}",
        _doubled("[a{0}, a{0}]") + "export default {plugins: a40, integrations: starlightTags(a40)}",
        _doubled("`${{a{0}}}${{a{0}}}`").replace("['x', 'y']", "'x'") + "export default {baseUrl: a40}",
    ],
    ids=["blanks", "imports", "names", "quotes", "comments", "constants", "spread", "repeated", "inserted"],
)
@pytest.mark.parametrize("name", ["docusaurus.config.js", "astro.config.mjs"])
def test_programs_are_read_in_time_whatever_is_written_there(text, name):
    with within(1):
        _site({name: text}, generator="docusaurus" if name.startswith("d") else "starlight")


def test_a_program_that_several_names_are_imported_from_is_read_once():
    read = []

    def imported(_, path):
        read.append(path)
        text = "import {d, e} from './c'\nexport const a = [d, e]\nexport const b = [e, a]\nexport default 1"
        return f"{path}.js", text

    text = "import f, {a, b} from './b'\nexport default [f, a, b]"
    assert configuration(text, "a.js", imported) == [1, [UNKNOWN, UNKNOWN], [UNKNOWN, [UNKNOWN, UNKNOWN]]]
    assert read == ["./b", "./c"]


def test_yaml_of_other_tools_is_read_as_far_as_it_is_plain():
    text = "a: &x {b: 1}\nc: !!python/name:os.system\nd: *x\ne: {<<: *x, f: yes}\ng: 2020-01-01\n"
    assert parse(text) == {"a": {"b": 1}, "c": "os.system", "d": {"b": 1}, "e": {"b": 1, "f": True}, "g": "2020-01-01"}


def test_yaml_that_repeats_itself_without_bound_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(LooseYamlError):
        parse("\n".join(lines))


def test_what_a_generator_is_told_takes_the_place_of_its_preset():
    config = "import x from 'y'\nexport default x({ base: '/b/', srcDir: './src', srcExclude: ['**/README.md'] })"
    (site,) = _site({"docs/.vitepress/config.mts": config}, generator="vitepress")
    assert (site.root, site.base, site.content) == ("docs", "/b", (Folder("docs/src"),))
    assert site.configs == ("docs/.vitepress/config.mts",)
    assert site.static == (Folder("docs/src/public"),)
    assert "**/README.md" in site.excluded


def test_what_the_table_says_takes_the_place_of_both():
    said = {"generator": "mkdocs", "base": "/z/", "content": {"a": "/de/"}, "address": ["slug"], "index": ["home"]}
    (site,) = _site({"mkdocs.yml": "site_url: https://x.org/y/\nuse_directory_urls: false\n"}, **said)
    assert (site.base, site.content, site.pages) == ("/z", (Folder("a", "/de"),), "extension")
    assert (site.address_fields, site.index_names, site.hosts) == (("slug",), ("home",), ("x.org",))


def test_a_configuration_may_inherit_from_another_one():
    files = {"docs/de/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n", "docs/en/mkdocs.yml": "docs_dir: pages\n"}
    (site,) = _site(files, generator="mkdocs", root="docs/de")
    assert site.content == (Folder("docs/de/pages"),)
    assert site.configs == ("docs/de/mkdocs.yml", "docs/en/mkdocs.yml")


DEAR = {
    "names beside each other": ([("/" + "".join(f":{each}" for each in "abcdefghij") + "/z", "/y")], "/" + "a" * 250),
    "stars": ([("/*a*a*b", "/y")], "/" + "a" * 5_000),
    "many": ([(f"/:a/:b/{n}", "/y") for n in range(2_500)] * 2, "/a/b/c"),
    "what it makes of an address": ([("/:a", "/:a:a" * 20)], "/" + "a" * 200),
}


@pytest.mark.parametrize(("rules", "asked"), DEAR.values(), ids=DEAR)
def test_redirects_are_followed_in_time_or_left_open(rules, asked):
    with within(0.5):
        found = Redirects(rules)
        answers = {found.target(f"{asked}{n}") for n in range(500)}
    assert answers <= {None, Unsettled.OPEN}


def test_a_name_that_stands_twice_in_a_redirect_is_taken_once():
    found = Redirects([("/q/:a/r/:a", "/:a"), ("/:splat/*", "/x/:splat")])
    assert [found.target(each) for each in ("/b/c/d", "/q/1/r/2")] == ["/x/c/d", "/1"]


def test_a_site_of_far_too_many_parts_is_open():
    names = ", ".join(f"'v{n}'" for n in range(600))
    files = {"docusaurus.config.js": "export default {presets: [['classic', {}]]}", "versions.json": f"[{names}]"}
    (site,) = _site(
        {name: text.replace("'", '"' if name[0] == "v" else "'") for name, text in files.items()},
        generator="docusaurus",
    )
    assert (len(site.content), site.open[0]) == (500, "/")


def test_a_book_in_a_folder_of_another_one_lies_below_its_address():
    files = {"book.toml": "", "old/book.toml": "", "print/book.toml": '[book]\nsrc = "../src"\n'}
    sites = _site(files, generator="mdbook", root=[".", "old", "print"])
    assert [each.content for each in sites] == [(Folder("src"),), (Folder("old/src", "/old"),)]


def test_languages_in_folders_side_by_side_have_the_addresses_that_the_configuration_offers():
    text = "extra: {alternate: [{link: /, name: English}, {link: /de/, name: Deutsch}]}\n"
    files = {"docs/en/mkdocs.yml": text, "docs/de/mkdocs.yml": "INHERIT: ../en/mkdocs.yml"}
    sites = _site(files, generator="mkdocs", root=["docs/en", "docs/de"])
    assert [each.content[0].address for each in sites] == ["", "/de"]


def test_sites_are_kept_as_json():
    sites = _site({"book.toml": '[output.html.redirect]\n"a.html" = "b.html"\n'}, generator="mdbook")
    assert [of_plain(as_plain(each)) for each in sites] == list(sites)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["mkdocs.yml", "docs/a.md", "docs/b.md"], ("mkdocs", ("./",))),
        (["docs/.vitepress/config.ts", "docs/a.md", "docs/b.md"], ("vitepress", ("docs/",))),
        (["docs/.vuepress/config.yml", "docs/a.md", "docs/b.md"], ("vuepress", ("docs/",))),
        (["book.toml", "src/a.md", "src/b.md", "tests/dummy/book.toml", "tests/dummy/src/c.md"], ("mdbook", ("./",))),
        (["docs/en/mkdocs.yml", "docs/en/docs/a.md", "docs/de/mkdocs.yml", "docs/de/docs/a.md"],
         ("mkdocs", ("docs/de/", "docs/en/"))),
        (["README.md", "src/config.json", "config.toml", "content/a.md"], None),
    ],
)  # fmt: skip
def test_the_site_is_known_by_its_configuration(paths, expected):
    found = detected(paths, lambda path: "{}" if path in paths else None)
    assert (found and (found.generator, tuple(f"{root}/" for root in sorted(found.roots)))) == expected


def test_vuepress_says_what_is_no_page_and_what_programs_make():
    config = """import { feedPlugin } from "@vuepress/plugin-feed"
export default { base: "/b/", pagePatterns: ["**/*.md", "!**/*.part.md"], markdown: { slugify }, theme: hope() }"""
    (site,) = _site({"docs/.vuepress/config.ts": config}, generator="vuepress")
    assert (site.base, site.open, site.detail("own slugs")) == ("/b", ("/atom.xml", "/rss.xml", "/feed.json"), "yes")
    assert site.excluded[-1] == "**/*.part.md"
    (site,) = _site({"docs/.vuepress/config.yml": "permalinkPattern: /:year/:slug\n"}, generator="vuepress")
    assert vuepress.place(site, site.content[0], "docs/a.md", {}) is None


def test_redirects_of_a_host_lead_on_unless_they_are_for_what_is_missing():
    lines = ["# all", "/a /b", "/c/* /d/:splat 301!", "/e/:x/f https://other.org/:x", "/es/* /es/404/ 404"]
    text = "\n".join([*lines, "/* /index.html 200", "/*/*/*/* /z"])
    project = Project("", {"s/_redirects": text.encode()}.get)
    found = Redirects(read_redirects(project, "s"))
    asked = ["/a", "/a/", "/c/1/2", "/e/1/f", "/es/1", "/other", "/1/2/3/4"]
    assert [found.target(each) for each in asked] == ["/b", "/b", "/d/1/2", "https://other.org/1", None, None, None]


@pytest.mark.parametrize(
    ("toc", "slugs"),
    [
        ("", "mkdocs"),
        ("{separator: _}", "mkdocs-underscore"),
        ("{slugify: !!python/name:markdown.extensions.toc.slugify_unicode }", "mkdocs-unicode"),
        ("{slugify: !!python/name:pymdownx.slugs.uslugify }", "pymdownx-lower"),
        ("{slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}", "pymdownx-lower"),
        ("{slugify: !!python/object/apply:pymdownx.slugs.slugify {}}", "pymdownx"),
    ],
)
def test_the_anchors_of_mkdocs_are_as_its_extension_is_told(toc, slugs):
    (site,) = _site({"mkdocs.yml": f"markdown_extensions:\n  - tables\n  - toc: {toc}\n"}, generator="mkdocs")
    assert site.slugs == slugs


def test_a_configuration_may_take_parts_from_files_beside_it():
    files = {
        "astro.config.mjs": "import { defineConfig } from 'astro/config'\nimport redirects from './redirects.js'\n"
        "import { locales as all, other } from './src/locales'\nimport gone from './gone'\n"
        "export default defineConfig({ base: gone, redirects: { ...redirects, '/a': '/b' },"
        " integrations: [starlight({ locales: all }), starlightBlog({ prefix: 'news' })] })",
        "redirects.js": "import more from './redirects.js'\nexport default { '/old': '/new', ...more }",
        "src/locales.ts": "export const locales = withTypes({ root: { label: 'x' }, fr: { label: 'y' } })",
        "tsconfig.json": '{ // as it is\n "compilerOptions": { "paths": { "@assets/*": ["./src/assets/*"] } } }',
    }
    (site,) = _site(files, generator="starlight")
    assert set(site.redirects) == {("/old", "/new"), ("/a", "/b")}
    assert site.languages == ("fr",)
    assert {"/news$", "/news/rss.xml"} <= set(site.open)
    assert site.detail("alias @assets/") == "./src/assets/"


@pytest.mark.parametrize(
    "source", ["srcDir: fileURLToPath(new URL('../..', import.meta.url)),", "srcDir: path.resolve(__dirname, '../..'),"]
)
def test_pages_of_vitepress_may_lie_elsewhere_and_have_other_paths(source):
    rewrites = (
        "rewrites: { 'docs/:name(.+).md': ':name.md', 'packages/a/README.md': 'a.md', 'p/:x/:y.md': 'q/:y/:x.md' }"
    )
    config = f"export default {{ {source} {rewrites}, markdown: {{ anchor: {{ slugify }} }} }}"
    (site,) = _site({"docs/.vitepress/config.ts": config}, generator="vitepress")
    assert site.content == (Folder(""),)
    found = {
        file: place(site, site.content[0], file, {}) for file in ("docs/a/b.md", "packages/a/README.md", "p/1/2.md")
    }
    assert found == {"docs/a/b.md": "/a/b.html", "packages/a/README.md": "/a.html", "p/1/2.md": "/q/2/1.html"}
    assert site.detail("own slugs")
    assert not site.detail("rewrites")


def test_rewrites_that_a_program_makes_leave_it_open_where_pages_are():
    for rewrites in ("{ ...Object.fromEntries(all), 'a.md': 'b.md' }", "(path) => path", "make()"):
        config = f"export default {{ rewrites: {rewrites} }}"
        (site,) = _site({"docs/.vitepress/config.ts": config}, generator="vitepress")
        assert site.detail("rewrites"), rewrites
        assert place(site, site.content[0], "docs/c.md", {}) is None


@pytest.mark.parametrize("old", [":a" * 40 + ".md", ":a:a:a.md", "(a+)+:x(.*).md", ":x(" * 50])
def test_no_rewrite_takes_long(old):
    config = f"export default {{ rewrites: {{ {old!r}: ':x.md' }} }}"
    (site,) = _site({"docs/.vitepress/config.ts": config}, generator="vitepress")
    assert place(site, site.content[0], "docs/" + "a" * 400 + ".md", {}) is not None


def test_of_hundreds_of_sites_those_with_most_pages_are_proposed():
    paths = [f"d{n}/{name}" for n in range(1_000) for name in ("mkdocs.yml", "docs/a.md", "docs/b.md")]
    with within(2):
        found = detected([*paths, "d999/docs/c.md"], lambda path: "{}" if path.endswith("yml") else None)
    assert (found.roots[0], len(found.roots), found.pages) == ("d999", 200, 2_001)
