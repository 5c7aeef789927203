"""The presets of Hugo, Jekyll and Docusaurus: addresses of files, and configurations that hold anything at all."""

import json
import random

import pytest

from meminit.sites import docusaurus, hugo, jekyll, mdbook, mkdocs
from meminit.sites.project import Project


def site(preset, name, config, files=()):
    contents = {name: json.dumps(config).encode() if isinstance(config, dict) else config, **dict(files)}
    return preset.read(Project("", contents.get))


def places(preset, made, files):
    """The place of each file, which is given with its fields, in the first folder of the content that holds it."""
    found = {}
    for file, fields in files.items():
        folder = next(each for each in made.content if each.holds(file))
        found[file] = preset.place(made, folder, file, fields)
    return found


def test_hugo_names_pages_by_folders_languages_and_fields():
    config = {"baseURL": "https://a.org/b/", "languages": {"en": {}, "FR": {}}, "permalinks": {"posts": "/p/:slug/"}}
    made = site(hugo, "hugo.json", config)
    assert places(
        hugo,
        made,
        {
            "content/_index.md": {},
            "content/Docs/My  File - x.md": {},
            "content/docs/bundle/index.md": {"slug": ["Named"]},
            "content/docs/page.fr.md": {},
            "content/docs/page.html": {"url": ["/somewhere/else.html"]},
            "content/posts/one.md": {"title": ["The One"]},
            "content/posts/two.md": {},
            "content/docs/picture.png": {},
        },
    ) == {
        "content/_index.md": "/b/index.html",
        "content/Docs/My  File - x.md": "/b/docs/my-file-x/index.html",
        "content/docs/bundle/index.md": "/b/docs/named/index.html",
        "content/docs/page.fr.md": "/b/fr/docs/page/index.html",
        "content/docs/page.html": "/b/somewhere/else.html",
        "content/posts/one.md": "/b/p/the-one/index.html",
        "content/posts/two.md": "/b/posts/two/index.html",
        "content/docs/picture.png": None,
    }


def test_parts_of_hugo_s_configuration_may_lie_in_folders_of_their_names():
    main = ("config/_default/hugo.json", b"{}")
    mounts = ("config/_default/module/module.yaml", b"mounts: [{source: content/en, target: content}]")
    template = ("config/_default/module-template.yaml", mounts[1])
    for part in (mounts, template):
        made = hugo.read(Project("", dict([main, part]).get))
        assert [(each.path, each.address) for each in made.content] == [("content/en", "")]


@pytest.mark.parametrize(
    ("hook", "words"),
    [(b"", "own"), (b"{{ with .Page.GetPage .Destination }}{{ .RelPermalink }}{{ end }}", ""),
     (b"{{ range where site.Pages }}{{ .RelPermalink }}{{ end }}", "own"), (b"<a target>", "")],
)  # fmt: skip
def test_words_are_open_where_a_hook_may_look_them_up(hook, words):
    made = site(hugo, "hugo.json", {}, {"layouts/_markup/render-link.html": hook}.items())
    assert made.detail("hook by words") == words


def test_redirects_of_hugo_s_host_may_lie_above_the_site():
    text = b'[[redirects]]\nfrom = "/a"\nto = "/b"'
    made = hugo.read(Project("web/site", {"web/site/hugo.toml": b"", "netlify.toml": text}.get))
    assert ("/a", "/b") in made.redirects


def test_formulas_are_taken_out_where_an_extension_does_so():
    texts = {"mkdocs.yml": b"markdown_extensions: [pymdownx.arithmatex, toc]", "book.toml": b"[preprocessor.katex]"}
    made = [each.read(Project("", texts.get)) for each in (mkdocs, mdbook)]
    assert ["math" in each.markup for each in made] == [True, True]
    assert "math" not in mdbook.read(Project("", {"book.toml": b""}.get)).markup


def test_jekyll_may_have_its_source_in_a_folder():
    config = {"source": "./src/", "collections": {"docs": {"output": True}}, "permalink": "pretty"}
    made = site(
        jekyll, "_config.toml", b'source = "./src/"', {"src/_redirects": b"/a /b", "_redirects": b"/c /d"}.items()
    )
    assert [each.path for each in made.content] == ["src"]
    assert made.redirects == (("/a", "/b"),)
    made = site(jekyll, "_config.yml", json.dumps({**config, "redirects": {"/e": "/f", "g": "/h"}}).encode())
    assert made.redirects == (("/e", "/f"),)
    files = {"src/_docs/a.md": {}, "src/b/c.md": {}, "src/index.md": {}}
    assert [*places(jekyll, made, files).values()] == ["/docs/a/index.html", "/b/c/index.html", "/index.html"]


@pytest.mark.parametrize(
    ("kind", "slugs"),
    [("github", "hugo"), ("github-ascii", "hugo-ascii"), ("blackfriday", "hugo-blackfriday"), ("new", "hugo")],
)
def test_hugo_makes_anchors_as_it_is_told(kind, slugs):
    config = {"markup": {"goldmark": {"parser": {"autoHeadingIDType": kind, "autoDefinitionTermID": True}}}}
    made = site(hugo, "config.json", config)
    assert (made.slugs, made.terms) == (slugs, True)


def test_jekyll_names_pages_posts_and_collections():
    config = b"permalink: /:categories/:title/\ncollections: {guides: {output: true}}\nmarkdown: CommonMark\n"
    made = site(jekyll, "_config.yml", config, {"Gemfile": b""}.items())
    assert made.slugs == "github"
    assert places(
        jekyll,
        made,
        {
            "index.md": {},
            "a/page.md": {},
            "a/own.md": {"permalink": ["/there.html"]},
            "_posts/2024-01-02-Some_Post.md": {"category": ["News"]},
            "_posts/no-date.md": {},
            "_guides/x/y.md": {},
            "_other/z.md": {},
            "hidden.md": {"published": ["false"]},
        },
    ) == {
        "index.md": "/index.html",
        "a/page.md": "/a/page/index.html",
        "a/own.md": "/there.html",
        "_posts/2024-01-02-Some_Post.md": "/news/Some_Post/index.html",
        "_posts/no-date.md": None,
        "_guides/x/y.md": "/guides/x/y/index.html",
        "_other/z.md": None,
        "hidden.md": None,
    }


def test_jekyll_counts_days_where_the_site_is():
    config = b"timezone: America/Los_Angeles\n"
    made = site(jekyll, "_config.yml", config)
    file = "_posts/2024-01-02-a.md"
    assert places(jekyll, made, {file: {"date": ["2024-05-06 01:00:00 +0000"]}})[file] == "/2024/05/05/a.html"
    assert places(jekyll, made, {file: {"date": ["no date"]}})[file] == "/2024/01/02/a.html"


def test_docusaurus_names_docs_posts_and_versions():
    config = b"module.exports = {presets: [['classic', {docs: {routeBasePath: '/'}}]], trailingSlash: true}"
    made = site(docusaurus, "docusaurus.config.js", config, {"versions.json": b'["2.0", "1.0"]'}.items())
    assert places(
        docusaurus,
        made,
        {
            "docs/02-a/01. b.md": {},
            "docs/2024-01 c.md": {},
            "docs/a/a.mdx": {"id": ["x"]},
            "docs/d.md": {"slug": ["../e"]},
            "docs/_part.md": {},
            "versioned_docs/version-2.0/a.md": {},
            "versioned_docs/version-1.0/a.md": {"slug": ["/"]},
            "blog/2024-05-06-post/index.md": {},
            "src/pages/x/index.md": {},
        },
    ) == {
        "docs/02-a/01. b.md": "/next/a/b/index.html",
        "docs/2024-01 c.md": "/next/2024-01 c/index.html",
        "docs/a/a.mdx": "/next/a/index.html",
        "docs/d.md": "/next/e/index.html",
        "docs/_part.md": None,
        "versioned_docs/version-2.0/a.md": "/a/index.html",
        "versioned_docs/version-1.0/a.md": "/1.0/index.html",
        "blog/2024-05-06-post/index.md": "/blog/2024/05/06/post/index.html",
        "src/pages/x/index.md": "/x/index.html",
    }


_KEYS = {
    hugo: ["baseURL", "languages", "en", "contentDir", "module", "mounts", "source", "target", "lang", "permalinks",
           "page", "posts", "markup", "goldmark", "parser", "taxonomies", "theme", "staticDir", "disableKinds",
           "outputFormats", "baseName", "sites", "matrix"],
    jekyll: ["url", "baseurl", "permalink", "collections", "guides", "output", "defaults", "scope", "path", "values",
             "exclude", "plugins", "kramdown", "input", "markdown", "collections_dir", "timezone", "jekyll-archives",
             "permalinks"],
    docusaurus: ["presets", "plugins", "docs", "blog", "path", "routeBasePath", "i18n", "locales", "defaultLocale",
                 "redirects", "from", "to", "staticDirectories", "versions", "current", "lastVersion", "id"],
}  # fmt: skip
_VALUES = [
    "",
    "/",
    "a",
    "../..",
    "content",
    "/:year/:x/:title:",
    ":",
    "classic",
    "%",
    "https://",
    7,
    True,
    None,
    [],
    {},
]
_NAMES = {hugo: "hugo.json", jekyll: "_config.yml", docusaurus: "docusaurus.config.js"}
_FILES = ["", "a.md", "_posts/2024-01-01-.md", "content/posts/a.md", "docs/a/index.mdx", "..md", "_x/_y.md", "a/.md"]
_FIELDS = ["permalink", "slug", "url", "date", "title", "id", "categories", "category"]


def _anything(dice, keys, depth=0):
    kind = dice.random()
    if depth < 5 and kind < 0.5:
        return {dice.choice(keys): _anything(dice, keys, depth + 1) for _ in range(dice.randrange(5))}
    if depth < 5 and kind < 0.65:
        return [_anything(dice, keys, depth + 1) for _ in range(dice.randrange(4))]
    return dice.choice(_VALUES)


@pytest.mark.parametrize("preset", _KEYS, ids=lambda preset: preset.__name__)
def test_a_configuration_may_hold_anything(preset):
    dice = random.Random(7)
    for _ in range(300):
        config = {key: _anything(dice, _KEYS[preset], 1) for key in dice.sample(_KEYS[preset], 8)}
        text = json.dumps(config)
        made = site(preset, _NAMES[preset], (f"export default {text}" if preset is docusaurus else text).encode())
        for file in _FILES:
            fields = {name: [str(dice.choice(_VALUES))] for name in dice.sample(_FIELDS, 3)}
            for folder in made.content:
                found = preset.place(made, folder, f"{folder.path}/{file}".lstrip("/"), fields)
                assert found is None or found.startswith("/"), (config, file, fields)
