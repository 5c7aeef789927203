"""Reads what others need to know of a body without its places, several times as fast as the whole reading.

The parser writes HTML, in which links and headings are found by their tags. That is sound only where each tag is
accounted for (`written_tags`), and each definition (`numbered`) and footnote by what comes out of it. So a body is
declined in which anything is odd, or about which a label or a heading in HTML has something to say.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyromark import Markdown

from meminit.documents import html, slugs
from meminit.documents.body import BLOCK_MARK, Declined, Scan
from meminit.documents.flavours import FLAVOURS
from meminit.documents.front_matter import visible_block
from meminit.documents.html import may_end_too_late
from meminit.documents.labels import MASK, Labels, is_index
from meminit.documents.numbered import NONE, NUMBER, WORD, Numbered, numbered
from meminit.documents.numbering import HeadingText
from meminit.documents.places import Positions
from meminit.documents.written_tags import accounted
from meminit.model.document import BlockLine, Heading
from meminit.model.link import PLAIN, Label, LinkTarget
from meminit.words import nfc

if TYPE_CHECKING:
    from pyromark import Options


_TARGET = re.compile(rf'<(a href|img src)="(?:{PLAIN}"|([^"]*)")')
_HEADING = re.compile(r"<h[1-6]>(.*?)</h[1-6]>", re.DOTALL)
_TITLE = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPACE_IN_CODE = re.compile(r"\s</code>")
_JOINED_BRACKETS = re.compile(r"\]\\?[\[:]")
_CODE = re.compile(r"<code[^>]*>[^<]*</code>")
_NOT_TOLD = re.compile(r"%5[BCD]")  # brackets and backslashes make another address, encoded or not
_MARK = re.compile(r"\{(?::|[ \t]*#)")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|&(?:#|percnt)")
_LONGEST = 4000  # characters of an encoded target; to decode a million of them takes a hundred times as many bytes
_FILLED = re.compile(r"%7B(?:%7B|%)?;+(?:%7D|%)?%7D")  # what stands for a template, as the parser encodes it
_SITE = re.compile(r"https?://[A-Za-z0-9]")
_MAIL = re.compile(r'<a href="mailto:([^"<>]*)">\1</a>')
_LESS_THAN = re.compile(r"&(?:[lL][tT]|nvlt|#)")
_RAW_HEADING = re.compile(r"</?[hH][1-6]")
_SHOWN_RAW_HEADING = re.compile(r"&lt;/?[hH][1-6]")
_BLOCK = "MEMINIT_METADATA_BLOCK"
NOTE = 'class="footnote-'
_NOTE_USE = re.compile(r'<sup class="footnote-reference"><a href="#([A-Za-z0-9_-]+)">[0-9]+</a></sup>')
_NOTE_BODY = re.compile(r'<div class="footnote-definition" id="([A-Za-z0-9_-]+)">(.*?)</div>', re.DOTALL)
_STRUCTURE = re.compile(r"<(?:(/?)(?:ul|ol|blockquote|div)\b[^>]*|h([1-6]))>")
_RAW_CONTAINER = re.compile(r"</?(?:ul|ol|blockquote|div)\b", re.IGNORECASE)


class QuickScanner:
    """Scans bodies with one parser, for headings of one flavour."""

    def __init__(self, options: "Options", flavour_name: str) -> None:
        self._options = options
        self.html = Markdown(options=options).html
        self._definitions = Markdown(options=options).reference_definitions
        self._flavour = flavour_name
        flavour = FLAVOURS[flavour_name]
        self._has_braces, self._has_marks = flavour.braces is not None, flavour.marks
        self._after_space, self._note_mark = flavour.after_space, flavour.footnote
        self._names_titles = flavour.names_titles

    def at(self, text: str, first_line: int, shifts: Mapping[int, int], *, wants_headings: bool) -> Scan:
        """The links, their places left out, and the anchors of a body; raises Declined."""
        if self._has_braces and "{" in text and self._may_be_attributes(text):
            raise Declined("braces")
        known = NONE
        if _JOINED_BRACKETS.search(text):
            found = numbered(text, self._definitions)
            if found is None:
                raise Declined("definitions")
            known = found
            written = self._referring(known.text)
        else:
            written = self.html(text)
        labels = self._unused(text, known, written, first_line, shifts) if known.targets else ()
        if "^" in text and "[^" in written and "[^" in _without_code(text, written):
            raise Declined("undefined footnotes")
        block: tuple[BlockLine, ...] = ()
        anchors: set[str] = set()
        further: list[LinkTarget] = []
        uncut = ""
        has_notes = "^" in text and NOTE in written
        if known.targets or has_notes or _has_raw_tags(text, written):
            if _BLOCK in text:
                block = self._block(text, written, first_line)
            if has_notes:
                written = self._without_notes(text, written, anchors)
            uncut = written
            written, tags = _accounted(text, written, is_numbered=bool(known.targets))
            anchors.update([nfc(slugs.as_anchor(each)) for tag in tags for each in html.anchors(tag)])
            further += _targets(tags)
        every = _TARGET.findall(written)
        count = len(every) + len(further)
        found_once = dict.fromkeys(every)
        if known.targets:
            further += _of_numbers(found_once, known.targets, len(labels), written)
        plain = tuple([each[1:4] for each in found_once if each[2]])
        links = (*_links(found_once, text), *further) if len(plain) < len(found_once) or further else ()
        anchors |= self._anchors(written)
        headings = tuple(self._headings(text, uncut or written)) if wants_headings else None
        return Scan(links, plain, frozenset(anchors), count, block, labels, headings)

    def _may_be_attributes(self, text: str) -> bool:
        """Whether braces may be escaped, or stand for attributes of something else than a heading."""
        # To look for two characters takes ten times as long as for one, which most bodies lack.
        return ("\\" in text and "\\{" in text) or (self._has_marks and _MARK.search(text) is not None)

    def _referring(self, text: str) -> str:
        """The HTML, where no reference names a label that nothing defines."""
        if "][" not in text and "]\\[" not in text:
            return self.html(text)
        undefined: list[Mapping[str, Any]] = []
        written = Markdown(options=self._options, broken_link_callback=undefined.append).html(text)
        named = [each for each in undefined if each["link_type"] != "Shortcut"]
        data = text.encode() if named else b""
        if any(not is_index(data, each["span"]["start"]) for each in named):
            raise Declined("undefined references")
        return written

    def _unused(
        self, text: str, known: Numbered, written: str, first_line: int, shifts: Mapping[int, int]
    ) -> tuple[Label, ...]:
        """The labels of definitions whose numbers do not come out anywhere."""
        used = {int(each) for each in NUMBER.findall(written)}
        unused = {f"{WORD}{each}": each for each in range(len(known.targets)) if each not in used}
        if not unused:
            return ()
        found = {each["dest"]: label for label, each in self._definitions(known.text).items() if each["dest"] in unused}
        if known.has_doubles or len(found) < len(unused):
            raise Declined("definitions")
        of = Positions(text.encode(), first_line, shifts).of
        starts = {label: len(text[: known.starts[unused[number]]].encode()) for number, label in found.items()}
        return tuple([Label("unused", label, *of(start)) for label, start in starts.items()])

    def _block(self, text: str, written: str, first_line: int) -> tuple[BlockLine, ...]:
        """The lines of the visible metadata block, whose mark stands on a line by itself."""
        mark = BLOCK_MARK.search(text)
        if not mark or not BLOCK_MARK.search(written):
            return ()
        end = text.find("\n", mark.end()) + 1 or len(text)
        if text.count(_BLOCK) > 1 or not text[mark.end() : end].isspace():
            raise Declined("metadata block")
        return tuple(visible_block(text[end:].encode(), 0, first_line + text.count("\n", 0, end)))

    def _without_notes(self, text: str, written: str, anchors: set[str]) -> str:
        """The HTML without footnotes' own tags, where each is plain and referred to; adds their anchors."""
        labels, uses, bodies = Labels(), _NOTE_USE.findall(written), _NOTE_BODY.findall(written)
        if written.count(NOTE) != len(uses) + 2 * len(bodies) or NOTE in text or "</div" in text or MASK in text:
            raise Declined("footnotes")
        shown = _without_code(text, written)
        if "](" in shown or "][" in shown or "</sup>(" in shown or "</sup>[" in shown or "<!--" in text:
            raise Declined("footnotes")  # a mark in the text of a link, or a comment that may outlast its footnote
        for label, body in bodies:
            if labels.define_footnote(label, 0) is None or "<h" in body:
                raise Declined("footnotes")
        for at, label in enumerate(uses):
            labels.use_footnote(label, at)
        if len(labels.used_footnotes()) != len(bodies):
            raise Declined("footnotes")
        anchors.update(labels.footnote_anchors(self._note_mark))
        return _NOTE_BODY.sub(r"<div>\2</div>", _NOTE_USE.sub("", written))

    def _anchors(self, written: str) -> frozenset[str]:
        if not self._names_titles and "<h1>" in written:
            return self._anchors_without_titles(written)
        return self._anchors_of(_HEADING.findall(written))

    def _anchors_without_titles(self, written: str) -> frozenset[str]:
        """The anchors of all other headings, where titles do not change their numbers."""
        titles = self._anchors_of(_TITLE.findall(written))
        found = self._anchors_of(_HEADING.findall(_TITLE.sub("", written)))
        if titles & found:
            raise Declined("headings")
        return found

    def _anchors_of(self, texts: list[str]) -> frozenset[str]:
        if not texts:
            return frozenset()
        known = self._simple_anchors(texts)
        if known is not None:
            return frozenset(known)
        headings = [self._heading(text) for text in texts]
        further = (each for heading in headings for each in slugs.further_anchors(self._flavour, heading.text))
        return frozenset(map(nfc, (*slugs.anchors(self._flavour, headings), *further)))

    def _simple_anchors(self, texts: list[str]) -> list[str] | None:
        """The anchors of headings, all at once; None where one of them takes a closer look."""
        lines = "\n".join(texts)
        if WORD in lines:
            raise Declined("definitions")  # this only looked like one
        if "<img" in lines or ("</code>" in lines and _SPACE_IN_CODE.search(lines)):
            return None
        ids: list[str | None] = [None] * len(texts)
        if self._has_braces and "{" in lines:
            ids = slugs.own_ids(self._flavour, texts)
            # Dashes may make further anchors of any heading.
            if "--" not in lines:
                lines = "\n".join([text for text, own in zip(texts, ids, strict=True) if own is None])
            if any("{" in line and "<" in line for line in lines.split("\n")):
                return None
        shown = _shown(lines) if "<" in lines or "&" in lines else lines
        return slugs.simple_anchors(self._flavour, shown, ids)

    def _headings(self, text: str, written: str) -> Iterator[Heading]:
        """Headings by their order, which stands in the place of their lines. Comments are still in the HTML."""
        if "<" in text and _RAW_CONTAINER.search(text):
            raise Declined("nested headings")
        depth = 0
        for order, each in enumerate(_STRUCTURE.finditer(written)):
            if each[2]:
                inner = written[each.end() : written.index("</h", each.end())]
                shown = self._heading(inner).text
                yield Heading(int(each[2]), " ".join(shown.split()), order, None, depth > 0)
            else:
                depth += -1 if each[1] else 1

    def _heading(self, inner: str) -> HeadingText:
        is_plain = "<" not in inner and "&" not in inner
        if not is_plain:
            if "<img" in inner or "<!--" in inner:
                raise Declined("headings")
            if self._has_braces and "{" in inner:
                return self._braced(inner)
            inner = _shown(inner)
        if inner[-1:] in {" ", "\t"}:
            raise Declined("headings")
        return slugs.divided(self._flavour, inner) if self._has_braces else HeadingText(inner)

    def _braced(self, inner: str) -> HeadingText:
        """Braces in code are no attributes; whether it is code or its author's own tags is not to be seen here."""
        before, code, after = inner.rpartition("</code>")
        head, tail = _shown(before), _shown(after)
        at = tail.rfind("{")
        is_unclear = code and (at < 0 or (at == 0 and self._after_space) or head[-1:].isspace())
        if is_unclear or (head + tail)[-1:] in {" ", "\t"}:
            raise Declined("headings")
        found = slugs.divided(self._flavour, tail)
        return HeadingText(head + found.text, found.custom)


def _has_raw_tags(text: str, written: str) -> bool:
    """Whether some `<` has not become text, or may be the one that did instead of another."""
    if "<" not in text and "&" not in text:
        return False
    return ("&" in text and _LESS_THAN.search(text) is not None) or text.count("<") != written.count("&lt;")


def _accounted(text: str, written: str, *, is_numbered: bool) -> tuple[str, list[html.Tag]]:
    if may_end_too_late(text):
        raise Declined("raw text")
    raw = len(_RAW_HEADING.findall(text)) if "<" in text else 0
    if raw and (is_numbered or raw != len(_SHOWN_RAW_HEADING.findall(written))):
        raise Declined("headings in HTML")
    if '"mailto:' in written and _MAIL.search(written):
        if "mailto" in text or "&#" in text:
            raise Declined(
                "mail addresses"
            )  # a target may say the same as an address in angle brackets, which is no link
        written = _MAIL.sub(r"\1", written)
    found = accounted(written)
    if isinstance(found, str):
        raise Declined(found)
    return found


def _targets(tags: Iterable[html.Tag]) -> Iterator[LinkTarget]:
    for tag in tags:
        for each in html.targets(tag):
            yield LinkTarget(each.target, "link" if each.is_link else "image")


def shown(text: str, written: str) -> tuple[str, list[LinkTarget]]:
    """The HTML without comments and odd tags, and what these tags lead to; raises Declined."""
    if "]:" not in text and not _has_raw_tags(text, written):
        return written, []
    left, tags = _accounted(text, written, is_numbered=False)
    return left, list(_targets(tags))


def targets(text: str, written: str) -> Iterator[LinkTarget]:
    """What the links of the HTML lead to, once for each target; raises Declined."""
    every = dict.fromkeys(_TARGET.findall(written))
    for tag, *parts in (each for each in every if each[2]):
        yield LinkTarget("".join(parts), "link" if tag == "a href" else "image")
    yield from _links(every, text)


def _without_code(text: str, written: str) -> str:
    # Within a tag of its author's, text is no code.
    return written if "<code" in text.lower() else _CODE.sub("", written)


def _of_numbers(
    found: dict[tuple[str, str, str, str, str], None], numbers: Sequence[str], unused: int, written: str
) -> Iterator[LinkTarget]:
    """Takes out the numbers, for a link for each definition that is used."""
    if len(set(NUMBER.findall(written))) + unused != len(numbers):
        raise Declined("hidden references")
    named = [each for each in found if each[2].startswith(WORD) and not each[1] and not each[3]]
    clicked = {each[2] for each in named if each[0] == "a href"}
    for name in {each[2] for each in named}:
        yield LinkTarget(numbers[int(name[len(WORD) :])], "link" if name in clicked else "image")
    for each in named:
        del found[each]


def _links(targets: Iterable[tuple[str, str, str, str, str]], text: str) -> Iterator[LinkTarget]:
    """The links whose targets are not plain."""
    for tag, _, path, _, written in targets:
        target = html.of_attribute(written)
        if "%7B" in target:
            target = _FILLED.sub(_as_written, target)
        if not path and not target.startswith("{{"):
            if not target:
                raise Declined("empty targets")
            if "%" in target and (not _SITE.match(target) or _NOT_TOLD.search(target)):
                target = _decoded(target, text)
            yield LinkTarget(target, "link" if tag == "a href" else "image")


def _as_written(template: re.Match[str]) -> str:
    return template[0].replace("%7B", "{").replace("%7D", "}")


def _decoded(target: str, text: str) -> str:
    """The target as its author wrote it: the parser has encoded it, unless some was encoded in the text already.

    What is encoded in both is not known; in addresses of other sites it makes no difference.
    """
    if len(target) > _LONGEST or _ENCODED.search(text):
        raise Declined("encoded targets")
    from urllib.parse import unquote  # noqa: PLC0415 - costs start-up, and few targets hold what is encoded

    try:
        return unquote(target, errors="strict")
    except UnicodeDecodeError as error:
        raise Declined("encoded targets") from error


def _shown(inner: str) -> str:
    """What a reader sees of marked text."""
    return _unescaped(_TAG.sub("", inner))


def _unescaped(text: str) -> str:
    return (
        text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
    )
