"""Bodies of documents, and pieces of such, that may be taken for something else."""

WORDS = ["a", "b c", "x ", "é", "ﬁ", "%20", "--", "$a$", "1", "http://e.x/a[b]", "\u00a0", "\u200d", "\x0b", "\x7f"]
LINES = ["\n", "\n", "\n\n", "\n\n", "\r\n", "  \n", "\\\n", "> ", "- ", "1. ", "    ", "\t", "---\n", "===\n", "***\n"]
CASES = [
    '<a href="q" NAME="n3">',
    '<img src="q.png" SRCSET="r.png 2x">',
    '<a href="q.md" Id="n8" />',
    '<IMG SRC="s.png">',
]
ADDRESSES = ["<1@b.c>", "<#a@b.c>", "<a@b.c>", "<.@b.c>", "<1@", "<123@qq.com>", "`<1@b.c>`"]
BLANKS = ["[x ](y.md)", "*a *", "[b\t](c.md)", '[d ](e.md "{z}")', "## {f} [g ](h.md)\n", "# i {j} <b>k </b>\n"]
HEADS = ["# ", "## ", "# a b\n", "## a b\n\n", "#", " #\n", "{#id}", "{: #id}", " {#id .k}\n", "{:", "{", "}", "\\{"]
LINKS = ["[x](y.md)", "[f](#frag)", "[g](/abs)", "[h](../up/x.md#f)", "[i](./a//b.md)", "[j](<a b.md>)", "[e]()"]
LINKS += ["![i](p.png)", "[k](it's&b.md)", "[l](mailto:a@b)", "<http://x.y>"]
LINKS += ['[m](u.md "t<")', "[n](u 't')", "[o](%5B)"]
LINKS += ["[p](http://x.y/%20)", "[q](a%20b.md)", "[r](é.md)", "[x]", "[", "]", "]("]
LINKS += [")", "![", "(z.md#f)", "[s](a\\_b.md)"]
LABELS = ["[^1]", "[^1]: x\n", "[a]: b.md\n", "[a][b]", "[a][]", "][", "[a]", "[^", "]:", "[a\\][b]"]
MARKS = ["*", "**", "_", "~~", "`", "``", "`<a>`", "```\n", "~~~\n"]
MARKS += ["\\", "|", "| a | b |\n|--|--|\n| c | d |\n", '"', "'"]
ENTITIES = ["&lt;", "&LT", "&LT;", "&amp;", "&#60;", "&#x3c;", "&nvlt;", "&quot;", "&gt;", "&", "&copy;", "&amp;lt;"]
RAW = ["<!--", "-->", "<!-->", "<!--->", "--!>", "<!--x-->", "<!", "<?", "?>", "<![CDATA[", "]]>", "<", ">", "/>", '="']
TAGS = ["<b>", "</b>", "<br>", "<br/>", "<div>", "</div>", "<p>", "<p align=center>", "<sub>", "</kbd>", "<hr>", "<s>"]
TAGS += ["<span title='>' id=x>", '<div class="a">', '<div id="q">', "<a id='b'></a>"]
TAGS += ['<a href="q">', '<img src="q.png">']
TAGS += ["<h2>t</h2>", "<h2>", "</h2>", "<table>", "<td>", "<td id=a>", "<code>"]
TAGS += ["</code>", "<pre>", "<script>", "<style>"]
TAGS += ["<textarea>", "<div\n", "<b ", 'id="z"', "<details>", "<summary>"]
TAGS += ["</details>", "{{x}}", "MEMINIT_METADATA_BLOCK"]
COMMENTS = ["<!-- a\nb -->", "<!--\n<b>\n-->", "<!--\n[x](y.md)\n-->\n", '<!-- <a id="z"> -->', "<div><!--\n\n"]
COMMENTS += ["<!---->", "\n-->\n</div>", "<b title='<!--'>"]
PLACES = ['<a name="n1"></a>', '<a id="n2">', '<a id="n3" />', '<a id="n1">', '<a\nid="n1">', '<b title="<a id="n1">">']
NO_TAGS = [
    "<pod name>",
    "<B ID=u>",
    "<x id>",
    "<x/id=v>",
    "<x name=w>",
    "<a|b c>",
    "<key, value>",
    '<q "id=n4>',
    "<EOF",
]
NO_TAGS += [
    "<q `id=n5>",
    "<q@r>",
    "<vs:q>",
    "<q@r s>",
    "<q a=b/id=n6>",
    "<q a= id=n7>",
    "<_x id=z>",
    "<titlex>",
    "<xmp-a>",
    "</q id=n9>",
    "</img>",
]
ELSEWHERE = ["<https://a.b/c>", "<https://a.b/id=c>", "<https://a.b/c id=e>", '<img src="https://a.b/c?d=e&f=g">']
ELSEWHERE += ['<a href="https://a.b/c?d=e&f=g" class="k">', '<a href="https://a.b/c&lsqb=g">']
ELSEWHERE += ['<a href="{{< ref "a/b#c" >}}">', '" >}}">', "&#39;", "&#34;", "&#3", "9;"]
MARKED = ["# `a` {#b}\n", "# `a {#b}`\n", "## c `d `{#e}\n", "# *f* {#g}\n", "# h &amp; i {#j}\n"]
MARKED += ["## a {#a-1}\n", "## a-1\n", "## `x` {{% y %}}\n", "## a {#b}{#c}\n", "## a {#b} c\n", "## a -- b {#x}\n"]
MARKED += ["[](){#x}", "{ #x }", "## a { .y }\n", "## a { id=b }\n", "## `a` {.b}\n", "x {.y}\n", "{ : }"]
INDICES = ["x[a][b]", "é[a][]", "![a][b]", "a[1][2]", "- <!-- a\nb -->\n", "> <!-- a\nb -->\n", "`<!-- a\nb -->`"]
MARKED += ["# <code>k</code> {#l}\n", "# <code>{#m}</code>\n", "# `n` <code>o</code> {#p .q}\n"]
DEFINED = [
    "[a]: b.md\n",
    "[c]: d.md 'e'\n",
    '[c]: <f.md> "g"\n',
    "> [a]: h.md\n",
    "- [c]: i.md\n",
    "[//]: # (j)\n",
    "[a\nk]: l\n",
]
DEFINED += [
    "[comment]: <> (m)\n",
    "[n]: o(p).md\n",
    "[n]: q?r=s&t=u#v\n",
    "[n]: w&amp;x\n",
    "[y\\]]: z\n",
    "[n]: {{a}}/b%20c\n",
]
DEFINED += [
    "[c]",
    "[d][c]",
    "![n]",
    "[n][]",
    "[N]:\nd.md\n",
    "    [a]: e.md\n",
    "[f]: ",
    "[\\[g]: h|i\n",
    "[n]: *j*\n===\n",
]
NOTED = [
    "[^k]",
    "[^k]: l\n\n",
    "[^m]",
    "[^M]: n [o](p.md)\n\n",
    "[^k](q.md)",
    "[r[^m]](s.md)",
    "\n    t\n",
    "[^u v]: w\n\n",
]
BLOCKS = [
    "<!-- MEMINIT_METADATA_BLOCK -->\n\n",
    "> **A:** b\n",
    "> **C d**: e\\\n",
    "<!--MEMINIT_METADATA_BLOCK --> f\n",
]
PIECES = [*WORDS, *LINES, *HEADS, *LINKS, *LABELS, *MARKS, *ENTITIES, *RAW, *TAGS]
PIECES += [
    *CASES,
    *ADDRESSES,
    *BLANKS,
    *COMMENTS,
    *PLACES,
    *NO_TAGS,
    *ELSEWHERE,
    *MARKED,
    *INDICES,
    *DEFINED,
    *NOTED,
    *BLOCKS,
]
QUIET = [
    *WORDS,
    *LINES,
    *LINES,
    "# ",
    "## ",
    *LINKS[:8],
    "*",
    "`",
    "`<a>`",
    "&amp;",
]  # what seldom lets a quick scan decline

# Each of these looks like something that it is not, or hides something that it is.
TRAPS = {
    "a link in raw HTML as the parser writes links": '<p>\n<a href="raw.md">\n\n# t\n',
    "an image in raw HTML": 'a <img src="raw.png"> b\n',
    "a heading in raw HTML": "<h2>Raw</h2>\n\n[x](#raw)\n",
    "an end of a heading in a heading": "# a </h1> b\n\n# c\n",
    "an anchor in a tag that may else be looked over": '<b id="z">a</b> [x](#z)\n',
    "an anchor beyond other attributes": "<span title=\"a\" class='b' id=z>c</span> [x](#z)\n",
    "a name of an anchor": '<b name="z">a</b> [x](#z)\n',
    "an attribute with a closing bracket": '<b title=">" id="z">a</b>\n',
    "an attribute with a tag": "<b title='<a href=\"q.md\">'>a</b>\n",
    "a tag over two lines": 'a <b\nid="z"> c\n',
    "a tag that is not closed": 'a <b id="z"\n\n<div\n',
    "tags that mean nothing": "<details>\n<summary>a</summary>\n\n[x](y.md)\n\n</details>\n\nb<br>c\n",
    "a bracket by its name": '&lt;a href="q.md"> [x](y.md)\n',
    "a bracket by its name, and a tag instead": '&lt; <a href="q.md">c</a>\n',
    "a bracket by its number, and a tag instead": '&#60; <a href="q.md">c</a> &#x3C; <a id="z"></a>\n',
    "a bracket by another name, and a tag instead": '&LT; <a href="q.md">c</a> &LT <a href="r.md">c</a>\n',
    "a bracket with an accent, and a tag instead": '&nvlt; <a href="q.md">c</a>\n',
    "a bracket by its name in code, and a tag instead": '`&lt;` <a href="q.md">c</a>\n',
    "a name of a bracket by its name": '&amp;lt; <a href="q.md">c</a>\n',
    "a comment that is closed": "a <!-- b --> [x](y.md)\n",
    "a comment with a link": "<!-- [x](y.md) -->\n\n[z](z.md)\n",
    "a comment that hides what follows": "<div><!--\n\n[x](y.md)\n\n# t\n\n--></div>\n",
    "a comment in a line that hides the next paragraph": "a <!-- b --> c <!--\n\n[x](y.md) -->\n",
    "a comment that outlasts its quotation": "> <!-- a\n[x](y.md) -->\n\n[z](z.md)\n",
    "comments that are none": "a <!--> [x](y.md) <!---> b --!>\n",
    "a comment about a tag": '<!-- <a href="q.md"> -->\n',
    "a comment in a heading": "# a <!-- b -->\n",
    "a declaration, an instruction and data": '<!X a>\n<?a <b> ?>\n<![CDATA[ <a href="q.md"> ]]>\n',
    "a block of fields": "<!-- MEMINIT_METADATA_BLOCK -->\n\n> **A:** b\n",
    "a mark of a block in code": "`<!-- MEMINIT_METADATA_BLOCK -->`\n\n> **A:** b\n",
    "a footnote that is not there": "a[^1]\n",
    "a footnote that is not there, in code": "`a[^1]` [x](y.md)\n",
    "a footnote that is escaped": "a[\\^1]\n",
    "a footnote over two lines": "a [\n^1]\n",
    "a footnote behind a tag": "a [<b>^1]</b>\n",
    "a footnote": "a[^1]\n\n[^1]: [x](y.md)\n",
    "a footnote that nobody uses": "a\n\n[^1]: b\n",
    "a footnote in a link": "[a[^1]](y.md)\n\n[^1]: b\n",
    "a reference to nothing": "[a][b]\n",
    "a reference to nothing, by its own text": "[a][]\n",
    "a reference to nothing, beside code": "`[a][b]` [c][d] `[`\n",
    "a reference to nothing, with marks between": "[a *b*][c]\n",
    "an index": "a[1][2] `b[i][j]`\n",
    "a definition": "[a]\n\n[a]: b.md\n",
    "a definition that nobody uses": "c\n\n[a]: b.md\n",
    "a definition in a quotation": "> [a]: b.md\n",
    "a definition in code": "```\n[a]: b.md\n```\n\n[x](y.md)\n",
    "a link with a title": '[x](y.md "t")\n',
    "a title with a tag": "[x](y.md \"<a href='q.md'>\") [y](z.md '<b id=\"z\">')\n",
    "an image whose text holds a link": "![a [b](c.md) <d>](e.png)\n",
    "an image whose text holds a link behind brackets": "![a [b][c](d.md)](e.png)\n",
    "a link behind brackets that begins with a blank": "[a][ b](c.md)\n",
    "a link whose image is another": "[![a](b.png)](c.md)\n",
    "code with everything in it": '```\n<a href="q.md"> <!-- [^1] [a][b] &lt; {#id} MEMINIT_\n# h\n```\n[x](y.md)\n',
    "code in a line with everything in it": '`<a href="q.md"> <!-- [^1] [a][b] {#id}` [x](y.md)\n',
    "code that is told a language": '```"><a\n[x][y]\n```\n',
    "a heading that begins with an image": "# ![b](c.png)a\n",
    "a heading that begins with a comment": "# <!-- a -->b\n",
    "a heading with an image": "# a ![b](c.png)\n",
    "a heading with an image whose text is empty": "# ![](c.png)\n",
    "a heading with a link": "# a [b](c.md) d\n\n[x](#a-b-d)\n",
    "a heading with code and marks": "# `a <b>` *c* & d\n\n## ~~e~~ \"f\" 'g'\n",
    "a heading with trailing blanks": "# a &nbsp;\n\n# b `c `\n\n# d\\\n\ne  \n===\n",
    "a heading that is code with a blank": "# ` a `\n\n# `  `\n",
    "a heading over two lines": "a\nb\n===\n\n[x](#a-b) [y](#ab) [z](#b)\n",
    "a heading over two lines, with blanks": "a  \nb\\\nc\n---\n",
    "headings of one name": "# a\n\n# a\n\n# A-1\n\n[x](#a-1)\n",
    "headings without text": "#\n\n##\n\n# !\n",
    "a heading in a quotation": "> # a\n\n- ## b\n",
    "a heading with dashes": "# a -- b --- c\n",
    "a heading with combining marks": "# e\u0301 ﬁ İ\n",
    "a heading with an id": "# a {#b}\n\n# c {: #d }\n\n# e {.f #g}\n",
    "a heading with braces that are code": "# a `{#b}`\n",
    "a heading with braces that are escaped": "# a \\{#b}\n",
    "a heading with braces in its midst": "# {{a}} `b` {c}\n\n# d <b>e</b> {#f}\n",
    "a mark on a line of its own": "# a\n{: #b}\n\nc {#d}\n\n* e\n{:#f}\n",
    "targets that are encoded": "[a](b%20c.md) [d](e%5Bf.md) [g](http://h.i/%20) [j](http://k.l/%5C) [m](<n o.md>)\n",
    "a bracket in an address of another site": "[a](http://b/c[d)\n",
    "a closing bracket in an address of another site": "[a](http://b/c]d)\n",
    "a backslash in an address of another site": "[a](http://b\\\\c)\n",
    "targets with backslashes and brackets": "[a](b\\\\c.md) [d](<e[f].md>) [g](http://h.i/[j]) [k](l\\_m.md)\n",
    "targets with signs": "[a](b&c.md) [d](e'f.md) [g](h%22i.md) [j](k.md?l=m&amp;n) [o](é.md)\n",
    "no target": "[a]() [b](<>) ![]()\n",
    "addresses": "<http://a.b/c?d=e&f> <g@h.i> [j](mailto:k@l.m) [n](javascript:o)\n",
    "a table": '| [a](b.md) | <b>c</b> |\n|---|---|\n| `d` | <td id="e"> |\n',
    "a table in HTML beside one": "<table><tr><td>a</td></tr></table>\n\n| b |\n|---|\n| c |\n",
    "a script": "<script>\n[a](b.md) \"<a href='q.md'>\"\n</script>\n",
    "a style and an input": "<style>\n# c\n</style>\n<textarea>\n# d\n\n</textarea>\n",
    "a comment over lines, and its like in code": "<!-- a\n<b id='z'> -->\n\n```\n<!-- a\n<b id='z'> -->\n```\n",
    "a comment over lines in a quotation, and its like in code": "> <!-- a\n> <b> -->\n\n```\n<!-- a\n<b> -->\n```\n",
    "a comment that leaves code": '> <!-- a\n> ```\n> <a id="z">\n> -->\n\n```\n<!-- a\n```\n<a id="z">\n-->\n',
    "a comment in an attribute": '<b title="<!--"><a id="q"><i x="-->">\n',
    "a comment with another end": "<!-- a\n--!> [x](y.md) -->\n",
    "an anchor, and its like in code": 'a <a id="z"></a> `<a id="z">`\n',
    "an anchor on two lines, and its like in code": 'a <a\nid="z"></a> `<a id="z">`\n',
    "an anchor in an attribute": "<b title='<a id=\"z\">'>\n",
    "an anchor in a heading": '# <a name="z"></a> a\n\n# b <a name="y"></a>\n',
    "an anchor in the text of an image": '![<a id="z">](b.png)\n',
    "a heading whose id follows code": "# `a` {#b}\n\n# `c`{#d}\n\n# `e `{#f}\n\n# `{#g}`\n",
    "a heading whose id stands in tags of its author's": "# <code>{#a}</code>\n\n# `b` <code>c</code> {#d}\n",
    "an address that is not closed as such": "<div>\n<https://a.b/id=c> <https://d.e f id=g>\n",
    "a target of a template": '<table>\n<a href="{{< ref "a/id/b" >}}">c</a>\n\na <a href="{{< ref "d" >}}">e</a>\n',
    "names without values": "<pod name> <x id=a> <y/id=b> `<z id>`\n\n<div>\n<pod name> <x id>\n",
    "a footnote in a heading, beside what masks one": "# [^m]\x7f\n[^M]:[](d)",
    "an accent in a heading that has an id": "# \u00e9{#j}",
    "a comment that hides the end of a list": "- <!-- a\nb -->\n\nc\n\n- <!-- d\n\n# e\n\nf --> g\n\n# h\n",
    "a nothing": "a\0b <\0> [c](d\0.md)\n",
}

# What looks like more than it is, and need not be read as a whole.
CLEAR = {
    "signs_in_names_of_tags": "<p>\n<a_id>b <c.d>\n</p>\n\ne <f_g.h> [i](j.md)\n",
    "brackets in code": "`[a][b] c[^1]` [x](y.md)\n\n```\nd[e][f]\n```\n",
    "brackets of a definition in code": "```\n[a]: b.md\n```\n",
    "tags in code": '`<a href="b.md">` and `<b id=c>`\n',
    "tags that mean nothing": '<details>\n<summary>a</summary>\n\n<b class="c">d</b><br>\n\n</details>\n',
    "a table in HTML": "<table>\n<tr><td colspan=2>a</td></tr>\n</table>\n",
    "a comment": "<!-- a -->\n\nb <!-- c -->\n",
    "signs": "a < b && c > d [x](y.md)\n",
    "an address with blanks": "[a](http://b.c/d%20e)\n",
    "a heading with code and a link": "# a `b` [c](d.md)\n",
    "a comment over lines": "<!--\na <b>\n-->\n\n<em>c</em>\n",
    "an anchor": '<a name="a"></a>\n\n# b\n',
    "quotes by number": "a&#39;s [x](y.md)\n",
    "an address in brackets": "<https://a.b/c> `<https://d.e>`\n",
    "a target of a template": '<table>\n<a href="{{< ref "a" >}}">b</a>\n</table>\n',
    "an address with fields": '<a href="https://a.b/c?d=e&f=g" class="h">i</a>\n',
    "what is put in": "`<pod name>` <key, value>\n",
    "definitions": "[a] [b][c] ![d][]\n\n[a]: e.md\n[c]: http://f.g/h?i&j 'k'\n[d]: l(m).png\n[//]: # (n)\n",
    "a definition, and its like in code": "[a]\n\n```\n[b]: c.md\n```\n\n[a]: d.md\n",
    "footnotes": "a[^1] b[^c] d[^1]\n\n[^1]: e [f](g.md)\n\n[^c]: h\n",
    "a block of fields": "<!-- MEMINIT_METADATA_BLOCK -->\n\n> **A:** b\n> **C d**: e\n\nf\n",
    "an anchor in another tag": '<div id="a" class="b">\n\n# c\n\n</div>\n',
    "a target in HTML": "<a class='b' href='c.md'>d</a> <img alt=e src=f.png>\n",
    "an address of mail": "<a@b.c> [d](e.md)\n",
    "braces of templates": '{{< a b="c" >}}\n\n# {{ d }}\n',
}
