"""What in bodies is not Markdown: what is left for the parser, and what is known of anchors that others make."""

import pytest
from tests.support.timing import within

from meminit.config.settings import Links
from meminit.documents import markdown
from meminit.linking.allowing import Allowing
from meminit.markup import KINDS, prepared
from meminit.model import open_set


def body(text, *kinds, slugs="github"):
    links = Links(slugs=slugs, markup=kinds)
    read = markdown.read(text, 1, links)
    quick = markdown.quick_scan(text, links)
    if quick is not None:
        assert quick.anchors == read.anchors
        assert quick.link_count == read.link_count
    assert markdown.placed_links(text, 1, links) == read.links
    return read


def targets(read):
    return [each.target for each in read.links]


def is_open(read, fragment):
    return Allowing(open_set.entries(read.anchors))(fragment)


LIQUID = """{% comment %}[a](a.md){% endcomment %}
{% highlight md %}
[b](b.md)
{% endhighlight %}
{% if page.x %}
[c](c.md)
{% endif %}
{% include d.html text="[e](e.md)" %}

## About {{ site.title | escape }} and {% raw %}{{x}}{% endraw %}

[f]({{ site.baseurl }}/f.md)
"""


def test_liquid_hides_what_the_site_does_not_show_as_markdown():
    read = body(LIQUID, "liquid", slugs="kramdown-gfm")
    assert [each for each in targets(read) if "{" not in each] == ["c.md"]
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["_includes/d.html"]
    assert is_open(read, "about-our-shop-and-x")
    assert not is_open(read, "about-our-shop")
    assert not is_open(read, "abort-our-shop-and-x")


PLUGINS = """## Setup
{% alert %}
See [below](#below).
{% endalert %}
{% settings %}
token:
  description: "[Icon](icon.md)"
{% endsettings %}
"""


def test_a_block_of_a_plugin_that_holds_data_may_make_any_heading():
    read = body(PLUGINS, "liquid", slugs="kramdown-gfm")
    assert is_open(read, "token")
    assert {"#below", "icon.md"} <= set(targets(read))
    for harmless in (PLUGINS.partition("{% settings")[0], PLUGINS.replace("settings", "if"), "a {% b %}c: d{% endb %}"):
        assert not is_open(body(harmless, "liquid"), "token")


def test_code_that_a_shortcode_shows_has_no_headings():
    for code in ('{{% code_sample name="x" %}}', '{{% show file="pods/probe/exec.yaml" %}}'):
        assert not is_open(body(f"## A\n\n{code}\n", "go"), "pods")
    assert is_open(body('## A\n\n{{% show file="pods/probe" %}}\n', "go"), "pods")


def test_formulas_hold_no_links():
    text = "# The $x$ case\n\n$$\n[a](b)\n$$ and `$` [c]($d) $[e](f)$ \\$[g](h)$ i\n"
    read = body(text, "math")
    assert targets(read) == ["$d", "h"]
    assert is_open(read, "the-quick-case")
    assert body("$" * 3_000, "math").links == ()
    assert "c" in body("$$\na\n$$$$\nb\n$$\n\n# c\n\n$$\nd\n$$ $$\n\n# e $$\n", "math").anchors


def test_a_reference_to_an_anchor_of_the_page_is_a_link_to_it():
    read = body(
        '[a]({{< ref "#x-y" >}}) [b]({{%relref `#z`%}}) [c]({{< ref "d.md#e" >}}) ![f]({{< ref "#g" >}}h)', "go"
    )
    assert targets(read)[:2] == ["#x-y", "#z"]
    assert all("{" in each for each in targets(read)[2:])
    assert [each.target_place.column for each in read.links[:2]] == [14, 40]


GO = """{{< code-toggle file=hugo >}}
[a](a.md)
{{< /code-toggle >}}
{{< note >}}
## Inside
[b](b.md)
{{< /note >}}
{{< tab name="First steps" >}}x{{< /tab >}}
{{% include "/_common/c.md" %}}

[d]({{< ref "d.md" >}}) and {{< gloss text="[e](e.md)" >}}
"""


def test_a_component_may_name_a_target():
    text = (
        "See <Link to=\"a.md\">a</Link>, <Link to={x('/b')}>b</Link>\n\n<Link to='c.md'>\n\nc\n\n</Link>\n\n"
        "<Card to='d.md' />\n\n<p to='e.md'>e</p>\n\n<link href='f.md' />\n"
    )
    assert [each for each in targets(body(text, "jsx")) if "{" not in each] == ["a.md", "c.md", "d.md"]


def test_what_an_element_or_a_number_goes_to_is_no_target():
    text = "<Count to='100' />\n\n<svg>\n<animateTransform from='1' to='2'/>\n</svg>\n\nand <Count to='9'>x</Count>\n"
    assert targets(body(text, "jsx")) == []
    plain = "<Link to='a.md'>a</Link> <link rel='x' href='b.css' to='c'> <component href='d.md' to='e'>\n"
    assert targets(body(plain)) == []


def test_shortcodes_of_code_hold_no_links():
    read = body(GO, "go", slugs="hugo")
    assert [each for each in targets(read) if "{" not in each] == ["b.md"]
    assert "inside" in read.anchors
    assert is_open(read, "tab-first-steps")
    assert not is_open(read, "tab-second-steps")
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["/_common/c.md"]


MDX = """import Part from './_part.mdx'
export const x = [1](2)

## Title {props.name}

<Tabs>
  <TabItem value="one">

      ## In a tab {/* #own */}

      ```js
      [a](a.md)
      ```

      [b](b.md) and `{[c](c.md)}` and {/* [d](d.md) */}
  </TabItem>
</Tabs>

<Card href="/e/" title={<b>[f](f.md)</b>} />
<Part />
"""


def test_the_content_of_components_is_markdown_however_deep_it_stands():
    read = body(MDX, "jsx", slugs="docusaurus")
    assert [(each.target, each.line, each.column) for each in read.links] == [("b.md", 15, 7), ("/e/", 19, 13)]
    assert read.links[0].target_place == (15, 11, "b.md")
    assert "own" in read.anchors
    assert is_open(read, "title-of-it")
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["./_part.mdx"]


ADMONITIONS = """!!! note "Title"
    [a](a.md)

    ??? tip

        ## Deep

        [b](b.md)

            code [c](c.md)

=== "Tab"

    [d](d.md)

end

<div markdown>
[e](e.md)
</div>

--8<-- "part.md"

::: package.module.Class
"""


def test_indented_blocks_of_python_markdown_are_markdown():
    read = body(ADMONITIONS, "admonitions", "snippets", slugs="mkdocs")
    assert [(each.target, each.line, each.column) for each in read.links] == [
        ("a.md", 2, 5),
        ("b.md", 8, 9),
        ("d.md", 14, 5),
        ("e.md", 19, 1),
    ]
    assert "deep" in read.anchors
    assert is_open(read, "package.module.Class.method")
    assert not is_open(read, "package.module.Other")
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["part.md"]


VUE = """<Listing number="7-2" caption="A tree">

## {{ title }} here

`{{ literal }}` [a](a.md)

<<< @/snippets/[b](b.md)

<!--@include: ./parts/c.md-->
"""


def test_components_may_make_ids_of_what_they_are_given():
    read = body(VUE, "vue", "includes", slugs="vitepress")
    assert targets(read) == ["a.md"]
    assert is_open(read, "listing-7-2")
    assert not is_open(read, "listing-7-3")
    assert is_open(read, "welcome-here")
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["./parts/c.md"]


MDBOOK = """{{#include part.md}}

```rust
{{#include ../listings/a.rs:here}}
```

## {{#title Hi}} x
"""


def test_includes_of_mdbook():
    read = body(MDBOOK, "includes", slugs="mdbook")
    assert list(open_set.includes(open_set.entries(read.anchors))) == ["part.md"]
    assert is_open(read, "whatever-x")


@pytest.mark.parametrize("kind", KINDS)
def test_plain_markdown_is_left_as_it_is(kind):
    assert prepared("# A\n\n[b](c.md) *d* `e`\n\n- f\n", (kind,)) is None


HOSTILE = [
    "{% " * 50_000,
    "{{ " * 50_000,
    '{{< a "' * 30_000,
    "{{< a >}}" * 30_000,
    "<a " * 50_000,
    "<A b={" * 30_000,
    "<A>\n" * 20_000,
    "{" * 100_000,
    "`" * 100 + "`a" * 50_000,
    "!!! a\n" + "    !!! b\n" * 20_000,
    "import x\n\n" * 20_000,
    "--8<--\n" * 20_000,
    "{/*" * 30_000,
    "<!--@include:" * 20_000,
    "{% comment %}" * 20_000,
    "``` \n~~~\n" * 20_000,
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [each for each in KINDS if KINDS[each]])
def test_nothing_takes_long(kind):
    for text in HOSTILE:
        ready = prepared(text, (kind,))
        assert ready is None or ready.text.count("\n") == text.count("\n")


def test_a_block_of_code_may_end_deeper_than_it_begins():
    text = "<Tabs>\n  ```js\n  [a](a.md)\n        ```\n</Tabs>\n\n## After\n\n[b](b.md)\n"
    read = body(text, "jsx")
    assert targets(read) == ["b.md"]
    assert "after" in read.anchors


@pytest.mark.parametrize(
    ("text", "is_made"),
    [("<Index />\n", True), ("# Title\n\n<Index />\n", True), ("## Own\n\n<Index />\n", False), ("own\n", False)],
)
def test_a_page_without_headings_that_shows_a_component_may_have_any_anchor(text, is_made):
    assert is_open(body(text, "vue"), "some") is is_made
    assert is_open(body(text, "jsx"), "some") is is_made


BLOCK = """```mdx-code-block
<details id="here">
<summary>More</summary>

[a](a.md)

</details>
```

## Named \\{#own}

<Table>

| Name | Meaning |
| ---- | ------- |
| `first` | [b](b.md) |

</Table>
"""


def test_blocks_of_mdx_escaped_ids_and_rows_that_a_component_may_name():
    read = body(BLOCK, "jsx", slugs="docusaurus")
    assert targets(read) == ["a.md", "b.md"]
    assert {"here", "own"} <= read.anchors
    assert is_open(read, "first")
    assert not is_open(read, "second")


def test_what_thousands_of_templates_may_make_is_compared_in_time():
    with within(0.5):
        allows = Allowing([open_set.pattern(("a", f"b{n}", "")) for n in range(2_000)])
        assert not any(allows(f"gone-{n}") for n in range(2_000))
        assert allows("a-x-b1999-y")
    assert Allowing([open_set.pattern((f"a{n}", "b")) for n in range(20_000)])("anything")
