"""The block in AGENTS.md and its like that meminit keeps: finds it in a text, says how it stands, and renews it."""

import re
from typing import Literal, NamedTuple, TypeAlias

VERSION = 1
_WITHDRAWN = 2  # meminit 0.14.0 wrote this number
_BEGIN = re.compile(r"^<!--[ \t]*meminit:begin(?:[ \t]+v([0-9]{1,6}))?[ \t]*-->[ \t]*(?=\r?$)", re.MULTILINE)
_END = re.compile(r"^<!--[ \t]*meminit:end[ \t]*-->", re.MULTILINE)
_ANY = re.compile(r"<!--[ \t]*meminit:(?:begin|end)\b")
Status: TypeAlias = Literal["aligned", "missing", "legacy", "stale", "tampered", "unparseable"]


class Block(NamedTuple):
    """How the block in a text stands, and where it is: from its begin mark to after its end mark."""

    status: Status
    start: int = 0
    end: int = 0


def shipped(lines: str) -> str:
    """The block as this version of meminit has it, with its marks."""
    return f"<!-- meminit:begin v{VERSION} -->\n{lines.strip()}\n<!-- meminit:end -->"


def fresh(lines: str) -> str:
    """A file of nothing but the block."""
    return f"# For agents\n\n{shipped(lines)}\n"


def examined(text: str, lines: str) -> Block:
    begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    if not begins and not ends and not _ANY.search(text):
        return Block("missing")
    if len(begins) != 1 or len(ends) != 1 or begins[0].start() > ends[0].start():
        return Block("unparseable")
    start, end = begins[0].start(), ends[0].end()
    version = begins[0][1]
    if version is None:
        return Block("legacy", start, end)
    if int(version) < VERSION or int(version) == _WITHDRAWN:
        return Block("stale", start, end)
    if int(version) > VERSION:  # a later meminit wrote it
        return Block("unparseable", start, end)
    is_own = _plain(text[start:end]) == _plain(shipped(lines))
    return Block("aligned" if is_own else "tampered", start, end)


def renewed(text: str, lines: str) -> str:
    """The text with the block as it is shipped: in the place of the old one, or at the end."""
    found = examined(text, lines)
    block = shipped(lines)
    if "\r\n" in text:
        block = block.replace("\n", "\r\n")
    if found.status == "missing":
        return text + appended(text, block)
    return text[: found.start] + block + text[found.end :]


def appended(text: str, block: str) -> str:
    """What is to stand behind the text: the block, with an empty line before it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return f"{gap}{block}{newline}"


def _plain(text: str) -> str:
    return "\n".join(each.rstrip() for each in text.splitlines())
