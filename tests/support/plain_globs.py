"""Patterns of .gitignore files matched the plain way: one expression for each segment, one pattern after the other."""

import re

from meminit.sources.wildcards import _BRACKET, _bracket, parsed


class PlainPatterns:
    def __init__(self, lines, *, ignore_case=False):
        self._ignore_case = ignore_case
        self._patterns = [found for line in reversed(lines) if (found := parsed(line.rstrip("\r\n")))]

    def verdict(self, names, *, directory=False):
        for keeps, directories_only, segments in self._patterns:
            if (directory or not directories_only) and self._fits(tuple(segments), names):
                return not keeps
        return None

    def covers(self, names):
        own = self.verdict(names) if names else False
        folders = (names[:depth] for depth in range(1, len(names)))
        return any(self.verdict(each, directory=True) for each in folders) if own is None else own

    def _fits(self, segments, names):
        if not segments or not names:
            return not segments and not names
        if segments[0] is None:
            return self._fits(segments[1:], names) or self._fits(segments, names[1:])
        return self._takes(segments[0], names[0]) and self._fits(segments[1:], names[1:])

    def _takes(self, segment, name):
        folded, text = (name.lower(), segment.lower()) if self._ignore_case else (name, segment)
        if not re.search(r"[*?\[\\]", segment):
            return folded == text
        if not re.search(r"[*?\[\\]", segment.removesuffix("*")):
            return folded.startswith(text[:-1])
        if not re.search(r"[*?\[\\]", segment.removeprefix("*")):
            return folded.endswith(text[1:])
        return re.fullmatch(expression(segment), name, re.DOTALL | (re.IGNORECASE if self._ignore_case else 0))


def expression(segment):
    pieces, at, closes = [""], 0, True
    while at < len(segment):
        character = segment[at]
        bracket = _BRACKET.match(segment, at) if character == "[" and closes else None
        closes = closes and (character != "[" or bracket is not None)
        at += 1
        if character == "*":
            pieces.append("")
        elif character == "?":
            pieces[-1] += "."
        elif bracket:
            pieces[-1] += _bracket(bracket)
            at = bracket.end()
        else:
            if character == "\\" and at < len(segment):
                character = segment[at]
                at += 1
            pieces[-1] += re.escape(character)
    return ".*".join(pieces)
