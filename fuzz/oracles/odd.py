"""Makes Markdown such as nobody writes, out of whatever Markdown allows: blocks within blocks, links within links."""

from collections.abc import Callable, Iterator
from random import Random

_WORDS = [
    "a",
    "b c",
    "*",
    "_",
    "~",
    "x_y",
    "1.",
    "é",
    "ẞ",
    "\u00a0",
    "!",
    "\\",
    "&",
    "<",
    "|",
    "`",
    ":",
    "#",
    "^",
    "(",
    "]",
    "[",
]
_ESCAPES = ["\\[", "\\]", "\\*", "\\`", "\\<", "\\|", "\\(", "\\)", "\\!", "\\\\", "\\&", "\\a", "\\#", "\\~", "\\^"]
_ENTITIES = [
    "&lt;",
    "&amp;",
    "&#91;",
    "&#x5d;",
    "&copy;",
    "&#0;",
    "&copy",
    "&quot;",
    "&#32;",
    "&Tab;",
    "&nope;",
    "&#40;",
]
_ADDRESSES = [
    "b.md",
    "c/d.md#e",
    "#f",
    "/g",
    "",
    "h(i).md",
    "(j)",
    "k\\(l",
    "m%20n",
    "ö.md",
    "&amp;.md",
    "\\_.md",
    "a*b*",
    "?q",
]
_ANGLED = ["b c.md", "", "d\\>e", "f&gt;", "(", "g)h", "[i]", "`j`", "a\\\\"]
_TITLES = ["t", 'u"v', "w'x", "(y)", 'z\\"', "&quot;", "a\nb", "*c*", "[d](e.md)"]
_LABELS = ["a", "B", "b  c", "b\nc", "ẞ", "SS", "é", "d\\]e", "[f]", "*g*", "`h`", "^1", "!", "", " ", "i|j", "<b>"]
_NOTES = ["1", "a", "b c", "é", "A", "]", "^", "`c`"]
_TAGS = [
    '<a href="r.md">', "<a href=s.md>", "<a\nhref='t.md'>", "</a>", '<img src="u.png">', "<b>", "</b>", '<b id="v">',
    "<!-- w -->", "<!-- [x](y.md) -->", "<!--", "-->", "<?z?>", "<!A b>", "<![CDATA[c]]>", '<a name="d">', "<br/>",
    "<i title='>'>", "<a href='e.md'f>", '<a href="&amp;g">', "<h2>h</h2>", "<code>", "</code>", "<p", "<a\\>", "<1>",
    "<a b=`c`>", "<svg>",
]  # fmt: skip
_HTML = [
    "<div>", "</div>", "<pre>", "</pre>", "<script>", "</script>", "<style>x</style>", "<textarea>", "</textarea>",
    "<!--", "-->", "<table><tr><td>", "</td></tr></table>", "<details>", "<summary>s</summary>", "<h1 id=q>", "</h1>",
    '<a id="w"></a>', "<?", "?>", "<!X", ">", "<![CDATA[", "]]>", "<b>", "<del>", "<p>", "<dl><dt>", "<picture>",
    "<video src=v.mp4 poster=w.png>", '<img srcset="k.png 1x, l.png 2x">', "<title>", "</title>", "<iframe>",
    "<ul><li>",
]  # fmt: skip
_LINES = 8


class Writer:
    """Writes one body."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._inlines: list[Callable[[int], str]] = [
            *[self._word] * 4,
            *[self._link] * 4,
            *[self._reference] * 3,
            *[
                self._emphasis,
                self._emphasis,
                self._code,
                self._tag,
                self._tag,
                self._mark,
                self._autolink,
                self._break,
            ],
        ]
        self._blocks: list[Callable[[int], list[str]]] = [
            *[self._paragraph] * 4,
            *[self._heading, self._heading, self._quotation, self._quotation, self._list, self._list, self._definition],
            *[self._definition, self._table, self._html, self._fence, self._indented, self._footnote, self._rule],
        ]

    def body(self) -> str:
        lines = [line for _ in range(self._dice.randint(1, _LINES)) for line in self._block(3)]
        return self._dice.choice(["\n", "\n", "\n", "\r\n"]).join(lines) + self._dice.choice(["\n", ""])

    def _block(self, depth: int) -> list[str]:
        lines = self._dice.choice(self._blocks if depth else self._blocks[:6])(depth)
        return [*lines, *[""] * self._dice.choice([0, 1, 1, 1, 2])]

    def inline(self, depth: int) -> str:
        parts = (
            self._dice.choice(self._inlines if depth else self._inlines[:4])(depth)
            for _ in range(self._dice.randint(1, 4))
        )
        return self._dice.choice(["", " ", " "]).join(parts)

    def _word(self, _: int) -> str:
        return self._dice.choice(self._dice.choice([_WORDS, _WORDS, _ESCAPES, _ENTITIES]))

    def _link(self, depth: int) -> str:
        space = self._dice.choice(["", "", "", " ", "\n"])
        return f"{self._bracketed(depth)}({space}{self._address()}{self._title()}{space})"

    def _bracketed(self, depth: int) -> str:
        return f"{self._dice.choice(['', '', '!'])}[{self.inline(depth - 1) if self._dice.random() < 0.9 else ''}]"

    def _address(self) -> str:
        return f"<{self._dice.choice(_ANGLED)}>" if self._dice.random() < 0.2 else self._dice.choice(_ADDRESSES)

    def _title(self) -> str:
        opening, closing = self._dice.choice([('"', '"'), ("'", "'"), ("(", ")")])
        return (
            f"{self._dice.choice([' ', chr(10)])}{opening}{self._dice.choice(_TITLES)}{closing}"
            if self._dice.random() < 0.2
            else ""
        )

    def _reference(self, depth: int) -> str:
        label = self._dice.choice(_LABELS)
        return self._dice.choice([f"{self._bracketed(depth)}[{label}]", f"[{label}][]", f"[{label}]", f"![{label}]"])

    def _emphasis(self, depth: int) -> str:
        mark = self._dice.choice(["*", "**", "_", "__", "~", "~~", "***"])
        return f"{mark}{self.inline(depth - 1)}{self._dice.choice([mark, mark, mark[:1], ''])}"

    def _code(self, depth: int) -> str:
        mark = "`" * self._dice.choice([1, 1, 2, 3])
        return f"{mark}{self.inline(depth - 1)}{self._dice.choice([mark, mark, mark, ''])}"

    def _tag(self, _: int) -> str:
        return self._dice.choice(_TAGS)

    def _mark(self, _: int) -> str:
        return f"[^{self._dice.choice(_NOTES)}]"

    def _autolink(self, _: int) -> str:
        return self._dice.choice(["<http://a.b/c>", "<d@e.f>", "http://g.h/i", "www.j.k", "<made:up>", "l@m.n"])

    def _break(self, _: int) -> str:
        return self._dice.choice(["\n", "\n", "  \n", "\\\n"])

    def _paragraph(self, depth: int) -> list[str]:
        return self.inline(depth).split("\n")

    def _heading(self, depth: int) -> list[str]:
        text = self.inline(depth)
        if self._dice.random() < 0.4:
            return [*text.split("\n"), self._dice.choice(["===", "---", "-", " ="])]
        return [f"{'#' * self._dice.randint(1, 7)} {text}{self._dice.choice(['', '', ' #', ' ##  '])}", *[]]

    def _quotation(self, depth: int) -> list[str]:
        return [*self._prefixed(self._blocks_within(depth), self._dice.choice(["> ", ">", " > ", ">\t"]), None)]

    def _list(self, depth: int) -> list[str]:
        mark = self._dice.choice(["- ", "* ", "+   ", "1. ", "2) ", "-\t", "10. ", "-     "])
        items = (
            self._prefixed(self._blocks_within(depth), mark, " " * len(mark)) for _ in range(self._dice.randint(1, 3))
        )
        return [line for item in items for line in item]

    def _footnote(self, depth: int) -> list[str]:
        return [*self._prefixed(self._blocks_within(depth), f"[^{self._dice.choice(_NOTES)}]: ", "    ")]

    def _blocks_within(self, depth: int) -> list[str]:
        return [line for _ in range(self._dice.randint(1, 3)) for line in self._block(depth - 1)]

    def _prefixed(self, lines: list[str], first: str, others: str | None) -> Iterator[str]:
        """Now and then a line lacks what it should begin with."""
        for number, line in enumerate(lines):
            prefix = first if number == 0 or others is None else others
            yield line if number and self._dice.random() < 0.1 else prefix + line

    def _definition(self, _: int) -> list[str]:
        between = self._dice.choice([" ", " ", "", "\n", "\n  "])
        label = f"{self._dice.choice(['', '', '   '])}[{self._dice.choice(_LABELS)}]"
        return f"{label}:{between}{self._address()}{self._title()}{self._dice.choice(['', '', ' x'])}".split("\n")

    def _table(self, depth: int) -> list[str]:
        columns = self._dice.randint(1, 3)
        rows = [
            self._row(depth, columns + self._dice.choice([0, 0, 0, 1, -1])) for _ in range(self._dice.randint(0, 3))
        ]
        return [self._row(depth, columns), "|".join(["", *["---"] * columns, ""]), *rows]

    def _row(self, depth: int, columns: int) -> str:
        cells = (
            self.inline(depth - 1).replace("\n", " ").replace("|", self._dice.choice(["|", "\\|"]))
            for _ in range(columns)
        )
        return self._dice.choice(["| {} |", "{} | ", "| {}"]).format(" | ".join(cells))

    def _html(self, depth: int) -> list[str]:
        inner = self._block(depth - 1) if self._dice.random() < 0.6 else []
        return [
            self._dice.choice(_HTML),
            *self._dice.choice([[], [""]]),
            *inner,
            *self._dice.choice([[], [self._dice.choice(_HTML)]]),
        ]

    def _fence(self, depth: int) -> list[str]:
        mark = self._dice.choice(["```", "~~~", "````"])
        return [
            mark + self._dice.choice(["", " x", "{#y}"]),
            *self._block(depth - 1),
            self._dice.choice([mark, mark, "```", ""]),
        ]

    def _indented(self, depth: int) -> list[str]:
        return [self._dice.choice(["    ", "\t"]) + line for line in self._block(depth - 1)]

    def _rule(self, _: int) -> list[str]:
        return [self._dice.choice(["---", "***", "_ _ _", "-  -  -", "----"])]
